# a table of formats is read line by line
"""Boxes as a language prints its lists and maps."""

import json
import pprint
import textwrap
from collections import Counter, deque
from collections.abc import Callable
from typing import Final

from tests.harness.menace.formats.boards import SHORT
from tests.harness.menace.formats.boxes import (
    LETTERS,
    NAMES,
    Boxes,
    blank,
    braced,
    by_stage,
    counts,
    dotted,
    indexed,
    lines,
    nine,
    rust,
    shown,
    solid,
    weights,
)

LITERALS: Final[dict[str, Callable[[Boxes], str]]] = {
    "list": lambda b: str(list(b.values())),
    "mapping": str,
    "tuples": lambda b: str(tuple(map(tuple, b.values()))),
    "list of names": lambda b: str([[NAMES[x] for x in box] for box in b.values()]),
    "list of counts": lambda b: str([counts(box) for box in b.values()]),
    "counters": lambda b: str([Counter(box) for box in b.values()]),
    "mapping of counts": lambda b: str({p: counts(box) for p, box in b.items()}),
    "mapping of counts by picture": lambda b: json.dumps({p: counts(box) for p, box in b.items()}),
    "vectors": lambda b: str([nine(box) for box in b.values()]),
    "mapping of vectors": lambda b: str({p: nine(box) for p, box in b.items()}),
    "vectors with marks": lambda b: str([shown(p, box) for p, box in b.items()]),
    "weights": lambda b: str([weights(p, box) for p, box in b.items()]),
    "mapping of weights": lambda b: json.dumps({p: weights(p, box) for p, box in b.items()}),
    "pairs of row and column": lambda b: str(
        [[(x // 3, x % 3) for x in box] for box in b.values()]
    ),
    "pairs of bead and count": lambda b: str([list(counts(box).items()) for box in b.values()]),
    "C, with comments": lambda b: (
        "boxes[304] = {\n"
        + "".join(f"  /* {p} */ {{{', '.join(map(str, x))}}},\n" for p, x in b.items())
        + "};"
    ),
    "letters L, M, R": lambda b: str(
        [["LMR"[x // 3] + "LMR"[x % 3] for x in box] for box in b.values()]
    ),
    "tuples with pictures": lambda b: str([(p, box) for p, box in b.items()]),
    "by stage": lambda b: str(
        [[x for p, x in b.items() if p.count("-") == n] for n in (9, 7, 5, 3)]
    ),
    "keys are boards": lambda b: str({tuple(p): x for p, x in b.items()}),
    "Ruby": lambda b: "{" + ", ".join(f'"{p}"=>{x}' for p, x in b.items()) + "}",
    "Ruby, symbols": lambda b: (
        "{"
        + ", ".join(f'"{p}"=>[{", ".join(":" + SHORT[x] for x in box)}]' for p, box in b.items())
        + "}"
    ),
    "Ruby, symbols in lines": lines(lambda i, p, b: f"[{', '.join(':' + NAMES[x] for x in b)}]"),
    "Go": lambda b: "map[" + " ".join(f"{p}:[{' '.join(map(str, x))}]" for p, x in b.items()) + "]",
    "JavaScript": lambda b: (
        "{\n" + ",\n".join(f"  '{p}': [ {', '.join(map(str, x))} ]" for p, x in b.items()) + "\n}"
    ),
    "PHP, export": lambda b: (
        "array (\n"
        + "".join(
            f"  '{p}' => \n  array (\n{indexed('    {} => {},', x)}  ),\n" for p, x in b.items()
        )
        + ")"
    ),
    "PHP, print_r": lambda b: (
        "Array\n(\n"
        + "".join(
            f"    [{p}] => Array\n        (\n{indexed('            [{}] => {}', x)}        )\n\n"
            for p, x in b.items()
        )
        + ")\n"
    ),
    "PHP, var_dump": lambda b: (
        f"array({len(b)}) {{\n"
        + "".join(
            f'  ["{p}"]=>\n  array({len(x)}) {{\n{indexed("    [{}]=>{}    int({})", x)}  }}\n'
            for p, x in b.items()
        )
        + "}"
    ),
    "PHP, JSON with indices": lambda b: json.dumps([dict(enumerate(x)) for x in b.values()]),
    "Tcl": lambda b: " ".join(f"{p} {x[0] if len(x) == 1 else braced(x)}" for p, x in b.items()),
    "Tcl, lists": lambda b: " ".join(str(x[0]) if len(x) == 1 else braced(x) for x in b.values()),
    "Tcl, blanks": lambda b: " ".join(
        f"{{{p.replace('-', ' ')}}} {x[0] if len(x) == 1 else braced(x)}" for p, x in b.items()
    ),
    "JavaScript, Map": lambda b: (
        f"Map({len(b)}) {{\n"
        + ",\n".join(f"  '{p}' => [ {', '.join(map(str, x))} ]" for p, x in b.items())
        + "\n}"
    ),
    "JavaScript, an item a line": lambda b: (
        "[\n"
        + ",\n".join(
            f"  [\n    {(',' + chr(10) + '    ').join(map(str, x))}\n  ]" for x in b.values()
        )
        + "\n]"
    ),
    "Perl, Dumper": lambda b: (
        "$VAR1 = {\n"
        + ",\n".join(
            f"          '{p}' => [\n"
            + ",\n".join(f"{'':24}'{x}'" for x in box)
            + "\n"
            + " " * 22
            + "]"
            for p, box in b.items()
        )
        + "\n        };"
    ),
    "Java": lambda b: (
        "{" + ", ".join(f"{p}=[{', '.join(map(str, x))}]" for p, x in b.items()) + "}"
    ),
    "Rust": lambda b: "{\n" + "".join(f'    "{p}": {rust(x)},\n' for p, x in b.items()) + "}",
    "Lua": lambda b: "{" + ", ".join("{" + ",".join(map(str, x)) + "}" for x in b.values()) + "}",
    "C": lines(lambda i, p, b: "{" + ",".join(map(str, b)) + "},"),
    "Lisp": lambda b: "(" + " ".join("(" + " ".join(map(str, x)) + ")" for x in b.values()) + ")",
    "Clojure": lambda b: (
        "{" + ", ".join(f'"{p}" [{" ".join(map(str, x))}]' for p, x in b.items()) + "}"
    ),
    "Haskell": lambda b: (
        "fromList [" + ",".join(f'("{p}",{str(x).replace(" ", "")})' for p, x in b.items()) + "]"
    ),
    "Python, wrapped": lambda b: "\n".join(textwrap.wrap(str(list(b.values())), 78)),
    "Python, pprint": lambda b: pprint.pformat(b),
    "Python, deques": lambda b: str({p: deque(x) for p, x in b.items()}),
    "Prolog": lines(lambda i, p, b: f"box({i}, [{','.join(LETTERS[k].lower() for k in b)}])."),
    "OCaml": lambda b: "[|" + "; ".join(f"[{'; '.join(map(str, x))}]" for x in b.values()) + "|]",
    "a mapping a stage": lambda b: "\n".join(
        str({p: "".join(map(str, x)) for p, x in b.items() if p.count("-") == n})
        for n in (9, 7, 5, 3)
    ),
    "lists of pictures": lambda b: (
        "(" + "\n ".join(f'("{p}" {blank(x)})' for p, x in b.items()) + ")"
    ),
    "dotted lists": lambda b: "(" + "\n ".join(f'("{p}" {dotted(x)})' for p, x in b.items()) + ")",
    "PHP, export of names": lambda b: (
        "array (\n"
        + "".join(
            f"  '{p}' => \n  array (\n"
            + "".join(f"    {i} => '{NAMES[k]}',\n" for i, k in enumerate(x))
            + "  ),\n"
            for p, x in b.items()
        )
        + ")"
    ),
    "Lua, places": lambda b: (
        "{\n"
        + "".join(
            f'  ["{p}"] = {{ '
            + ", ".join(f'[{i}] = "{NAMES[k]}"' for i, k in enumerate(x, 1))
            + " },\n"
            for p, x in b.items()
        )
        + "}"
    ),
    "Tcl, on one line": lambda b: " ".join(f"{{{blank(p)}}} {{{blank(x)}}}" for p, x in b.items()),
    "Clojure, keywords": lambda b: (
        "{" + ", ".join(f'"{p}" [{blank([":" + NAMES[k] for k in x])}]' for p, x in b.items()) + "}"
    ),
    "R": lambda b: "\n".join(f"$`{p}`\n[1] {blank(x)}\n" for p, x in b.items()),
    "headed lists": lambda b: by_stage(b, "stage {0}\n{1}", lambda some: [*some.values()]),
    "headed lists, ruled": lambda b: by_stage(
        b, "\nStage {0}\n=======\n{1}", lambda some: [*some.values()]
    ),
    "headed mappings": lambda b: by_stage(b, "After {0} stones: {1}", dict),
    "headed counters": lambda b: by_stage(
        b, "Round {0}: {1}", lambda some: [Counter(box) for box in some.values()]
    ),
    "headed pairs": lambda b: by_stage(b, "Round {0}:\n{1}", lambda some: [*some.items()]),
    "headed lists of words": lambda b: by_stage(
        b, "{0} stones {1}", lambda some: [solid(box) for box in some.values()]
    ),
    "Java, blanks": lambda b: (
        "{" + ", ".join(f"{p.replace('-', ' ')}={x}" for p, x in b.items()) + "}"
    ),
    "Scala, blanks": lambda b: (
        "Map("
        + ", ".join(f"{p.replace('-', ' ')} -> List({str(x)[1:-1]})" for p, x in b.items())
        + ")"
    ),
    "Groovy, blanks": lambda b: (
        "[" + ", ".join(f"{p.replace('-', ' ')}:{x}" for p, x in b.items()) + "]"
    ),
    "Tcl, parray": lines(lambda i, p, b: f"boxes({p}) = {blank(b)}"),
    "Tcl, pictures on one line": lambda b: " ".join(f"{p} {{{blank(x)}}}" for p, x in b.items()),
    "lists on one line": lambda b: " ".join(f"({blank(x)})" for x in b.values()),
    "Lisp, headed": lambda b: (
        "(boxes\n" + "\n".join(f"  (box {i} ({blank(x)}))" for i, x in enumerate(b.values())) + ")"
    ),
    "Lisp, headed pictures": lambda b: (
        "(boxes\n" + "\n".join(f'  (box "{p}" {blank(x)})' for p, x in b.items()) + ")"
    ),
    "strings of bytes": lambda b: str([solid(x).encode() for x in b.values()]),
    "numpy, fractions": lambda b: (
        "[" + "\n ".join(f"[{' '.join(f'{n}.' for n in nine(x))}]" for x in b.values()) + "]"
    ),
    "JSON, kinds of bead": lambda b: json.dumps(
        [[{"square": k, "count": n} for k, n in counts(x).items()] for x in b.values()]
    ),
    "JSON, boxes of kinds of bead": lambda b: json.dumps(
        [
            {"board": p, "beads": [{"n": n, "colour": NAMES[k]} for k, n in counts(x).items()]}
            for p, x in b.items()
        ]
    ),
    "JSON, beads": lambda b: json.dumps([[{"square": k} for k in x] for x in b.values()]),
    "JSON, beads by row and column": lambda b: json.dumps(
        [[{"row": k // 3, "col": k % 3} for k in x] for x in b.values()]
    ),
    "data classes in data classes": lambda b: (
        "["
        + ", ".join(
            f"Box(state='{p}', beads=[{', '.join(f'Bead(square={k})' for k in x)}])"
            for p, x in b.items()
        )
        + "]"
    ),
    "Elixir, counts": lambda b: (
        "%{"
        + ", ".join(
            f'"{p}" => %{{{", ".join(f"{k} => {n}" for k, n in counts(x).items())}}}'
            for p, x in b.items()
        )
        + "}"
    ),
}

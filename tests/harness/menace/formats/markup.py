# a table of formats is read line by line
"""Boxes as markup and as tables: XML, JSON, YAML, CSV, LaTeX, Markdown."""

import json
from collections.abc import Callable
from typing import Final

from tests.harness.menace.formats.boards import SHORT
from tests.harness.menace.formats.boxes import LETTERS, NAMES, Boxes, blank, counts, lines, nine

MARKUP: Final[dict[str, Callable[[Boxes], str]]] = {
    "JSON": lambda b: json.dumps(b),
    "JSON, indented": lambda b: json.dumps(b, indent=2),
    "YAML, flow": lines(lambda i, p, b: f"{p}: {list(b)}"),
    "YAML, block": lines(lambda i, p, b: f"{p}:\n" + "\n".join(f"  - {x}" for x in b)),
    "YAML, counts": lines(
        lambda i, p, b: f"{p}:\n" + "\n".join(f"  {k}: {n}" for k, n in counts(b).items())
    ),
    "XML of attributes": lambda b: (
        "<boxes>\n"
        + lines(lambda i, p, x: f'  <box id="{i}" state="{p}" beads="{" ".join(map(str, x))}"/>')(b)
        + "\n</boxes>"
    ),
    "XML of attributes, the picture last": lines(
        lambda i, p, b: f"<box n='{i}' total='{len(b)}' beads='{','.join(map(str, b))}' on='{p}' />"
    ),
    "columns with blanks for none": lambda b: (
        "     "
        + "".join(f"{name:>4}" for name in LETTERS)
        + "\n"
        + lines(lambda i, p, x: f"{i + 1:4} " + "".join(f"{n or '':>4}" for n in nine(x)))(b)
    ),
    "columns from the left": lines(
        lambda i, p, b: f"{p}  " + "".join(f"{n or '':<3}" for n in nine(b))
    ),
    "JSON, rows of counts": lambda b: json.dumps(
        [[nine(x)[at : at + 3] for at in (0, 3, 6)] for x in b.values()]
    ),
    "a bead a line below a header": lambda b: "\n".join(
        f"Box {i + 1} ({p})\n" + "\n".join(f"  {NAMES[k]}" for k in x)
        for i, (p, x) in enumerate(b.items())
    ),
    "XML of an attribute for each square": lines(
        lambda i, p, b: (
            f'<box number="{i}" total="{len(b)}" '
            + " ".join(f's{k}="{n}"' for k, n in enumerate(nine(b)))
            + "/>"
        )
    ),
    "XML of attributes and breaks": lines(
        lambda i, p, b: f'<box id="{i}" state="{p}" beads="{" ".join(map(str, b))}"/><br/>'
    ),
    "XML of attributes for filled squares": lines(
        lambda i, p, b: (
            f"<Box Position='{p}' "
            + " ".join(f"{NAMES[k]}='{n}'" for k, n in counts(b).items())
            + " />"
        )
    ),
    "XML of elements with texts": lines(
        lambda i, p, b: (
            f'<box id="{i + 1}">\n'
            + "\n".join(f'\t<square name="{LETTERS[k]}">{n}</square>' for k, n in counts(b).items())
            + "\n</box>"
        )
    ),
    "XML of an element for each bead": lambda b: (
        '<menace boxes="304">'
        + "".join(
            f'<box key="{p}">' + "".join(f'<bead at="{k}"/>' for k in x) + "</box>"
            for p, x in b.items()
        )
        + "</menace>"
    ),
    "XML of elements for beads": lines(
        lambda i, p, b: (
            f'<box id="{i}" state="{p}">\n'
            + "\n".join(f'  <bead square="{k}" count="{n}"/>' for k, n in counts(b).items())
            + "\n</box>"
        )
    ),
    "LaTeX": lines(lambda i, p, b: f"{i} & \\texttt{{{p}}} & {', '.join(map(str, b))} \\\\"),
    "LaTeX with rules": lambda b: (
        "\\begin{tabular}{rl}\n\\hline\n"
        + lines(lambda i, p, x: f"{i} & {' '.join(map(str, x))} \\\\ \\hline")(b)
        + "\n\\end{tabular}"
    ),
    "LaTeX with powers": lines(
        lambda i, p, b: (
            f"{i} & \\texttt{{{p}}} & "
            + " ".join(f"${LETTERS[k]}^{{{n}}}$" for k, n in counts(b).items())
            + " \\\\"
        )
    ),
    "XML of counts": lines(
        lambda i, p, b: (
            f'  <box position="{p}">'
            + "".join(f'<bead square="{k}" count="{n}"/>' for k, n in counts(b).items())
            + "</box>"
        )
    ),
    "objects": lambda b: json.dumps([{"picture": p, "beads": box} for p, box in b.items()]),
    "objects of texts": lambda b: json.dumps(
        [{"b": p, "beads": "".join(map(str, x))} for p, x in b.items()]
    ),
    "CSV of counts, with a header": lambda b: "\n".join(
        ["box,n0,n1,n2,n3,n4,n5,n6,n7,n8"]
        + [",".join(map(str, [i, *nine(x)])) for i, x in enumerate(b.values())]
    ),
    "Markdown": lambda b: (
        "| box | beads |\n|---|---|\n"
        + lines(lambda i, p, x: f"| {i} | {', '.join(map(str, x))} |")(b)
    ),
    "YAML, nested": lambda b: (
        "boxes:\n" + "\n".join("  -\n" + "\n".join(f"    - {k}" for k in x) for x in b.values())
    ),
    "XML, numbered": lambda b: (
        "<boxes>\n"
        + lines(
            lambda i, p, x: f'<box id="{i}">' + "".join(f"<bead>{k}</bead>" for k in x) + "</box>"
        )(b)
        + "\n</boxes>"
    ),
    "objects in lines": lines(lambda i, p, b: json.dumps({"box": i, "beads": b})),
    "TOML": lines(lambda i, p, b: f'"{p}" = {list(b)}'),
    "CSV": lines(lambda i, p, b: f"{p},{','.join(map(str, b))}"),
    "CSV, semicolons": lambda b: (
        "picture;beads\n" + lines(lambda i, p, b: f"{p};{' '.join(map(str, b))}")(b)
    ),
    "CSV, numbered": lambda b: (
        "box,picture,beads\n" + lines(lambda i, p, b: f"{i},{p},{''.join(map(str, b))}")(b)
    ),
    "table": lambda b: (
        "| box | picture | beads |\n|---|---|---|\n"
        + lines(lambda i, p, b: f"| {i + 1} | {p} | {' '.join(map(str, b))} |")(b)
    ),
    "XML": lambda b: (
        "<boxes>\n"
        + lines(lambda i, p, b: f'  <box picture="{p}">{" ".join(map(str, b))}</box>')(b)
        + "\n</boxes>"
    ),
    "CSV with totals": lambda b: (
        "picture,A,B,C,D,E,F,G,H,I,total\n"
        + lines(lambda i, p, x: ",".join([p, *map(str, nine(x)), str(len(x))]))(b)
    ),
    "records of fields": lines(lambda i, p, b: f"#{i} beads={list(b)} total={len(b)}"),
    "quoted": lines(lambda i, p, b: f'"{p}","{"|".join(NAMES[k] for k in b)}"'),
    "objects by name": lambda b: (
        "[" + ", ".join(f"Box(board='{p}', beads={x})" for p, x in b.items()) + "]"
    ),
    "tables in Markdown with quotes": lambda b: (
        "| box | board | beads |\n|----:|:-----:|:------|\n"
        + lines(lambda i, p, x: f"| {i} | `{p}` | {' '.join(map(str, x))} |")(b)
    ),
    "tables with blanks in pictures": lambda b: (
        "┌─────┬───────────┬────────\n"
        + lines(lambda i, p, x: f"│ {i:3} │ {p.replace('-', ' ')} │ {' '.join(map(str, x))} │")(b)
        + "\n└─────┴───────────┴────────\n"
    ),
    "tables in columns": lines(
        lambda i, p, b: f"│ {i:3} │ {p} │ {' '.join(map(str, sorted(b))):30} │"
    ),
    "comments": lines(lambda i, p, b: f"# box {i} ({p})\n{' '.join(LETTERS[k] for k in b)}"),
    "INI": lines(
        lambda i, p, b: f"[{p}]\n" + "\n".join(f"{LETTERS[k]}={n}" for k, n in counts(b).items())
    ),
    "tables in TOML": lines(lambda i, p, b: f'[box.{i}]\npicture = "{p}"\nbeads = {list(b)}\n'),
    "YAML with fields": lambda b: (
        "boxes:\n"
        + lines(
            lambda i, p, x: (
                f"  - id: {i}\n    picture: '{p}'\n    total: {len(x)}\n    beads:\n"
                + "\n".join(f"      s{k}: {n}" for k, n in counts(x).items())
            )
        )(b)
    ),
    "fields in lines": lines(
        lambda i, p, b: (
            f"Box: {i}\nPosition: {p}\nSize: {len(b)}\nBeads: {', '.join(map(str, b))}\n"
        )
    ),
    "YAML of maps": lambda b: (
        "---\n"
        + lines(
            lambda i, p, x: (
                f'"{p}":\n  count: {len(x)}\n  beads:\n' + "\n".join(f"    - {SHORT[k]}" for k in x)
            )
        )(b)
    ),
    "Markdown, blank for none": lambda b: (
        f"| box |{'|'.join(map(str, range(1, 10)))}|\n|---|{'---|' * 9}\n"
        + lines(lambda i, p, x: f"| {i} |{'|'.join(f' {n or str()} ' for n in nine(x))}|")(b)
    ),
    "tabs, blank for none": lines(lambda i, p, b: "\t".join([p, *(str(n or "") for n in nine(b))])),
    "INI, all squares": lambda b: "\n".join(
        f"[{p}]\n" + "\n".join(f"{k} = {n}" for k, n in enumerate(nine(box)))
        for p, box in b.items()
    ),
    "INI, numbered": lambda b: "\n\n".join(
        f"[box {i}]\n" + "\n".join(f"{k} = {n}" for k, n in counts(box).items())
        for i, box in enumerate(b.values(), 1)
    ),
    "LaTeX, blank for none": lines(
        lambda i, p, b: f"{i} & {' & '.join(str(n or '') for n in nine(b))} \\\\"
    ),
    "LaTeX with times": lines(
        lambda i, p, b: (
            f"{i} & " + ", ".join(rf"${n}\times{k}$" for k, n in counts(b).items()) + r" \\"
        )
    ),
    "LaTeX of sets": lines(lambda i, p, b: rf"$B_{{{i}}} = \{{{','.join(map(str, b))}\}}$"),
    "wiki": lambda b: (
        '{| class="wikitable"\n! Box !! Beads\n'
        + "\n".join(f"|-\n| {p} || {blank(x)}" for p, x in b.items())
        + "\n|}"
    ),
    "wiki, cells in lines": lambda b: (
        "{|\n|+ Boxes\n" + "\n".join(f"|-\n| {p}\n| {blank(x)}" for p, x in b.items()) + "\n|}"
    ),
}

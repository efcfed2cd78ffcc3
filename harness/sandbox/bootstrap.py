"""The launcher's modules, carried into its process as compiled code, and how it begins with them.

So no file of this project need exist in a sandbox, a launcher searches no path on which a bot could
place a module of its own, and no start of a launcher compiles or reads ten files.
"""

import marshal
import os
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Final

_SANDBOX: Final = Path(__file__).parent
# Each after those that it imports. The rest of the harness is found by the path, where it exists.
_MODULES: Final = (
    "protocol", "inside.tasks", "inside.syscalls", "inside.seccomp", "inside.memory",
    "inside.usual_limits", "inside.unfiltered", "inside.unswapped", "inside.notifier",
    "inside.resolve", "inside.run_folder", "inside.reach", "inside.foreground",
    "inside.substitutes", "inside.looks", "inside.changes", "inside.fifos",
    "inside.named_terminal", "inside.watch", "inside.spawn", "inside.temporary",
    "inside.program", "inside.captured_run", "inside.terminal_run", "inside.launcher",
)  # fmt: skip
_BEGINNING: Final = """
import marshal, posix, sys
for name, path, code in marshal.loads(posix.pread({code}, {size}, 0)):
    module = sys.modules[name] = type(sys)(name)
    module.__path__ = path
    exec(code, module.__dict__)
posix.close({code})
module.main()
"""


@cache
def carried() -> int:
    """The descriptor of a file in memory, from which `beginning` has a launcher begin."""
    modules: list[tuple[str, list[str], str | CodeType]] = [
        ("harness", [str(_SANDBOX.parent)], ""),
        ("harness.sandbox", [str(_SANDBOX)], ""),
        ("harness.sandbox.inside", [], ""),
        *((f"harness.sandbox.{name}", [], _compiled(name)) for name in _MODULES),
    ]
    descriptor = os.memfd_create("launcher")
    os.write(descriptor, marshal.dumps(modules))
    return descriptor


def beginning() -> str:
    """A program for `python -c` that becomes the launcher; it needs the descriptor of `carried`."""
    return _BEGINNING.format(code=carried(), size=os.fstat(carried()).st_size)


def _compiled(name: str) -> CodeType:
    """A module's code, as Python itself keeps it compiled."""
    path = _SANDBOX.joinpath(*name.split(".")).with_suffix(".py")
    code = SourceFileLoader(name, str(path)).get_code(name)
    assert code is not None, "there is a source"
    return code

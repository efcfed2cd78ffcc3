"""The languages that golfproof knows by name: one table for running, compiling and starting in.

A program in any other language works as well; its command is then given in full.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Language:
    """How a program of one language is named, run and compiled."""

    name: str
    suffixes: tuple[str, ...]
    interpreter: str | None = None  # None: it is compiled
    empty: tuple[str, ...] = ()  # arguments of the interpreter for a program that does nothing
    compiler: str | None = None
    options: tuple[str, ...] = ()  # of the interpreter, before the source

    @property
    def suffix(self) -> str:
        """The usual suffix of a source."""
        return self.suffixes[0]

    @property
    def tool(self) -> str:
        """What must be installed."""
        return self.interpreter or self.compiler or ""

    @property
    def source(self) -> str:
        """The name of a new program's source."""
        return f"program{self.suffix}"

    def command(self, source: str) -> tuple[str, ...]:
        """How a source is run from the folder that its path is relative to."""
        if self.interpreter is None:
            program = source.removesuffix(self.suffix)
            return (program if "/" in program else f"./{program}",)
        return (self.interpreter, *self.options, source)

    def build(self, source: str) -> tuple[str, ...]:
        """How a source is compiled for `command`; empty where it is not."""
        if self.compiler is None:
            return ()
        return (self.compiler, "-O2", "-o", source.removesuffix(self.suffix), source)


LANGUAGES: Final = {
    language.name: language
    for language in (
        Language("python", (".py",), "python3", ("-c", "")),
        Language("c", (".c",), compiler="cc"),
        Language("javascript", (".js", ".mjs", ".cjs"), "node", ("-e", "0")),
        Language("perl", (".pl",), "perl", ("-e", "0")),
        Language("ruby", (".rb",), "ruby", ("-e", "0")),
        Language("bash", (".sh",), "bash", ("-c", ":")),
        Language("lua", (".lua",), "lua", ("-e", "")),
        Language("php", (".php",), "php", ("-r", "")),
        Language("awk", (".awk",), "awk", ("BEGIN{}",), options=("-f",)),
        Language("tcl", (".tcl",), "tclsh", ("/dev/null",)),
        Language("dc", (".dc",), "dc", ("-e", "")),
        Language("java", (".java", ".jar"), "java", ("-version",)),
    )
}
BY_SUFFIX: Final = {
    suffix: language for language in LANGUAGES.values() for suffix in language.suffixes
}
EMPTY_PROGRAMS: Final = {
    language.interpreter: language.empty
    for language in LANGUAGES.values()
    if language.interpreter is not None
} | {"sh": ("-c", ":"), "python": ("-c", "")}
"""Arguments for a program that does nothing, by the interpreter's name without its version."""

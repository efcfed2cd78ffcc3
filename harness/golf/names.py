"""The variables of a Python program, where each stands in the source, and which may share a name.

Two variables conflict when one could capture what means the other: when they belong to one scope,
or when one is used in, or across, the other's scope. Any other two may have the same name.
"""

from dataclasses import dataclass
from typing import TypeAlias

from harness.golf.uses import Place, Scope, Use, Uses, uses_of

_Key: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Variable:
    """One variable of one scope. `key` names it across versions of a program that differ little."""

    key: str
    name: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Names:
    """The variables that can be renamed, which of them conflict, and letters each must leave."""

    variables: tuple[Variable, ...]
    conflicts: tuple[frozenset[int], ...]
    taken: tuple[frozenset[str], ...]  # fixed names that a variable of this name would capture
    free: tuple[tuple[str, Place | None], ...] = ()  # uses of names that the program never binds
    opaque: bool = False  # whether it runs text that could not be read


def names_of(source: str) -> Names:
    """The variables of a program that can be renamed. Raises SyntaxError."""
    read = uses_of(source)
    seen = _Seen()
    for use in read.uses:
        seen.add(use)
    fixed = {key for key, home in seen.homes.items() if _is_fixed(key[1], home, read)}
    fixed |= seen.unplaced
    free = {name: set(through) for name, through in seen.free.items()}
    for key in fixed:
        free.setdefault(key[1], set()).update(seen.crossed[key])
    movable = sorted(set(seen.places) - fixed, key=lambda key: min(seen.places[key]))
    return Names(
        tuple(
            Variable(f"{path}:{name}", name, tuple(sorted(set(seen.places[path, name]))))
            for path, name in movable
        ),
        tuple(
            frozenset(
                other
                for other, that in enumerate(movable)
                if that != this and (that[0] in seen.crossed[this] or this[0] in seen.crossed[that])
            )
            for this in movable
        ),
        tuple(
            frozenset(name for name, through in free.items() if this[0] in through)
            for this in movable
        ),
        tuple(seen.loose),
        read.opaque,
    )


class _Seen:
    """The uses, gathered by variable: by the path of its scope, and its name."""

    def __init__(self) -> None:
        self.homes: dict[_Key, Scope] = {}
        self.places: dict[_Key, list[Place]] = {}
        self.unplaced: set[_Key] = set()  # used where the place in the source is not known
        self.crossed: dict[_Key, set[str]] = {}  # the scopes that a variable is seen through
        self.free: dict[str, set[str]] = {}  # the same for names that the program never binds
        self.loose: list[tuple[str, Place | None]] = []  # the uses of those

    def add(self, use: Use) -> None:
        """Note one use."""
        home = _home(use)
        through = {scope.path for scope in use.scope.chain()}
        if home is None:
            self.loose.append((use.name, use.place))
            self.free.setdefault(use.name, set()).update(through)
            return
        key = (home.path, use.name)
        self.homes[key] = home
        if use.place is None:
            self.unplaced.add(key)
        else:
            self.places.setdefault(key, []).append(use.place)
        outside = {scope.path for scope in home.chain()} - {home.path}
        self.crossed.setdefault(key, set()).update(through - outside)


def _is_fixed(name: str, home: Scope, read: Uses) -> bool:
    """Whether a variable must keep its name, since something names it that is not seen here."""
    return (
        name in home.fixed
        or home.kind == "class"
        or (read.opaque and home is read.module)
        or (name in read.keywords and home.kind == "function")
        or name.startswith("__")
    )


def _home(use: Use) -> Scope | None:
    """The scope that binds what is used; None where the program never does."""
    skip = use.name in use.scope.outside
    for scope in use.scope.chain():
        if skip and scope is use.scope:
            continue
        if scope.kind == "class" and scope is not use.scope:
            continue
        if use.name in scope.bound and use.name not in scope.outside:
            return scope
    return None

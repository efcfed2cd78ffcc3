"""The environments that people start programs in: what their shells set, and how large a window is.

Each variable takes all its values in turn, in an order of its own, so that every value is met after
as many environments as the variable has values, and with many values of the others. In a *usual*
environment a program has no reason to draw otherwise than in the proof; in a *poor* one, whose
terminal or locale can show less, it has. Among them are a *crowded* one, in which a desktop has set
some hundred variables, and *bare* ones as of `env -i`, in which nothing or next to nothing is set.
"""

import random
import shlex
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple, TypeAlias, TypeVar

from harness.program import ENVIRONMENT
from harness.screen import Size

Variables: TypeAlias = Mapping[str, str | None]
"""By name; None where the variable is not set."""

_Value = TypeVar("_Value")

_TOLD_AT_MOST: Final = 50  # variables that are set: more than in any environment but a crowded one
_TOLD_SOME: Final = 5  # where there are more


class Environment(NamedTuple):
    """What a program finds set, and the size of its window."""

    variables: Variables
    size: Size
    is_poor: bool

    def __str__(self) -> str:
        """In words: how large the window is, what is not set, and what is set to what."""
        return f"a terminal of {self.size.columns} by {self.size.rows}, {told(self.variables)}"


def told(variables: Variables) -> str:
    """What is set to what, and what is not set, for a person to read; of many only the first."""
    unset = ", ".join(name for name, value in variables.items() if value is None)
    put = [f"{name}={shlex.quote(value)}" for name, value in variables.items() if value is not None]
    if len(put) > _TOLD_AT_MOST:
        put[_TOLD_SOME:] = [f"and {len(put) - _TOLD_SOME} more variables set"]
        return ", ".join([" ".join(put), f"{unset} not set"] if unset else [" ".join(put)])
    return " ".join([*put, f"{unset} not set"] if unset else put)


def words(variables: Variables) -> str:
    """These variables as they are told to `env` of a shell: `-u HOME TERM=xterm`."""
    unset = [word for name, value in variables.items() if value is None for word in ("-u", name)]
    put = [f"{name}={value}" for name, value in variables.items() if value is not None]
    return shlex.join([*unset, *put])


def _each(name: str, *values: str | None) -> tuple[Variables, ...]:
    return tuple({name: value} for value in values)


def _locale(lang: str | None, lc_all: str | None = None, lc_ctype: str | None = None) -> Variables:
    return {"LANG": lang, "LC_ALL": lc_all, "LC_CTYPE": lc_ctype}


_SIZES: Final = (
    Size(24, 80), Size(30, 100), Size(43, 132), Size(50, 200), Size(25, 80), Size(40, 120),
    Size(60, 240), Size(33, 81),
)  # fmt: skip

_OF_ALL: Final[Sequence[Sequence[Variables]]] = (
    _each("SHLVL", "1", "2", None, "3"),
    _each("COLORTERM", "truecolor", None, "24bit"),
    _each("TZ", None, "UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo"),
    _each("EDITOR", None, "vim", "nano"),
    _each("PAGER", None, "less"),
    _each("LANGUAGE", None, "en_US:en", "de"),
    _each("DISPLAY", None, ":0"),
    _each("XDG_SESSION_TYPE", None, "x11", "wayland", "tty"),
    _each("TERM_PROGRAM", None, "vscode", "iTerm.app", "Apple_Terminal"),
    _each("HOSTNAME", None, "box", "localhost"),
    _each("CI", None, "true"),
    _each("DEBIAN_FRONTEND", None, "noninteractive"),
    _each("WSL_DISTRO_NAME", None, None, "Ubuntu"),
    _each("MAIL", None, "/var/mail/golfer"),
    _each("OLDPWD", None, "/home/golfer", "/"),
    _each("_", "/usr/bin/env", None, "/bin/bash"),
    _each("PS1", None, "$ "),
    _each("LS_COLORS", None, "di=01;34"),
    _each("VIRTUAL_ENV", None, "/home/golfer/.venv"),
    _each("PYTHONUNBUFFERED", None, "1"),
    _each("PYTHONIOENCODING", None, "utf-8"),
    _each("PYTHONUTF8", None, "1"),
    _each("PYTHONWARNINGS", None, "ignore"),
    _each("PYTHONSTARTUP", None, "/home/golfer/.pythonrc"),
    _each("PYTHONHASHSEED", None, "0", "random"),
    _each("PYTHONDONTWRITEBYTECODE", "1"),
    _each("NODE_ENV", None, "production"),
    _each("GOPATH", None, "/home/golfer/go"),
    ({"SSH_CONNECTION": None, "SSH_TTY": None},
     {"SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22", "SSH_TTY": "/dev/pts/0"}),
    ({"TMUX": None, "STY": None}, {"TMUX": "/run/tmux/default,4242,0", "STY": None},
     {"TMUX": None, "STY": "4242.pts-0.box"}),
)  # fmt: skip
"""Groups of variables that go together; the values that a group takes in turn."""

_USERS: Final[Sequence[Variables]] = (
    {"USER": "golfer", "LOGNAME": "golfer"}, {"USER": "root", "LOGNAME": "root"},
    {"USER": "alice", "LOGNAME": "alice"},
)  # fmt: skip

_USUAL: Final[Sequence[Sequence[Variables]]] = (
    _each("TERM", "xterm", "screen", "linux", "tmux-256color", "xterm-256color",
          "screen-256color", "rxvt", "tmux"),
    (_locale("C.UTF-8"), _locale("C.UTF-8", "C.UTF-8"), _locale(None, "C.UTF-8"),
     _locale("C.utf8"), _locale(None, None, "C.UTF-8")),
    _USERS,
    _each("HOME", "/home/golfer", "/home/alice", "/Users/golfer", "/"),
    _each("SHELL", "/bin/bash", "/bin/zsh", "/bin/sh", "/usr/bin/fish"),
)  # fmt: skip

_POOR: Final[Sequence[Sequence[Variables]]] = (
    _each("TERM", "dumb", "vt100", None, "ansi", "vt220", "", "unknown", "xterm-kitty", "xterm",
          "alacritty", "cygwin", "xterm-256color"),
    (_locale("C"), _locale("en_US.UTF-8"), _locale(None), _locale("POSIX"), _locale("de_DE.UTF-8"),
     _locale("en_US.UTF-8", "C"), _locale("en_GB.ISO-8859-1"), _locale("", ""),
     _locale("en_US.UTF-8", "en_US.UTF-8"), _locale("tr_TR.UTF-8"), _locale(None, "POSIX")),
    ({"NO_COLOR": None}, {"NO_COLOR": "1"}, {"CLICOLOR": "0", "NO_COLOR": None}),
    (*_USERS, {"USER": None, "LOGNAME": None}),
    _each("HOME", "/home/golfer", None, ""),
    _each("SHELL", "/bin/bash", None),
)  # fmt: skip
"""Beside terminals that can do less, and what is nearly always set: locales that few machines have,
so that C takes their place; and TERM as in `_USUAL`, for what is wrong in one of these alone."""

_OF_A_DESKTOP: Final[Variables] = {
    **dict.fromkeys(("LC_TIME", "LC_NUMERIC", "LC_MONETARY", "LC_PAPER", "LC_NAME", "LC_ADDRESS",
                     "LC_TELEPHONE", "LC_MEASUREMENT", "LC_IDENTIFICATION"), "C.UTF-8"),
    "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/1000/bus", "DESKTOP_SESSION": "ubuntu",
    "GDMSESSION": "ubuntu", "GNOME_SHELL_SESSION_MODE": "ubuntu", "GTK_MODULES": "gail:atk-bridge",
    "GNOME_TERMINAL_SERVICE": ":1.99", "GPG_AGENT_INFO": "/run/user/1000/gnupg/S.gpg-agent:0:1",
    "IM_CONFIG_PHASE": "1", "QT_ACCESSIBILITY": "1", "QT_IM_MODULE": "ibus",
    "XMODIFIERS": "@im=ibus", "GTK_IM_MODULE": "ibus", "SESSION_MANAGER": "local/box:@/tmp/99",
    "SSH_AUTH_SOCK": "/run/user/1000/keyring/ssh", "SSH_AGENT_PID": "1999", "USERNAME": "golfer",
    "WAYLAND_DISPLAY": "wayland-0", "WINDOWPATH": "2", "WINDOWID": "62914566",
    "XAUTHORITY": "/run/user/1000/gdm/Xauthority", "XDG_RUNTIME_DIR": "/run/user/1000",
    "XDG_CONFIG_DIRS": "/etc/xdg", "XDG_DATA_DIRS": "/usr/local/share/:/usr/share/",
    "XDG_CURRENT_DESKTOP": "ubuntu:GNOME", "XDG_SESSION_DESKTOP": "ubuntu", "XDG_SEAT": "seat0",
    "XDG_SESSION_CLASS": "user", "XDG_SESSION_ID": "2", "XDG_VTNR": "2",
    "XDG_MENU_PREFIX": "gnome-", "VTE_VERSION": "7600", "COLORFGBG": "15;0",
    "TERM_PROGRAM_VERSION": "1.95.0", "TERM_SESSION_ID": "w0t0p0", "LC_TERMINAL": "iTerm2",
    "FORCE_COLOR": "1", "CLICOLOR": "1", "CLICOLOR_FORCE": "1", "VISUAL": "vim", "LESS": "-R",
    "LESSOPEN": "| /usr/bin/lesspipe %s", "LESSCLOSE": "/usr/bin/lesspipe %s %s", "MANPATH": ":",
    "GREP_COLORS": "mt=01;31", "GCC_COLORS": "error=01;31", "HISTSIZE": "1000",
    "HISTCONTROL": "ignoreboth", "PROMPT_COMMAND": "history -a",
    "SUDO_USER": "golfer", "SUDO_UID": "1000", "SUDO_GID": "1000", "SUDO_COMMAND": "/bin/bash",
    "INVOCATION_ID": "4d7a3cf1f3ad4a2b8e0f", "JOURNAL_STREAM": "8:21111", "MANAGERPID": "1811",
    "SYSTEMD_EXEC_PID": "2040", "CONDA_DEFAULT_ENV": "base", "CONDA_SHLVL": "1",
    "NVM_DIR": "/home/golfer/.nvm", "CARGO_HOME": "/home/golfer/.cargo", "SHLVL": "5",
    "BROWSER": "firefox", "HOSTTYPE": "x86_64", "OSTYPE": "linux-gnu", "LOGNAME": "golfer",
}  # fmt: skip
"""What a desktop, its terminal and a shell's configuration set; no interpreter acts on it."""

_KEPT: Final = ((), ("PATH",), ("PATH", "TERM"), ("HOME", "PATH", "TERM"))
"""What is set nevertheless in bare environments, in turn."""

_IN_TURN: Final = 2 * max(
    len(values) for group in (_OF_ALL, _USUAL, _POOR) for values in group
)  # environments that hold every value of every variable in the tables above but the last
ALL_MET: Final = _IN_TURN + 2
"""So many environments, from the first, hold every value, a crowded environment and a bare one."""

_SELDOM: Final[Sequence[Sequence[Variables]]] = (
    _each("TERM", "vt102", "vt52", "xterm-color", "xterm-16color", "screen-16color", "foot",
          "st-256color", "putty", "konsole-256color", "gnome-256color", "rxvt-unicode-256color",
          "xterm-ghostty", "wezterm", "Eterm", "sun", "cons25", "eterm-color", "xterm-mono"),
    tuple(_locale(f"{name}.UTF-8") for name in (
        "en_GB", "fr_FR", "es_ES", "it_IT", "pt_BR", "nl_NL", "pl_PL", "ru_RU", "uk_UA", "ja_JP",
        "zh_CN", "zh_TW", "ko_KR", "ar_EG", "he_IL", "hi_IN", "el_GR", "sv_SE", "fi_FI", "cs_CZ",
    )),
)  # fmt: skip
"""Those of poor environments that come after these: terminals and languages that few have."""


@cache
def environment(number: int) -> Environment:
    """The usual and poor environments by turns, from number 0."""
    lap, place = divmod(number, ALL_MET)
    is_poor, turn = bool(number % 2), (number - lap * (ALL_MET - _IN_TURN)) // 2
    if place >= _IN_TURN:
        return _bare(lap) if is_poor else _crowded(turn)
    found: dict[str, str | None] = {}
    for values in (*_OF_ALL, *(_POOR if is_poor else _USUAL)):
        found |= _in_turn(values, turn)
    if is_poor and number >= ALL_MET:
        for values in _SELDOM:
            found |= _in_turn(values, turn)
    size = _in_turn(_SIZES, turn)
    is_told = turn % 3 == 1  # shells know the size, and few of them tell their programs
    found |= _size_told(size) if is_told else {}
    return Environment(found, size, is_poor)


def _bare(lap: int) -> Environment:
    """An environment in which no variable is set but a few that are kept."""
    kept = _KEPT[lap % len(_KEPT)]
    unset = {name: None for name in ENVIRONMENT if name not in kept}
    return Environment(unset, _in_turn(_SIZES, lap), is_poor=True)


def _crowded(turn: int) -> Environment:
    """A usual environment in which every variable is set that a desktop sets."""
    size = _in_turn(_SIZES, turn)
    found: dict[str, str | None] = {}
    for values in (*_OF_ALL, *_USUAL):
        whole = [variables for variables in values if None not in variables.values()]
        found |= _in_turn(whole or values, turn)
    return Environment({**found, **_OF_A_DESKTOP, **_size_told(size)}, size, is_poor=False)


def _size_told(size: Size) -> Variables:
    return {"LINES": str(size.rows), "COLUMNS": str(size.columns)}


def _in_turn(values: Sequence[_Value], turn: int) -> _Value:
    """One of these, each once in as many turns, in another order each time."""
    lap, place = divmod(turn, len(values))
    order = list(values)
    random.Random(f"{values} {lap}").shuffle(order)
    return order[place]

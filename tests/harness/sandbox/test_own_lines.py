"""What a program is told of its user and group."""

import grp
import pwd
from collections.abc import Mapping

import pytest

from harness.sandbox.own_lines import own_lines

USER = pwd.struct_passwd(("ann", "x", 7, 8, "Ann", "/home/ann", "/bin/sh"))
GROUP = grp.struct_group(("staff", "x", 8, ["bob"]))
OF_USER, OF_GROUP = "ann:x:7:8:Ann:/home/ann:/bin/sh\n", "staff:x:8:\n"


@pytest.mark.parametrize(
    ("users", "groups", "user", "group"),
    [
        ([USER], [GROUP], OF_USER, OF_GROUP),
        ([], [GROUP], "", OF_GROUP),
        ([USER], [], OF_USER, ""),
    ],
)
def test_one_without_a_name_takes_no_line_of_the_other(
    users: list[object], groups: list[object], user: str, group: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    named(monkeypatch, pwd, "getpwuid", users)
    named(monkeypatch, grp, "getgrgid", groups)
    told: Mapping[str, str] = own_lines.__wrapped__()
    assert told == {"/etc/passwd": user, "/etc/group": group}


def named(monkeypatch: pytest.MonkeyPatch, module: object, name: str, found: list[object]) -> None:
    """The function tells of the one found, or as it does that there is none."""

    def tell(number: int) -> object:
        if not found:
            raise KeyError(number)
        return found[0]

    monkeypatch.setattr(module, name, tell)

"""What a program reads of the files that tell of all users and groups: the lines of its own.

They are the same in every run, so that a program may greet its user by name as `whoami` does.

Source: passwd(5), group(5).
"""

import contextlib
import grp
import os
import pwd
from functools import cache


@cache
def own_lines() -> dict[str, str]:
    """The text that is read, by the file; none of a user or group without a name."""
    found = {"/etc/passwd": "", "/etc/group": ""}
    with contextlib.suppress(KeyError):
        user = pwd.getpwuid(os.getuid())
        found["/etc/passwd"] = ":".join(map(str, user)) + "\n"
    with contextlib.suppress(KeyError):
        group = grp.getgrgid(os.getgid())
        found["/etc/group"] = f"{group.gr_name}:x:{group.gr_gid}:\n"
    return found


def user_home() -> str:
    """The home of the user whose line it is, where a program looks that is told of no other."""
    try:
        return pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:
        return "/"

"""Files that are not the program's own, by every way round to them."""

from typing import Final

from tests.harness.sandbox.escapes.way import STAMP, SYSTEM_CALL, Escape, calls

FILES: Final = {
    "a neighbour": Escape("open('../secret').read()", "secret"),
    "all users": Escape("open('/etc/passwd').read()", "/etc/passwd"),
    "a dictionary": Escape(
        "import glob, os; open('/usr/share/common-licenses/GPL-3').read()", "/usr/share"
    ),
    "round by its own process": Escape("open('/proc/self/cwd/../secret').read()", "secret"),
    "round by a descriptor": Escape(
        "import os\nfolder = os.open('.', os.O_PATH)\nopen(f'/dev/fd/{folder}/../secret').read()",
        "secret",
    ),
    "round by /dev/fd": Escape("open('/dev/fd/../cwd/../secret').read()", "secret"),
    "round by its root": Escape("open('/proc/thread-self/root/FOLDER/secret').read()", "secret"),
    "relative to a descriptor": Escape(
        "import os; os.open('secret', 0, dir_fd=os.open('..', os.O_PATH))", "secret"
    ),
    "from another folder": Escape("import os; os.chdir('..'); open('secret')", "secret"),
    "another program by a descriptor": Escape(
        "import os; os.execve(os.open('../program', os.O_PATH), ['x'], {})", "program"
    ),
    "openat2": Escape(
        SYSTEM_CALL + "import struct\nassert call(437, 437, -100, b'../secret', "
        "struct.pack('QQQ', 0, 0, 0), 24) >= 0",
        "secret",
    ),
    "openat2 with another root": Escape(
        SYSTEM_CALL + "import struct\nup = os.open('..', os.O_PATH)\nassert call(437, 437, up, "
        "b'/secret', struct.pack('QQQ', 0, 0, 0x10), 24) >= 0",
        "secret",
    ),
    "round by a link among its files": Escape(
        "import os\nlink = os.environ['TMPDIR'] + '/link'\nos.symlink('FOLDER/secret', link)\n"
        "open(link).read()",
        "secret",
    ),
    "where a link beside it leads": Escape("import os; os.readlink('../link')", "link"),
    "an attribute of a neighbour": Escape(
        "import os; os.getxattr('../secret', 'user.answer')", "secret"
    ),
    "the attributes of a neighbour": Escape("import os; os.listxattr('../secret')", "secret"),
    "an attribute of a neighbour, by a newer call": Escape(
        SYSTEM_CALL + "import struct\nvalue = ctypes.create_string_buffer(9)\n"
        "assert call(464, 464, -100, b'../secret', 0, b'user.answer', "
        "struct.pack('PII', ctypes.addressof(value), 9, 0), 16) >= 0",
        "secret",
    ),
    "the flags of a neighbour": Escape(
        calls(468, 468, -100, "b'../secret'", "bytes(24)", 24, 0), "secret"
    ),
    "another program": Escape("import os; os.execv('../program', ['x'])", "program"),
    "its own source, opened again": Escape(
        STAMP + "open(f'/proc/self/fd/{own}', 'a').write('#')", "my.py"
    ),
    "its own source, changed": Escape("open(__file__, 'a').write('#')", "my.py"),
}

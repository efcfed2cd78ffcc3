"""Files that are not the program's own, by every way round to them."""

from typing import Final

from tests.harness.sandbox.escapes.way import CHILD, MEANWHILE, STAMP, SYSTEM_CALL, Escape, calls

FILES: Final = {
    "a neighbour": Escape("open('../secret').read()", "secret"),
    "the machines that this one knows": Escape("open('/etc/hosts').read()", "/etc/hosts"),
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
    "a neighbour that is only held": Escape("import os; os.open('../secret', os.O_PATH)", "secret"),
    "a neighbour as a library": Escape("import ctypes; ctypes.CDLL('../secret')", "secret"),
    "a neighbour before all libraries": Escape(
        "import subprocess\ndone = subprocess.run(['/bin/true'], capture_output=True, "
        "env={'LD_PRELOAD': '../secret'})\nassert b'preload' not in done.stderr",
        "secret",
    ),
    "a neighbour by a child": Escape(
        "import subprocess; subprocess.run(['cat', '../secret'], check=True, capture_output=True)",
        "secret",
    ),
    "a program by its loader": Escape(
        "import os, platform, subprocess\n"
        "loader = {'x86_64': '/lib64/ld-linux-x86-64.so.2'}.get(platform.machine(), "
        "'/lib/ld-linux-aarch64.so.1')\n"
        "subprocess.run([loader, '../program'], check=True, capture_output=True)",
        "program",
    ),
    "round by the root of a child": Escape(
        CHILD + "open(f'/proc/{child.pid}/root/FOLDER/secret').read()", "secret"
    ),
    "round by the folder of a child": Escape(
        CHILD + "open(f'/proc/{child.pid}/cwd/../secret').read()", "secret"
    ),
    "a name that changes behind the look": Escape(
        SYSTEM_CALL + MEANWHILE + "name = ctypes.create_string_buffer(b'../secret')\n"
        "def swap():\n    name.value = b'my.py'; name.value = b'../secret'\n"
        "def look():\n    file = call(257, 56, -100, name, 0)\n"
        "    return file >= 0 and (os.read(file, 6) == b'secret', os.close(file))[0]\n"
        "assert meanwhile(swap, look)",
        "secret",
    ),
    "a folder that changes behind the look": Escape(
        MEANWHILE + "home = os.open('.', os.O_RDONLY)\n"
        "def swap():\n    os.chdir('..'); os.fchdir(home)\n"
        "def look():\n    file = os.open('secret', os.O_RDONLY)\n"
        "    return (True, os.close(file))[0]\n"
        "assert meanwhile(swap, look)",
        "secret",
    ),
    "a descriptor that changes behind the look": Escape(
        STAMP + MEANWHILE + "end = os.pipe()[1]\nname = f'/proc/self/fd/{os.dup(end)}'\n"
        "number = int(name.rpartition('/')[2])\n"
        "def swap():\n    os.dup2(own, number); os.dup2(end, number)\n"
        "def look():\n    file = os.open(name, os.O_WRONLY | os.O_NONBLOCK)\n"
        "    return (stat.S_ISREG(os.fstat(file).st_mode), os.close(file))[0]\n"
        "assert meanwhile(swap, look)",
        "my.py",
    ),
}

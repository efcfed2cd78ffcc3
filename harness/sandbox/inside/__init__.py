"""What runs inside the sandbox: the launcher of calls and the watcher of their system calls."""

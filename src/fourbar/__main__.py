"""The `fourbar` command as a process of its own, and `python -m fourbar`."""

from __future__ import annotations

import atexit
import gc
import os
import sys

# Most commands take less time than Python needs to look for garbage among what it imports.
gc.set_threshold(50_000)
# MuJoCo reads and proves files here and draws nothing; what it needs for windows loads slowly.
os.environ.setdefault("MUJOCO_GL", "disable")

from .cli import main  # noqa: E402
from .cli.streams import close_output, open_streams  # noqa: E402


def run() -> None:
    """Run the command line, and leave.

    Taking itself apart takes Python longer than most commands do: the system frees the memory
    faster.
    """
    open_streams()
    status = close_output(_status())
    threads = sys.modules.get("threading")
    if threads is not None and threads.active_count() > 1:
        sys.exit(status)
    atexit._run_exitfuncs()  # pyright: ignore[reportPrivateUsage]
    os._exit(close_output(status))  # what ran at the exit may have printed


def _status() -> int:
    """The exit status of the command, also where the parser of its arguments ends it."""
    try:
        return main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0


if __name__ == "__main__":
    run()

"""The `fourbar` command as a process of its own, and `python -m fourbar`."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from contextlib import suppress

# Most commands take less time than Python needs to look for garbage among what it imports.
gc.set_threshold(50_000)

from .cli import main  # noqa: E402


def run() -> None:
    """Run the command line, and leave.

    Taking itself apart takes Python longer than most commands do: the system frees the memory
    faster.
    """
    status = main()
    threads = sys.modules.get("threading")
    if threads is not None and threads.active_count() > 1:
        sys.exit(status)
    atexit._run_exitfuncs()  # pyright: ignore[reportPrivateUsage]
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # its reader has gone, and `main` may have closed it
            stream.flush()
    os._exit(status)


if __name__ == "__main__":
    run()

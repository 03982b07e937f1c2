"""The process that does jobs: `python -m fourbar.fleet.child BYTES`.

A request is a line of JSON on standard input, its answer one on standard output. It ends with its
parent, whose end of the pipe is closed then.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from pathlib import Path


def serve(memory: int) -> None:
    """Answer until the parent has gone."""
    answers = os.fdopen(os.dup(1), "wb")
    # Whatever a library prints is not an answer.
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), 1)
    from .work import do, warm

    warm()
    limit_memory(memory)
    answers.write(b"ready\n")
    answers.flush()
    for line in sys.stdin.buffer:
        try:
            answer = do(json.loads(line))
        except MemoryError:
            answer = {"status": "memory", "problem": f"needs more than {memory:,} bytes of memory"}
        except Exception as error:  # a defect of ours is one row, and says what it is
            answer = {"status": "crashed", "problem": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()


def limit_memory(more: int) -> None:
    """Let this process take this much more memory than it has now, where systems can do that."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0])
        limit = pages * resource.getpagesize() + more
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


if __name__ == "__main__":
    serve(int(sys.argv[1]))

"""The process that does jobs: `python -m fourbar.fleet.child BYTES`.

A request is a line of JSON on standard input, its answer one on standard output. It ends with its
parent, whose end of the pipe is closed then.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path


def serve(memory: int) -> None:
    """Answer until the parent has gone."""
    answers = os.fdopen(os.dup(1), "wb")
    # Whatever a library prints is not an answer.
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), 1)
    from .resident import Gauge, ResidentError, too_much
    from .work import do, warm

    warm()
    gauge = Gauge(memory)
    answers.write(json.dumps({"ready": gauge.most}).encode() + b"\n")
    answers.flush()
    for line in sys.stdin.buffer:
        gauge.begin()
        try:
            answer = do(json.loads(line), gauge)
        except (MemoryError, ResidentError):
            answer = {"status": "memory", "problem": too_much(memory)}
        except Exception as error:  # a defect of ours is one row, and says what it is
            answer = {"status": "crashed", "problem": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()


if __name__ == "__main__":
    serve(int(sys.argv[1]))

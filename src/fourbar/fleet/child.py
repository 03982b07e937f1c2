"""The process that does jobs: `python -m fourbar.fleet.child BYTES`.

Requests are a line of JSON on standard input, a list of them; each has its answer in a line on
standard output. It ends with its parent, whose end of the pipe is closed then.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from pathlib import Path
from time import monotonic

TOGETHER = 0.25
"""How long robots are done one after the other before the rest is left to others [s]."""


def serve(memory: int) -> None:
    """Answer until the parent has gone."""
    answers = os.fdopen(os.dup(1), "wb", buffering=0)  # an answer is out before the next begins
    # Whatever a library prints is not an answer.
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), 1)
    from .resident import Gauge, ResidentError, too_much
    from .work import do, warm

    warm()
    gc.collect()
    gc.freeze()  # what all jobs need is not looked through again after each of them
    gauge = Gauge(memory)
    answers.write(json.dumps({"ready": gauge.most}).encode() + b"\n")
    for line in sys.stdin.buffer:
        until = monotonic() + TOGETHER
        for number, request in enumerate(json.loads(line)):
            if number and monotonic() > until:
                answers.write(b'{"status": "later"}\n')
                break
            try:
                answer = do(request, gauge)
            except (MemoryError, ResidentError):
                answer = {"status": "memory", "problem": too_much(memory)}
            except Exception as error:  # a defect of ours is one row, and says what it is
                answer = {"status": "crashed", "problem": f"{type(error).__name__}: {error}"}
            answers.write(json.dumps(answer).encode() + b"\n")


if __name__ == "__main__":
    serve(int(sys.argv[1]))

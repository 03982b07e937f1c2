"""Jobs in a process of their own, with a deadline and a limit of resident memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from select import select
from time import monotonic, sleep
from typing import Any
from weakref import WeakSet

from .resident import resident, too_much
from .rows import Limits

_LOOK = 0.05
"""How often the memory of a process is looked at while it works [s]."""
_RESTART = 10_000
"""Robots after which a process is replaced in any case."""
_SOME = 16
"""Robots between two looks at what is left behind, which takes a part of a millisecond."""
_ASLEEP = 0.75
"""The part of the time until the last answer is expected that is slept before a look at them."""
_LEFT = 0.25
"""The part of the memory limit that jobs may leave behind before their process is replaced."""


_values = json.JSONDecoder().decode

Request = dict[str, Any]
Answer = dict[str, Any]


class ChildError(Exception):
    """The child did not answer; `status` says how it ended."""

    def __init__(self, status: str, problem: str) -> None:
        super().__init__(problem)
        self.status = status


_living: WeakSet[Child] = WeakSet()


class Child:
    """A Python process that does one request at a time (`child.py`)."""

    def __init__(self, memory: int) -> None:
        self.memory = memory
        self.served = 0
        self.stopped = False
        self._looked = 0
        self._process = subprocess.Popen(
            [sys.executable, "-m", f"{__package__}.child", str(memory)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONHASHSEED": "0"},
            start_new_session=True,  # Ctrl-C is for the parent
        )
        _living.add(self)
        self._lines: deque[str] = deque()
        self._rest = b""
        self._pace = 0.0
        self._most: int | None = None
        self._most = _values(self._line(monotonic() + 60.0))["ready"]

    def ask(self, requests: Sequence[Request], seconds: float) -> Iterator[Answer]:
        """The answers in order, as they come; the last may say that the rest is for later.

        ChildError where one does not come in time, after which this process is of no use.
        """
        stdin = self._process.stdin
        assert stdin is not None
        try:
            stdin.write(json.dumps(requests).encode() + b"\n")
            stdin.flush()
        except OSError:
            raise self._ended() from None
        for left in range(len(requests) - 1, -1, -1):
            since = monotonic()
            if left and not self._lines:
                # To be woken for each of many small robots takes as long as a part of its job.
                sleep(min(_LOOK, _ASLEEP * left * self._pace))
            answer = _values(self._line(since + seconds, seconds))
            if answer["status"] == "later":
                return
            self.served += 1
            self._pace = answer.get("seconds", 0.0)
            yield answer

    @property
    def worn(self) -> bool:
        """Whether what jobs left behind adds up."""
        if self.served >= _RESTART:
            return True
        if self.served < self._looked + _SOME:
            return False
        self._looked = self.served
        idle = (self._most or 0) - self.memory
        return resident(self._process.pid) > idle + _LEFT * self.memory

    def _line(self, deadline: float, seconds: float = 60.0) -> str:
        stdout = self._process.stdout
        assert stdout is not None
        while not self._lines:
            left = deadline - monotonic()
            ready = select([stdout], [], [], max(0.0, min(left, _LOOK)))[0]
            if not ready:
                if left <= _LOOK:
                    raise ChildError("timeout", f"took more than {seconds:g} s")
                # A peak between two looks is found by the child itself, once it is done.
                if self._most is not None and resident(self._process.pid) > self._most:
                    raise ChildError("memory", too_much(self.memory))
                continue
            piece = os.read(stdout.fileno(), 1 << 16)
            if not piece:
                raise self._ended()
            *whole, self._rest = (self._rest + piece).split(b"\n")
            self._lines.extend(line.decode() for line in whole)
        return self._lines.popleft()

    def _ended(self) -> ChildError:
        status = self._process.wait()
        how = f"signal {-status}" if status < 0 else f"exit status {status}"
        return ChildError("crashed", f"the process ended without a result ({how})")

    def kill(self) -> None:
        """End the process; who waits for it is told."""
        self._process.kill()

    def stop(self) -> None:
        """End the process and close its pipes."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()

    def __del__(self) -> None:
        if getattr(self, "_process", None) is not None:
            self.stop()


class _Own(threading.local):
    child: Child | None = None  # goes with its thread


_own = _Own()


def ask(requests: Sequence[Request], limits: Limits) -> list[Answer]:
    """The answers of a limited process of this thread's own, in order; a failure is one of them.

    There are fewer where robots took longer than expected: the others are for somebody else. What
    fails in a process that has served others is tried again in a new one: the verdict does not
    depend on what came before.
    """
    found: list[Answer] = []
    while True:
        child, before, first = None, _own.child, True
        try:
            child = _ready(limits)
            first = child is not before
            for answer in child.ask(requests[len(found) :], limits.seconds):
                if answer["status"] == "memory":
                    raise ChildError("memory", answer["problem"])
                found.append(answer)
                first = False
            return found
        except ChildError as error:
            release()
            stopped = child is not None and child.stopped
            if first or stopped or error.status == "timeout":
                found.append({"status": error.status, "problem": str(error)})
            if stopped or len(found) == len(requests):
                return found


def _ready(limits: Limits) -> Child:
    """The process of this thread, or a new one where there is none or it is worn."""
    child = _own.child
    if child is not None and (child.memory != limits.memory or child.worn):
        release()
    if _own.child is None:
        _own.child = Child(limits.memory)
    return _own.child


def release() -> None:
    """End the process of this thread."""
    if _own.child is not None:
        _own.child.stop()
        _own.child = None


def stop_all() -> None:
    """End what all threads of this process wait for: their robots are not tried again."""
    for child in list(_living):
        child.stopped = True
        child.kill()

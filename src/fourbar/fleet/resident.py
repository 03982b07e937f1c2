"""How much memory a process really has: what is resident, not what addresses are reserved for."""

from __future__ import annotations

import sys
from pathlib import Path

try:
    import resource
except ImportError:
    resource = None

_MEGABYTE = 1 << 20


class ResidentError(Exception):
    """A job had more in memory than it may."""


class Gauge:
    """The peak of this process, compared with what it has when idle and may have beyond that.

    The peak is that of all jobs of a process. One that had more than it may is the last of its
    process, and what a job before it had is no verdict: `limited.ask` tries it in a new one.
    """

    def __init__(self, memory: int) -> None:
        self.most = _peak() + memory

    def check(self) -> None:
        """ResidentError where this process has had more than a job may have at any time."""
        # What the system tells without a file counts a little more: what its parent had, too.
        if not 0 < _bound() <= self.most and _peak() > self.most:
            raise ResidentError


def too_much(memory: int) -> str:
    """What a row says about a job beyond the limit."""
    return f"needs more than {memory / _MEGABYTE:,.0f} MB of memory"


def resident(process: int) -> int:
    """What another process has in memory now [bytes]; 0 where that cannot be known."""
    return _field(f"/proc/{process}/status", b"VmRSS:")


def _peak() -> int:
    return _field("/proc/self/status", b"VmHWM:") or _bound()


def _bound() -> int:
    """No less than the peak [bytes]; 0 where that cannot be known."""
    if resource is None:  # Windows: only what the system itself refuses is a verdict
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def _field(path: str, name: bytes) -> int:
    try:
        with Path(path).open("rb") as stream:
            text = stream.read()
    except OSError:
        return 0
    at = text.find(name)
    return int(text[at + len(name) :].split(None, 1)[0]) * 1024 if at >= 0 else 0

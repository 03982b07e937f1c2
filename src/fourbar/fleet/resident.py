"""How much memory a process really has: what is resident, not what addresses are reserved for."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

_MEGABYTE = 1 << 20


class ResidentError(Exception):
    """A job had more in memory than it may."""


class Gauge:
    """The peak of this process, compared with what it has when idle and may have beyond that.

    Linux keeps the peak, and resets it when asked; where it cannot be reset, a process that has
    had more before is replaced by a new one before there is a verdict (`limited.ask`).
    """

    def __init__(self, memory: int) -> None:
        self.most = _peak() + memory

    def begin(self) -> None:
        """Forget the peak of what was done before."""
        with suppress(OSError):
            Path("/proc/self/clear_refs").write_text("5")

    def check(self) -> None:
        """ResidentError where the job had more than it may at any time since it began."""
        if _peak() > self.most:
            raise ResidentError


def too_much(memory: int) -> str:
    """What a row says about a job beyond the limit."""
    return f"needs more than {memory / _MEGABYTE:,.0f} MB of memory"


def resident(process: int) -> int:
    """What another process has in memory now [bytes]; 0 where that cannot be known."""
    return _field(f"/proc/{process}/status", b"VmRSS:")


def _peak() -> int:
    found = _field("/proc/self/status", b"VmHWM:")
    if found:
        return found
    try:
        import resource
    except ImportError:  # Windows: only what the system itself refuses is a verdict
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

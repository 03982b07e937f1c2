"""Ways for a command to end before it is done."""

from __future__ import annotations

OK, FINDINGS, FAILED = 0, 1, 2
"""Exit status: fine; the description has errors or does not close; the command could not run."""


class CommandError(Exception):
    """Ends a command with a message on standard error and an exit status."""

    def __init__(self, message: str, status: int = FAILED) -> None:
        super().__init__(message)
        self.status = status

"""Ways for a command to end before it is done."""

from __future__ import annotations

OK, FINDINGS, FAILED = 0, 1, 2
"""Exit status: fine; the description has errors or does not close; the command could not run."""

INTERRUPTED = 130
"""The exit status after Ctrl-C: 128 + SIGINT, as shells have it."""

NAME_THE_DRIVES = "name all joints that have a motor with --drives JOINT (repeatable)"
"""The way out where those of a description cannot do what is asked of them."""


class CommandError(Exception):
    """Ends a command with a message on standard error and an exit status."""

    def __init__(self, message: str, status: int = FAILED) -> None:
        super().__init__(message)
        self.status = status


def refusal(error: Exception) -> CommandError:
    """What a computation raised, as the end of its command.

    A name or a number that it does not take is wrong usage; all else is about the mechanism.
    """
    from ..error import FourbarError
    from ..mechanics.dynamics import ActuationError
    from ..robot import UnknownNameError

    if isinstance(error, ActuationError):
        way_out = f"{NAME_THE_DRIVES}, or see the efforts of all joints in `fourbar dynamics`"
        return CommandError(f"{error.problem}; {way_out}", FINDINGS)
    is_usage = isinstance(error, UnknownNameError) or not isinstance(error, FourbarError)
    return CommandError(str(error), FAILED if is_usage else FINDINGS)

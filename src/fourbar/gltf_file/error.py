"""What is wrong with a file, as a value: each caller has rules of its own for it."""

from __future__ import annotations

from enum import Enum


class Problem(Enum):
    """Kinds of faults of a glTF file."""

    UNREADABLE = "breaks the rules of glTF"
    UNSUPPORTED = "uses a feature that is not supported"
    TOO_LARGE = "is larger than the limit"
    TRUNCATED = "ends too early"
    MISSING_FILE = "is in a file that does not exist"
    INDEX = "refers to something that does not exist"


class GltfFileError(Exception):
    """A file, or a part of it, that cannot be read.

    Attributes
    ----------
    problem, message
        The kind of fault, and a sentence about it.
    pointer
        The JSON pointer (RFC 6901) of the part; empty for the file as a whole.
    at
        The byte of the file, if that is known.
    """

    def __init__(
        self, problem: Problem, message: str, *, pointer: str = "", at: int | None = None
    ) -> None:
        super().__init__(message)
        self.problem = problem
        self.message = message
        self.pointer = pointer
        self.at = at

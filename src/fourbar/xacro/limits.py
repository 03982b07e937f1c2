"""How much an expansion may grow before it is refused, and the account of what it has used."""

from __future__ import annotations

MAX_ELEMENTS = 200_000
"""Elements and instructions expanded; an arm needs about a thousand."""
MAX_DEPTH = 200
"""Elements nested in the result."""
MAX_CALLS = 1_000
"""Macro calls and includes open inside one another."""
MAX_FRAMES = 2_000
"""Elements, conditions, blocks, macro calls and includes open inside one another."""
MAX_INCLUDES = 64
"""Files open inside one another."""
MAX_MATCHES = 20_000
"""Entries of folders looked at for one include with wildcards."""
MAX_EXPRESSION = 65_536
"""Characters of a text with `$` in it."""
MAX_NESTING = 200
"""Operations, brackets and calls inside one another in an expression."""
MAX_TEXT = 8 * 2**20
"""Characters of one evaluated expression."""
MAX_TOTAL_TEXT = 64 * 2**20
"""Characters of all evaluated expressions together, and bytes of the result."""
MAX_ITEMS = 1_000_000
"""Items of one list, dictionary, set or range."""
MAX_STEPS = 5_000_000
"""Operations of all expressions together, work on long values counted by their length."""
MAX_BITS = 65_536
"""Bits of a whole number."""
MAX_YAML = 2**20
"""Bytes of one YAML file; reading so many takes seconds."""
MAX_FAILURES = 20
"""Errors after which the rest is not looked at any more."""
MAX_QUOTES = 1_000
"""Quotation marks in the parameters of a macro."""


class LimitError(Exception):
    """Something grew too large; the text says what."""


class Budget:
    """What the expressions of one expansion have used so far."""

    __slots__ = ("steps", "text")

    def __init__(self) -> None:
        self.steps = 0
        self.text = 0

    def spend(self, steps: int) -> None:
        """Count operations."""
        self.steps += steps
        if self.steps > MAX_STEPS:
            raise LimitError(f"more than {MAX_STEPS:,} operations in expressions")

    def produce(self, size: int) -> None:
        """Count characters that an expression gave."""
        check(size, MAX_TEXT, "characters in one value")
        self.text += size
        check(self.text, MAX_TOTAL_TEXT, "characters from expressions")


def check(size: int, limit: int, what: str) -> None:
    """Raise where a size is beyond its limit."""
    if size > limit:
        raise LimitError(f"more than {limit:,} {what}")

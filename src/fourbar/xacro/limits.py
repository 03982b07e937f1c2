"""How much an expansion may grow before it is refused."""

from __future__ import annotations

MAX_ELEMENTS = 100_000
"""Elements read from files or copied by macros; an arm needs about a thousand."""
MAX_SIBLINGS = 500_000_000
"""Siblings passed over in search of the places of elements: the time that long lists cost."""
MAX_INCLUDES = 64
"""Files open inside one another."""
MAX_EXPRESSION = 65_536
"""Characters of a text with `$` in it."""
MAX_TEXT = 8 * 2**20
"""Characters of one evaluated expression."""
MAX_TOTAL_TEXT = 64 * 2**20
"""Characters of all evaluated expressions together, and bytes of the result."""
MAX_ITEMS = 1_000_000
"""Items of one list or range, and steps of all comprehensions together."""
MAX_BITS = 65_536
"""Bits of a whole number."""
MAX_YAML = 4 * 2**20
"""Bytes of one YAML file."""


class LimitError(Exception):
    """Something grew too large; the text says what."""

"""How much one file may hold before it is refused: what a file *says* must not fill the memory."""

from __future__ import annotations

MAX_BYTES = 1 << 30
"""Of a file, of a buffer, and of all decompressed views together."""

MAX_JSON = 1 << 28
"""Bytes of JSON."""

MAX_ITEMS = 10_000_000
"""Lists, objects and their members: each takes many times the memory of its characters."""

MAX_ELEMENTS = 30_000_000
"""Of one accessor."""

MAX_ZEROS = 1_000_000
"""Of an accessor without a buffer view, which is all zeros but for what a sparse one replaces."""

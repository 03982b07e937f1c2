"""How much XML is too much."""

from __future__ import annotations

from ..record import record


@record
class Limits:
    """How much a document may hold before it is refused."""

    bytes: int = 64 * 1024 * 1024
    depth: int = 200
    elements: int = 1_000_000

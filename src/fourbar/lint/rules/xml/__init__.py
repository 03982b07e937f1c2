"""XML: whether the file can be read at all."""

from __future__ import annotations

from ...context import Context

STAGE = "X0"


def applies(context: Context) -> bool:
    """Whether the reader found something."""
    return any(d.code.startswith(STAGE) for d in context.found)

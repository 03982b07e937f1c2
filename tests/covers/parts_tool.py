"""Whether convex parts can be made here."""

from __future__ import annotations

import pytest

from fourbar.covers.decompose import has_coacd


def need_coacd() -> None:
    """Skip without CoACD, which is not imported: in one process with it OpenUSD writes no bools."""
    if not has_coacd():
        pytest.skip("CoACD is not installed")

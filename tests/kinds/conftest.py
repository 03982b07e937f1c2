"""Every kind of the table, and one more that the tests add as one row."""

from __future__ import annotations

import pytest

from fourbar.robot import KINDS

from .closed_forms import INVENTED


@pytest.fixture
def invented(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table with a row that no other module has heard of."""
    monkeypatch.setitem(KINDS, INVENTED.name, INVENTED)

"""Random robots of the gallery and the corpus: what `sweep` runs by hand, for every change."""

from __future__ import annotations

import pytest

from .sweep import run


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "count"), [("rewrites", 500), ("changes", 300), ("operations", 400)]
)
def test_nothing_goes_wrong(kind, count, corpus_files):
    """No rewrite is a difference, every change is found in its place, operations come undone."""
    assert run(kind, count, seed=1) == 0

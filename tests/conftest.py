"""What tests of several packages share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

# A loaded machine is slow, not wrong; and a failure must come back on the next run.
settings.register_profile("fourbar", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("fourbar")

CORPUS = Path(
    os.environ.get("FOURBAR_CORPUS", Path(__file__).parents[2] / "shared" / "corpus")
).resolve()


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real robots; tests that need it skip where it is absent."""
    if not CORPUS.is_dir():
        pytest.skip(f"no corpus at {CORPUS} (set FOURBAR_CORPUS)")
    return CORPUS


@pytest.fixture(scope="session")
def corpus_files(corpus: Path) -> list[Path]:
    """Every .urdf file of the corpus."""
    return sorted(p for p in corpus.rglob("*") if p.suffix.lower() == ".urdf" and p.is_file())

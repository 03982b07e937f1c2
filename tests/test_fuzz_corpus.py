"""Every input that once failed while fuzzing is handled now (fuzz/run.py stores them)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

FUZZ = Path(__file__).parents[1] / "fuzz"
sys.path.insert(0, str(FUZZ))
from seeds import seeds  # noqa: E402
from targets import TARGETS  # noqa: E402

STORED = sorted(
    file for name in TARGETS for file in (FUZZ / "corpus" / name).glob("*") if file.is_file()
)


@pytest.mark.parametrize("file", STORED, ids=lambda file: f"{file.parent.name}-{file.name}")
def test_stored_input(file: Path) -> None:
    TARGETS[file.parent.name](file.read_bytes())


@pytest.mark.parametrize("name", TARGETS)
def test_seeds(name: str) -> None:
    for data in seeds(name):
        TARGETS[name](data)


def test_every_folder_of_the_corpus_has_a_target() -> None:
    assert {
        folder.name for folder in (FUZZ / "corpus").iterdir() if folder.is_dir()
    } <= TARGETS.keys()

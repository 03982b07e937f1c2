"""A folder for pages to run in."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from .folder import fill


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files that pages speak of; no page opens a browser or writes into the user's folders."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BROWSER", str(shutil.which("true")))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "102")
    fill(tmp_path)
    return tmp_path

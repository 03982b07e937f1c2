"""The table of formats: one row is all that a format needs."""

from __future__ import annotations

from pathlib import Path

import pytest

import fourbar as fb
from fourbar.cli import build_parser, main
from fourbar.formats import FORMATS, READERS, SUFFIXES, readable, readable_text, writable
from fourbar.formats.table import function


def test_every_function_of_the_table_exists() -> None:
    for row in FORMATS:
        for target in (row.read, row.validate, *row.writers.values()):
            assert target is None or callable(function(target))


def test_extensions_are_unique_and_in_lower_case() -> None:
    suffixes = [suffix for row in FORMATS for suffix in row.suffixes]
    assert len(suffixes) == len(set(suffixes)) == len(SUFFIXES)
    assert all(suffix.startswith(".") and suffix == suffix.lower() for suffix in suffixes)


def test_help_texts_and_choices_come_from_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert readable_text() in " ".join(build_parser().format_help().split())
    for command in ("info", "view", "convert"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        shown = " ".join(capsys.readouterr().out.split())
        assert readable_text() in shown
        assert "{" + ",".join(READERS) + "}" in shown
        if command == "convert":
            assert all(suffix in shown for suffix in writable())


def test_content_decides_over_the_extension(tmp_path: Path) -> None:
    robot = fb.load("gallery:four_bar")
    file = tmp_path / "robot.urdf"
    fb.save(robot, tmp_path / "robot.glb")
    (tmp_path / "robot.glb").rename(file)
    assert fb.load(file) == robot


def test_an_unknown_format_names_the_known() -> None:
    with pytest.raises(ValueError, match="unknown format 'collada'; expected one of: urdf, xacro"):
        fb.read(b"<robot/>", format="collada")


def test_which_files_are_readable() -> None:
    assert readable("A.URDF")
    assert not readable("a.stl")

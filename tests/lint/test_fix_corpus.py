"""Fixes of real files: the finding goes, nothing else changes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import fourbar as fb
from fourbar.diagnostics import Report, Step
from fourbar.lint import Settings, check, fix_text
from fourbar.reading import Content
from fourbar.robot import Robot

CORPUS = Path(os.environ.get("FOURBAR_CORPUS", "../shared/corpus"))
FILES = sorted(CORPUS.rglob("*.urdf")) if CORPUS.is_dir() else []
QUICK = Settings(meshes=False)

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.slow,
    pytest.mark.skipif(not FILES, reason="the corpus is not there"),
]

# Fixes after which the robot is the same in every respect.
NOTHING_CHANGES = {
    *("X002", "X003", "X004", "X010"),
    *("S107", "S111", "S113", "S114", "S120", "S121", "S130", "S142", "S190"),
}
# Fixes that give a part another name: everything that refers to it changes too.
RENAMES = {"R203", "R205", "R206", "R207", "R208", "R209"}
# Fixes that touch several joints, or the file as a whole.
OTHERS = {"G301", "G302", "G340", "G342", "S131"}


def fixable(report: Report) -> set[str]:
    return {d.code for d in report if d.fix is not None}


def parts(robot: Robot, touched: set[Step]) -> Iterator[object]:
    """Everything but the parts whose path begins with one of `touched`."""
    for kind in ("links", "joints", "loops", "couplings", "materials"):
        for part in getattr(robot, kind):
            if Step(kind[:-1], part.name) not in touched:
                yield part
    for kind in ("transmissions", "ros2_control", "sensors", "gazebo"):
        for i, part in enumerate(getattr(robot, kind)):
            if not any(step.kind == kind.rstrip("s") for step in touched):
                yield i, part


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(CORPUS).as_posix())
def test_each_fix_mends_its_finding_and_nothing_else(file: Path) -> None:
    data = file.read_bytes()
    before = check(Content(data, str(file)), settings=QUICK)
    robot, _ = fb.read(str(file))
    for code in sorted(fixable(before)):
        result = fix_text(str(file), settings=QUICK, only=code, unsafe=True)
        assert result.applied, code
        assert code not in fixable(result.report), code
        fixed, _ = fb.read(Content(result.data, str(file)))
        assert robot is not None
        assert fixed is not None
        if code in NOTHING_CHANGES:
            assert fixed == robot, code
        elif code not in RENAMES | OTHERS:
            touched = {d.part_path.part for d in result.applied if d.part_path is not None}
            if code.startswith("A5"):  # every place that names the file
                touched |= {Step("link", link.name) for link in robot.links}
            assert list(parts(fixed, touched)) == list(parts(robot, touched)), code


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(CORPUS).as_posix())
def test_safe_fixes_together_bring_no_new_errors(file: Path) -> None:
    before = check(str(file), settings=QUICK)
    result = fix_text(str(file), settings=QUICK)
    assert not {d.code for d in result.report.errors} - {d.code for d in before.errors}
    assert not any(d.fix is not None and d.fix.safe for d in result.report)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(CORPUS).as_posix())
def test_a_fix_changes_the_bytes_of_its_edits_only(file: Path) -> None:
    data = file.read_bytes()
    for finding in check(str(file), settings=QUICK):
        for edit in finding.fix.edits if finding.fix else ():
            assert 0 <= edit.start <= edit.end <= len(data)
            assert len(data[edit.start : edit.end]) < 2000 or edit.text == ""

"""Names that no file can hold are refused by name, not by a codec."""

from __future__ import annotations

from pathlib import Path

import pytest

import fourbar as fb


@pytest.mark.parametrize(("name", "code"), [("b\ud800", "D800"), ("b\x07", "0007")])
def test_a_name_that_xml_cannot_hold_is_refused(tmp_path: Path, name: str, code: str) -> None:
    robot = fb.Robot("r", [fb.Link(name)])
    with pytest.raises(fb.SaveError, match=rf"contains the character U\+{code}"):
        fb.save(robot, tmp_path / "r.urdf")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("value", [10**400, "1", True])
def test_what_only_looks_like_a_number_is_refused(value: object) -> None:
    with pytest.raises(fb.RobotError, match="xyz must be 3 numbers"):
        fb.Pose(xyz=(0.0, 0.0, value))  # type: ignore[arg-type]

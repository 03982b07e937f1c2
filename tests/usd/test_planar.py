"""Joints that slide twice: whether they turn is a fact of the file, and stays one."""

from __future__ import annotations

from pathlib import Path

import pytest

import fourbar as fb

pytest.importorskip("pxr")

from fourbar.usd.prove import prove

ROBOT = """<robot name="p"><link name="base"/><link name="c"><inertial><mass value="2"/>
<inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
<joint name="j" type="planar"><parent link="base"/><child link="c"/>
<origin xyz="0.1 0.2 0.3" rpy="0.1 0.2 0.3"/><axis xyz="0 1 1"/></joint></robot>"""


@pytest.fixture
def written(tmp_path: Path) -> dict[str, Path]:
    robot = fb.loads(ROBOT)
    paths = {"urdf": tmp_path / "p.urdf"}
    paths["urdf"].write_text(ROBOT)
    for planar in ("xy", "xyt"):
        for suffix in ("usda", "xml"):
            paths[planar, suffix] = tmp_path / f"{planar}.{suffix}"
            fb.save(robot, paths[planar, suffix], planar=planar)
    return paths


@pytest.mark.parametrize("suffix", ["usda", "xml"])
@pytest.mark.parametrize(("planar", "dof"), [("xy", 2), ("xyt", 3)])
def test_all_motions_are_read(written: dict[str, Path], suffix: str, planar: str, dof: int) -> None:
    path = written[planar, suffix]
    assert fb.mobility(fb.load(path)).mobility == dof
    assert fb.mobility(fb.load(path, lossless=False)).mobility == dof
    assert fb.compare(written["urdf"], path).equal


@pytest.mark.parametrize("one", ["usda", "xml"])
@pytest.mark.parametrize("two", ["usda", "xml"])
def test_one_that_turns_is_another_robot(written: dict[str, Path], one: str, two: str) -> None:
    assert fb.compare(written["xy", one], written["xy", two]).equal
    found = fb.compare(written["xy", one], written["xyt", two])
    assert "mobility" in {difference.category for difference in found.differences}


@pytest.mark.parametrize("planar", ["xy", "xyt"])
def test_it_is_proven(planar: str) -> None:
    assert prove(fb.loads(ROBOT), configurations=5, planar=planar).holds

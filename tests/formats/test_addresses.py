"""A description that is written to another folder finds its meshes and textures from there."""

from pathlib import Path

import pytest

import fourbar as fb
from fourbar.cli import main

ROBOT = """<robot name="r">
  <!-- kept -->
  <material name="wood"><texture filename="wood.png"/></material>
  <link name="a">
    <visual>
      <geometry><mesh filename="meshes/t.stl"/></geometry>
      <material name="grain"><texture filename="wood.png"/></material>
    </visual>
    <collision><geometry><mesh filename="meshes/t.stl"/></geometry></collision>
    <visual><geometry><mesh filename="package://p/t.stl"/></geometry></visual>
    <visual><geometry><mesh filename="missing.stl"/></geometry></visual>
  </link>
</robot>
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "from"
    (folder / "meshes").mkdir(parents=True)
    (folder / "meshes/t.stl").write_bytes(bytes(84))
    (folder / "wood.png").write_bytes(b"")
    (folder / "r.urdf").write_text(ROBOT)
    return folder / "r.urdf"


def moved(file: Path) -> None:
    robot = fb.load(file)
    visuals, collisions = robot.links["a"].visuals, robot.links["a"].collisions
    assert [shape.geometry.filename for shape in (*visuals, *collisions)] == [
        "../from/meshes/t.stl",
        "package://p/t.stl",
        "missing.stl",
        "../from/meshes/t.stl",
    ]
    assert visuals[0].material.texture == "../from/wood.png"
    assert robot.materials["wood"].texture == "../from/wood.png"


@pytest.mark.filterwarnings("ignore::fourbar.LoadWarning")
def test_save_and_convert(source: Path) -> None:
    target = source.parent.parent / "to"
    target.mkdir()
    fb.save(fb.load(source), target / "saved.urdf")
    moved(target / "saved.urdf")
    assert main(["convert", str(source), str(target / "converted.urdf")]) == 0
    moved(target / "converted.urdf")
    fb.save(fb.load(source), source.parent / "beside.urdf")
    assert fb.load(source.parent / "beside.urdf") == fb.load(source)


@pytest.mark.filterwarnings("ignore::fourbar.LoadWarning")
def test_edit_keeps_the_text(source: Path) -> None:
    target = source.parent.parent / "to"
    target.mkdir()
    assert main(["edit", str(source), "--scale", "1", "-o", str(target / "e.urdf")]) == 0
    moved(target / "e.urdf")
    assert "<!-- kept -->" in (target / "e.urdf").read_text()

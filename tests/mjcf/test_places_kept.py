"""Meshes of a file become files of their own; findings still point at the file that was read."""

from __future__ import annotations

from pathlib import Path

import pytest

import fourbar as fb
from fourbar.diagnostics import PartPath, Report
from fourbar.gltf import extract_meshes

pytest.importorskip("mujoco")

TEXT = """<mujoco model="rods">
  <asset><mesh name="wedge" vertex="0 0 0  0.2 0 0  0 0.2 0  0 0 0.2"/></asset>
  <worldbody>
    <body name="rod">
      <joint name="swing" type="ball" damping="0.1" armature="0.02"/>
      <geom type="mesh" mesh="wedge"/>
    </body>
  </worldbody>
  <keyframe><key name="home" qpos="1 0 0 0"/></keyframe>
</mujoco>
"""


@pytest.mark.parametrize("suffix", ["sdf", "urdf"])
def test_findings_about_a_robot_with_meshes_inside_have_lines(suffix: str, tmp_path: Path) -> None:
    from fourbar.formats.output import written

    file = tmp_path / "rods.xml"
    file.write_text(TEXT)
    report = Report()
    robot = extract_meshes(fb.load(file), tmp_path / "meshes", name="meshes", report=report)
    text = str(written(robot, tmp_path / f"rods.{suffix}", report=report))
    (made,) = (tmp_path / "meshes").iterdir()
    assert f"meshes/{made.name}" in text
    lost = [f for f in report if f.code == "F901"]
    assert lost
    lines = TEXT.splitlines()
    for finding in lost:
        assert finding.span is not None
        assert finding.span.file == str(file)
        if finding.path is not None and finding.path.part == PartPath("joint", "swing").part:
            assert 'name="swing"' in lines[finding.span.line - 1]

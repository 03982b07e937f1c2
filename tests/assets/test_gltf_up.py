"""Which axis is up in glTF meshes: asked for, or what the other shapes agree with."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import fourbar as fb
from fourbar.assets.disk_meshes import DiskMeshes
from fourbar.diagnostics import PartPath, Report
from fourbar.robot import Mesh

COLUMN = (0.1, 0.1, 0.4)
"""The size [m] along the axes of the glTF file, from its origin along z."""


def _gltf(*, z_up: bool) -> str:
    """A column along the link's z, as an exporter writes it that has z up, or y up as glTF."""
    x, y, z = COLUMN
    corners = np.array(np.meshgrid([-x / 2, x / 2], [-y / 2, y / 2], [0.0, z])).reshape(3, -1).T
    if not z_up:
        corners = np.stack([corners[:, 0], corners[:, 2], -corners[:, 1]], axis=1)
    faces = np.array([0, 1, 2, 1, 3, 2, 4, 6, 5, 5, 6, 7, 0, 4, 1, 1, 4, 5], np.uint8)
    data = corners.astype("<f4").tobytes() + faces.tobytes()
    accessor = {"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3"}
    low, high = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    return json.dumps(
        {
            "asset": {"version": "2.0"},
            "scenes": [{"nodes": [0]}],
            "nodes": [{"mesh": 0}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
            "accessors": [
                {**accessor, "min": low, "max": high},
                {"bufferView": 1, "componentType": 5121, "count": len(faces), "type": "SCALAR"},
            ],
            "bufferViews": [
                {"buffer": 0, "byteLength": 96},
                {"buffer": 0, "byteOffset": 96, "byteLength": len(faces)},
            ],
            "buffers": [
                {
                    "byteLength": len(data),
                    "uri": "data:application/octet-stream;base64," + b64encode(data).decode(),
                }
            ],
        }
    )


COLLISION = (
    '<collision><origin xyz="0 0 0.2"/><geometry><box size="0.1 0.1 0.4"/></geometry></collision>'
)
SAME = '<collision><geometry><mesh filename="arm.gltf"/></geometry></collision>'


def _write(folder: Path, *, z_up: bool, collision: str) -> Path:
    (folder / "arm.gltf").write_text(_gltf(z_up=z_up))
    file = folder / "arm.urdf"
    file.write_text(
        f"""<robot name="arm">
  <link name="arm">
    <visual><geometry><mesh filename="arm.gltf"/></geometry></visual>
    {collision}
  </link>
  <link name="tip"/>
  <joint name="wrist" type="continuous">
    <origin xyz="0 0 0.4"/><parent link="arm"/><child link="tip"/><axis xyz="0 0 1"/>
  </joint>
</robot>"""
    )
    return file


def _size(robot: fb.Robot, report: Report) -> NDArray[np.float64]:
    files = DiskMeshes(robot, report=report)
    visual = robot.links[0].visuals[0].geometry
    assert isinstance(visual, Mesh)
    mesh = files.turned(visual, PartPath("link", "arm").item("visual", 0))
    assert mesh is not None
    assert mesh.bounds is not None
    return mesh.bounds[1] - mesh.bounds[0]


@pytest.mark.parametrize("collision", [COLLISION, SAME], ids=["collision", "neighbours"])
@pytest.mark.parametrize("z_up", [True, False])
def test_the_axis_is_the_one_that_fits(tmp_path: Path, collision: str, z_up: bool) -> None:
    report = Report()
    robot = fb.load(_write(tmp_path, z_up=z_up, collision=collision))
    assert _size(robot, report) == pytest.approx(COLUMN, abs=1e-7)
    assert [finding.code for finding in report] == (["A547"] if z_up else [])


@pytest.mark.parametrize(("up", "size"), [("y", (0.1, 0.4, 0.1)), ("z", COLUMN)])
def test_an_axis_that_is_asked_for_is_taken(
    tmp_path: Path, up: str, size: tuple[float, float, float]
) -> None:
    report = Report()
    file = _write(tmp_path, z_up=True, collision=COLLISION)
    robot = fb.load(file, gltf_up=up)  # pyright: ignore[reportArgumentType]
    assert _size(robot, report) == pytest.approx(size, abs=1e-7)
    assert not list(report)
    assert "A547" not in {finding.code for finding in fb.check(fb.read(file, gltf_up=up))}


def test_shapes_that_fit_both_ways_keep_the_axis_of_gltf(tmp_path: Path) -> None:
    report = Report()
    ball = '<collision><geometry><sphere radius="0.5"/></geometry></collision>'
    file = _write(tmp_path, z_up=True, collision=ball)
    assert _size(fb.load(file), report) == pytest.approx((0.1, 0.4, 0.1), abs=1e-7)
    assert not list(report)


def test_converting_and_checking_agree(tmp_path: Path) -> None:
    file = _write(tmp_path, z_up=True, collision=COLLISION)
    written = tmp_path / "arm.glb"
    report = Report()
    fb.save(fb.load(file), written, report=report)
    assert "A547" in {finding.code for finding in report}
    assert "A547" in {finding.code for finding in fb.check(fb.read(file))}
    assert not fb.compare(fb.load(file, gltf_up="z"), fb.load(written)).differences
    assert fb.compare(fb.load(file, gltf_up="y"), fb.load(written)).differences


def test_an_unknown_axis_is_refused(tmp_path: Path) -> None:
    file = _write(tmp_path, z_up=True, collision=COLLISION)
    with pytest.raises(ValueError, match="unknown gltf_up 'x'; expected one of: 'auto', 'y', 'z'"):
        fb.load(file, gltf_up="x")  # pyright: ignore[reportArgumentType]

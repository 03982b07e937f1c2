"""Planar joints: one pair of directions everywhere, and loops that do not ask how joints count."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import fourbar as fb
from fourbar.diagnostics import Report
from fourbar.gltf import RobotScene, write_glb
from fourbar.robot import JointPosition, Planar, plane_of


def sliding(*positions: float) -> fb.Robot:
    joint = fb.Joint("base", "planar", "world", "body", axis=(0.0, 0.0, 1.0))
    state = fb.Configuration("there", (JointPosition("base", positions),))
    return fb.Robot("cart", [fb.Link("world"), fb.Link("body")], [joint], configurations=[state])


@pytest.mark.parametrize("planar", ["xy", "xyt"])
@pytest.mark.parametrize("place", [(1.0, 0.0), (0.0, 1.0), (0.3, -0.7)])
def test_about_z_the_numbers_are_x_and_y(
    planar: Planar, place: tuple[float, float], tmp_path: Path
) -> None:
    robot = sliding(*place)
    model = fb.Model(robot, planar=planar)
    data = model.data()
    fb.forward_kinematics(model, data, model.configuration("there"))
    np.testing.assert_allclose(data.pose("body")[:3, 3], [*place, 0.0], atol=1e-15)
    fb.save(robot, tmp_path / "cart.glb", planar=planar)
    scene = RobotScene.load(tmp_path / "cart.glb")
    scene.configuration("there")
    np.testing.assert_allclose(scene.link_pose("body")[:3, 3], [*place, 0.0], atol=1e-15)


def test_an_angle_survives_where_the_file_has_one(tmp_path: Path) -> None:
    robot = sliding(0.1, 0.2, 0.5)
    model = fb.Model(robot, planar="xyt")
    assert model.configuration("there").tolist() == [0.1, 0.2, 0.5]
    fb.save(robot, tmp_path / "cart.glb", planar="xyt")
    (state,) = fb.load(tmp_path / "cart.glb").configurations
    assert state.positions[0].values == (0.1, 0.2, 0.5)


def test_an_angle_that_the_file_has_no_room_for_is_reported() -> None:
    report = Report()
    write_glb(sliding(0.1, 0.2, 0.5), report=report)
    (finding,) = [each for each in report if each.rule.code == "E758"]
    assert finding.notes == ("Convert with planar 'xyt' to keep the angle.",)
    report = Report()
    write_glb(sliding(0.1, 0.2, 0.0), report=report)
    assert "E758" not in [each.rule.code for each in report]


@pytest.mark.parametrize(
    ("normal", "first", "second"),
    [
        ((0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)),
        ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
        ((0.0, 1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, -1.0)),
        ((0.0, 0.0, -1.0), (1.0, 0.0, 0.0), (0.0, -1.0, 0.0)),
        ((0.6, 0.0, 0.8), (0.8, 0.0, -0.6), (0.0, 1.0, 0.0)),
    ],
)
def test_the_directions_of_a_plane(normal, first, second) -> None:
    np.testing.assert_allclose(plane_of(normal), (first, second), atol=1e-15)


def lifted() -> fb.Robot:
    """A bar on a hinge that cannot come back to zero, held at an angle by a planar loop."""
    hinge = fb.Joint(
        "hinge", "revolute", "base", "bar", axis=(0, 0, 1), limit=fb.Limit(0.5, 1.0, 1.0, 1.0)
    )
    slide = fb.Joint(
        "slide", "prismatic", "base", "block", axis=(0, 0, 1), limit=fb.Limit(-1.0, 1.0, 1.0, 1.0)
    )
    loop = fb.Loop("plane", "planar", "bar", "block", axis=(0.0, 0.0, 1.0))
    return fb.Robot(
        "lifted", [fb.Link("base"), fb.Link("bar"), fb.Link("block")], [hinge, slide], [loop]
    )


@pytest.mark.parametrize("planar", ["xy", "xyt"])
def test_a_loop_demands_the_same_of_the_model_and_of_the_file(
    planar: Planar, tmp_path: Path
) -> None:
    """The block does not turn, the bar must: no pose within the limits closes this loop."""
    model = fb.Model(lifted(), planar=planar)
    assert model.loops.n_c == 4
    with pytest.raises(fb.LoopError):
        fb.assemble(model, limits=True)
    free = fb.Robot(
        "free",
        [fb.Link("base"), fb.Link("bar"), fb.Link("block")],
        [
            fb.Joint("hinge", "continuous", "base", "bar", axis=(0, 0, 1)),
            lifted().joints["slide"],
        ],
        lifted().loops,
    )
    fb.save(free, tmp_path / "free.glb", planar=planar)
    assert fb.check(tmp_path / "free.glb").ok
    assert not [d for d in fb.check(tmp_path / "free.glb") if d.rule.code == "E741"]

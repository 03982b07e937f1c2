"""Scenes, keyframes and floating bases as MuJoCo simulates them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import fourbar as fb
from fourbar.diagnostics import Report
from fourbar.gallery import names
from fourbar.mjcf import to_mjcf
from fourbar.robot import (
    Box,
    Capsule,
    Collision,
    Configuration,
    Cylinder,
    Inertia,
    Inertial,
    Joint,
    JointPosition,
    Limit,
    Link,
    Mesh,
    Pose,
    Robot,
    Sphere,
    Visual,
)
from fourbar.transfer import TransferError

mujoco = pytest.importorskip("mujoco")

BODY = Inertial(1.0, Inertia(0.1, 0.1, 0.1))


def scene(robot: Robot, folder: Path, **options: object):
    fb.save(robot, folder / "robot.xml", scene=True, **options)
    return mujoco.MjModel.from_xml_path(str(folder / "robot_scene.xml"))


def started(model):
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 0)
    mujoco.mj_forward(model, data)
    return data


@pytest.mark.parametrize("base", ["auto", "floating"])
@pytest.mark.parametrize("name", names())
def test_no_robot_of_the_gallery_begins_in_the_floor(name: str, base: str, tmp_path: Path) -> None:
    robot = fb.load(f"gallery:{name}")
    try:
        model = scene(robot, tmp_path, base=base)
    except TransferError:
        assert base == "floating"
        return
    data = started(model)
    assert all(contact.dist > -1e-5 for contact in data.contact[: data.ncon])


@pytest.mark.parametrize("kind", ["none", "position", "velocity", "motor"])
@pytest.mark.parametrize("name", ["belt_leg", "drone", "humanoid", "iiwa14", "ur20"])
def test_floating_robots_are_stable_for_two_seconds(name: str, kind: str, tmp_path: Path) -> None:
    model = scene(fb.load(f"gallery:{name}"), tmp_path, base="floating", actuators=kind)
    data = started(model)
    while data.time < 2.0:
        mujoco.mj_step(model, data)
    bad = mujoco.mjtWarning.mjWARN_BADQACC, mujoco.mjtWarning.mjWARN_BADQPOS
    assert not any(data.warning[each].number for each in bad)
    assert np.abs(data.qvel).max() < 100.0
    assert np.isfinite(data.qpos).all()


def test_a_humanoid_that_holds_its_positions_stands(tmp_path: Path) -> None:
    model = scene(fb.load("gallery:humanoid"), tmp_path, base="floating", actuators="position")
    data = started(model)
    height = data.qpos[2]
    while data.time < 2.0:
        mujoco.mj_step(model, data)
    assert data.qpos[2] == pytest.approx(height, abs=0.01)


@pytest.mark.parametrize("name", ["delta", "four_bar", "leg_linkage", "lims2_wrist", "stewart"])
def test_a_base_without_mass_does_not_float(name: str, tmp_path: Path) -> None:
    robot = fb.load(f"gallery:{name}")
    with pytest.raises(TransferError, match="link 'base', has no mass"):
        fb.save(robot, tmp_path / "robot.xml", base="floating")
    assert not list(tmp_path.iterdir())
    heavy = robot.update(fb.Link("base", BODY))
    assert mujoco.MjModel.from_xml_string(
        to_mjcf(heavy, report=Report(), base="floating").text
    ).jnt_type[0] == int(mujoco.mjtJoint.mjJNT_FREE)


SHAPES = {
    "box": Box((0.2, 0.3, 0.4)),
    "sphere": Sphere(0.2),
    "cylinder": Cylinder(0.1, 0.5),
    "capsule": Capsule(0.1, 0.5),
    "mesh": Mesh("corner.stl", (1.0, 2.0, 0.5)),
}
CORNER = b"".join(
    np.array([(0, 0, 0), *triangle], "<f4").tobytes() + b"\0\0"
    for triangle in (
        [(0, 0, 0), (1, 0, 0), (0, 1, 0)],
        [(0, 0, 0), (0, 1, 0), (0, 0, 1)],
        [(0, 0, 0), (0, 0, 1), (1, 0, 0)],
        [(1, 0, 0), (0, 0, 1), (0, 1, 0)],
    )
)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", ["collision", "visual"])
def test_the_floor_is_below_the_lowest_point(shape: str, kind: str, tmp_path: Path) -> None:
    """Against MuJoCo's own distance of each shape, turned at random, from the floor."""
    (tmp_path / "corner.stl").write_bytes(bytes(80) + (4).to_bytes(4, "little") + CORNER)
    at = Pose((0.1, -0.2, -0.7), (0.4, 1.1, -0.3))
    geometry = SHAPES[shape]
    shapes = (
        {"collisions": (Collision(geometry, at),)}
        if kind == "collision"
        else {"visuals": (Visual(geometry, at),)}
    )
    text = fb.dumps(
        Robot(
            "one",
            [Link("base"), Link("part", BODY, **shapes)],
            [Joint("turn", "continuous", "base", "part", Pose((0, 0, 0.2), (0.3, 0, 0)))],
        )
    )
    (tmp_path / "one.urdf").write_text(text)
    model = scene(fb.load(tmp_path / "one.urdf"), tmp_path)
    data = started(model)
    floor, own = model.geom("scene:floor").id, 1 - model.geom("scene:floor").id
    gap = mujoco.mj_geomDistance(model, data, floor, own, 10.0, None)
    assert gap == pytest.approx(0.0, abs=2e-6)
    assert model.geom_pos[floor][2] < -0.3


def test_a_robot_above_the_ground_has_its_floor_at_zero(tmp_path: Path) -> None:
    model = scene(fb.load("gallery:four_bar"), tmp_path)
    assert model.geom_pos[model.geom("scene:floor").id].tolist() == [0.0, 0.0, 0.0]


def test_keys_of_position_actuators_ask_for_their_positions() -> None:
    joints = [
        Joint("one", "revolute", "base", "a", limit=Limit(-1, 1, 50, 2), axis=(1, 0, 0)),
        Joint("two", "planar", "a", "b", axis=(0, 0, 1), limit=Limit(None, None, 5, 2)),
    ]
    half = Configuration("half", (JointPosition("one", (0.5,)), JointPosition("two", (0.2, 0.3))))
    robot = Robot(
        "keyed", [Link("base", BODY), Link("a", BODY), Link("b", BODY)], joints,
        configurations=[half],
    )  # fmt: skip
    text = to_mjcf(robot, report=Report(), actuators="position").text
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, model.key("half").id)
    asked = {model.actuator(k).name: data.ctrl[k] for k in range(model.nu)}
    assert asked == {"one": 0.5, "two:0": 0.2, "two:1": 0.3}
    model.opt.gravity[:] = 0.0
    before = data.qpos.copy()
    for _ in range(500):
        mujoco.mj_step(model, data)
    assert np.abs(data.qpos - before).max() < 1e-9


@pytest.mark.parametrize("kind", ["velocity", "motor", "none"])
def test_other_actuators_begin_at_rest(kind: str) -> None:
    assert "ctrl=" not in to_mjcf(fb.load("gallery:iiwa14"), report=Report(), actuators=kind).text

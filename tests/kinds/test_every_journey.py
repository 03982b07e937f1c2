"""Every joint type through other formats, Blender and changes: a correct result or a finding."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.blender.made import made as made_objects

import fourbar as fb
from fourbar.blender import Description, plan_scene, read_scene
from fourbar.blender.motion import Turn, motion_of
from fourbar.diagnostics import Report
from fourbar.gltf import validate, write_gltf
from fourbar.mechanics.loops import closure
from fourbar.mjcf.prove import prove
from fourbar.record import replace
from fourbar.robot import KINDS, JointKind, JointPosition, JointType, RobotError
from fourbar.urdf.write import write_urdf
from fourbar.usd.joints import free_axes

from .closed_forms import (
    AXIS,
    ORIGIN,
    PINSLOT,
    PITCH,
    POSITIONS,
    ROWS,
    TYPES,
    WITH_AXIS,
    body_pose,
    joint,
    loop,
    matrix,
    robot,
)
from .test_every_kind import free_body, pose_of_body

pytestmark = pytest.mark.usefixtures("invented")

every_type = pytest.mark.parametrize("type", TYPES)
moving_type = pytest.mark.parametrize("type", [type for type in TYPES if type != "fixed"])

SOLID = fb.Inertial(1.3, fb.Inertia(0.02, 0.03, 0.025, 0.001, -0.002, 0.003))


def solid(made: fb.Robot) -> fb.Robot:
    """With masses, which simulators want."""
    return made.replace(links=[replace(link, inertial=SOLID) for link in made.links])


def pose(model: fb.Model, q: np.ndarray, link: str = "body") -> np.ndarray:
    return np.array(fb.kinematics(model, q, link).pose)


def placed(read: fb.Robot, type: JointType) -> np.ndarray:
    """The body where each elementary joint that was read is at its entry of the position."""
    model = fb.Model(read)
    q = np.array(model.neutral)
    for name, slot in model.joints.items():
        if name == "joint":
            q[slot.q] = POSITIONS[type]
        elif name.startswith("joint:"):
            q[slot.q] = POSITIONS[type][int(name.partition(":")[2])]
    return np.linalg.inv(pose(model, q, "base")) @ pose(model, q)


# SDFormat


@every_type
def test_sdf_joints_move_as_the_closed_form(type: JointType, tmp_path: Path) -> None:
    fb.save(solid(robot(joint(type))), tmp_path / "kind.sdf", lossless=False)
    read = fb.load(tmp_path / "kind.sdf")
    if KINDS[type].dof == 6:  # a body without a joint is free
        np.testing.assert_allclose(placed(read, type)[:3, 3], ORIGIN.xyz, atol=1e-12)
        assert sum(each.dof for each in read.joints) == 6
    else:
        np.testing.assert_allclose(
            placed(read, type), body_pose(type, np.array(POSITIONS[type])), atol=1e-12
        )


@every_type
def test_sdf_loops_are_kept_or_reported(type: JointType, tmp_path: Path) -> None:
    made = solid(robot(fb.Joint("free", "floating", "base", "body"), loop(type)))
    report = Report()
    fb.save(made, tmp_path / "kind.sdf", report=report, lossless=False)
    lost = [f for f in report if f.rule.name == "not-held" and str(f.path).startswith("loop")]
    # The body is free in the file, so that the loop is the one joint of its tree.
    kept = [each for each in fb.load(tmp_path / "kind.sdf").joints if each.name == "loop"]
    demands = [KINDS[each.type].demands for each in kept]
    gone = {"planar", "cylindrical", PINSLOT}
    assert demands == ([KINDS[type].demands] if ROWS[type] and type not in gone else [])
    # Axes of universal loops would have to be at right angles: they are kept, and reported.
    assert bool(lost) == (type in {"universal", *gone})


# MJCF: what MuJoCo computes


@every_type
@pytest.mark.parametrize("part", [joint, loop])
def test_mujoco_computes_the_same(type: JointType, part: Callable[[JointType], object]) -> None:
    pytest.importorskip("mujoco")
    free = () if part is joint else (fb.Joint("free", "floating", "base", "body"),)
    found = prove(solid(robot(*free, part(type))), configurations=5)  # type: ignore[arg-type]
    assert found.holds
    assert found.poses < 1e-12
    # A loop that holds nothing is not in the file.
    assert (found.residual is not None) == (part is loop and not KINDS[type].free)


@every_type
def test_mjcf_joints_are_read_again(type: JointType, tmp_path: Path) -> None:
    fb.save(solid(robot(joint(type))), tmp_path / "kind.xml", lossless=False)
    read = fb.load(tmp_path / "kind.xml")
    if type == "screw":  # a hinge, and a slide that follows it
        follower = read.joints["joint:1"].mimic
        assert follower is not None
        assert follower.joint == "joint:0"
        assert follower.multiplier == pytest.approx(PITCH / (2 * np.pi), rel=1e-14)
        return
    np.testing.assert_allclose(
        placed(read, type), body_pose(type, np.array(POSITIONS[type])), atol=1e-12
    )


# USD


@every_type
@pytest.mark.parametrize("part", [joint, loop])
def test_usd_joints_are_read_again_or_reported(
    type: JointType, part: Callable[[JointType], object], tmp_path: Path
) -> None:
    pytest.importorskip("pxr")
    free = () if part is joint else (fb.Joint("free", "floating", "base", "body"),)
    made = solid(robot(*free, part(type)))  # type: ignore[arg-type]
    fb.save(made, tmp_path / "kind.usda", lossless=False)
    read, _ = fb.read(tmp_path / "kind.usda")
    assert read is not None
    name = part.__name__
    kept = [each for each in (*read.joints, *read.loops) if each.name == name]
    steps = [each for each in (*read.joints, *read.loops) if each.name.startswith(f"{name}:")]
    if type == PINSLOT:
        assert not kept
        assert [each.type for each in steps] == ["prismatic", "continuous"]
        assert len(read.roots) == 1
    elif KINDS[type].wide is not None and part is joint:
        # Whether it turns is left open by the type, and not by the file.
        assert not kept
        assert [each.type for each in steps] == ["prismatic", "prismatic"]
    elif KINDS[type].free and part is loop:
        assert not kept
    else:
        assert [KINDS[each.type].demands for each in kept] == [KINDS[type].demands]


def test_the_axes_of_usd_that_are_free() -> None:
    free = {type: free_axes(KINDS[type]) for type in KINDS}
    assert free == {
        "fixed": (),
        "revolute": ("rotX",),
        "continuous": ("rotX",),
        "prismatic": ("transX",),
        "planar": ("transY", "transZ"),
        "floating": ("transX", "transY", "transZ", "rotX", "rotY", "rotZ"),
        "universal": ("rotX", "rotY"),
        "spherical": ("rotX", "rotY", "rotZ"),
        "cylindrical": ("rotX", "transX"),
        "screw": ("rotX", "transX"),
        PINSLOT: ("transY", "rotX"),
    }
    assert free_axes(KINDS["planar"], "xyt") == ("transY", "transZ", "rotX")
    turned_first = JointKind(PINSLOT, tuple(reversed(KINDS[PINSLOT].chain)))
    assert free_axes(turned_first) is None


# The description inside


@every_type
@pytest.mark.parametrize("suffix", [".glb", ".xml", ".sdf", ".usda"])
def test_what_nobody_has_changed_comes_back_equal(
    type: JointType, suffix: str, tmp_path: Path
) -> None:
    made = solid(robot(joint(type)))
    fb.save(made, tmp_path / f"kind{suffix}")
    assert fb.load(tmp_path / f"kind{suffix}").joints["joint"] == made.joints["joint"]


# Blender, without Blender


@every_type
@pytest.mark.parametrize("part", [joint, loop])
def test_a_scene_of_blender_gives_the_text_back(
    type: JointType, part: Callable[[JointType], object]
) -> None:
    free = () if part is joint else (fb.Joint("free", "floating", "base", "body"),)
    text = write_urdf(robot(*free, part(type))).encode()  # type: ignore[arg-type]
    description = Description(text, file="kind.urdf")
    scene = read_scene(description.robot, made_objects(plan_scene(description.robot)))
    assert description.export(scene).data == text


@moving_type
def test_motions_of_blender_are_the_closed_form(type: JointType) -> None:
    motion = motion_of(joint(type), POSITIONS[type])
    assert isinstance(motion.rotation, Turn) == KINDS[type].turns_about_one_axis
    T = np.eye(4)
    T[:3, 3] = motion.location
    if isinstance(motion.rotation, Turn):
        w, v = np.cos(motion.rotation.angle / 2), np.array(motion.rotation.axis)
        v = v * np.sin(motion.rotation.angle / 2)
    else:
        w, v = motion.rotation[0], np.array(motion.rotation[1:])
    K = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    T[:3, :3] = np.eye(3) + 2 * w * K + 2 * K @ K
    np.testing.assert_allclose(
        matrix(ORIGIN) @ T, body_pose(type, np.array(POSITIONS[type])), atol=1e-14
    )


# Mirrored and re-rooted


NOT_MIRRORED = {"cylindrical", PINSLOT}
POSITION_NOT_MIRRORED = {"planar", *NOT_MIRRORED}
NOT_REVERSED = {"planar", "floating", "universal", "spherical", PINSLOT}
MIRRORS = {"yz": (-1.0, 1.0, 1.0, 1.0), "xz": (1.0, -1.0, 1.0, 1.0), "xy": (1.0, 1.0, -1.0, 1.0)}
every_plane = pytest.mark.parametrize("plane", MIRRORS)


@moving_type
@every_plane
def test_positions_in_the_mirror(type: JointType, plane: str) -> None:
    there = fb.Configuration("there", (JointPosition("joint", tuple(POSITIONS[type])),))
    made = robot(joint(type), there)
    if type in POSITION_NOT_MIRRORED:
        with pytest.raises(RobotError, match="in the mirror"):
            made.mirrored(plane)
        return
    model = fb.Model(made.mirrored(plane))
    S = np.diag(MIRRORS[plane])
    expected = S @ body_pose(type, np.array(POSITIONS[type])) @ S
    np.testing.assert_allclose(pose(model, model.configuration("there")), expected, atol=1e-14)


@every_type
def test_what_cannot_be_mirrored_is_refused(type: JointType) -> None:
    if type in NOT_MIRRORED:
        with pytest.raises(RobotError, match=f"is {type}: in the mirror"):
            robot(joint(type)).mirrored()
    else:
        assert robot(joint(type)).mirrored().joints["joint"].type == type


@every_type
@every_plane
def test_loops_close_in_the_mirror(type: JointType, plane: str) -> None:
    model = fb.Model(free_body(type).robot.mirrored(plane))
    q = pose_of_body(type, np.array(POSITIONS[type]))
    a, b, c, _ = MIRRORS[plane]
    # S R S of a quaternion: its vector part is that of an axis that is turned about.
    mirrored = q * np.array([a, b, c, -a, -b, -c, 1.0])
    np.testing.assert_allclose(closure(model, mirrored)[0], 0.0, atol=1e-14)


@every_type
def test_seen_from_the_child(type: JointType) -> None:
    made = robot(joint(type))
    if type in NOT_REVERSED:
        with pytest.raises(RobotError, match="seen from its child"):
            made.rerooted("body")
        return
    model = fb.Model(made.rerooted("body"))
    expected = np.linalg.inv(body_pose(type, np.array(POSITIONS[type])))
    np.testing.assert_allclose(pose(model, np.array(POSITIONS[type]), "base"), expected, atol=1e-14)


@moving_type
def test_another_frame_of_the_child(type: JointType) -> None:
    """The frame moves with the link, or the joint is refused by name."""
    moved = fb.Pose((0.0, 0.0, 0.0), (0.3, -0.2, 0.5))
    made = robot(joint(type))
    if type in {"planar", "floating", "spherical", PINSLOT}:
        with pytest.raises(RobotError, match="would mean something else"):
            made.move_frame("body", moved)
        return
    model = fb.Model(made.move_frame("body", moved))
    expected = body_pose(type, np.array(POSITIONS[type])) @ matrix(moved)
    np.testing.assert_allclose(pose(model, np.array(POSITIONS[type])), expected, atol=1e-14)


# Comparison


@moving_type
def test_another_motion_is_a_difference(type: JointType) -> None:
    made = robot(joint(type))
    assert fb.compare(made, made)
    other = fb.Pose(ORIGIN.xyz, (0.4, -0.5, 0.61))
    assert not fb.compare(made, robot(joint(type, origin=other)))
    if type in WITH_AXIS:
        turned = (AXIS[0], AXIS[1], -AXIS[2])
        assert not fb.compare(made, robot(joint(type, axis=turned)))


@every_type
def test_another_loop_is_a_difference(type: JointType) -> None:
    free = fb.Joint("free", "floating", "base", "body")
    made = robot(free, loop(type))
    assert fb.compare(made, made)
    moved = replace(loop(type), predecessor_origin=fb.Pose((0.5, 0.1, 0.0), (0.3, 0.9, 0.0)))
    assert bool(fb.compare(made, robot(free, moved))) == (not ROWS[type])


# A pin in a slot: directions that follow from the axis


def test_a_file_may_not_turn_the_slot_about_its_pin() -> None:
    """The description has an axis only, so that the slot could not be kept."""
    import json

    file = json.loads(write_gltf(robot(joint(PINSLOT)), animations=False))
    found = Report()
    validate(json.dumps(file).encode(), file="kind.gltf", report=found)
    assert not list(found)
    (model,) = file["extensions"]["EXT_robot_kinematics"]["models"]
    dofs = model["joints"][0]["dofs"]
    along, about = (np.array(dof["axis"]) for dof in dofs)
    dofs[0]["axis"] = np.cross(about, along).tolist()
    validate(json.dumps(file).encode(), file="kind.gltf", report=found)
    assert [finding.rule.name for finding in found] == ["dof-axes"]

"""Every joint and loop type in the terms of simulators."""

from __future__ import annotations

import numpy as np
import pytest

import fourbar as fb
from fourbar.robot import (
    KINDS,
    Coupling,
    Inertia,
    Inertial,
    Joint,
    Link,
    Loop,
    Mimic,
    Pose,
    Robot,
)
from fourbar.transfer import TransferError, lower, with_base
from fourbar.transfer.base import anchored_links
from fourbar.transfer.positions import loop_position

EXPECTED = {
    "fixed": [],
    "revolute": ["hinge"],
    "continuous": ["hinge"],
    "prismatic": ["slide"],
    "planar": ["slide", "slide"],
    "universal": ["hinge", "hinge"],
    "spherical": ["ball"],
    "cylindrical": ["hinge", "slide"],
    "screw": ["hinge", "slide"],
    "floating": ["free"],
}


def chain(*joints: Joint) -> Robot:
    links = [Link("l0")] + [Link(joint.child) for joint in joints]
    return Robot("chain", links, joints)


@pytest.mark.parametrize("kind", KINDS)
def test_every_joint_type_is_lowered(kind: str) -> None:
    robot = chain(Joint("j", kind, "l0", "l1", pitch=0.01))
    lowered = lower(robot)
    assert [freedom.kind for freedom in lowered.freedoms["j"]] == EXPECTED[kind]


def test_names_are_numbered_only_where_a_joint_becomes_several() -> None:
    robot = chain(Joint("a", "revolute", "l0", "l1"), Joint("b", "planar", "l1", "l2"))
    lowered = lower(robot, planar="xyt")
    assert [f.name for f in lowered.freedoms["a"]] == ["a"]
    assert [f.name for f in lowered.freedoms["b"]] == ["b:0", "b:1", "b:2"]


def test_a_floating_joint_on_what_moves_is_three_slides_and_a_ball() -> None:
    robot = chain(Joint("a", "revolute", "l0", "l1"), Joint("b", "floating", "l1", "l2"))
    assert [f.kind for f in lower(robot).freedoms["b"]] == ["slide"] * 3 + ["ball"]


def test_the_slide_of_a_screw_follows_its_angle() -> None:
    robot = chain(Joint("s", "screw", "l0", "l1", pitch=0.02))
    (thread,) = lower(robot).relations
    assert thread.kind == "thread"
    assert thread.terms == (("s:1", 1.0), ("s:0", pytest.approx(-0.02 / (2 * np.pi))))


def test_mimics_couplings_and_equal_limits_are_linear_relations() -> None:
    robot = chain(
        Joint("a", "continuous", "l0", "l1"),
        Joint("b", "continuous", "l1", "l2", mimic=Mimic("a", 2.0, 0.5)),
        Joint("c", "revolute", "l0", "l3", limit=fb.Limit(0.3, 0.3)),
        Joint("d", "continuous", "l0", "l4"),
    ).add(Coupling("gear", "l2", "l4", 3.0))
    relations = {relation.kind: relation for relation in lower(robot).relations}
    assert relations["mimic"].terms == (("b", 1.0), ("a", -2.0))
    assert relations["mimic"].constant == -0.5
    assert relations["coupling"].terms == (("a", 1.0), ("b", 1.0), ("d", -3.0))
    assert (relations["locked"].terms, relations["locked"].constant) == ((("c", 1.0),), -0.3)


def pair_of(kind: str) -> Robot:
    robot = chain(Joint("free", "floating", "l0", "l1"))
    return robot.add(Loop("close", kind, "l0", "l1", pitch=0.01))


@pytest.mark.parametrize("kind", KINDS)
def test_every_loop_type_is_lowered(kind: str) -> None:
    closures = lower(pair_of(kind)).closures
    counts = (len(closures.points), len(closures.welds), len(closures.bodies))
    expected = {
        "floating": (0, 0, 0),
        "spherical": (1, 0, 0),
        "fixed": (0, 1, 0),
        "revolute": (2, 0, 0),
        "continuous": (2, 0, 0),
    }
    assert counts == expected.get(kind, (0, 1, 1))
    joints = lower(pair_of(kind), loops="joint").closures
    moving = kind not in ("floating", "fixed")
    assert (len(joints.points), len(joints.bodies)) == (0, int(moving))
    assert lower(pair_of(kind), loops="none").closures.welds == ()


@pytest.mark.parametrize("kind", [k for k in KINDS if k not in ("fixed", "floating")])
def test_the_position_of_a_loop_is_that_of_its_joint(kind: str) -> None:
    """Against forward kinematics of a joint of the same type."""
    joint = Joint("j", kind, "l0", "l1", axis=(0.3, -0.2, 0.9), pitch=0.05)
    model = fb.Model(chain(joint))
    data = model.data()
    loop = Loop("j", kind, "l0", "l1", axis=joint.axis, pitch=0.05)
    for seed in range(5):
        q = model.random(seed=seed)
        fb.forward_kinematics(model, data, q)
        found = np.array(loop_position(loop, np.array(data.poses[1])))
        if kind == "spherical":
            assert min(np.abs(found - q).max(), np.abs(found + q).max()) < 1e-12
        else:
            assert np.abs(found - q).max() < 1e-12


def test_bases() -> None:
    arm = chain(Joint("a", "fixed", "l0", "l1"), Joint("b", "continuous", "l1", "l2"))
    assert with_base(arm) is arm
    with pytest.raises(TransferError, match="its base, link 'l0', has no mass"):
        with_base(arm, "floating")
    arm = arm.update(Link("l1", Inertial(1.0, Inertia(0.1, 0.1, 0.1))))
    floating = with_base(arm, "floating")
    assert floating.root.name == "world"
    assert floating.joints[0].type == "floating"
    assert with_base(floating, "fixed").joints[0].type == "fixed"
    assert anchored_links(arm) == {"l0", "l1"}
    world = arm.rename_link("l0", "world")
    assert with_base(world, "floating").joints["a"].type == "floating"
    moving = chain(Joint("a", "continuous", "l0", "l1")).rename_link("l0", "world")
    with pytest.raises(TransferError, match="cannot float"):
        with_base(moving, "floating")
    # A body that floats beside others of a held root does not make the root float.
    beside = arm.add(Link("l3"), Joint("c", "floating", "l0", "l3"))
    assert with_base(beside, "floating").root.name == "world"
    with pytest.raises(TransferError, match="unknown base 'no'"):
        with_base(arm, "no")  # pyright: ignore[reportArgumentType]


def test_points_of_a_hinge_are_on_its_axis_on_both_sides() -> None:
    loop = Loop(
        "close", "continuous", "l0", "l1", Pose((1, 0, 0)), Pose((0, 2, 0), (0, 0, 0.3)), (0, 0, 1)
    )
    robot = chain(Joint("free", "floating", "l0", "l1")).add(loop)
    one, two = lower(robot).closures.points
    here = np.subtract(two.on_predecessor.xyz, one.on_predecessor.xyz)
    there = np.subtract(two.on_successor.xyz, one.on_successor.xyz)
    assert np.allclose(here, there)
    assert np.allclose(np.cross(here, (0, 0, 1)), 0)

"""Poses by joint positions, and what they do to links."""

from __future__ import annotations

import numpy as np
import pytest

import fourbar as fb
from fourbar.blender.motion import Motion, Turn, motion_of
from fourbar.blender.posing import Poser


def matrix(motion: Motion) -> np.ndarray:
    T = np.eye(4)
    T[:3, 3] = motion.location
    if isinstance(motion.rotation, Turn):
        x, y, z = motion.rotation.axis
        K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
        a = motion.rotation.angle
        T[:3, :3] = np.eye(3) + np.sin(a) * K + (1 - np.cos(a)) * K @ K
    else:
        w, *v = motion.rotation
        x, y, z = v
        K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
        T[:3, :3] = np.eye(3) + 2 * w * K + 2 * K @ K
    return T


@pytest.mark.parametrize("kind", [k for k in fb.robot.JOINT_TYPES if k != "fixed"])
def test_motions_are_those_of_forward_kinematics(kind: str) -> None:
    joint = fb.Joint("j", kind, "a", "b", fb.Pose((1, 2, 3), (0.1, 0.2, 0.3)), (0.3, -0.4, 0.8))
    if kind == "screw":
        joint = fb.robot.Joint(**{**joint.__dict__, "pitch": 0.02})
    robot = fb.Robot("r", [fb.Link("a"), fb.Link("b")], [joint])
    model = fb.Model(robot)
    for q in model.random(5, seed=1):
        poses = fb.kinematics(model, q, "b").pose
        mine = joint.origin.matrix() @ matrix(motion_of(joint, q.tolist()))
        np.testing.assert_allclose(mine, poses, atol=1e-12)


@pytest.mark.parametrize("name", ["four_bar", "stewart", "delta", "gripper", "humanoid"])
def test_what_loops_move_follows(name: str) -> None:
    poser = Poser(fb.load(f"gallery:{name}"))
    leading = sorted(poser.leading)
    values = poser.values()
    assert not poser.follow(values)
    moved = {leading[0]: tuple(v + 0.01 for v in values[leading[0]])}
    assert poser.follow({**values, **moved}), poser.problem
    assert poser.values()[leading[0]] == moved[leading[0]]
    assert max(poser.gaps().values(), default=0.0) < 1e-9
    # The same values again are old news, until the scene shows ours.
    assert not poser.follow({**values, **moved})
    assert not poser.follow(poser.values())


def test_a_pose_that_does_not_close_is_refused_with_the_reason() -> None:
    poser = Poser(fb.load("gallery:slider_crank"))
    before = poser.q.copy()
    slider = poser.robot.joints[-1].name
    assert not poser.follow({**poser.values(), slider: (50.0,)})
    assert poser.problem
    np.testing.assert_array_equal(poser.q, before)


def test_sliders_have_the_limits_of_the_description() -> None:
    sliders = {s.joint: s for s in Poser(fb.load("gallery:ur20")).sliders}
    joint = fb.load("gallery:ur20").joints["elbow_joint"]
    assert (sliders["elbow_joint"].lower, sliders["elbow_joint"].upper) == joint.bounds
    assert not any(s.follows for s in sliders.values())
    assert sum(s.follows for s in Poser(fb.load("gallery:four_bar")).sliders) == 2


def test_pulling_reaches_a_place_with_loops_closed() -> None:
    poser = Poser(fb.load("gallery:delta"))
    link = poser.robot.links[-1].name
    pose = fb.Pose.from_matrix(fb.kinematics(poser.model, poser.q, link).pose)
    x, y, z = pose.xyz
    assert poser.pull(link, fb.Pose((x + 0.02, y, z - 0.01), pose.rpy)), poser.problem
    assert max(poser.gaps().values()) < 1e-9


def test_a_joint_stops_at_its_limit_where_that_is_wanted() -> None:
    poser = Poser(fb.load("gallery:ur20"))
    lower, upper = fb.load("gallery:ur20").joints["elbow_joint"].bounds
    assert poser.follow({**poser.values(), "elbow_joint": (50.0,)}, limits=True)
    assert poser.values()["elbow_joint"] == (upper,)
    assert poser.problem == f"'elbow_joint' goes from {lower:.4g} to {upper:.4g} rad"
    # A motion is played as it is, and what is beyond can be asked for.
    assert poser.follow({**poser.values(), "elbow_joint": (51.0,)})
    assert poser.beyond() == ["elbow_joint"]


def test_loops_that_take_joints_beyond_their_limits_are_told() -> None:
    poser = Poser(fb.load("gallery:stewart"))
    assert not poser.beyond()
    assert poser.move({"leg_1": (5.0,)})
    assert set(poser.beyond()) >= {"leg_1", "leg_2"}


def test_a_joint_that_mimics_another_moves_it() -> None:
    poser = Poser(fb.load("gallery:gripper"))
    (follower, *_) = poser.model.followers
    wanted = poser.values()[follower.joint][0] + 0.01 * follower.multiplier
    assert poser.follow({**poser.values(), follower.joint: (wanted,)}), poser.problem
    assert poser.values()[follower.joint][0] == pytest.approx(wanted, abs=1e-12)
    leader = poser.values()[follower.source][0]
    assert leader * follower.multiplier + follower.offset == pytest.approx(wanted, abs=1e-12)


def test_a_noted_pose_is_on_the_same_side_of_the_loop() -> None:
    """A four-bar has two poses at one crank angle: the joints that follow tell which one it is."""
    poser = Poser(fb.load("gallery:four_bar"))
    sides = {
        tuple(np.round(found, 6))
        for seed in range(40)
        for found in [fb.assemble(poser.model, {"crank": 0.6}, poser.model.random(seed=seed)).q]
    }
    assert len(sides) > 1
    for side in (*sides, *sides):
        noted = {
            name: tuple(map(float, np.float32(np.array(side)[slot.q])))
            for name, slot in poser.model.joints.items()
        }
        assert poser.follow(noted) or tuple(np.round(poser.q, 5)) == tuple(np.round(side, 5))
        np.testing.assert_allclose(poser.q, side, atol=2e-6)
        assert poser.restore(noted)
        np.testing.assert_allclose(poser.q, side, atol=2e-6)
        assert max(poser.gaps().values()) < 1e-9

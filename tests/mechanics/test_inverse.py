"""Inverse kinematics finds what forward kinematics made, and is honest when it does not."""

import numpy as np
import pytest

import fourbar as fb
import fourbar.mechanics as fm
from fourbar.mechanics import Model, inverse_kinematics, kinematics
from fourbar.robot import Joint, Limit, Link, Loop, Pose, Robot

from .robots import gallery_model, random_robot

ARMS = [("ur20", "flange"), ("iiwa14", "iiwa_link_7"), ("humanoid", "left_foot")]


def errors(model, q, link, target):
    T = fm.kinematics(model, q, link).pose
    R = np.swapaxes(T[..., :3, :3], -1, -2) @ target[..., :3, :3]
    angle = np.linalg.norm(R - np.eye(3), axis=(-1, -2)) / np.sqrt(2.0)
    return np.linalg.norm(T[..., :3, 3] - target[..., :3, 3], axis=-1), angle


@pytest.mark.parametrize(("name", "link"), ARMS)
def test_reachable_poses_are_reached(name, link):
    model = gallery_model(name)
    target = fm.kinematics(model, model.random(300, seed=1), link).pose
    found = fm.inverse_kinematics(model, link, target)
    assert found.converged.mean() > 0.98
    position, rotation = errors(model, found.q, link, target)
    ok = found.converged
    assert (position[ok] < 1.1e-9).all()
    assert (rotation[ok] < 1.1e-9).all()
    np.testing.assert_allclose(found.position_error, position, rtol=0, atol=1e-12)
    assert (found.q >= model.lower).all()
    assert (found.q <= model.upper).all()


@pytest.mark.parametrize(("name", "link"), ARMS)
def test_out_of_reach_is_not_called_converged(name, link):
    model = gallery_model(name)
    target = np.eye(4)
    target[:3, 3] = [50.0, 0.0, 0.0]
    found = fm.inverse_kinematics(model, link, target)
    assert not found.converged
    position, _ = errors(model, found.q, link, target)
    np.testing.assert_allclose(found.position_error, position)
    assert position > 40.0


def test_limits_are_kept_or_ignored():
    robot = fb.Robot("arm").add(
        fb.Link("a"),
        fb.Link("b"),
        fb.Joint("j", "revolute", "a", "b", axis=(0, 0, 1), limit=fb.Limit(-0.5, 0.5)),
    )
    model = Model(robot)
    target = fm.kinematics(model, np.array([1.0]), "b").pose
    held = fm.inverse_kinematics(model, "b", target)
    assert not held.converged
    np.testing.assert_allclose(held.q, [0.5])
    np.testing.assert_allclose(held.rotation_error, 0.5)
    free = fm.inverse_kinematics(model, "b", target, limits=False)
    assert free.converged
    np.testing.assert_allclose(free.q, [1.0], atol=1e-9)


def test_a_start_outside_the_limits_is_brought_inside():
    model = gallery_model("iiwa14")
    target = fm.kinematics(model, model.random(seed=0), "iiwa_link_7").pose
    found = fm.inverse_kinematics(model, "iiwa_link_7", target, q0=np.full(7, 100.0))
    assert found.converged
    assert (found.q <= model.upper).all()


def test_joints_beside_the_chain_are_brought_inside_their_limits():
    model = gallery_model("humanoid")
    target = fm.kinematics(model, model.random(seed=1), "left_foot").pose
    found = fm.inverse_kinematics(model, "left_foot", target, q0=np.full(model.nq, 50.0))
    assert found.converged
    assert (found.q >= model.lower).all()
    assert (found.q <= model.upper).all()


def test_joints_beside_the_chain_stay_where_they_are():
    model = gallery_model("humanoid")
    start = model.random(seed=3)
    target = fm.kinematics(model, model.random(seed=1), "left_foot").pose
    found = fm.inverse_kinematics(model, "left_foot", target, q0=start, starts=1)
    beside = np.setdiff1d(np.arange(model.nq), model.support("left_foot"))
    assert len(beside) > 0
    assert (found.q[beside] == start[beside]).all()


def test_a_robot_that_cannot_move_has_one_answer():
    model = Model(fb.Robot("rock").add(fb.Link("rock")))
    assert fm.inverse_kinematics(model, "rock", np.eye(4)).converged
    away = fm.inverse_kinematics(model, "rock", [3.0, 0.0, 4.0], task="position")
    assert not away.converged
    assert away.position_error == 5.0


@pytest.mark.parametrize("axis", [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0.6, 0.0, 0.8)])
@pytest.mark.parametrize("angle", [np.pi, np.pi - 1e-10, np.pi - 1e-5, -np.pi + 1e-7, 1e-10])
def test_half_a_turn_and_hardly_any(axis, angle):
    robot = fb.Robot("ball").add(fb.Link("a"), fb.Link("b"), fb.Joint("j", "spherical", "a", "b"))
    model = Model(robot)
    wanted = np.append(np.sin(angle / 2) * np.array(axis), np.cos(angle / 2))
    target = fm.kinematics(model, wanted, "b").pose
    found = fm.inverse_kinematics(model, "b", target, starts=1, rotation_tolerance=1e-12)
    assert found.converged
    assert abs(found.q @ wanted) == pytest.approx(1.0, abs=1e-15)
    assert np.linalg.norm(found.q) == pytest.approx(1.0, abs=1e-15)


@pytest.mark.parametrize("reach", [1.0, 0.999999, 0.5, 1e-9, 0.0])
def test_singular_targets(reach):
    """A planar arm of two equal links, at full stretch, near it, folded and nearly so."""
    hinge = {"axis": (0, 0, 1), "limit": fb.Limit(-4.0, 4.0)}
    robot = fb.Robot("arm").add(
        *map(fb.Link, "abcd"),
        fb.Joint("j", "revolute", "a", "b", **hinge),
        fb.Joint("k", "revolute", "b", "c", origin=fb.Pose((0.5, 0, 0)), **hinge),
        fb.Joint("t", "fixed", "c", "d", origin=fb.Pose((0.5, 0, 0))),
    )
    model = Model(robot)
    found = fm.inverse_kinematics(
        model, "d", [reach, 0.0, 0.0], [0.3, 0.5], task="position", position_tolerance=1e-8
    )
    tip = fm.kinematics(model, found.q, "d").pose[:3, 3]
    assert found.position_error == pytest.approx(abs(tip[0] - reach) + abs(tip[1]), abs=1e-7)
    assert found.converged
    assert np.linalg.norm(tip - [reach, 0.0, 0.0]) <= 1.01e-8


def test_position_only():
    model = gallery_model("ur20")
    point = np.array([0.6, 0.3, 0.9])
    found = fm.inverse_kinematics(model, "flange", point, task="position")
    assert found.converged
    position = fm.kinematics(model, found.q, "flange").pose[:3, 3]
    np.testing.assert_allclose(position, point, rtol=0, atol=1e-9)


def test_a_point_on_the_link():
    model = gallery_model("ur20")
    tip, goal = np.array([0.0, 0.05, 0.2]), np.array([0.6, 0.3, 0.9])
    found = fm.inverse_kinematics(model, "flange", goal, task="position", point=tip)
    T = fm.kinematics(model, found.q, "flange").pose
    np.testing.assert_allclose(T[:3, :3] @ tip + T[:3, 3], goal, rtol=0, atol=1e-9)


def test_rotation_only():
    model = gallery_model("iiwa14")
    target = fm.kinematics(model, model.random(seed=9), "iiwa_link_7").pose
    found = fm.inverse_kinematics(model, "iiwa_link_7", target, task="rotation")
    assert found.converged
    assert errors(model, found.q, "iiwa_link_7", target)[1] < 1e-8


def test_posture_uses_the_freedom_that_is_left():
    model, link = gallery_model("iiwa14"), "iiwa_link_7"
    wish = model.q(dict.fromkeys(model.joint_names, 0.4))
    start = model.random(200, seed=5)
    target = fm.kinematics(model, model.random(200, seed=6), link).pose
    free = fm.inverse_kinematics(model, link, target, start)
    posed = fm.inverse_kinematics(model, link, target, start, posture=wish, posture_gain=0.3)
    both = free.converged & posed.converged
    assert both.mean() > 0.95
    far = np.linalg.norm(free.q - wish, axis=1)[both]
    near = np.linalg.norm(posed.q - wish, axis=1)[both]
    assert near.mean() < 0.9 * far.mean()
    # Within the limits, what pulls towards the posture is what the task does not leave free.
    inside = ((posed.q > model.lower + 1e-6) & (posed.q < model.upper - 1e-6)).all(axis=1) & both
    J = fm.kinematics(model, posed.q[inside], link).jacobian
    idle = np.linalg.svd(J)[2][:, -1]
    pull = np.abs(np.sum(idle * (wish - posed.q[inside]), axis=1))
    assert np.median(pull) < 0.02


@pytest.mark.parametrize("seed", range(6))
def test_every_joint_type(seed):
    model = Model(random_robot(seed), planar="xyt")
    link = model.link_names[-1]
    target = fm.kinematics(model, model.random(20, seed=seed), link).pose
    found = fm.inverse_kinematics(model, link, target, starts=60)
    position, rotation = errors(model, found.q, link, target)
    assert found.converged.all()
    assert (position < 1.1e-9).all()
    assert (rotation < 1.1e-8).all()


def test_followers_follow():
    def hinge(name, parent, child, **options):
        return fb.Joint(name, "revolute", parent, child, axis=(0, 0, 1), **options)

    robot = fb.Robot("finger").add(
        *map(fb.Link, "abcd"),
        hinge("m", "a", "b", limit=fb.Limit(-2.0, 2.0)),
        hinge("n", "b", "c", origin=fb.Pose((1, 0, 0)), mimic=fb.Mimic("m", 0.5, 0.1)),
        fb.Joint("t", "fixed", "c", "d", origin=fb.Pose((1, 0, 0))),
    )
    model = Model(robot)
    target = fm.kinematics(model, model.q({"m": 0.8}), "d").pose
    found = fm.inverse_kinematics(model, "d", target)
    assert found.converged
    np.testing.assert_allclose(found.q, [0.8, 0.5], rtol=0, atol=1e-8)


@pytest.mark.parametrize(("name", "link"), ARMS)
def test_same_seed_same_result_whatever_the_threads(name, link):
    model = gallery_model(name)
    target = fm.kinematics(model, model.random(67, seed=2), link).pose
    target[::9, :3, 3] += 9.0  # out of reach: every start is tried
    options = {"posture": model.random(seed=3), "iterations": 30, "starts": 3}
    one = fm.inverse_kinematics(model, link, target, threads=1, **options)
    for threads in (2, 3, 8):
        several = fm.inverse_kinematics(model, link, target, threads=threads, **options)
        for a, b in zip(one, several, strict=True):
            assert (a == b).all()


def test_a_batch_gives_what_single_problems_give():
    model = gallery_model("iiwa14")
    target = fm.kinematics(model, model.random(20, seed=2), "iiwa_link_7").pose
    start = model.random(20, seed=4)
    batch = fm.inverse_kinematics(model, "iiwa_link_7", target, start)
    for i in range(20):
        one = fm.inverse_kinematics(model, "iiwa_link_7", target[i], start[i])
        for a, b in zip(one, batch, strict=True):
            assert (a == b[i]).all()


def test_what_is_given_is_left_alone():
    model = gallery_model("ur20")
    target, start = fm.kinematics(model, model.random(3, seed=1), "flange").pose, model.random(3)
    copies = target.copy(), start.copy()
    fm.inverse_kinematics(model, "flange", target, start)
    assert (target == copies[0]).all()
    assert (start == copies[1]).all()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"target": np.zeros((3, 3))},
            r"shape \(3, 3\), which could be a rotation",
        ),
        ({"target": np.full((4, 4), np.nan)}, "not finite"),
        ({"target": np.diag([1.0, 1.0, -1.0, 1.0])}, "not a rotation"),
        (
            {"target": np.array([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [1, 2, 3, 1]])},
            "last row",
        ),
        ({"q0": np.zeros(5)}, r"q0 has shape \(5,\), expected \(6,\) or \(1, 6\)"),
        ({"q0": 0.5}, r"q0 has shape \(\)"),
        ({"q0": np.full(6, np.inf)}, "q0 contains numbers that are not finite"),
        ({"posture": np.zeros(3)}, "posture has shape"),
        ({"task": "jump"}, "unknown task 'jump'"),
        ({"posture": np.full(6, np.nan)}, "posture contains numbers that are not finite"),
        ({"posture_gain": -1.0}, "posture_gain must be above 0 and at most 1, got -1.0"),
        ({"posture_gain": np.nan}, "at most 1, got nan"),
        ({"point": (0.0, np.nan, 0.0)}, "point contains numbers that are not finite"),
        ({"iterations": 0}, "iterations must be a whole number of at least 1, got 0"),
        ({"iterations": 1e3}, "iterations must be a whole number of at least 1, got 1000.0"),
        ({"starts": 0}, "starts must be a whole number of at least 1, got 0"),
        ({"threads": 0}, "threads must be a whole number of at least 1, got 0"),
        ({"position_tolerance": 0.0}, "tolerances must be positive numbers, got 0.0 and 1e-09"),
    ],
)
def test_bad_input(change, message):
    model = gallery_model("ur20")
    arguments = {"target": np.eye(4), **change}
    with pytest.raises(ValueError, match=message):
        fm.inverse_kinematics(model, "flange", **arguments)


def test_a_quaternion_of_length_zero_is_refused():
    robot = fb.Robot("ball").add(fb.Link("a"), fb.Link("b"), fb.Joint("j", "spherical", "a", "b"))
    with pytest.raises(ValueError, match="q0 holds a quaternion of length zero"):
        fm.inverse_kinematics(Model(robot), "b", np.eye(4), q0=np.zeros(4))


def test_a_follower_that_stands_still_outside_its_limits_is_named():
    def hinge(name, parent, child, **options):
        return fb.Joint(name, "revolute", parent, child, axis=(0, 0, 1), **options)

    robot = fb.Robot("finger").add(
        *map(fb.Link, "abc"),
        hinge("m", "a", "b", limit=fb.Limit(-2.0, 2.0)),
        hinge("n", "b", "c", mimic=fb.Mimic("m", 0.0, 1.0), limit=fb.Limit(-0.5, 0.5)),
    )
    with pytest.raises(fm.ModelError, match="joint 'n' is held at 1, outside its limits"):
        fm.inverse_kinematics(Model(robot), "c", np.eye(4))


def spindle(pitch: float, *after: Joint, limit: Limit | None = None) -> Model:
    """A screw along z, then further joints, one after the other."""
    screw = Joint("spindle", "screw", "base", "l0", axis=(0, 0, 1), pitch=pitch, limit=limit)
    joints = [screw, *after]
    return Model(Robot("jack", [Link("base"), *(Link(j.child) for j in joints)], joints))


class TestScrews:
    """A screw goes pitch * angle / 2 pi: the angle of a height is known in closed form."""

    @pytest.mark.parametrize("turns", [0.25, 5.3, -40.6])
    @pytest.mark.parametrize("what", ["pose", "position"])
    def test_reaches_heights_of_several_turns_without_a_start(self, turns, what) -> None:
        angle, pitch = 2 * np.pi * turns, 0.01
        c, s = np.cos(angle), np.sin(angle)
        T = np.array([[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, pitch * turns], [0, 0, 0, 1]])
        found = inverse_kinematics(spindle(pitch), "l0", T, task=what)
        assert found.converged
        # 1e-8 m off, at 0.01 m per turn, is an angle of 1e-5.
        assert found.q[0] == pytest.approx(angle, abs=1e-5)

    def test_with_other_joints_and_within_limits(self) -> None:
        arm = Joint("arm", "revolute", "l0", "l1", limit=Limit(-2.0, 2.0), axis=(1, 0, 0))
        wrist = Joint("wrist", "continuous", "l1", "l2", Pose((0, 0.2, 0)), axis=(0, 0, 1))
        model = spindle(0.004, arm, wrist, limit=Limit(-120.0, 120.0))
        targets = kinematics(model, model.random(100, seed=3), "l2").pose
        found = inverse_kinematics(model, "l2", targets)
        assert found.converged.all()
        reached = kinematics(model, found.q, "l2").pose
        np.testing.assert_allclose(reached, targets, atol=1e-7)
        assert (np.abs(found.q[:, 0]) <= 120.0).all()

    def test_a_height_beyond_the_limits_is_not_reached(self) -> None:
        model = spindle(0.01, limit=Limit(-10.0, 10.0))
        found = inverse_kinematics(model, "l0", [0.0, 0.0, 0.1])
        assert not found.converged
        assert abs(found.q[0]) <= 10.0

    def test_in_a_closed_loop(self) -> None:
        """The nut on the spindle carries a slide: it turns, the slide does not."""
        spindle = Joint("spindle", "screw", "base", "nut", axis=(0, 0, 1), pitch=0.01)
        slide = Joint("slide", "prismatic", "base", "plate", limit=Limit(-1, 1), axis=(0, 0, 1))
        holds = Loop("holds", "revolute", "nut", "plate", axis=(0, 0, 1))
        links = [Link("base"), Link("nut"), Link("plate")]
        model = Model(Robot("jack", links, [spindle, slide], [holds]))
        found = inverse_kinematics(model, "nut", [0.0, 0.0, 0.073])
        assert found.converged
        expected = {"spindle": 7.3 * 2 * np.pi, "slide": 0.073}
        for name, value in expected.items():
            assert found.q[model.joint(name).q][0] == pytest.approx(value, abs=1e-5)

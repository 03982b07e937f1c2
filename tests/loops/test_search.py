"""Closing from further starts: what may move, what must stay, and what never counts as closed."""

from __future__ import annotations

from dataclasses import replace
from math import pi

import numpy as np
import pytest

from fourbar.mechanics import Model
from fourbar.mechanics.loops import LoopError, assemble, closure, spanning, trace
from fourbar.mechanics.loops.chart import branches_of
from fourbar.robot import Joint, Limit, Link, Loop, Pose, Robot

from .mechanisms import gallery


def with_joint_aside(robot: Robot) -> Robot:
    """The robot with a joint beside its loops."""
    root = robot.root.name
    return robot.add(
        Link("aside_link"), Joint("aside", "continuous", root, "aside_link", axis=(0, 0, 1))
    )


def flat_start(model: Model) -> np.ndarray:
    """A guess from which the first start does not close the four-bar."""
    rng = np.random.default_rng(0)
    for _ in range(200):
        q = model.random(1, seed=rng)[0]
        try:
            found = assemble(model, q0=q)
        except LoopError:
            continue
        if found.starts > 1:
            return q
    pytest.skip("every guess closes at once")


def test_further_starts_leave_joints_beside_the_loops_alone() -> None:
    model = Model(with_joint_aside(gallery("six_bar").robot))
    q = flat_start(model)
    entry = model.joints["aside"].q
    q[entry] = 0.123
    assert assemble(model, q0=q).q[entry].item() == 0.123


def test_a_block_that_closes_at_once_is_not_moved_by_one_that_does_not() -> None:
    """Two four-bars on one base: the second's guess is bad, the first stays where it is closed."""
    one = gallery("four_bar")
    at = one.chart
    home = at.home
    rng = np.random.default_rng(1)
    robot = one.robot
    names = {link.name: f"{link.name}_b" for link in robot.links if link is not robot.root}
    twin = robot.add(
        *(replace(link, name=names[link.name]) for link in robot.links if link.name in names),
        *(
            replace(
                joint,
                name=f"{joint.name}_b",
                parent=names.get(joint.parent, joint.parent),
                child=names[joint.child],
            )
            for joint in robot.joints
        ),
        *(
            replace(
                loop,
                name=f"{loop.name}_b",
                predecessor=names.get(loop.predecessor, loop.predecessor),
                successor=names.get(loop.successor, loop.successor),
            )
            for loop in robot.loops
        ),
    )
    model = Model(twin)
    for _ in range(10):
        q = rng.uniform(-pi, pi, model.nq)
        for name in ("crank", "coupler", "rocker"):
            q[model.joints[name].q] = home[one.joints[name].q]
        found = assemble(model, q0=q)
        assert np.abs(closure(model, found.q)[0]).max() < 1e-10
        for name in ("crank", "coupler", "rocker"):
            np.testing.assert_allclose(
                found.q[model.joints[name].q], home[one.joints[name].q], atol=1e-12
            )


def test_numbers_beyond_arithmetic_are_not_closed() -> None:
    """inf - inf is no number, and no residual of zero either."""
    robot = Robot(
        "far",
        [Link("base"), Link("a"), Link("b")],
        [
            Joint("x", "prismatic", "base", "a", axis=(1, 0, 0)),
            Joint("y", "prismatic", "a", "b", axis=(1, 0, 0)),
        ],
        [Loop("l", "spherical", "base", "b", Pose((1.0, 0, 0)), Pose((0.0, 0, 0)))],
    )
    model = Model(robot)
    for start in ([1.5e308, 1.5e308], [1.5e308, -1.5e308]):
        try:
            found = assemble(model, {"x": start[0]}, q0=start)
        except LoopError:
            continue
        assert np.abs(closure(model, found.q)[0]).max() <= 1e-10


def test_spanning_never_leaves_the_branch_it_starts_in() -> None:
    """A rocker that is driven through its dead centres would have to change it."""
    robot = gallery("four_bar").robot
    model = Model(
        robot.update(
            *(replace(j, independent=j.name == "rocker") for j in robot.joints if j.type != "fixed")
        )
    )
    home = tuple(branches_of(model, model.chart.home[None])[0])
    for rocker in np.linspace(-1.5, 1.5, 61):
        try:
            q = spanning(model, [rocker])
        except LoopError:
            continue
        assert tuple(branches_of(model, q[None])[0]) == home


@pytest.mark.parametrize("crank", [2 * pi, -4 * pi + 0.1, 20.0])
def test_turns_of_a_continuous_joint_are_kept(crank: float) -> None:
    """Held at several turns, a crank stands where it stands within one."""
    model = gallery("four_bar")
    found = assemble(model, {"crank": crank})
    once = assemble(model, {"crank": (crank + pi) % (2 * pi) - pi})
    assert found.q[model.joints["crank"].q].item() == crank
    rocker = model.joints["rocker"].q
    np.testing.assert_allclose(np.cos(found.q[rocker] - once.q[rocker]), 1.0, atol=1e-12)


def test_limits_hold_for_joints_beside_the_loops_too() -> None:
    robot = with_joint_aside(gallery("four_bar").robot)
    aside = replace(robot.joints["aside"], type="revolute", limit=Limit(0.5, 1.0, 1.0, 1.0))
    model = Model(robot.update(aside))
    found = assemble(model, limits=True)
    assert 0.5 <= found.q[model.joints["aside"].q].item() <= 1.0
    with pytest.raises(LoopError, match="beyond the limits"):
        assemble(model, {"aside": 0.2}, limits=True)


def test_a_parallelogram_passes_its_flat_pose_and_says_so() -> None:
    """With all links in line the determinant changes its sign: a change point."""
    length, side = 0.4, 0.2
    robot = Robot(
        "parallelogram",
        [Link("base"), Link("left"), Link("bar"), Link("right")],
        [
            Joint("a", "continuous", "base", "left", Pose((0, 0, 0)), axis=(0, 0, 1)),
            Joint("b", "continuous", "left", "bar", Pose((side, 0, 0)), axis=(0, 0, 1)),
            Joint("c", "continuous", "base", "right", Pose((length, 0, 0)), axis=(0, 0, 1)),
        ],
        [
            Loop(
                "l",
                "revolute",
                "bar",
                "right",
                Pose((length, 0, 0)),
                Pose((side, 0, 0)),
                axis=(0, 0, 1),
            )
        ],
    )
    model = Model(robot)
    start = np.array([0.7, -0.7, 0.7])
    motion = trace(model, "a", np.linspace(0.7, 2 * pi - 0.7, 50), start)
    singular = [met.value for met in motion.dead_centres if met.kind == "singular"]
    np.testing.assert_allclose(singular, [pi], atol=1e-6)
    # It stays a parallelogram: the sides are parallel in every pose.
    np.testing.assert_allclose(motion.q[:, 2], motion.q[:, 0], atol=1e-6)
    assert np.abs(closure(model, motion.q)[0]).max() < 1e-10


def test_a_long_motion_keeps_counting_dead_centres() -> None:
    motion = trace(gallery("slider_crank"), "crank", [0.0, 20 * pi])
    found = [met.value for met in motion.dead_centres if met.joint == "slider"]
    np.testing.assert_allclose(found, pi / 2 + pi * np.arange(20), atol=1e-9)

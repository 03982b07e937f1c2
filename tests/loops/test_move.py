"""From a closed pose, some joints elsewhere: the others follow."""

from __future__ import annotations

import gc
import weakref
from math import cos, dist, pi, sin, sqrt

import numpy as np
import pytest

import fourbar as fb
from fourbar.robot import Joint, Limit, Link, Mimic

from .linkages import slider_crank
from .mechanisms import CLOSED, gallery


def open_by(model: fb.Model, q: np.ndarray) -> float:
    return float(np.abs(fb.closure(model, q)[0]).max(initial=0.0))


@pytest.mark.parametrize("name", CLOSED)
def test_a_small_move_stays_closed_and_near(name: str) -> None:
    model = gallery(name)
    home = model.chart.home
    slot = next(s for s in model.joints.values() if s.quaternion is None)
    goal = home[slot.q] + 0.02 * np.eye(slot.nq)[0]
    q = fb.move(model, home, {slot.name: goal})
    np.testing.assert_array_equal(q[slot.q], goal)
    assert open_by(model, q) <= 1e-10
    assert np.abs(model.difference(home, q)).max() < 0.5


def test_a_slider_crank_is_where_the_triangle_puts_it() -> None:
    """The pin's distance for crank r and rod l: r cos t + sqrt(l^2 - r^2 sin^2 t)."""
    crank, rod = 0.3, 0.8
    model = fb.Model(slider_crank(crank, rod, 0.0))
    q = fb.assemble(model, {"crank": 0.5}).q
    for angle in (0.6, 2.0, 4.0, -1.0, 6.0):
        q = fb.move(model, q, {"crank": angle})
        expected = crank * cos(angle) + sqrt(rod**2 - (crank * sin(angle)) ** 2)
        assert float(q[model.joints["slider"].q][0]) == pytest.approx(expected, abs=1e-9)


def test_the_branch_is_kept_all_the_way_round() -> None:
    model = gallery("four_bar")
    start = fb.assemble(model, {"crank": 0.3})
    q = start.q
    for angle in np.linspace(0.3, 0.3 + 2 * pi, 5)[1:]:
        q = fb.move(model, q, {"crank": angle})
    np.testing.assert_allclose(np.exp(1j * q), np.exp(1j * start.q), atol=1e-9)
    assert fb.assemble(model, {"crank": float(q[0])}, q).branch == start.branch


def test_other_independent_joints_stay() -> None:
    model = gallery("delta")
    arms = ["arm_1", "arm_2", "arm_3"]
    home = model.chart.home
    q = fb.move(model, home, {"arm_1": float(home[model.joints["arm_1"].q][0]) + 0.1})
    for arm in arms[1:]:
        np.testing.assert_array_equal(q[model.joints[arm].q], home[model.joints[arm].q])


def test_a_way_that_ends_says_where() -> None:
    """The rocker's extreme position is where crank and coupler are in line."""
    model = gallery("four_bar")
    dead = fb.trace(model, "crank", np.linspace(0.0, 3.0, 31)).dead_centres[0]
    extreme = float(dead.q[model.joints["rocker"].q][0])
    q = fb.assemble(model, {"crank": 1.0}).q
    with pytest.raises(fb.LoopError, match="cannot follow 'rocker' all the way") as caught:
        fb.move(model, q, {"rocker": extreme + 0.5})
    assert caught.value.residual == 0.0
    reached = caught.value.q
    assert reached is not None
    assert open_by(model, reached) <= 1e-10
    assert float(reached[model.joints["rocker"].q][0]) == pytest.approx(extreme, abs=2e-3)


def test_a_pose_that_is_nearly_closed_is_closed_first() -> None:
    model = gallery("four_bar")
    q = fb.assemble(model, {"crank": 0.3}).q
    moved = fb.move(model, q + np.array([0.0, 1e-5, -1e-5]), {"crank": 0.4})
    np.testing.assert_allclose(moved, fb.assemble(model, {"crank": 0.4}).q, atol=1e-9)


def test_trees_and_mimics_move_too() -> None:
    tree = fb.Model(fb.load("gallery:ur20"))
    q = fb.move(tree, tree.neutral, {"elbow_joint": 0.3})
    np.testing.assert_array_equal(q, tree.q({"elbow_joint": 0.3}))
    finger = fb.Model(
        fb.Robot("finger").add(
            *map(fb.Link, "abc"),
            fb.Joint("m", "continuous", "a", "b", axis=(0, 0, 1)),
            fb.Joint("n", "continuous", "b", "c", axis=(0, 0, 1), mimic=fb.Mimic("m", 0.5, 0.1)),
        )
    )
    np.testing.assert_allclose(fb.move(finger, finger.neutral, {"m": 7.0}), [7.0, 3.6])
    np.testing.assert_allclose(fb.move(finger, finger.neutral, {"n": 0.6}), [1.0, 0.6])


def test_unknown_joints_and_wrong_counts_are_refused() -> None:
    model = gallery("four_bar")
    with pytest.raises(fb.UnknownNameError, match="crank"):
        fb.move(model, model.chart.home, {"cramk": 0.1})
    with pytest.raises(ValueError, match="takes 1 number"):
        fb.move(model, model.chart.home, {"crank": [[0.1, 0.2]]})
    with pytest.raises(ValueError, match="expected"):
        fb.move(model, [0.0], {"crank": 0.1})


# Nothing returns an open pose quietly


@pytest.mark.parametrize("name", CLOSED)
def test_configurations_are_closed_unless_the_open_tree_is_asked_for(name: str) -> None:
    model = gallery(name)
    assert open_by(model, model.q()) <= 1e-10
    for q in model.random(5, seed=0):
        assert open_by(model, q) <= 1e-10
    assert model.random(seed=0).shape == (model.nq,)
    if model.has_loops:  # mimics are followed in trees, too
        wide = model.random(5, seed=0, coordinates="spanning")
        assert max(open_by(model, q) for q in wide) > 1e-3
    with pytest.raises(ValueError, match="unknown coordinates 'all'"):
        model.random(coordinates="all")


def test_a_position_closes_what_follows() -> None:
    model = gallery("four_bar")
    np.testing.assert_array_equal(model.q({"crank": 0.3}), fb.assemble(model, {"crank": 0.3}).q)
    np.testing.assert_array_equal(model.q({"crank": 0.3}, coordinates="spanning"), [0.3, 0.0, 0.0])


def test_a_named_configuration_is_closed() -> None:
    robot = gallery("four_bar").robot
    state = fb.Configuration("bent", positions=(fb.robot.JointPosition("crank", (0.3,)),))
    model = fb.Model(robot.replace(configurations=(state,)))
    q = model.configuration("bent")
    assert open_by(model, q) <= 1e-10
    assert q[0] == 0.3
    np.testing.assert_array_equal(
        model.configuration("bent", coordinates="spanning"), [0.3, 0.0, 0.0]
    )


def named(name: str, **positions: float) -> fb.Model:
    """A robot of the gallery with one configuration, "there"."""
    given = tuple(fb.robot.JointPosition(joint, (at,)) for joint, at in positions.items())
    state = fb.Configuration("there", positions=given)
    return fb.Model(gallery(name).robot.replace(configurations=(state,)))


def test_a_named_configuration_may_be_rounded() -> None:
    _, coupler, rocker = gallery("four_bar").q({"crank": 0.3})
    model = named("four_bar", crank=0.3, coupler=round(coupler, 2), rocker=round(rocker, 2))
    q = model.configuration("there")
    np.testing.assert_allclose(q, [0.3, coupler, rocker], atol=1e-9)


def test_a_named_configuration_that_cannot_close_is_an_error() -> None:
    model = named("four_bar", crank=0.3, rocker=1.2)
    with pytest.raises(fb.LoopError, match=r"configuration 'there': .* 'crank', 'rocker' held"):
        model.configuration("there")
    with pytest.raises(fb.LoopError):
        model.q({"crank": 0.3, "rocker": 1.2})
    np.testing.assert_array_equal(
        model.configuration("there", coordinates="spanning"), [0.3, 0.0, 1.2]
    )


def test_dependent_joints_of_a_named_configuration_are_held() -> None:
    rocker = gallery("four_bar").q({"crank": 0.3})[2]
    model = named("four_bar", rocker=rocker)
    q = model.configuration("there")
    assert q[2] == rocker
    assert open_by(model, q) <= 1e-10
    np.testing.assert_array_equal(q, model.q({"rocker": rocker}))


def test_a_named_configuration_cannot_contradict_a_mimic() -> None:
    joints = [
        Joint("left", "prismatic", "a", "b", limit=Limit(lower=0.0, upper=0.1)),
        Joint("right", "prismatic", "b", "c", mimic=Mimic("left", multiplier=-1.0)),
    ]
    robot = fb.Robot("r", [Link(name) for name in "abc"], joints)

    def model(right: float) -> fb.Model:
        given = tuple(
            fb.robot.JointPosition(joint, (at,)) for joint, at in (("left", 0.05), ("right", right))
        )
        return fb.Model(robot.replace(configurations=(fb.Configuration("there", given),)))

    np.testing.assert_array_equal(model(-0.05).configuration("there"), [0.05, -0.05])
    with pytest.raises(fb.LoopError, match="but it mimics 'left' and is at -0"):
        model(0.05).configuration("there")


def test_a_model_with_a_chart_can_be_forgotten() -> None:
    model = fb.Model(gallery("stewart").robot)
    _ = model.chart, model.automatic_chart
    fb.inverse_kinematics(model, "platform", [0.0, 0.0, 0.3])
    gone = weakref.ref(model)
    del model
    gc.collect()
    assert gone() is None


# Singularities over the chart


@pytest.mark.parametrize(("name", "link"), [("stewart", "platform"), ("delta", None)])
def test_the_gradient_is_that_of_the_smallest_singular_value(name: str, link: str | None) -> None:
    """Against central differences between poses that were closed."""
    model = gallery(name)
    link = link or model.link_names[-1]
    q = model.random(seed=3)
    data = model.data()

    def measured(at: np.ndarray) -> fb.Singularity:
        fb.forward_kinematics(model, data, at)
        return fb.singularity(model, data, link)

    found, y, step = measured(q), fb.independent(model, q), 1e-5
    assert not found.singular
    for k in range(y.size):
        away = step * np.eye(y.size)[k]
        ahead, behind = (
            measured(fb.spanning(model, y + sign * away, q)).smallest for sign in (1.0, -1.0)
        )
        assert found.gradient[k] == pytest.approx((ahead - behind) / (2 * step), abs=1e-5)


def test_batches_have_the_singularities_of_their_rows() -> None:
    model = gallery("stewart")
    Q = model.random(4, seed=1)
    data, one = model.data(4), model.data()
    fb.forward_kinematics(model, data, Q)
    batch = fb.singularity(model, data, "platform")
    for k, q in enumerate(Q):
        fb.forward_kinematics(model, one, q)
        single = fb.singularity(model, one, "platform")
        for field in ("singular_values", "rank", "smallest", "gradient", "distance", "closure"):
            np.testing.assert_allclose(
                getattr(batch, field)[k], getattr(single, field), rtol=1e-6, atol=1e-9
            )


def test_the_position_error_is_the_distance_to_the_target() -> None:
    model = gallery("delta")
    link = model.link_names[-1]
    found = fb.inverse_kinematics(model, link, [3.0, 0.0, 0.0])
    assert not found.converged
    data = model.data()
    fb.forward_kinematics(model, data, found.q, coordinates="spanning")
    assert found.position_error == pytest.approx(dist(data.pose(link)[:3, 3], [3.0, 0.0, 0.0]))


def test_rotations_alone_are_a_task_of_closed_robots() -> None:
    model = gallery("stewart")
    target = np.eye(4)
    c, s = cos(0.1), sin(0.1)
    target[:2, :2] = [[c, -s], [s, c]]
    target[:3, 3] = 9.0  # not asked for
    found = fb.inverse_kinematics(model, "platform", target, task="rotation")
    assert found.converged
    data = model.data()
    fb.forward_kinematics(model, data, found.q, coordinates="spanning")
    np.testing.assert_allclose(data.pose("platform")[:3, :3], target[:3, :3], atol=1e-9)
    assert open_by(model, found.q) <= 1e-10


def test_the_open_tree_is_solved_by_its_word() -> None:
    """The coupler alone reaches what the closed four-bar does not."""
    model = gallery("four_bar")
    data = model.data()
    q = model.q({"crank": 0.3, "coupler": 1.2}, coordinates="spanning")
    fb.forward_kinematics(model, data, q, coordinates="spanning")
    goal = data.pose("coupler_link").copy()
    closed = fb.inverse_kinematics(model, "coupler_link", goal)
    tree = fb.inverse_kinematics(model, "coupler_link", goal, coordinates="spanning")
    assert not closed.converged
    assert tree.converged
    assert closed._fields == tree._fields
    with pytest.raises(ValueError, match="posture"):
        fb.inverse_kinematics(model, "coupler_link", goal, posture=model.neutral)


# Ways that are too long, and starts that are not closed


def test_the_windings_of_a_long_way_are_kept() -> None:
    """Crank and coupler turn against each other, the rocker swings: their sum is bounded."""
    model = gallery("four_bar")
    q = fb.move(model, [0.0, 0.0, 0.0], {"crank": 3500.0})
    assert abs(q[0] + q[1]) < 2.0 * np.pi
    assert open_by(model, q) <= 1e-10


@pytest.mark.parametrize("goal", [1e4, -1e6])
def test_a_way_that_is_too_long_is_refused(goal: float) -> None:
    model = gallery("four_bar")
    with pytest.raises(fb.LoopError, match="in one move; the most is 4000: use several moves"):
        fb.move(model, [0.0, 0.0, 0.0], {"crank": goal})
    with pytest.raises(fb.LoopError, match="several moves") as caught:
        fb.move(model, [0.0, 0.0, 0.0], {"crank": [0.1, goal, 0.2]})
    assert caught.value.rows == (1,)


def test_a_grossly_open_pose_is_no_start() -> None:
    model = gallery("four_bar")
    with pytest.raises(fb.LoopError, match="cannot move from an open pose") as caught:
        fb.move(model, [1.0, 2.0, 3.0], {"crank": 0.3})
    assert caught.value.open


def test_assemblies_take_no_batches_and_say_so() -> None:
    model = gallery("four_bar")
    with pytest.raises(ValueError, match="joint 'crank' has 3 positions, expected one"):
        fb.assemblies(model, {"crank": [0.1, 0.2, 0.3]})
    with pytest.raises(ValueError, match=r"q0 has shape \(2, 3\), expected \(3,\)"):
        fb.assemblies(model, None, np.zeros((2, 3)))


def test_a_pose_is_a_target() -> None:
    arm = fb.Model(fb.load("gallery:ur20"))
    pose = fb.Pose((0.5, 0.5, 0.5), (0.1, 0.2, 0.3))
    found = fb.inverse_kinematics(arm, "flange", pose)
    assert found.converged
    np.testing.assert_array_equal(found.q, fb.inverse_kinematics(arm, "flange", pose.matrix()).q)

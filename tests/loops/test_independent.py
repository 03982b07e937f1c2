"""Independent coordinates: declared, checked, or chosen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import fourbar as fb
from fourbar.mechanics import Model, mobility
from fourbar.mechanics.loops import LoopError, closure
from fourbar.robot import Robot

from .mechanisms import CLOSED, gallery

MOBILITY = {
    "belt_leg": 2,
    "delta": 3,
    "differential": 2,
    "four_bar": 1,
    "gripper": 1,
    "leg_linkage": 2,
    "lims2_wrist": 2,
    "six_bar": 1,
    "slider_crank": 1,
    "stewart": 6,
}


def declared(robot: Robot, *names: str) -> Robot:
    moving = [joint for joint in robot.joints if joint.type != "fixed"]
    return robot.update(*(replace(joint, independent=joint.name in names) for joint in moving))


def silent(robot: Robot) -> Robot:
    return robot.update(*(replace(joint, independent=None) for joint in robot.joints))


@pytest.mark.parametrize("name", CLOSED)
def test_mobility_is_the_known_one(name: str) -> None:
    found = mobility(gallery(name))
    assert found.mobility == MOBILITY[name] == found.n - found.rank
    assert not found.problem


@pytest.mark.parametrize("name", CLOSED)
def test_a_silent_description_gets_a_good_choice(name: str) -> None:
    model = Model(silent(gallery(name).robot))
    at = model.chart
    assert at.size == MOBILITY[name]
    assert not any(at.declared)
    K = closure(model, at.home)[1]
    for block, columns in zip(model.loops.blocks, at.dependent, strict=True):
        values = np.linalg.svd(K[np.ix_(block.rows, columns)], compute_uv=False)
        assert values[columns.size - 1] > 0.01 * values[0]


@pytest.mark.parametrize("name", CLOSED)
def test_the_choice_leaves_orientations_whole(name: str) -> None:
    model = gallery(name)
    at = model.automatic_chart
    for slot in model.joints.values():
        if slot.quaternion is not None:
            own = set(range(slot.v.start, slot.v.stop))
            assert len(own & set(at.v.tolist())) in (0, len(own))


def test_too_many_independent_joints_name_a_choice_that_works() -> None:
    robot = declared(gallery("four_bar").robot, "crank", "rocker")
    with pytest.raises(LoopError, match="are 2 of 3 velocities, but 1 must be") as caught:
        _ = Model(robot).chart
    (valid,) = caught.value.choice
    assert Model(declared(gallery("four_bar").robot, valid)).chart.size == 1


def test_too_few_independent_joints_name_a_choice_that_works() -> None:
    robot = declared(gallery("delta").robot, "arm_1")
    with pytest.raises(LoopError, match="3 must be independent") as caught:
        _ = Model(robot).chart
    valid = list(caught.value.choice)
    assert "arm_1" in valid
    assert Model(declared(gallery("delta").robot, *valid)).chart.size == 3


def test_joints_that_do_not_determine_the_rest_are_refused() -> None:
    """Output and idler of a differential turn against each other: the carrier stays unknown."""
    robot = declared(gallery("differential").robot, "roll", "idler")
    with pytest.raises(LoopError, match="do not determine") as caught:
        _ = Model(robot).chart
    valid = list(caught.value.choice)
    assert Model(declared(gallery("differential").robot, *valid)).chart.size == 2


def test_mobility_reports_a_wrong_declaration_and_goes_on() -> None:
    found = mobility(declared(gallery("four_bar").robot, "crank", "rocker"))
    assert found.mobility == 1
    assert "a choice that works" in found.problem
    assert found.choice
    assert len(found.independent) == 1


def test_joints_outside_all_loops_are_independent() -> None:
    robot = gallery("four_bar").robot.attach(
        gallery("ur20").robot, to="coupler_link", prefix="arm_"
    )
    found = mobility(robot)
    assert found.mobility == 7
    assert len(found.blocks) == 1


def test_a_singular_zero_pose_does_not_hide_the_rank() -> None:
    """A parallelogram drawn flat: rank 2 in general, 1 where all its links lie on a line."""
    from fourbar.robot import Joint, Link, Loop, Pose

    z = (0.0, 0.0, 1.0)
    robot = Robot(
        "flat",
        [Link(name) for name in ("base", "crank", "coupler", "rocker")],
        [
            Joint("crank", "continuous", "base", "crank", axis=z),
            Joint("coupler", "continuous", "crank", "coupler", Pose((0.1, 0, 0)), axis=z),
            Joint("rocker", "continuous", "base", "rocker", Pose((0.3, 0, 0)), axis=z),
        ],
        [Loop("l", "revolute", "coupler", "rocker", Pose((0.3, 0, 0)), Pose((0.1, 0, 0)), z)],
    )
    model = Model(robot)
    assert np.linalg.matrix_rank(closure(model, model.neutral)[1], tol=1e-9) == 1
    assert mobility(model).mobility == 1


def _marked(**independent: bool) -> fb.Robot:
    robot = fb.load("gallery:four_bar")
    joints = [replace(joint, independent=independent.get(joint.name)) for joint in robot.joints]
    return robot.replace(joints=joints)


def test_marking_the_joint_that_is_driven_is_enough() -> None:
    for name in ("crank", "rocker", "coupler"):
        model = fb.Model(_marked(**{name: True}))
        assert fb.mobility(model).independent == (name,)
        assert fb.mobility(model).problem == ""
        assert not fb.check(model.robot).errors
        # It is the one that stays where it is.
        held = model.q({name: 0.1})
        assert held[model.joints[name].q] == pytest.approx(0.1)


def test_silent_joints_are_independent_where_that_is_what_works() -> None:
    model = fb.Model(_marked(coupler=False, rocker=False))
    assert fb.mobility(model).independent == ("crank",)


def test_the_error_has_the_joints_that_are_too_many_and_keeps_a_marked_one() -> None:
    found = fb.mobility(_marked(crank=True, rocker=True))
    assert "too many: " in found.problem
    assert len(found.choice) == 1
    assert set(found.choice) <= {"crank", "rocker"}


def test_the_error_has_the_joints_that_are_missing_and_keeps_the_marked_ones() -> None:
    stewart = fb.load("gallery:stewart")
    first = next(j.name for j in stewart.joints if j.independent)
    joints = [replace(j, independent=True if j.name == first else None) for j in stewart.joints]
    found = fb.mobility(stewart.replace(joints=joints))
    assert "missing: " in found.problem
    assert first in found.choice
    assert len(found.choice) == found.mobility


def test_the_choice_that_is_offered_keeps_as_many_joints_as_possible() -> None:
    """Two velocities of one joint would cost two legs."""
    robot = fb.load("gallery:stewart")
    legs = [f"leg_{k}" for k in range(1, 7)]
    stated = {*legs, "hinge_1"}
    joints = [replace(j, independent=True if j.name in stated else None) for j in robot.joints]
    with pytest.raises(fb.LoopError) as caught:
        _ = fb.Model(robot.replace(joints=joints)).chart
    assert sorted(caught.value.choice or ()) == legs

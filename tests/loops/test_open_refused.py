"""Nothing gives a pose of an open robot unless the word for the open tree is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import fourbar as fb
from fourbar.record import replace

LINK = "coupler_link"
OPEN = np.array([0.3, 0.3, 0.3])

CALLS: dict[str, Callable[[fb.Model, np.ndarray], Any]] = {
    "forward_kinematics": lambda m, q: fb.forward_kinematics(m, m.data(), q),
    "kinematics": lambda m, q: fb.kinematics(m, q, LINK),
    "closed_jacobian": lambda m, q: fb.closed_jacobian(m, q, LINK),
    "singularity": lambda m, q: fb.singularity(m, filled(m, q), LINK),
    "explicit_jacobian": lambda m, q: fb.explicit_jacobian(m, filled(m, q)),
    "mass_matrix": lambda m, q: fb.mass_matrix(m, None, q),
}
BATCHES: dict[str, Callable[[fb.Model, np.ndarray], Any]] = {
    "forward_kinematics": lambda m, q: fb.forward_kinematics(m, m.data(len(q)), q),
    "kinematics": lambda m, q: fb.kinematics(m, q, LINK, threads=1),
    "closed_jacobian": lambda m, q: fb.closed_jacobian(m, q, LINK, threads=1),
    "singularity": lambda m, q: fb.singularity(m, filled(m, q), LINK),
    "explicit_jacobian": lambda m, q: fb.explicit_jacobian(m, filled(m, q)),
    "mass_matrix": lambda m, q: fb.mass_matrix(m, None, q, threads=1),
}


def filled(model: fb.Model, q: np.ndarray) -> fb.Data:
    """A Data of the open tree."""
    data = model.data() if q.ndim == 1 else model.data(len(q))
    fb.forward_kinematics(model, data, q, coordinates="spanning")
    return data


@pytest.fixture
def four_bar() -> fb.Model:
    return fb.Model(fb.load("gallery:four_bar"))


@pytest.mark.parametrize("name", CALLS)
def test_an_open_configuration_is_refused_with_its_gap_and_the_way_out(
    four_bar: fb.Model, name: str
) -> None:
    with pytest.raises(fb.LoopError, match="does not close 'four_bar'") as caught:
        CALLS[name](four_bar, OPEN)
    gap = np.linalg.norm(fb.closure(four_bar, OPEN)[0])
    assert caught.value.open == {"coupler_rocker": pytest.approx(gap, abs=1e-12)}
    assert f"open by {gap:.3g} m or rad" in str(caught.value)
    assert "assemble" in str(caught.value)
    assert 'coordinates="spanning"' in str(caught.value)


@pytest.mark.parametrize("name", CALLS)
def test_a_closed_configuration_is_taken(four_bar: fb.Model, name: str) -> None:
    CALLS[name](four_bar, four_bar.q({"crank": 0.4}))


@pytest.mark.parametrize("name", BATCHES)
def test_one_open_row_of_a_batch_is_found(four_bar: fb.Model, name: str) -> None:
    rows = four_bar.random(300, seed=0)
    BATCHES[name](four_bar, rows)
    rows[217] = OPEN
    with pytest.raises(fb.LoopError, match="at configuration 217") as caught:
        BATCHES[name](four_bar, rows)
    assert caught.value.rows == (217,)


def test_the_word_for_the_open_tree_takes_any_configuration(four_bar: fb.Model) -> None:
    data = filled(four_bar, OPEN)
    found = fb.kinematics(four_bar, OPEN, LINK, coordinates="spanning")
    np.testing.assert_allclose(found.pose, data.pose(LINK), atol=1e-14)
    with pytest.raises(ValueError, match=r"unknown coordinates 'open'; expected one of"):
        fb.kinematics(four_bar, OPEN, LINK, coordinates="open")  # pyright: ignore[reportArgumentType]


def test_a_refused_configuration_leaves_no_pose_behind(four_bar: fb.Model) -> None:
    data = four_bar.data()
    with pytest.raises(fb.LoopError):
        fb.forward_kinematics(four_bar, data, OPEN)
    with pytest.raises(fb.NotComputedError):
        data.pose(LINK)


def test_the_tolerance_is_that_of_the_model(four_bar: fb.Model) -> None:
    rough = fb.Model(four_bar.robot, tolerance=1e-3)
    measured = four_bar.q({"crank": 0.4}) + 1e-4
    fb.kinematics(rough, measured, LINK)
    with pytest.raises(fb.LoopError):
        fb.kinematics(four_bar, measured, LINK)


def test_couplings_and_mimics_count_as_loops_do() -> None:
    belt = fb.Model(fb.load("gallery:belt_leg"))
    with pytest.raises(fb.LoopError, match="coupling "):
        fb.forward_kinematics(belt, belt.data(), np.linspace(0.1, 0.9, belt.nq))
    hand = fb.loads(
        '<robot name="hand"><link name="a"/><link name="b"/><link name="c"/>'
        '<joint name="left" type="continuous"><parent link="a"/><child link="b"/></joint>'
        '<joint name="right" type="continuous"><parent link="a"/><child link="c"/>'
        '<mimic joint="left" multiplier="-1"/></joint></robot>'
    )
    model = fb.Model(hand)
    fb.forward_kinematics(model, model.data(), [0.2, -0.2])
    with pytest.raises(fb.LoopError, match=r"mimic 'right' is open by 0\.4"):
        fb.forward_kinematics(model, model.data(), [0.2, 0.2])


def test_a_loop_that_locks_its_plane_is_blamed_when_it_cannot_close() -> None:
    robot = fb.load("gallery:four_bar")
    askew = robot.update(replace(robot.loops["coupler_rocker"], axis=(1.0, 0.0, 0.0)))
    with pytest.raises(fb.LoopError, match=r"axis of loop 'coupler_rocker' is not parallel.*G347"):
        fb.assemble(fb.Model(askew), {"crank": 0.4})


def test_the_axis_that_is_offered_points_as_the_joints_do() -> None:
    text = fb.dumps(fb.load("gallery:four_bar"))
    start = text.index("<axis", text.index("<loop"))
    report = fb.check((text[:start] + text[text.index("/>", start) + 2 :]).encode())
    (found,) = (error for error in report.errors if error.code == "G347")
    assert found.fix is not None
    assert found.fix.description == "write 0 -1 0"

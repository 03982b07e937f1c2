"""Files whose numbers were rounded close as well as their digits allow."""

from __future__ import annotations

import re
from math import pi

import numpy as np
import pytest

import fourbar as fb
from fourbar.record import replace

from .mechanisms import CLOSED, gallery


def rounded(robot: fb.Robot, digits: int) -> fb.Robot:
    """As a writer does that keeps so many decimals."""
    return fb.loads(
        re.sub(
            r"-?\d+\.\d+(e-?\d+)?",
            lambda match: repr(round(float(match.group()), digits)),
            fb.dumps(robot),
        )
    )


def tilted_four_bar() -> fb.Robot:
    """A planar four-bar whose frames are turned out of its plane one after the other."""

    def hinge(name: str, parent: str, child: str, x: float, roll: float, axis) -> fb.Joint:
        return fb.Joint(
            name, "continuous", parent, child, axis=axis, origin=fb.Pose((x, 0, 0), (roll, 0, 0))
        )

    up, across = (0.0, 0.0, 1.0), (0.0, np.sin(1.0), np.cos(1.0))
    return fb.Robot("tilted").add(
        *(fb.Link(name) for name in ("base", "crank", "coupler", "rocker")),
        hinge("crank", "base", "crank", 0.0, pi / 3, up),
        hinge("coupler", "crank", "coupler", 0.3, 1.0, across),
        hinge("rocker", "base", "rocker", 1.0, pi / 3, up),
        fb.Loop(
            "pin",
            "revolute",
            "coupler",
            "rocker",
            fb.Pose((0.9, 0, 0), (-1.0, 0, 0)),
            fb.Pose((0.6, 0, 0)),
            axis=up,
        ),
    )


@pytest.mark.parametrize("digits", [8, 6])
def test_a_rounded_linkage_closes_and_moves(digits: int) -> None:
    exact = fb.Model(tilted_four_bar())
    assert exact.tolerance == 1e-10
    model = fb.Model(rounded(exact.robot, digits))
    assert 1e-10 < model.tolerance <= 1e2 * 10.0**-digits
    state = fb.assemble(model, {"crank": 0.3})
    assert 1e-10 < state.residual <= model.tolerance
    assert model.chart.size == exact.chart.size == 1
    turn = fb.trace(model, "crank", np.linspace(0.3, 1.3, 11), state.q)
    true = fb.trace(exact, "crank", np.linspace(0.3, 1.3, 11), fb.assemble(exact, {"crank": 0.3}).q)
    np.testing.assert_allclose(turn.q, true.q, atol=1e3 * 10.0**-digits)
    assert fb.mobility(model.robot).problem == ""


@pytest.mark.parametrize("digits", [8, 6])
@pytest.mark.parametrize("name", CLOSED)
def test_the_gallery_rounded_is_closed(name: str, digits: int) -> None:
    robot = rounded(gallery(name).robot, digits)
    model = fb.Model(robot)
    assert model.chart.ranks == gallery(name).chart.ranks
    assert np.abs(fb.closure(model, model.chart.home)[0]).max(initial=0.0) <= model.tolerance
    assert not [f for f in fb.check(robot) if f.rule.code == "G341"]


def test_a_stated_tolerance_is_taken() -> None:
    robot = rounded(tilted_four_bar(), 8)
    assert fb.Model(robot, tolerance=1e-6).tolerance == 1e-6
    with pytest.raises(fb.LoopError, match="cannot be closed"):
        fb.assemble(fb.Model(robot, tolerance=1e-10))
    with pytest.raises(ValueError, match="tolerance must be a positive number"):
        fb.Model(robot, tolerance=0.0)


def test_what_is_open_by_more_than_its_digits_stays_open() -> None:
    robot = rounded(tilted_four_bar(), 8)
    apart = robot.update(replace(robot.loops["pin"], axis=(0.0, 0.01, 1.0)))
    with pytest.raises(fb.LoopError, match="'pin' stays open"):
        fb.assemble(fb.Model(apart))

"""Loops driven through a gear: the rotor turns far for a little of the linkage."""

from __future__ import annotations

from math import pi, tau

import numpy as np
import pytest

from fourbar.mechanics import Model
from fourbar.mechanics.loops import assemble, closure, sample_closed, spanning, trace
from fourbar.robot import Coupling, Joint, Link, Pose

from .linkages import Z, circles, four_bar, led_by

LENGTHS = (1.0, 0.3, 0.9, 0.6)  # the crank turns fully


def geared(ratio: float, independent: str = "crank") -> Model:
    """A four-bar whose crank is behind a gear: rotor = ratio * crank."""
    robot = four_bar(*LENGTHS).add(
        Link("rotor_link"),
        Joint("rotor", "continuous", "frame", "rotor_link", Pose((0.0, 0.0, 0.1)), Z),
        Coupling("gear", "rotor_link", "crank_link", ratio),
    )
    return Model(led_by(robot, independent))


def rocker(angle: float) -> list[float]:
    """Both angles of the rocker for one of the crank."""
    ground, crank, coupler, output = LENGTHS
    tip = crank * np.array([np.cos(angle), np.sin(angle)])
    pivot = np.array([ground, 0.0])
    meeting, _ = circles(tip, coupler, pivot, output)
    return [float(np.arctan2(*(point - pivot)[::-1])) for point in meeting]


@pytest.mark.parametrize("ratio", [6.0, -50.0, 200.0])
@pytest.mark.parametrize("held", ["crank", "rotor"])
def test_either_side_of_a_gear_may_be_held(ratio: float, held: str) -> None:
    model = geared(ratio)
    angle = 2.0
    found = assemble(model, {held: angle if held == "crank" else ratio * angle})
    q = dict(zip(model.joints, found.q, strict=True))
    assert q["crank"] == pytest.approx(angle, abs=1e-12)
    assert q["rotor"] == pytest.approx(ratio * angle, abs=1e-9)
    assert min(abs(np.sin((q["rocker"] - x) / 2)) for x in rocker(angle)) < 1e-10


@pytest.mark.parametrize("ratio", [6.0, 200.0])
def test_samples_cover_a_full_turn_behind_a_gear(ratio: float) -> None:
    q = sample_closed(geared(ratio), 500, seed=0, limits=False)
    crank = q[:, 0]
    assert crank.min() < -0.8 * pi
    assert crank.max() > 0.8 * pi
    np.testing.assert_allclose(q[:, 3], ratio * crank, atol=1e-9)


def test_independent_coordinates_lead_through_a_gear() -> None:
    model = geared(200.0)
    angles = np.linspace(0.0, tau, 50)
    q = spanning(model, angles[:, None])
    assert np.abs(closure(model, q)[0]).max() < 1e-10
    start, end = q[0, 1:3], q[-1, 1:3]
    np.testing.assert_allclose(np.cos(end - start), 1.0, atol=1e-12)


def test_a_rotor_drives_the_linkage_through_its_dead_centres() -> None:
    slow = trace(geared(1.0), "rotor", np.linspace(0.0, tau, 60))
    fast = trace(geared(200.0), "rotor", np.linspace(0.0, 200.0 * tau, 60))
    np.testing.assert_allclose(fast.q[:, :3], slow.q[:, :3], atol=1e-9)
    assert [met.joint for met in fast.dead_centres] == [met.joint for met in slow.dead_centres]
    np.testing.assert_allclose(
        [met.value / 200.0 for met in fast.dead_centres],
        [met.value for met in slow.dead_centres],
        atol=1e-6,
    )

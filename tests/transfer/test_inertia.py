"""Inertias that no rigid body has, made the nearest ones."""

from __future__ import annotations

import numpy as np
import pytest

from fourbar.diagnostics import Report, Severity
from fourbar.robot import Inertia, Inertial, Joint, Link, Robot
from fourbar.transfer import repaired
from fourbar.transfer.inertia import moments_of


def arm(inertial: Inertial | None, *, tool: Inertial | None = None) -> Robot:
    links = [Link("base"), Link("arm", inertial), Link("tool", tool)]
    joints = [
        Joint("turn", "continuous", "base", "arm"),
        Joint("hold", "fixed", "arm", "tool"),
    ]
    return Robot("r", links, joints)


def test_a_sound_robot_is_left_alone() -> None:
    report = Report()
    robot = arm(Inertial(1.0, Inertia(1.0, 1.0, 2.0, 0.1)))
    assert repaired(robot, report=report) is not None
    sound = arm(Inertial(1.0, Inertia(1.0, 1.0, 1.5)))
    assert repaired(sound, report=report) is sound


@pytest.mark.parametrize("seed", range(20))
def test_the_nearest_tensor_is_taken(seed: int) -> None:
    """Against a search: no valid moments are nearer, by least squares."""
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(3, 3))
    A = A + A.T
    inertia = Inertia(A[0, 0], A[1, 1], A[2, 2], A[0, 1], A[0, 2], A[1, 2])
    robot = repaired(arm(Inertial(1.0, inertia)), report=Report())
    found = robot.links["arm"].inertial
    assert found is not None
    a, b, c = moments_of(found.inertia)
    assert a >= -1e-12
    assert a + b >= c * (1 - 1e-9)
    before = np.linalg.eigvalsh(A)
    clipped = np.maximum(before, 0.0)
    away = np.sum((np.array([a, b, c]) - clipped) ** 2)
    for _ in range(300):
        other = np.sort(np.array([a, b, c]) + rng.normal(scale=0.05, size=3))
        if other[0] >= 0 and other[0] + other[1] >= other[2]:
            assert np.sum((other - clipped) ** 2) >= away - 1e-6


def test_what_moves_without_mass_gets_a_little_and_a_finding() -> None:
    report = Report()
    robot = repaired(arm(None), report=report)
    inertial = robot.links["arm"].inertial
    assert inertial is not None
    assert inertial.mass == 1e-6
    (finding,) = report
    assert finding.severity is Severity.WARNING
    assert "link 'arm' moves and has a mass of 0 kg, written as 1e-06 kg" in finding.message


def test_a_fixed_child_with_mass_is_enough() -> None:
    report = Report()
    robot = arm(None, tool=Inertial(1.0, Inertia(1.0, 1.0, 1.0)))
    assert repaired(robot, report=report) is robot
    assert len(report) == 0


def test_strict_makes_errors_of_repairs() -> None:
    report = Report()
    repaired(arm(None), report=report, strict=True)
    assert not report.ok

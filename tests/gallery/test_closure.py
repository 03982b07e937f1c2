"""Every robot of the gallery closes, has the mobility it states, and moves as far as it states."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import numpy as np
import pytest

from . import closure
from .facts import CLOSED, FACTS, ROBOTS, path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .facts import Drive


def follow(mechanism: closure.Mechanism, drive: Drive, steps: int) -> Iterator[np.ndarray]:
    """The closed poses on the way from zero to the driven positions."""
    q = np.zeros(mechanism.size)
    for share in np.linspace(0, 1, steps + 1)[1:]:
        for name, value in drive.items():
            q[mechanism.columns[name]] = share * np.array(value)
        q = closure.close(mechanism, q, held=mechanism.independent)
        yield q.copy()


def limits(name: str) -> dict[str, tuple[float, float]]:
    joints = ET.parse(path(name)).getroot().findall("joint")
    found = {joint.get("name", ""): joint.find("limit") for joint in joints}
    return {
        joint: (float(limit.get("lower", "nan")), float(limit.get("upper", "nan")))
        for joint, limit in found.items()
        if limit is not None and "lower" in limit.attrib
    }


def test_facts_and_files_are_the_same_robots() -> None:
    assert sorted(file.stem for file in ROBOTS.iterdir() if file.suffix == ".urdf") == sorted(FACTS)


@pytest.mark.parametrize("name", FACTS)
def test_zero_pose_closes(name: str) -> None:
    """To the nine decimals the files are written with."""
    mechanism = closure.read(path(name))
    phi = closure.residual(mechanism, np.zeros(mechanism.size))
    assert np.abs(phi).max(initial=0.0) < 2e-9


@pytest.mark.parametrize("name", FACTS)
def test_mobility(name: str) -> None:
    facts, mechanism = FACTS[name], closure.read(path(name))
    assert mechanism.size == facts.freedoms
    q = closure.close(mechanism, np.zeros(mechanism.size), held=mechanism.independent)
    rank = closure.rank(closure.jacobian(mechanism, q))
    assert mechanism.size - rank == facts.mobility
    assert len(mechanism.indices(mechanism.independent)) == facts.mobility


@pytest.mark.parametrize("name", CLOSED)
def test_every_closed_robot_states_its_drives(name: str) -> None:
    assert FACTS[name].drives
    driven = {joint for drive in FACTS[name].drives for joint in drive}
    assert driven == closure.read(path(name)).independent


@pytest.mark.parametrize(
    ("name", "drive"), [(name, drive) for name in CLOSED for drive in FACTS[name].drives]
)
def test_moves_closed_and_regular(name: str, drive: Drive) -> None:
    """Constant mobility, dependent columns of full rank, limits kept, at every pose of a drive."""
    facts, mechanism, bounds = FACTS[name], closure.read(path(name)), limits(name)
    independent = mechanism.indices(mechanism.independent)
    dependent = np.setdiff1d(np.arange(mechanism.size), independent)
    for q in follow(mechanism, drive, facts.steps):
        assert np.abs(closure.residual(mechanism, q)).max() < 1e-10
        K = closure.jacobian(mechanism, q)
        assert mechanism.size - closure.rank(K) == facts.mobility
        assert closure.rank(K[:, dependent]) == len(dependent)
        for joint, (lower, upper) in bounds.items():
            assert lower - 1e-9 <= q[mechanism.columns[joint]].item() <= upper + 1e-9, joint


@pytest.mark.parametrize("name", CLOSED)
def test_singular_values_leave_no_doubt_about_the_rank(name: str) -> None:
    """Those counted are above 1e-3 of the largest, the others below 1e-8, in the last pose."""
    facts, mechanism = FACTS[name], closure.read(path(name))
    *_, q = follow(mechanism, facts.drives[-1], facts.steps)
    values = np.linalg.svd(closure.jacobian(mechanism, q), compute_uv=False)
    rank = facts.freedoms - facts.mobility
    assert values[rank - 1] > 1e-3 * values[0]
    assert np.all(values[rank:] < 1e-8 * values[0])


def test_a_mechanism_that_cannot_close_is_reported() -> None:
    """The piston held half a metre above the rod's reach."""
    mechanism = closure.read(path("slider_crank"))
    q = np.zeros(mechanism.size)
    q[mechanism.columns["slider"]] = 0.5
    with pytest.raises(closure.NotClosedError):
        closure.close(mechanism, q, held=["slider"])

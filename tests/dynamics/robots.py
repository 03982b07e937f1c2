"""Robots that tests of dynamics share, and states of them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np

import fourbar as fb
from fourbar.gallery import names

OPEN = ("ur20", "iiwa14", "humanoid", "drone", "mobile_base")
CLOSED = tuple(sorted(set(names()) - set(OPEN)))

PLACES = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))


@cache
def gallery(name: str) -> fb.Model:
    """A gallery robot as a model."""
    return fb.Model(fb.load(f"gallery:{name}"))


def relative(found, expected) -> float:
    """The largest difference as a share of the largest number expected."""
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.shape == expected.shape
    size = max(float(np.abs(expected).max(initial=0.0)), 1e-9)
    return float(np.abs(found - expected).max(initial=0.0)) / size


class State(NamedTuple):
    """A closed configuration, its explicit form, and a motion and efforts there."""

    q: np.ndarray
    G: np.ndarray
    g: np.ndarray
    u: np.ndarray
    v: np.ndarray
    du: np.ndarray
    a: np.ndarray
    tau: np.ndarray


def states(model: fb.Model, n: int, seed: int = 0) -> list[State]:
    """Closed configurations with random motions, spanned by loop functions alone."""
    rng = np.random.default_rng(seed)
    data = model.data()
    found = []
    for q in model.random(n, seed=seed):
        fb.forward_kinematics(model, data, q)
        if model.loops.blocks:
            G = np.array(fb.explicit_jacobian(model, data).G)
            u = rng.standard_normal(G.shape[1])
            g = np.array(fb.explicit_jacobian(model, data, G @ u).g)
        else:
            G, g = np.eye(model.nv), np.zeros(model.nv)
            u = rng.standard_normal(model.nv)
        du = rng.standard_normal(len(u))
        found.append(State(q, G, g, u, G @ u, du, G @ du + g, rng.standard_normal(model.nv)))
    return found


def random_inertia(robot: fb.Robot, seed: int) -> fb.Robot:
    """The robot with full, rotated inertias that a rigid body can have."""
    rng = np.random.default_rng(seed)
    for link in robot.links:
        if link.inertial is None:
            continue
        # Of a cloud of points: every such inertia is possible.
        points = rng.standard_normal((6, 3)) * 0.2
        C = (points - points.mean(0)).T @ (points - points.mean(0)) * link.inertial.mass / 6
        tensor = np.trace(C) * np.eye(3) - C
        inertial = fb.Inertial(
            mass=link.inertial.mass,
            inertia=fb.Inertia(*(float(tensor[i]) for i in PLACES)),
            origin=fb.Pose(
                tuple(float(x) for x in rng.uniform(-0.2, 0.2, 3)),
                tuple(float(x) for x in rng.uniform(-3, 3, 3)),
            ),
        )
        robot = robot.update(replace(link, inertial=inertial))
    return robot

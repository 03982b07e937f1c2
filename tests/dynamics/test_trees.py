"""Random trees of all kinds of joints, with full inertias: every proof, and Pinocchio."""

import numpy as np
import pytest

import fourbar as fb

from ..mechanics.robots import random_robot
from .proofs import PROOFS
from .robots import random_inertia, states

SEEDS = range(10)


def heavy(robot: fb.Robot, seed: int) -> fb.Model:
    """With an armature everywhere, since a link without mass cannot be accelerated."""
    model = fb.Model(random_inertia(robot, seed), gravity=(0.3, -0.2 * seed, -9.0))
    return fb.Model(model.robot, gravity=tuple(model.gravity), armature=np.full(model.nv, 0.1))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("proof", PROOFS, ids=lambda proof: proof.__name__)
def test_proofs(seed, proof):
    model = heavy(random_robot(seed), seed)
    for at in states(model, 3, seed=seed):
        proof(model, at)


@pytest.mark.peer
@pytest.mark.parametrize("seed", SEEDS)
def test_pinocchio(seed):
    pytest.importorskip("pinocchio")
    from . import proofs_by_peers

    for model in (
        heavy(random_robot(seed), seed),
        fb.Model(random_inertia(random_robot(seed), seed)),
    ):
        for at in states(model, 8, seed=seed):
            proofs_by_peers.trees(model, at)


@pytest.mark.parametrize("count", [1, 7, 15, 16, 40])
def test_both_ways_to_accelerate_a_chain_agree(count):
    """Up to 15 hinges one pose goes through M, more hinges and batches through articulated bodies.

    What both give must need the efforts that it came from, and be the same, to 1e-11.
    """
    robot = fb.Robot("chain").add(fb.Link("0"))
    bar = fb.Inertial(
        mass=0.5, inertia=fb.Inertia(1e-3, 2e-3, 1.5e-3), origin=fb.Pose((0.05, 0.0, 0.0))
    )
    for i in range(1, count + 1):
        axis = tuple(float(k == i % 3) for k in range(3))
        place = fb.Pose((0.1, 0.0, 0.0))
        robot = robot.add(fb.Link(str(i), inertial=bar)).add(
            fb.Joint(f"j{i}", "continuous", str(i - 1), str(i), axis=axis, origin=place)
        )
    model = fb.Model(robot)
    for at in states(model, 3):
        one = fb.forward_dynamics(model, None, at.q, at.v, at.tau)
        rows = (np.tile(x, (9, 1)) for x in (at.q, at.v, at.tau))
        many = fb.forward_dynamics(model, None, *rows)
        assert np.abs(one - many).max() < 1e-11 * np.abs(one).max()
        needed = fb.inverse_dynamics(model, None, at.q, at.v, one)
        assert np.abs(needed - at.tau).max() < 1e-9 * max(1.0, np.abs(at.tau).max())

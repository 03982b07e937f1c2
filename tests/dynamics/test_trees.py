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

"""Every robot of the corpus: trees against Pinocchio, closed ones against projection."""

import numpy as np
import pytest

import fourbar as fb
from fourbar.graph import GraphError

from .robots import relative, states

pytest.importorskip("pinocchio")
from .peer import Peer

pytestmark = [pytest.mark.corpus, pytest.mark.peer, pytest.mark.slow]

TREE = {"coordinates": "spanning"}


def models(files):
    """Models of all files that describe a robot with moving joints."""
    for file in files:
        robot = fb.read(file).robot
        if robot is None:
            continue
        try:
            model = fb.Model(robot)
        except (GraphError, fb.ModelError):
            continue
        if model.nv and (model.lower <= model.upper).all():
            yield file, model


@pytest.mark.filterwarnings("ignore")
def test_trees_agree_with_pinocchio(corpus_files):
    compared = 0
    for file, model in models(corpus_files):
        peer, data = Peer(model), model.data()
        rng = np.random.default_rng(0)
        for q in model.random(2, seed=1, coordinates="spanning"):
            v, a, tau = rng.standard_normal((3, model.nv))
            effort = fb.inverse_dynamics(model, data, q, v, a, friction=False, **TREE)
            assert relative(effort, peer.rnea(q, v, a)) < 1e-10, file
            H = peer.mass(q)
            assert relative(fb.mass_matrix(model, data, q, **TREE), H) < 1e-10, file
            if np.linalg.eigvalsh(H)[0] > 1e-12 * np.abs(H).max() and np.linalg.cond(H) < 1e8:
                found = fb.forward_dynamics(model, data, q, v, tau, friction=False, **TREE)
                assert relative(found, peer.aba(q, v, tau)) < 1e-7, file
        compared += 1
    assert compared > 100


@pytest.mark.filterwarnings("ignore")
def test_closed_robots_agree_with_projection(corpus_files):
    compared = 0
    for file, model in models(corpus_files):
        if not model.loops.blocks:
            continue
        try:
            rows = states(model, 2)
        except fb.LoopError:
            continue
        data = model.data()
        for at in rows:
            H = fb.mass_matrix(model, data, at.q, **TREE)
            h = fb.bias(model, data, at.q, at.v, **TREE)
            M = at.G.T @ H @ at.G
            if np.linalg.eigvalsh(M)[0] < 1e-12 * np.abs(M).max() or np.linalg.cond(M) > 1e8:
                continue
            du = np.linalg.solve(M, at.G.T @ (at.tau - h - H @ at.g))
            a = fb.forward_dynamics(model, data, at.q, at.v, at.tau, friction=False)
            assert relative(a, at.G @ du + at.g) < 1e-6, file
            compared += 1
    assert compared > 10

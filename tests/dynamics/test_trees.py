"""Open trees against Pinocchio: every function of the tree, on gallery robots and random trees."""

import numpy as np
import pytest

import fourbar as fb
from fourbar.gallery import names

from ..mechanics.robots import random_robot
from .robots import gallery, random_inertia, relative

pytest.importorskip("pinocchio")
from .peer import Peer

pytestmark = pytest.mark.peer

TOLERANCE = 1e-10  # proof 2 of the design
TREE = {"coordinates": "spanning"}


def cases():
    yield from (pytest.param(lambda n=n: gallery(n), id=n) for n in names())
    for seed in range(10):
        yield pytest.param(
            lambda seed=seed: fb.Model(
                random_inertia(random_robot(seed), seed),
                gravity=(0.3, -0.2 * seed, -9.0),
            ),
            id=f"random_{seed}",
        )


@pytest.fixture(params=cases())
def case(request):
    model = request.param()
    rng = np.random.default_rng(1)
    n = 8
    Q = model.random(n, seed=2, coordinates="spanning")
    V, A, TAU = rng.standard_normal((3, n, model.nv))
    return model, Peer(model), list(zip(Q, V, A, TAU, strict=True))


def test_efforts(case):
    model, peer, rows = case
    data = model.data()
    for q, v, a, _ in rows:
        tau = fb.inverse_dynamics(model, data, q, v, a, friction=False, **TREE)
        assert relative(tau, peer.rnea(q, v, a)) < TOLERANCE
        assert relative(fb.bias(model, data, q, v, **TREE), peer.bias(q, v)) < TOLERANCE
        np.testing.assert_allclose(
            fb.gravity(model, data, q, **TREE), peer.gravity(q), rtol=0, atol=1e-11
        )


def test_mass_and_its_inverse(case):
    model, peer, rows = case
    data = model.data()
    for q, _, _, _ in rows:
        M = fb.mass_matrix(model, data, q, **TREE)
        assert relative(M, peer.mass(q)) < TOLERANCE
        assert np.array_equal(M, M.T)
        if np.linalg.eigvalsh(M)[0] > 1e-9:
            assert (
                relative(fb.inverse_mass_matrix(model, data, q, **TREE) @ M, np.eye(model.nv))
                < 1e-7
            )


def test_accelerations(case):
    model, peer, rows = case
    data = model.data()
    for q, v, _, tau in rows:
        if np.linalg.eigvalsh(peer.mass(q))[0] < 1e-9:
            continue
        a = fb.forward_dynamics(model, data, q, v, tau, friction=False, **TREE)
        assert relative(a, peer.aba(q, v, tau)) < 1e-9


def test_coriolis(case):
    model, peer, rows = case
    data = model.data()
    for q, v, _, _ in rows:
        C = fb.coriolis_matrix(model, data, q, v, **TREE)
        np.testing.assert_allclose(C, peer.coriolis(q, v), rtol=0, atol=1e-10)


def test_energy_and_momentum(case):
    model, peer, rows = case
    data = model.data()
    for q, v, _, _ in rows:
        assert relative(fb.energy(model, data, q, v, **TREE), peer.energy(q, v)) < TOLERANCE
        A, dA_v = peer.centroidal(q, v)
        found = fb.centroidal_matrix(model, data, q, v, **TREE)
        assert relative(found.A, A) < TOLERANCE
        np.testing.assert_allclose(found.rate, dA_v, rtol=1e-10, atol=1e-10)
        linear, angular = fb.momentum(model, data, q, v, **TREE)
        np.testing.assert_allclose(np.r_[linear, angular], A @ v, rtol=1e-10, atol=1e-11)

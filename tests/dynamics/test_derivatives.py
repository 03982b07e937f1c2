"""Derivatives against central differences along the motions that loops allow, and Pinocchio."""

import numpy as np
import pytest

import fourbar as fb

from .robots import CLOSED, gallery, states

STEP = 1e-6
CASES = [*CLOSED, "ur20", "humanoid", "drone"]


def neighbours(model, at):
    """Closed configurations a step along every independent joint, forwards and back."""
    for direction in at.G.T:
        pair = []
        for sign in (1.0, -1.0):
            q = model.integrate(at.q, sign * STEP * direction)
            if model.loops.blocks:
                q = fb.spanning(model, fb.independent(model, q), q)
            pair.append(q)
        yield pair


@pytest.fixture(params=CASES)
def case(request):
    model = gallery(request.param)
    return model, states(model, 2, seed=3)


def test_inverse(case):
    model, rows = case
    push = {model.link_names[-1]: np.array([1.0, 2.0, -1.0, 0.1, -0.3, 0.2])}
    kinds = {"coordinates": "independent", "wrenches": push}

    def efforts(q, u, du):
        return fb.inverse_dynamics(model, None, q, u, du, **kinds)

    for at in rows:
        found = fb.inverse_dynamics_derivatives(model, None, at.q, at.u, at.du, wrenches=push)
        by_q = [
            (efforts(p, at.u, at.du) - efforts(m, at.u, at.du)) / (2 * STEP)
            for p, m in neighbours(model, at)
        ]
        size = max(1.0, np.abs(by_q).max())
        np.testing.assert_allclose(found.dq, np.array(by_q).T, rtol=0, atol=2e-6 * size)
        by_v = [
            (efforts(at.q, at.u + STEP * e, at.du) - efforts(at.q, at.u - STEP * e, at.du))
            / (2 * STEP)
            for e in np.eye(len(at.u))
        ]
        np.testing.assert_allclose(
            found.dv, np.array(by_v).T, rtol=0, atol=1e-6 * max(1.0, np.abs(by_v).max())
        )
        np.testing.assert_array_equal(found.da, fb.mass_matrix(model, None, at.q))


def test_forward(case):
    model, rows = case
    independent = np.arange(model.nv) if not model.loops.blocks else model.chart.v

    def accelerations(q, u, tau):
        return fb.forward_dynamics(model, None, q, u, tau)[independent]

    for at in rows:
        found = fb.forward_dynamics_derivatives(model, None, at.q, at.u, at.tau)
        by_q = [
            (accelerations(p, at.u, at.tau) - accelerations(m, at.u, at.tau)) / (2 * STEP)
            for p, m in neighbours(model, at)
        ]
        size = max(1.0, np.abs(by_q).max())
        np.testing.assert_allclose(found.dq, np.array(by_q).T, rtol=0, atol=1e-5 * size)
        by_tau = [
            (accelerations(at.q, at.u, at.tau + e) - accelerations(at.q, at.u, at.tau - e)) / 2
            for e in np.eye(model.nv)
        ]
        np.testing.assert_allclose(
            found.dtau, np.array(by_tau).T, rtol=1e-7, atol=1e-9 * np.abs(by_tau).max()
        )


def test_a_pendulum_is_linear_near_rest():
    """d2 q = -(g / l) q: A has the pendulum's frequency, and a held step its sine."""
    from .test_model import pendulum

    model = fb.Model(pendulum())
    A, B = fb.linearise(model, [0.0])
    np.testing.assert_allclose(A, [[0.0, 1.0], [-9.81 / 0.5, 0.0]], atol=1e-12)
    np.testing.assert_allclose(B, [[0.0], [1.0 / 0.5]], atol=1e-12)
    w, dt = np.sqrt(9.81 / 0.5), 0.3
    step = fb.linearise(model, [0.0], dt=dt)
    expected = [[np.cos(w * dt), np.sin(w * dt) / w], [-w * np.sin(w * dt), np.cos(w * dt)]]
    np.testing.assert_allclose(step.A, expected, rtol=1e-12)
    np.testing.assert_allclose(
        step.B[:, 0], [2.0 * (1 - np.cos(w * dt)) / w**2, 2.0 * np.sin(w * dt) / w]
    )


def test_batches_are_rows():
    model = gallery("leg_linkage")
    rows = states(model, 5)
    Q, U, DU = (np.array([getattr(at, x) for at in rows]) for x in ("q", "u", "du"))
    many = fb.inverse_dynamics_derivatives(model, None, Q, U, DU)
    for k, at in enumerate(rows):
        one = fb.inverse_dynamics_derivatives(model, None, at.q, at.u, at.du)
        for a, b in zip(many, one, strict=True):
            np.testing.assert_allclose(a[k], b, rtol=1e-10, atol=1e-10)


@pytest.mark.peer
@pytest.mark.parametrize("name", ["ur20", "iiwa14", "humanoid", "stewart"])
def test_pinocchio(name):
    pytest.importorskip("pinocchio")
    from .peer import Peer

    model = gallery(name)
    peer = Peer(model)
    rng = np.random.default_rng(0)
    for q in model.random(4, seed=0, coordinates="spanning"):
        v, a = rng.standard_normal((2, model.nv))
        found = fb.inverse_dynamics_derivatives(
            model, None, q, v, a, friction=False, coordinates="spanning"
        )
        for ours, theirs in zip(found, peer.derivatives(q, v, a), strict=True):
            np.testing.assert_allclose(
                ours, theirs, rtol=0, atol=1e-10 * max(1, np.abs(theirs).max())
            )

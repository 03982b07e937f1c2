"""Derivatives against central differences along the motions that loops allow, and Pinocchio."""

from dataclasses import replace

import numpy as np
import pytest

import fourbar as fb
from fourbar import _native

from .robots import CLOSED, OPEN, gallery, random_inertia, relative, states

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
        M = fb.mass_matrix(model, None, at.q)
        np.testing.assert_allclose(found.da, M, rtol=0, atol=1e-13 * np.abs(M).max())


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
        # Propellers accelerate by 4e4 rad/s^2: differences lose what rounding takes from that.
        lost = 16 * np.finfo(float).eps * np.abs(accelerations(at.q, at.u, at.tau)).max() / STEP
        np.testing.assert_allclose(found.dq, np.array(by_q).T, rtol=0, atol=1e-5 * size + lost)
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


@pytest.mark.parametrize("frame", ["local", "local_world_aligned", "world"])
@pytest.mark.parametrize("name", [*OPEN, "stewart", "six_bar"])
def test_recursion_and_dual_numbers_agree(name, frame):
    """Two algorithms that share nothing but poses, with loads, friction and full inertias."""
    model = fb.Model(random_inertia(gallery(name).robot, 1))
    rng = np.random.default_rng(2)
    links = model.link_names
    push = {link: rng.standard_normal(6) for link in (links[-1], links[len(links) // 2])}
    for q in model.random(3, seed=4, coordinates="spanning"):
        v, a = rng.standard_normal((2, model.nv))
        for rates in ((v, a), (None, None)):
            both = [
                _native.dynamics_derivatives(
                    model,
                    None,
                    q,
                    *rates,
                    wrenches=push,
                    frame=frame,
                    dual=dual,
                    coordinates="spanning",
                )
                for dual in (False, True)
            ]
            for recursion, dual in zip(*both, strict=True):
                assert relative(recursion, dual) < 1e-11


def test_far_from_the_origin_no_digit_is_lost():
    """A drone ten thousand kilometres away has the derivatives that it has at home."""
    model = gallery("drone")
    (at,) = states(model, 1)
    far = at.q.copy()
    far[:3] += 1e7
    near = fb.inverse_dynamics_derivatives(model, None, at.q, at.v, at.a)
    away = fb.inverse_dynamics_derivatives(model, None, far, at.v, at.a)
    for x, y in zip(near, away, strict=True):
        assert relative(x, y) < 1e-6  # q itself has lost nine digits of the joints' places


def test_damping_counts_at_rest():
    """Without v, as with a v of zeros: its slope does not need a velocity."""
    model = gallery("ur20")
    robot = model.robot
    for joint in robot.joints:
        if joint.dof == 1:
            robot = robot.update(replace(joint, dynamics=fb.Dynamics(damping=0.7)))
    model = fb.Model(robot)
    q = np.array(model.random(1, seed=0)[0])
    for coordinates in ("spanning", "independent"):
        for dual in (False, True):
            _, dv, _ = _native.dynamics_derivatives(
                model, None, q, None, None, coordinates=coordinates, dual=dual
            )
            np.testing.assert_allclose(dv, 0.7 * np.eye(model.nv), atol=1e-13)
    A = fb.linearise(model, q).A[model.nv :, model.nv :]
    M = fb.mass_matrix(model, None, q)
    np.testing.assert_allclose(M @ A, -0.7 * np.eye(model.nv), atol=1e-11)


@pytest.mark.parametrize("name", ["leg_linkage", "humanoid", "iiwa14"])
def test_batches_are_rows(name):
    model = gallery(name)
    rows = states(model, 11)
    Q, U, DU = (np.array([getattr(at, x) for at in rows]) for x in ("q", "u", "du"))
    many = fb.inverse_dynamics_derivatives(model, None, Q, U, DU)
    for k, at in enumerate(rows):
        one = fb.inverse_dynamics_derivatives(model, None, at.q, at.u, at.du)
        for a, b in zip(many, one, strict=True):
            np.testing.assert_allclose(a[k], b, rtol=1e-10, atol=1e-10)
    TAU = np.array([at.tau for at in rows])
    many = fb.forward_dynamics_derivatives(model, None, Q, U, TAU)
    for k, at in enumerate(rows):
        one = fb.forward_dynamics_derivatives(model, None, at.q, at.u, at.tau)
        for a, b in zip(many, one, strict=True):
            assert relative(a[k], b) < 1e-10


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
        tau = rng.standard_normal(model.nv)
        found = fb.forward_dynamics_derivatives(
            model, None, q, v, tau, friction=False, coordinates="spanning"
        )
        for ours, theirs in zip(found, peer.forward_derivatives(q, v, tau), strict=True):
            assert relative(ours, theirs) < 1e-9

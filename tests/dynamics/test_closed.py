"""Closed mechanisms: clusters against projection, against Lagrange, against Pinocchio."""

import numpy as np
import pytest

import fourbar as fb

from .robots import CLOSED, gallery, relative, states

TREE = {"coordinates": "spanning"}
FREE = {"friction": False}


@pytest.fixture(params=CLOSED)
def model(request):
    return gallery(request.param)


def attached(first: str, second: str, to: str | None = None) -> fb.Model:
    one, two = fb.load(f"gallery:{first}"), fb.load(f"gallery:{second}")
    end = to or [link.name for link in one.links][-1]
    return fb.Model(one.attach(two, to=end, prefix="other_"))


def projected(model, data, at):
    """Accelerations of M_u du + b_u = G^T tau, with the tree's H and h."""
    H = fb.mass_matrix(model, data, at.q, **TREE)
    h = fb.bias(model, data, at.q, at.v, **TREE)
    du = np.linalg.solve(at.G.T @ H @ at.G, at.G.T @ (at.tau - h - H @ at.g))
    return at.G @ du + at.g


def lagrange(model, data, at):
    """Accelerations of H a + h = tau + K^T lambda, K a = k."""
    H = fb.mass_matrix(model, data, at.q, **TREE)
    h = fb.bias(model, data, at.q, at.v, **TREE)
    fb.forward_kinematics(model, data, at.q)
    K, k = fb.loop_jacobian(model, data, at.v)
    inverse = np.linalg.inv(H)
    S = K @ inverse @ K.T
    force = np.linalg.lstsq(S, k - K @ inverse @ (at.tau - h), rcond=1e-11)[0]
    return inverse @ (at.tau - h + K.T @ force)


def test_clusters_projection_and_lagrange_agree(model):
    data = model.data()
    for at in states(model, 20):
        a = fb.forward_dynamics(model, data, at.q, at.v, at.tau, **FREE)
        assert relative(a, projected(model, data, at)) < 1e-10
        assert relative(a, lagrange(model, data, at)) < 1e-9


@pytest.mark.parametrize(
    "pair",
    [
        ("iiwa14", "leg_linkage"),
        ("leg_linkage", "four_bar"),
        ("drone", "stewart"),
        ("delta", "humanoid"),
    ],
)
def test_clusters_hang_on_each_other(pair):
    model = attached(*pair)
    data = model.data()
    for at in states(model, 5):
        a = fb.forward_dynamics(model, data, at.q, at.v, at.tau, **FREE)
        assert relative(a, projected(model, data, at)) < 1e-10


@pytest.mark.peer
@pytest.mark.parametrize(
    "name", ["four_bar", "leg_linkage", "six_bar", "slider_crank", "delta", "stewart"]
)
def test_pinocchio_constraint_dynamics(name):
    pytest.importorskip("pinocchio")
    from .peer import Peer

    model = gallery(name)
    peer, data = Peer(model), model.data()
    for at in states(model, 10):
        a = fb.forward_dynamics(model, data, at.q, at.v, at.tau, **FREE)
        assert relative(a, peer.constrained(at.q, at.v, at.tau)) < 1e-9


def test_identities_of_independent_coordinates(model):
    data = model.data()
    for at in states(model, 5):
        H = fb.mass_matrix(model, data, at.q, **TREE)
        h = fb.bias(model, data, at.q, at.v, **TREE)
        assert relative(fb.mass_matrix(model, data, at.q), at.G.T @ H @ at.G) < 1e-11
        assert relative(fb.bias(model, data, at.q, at.v), at.G.T @ (h + H @ at.g)) < 1e-10
        f = fb.inverse_dynamics(model, data, at.q, at.v, at.a, **FREE, coordinates="independent")
        assert relative(f, at.G.T @ (H @ at.a + h)) < 1e-10
        u = fb.inverse_dynamics(model, data, at.q, at.u, at.du, **FREE, coordinates="independent")
        assert relative(u, f) < 1e-9


def test_inverse_undoes_forward(model):
    data = model.data()
    for at in states(model, 5):
        a = fb.forward_dynamics(model, data, at.q, at.v, at.tau)
        f = fb.inverse_dynamics(model, data, at.q, at.v, a, coordinates="independent")
        assert relative(f, at.G.T @ at.tau) < 1e-9
        again = fb.forward_dynamics(model, data, at.q, at.v, f)
        assert relative(again, a) < 1e-9


def test_mass_from_energies_and_unit_accelerations(model):
    data = model.data()
    for at in states(model, 3):
        M = fb.mass_matrix(model, data, at.q)
        n = len(M)
        bias = fb.bias(model, data, at.q, None)
        unit = np.array(
            [
                fb.inverse_dynamics(model, data, at.q, None, e, coordinates="independent") - bias
                for e in np.eye(n)
            ]
        )
        assert relative(unit, M) < 1e-9

        def kinetic(u, q=at.q):
            return float(fb.energy(model, data, q, u).kinetic)

        by_energy = [
            [kinetic(a + b) - kinetic(a) - kinetic(b) for b in np.eye(n)] for a in np.eye(n)
        ]
        assert relative(by_energy, M) < 1e-10
        assert np.linalg.eigvalsh(M)[0] > 0.0


def test_coriolis_is_of_christoffel(model):
    """C u is the bias without gravity, and dM/dt - 2 C is skew, with dM/dt by differences."""
    data = model.data()
    h = 1e-5
    for at in states(model, 3):
        C = fb.coriolis_matrix(model, data, at.q, at.v)
        weightless = fb.bias(model, data, at.q, at.v, gravity=False)
        np.testing.assert_allclose(C @ at.u, weightless, rtol=1e-9, atol=1e-12)
        masses = []
        for step in (-h, h):
            q = model.integrate(at.q, step * at.v)
            masses.append(
                fb.mass_matrix(model, data, fb.spanning(model, fb.independent(model, q), q))
            )
        skew = (masses[1] - masses[0]) / (2 * h) - 2 * C
        size = max(np.abs(C).max(), np.abs(masses[0]).max())
        np.testing.assert_allclose(skew, -skew.T, rtol=0, atol=1e-6 * size)


def test_batches_are_rows(model):
    n = 21
    rows = states(model, n)
    Q, V, A, TAU = (np.array([getattr(at, x) for at in rows]) for x in ("q", "v", "a", "tau"))
    data, many = model.data(), model.data(n)
    kinds = {"coordinates": "independent"}
    for threads in (1, 2):
        found = fb.inverse_dynamics(model, many, Q, V, A, threads=threads, **kinds)
        assert (
            relative(
                found,
                [fb.inverse_dynamics(model, data, *x, **kinds) for x in zip(Q, V, A, strict=True)],
            )
            < 1e-11
        )
        found = fb.forward_dynamics(model, many, Q, V, TAU, threads=threads)
        assert (
            relative(
                found, [fb.forward_dynamics(model, data, *x) for x in zip(Q, V, TAU, strict=True)]
            )
            < 1e-10
        )
    assert (
        relative(fb.mass_matrix(model, None, Q), [fb.mass_matrix(model, data, q) for q in Q])
        < 1e-11
    )
    energies = fb.energy(model, many, Q, V)
    assert (
        relative(
            energies.kinetic, [fb.energy(model, data, *x).kinetic for x in zip(Q, V, strict=True)]
        )
        < 1e-11
    )

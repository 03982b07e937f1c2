"""Closed mechanisms: what defines their terms, and batches of many rows."""

import numpy as np
import pytest

import fourbar as fb

from .robots import CLOSED, gallery, relative, states

TREE = {"coordinates": "spanning"}
FREE = {"friction": False}


@pytest.fixture(params=CLOSED)
def model(request):
    return gallery(request.param)


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

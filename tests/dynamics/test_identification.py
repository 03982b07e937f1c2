"""Regressors, base parameters, operational inertia and the call for many quantities."""

import numpy as np
import pytest

import fourbar as fb

from .robots import CLOSED, gallery, relative, states


@pytest.mark.parametrize("name", [*CLOSED, "ur20", "humanoid", "drone"])
def test_the_regressor_times_the_models_values_is_inverse_dynamics(name):
    model = gallery(name)
    for at in states(model, 3):
        found = fb.regressor(model, None, at.q, at.v, at.a)
        f = fb.inverse_dynamics(model, None, at.q, at.v, at.a, coordinates="independent")
        assert relative(found.Y @ found.values, f) < 1e-9
        assert len(found.names) == len(found.values) == found.Y.shape[1]


@pytest.mark.peer
def test_pinocchio():
    pin = pytest.importorskip("pinocchio")
    from .peer import Peer

    model = gallery("ur20")
    peer = Peer(model)
    rng = np.random.default_rng(0)
    q = model.random(seed=1)
    v, a = rng.standard_normal((2, model.nv))
    theirs = pin.computeJointTorqueRegressor(peer.pin, peer.data, q[peer.q], v[peer.v], a[peer.v])
    ours = fb.regressor(model, None, q, v, a, parameters=["inertial"])
    # Per body there, per link here; the columns of a link that is a body of its own are the same.
    bodies = [name.split(".")[0] for name in ours.names[::10]]
    compared = 0
    for k, link in enumerate(bodies):
        number, T = peer.on[link]
        if np.allclose(T.homogeneous, np.eye(4)):
            mine = ours.Y[:, 10 * k : 10 * k + 10]
            np.testing.assert_allclose(
                mine, theirs[:, 10 * (number - 1) : 10 * number][np.argsort(peer.v)], atol=1e-10
            )
            compared += 1
    assert compared >= 6


@pytest.mark.parametrize("name", ["four_bar", "ur20", "belt_leg"])
def test_base_parameters_explain_all_motions(name):
    model = gallery(name)
    rows = states(model, 40)
    Q, U, DU = (np.array([getattr(at, x) for at in rows]) for x in ("q", "u", "du"))
    base = fb.base_parameters(model, Q, U, DU)
    assert np.isfinite(base.condition)
    assert len(base.names) == np.linalg.matrix_rank(base.combinations)
    # At motions that were not used, the reduced regressor gives the same efforts.
    for at in states(model, 3, seed=99):
        found = fb.regressor(model, None, at.q, at.u, at.du)
        f = fb.inverse_dynamics(model, None, at.q, at.u, at.du, coordinates="independent")
        assert relative(found.Y[:, base.columns] @ base.values, f) < 1e-6


def test_operational_inertia_answers_a_push():
    """Wrenches on a link change its acceleration by J M^-1 J^T, closed loops or not."""
    for name in ("four_bar", "ur20", "stewart"):
        model = gallery(name)
        link = model.link_names[-1]
        (at,) = states(model, 1)
        data = model.data()
        mobility = fb.operational_inertia(model, data, at.q, link, inverse=True)
        wrench = np.array([1.0, -2.0, 0.5, 0.3, 0.2, -0.4])

        def acceleration(loads, model=model, data=data, at=at, link=link):
            a = fb.forward_dynamics(model, data, at.q, at.v, at.tau, wrenches=loads)
            fb.forward_kinematics(model, data, at.q, at.v, a)
            return np.array(fb.frame_acceleration(model, data, link))

        change = acceleration({link: wrench}) - acceleration({})
        np.testing.assert_allclose(change, mobility @ wrench, rtol=1e-7, atol=1e-8)
    with pytest.raises(ValueError, match="cannot move in all directions"):
        fb.operational_inertia(
            gallery("four_bar"), None, states(gallery("four_bar"), 1)[0].q, "coupler_link"
        )
    model = gallery("ur20")
    q = states(model, 1)[0].q
    link = model.link_names[-1]
    whole = fb.operational_inertia(model, None, q, [link])
    np.testing.assert_allclose(
        whole @ fb.operational_inertia(model, None, q, link, inverse=True), np.eye(6), atol=1e-7
    )


def test_many_quantities_in_one_call():
    model = gallery("leg_linkage")
    rows = states(model, 6)
    Q, V, A, TAU = (np.array([getattr(at, x) for at in rows]) for x in ("q", "v", "a", "tau"))
    out = np.empty((6, model.nv))
    what = ("tau", "f", "a", "M", "M_inverse", "C", "bias", "gravity", "energy", "momentum")
    found = fb.dynamics(model, Q, V, A, TAU, what=what, out={"a": out}, threads=2)
    assert tuple(found) == what
    assert found["a"] is out
    np.testing.assert_allclose(out, fb.forward_dynamics(model, None, Q, V, TAU))
    np.testing.assert_allclose(
        found["M"] @ found["M_inverse"], np.tile(np.eye(2), (6, 1, 1)), atol=1e-9
    )
    np.testing.assert_allclose(
        found["f"],
        np.einsum("nij,nj->ni", found["M"], [at.du for at in rows])
        + found["bias"]
        + fb.bias(model, None, Q, V, friction=True)
        - fb.bias(model, None, Q, V),
        atol=1e-9,
    )
    with pytest.raises(ValueError, match="unknown quantity 'mass'; expected one of: tau"):
        fb.dynamics(model, Q, what=("mass",))  # pyright: ignore
    with pytest.raises(ValueError, match="Q has shape"):
        fb.dynamics(model, Q[0])

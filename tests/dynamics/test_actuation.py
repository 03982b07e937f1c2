"""Drives anywhere: other joints than the independent ones, more of them, fewer."""

import numpy as np
import pytest

import fourbar as fb

from .linkages import four_bar
from .robots import gallery, states


def test_a_drive_at_the_rocker_does_the_same_work():
    """G^T tau = f, whichever joint is driven, and power is the same."""
    model = fb.Model(four_bar())
    for at in states(model, 5):
        f = fb.inverse_dynamics(model, None, at.q, at.v, at.a, coordinates="independent")
        for drive in model.joint_names:
            tau = fb.inverse_dynamics(model, None, at.q, at.v, at.a, drives=[drive])
            others = np.delete(np.arange(model.nv), model.joint(drive).v.start)
            assert not tau[others].any()
            np.testing.assert_allclose(at.G.T @ tau, f, rtol=1e-9)
            assert tau @ at.v == pytest.approx(float(f @ at.u), rel=1e-9)


def test_forward_dynamics_agrees_with_any_drive():
    model = fb.Model(four_bar())
    for at in states(model, 3):
        tau = fb.inverse_dynamics(model, None, at.q, at.v, at.a, drives=["D"])
        a = fb.forward_dynamics(model, None, at.q, at.v, tau)
        np.testing.assert_allclose(a, at.a, rtol=1e-8, atol=1e-9)


def test_more_drives_than_freedoms_share_by_their_limits():
    model = fb.Model(four_bar(), drives=[fb.Drive("A", effort=10.0), fb.Drive("D", effort=2.0)])
    (at,) = states(model, 1)
    f = np.array([1.7])
    found = fb.actuation(model, None, at.q, f)
    np.testing.assert_allclose(at.G.T @ found.tau, f, rtol=1e-10)
    assert found.rank == 1
    assert found.preload_basis.shape == (model.nv, 1)
    np.testing.assert_allclose(at.G.T @ found.preload_basis, 0.0, atol=1e-10)
    # No other distribution has a smaller sum of (tau / limit)^2.
    columns = [model.joint(n).v.start for n in ("A", "D")]
    weights = np.array([10.0, 2.0])

    def cost(tau):
        return float(((tau[columns] / weights) ** 2).sum())

    for step in (1e-3, -1e-3):
        assert cost(found.tau) < cost(found.tau + step * found.preload_basis[:, 0])
    wish = fb.actuation(model, None, at.q, f, preload=3.0 * found.preload_basis[:, 0])
    np.testing.assert_allclose(at.G.T @ wish.tau, f, rtol=1e-9)
    assert not np.allclose(wish.tau, found.tau)


def test_limits_are_kept_where_that_is_possible():
    model = fb.Model(four_bar(), drives=[fb.Drive("A", effort=1.0), fb.Drive("D", effort=50.0)])
    (at,) = states(model, 1)
    G = at.G[:, 0]
    a, d = model.joint("A").v.start, model.joint("D").v.start
    f = np.array([2.0 * abs(G[a]) + 0.5 * abs(G[d])])
    free = fb.actuation(model, None, at.q, f, limits=False, weights=[1.0, 1.0])
    kept = fb.actuation(model, None, at.q, f, weights=[1.0, 1.0])
    np.testing.assert_allclose(at.G.T @ kept.tau, f, rtol=1e-9)
    assert abs(free.tau[a]) > 1.0
    assert abs(kept.tau[a]) <= 1.0 + 1e-9
    assert kept.saturated.tolist() == [True, False]


def test_a_drive_at_its_dead_centre_is_refused():
    """Where the rocker turns round, no effort at it moves the crank."""
    model = fb.Model(four_bar())
    trace = fb.trace(model, "A", np.linspace(0.0, 1.5, 301))
    rates = trace.rates[:, model.joint("D").v.start]
    turn = int(np.flatnonzero(np.diff(np.sign(rates)))[0])
    q = trace.q[turn]
    f = np.array([1.0])
    tau = fb.actuation(model, None, q, f, drives=["D"], strict=False).tau
    assert abs(tau[model.joint("D").v.start]) > 20.0


def test_a_batch_names_its_row():
    model = gallery("drone")
    Q = np.tile(model.neutral, (3, 1))
    with pytest.raises(fb.ActuationError, match="at configuration 0"):
        fb.gravity(model, None, Q)
    f = fb.gravity(model, None, Q, coordinates="independent")
    found = fb.actuation(model, None, Q, f, strict=False)
    assert found.tau.shape == (3, model.nv)
    assert found.residual.shape == f.shape


def test_limits_of_several_drives_are_kept_together():
    """Two weak drives reach their limits at once, and the strong one does the rest."""
    model = fb.Model(
        four_bar(),
        drives=[fb.Drive("A", effort=1.0), fb.Drive("B", effort=1.0), fb.Drive("D", effort=1e3)],
    )
    (at,) = states(model, 1)
    columns = [model.joint(name).v.start for name in "ABD"]
    G = at.G[columns, 0]
    f = np.array([0.9 * (abs(G[0]) + abs(G[1])) + 5.0 * abs(G[2])])
    found = fb.actuation(model, None, at.q, f, weights=[1.0, 1.0, 1.0])
    np.testing.assert_allclose(at.G.T @ found.tau, f, rtol=1e-9)
    assert (np.abs(found.tau[columns[:2]]) <= 1.0 + 1e-9).all()


def test_beside_a_dead_centre_of_its_drive_a_motion_is_refused():
    """A millionth of a radian away the rocker would need a million newton metres."""
    model = gallery("four_bar")
    low, high = 1.5, 3.0

    def rate(angle):
        data = model.data()
        fb.forward_kinematics(model, data, fb.assemble(model, {"crank": angle}).q)
        return fb.explicit_jacobian(model, data).G[model.joint("rocker").v.start, 0]

    assert rate(low) * rate(high) < 0.0
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if rate(middle) * rate(low) > 0.0 else (low, middle)
    q = fb.assemble(model, {"crank": low + 1e-7}).q
    with pytest.raises(fb.ActuationError, match="'crank' needs"):
        fb.inverse_dynamics(model, None, q, [1.0], [0.0], drives=["rocker"])
    f = fb.inverse_dynamics(model, None, q, [1.0], [0.0], coordinates="independent")
    found = fb.actuation(model, None, q, f, drives=["rocker"], strict=False)
    assert found.rank == 0
    np.testing.assert_allclose(found.residual, f)
    # A hundredth of a radian away it can, with large efforts.
    q = fb.assemble(model, {"crank": low + 1e-2}).q
    tau = fb.inverse_dynamics(model, None, q, [1.0], [0.0], drives=["rocker"])
    f = fb.inverse_dynamics(model, None, q, [1.0], [0.0], coordinates="independent")
    data = model.data()
    fb.forward_kinematics(model, data, q)
    np.testing.assert_allclose(fb.explicit_jacobian(model, data).G.T @ tau, f, rtol=1e-9)

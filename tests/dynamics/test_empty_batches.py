"""Batches without rows, and drives that share a load."""

import numpy as np
import pytest

import fourbar as fb

from .robots import gallery

Q, U = np.zeros((0, 3)), np.zeros((0, 1))


def test_a_batch_of_nothing_has_results_of_nothing():
    model = gallery("four_bar")
    two = fb.Model(model.robot, drives=["crank", "rocker"])
    found = fb.reactions(model, None, Q)
    assert (found.joints.shape, found.loops.shape) == ((0, 3, 6), (0, 1, 6))
    assert found.tau.shape == (0, 3)
    one = fb.reactions(model, None, fb.assemble(model, {"crank": 0.9}).q)
    np.testing.assert_array_equal(found.determined.joints, one.determined.joints)
    assert fb.reactions(model, None, Q, U, a=U).joints.shape == (0, 3, 6)
    assert len(fb.regressor(model, None, Q, U, U).Y) == 0
    given = fb.actuation(two, None, Q, U)
    assert (given.tau.shape, given.saturated.shape) == ((0, 3), (0, 2))
    assert fb.inverse_dynamics(two, None, Q, U, U).shape == (0, 3)
    assert fb.gravity(two, None, Q).shape == (0, 3)


def test_two_drives_carry_what_both_can_together():
    model = gallery("four_bar")
    q = fb.assemble(model, {"crank": 0.9}).q
    both = fb.Model(model.robot, drives=["crank", "rocker"])
    found = fb.payload_limit(both, q, "coupler_link")
    # One freedom: of the crank's effort f0 + m f1 both give 10 (1 + |dr/dc|) N m at most.
    rate = fb.trace(model, "crank", [0.9], q).rates[0, model.joint("rocker").v.start]
    loaded = model.with_payload({"coupler_link": fb.Inertial(mass=1.0)})
    f0 = fb.gravity(model, None, q)[0]
    f1 = fb.gravity(loaded, None, q)[0] - f0
    wanted = (10.0 * (1.0 + abs(rate)) - np.sign(f1) * f0) / abs(f1)
    assert found.mass[0] == pytest.approx(wanted, rel=1e-9)
    assert found.joint[0] in ("crank", "rocker")
    # As many drives as freedoms: the quotient, by the same function as before.
    alone = fb.payload_limit(model, q, "coupler_link").mass[0]
    assert alone == pytest.approx((10.0 - np.sign(f1) * f0) / abs(f1), rel=1e-9)

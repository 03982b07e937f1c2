"""Payloads, sizing and serial equivalents, against searches and closed forms."""

import numpy as np
import pytest

import fourbar as fb
from fourbar.mechanics.reports import equivalent, payload_limit, sizing

from .robots import gallery
from .test_model import pendulum


def test_a_payload_limit_is_where_a_drive_reaches_its_limit():
    model = gallery("ur20")
    Q = model.random(20, seed=1)
    link = model.link_names[-1]
    found = payload_limit(model, Q, link)
    for q, mass, joint in zip(Q, found.mass, found.joint, strict=True):
        loaded = model.with_payload({link: fb.Inertial(mass=float(mass))})
        tau = np.abs(fb.inverse_dynamics(loaded, None, q, None, None)) / model.effort_limit
        assert tau.max() == pytest.approx(1.0, abs=1e-9)
        assert model.joint(joint).v.start == int(tau.argmax())


def test_a_closed_robot_has_a_payload_limit_too():
    robot = gallery("four_bar").robot
    model = fb.Model(robot, drives=[fb.Drive("crank", effort=1.0)])
    q = fb.assemble(model, {"crank": 0.9}).q
    (mass,) = payload_limit(model, q, "coupler_link").mass
    loaded = model.with_payload({"coupler_link": fb.Inertial(mass=float(mass))})
    tau = fb.inverse_dynamics(loaded, None, q, None, None)
    assert np.abs(tau).max() == pytest.approx(1.0, abs=1e-9)


def test_sizing_of_a_pendulum_that_is_swung():
    model = fb.Model(pendulum(mass=2.0, length=0.5), drives=[fb.Drive("hinge", reduction=50.0)])
    t = np.linspace(0.0, 2.0 * np.pi, 2001)
    q, v, a = 0.3 * np.sin(t)[:, None], 0.3 * np.cos(t)[:, None], -0.3 * np.sin(t)[:, None]
    zero = np.zeros(len(t))
    motion = fb.Motion(t, q, v, a, 0 * q, fb.Energy(zero, zero), zero, (), model)
    (load,) = sizing(model, motion).drives
    tau = 0.5 * a[:, 0] + 2.0 * 9.81 * 0.5 * np.sin(q[:, 0])
    assert load.peak == pytest.approx(np.abs(tau).max(), rel=1e-9)
    assert load.rms == pytest.approx(np.sqrt((tau[:-1] ** 2).mean()), rel=1e-6)
    assert load.power == pytest.approx((tau * v[:, 0]).max(), rel=1e-9)
    assert load.motor_peak == pytest.approx(load.peak / 50.0)
    assert load.motor_velocity == pytest.approx(0.3 * 50.0, rel=1e-6)
    (joint,) = sizing(model, motion).joints
    # The rod's pull is largest where it hangs: weight and the centripetal force.
    assert joint.peak[2] == pytest.approx(2.0 * (9.81 + 0.5 * 0.09), rel=1e-4)


def test_a_serial_equivalent_moves_as_the_mechanism_does():
    robot = gallery("four_bar").robot
    model = fb.Model(robot, drives=[fb.Drive("rocker", effort=2.0)])
    q = fb.assemble(model, {"crank": 0.9}).q
    found = equivalent(model, q)
    assert found.independent == ("crank",)
    tau = np.zeros(model.nv)
    tau[model.joint("rocker").v.start] = 1.0
    weight = fb.bias(model, None, q, None)
    du = np.linalg.solve(found.mass_matrix, found.transmission[:, 0] - weight)
    a = fb.forward_dynamics(model, None, q, None, tau)
    assert a[model.chart.v] == pytest.approx(du, rel=1e-9)
    assert found.upper == pytest.approx(2.0 * np.abs(found.transmission[:, 0]))


def test_the_polygon_of_a_differential_holds_all_that_its_drives_give():
    model = gallery("differential")
    limited = fb.Model(
        model.robot, drives=[fb.Drive(d.joint, effort=3.0 + k) for k, d in enumerate(model.drives)]
    )
    found = equivalent(limited, limited.chart.home)
    assert len(found.independent) == 2
    assert found.polygon is not None
    sides = np.roll(found.polygon, -1, axis=0) - found.polygon
    rng = np.random.default_rng(0)
    limits = np.array([3.0 + k for k in range(found.transmission.shape[1])])
    for x in rng.uniform(-1.0, 1.0, (50, len(limits))):
        f = found.transmission @ (x * limits)
        to = f - found.polygon
        assert (sides[:, 0] * to[:, 1] - sides[:, 1] * to[:, 0] >= -1e-12).all()

"""Payloads, sizing and serial equivalents, against searches and closed forms."""

import numpy as np
import pytest

import fourbar as fb
from fourbar.mechanics.reports import equivalent, payload_limit, sizing, turn

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


@pytest.mark.parametrize(
    "name", ["four_bar", "leg_linkage", "delta", "differential", "lims2_wrist"]
)
def test_a_batch_of_equivalents_is_its_rows(name):
    model = gallery(name)
    limited = fb.Model(model.robot, drives=[fb.Drive(d.joint, effort=3.0) for d in model.drives])
    Q = limited.random(4, seed=3)
    many = equivalent(limited, Q)
    assert len(many.independent) == len(set(many.independent)) == limited.chart.size
    for k, q in enumerate(Q):
        one = equivalent(limited, q)
        for batch, single in zip(many[1:5], one[1:5], strict=True):
            np.testing.assert_allclose(batch[k], single, rtol=1e-11, atol=1e-11)
        if one.polygon is not None:
            np.testing.assert_allclose(many.polygon[k], one.polygon, rtol=1e-9, atol=1e-11)


def test_a_polygon_has_corners_only():
    """Against the hull of all extreme efforts, also where drives pull along one line."""
    spatial = pytest.importorskip("scipy.spatial")
    from fourbar.mechanics.reports.serial import _polygon

    rng = np.random.default_rng(1)
    for number in (2, 3, 5):
        generators = rng.standard_normal((2, number))
        generators = np.hstack([generators, -2.0 * generators[:, :1], np.zeros((2, 1))])
        signs = np.array(np.meshgrid(*[[-1, 1]] * (number + 2))).reshape(number + 2, -1)
        hull = spatial.ConvexHull((generators @ signs).T)
        found = _polygon(generators)
        assert len(found) == 2 * number
        assert spatial.ConvexHull(found).volume == pytest.approx(hull.volume, rel=1e-12)
    line = _polygon(np.array([[1.0, -2.0, 3.0], [2.0, -4.0, 6.0]]))
    np.testing.assert_allclose(line, [[-6.0, -12.0], [6.0, 12.0]])
    flat = _polygon(np.array([[1.0, -2.0], [0.0, -0.0]]))
    np.testing.assert_allclose(flat, [[-3.0, 0.0], [3.0, 0.0]])


@pytest.mark.parametrize(("joint", "way"), [("crank", None), ("rocker", 0.2)])
def test_a_turn_has_the_velocities_and_accelerations_of_its_positions(joint, way):
    model = gallery("four_bar")
    start = fb.assemble(model, {"crank": 0.9}).q
    motion = turn(model, joint, speed=2.0, by=way, q0=start, steps=4000)
    column = model.joint(joint).v.start
    np.testing.assert_allclose(motion.v[:, column], 2.0, rtol=1e-12)
    np.testing.assert_allclose(motion.a[:, column], 0.0, atol=1e-9)
    for rates, values in ((motion.v, motion.q), (motion.a, motion.v)):
        slopes = (values[2:] - values[:-2]) / (motion.t[2:] - motion.t[:-2])[:, None]
        np.testing.assert_allclose(slopes, rates[1:-1], rtol=0, atol=1e-4 * np.abs(rates).max())
    assert sizing(model, motion).drives[0].peak > 0.0


def test_turns_that_cannot_be():
    model = gallery("four_bar")
    with pytest.raises(ValueError, match="speed must be finite and not 0"):
        turn(model, "crank", speed=0.0)
    with pytest.raises(ValueError, match="must move, got 0"):
        turn(model, "crank", by=0.0)
    with pytest.raises(fb.UnknownNameError):
        turn(model, "crnak")
    with pytest.raises(fb.ModelError, match="2 velocities"):
        turn(gallery("lims2_wrist"), "base_1")
    with pytest.raises(fb.LoopError):
        turn(model, "rocker", by=6.0, q0=fb.assemble(model, {"crank": 0.9}).q)


def test_arguments_of_reports_are_refused_by_name():
    model = gallery("four_bar")
    q = fb.assemble(model, {"crank": 0.9}).q
    with pytest.raises(TypeError, match=r"motion must be a Motion .* got Trace"):
        sizing(model, fb.trace(model, "crank", 1.0))
    with pytest.raises(ValueError, match="center must be three finite numbers"):
        payload_limit(model, q, "coupler_link", center=(0.0, 0.0))
    with pytest.raises(TypeError, match=r"payload\['coupler_link'\] must be an Inertial, got 5.0"):
        model.with_payload({"coupler_link": 5.0})
    with pytest.raises(ValueError, match="must be finite and not negative, got -5"):
        model.with_payload({"coupler_link": fb.Inertial(mass=-5.0)})

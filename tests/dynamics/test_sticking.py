"""Dry friction: what slides, what sticks, and one law for all functions of a state."""

import numpy as np
import pytest

import fourbar as fb
from fourbar.numerics import DYNAMICS_SLIP

from .robots import OPEN, gallery, states
from .test_simulation import slider

INTEGRATORS = ("rk4", "semi_implicit", "implicit", "adaptive")
G = 9.81


def drift_of(motion):
    return float(np.abs(motion.q - motion.q[0]).max())


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_an_arm_whose_weight_is_held_does_not_move_at_all(integrator):
    """ur20: efforts of 0.99 of its weight, so that friction has little to do at every joint."""
    model = gallery("ur20")
    q = model.neutral
    motion = fb.simulate(
        model, q, duration=0.2, effort=0.99 * fb.gravity(model, None, q), integrator=integrator
    )
    assert drift_of(motion) <= 1e-15
    assert np.abs(motion.v).max() <= 1e-15
    assert np.abs(motion.a).max() <= 1e-9


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_a_joint_that_nothing_pushes_has_no_speed(integrator):
    """wrist_3 of an arm that falls: its axis is that of its mass."""
    model = gallery("ur20")
    motion = fb.simulate(model, model.neutral, duration=0.3, integrator=integrator)
    assert np.abs(motion.v[:, 5]).max() <= 1e-3
    assert np.abs(motion.a[:, 5]).max() <= 10.0
    assert np.diff(motion.energy.total).max() <= 1e-6 * np.ptp(motion.energy.total)


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_a_sliding_mass_stops_where_the_closed_form_says(integrator):
    model = fb.Model(slider(mass=2.0, friction=4.0).robot, gravity=(0.0, 0.0, 0.0))
    motion = fb.simulate(model, [0.0], [1.0], dt=1e-3, duration=1.0, integrator=integrator)
    # v falls by 2 m/s each second: it stops after 0.5 s and 0.25 m.
    within = 1e-9 if integrator in ("rk4", "adaptive") else 2e-3
    assert motion.q[-1, 0] == pytest.approx(0.25, abs=within)
    assert not motion.v[motion.t > 0.501].any()
    sliding = motion.t < 0.499
    np.testing.assert_allclose(motion.v[sliding, 0], 1.0 - 2.0 * motion.t[sliding], atol=1e-9)


@pytest.mark.parametrize("integrator", INTEGRATORS)
@pytest.mark.parametrize("share", [0.999, 1.001])
def test_friction_holds_up_to_its_size(integrator, share):
    mass, friction = 2.0, 4.0
    model = slider(mass=mass, friction=friction)
    push = mass * G + share * friction
    motion = fb.simulate(model, [0.0], duration=0.5, effort=[push], integrator=integrator)
    if share < 1.0:
        assert drift_of(motion) <= 1e-15
    else:
        expected = 0.5 * (share - 1.0) * friction / mass * 0.25
        assert motion.q[-1, 0] == pytest.approx(expected, rel=1e-2)


def test_stick_and_slip_on_a_belt_of_efforts():
    """A mass with a spring: it swings about rest in half periods of the closed form, and sticks."""
    mass, stiffness, friction, start = 2.0, 50.0, 4.0, 0.5
    model = fb.Model(slider(mass=mass, friction=friction).robot, gravity=(0.0, 0.0, 0.0))
    motion = fb.simulate(
        model, [start], dt=1e-3, duration=3.0, springs={"slide": fb.Spring(stiffness)}
    )
    # Each half swing is a cosine about +-f/k, so that turning points lose 2 f/k.
    offset, half = friction / stiffness, np.pi / np.sqrt(stiffness / mass)
    turns = [start]
    while abs(turns[-1]) > offset:
        turns.append(-np.sign(turns[-1]) * (abs(turns[-1]) - 2.0 * offset))
    for k, place in enumerate(turns[:-1]):
        during = (motion.t >= k * half) & (motion.t <= (k + 1) * half)
        middle = np.sign(place) * offset
        wave = middle + (place - middle) * np.cos(np.pi / half * (motion.t[during] - k * half))
        np.testing.assert_allclose(motion.q[during, 0], wave, atol=1e-8)
    assert motion.q[-1, 0] == pytest.approx(turns[-1], abs=1e-8)
    assert not motion.v[-1].any()


@pytest.mark.parametrize("name", ["leg_linkage", "four_bar", "six_bar"])
def test_closed_mechanisms_with_friction_come_to_rest(name):
    model = gallery(name)
    robot = model.robot
    for joint in robot.joints:
        if joint.type != "fixed":
            robot = robot.update(
                fb.Joint(
                    **{
                        field: getattr(joint, field)
                        for field in (
                            "name",
                            "type",
                            "parent",
                            "child",
                            "origin",
                            "axis",
                            "limit",
                            "mimic",
                        )
                    },
                    dynamics=fb.Dynamics(damping=0.02, friction=0.01),
                )
            )
    rubbing = fb.Model(robot)
    (at,) = states(rubbing, 1, seed=4)
    motion = fb.simulate(rubbing, at.q, 0.3 * at.v, duration=4.0, every=10, limits=False)
    assert np.diff(motion.energy.total).max() <= 1e-7 * np.ptp(motion.energy.total)
    assert motion.residual.max() <= 1e-11


@pytest.mark.parametrize("name", OPEN)
@pytest.mark.parametrize("size", [1e-6, 1e-4, 1e-3, 1.0])
def test_forward_is_the_inverse_of_inverse_near_rest(name, size):
    model = gallery(name)
    for at in states(model, 2, seed=6):
        v = size * at.v
        tau = fb.inverse_dynamics(model, None, at.q, v, at.a, coordinates="spanning")
        again = fb.forward_dynamics(model, None, at.q, v, tau, coordinates="spanning")
        np.testing.assert_allclose(again, at.a, rtol=0, atol=1e-8 * max(1.0, np.abs(at.a).max()))


def test_friction_turns_round_by_its_law_in_every_function():
    model = slider(mass=2.0, friction=4.0)
    v = 0.7 * DYNAMICS_SLIP
    share = 4.0 * np.tanh(0.7)
    weight = 2.0 * G
    assert fb.inverse_dynamics(model, None, [0.0], [v], [0.0]) == pytest.approx([weight + share])
    assert fb.forward_dynamics(model, None, [0.0], [v], [weight]) == pytest.approx([-share / 2.0])
    Y, values, _ = fb.regressor(model, None, [0.0], [v], [0.0])
    assert Y @ values == pytest.approx([weight + share])


def test_linear_models_at_rest_know_damping_only():
    """Coulomb friction has no slope: neither forward nor inverse, and they belong together."""
    model = gallery("ur20")
    q = model.neutral
    forward = fb.forward_dynamics_derivatives(model, None, q, None, None)
    inverse = fb.inverse_dynamics_derivatives(model, None, q, None, None)
    M = fb.mass_matrix(model, None, q)
    np.testing.assert_allclose(-np.linalg.solve(M, inverse.dv), forward.dv, atol=1e-9)
    np.testing.assert_allclose(inverse.dv, np.diag(model.damping), atol=1e-12)
    slowest = -np.linalg.eigvals(fb.linearise(model, q).A).real.min()
    assert slowest < 1e4


def test_friction_of_a_plane_is_of_each_coordinate():
    # As the page of dynamics says: f along x and along y, 1.41 f along a way at 45 degrees.
    text = (
        '<robot name="plate"><link name="w"/><link name="b"><inertial><mass value="2"/>'
        '<inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>'
        '<joint name="p" type="planar"><parent link="w"/><child link="b"/><axis xyz="0 0 1"/>'
        '<dynamics friction="3"/></joint></robot>'
    )
    model = fb.Model(fb.loads(text))
    for v, friction in (([1.0, 0.0], 3.0), ([0.5**0.5, 0.5**0.5], 3.0 * 2.0**0.5)):
        motion = fb.simulate(model, [0.0, 0.0], v, duration=2.0)
        assert np.linalg.norm(motion.q[-1]) == pytest.approx(2.0 / (2.0 * friction), rel=1e-9)

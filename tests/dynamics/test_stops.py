"""Many limits at once: who is held, what impulses take, and that all of it comes to an end."""

from dataclasses import replace

import numpy as np
import pytest

import fourbar as fb

from .robots import gallery
from .test_model import pendulum
from .test_simulation import slider

INTEGRATORS = ("rk4", "semi_implicit", "implicit", "adaptive")
LIMIT = 1e-8
"""How far joints may be beyond their limits [m or rad]."""


def beyond(motion):
    """How far joints are beyond their limits at most."""
    model = motion.model
    return max(float((model.lower - motion.q).max()), float((motion.q - model.upper).max()))


def double_pendulum(*, lower=(-1.0, -0.5), upper=(1.0, 0.5)):
    """Two hinges with axes along y, each with a bar of 2 kg and 0.5 m down to its mass."""
    robot = pendulum()
    (hinge,) = robot.joints
    arm = robot.links[hinge.child]
    first, second = (
        replace(hinge, type="revolute", limit=fb.Limit(lower=low, upper=high, effort=9, velocity=9))
        for low, high in zip(lower, upper, strict=True)
    )
    tip = replace(arm, name="tip")
    elbow = replace(
        second, name="elbow", parent=arm.name, child="tip", origin=fb.Pose((0.0, 0.0, -0.5))
    )
    return fb.Model(fb.Robot(name="double", links=(*robot.links, tip), joints=(first, elbow)))


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_a_double_pendulum_rests_on_two_stops(integrator):
    """Both stops keep it from hanging straight down: it ends at rest on both of them."""
    model = double_pendulum(lower=(0.3, 0.2), upper=(1.2, 1.0))
    motion = fb.simulate(model, [0.9, 0.6], duration=3.0, integrator=integrator)
    np.testing.assert_allclose(motion.q[-1], [0.3, 0.2], atol=LIMIT)
    np.testing.assert_allclose(motion.v[-1], 0.0, atol=1e-9)
    np.testing.assert_allclose(motion.a[-1], 0.0, atol=1e-9)
    assert beyond(motion) <= LIMIT
    assert {event.joint for event in motion.events} == {"hinge", "elbow"}
    assert len(motion.events) < 100


def test_a_load_path_over_stops_is_released_when_it_is_lifted():
    model = double_pendulum(lower=(0.3, 0.2), upper=(1.2, 1.0))
    q = np.array([0.3, 0.2])
    weight = fb.gravity(model, None, q)
    held = fb.simulate(model, q, steps=20, effort=0.99 * weight)
    np.testing.assert_array_equal(held.q[-1], q)
    assert not held.events
    # A little more than the weight at the elbow only: it lifts, and the hinge stays on its stop.
    lifted = fb.simulate(model, q, steps=20, effort=[0.0, 1.5 * weight[1]])
    assert lifted.q[-1, 1] > 0.2
    assert lifted.q[-1, 0] == pytest.approx(0.3, abs=LIMIT)


@pytest.mark.parametrize("name", ["stewart", "delta"])
def test_closed_robots_fall_onto_their_limits_from_anywhere(name):
    """All of twenty random poses: within limits, closed, and with energy that only falls."""
    model = gallery(name)
    for q in model.random(20, seed=1):
        motion = fb.simulate(model, q, duration=0.4, every=5)
        assert beyond(motion) <= LIMIT
        assert motion.residual.max() <= 1e-11
        scale = np.ptp(motion.energy.total)
        assert np.diff(motion.energy.total).max() <= 1e-9 * scale
        assert len(motion.events) < 1000


@pytest.mark.parametrize("name", ["stewart", "delta"])
def test_adaptive_steps_do_not_get_stuck_between_limits(name):
    model = gallery(name)
    q = model.random(1, seed=2)[0]
    motion = fb.simulate(model, q, dt=5e-3, duration=0.5, integrator="adaptive")
    assert beyond(motion) <= 1e-6  # between steps, samples are interpolated
    assert np.diff(motion.energy.total).max() <= 1e-6 * np.ptp(motion.energy.total)
    assert len(motion.events) < 2000


def test_a_leg_that_others_hit_leaves_and_comes_back():
    """Impulses are those of one problem: after each, no joint at a limit moves into it."""
    model = gallery("delta")
    motion = fb.simulate(model, model.random(1, seed=3)[0], duration=0.5)
    at_limit = np.abs(motion.q[:, None] - np.stack([model.lower, model.upper])) < 1e-9
    inward = np.array([1.0, -1.0])[:, None]
    slots = [slot for slot in model.joints.values() if slot.quaternion is None]
    for slot in slots:
        for side in range(2):
            there = at_limit[:, side, slot.q.start]
            assert (inward[side] * motion.v[there, slot.v.start] >= -1e-8).all()


@pytest.mark.parametrize("integrator", INTEGRATORS)
@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_impacts_never_add_energy(integrator, share):
    model = double_pendulum(lower=(-0.4, -0.3), upper=(0.5, 0.2))
    restitution = {"hinge": share, "elbow": 0.3}
    motion = fb.simulate(
        model,
        [0.2, 0.1],
        [4.0, -6.0],
        dt=5e-4,
        duration=1.5,
        integrator=integrator,
        restitution=restitution,
    )
    rise = np.diff(motion.energy.total).max()
    # Between impacts, first-order integrators are only that good.
    allowed = 1e-6 if integrator in ("rk4", "adaptive") else 2e-2
    assert rise <= allowed * np.ptp(motion.energy.total)
    assert beyond(motion) <= LIMIT


def test_two_masses_on_one_stop_each_share_as_mujoco_does():
    """The settled state of MuJoCo, whose limits are springs: the same pose to its softness."""
    mujoco = pytest.importorskip("mujoco")
    model = double_pendulum(lower=(0.3, 0.2), upper=(1.2, 1.0))
    motion = fb.simulate(model, [0.9, 0.6], duration=3.0)
    text = """
    <mujoco><compiler angle="radian"/><option timestep="0.0005"/>
      <worldbody><body><joint name="hinge" axis="0 1 0" range="0.3 1.2" damping="0.05"
        solreflimit="0.002 1"/><inertial pos="0 0 -0.5" mass="2" diaginertia="1e-6 1e-6 1e-6"/>
        <body pos="0 0 -0.5"><joint name="elbow" axis="0 1 0" range="0.2 1.0" damping="0.05"
          solreflimit="0.002 1"/><inertial pos="0 0 -0.5" mass="2" diaginertia="1e-6 1e-6 1e-6"/>
        </body></body></worldbody></mujoco>"""
    peer = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(peer)
    data.qpos[:] = [0.9, 0.6]
    for _ in range(12000):
        mujoco.mj_step(peer, data)
    np.testing.assert_allclose(motion.q[-1], data.qpos, atol=2e-3)


def test_a_mass_between_two_stops_that_meet_stays_there():
    model = slider(mass=1.0, lower=0.0, upper=0.0)
    motion = fb.simulate(model, [0.0], duration=0.1, effort=[50.0])
    np.testing.assert_array_equal(motion.q, 0.0)

"""Motions in time: closed forms, conservation, orders of accuracy, limits, and what is refused."""

from dataclasses import replace

import numpy as np
import pytest

import fourbar as fb

from .robots import CLOSED, gallery, states

INTEGRATORS = ("rk4", "semi_implicit", "implicit", "adaptive")


def slider(*, mass=2.0, lower=-1e3, upper=1e3, damping=0.0, friction=0.0):
    """A mass that slides along z."""
    limit = fb.Limit(lower=lower, upper=upper, effort=100.0, velocity=100.0)
    return fb.Model(
        fb.Robot(
            name="slider",
            links=(
                fb.Link(name="ground"),
                fb.Link(
                    name="mass",
                    inertial=fb.Inertial(mass=mass, inertia=fb.Inertia(ixx=1.0, iyy=1.0, izz=1.0)),
                ),
            ),
            joints=(
                fb.Joint(
                    name="slide",
                    type="prismatic",
                    parent="ground",
                    child="mass",
                    axis=(0.0, 0.0, 1.0),
                    limit=limit,
                    dynamics=fb.Dynamics(damping=damping, friction=friction),
                ),
            ),
        )
    )


def swing(name="four_bar", *, u=8.0, **options):
    """A closed mechanism that is let go, without friction and limits."""
    model = gallery(name)
    q = fb.assemble(model, {"crank": 0.9}).q
    options = {"duration": 1.0, "friction": False, "limits": False} | options
    return fb.simulate(model, q, [u], **options)


def drift(motion):
    total = motion.energy.total
    return float(np.abs(total - total[0]).max() / np.abs(total[0]))


def test_a_four_bar_keeps_its_energy_and_stays_closed():
    motion = swing(duration=5.0, dt=1e-3)
    assert drift(motion) <= 1e-8
    assert motion.residual.max() <= 1e-12
    # The same from what is not part of the simulation.
    model = motion.model
    phi, K = fb.closure(model, motion.q[-1])
    assert np.abs(phi).max() <= 1e-12
    assert np.abs(K @ motion.v[-1]).max() <= 1e-12 * np.abs(motion.v[-1]).max()


@pytest.mark.parametrize("name", CLOSED)
def test_every_closed_robot_stays_closed(name):
    model = gallery(name)
    (at,) = states(model, 1, seed=3)
    motion = fb.simulate(
        model, at.q, 0.2 * at.v, duration=0.1, dt=5e-4, friction=False, limits=False, every=20
    )
    assert motion.residual.max() <= max(1e-12, model.tolerance * 1e-2)
    scale = max(np.ptp(motion.energy.potential), motion.energy.kinetic.max())
    assert np.ptp(motion.energy.total) <= 1e-6 * scale


def test_floating_bodies_keep_momentum_and_fall():
    robot = gallery("drone").robot
    model = fb.Model(robot)
    q = np.array(model.neutral)
    v = np.zeros(model.nv)
    v[:6] = (0.3, -0.2, 0.1, 2.0, 1.5, -3.0)
    motion = fb.simulate(model, q, v, duration=1.0, dt=1e-3, friction=False)
    first = fb.momentum(model, None, q, v)
    last = fb.momentum(model, None, motion.q[-1], motion.v[-1])
    np.testing.assert_allclose(last.angular, first.angular, rtol=0, atol=1e-9)
    fallen = first.linear + model.mass * np.array((0.0, 0.0, -9.81))
    # Links fixed to the root count as moving mass here: all of the drone hangs on its joint.
    np.testing.assert_allclose(last.linear, fallen, rtol=1e-9, atol=1e-9)
    assert drift(motion) < 1e-9


@pytest.mark.parametrize("name", ["four_bar", "drone"])
def test_runge_kutta_is_of_the_fourth_order(name):
    model = gallery(name)
    if name == "four_bar":
        q, v, duration, counts = fb.assemble(model, {"crank": 0.9}).q, [8.0], 0.1, (50, 100, 200)
    else:
        q, v, duration, counts = (
            model.neutral,
            np.linspace(1.0, 3.0, model.nv),
            1.0,
            (100, 200, 400),
        )
        v[3:6] = (3.0, 8.0, 5.0)

    def run(n):
        options = {"dt": duration / n, "steps": n, "every": n // 25}
        return fb.simulate(model, q, v, friction=False, limits=False, **options).q

    finest = run(6400)
    errors = [np.abs(run(n) - finest).max() for n in counts]
    slopes = np.log2(np.array(errors[:-1]) / errors[1:])
    np.testing.assert_allclose(slopes, 4.0, atol=0.1)


def test_the_adaptive_integrator_agrees_with_short_steps():
    fine = swing(dt=1e-4, every=100)
    free = swing(dt=1e-2, integrator="adaptive", relative=1e-11, absolute=1e-12)
    np.testing.assert_allclose(free.t, fine.t, atol=1e-12)
    np.testing.assert_allclose(free.q, fine.q, atol=1e-8)
    np.testing.assert_allclose(free.a, fine.a, atol=1e-6)
    assert free.residual.max() <= 1e-12


@pytest.mark.parametrize(
    ("integrator", "tolerance"),
    [("rk4", 1e-9), ("adaptive", 1e-6), ("semi_implicit", 2e-2), ("implicit", 2e-2)],
)
def test_a_spring_swings_as_its_closed_form(integrator, tolerance):
    model = slider(mass=2.0)
    stiffness, rest = 50.0, 0.3
    motion = fb.simulate(
        model,
        [0.0],
        dt=1e-3,
        duration=2.0,
        springs={"slide": fb.Spring(stiffness, rest)},
        integrator=integrator,
    )
    middle = rest - 2.0 * 9.81 / stiffness
    expected = middle - middle * np.cos(np.sqrt(stiffness / 2.0) * motion.t)
    np.testing.assert_allclose(motion.q[:, 0], expected, atol=tolerance)
    if integrator == "rk4":
        assert np.ptp(motion.energy.total) < 1e-9


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_a_falling_mass_stops_at_its_limit(integrator):
    mass, height = 2.0, 0.5
    model = slider(mass=mass, lower=-height, upper=1.0)
    motion = fb.simulate(model, [0.0], dt=1e-3, duration=1.0, integrator=integrator)
    (event,) = motion.events
    speed = np.sqrt(2.0 * 9.81 * height)
    within = 1e-9 if integrator in ("rk4", "adaptive") else 1e-3
    assert (event.kind, event.joint) == ("limit", "slide")
    assert event.t == pytest.approx(speed / 9.81, abs=within)
    assert event.impulse == pytest.approx(mass * speed, rel=1e-8 if within < 1e-6 else 1e-2)
    assert motion.q.min() >= -height - 1e-9
    np.testing.assert_allclose(motion.q[-1], -height, atol=1e-9)
    np.testing.assert_allclose(motion.v[-1], 0.0, atol=1e-9)
    np.testing.assert_allclose(motion.a[-1], 0.0, atol=1e-9)


def test_a_mass_that_is_lifted_leaves_its_limit():
    model = slider(mass=2.0, lower=0.0, upper=1.0)

    def effort(t, q, v):
        return [0.0 if t < 0.1 else 2.0 * (9.81 + 3.0)]

    motion = fb.simulate(model, [0.0], dt=1e-3, duration=0.3, effort=effort)
    assert motion.q[100, 0] == pytest.approx(0.0, abs=1e-9)
    assert motion.q[-1, 0] == pytest.approx(0.5 * 3.0 * 0.2**2, rel=2e-2)
    assert not motion.events


@pytest.mark.parametrize("integrator", ["rk4", "adaptive"])
def test_limits_in_a_loop_stop_the_whole_mechanism(integrator):
    robot = gallery("four_bar").robot
    rocker = robot.joints["rocker"]
    free = swing()
    upper = float(free.q[:, free.model.joint("rocker").q.start].max()) - 0.05
    limit = replace(rocker.limit or fb.Limit(), lower=-3.0, upper=upper)
    model = fb.Model(robot.update(replace(rocker, type="revolute", limit=limit)))
    q = fb.assemble(model, {"crank": 0.9}).q
    motion = fb.simulate(
        model, q, [8.0], duration=1.0, dt=1e-3, friction=False, integrator=integrator
    )
    assert [event.joint for event in motion.events][:1] == ["rocker"]
    assert motion.q[:, model.joint("rocker").q.start].max() <= upper + 1e-9
    assert motion.residual.max() <= 1e-12
    # An impulse without bouncing takes energy, and nothing gives any.
    total = motion.energy.total
    assert np.diff(total).max() < 1e-7
    assert total[-1] < total[0] - 1e-3


def test_damping_is_the_closed_form_and_stiff_damping_stays_calm():
    model = fb.Model(slider(mass=2.0, damping=4.0).robot, gravity=(0.0, 0.0, 0.0))
    motion = fb.simulate(model, [0.0], [3.0], dt=1e-3, duration=1.0)
    np.testing.assert_allclose(motion.v[:, 0], 3.0 * np.exp(-2.0 * motion.t), rtol=1e-10)
    stiff = fb.Model(slider(mass=2.0, damping=1e5).robot, gravity=(0.0, 0.0, 0.0))
    calm = fb.simulate(stiff, [0.0], [3.0], dt=1e-3, steps=100, integrator="implicit")
    assert (np.diff(np.abs(calm.v[:, 0])) <= 0.0).all()
    assert abs(calm.v[-1, 0]) < 1e-12


def test_dry_friction_brings_a_mass_to_rest():
    model = fb.Model(slider(mass=2.0, friction=4.0).robot, gravity=(0.0, 0.0, 0.0))
    motion = fb.simulate(model, [0.0], [1.0], dt=1e-3, duration=1.0, integrator="implicit")
    # v falls by 2 m/s each second: it stops after 0.5 s and 0.25 m.
    assert motion.q[-1, 0] == pytest.approx(0.25, abs=2e-3)
    assert abs(motion.v[-1, 0]) < 1e-4


def test_efforts_do_the_work_that_energy_gains():
    model = gallery("four_bar")
    q = fb.assemble(model, {"crank": 0.9}).q
    motion = fb.simulate(
        model, q, effort=[0.2], dt=5e-4, duration=0.1, friction=False, limits=False
    )
    power = (motion.tau * motion.v).sum(axis=1)
    # Simpson's rule over pairs of steps.
    pairs = 5e-4 / 3.0 * (power[:-2:2] + 4.0 * power[1::2] + power[2::2])
    gain = (motion.energy.total - motion.energy.total[0])[2::2]
    np.testing.assert_allclose(gain, np.cumsum(pairs), atol=1e-7 * np.abs(gain).max())
    # A function that returns the same is the same motion.
    again = fb.simulate(
        model,
        q,
        effort=lambda t, q, v: [0.2],
        dt=5e-4,
        duration=0.1,
        friction=False,
        limits=False,
    )
    np.testing.assert_array_equal(again.q, motion.q)


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_a_batch_is_its_rows(integrator):
    model = gallery("leg_linkage")
    rows = states(model, 19, seed=5)
    Q = np.array([at.q for at in rows])
    V = np.array([0.5 * at.v for at in rows])
    options = {"dt": 1e-3, "steps": 40, "every": 10, "integrator": integrator, "limits": False}
    batch = fb.simulate(model, Q, V, **options)
    assert batch.q.shape == (19, 5, model.nq)
    for k in (0, 7, 18):
        one = fb.simulate(model, Q[k], V[k], **options)
        np.testing.assert_allclose(batch.q[k], one.q, atol=1e-11)
        np.testing.assert_allclose(batch.row(k).energy.total, one.energy.total, rtol=1e-10)
    threaded = fb.simulate(model, Q, V, threads=2, **options)
    np.testing.assert_array_equal(threaded.q, batch.q)

    def effort(t, q, v):
        assert q.shape == (19, model.nq)
        return np.zeros((19, model.nv))

    driven = fb.simulate(model, Q, V, effort=effort, **options)
    np.testing.assert_allclose(driven.q, batch.q, atol=1e-11)


def test_a_step_is_the_first_of_a_simulation():
    model = gallery("four_bar")
    (at,) = states(model, 1)
    motion = fb.simulate(model, at.q, at.v, dt=1e-3, steps=1, limits=False)
    state = fb.step(model, None, at.q, at.v, None, 1e-3, limits=False)
    np.testing.assert_array_equal(state.q, motion.q[-1])
    np.testing.assert_array_equal(state.v, motion.v[-1])


def test_what_is_refused():
    model = gallery("four_bar")
    q = fb.assemble(model, {"crank": 0.9}).q
    with pytest.raises(fb.LoopError, match="does not close"):
        fb.simulate(model, q + 0.1, duration=1.0)
    with pytest.raises(fb.LoopError, match="v opens the loops"):
        fb.simulate(model, q, [1.0, 1.0, 1.0], duration=1.0)
    with pytest.raises(ValueError, match="give either duration"):
        fb.simulate(model, q)
    with pytest.raises(ValueError, match="dt must be positive"):
        fb.simulate(model, q, dt=0.0, duration=1.0)
    with pytest.raises(ValueError, match="not a multiple of every"):
        fb.simulate(model, q, steps=10, every=3)
    with pytest.raises(ValueError, match="unknown integrator 'euler'; expected one of: rk4"):
        fb.simulate(model, q, steps=1, integrator="euler")  # pyright: ignore
    with pytest.raises(ValueError, match="q has shape"):
        fb.simulate(model, q[:2], steps=1)
    with pytest.raises(ValueError, match="q contains values that are not finite"):
        fb.simulate(model, q * np.nan, steps=1)
    with pytest.raises(ValueError, match="effort at t = 0 s contains values that are not finite"):
        fb.simulate(model, q, steps=1, effort=lambda t, q, v: [np.nan])
    with pytest.raises(fb.UnknownNameError, match="springy"):
        fb.simulate(model, q, steps=1, springs={"springy": 1.0})
    with pytest.raises(fb.UnknownNameError, match="nothing"):
        fb.simulate(model, q, steps=1, wrenches={"nothing": np.zeros(6)})
    with pytest.raises(ValueError, match=r"joint 'slide' starts at -1, beyond its limit -0\.5"):
        fb.simulate(slider(lower=-0.5, upper=0.5), [-1.0], steps=1)
    with pytest.raises(ValueError, match=r"start between -0\.5 and 0\.5, or leave limits out"):
        fb.simulate(slider(lower=-0.5, upper=0.5), [0.7], steps=1)
    with pytest.raises(ValueError, match="lower limit of 1 above its upper one of -1, so that no"):
        fb.simulate(slider(lower=1.0, upper=-1.0), [0.0], steps=1)
    with pytest.raises(ZeroDivisionError):
        fb.simulate(model, q, steps=1, effort=lambda t, q, v: 1 / 0)


def test_a_motion_that_explodes_says_when():
    model = slider(mass=1.0)
    with pytest.raises(fb.SimulationError, match="no longer finite; use a smaller dt") as caught:
        fb.simulate(
            model,
            [1.0],
            dt=1.0,
            steps=2000,
            springs={"slide": 1e6},
            integrator="semi_implicit",
            limits=False,
        )
    assert caught.value.t > 0.0

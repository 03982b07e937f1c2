"""Bouncing at limits, things to look out for, and efforts within limits."""

from dataclasses import replace

import numpy as np
import pytest

import fourbar as fb

from .robots import gallery
from .test_model import pendulum
from .test_simulation import slider, swing

G = 9.81


@pytest.mark.parametrize("integrator", ["rk4", "adaptive"])
def test_a_ball_bounces_as_high_as_its_restitution_says(integrator):
    height, share = 0.5, 0.6
    model = slider(mass=2.0, lower=-height, upper=1.0)
    exact = {"relative": 1e-10} if integrator == "adaptive" else {}
    motion = fb.simulate(
        model, [0.0], duration=1.2, restitution=share, integrator=integrator, **exact
    )
    first = np.sqrt(2.0 * height / G)
    # Flights of 2 e^k first, with impulses of (1 + e) e^k m v.
    times = first + np.cumsum([0.0, *(2.0 * share**k * first for k in range(1, 4))])
    events = motion.events[:4]
    assert [event.t for event in events] == pytest.approx(times, abs=1e-8)
    speeds = [share**k * G * first for k in range(4)]
    wanted = [2.0 * (1.0 + share) * v for v in speeds]
    assert [event.impulse for event in events] == pytest.approx(wanted, rel=1e-6)
    up = motion.q[(motion.t > times[0]) & (motion.t < times[1]), 0].max() + height
    assert up == pytest.approx(share**2 * height, abs=1e-5)


def test_infinitely_many_bounces_end_when_they_should():
    height, share = 0.5, 0.5
    model = slider(mass=2.0, lower=-height, upper=1.0)
    motion = fb.simulate(model, [0.0], duration=2.0, restitution={"slide": share})
    end = np.sqrt(2.0 * height / G) * (1.0 + share) / (1.0 - share)
    rest = motion.t > end + 1e-3
    assert np.abs(motion.q[rest, 0] + height).max() < 1e-6
    assert np.abs(motion.v[rest]).max() < 1e-3
    assert motion.events[-1].t == pytest.approx(end, abs=3e-3)
    assert 5 < len(motion.events) < 30


def test_a_perfect_bounce_keeps_the_energy_of_a_linkage():
    robot = gallery("four_bar").robot
    rocker = robot.joints["rocker"]
    free = swing()
    upper = float(free.q[:, free.model.joint("rocker").q.start].max()) - 0.05
    limit = replace(rocker.limit or fb.Limit(), lower=-3.0, upper=upper)
    model = fb.Model(robot.update(replace(rocker, type="revolute", limit=limit)))
    q = fb.assemble(model, {"crank": 0.9}).q
    motion = fb.simulate(model, q, [8.0], duration=1.0, friction=False, restitution=1.0)
    assert len(motion.events) >= 2
    total = motion.energy.total
    assert np.ptp(total) < 1e-6 * abs(total).max()
    assert motion.residual.max() <= 1e-12
    # With one freedom, the share of the speed is that of all speeds.
    share = 0.4
    once = fb.simulate(model, q, [8.0], duration=1.0, friction=False, restitution=share)
    hit = once.events[0].t
    k = int(np.searchsorted(once.t, hit))
    before, after = once.energy.total[k - 1], once.energy.total[k]
    kinetic = before - float(fb.energy(model, None, once.q[k - 1]).potential)
    assert after == pytest.approx(before - (1.0 - share**2) * kinetic, rel=1e-2)


@pytest.mark.parametrize("value", [-0.1, 1.1, np.nan])
def test_restitutions_that_make_energy_are_refused(value):
    with pytest.raises(ValueError, match="restitution of 'slide' must be between 0 and 1"):
        fb.simulate(slider(mass=1.0, lower=-1, upper=1), [0.0], steps=1, restitution=value)
    with pytest.raises(fb.UnknownNameError):
        fb.simulate(slider(mass=1.0, lower=-1, upper=1), [0.0], steps=1, restitution={"x": 0.5})


@pytest.mark.parametrize(("integrator", "every"), [("rk4", 1), ("rk4", 10), ("adaptive", 1)])
def test_a_falling_mass_passes_a_mark(integrator, every):
    model = slider(mass=2.0, lower=-9.0, upper=9.0)
    motion = fb.simulate(
        model,
        [0.0],
        duration=1.0,
        every=every,
        integrator=integrator,
        watch={"mark": lambda t, q, v: q[0] + 1.0},
    )
    (event,) = motion.events
    assert (event.kind, event.name, event.joint) == ("watch", "mark", "")
    assert event.t == pytest.approx(np.sqrt(2.0 / G), abs=1e-9)
    assert event.state.q == pytest.approx([-1.0], abs=1e-9)
    assert event.state.v == pytest.approx([-np.sqrt(2.0 * G)], abs=1e-8)


def test_a_watch_ends_the_motion_where_it_is():
    model = slider(mass=2.0, lower=-9.0, upper=9.0)
    watch = fb.Watch(lambda t, q, v: q[0] + 1.0, direction=-1, ends=True)
    motion = fb.simulate(model, [0.0], duration=1.0, watch={"mark": watch})
    assert motion.t[-1] == pytest.approx(np.sqrt(2.0 / G), abs=1e-9)
    assert motion.q[-1] == pytest.approx([-1.0], abs=1e-9)
    assert len(motion.t) == len(motion.q) == len(motion.energy.total) == len(motion.residual)
    assert np.diff(motion.t).min() > 0.0
    rising = watch._replace(direction=1)
    assert not fb.simulate(model, [0.0], duration=1.0, watch={"mark": rising}).events


def test_a_pendulum_is_watched_both_ways_under_efforts_of_a_function():
    model = fb.Model(pendulum())
    swings = fb.simulate(
        model,
        [0.01],
        duration=3.0,
        effort=lambda t, q, v: [0.0],
        watch={
            "down": fb.Watch(lambda t, q, v: q[0], direction=-1),
            "both": lambda t, q, v: q[0],
        },
    )
    quarter = 0.5 * np.pi * np.sqrt(0.5 / G) * (1.0 + 0.01**2 / 16.0)
    times = {name: [e.t for e in swings.events if e.name == name] for name in ("down", "both")}
    assert times["both"] == pytest.approx(
        [quarter, 3 * quarter, 5 * quarter, 7 * quarter], abs=1e-6
    )
    assert times["down"] == pytest.approx(times["both"][::2], abs=1e-9)


def test_rows_of_a_batch_are_watched_one_by_one():
    model = slider(mass=2.0, lower=-9.0, upper=9.0)
    motion = fb.simulate(
        model,
        [[0.0], [0.5]],
        duration=1.0,
        effort=lambda t, q, v: np.zeros((2, 1)),
        watch={"mark": lambda t, q, v: q[0] + 1.0},
    )
    assert [event.row for event in motion.events] == [0, 1]
    assert [event.t for event in motion.events] == pytest.approx(
        [np.sqrt(2.0 / G), np.sqrt(3.0 / G)], abs=1e-9
    )
    assert motion.row(1).events[0].name == "mark"
    with pytest.raises(ValueError, match="cannot end the motions of a batch"):
        fb.simulate(
            model, [[0.0], [0.5]], steps=1, watch={"m": fb.Watch(lambda t, q, v: 1.0, ends=True)}
        )


def test_what_ends_a_motion_before_it_fails_does():
    model = slider(mass=2.0)
    stiff = {"dt": 1e-2, "duration": 10.0, "springs": {"slide": fb.Spring(1e8, -1.0)}}
    with pytest.raises(fb.SimulationError):
        fb.simulate(model, [0.0], limits=False, **stiff)
    watch = {"off": fb.Watch(lambda t, q, v: abs(q[0]) - 1e-3, ends=True)}
    motion = fb.simulate(model, [0.0], limits=False, watch=watch, **stiff)
    assert motion.t[-1] < 1e-2
    assert abs(motion.q[-1, 0]) == pytest.approx(1e-3, rel=1e-6)


def test_watches_that_are_none_are_refused():
    model = slider(mass=2.0, lower=-9.0, upper=9.0)
    with pytest.raises(TypeError, match=r"watch\['m'\] must be a function"):
        fb.simulate(model, [0.0], steps=1, watch={"m": 3})
    with pytest.raises(ValueError, match="direction"):
        fb.simulate(model, [0.0], steps=1, watch={"m": fb.Watch(lambda t, q, v: 1.0, direction=2)})
    with pytest.raises(ValueError, match=r"watch\['m'\] is nan"):
        fb.simulate(model, [0.0], steps=1, watch={"m": lambda t, q, v: np.nan})
    with pytest.raises(ValueError, match=r"watch\['m'\] gave \[1, 2\] at t = 0 s.*one number"):
        fb.simulate(model, [0.0], steps=1, watch={"m": lambda t, q, v: [1, 2]})


@pytest.mark.parametrize("function", [False, True])
def test_efforts_act_as_given_unless_they_are_cut(function):
    model = fb.Model(pendulum(), drives=[fb.Drive("hinge", effort=3.0)])
    effort = (lambda t, q, v: [50.0]) if function else [50.0]
    free = fb.simulate(model, [0.0], steps=3, effort=effort)
    cut = fb.simulate(model, [0.0], steps=3, effort=effort, clip_efforts=True)
    assert (free.tau == 50.0).all()
    assert (cut.tau == 3.0).all()
    assert cut.a[0, 0] == pytest.approx(3.0 / (2.0 * 0.25))


def test_where_samples_are_does_not_change_how_often_something_bounces():
    """The dt of the adaptive integrator is the time between samples, not a step."""
    model = slider(mass=2.0, lower=-0.5, upper=1.0)
    fine, coarse = (
        fb.simulate(model, [0.0], duration=2.0, dt=dt, restitution=0.6, integrator="adaptive")
        for dt in (1e-3, 0.1)
    )
    assert len(fine.events) > 10
    assert [e.t for e in fine.events] == pytest.approx([e.t for e in coarse.events], abs=1e-7)


def test_what_is_jammed_between_stops_does_not_bounce():
    """One joint hits its limit where the other, which moves with it, has none to give."""
    sled = slider(mass=2.0, lower=0.5, upper=1.0).robot
    (slide,) = sled.joints
    mass = sled.links[slide.child]
    follower = replace(
        slide,
        name="follower",
        child="second",
        limit=replace(slide.limit, lower=0.0, upper=0.5),
        mimic=fb.Mimic("slide"),
    )
    model = fb.Model(
        fb.Robot("sleds", (*sled.links, replace(mass, name="second")), (slide, follower))
    )
    motion = fb.simulate(model, [0.5, 0.5], [-1.0, -1.0], steps=3, restitution=0.5)
    assert np.abs(motion.v).max() < 1e-12
    assert motion.events[0].impulse == pytest.approx(4.0)  # of both masses

"""Watching for a joint that dry friction brings to rest."""

import pytest

import fourbar as fb

from .test_simulation import slider

DECELERATION = 3.0 / 2.0  # friction of 3 N on 2 kg
SPEED = 1.2


def free():
    model = slider(mass=2.0, friction=3.0)
    return fb.Model(model.robot, gravity=(0.0, 0.0, 0.0))


@pytest.mark.parametrize("integrator", ["rk4", "semi_implicit", "implicit", "adaptive"])
@pytest.mark.parametrize("dt", [0.001, 0.01, 0.1, 0.3])
@pytest.mark.parametrize("direction", [0, 1, -1])
def test_a_stop_by_friction_is_one_event(direction, dt, integrator):
    watch = {"stop": fb.Watch(lambda t, q, v: v[0], direction=direction)}
    motion = fb.simulate(
        free(), [0.0], [SPEED], duration=1.5, dt=dt, integrator=integrator, watch=watch
    )
    times = [event.t for event in motion.events]
    wanted = [] if direction > 0 else [SPEED / DECELERATION]
    assert times == pytest.approx(wanted, abs=1e-10)


def test_a_motion_that_ends_with_its_rest_ends_there():
    watch = {"stop": fb.Watch(lambda t, q, v: v[0], ends=True)}
    motion = fb.simulate(free(), [0.0], [SPEED], duration=1.5, dt=0.03, watch=watch)
    assert motion.t[-1] == pytest.approx(SPEED / DECELERATION, abs=1e-10)
    assert motion.q[-1, 0] == pytest.approx(SPEED**2 / (2.0 * DECELERATION), rel=1e-9)


def test_two_passes_in_a_row_are_two_events():
    def wave(t, q, v):
        return (t - 0.25) * (t - 0.35)

    for direction, wanted in ((0, [0.25, 0.35]), (1, [0.35]), (-1, [0.25])):
        watch = {"wave": fb.Watch(wave, direction=direction)}
        motion = fb.simulate(free(), [0.0], duration=1.0, dt=0.1, watch=watch)
        assert [event.t for event in motion.events] == pytest.approx(wanted, abs=1e-9)


def test_functions_may_name_the_joints_of_their_efforts():
    model = free()
    motion = fb.simulate(model, [0.0], duration=0.5, effort=lambda t, q, v: {"slide": 5.0})
    assert motion.v[-1, 0] == pytest.approx(0.5 * (5.0 - 3.0) / 2.0)
    batch = fb.simulate(
        model, [[0.0], [0.1]], duration=0.5, effort=lambda t, q, v: {"slide": [5.0, 7.0]}
    )
    assert batch.v[:, -1, 0] == pytest.approx([0.5, 1.0])


def test_a_long_motion_has_a_short_repr():
    motion = fb.simulate(free(), [0.0], [SPEED], duration=1.0)
    assert "energy=Energy(kinetic=<(1001,) array>" in repr(motion)
    assert len(repr(motion)) < 1000

"""Energy that nothing feeds does not rise, with brakes as well, and rest is no alarm."""

import numpy as np
import pytest

import fourbar as fb
from fourbar.cli import main

from .test_model import pendulum
from .test_simulation import slider, swing


def arm(damping):
    """A light arm: 1e-5 kg m^2 about its hinge, and nothing else."""
    inertia = fb.Inertia(ixx=9e-6, iyy=9e-6, izz=9e-6)
    return (
        fb.Robot("arm")
        .add(fb.Link("base"))
        .add(
            fb.Link(
                "rod",
                inertial=fb.Inertial(mass=0.01, origin=fb.Pose((0.01, 0.0, 0.0)), inertia=inertia),
            )
        )
        .add(
            fb.Joint(
                "hinge",
                "continuous",
                "base",
                "rod",
                axis=(0.0, 1.0, 0.0),
                dynamics=fb.Dynamics(damping=damping),
            )
        )
    )


@pytest.mark.parametrize("damping", [0.03, 0.1])
def test_damping_that_explodes_is_told_before_and_after(damping):
    model = fb.Model(arm(damping))
    with pytest.warns(fb.SimulationWarning, match="damping of joint 'hinge' is too stiff for rk4"):
        motion = fb.simulate(model, [0.0], duration=0.05)
    assert motion.energy.total[-1] > 1e5
    assert motion.energy_error == pytest.approx(1.0)
    assert not motion.keeps_energy
    for way_out in (
        {"integrator": "implicit"},
        {"integrator": "adaptive"},
        {"dt": 0.9e-5 / damping},
    ):
        motion = fb.simulate(model, [0.0], duration=0.05, **way_out)
        assert motion.keeps_energy
        assert np.isnan(motion.energy_error)


@pytest.mark.parametrize(("integrator", "most"), [("rk4", 2.7853), ("semi_implicit", 2.0)])
def test_the_bound_of_stiffness_is_where_decay_becomes_growth(integrator, most):
    """A mass of 2 kg with 4 N s/m decays at 2/s: whether it does in steps, too, is the bound."""
    for factor, stable in ((0.99, True), (1.01, False)):
        model = fb.Model(slider(mass=2.0, damping=4.0).robot, gravity=(0.0, 0.0, 0.0))
        options = {"dt": factor * most / 2.0, "steps": 400, "limits": False}
        if stable:
            motion = fb.simulate(model, [0.0], [1.0], integrator=integrator, **options)
        else:
            with pytest.warns(fb.SimulationWarning, match="joint 'slide'"):
                motion = fb.simulate(model, [0.0], [1.0], integrator=integrator, **options)
        assert (abs(motion.v[-1, 0]) < 1.0) == stable
        assert motion.keeps_energy == stable


def test_rows_of_a_batch_are_judged_one_by_one():
    """With springs, steps of 0.11 s are too long; only what is not at rest shows it."""
    model = fb.Model(slider(mass=1.0, damping=1e-3).robot, gravity=(0.0, 0.0, 0.0))
    motion = fb.simulate(
        model, [[0.0], [0.1]], dt=0.11, steps=200, springs={"slide": 1e3}, limits=False
    )
    assert motion.row(0).keeps_energy
    assert not motion.row(1).keeps_energy
    assert not motion.keeps_energy


def test_what_overflows_is_not_kept():
    model = fb.Model(arm(0.1))
    with pytest.warns(fb.SimulationWarning):
        motion = fb.simulate(model, [0.0], duration=0.09)
    assert not np.isfinite(motion.energy.total[-1])
    assert not motion.keeps_energy


def test_brakes_and_stops_that_take_energy_are_no_alarm():
    damped = fb.simulate(fb.Model(pendulum(dynamics=fb.Dynamics(damping=0.1))), [1.0], duration=1.0)
    stopped = fb.simulate(slider(lower=-0.1), [0.0], duration=0.5, restitution=0.5)
    assert {event.kind for event in stopped.events} == {"limit"}
    for motion in (damped, stopped):
        assert motion.energy.total[-1] < motion.energy.total[0]
        assert motion.keeps_energy
        assert np.isnan(motion.energy_error)


def test_next_to_rest_rounding_is_no_alarm():
    """1e-13 m of the weight is what positions are known to; what changes here is less."""
    model = fb.Model(pendulum())
    motion = fb.simulate(model, [1e-5], duration=1.0)
    total = motion.energy.total
    moved = max(motion.energy.kinetic.max(), np.ptp(motion.energy.potential))
    assert np.ptp(total) > 1e-6 * moved  # an alarm, were there no least
    assert np.ptp(total) < 2.0 * 9.81 * 1e-13
    assert motion.energy_error == 0.0
    assert motion.keeps_energy
    assert not swing(duration=0.5, integrator="semi_implicit").keeps_energy


def test_the_command_tells_of_damping_that_explodes(tmp_path, capsys):
    file = tmp_path / "arm.urdf"
    fb.save(arm(0.03), file)
    assert main(["simulate", str(file), "--duration", "0.05"]) == 0
    out, err = capsys.readouterr()
    assert "fourbar simulate: warning: the damping of joint 'hinge' is too stiff" in err
    assert "of what moves, though nothing drives it; use a smaller --dt, or --integrator i" in out
    assert main(["simulate", str(file), "--duration", "0.05", "--integrator", "implicit"]) == 0
    out, err = capsys.readouterr()
    assert "too stiff" not in err
    assert "though nothing" not in out

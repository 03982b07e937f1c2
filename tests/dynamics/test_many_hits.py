"""Joints that hit their limits several times within a step."""

import warnings

import numpy as np
import pytest

import fourbar as fb
from fourbar.cli import main

from .test_simulation import slider

GAP = 0.5e-3


def play():
    """A mass of 2 kg that weighs nothing, with a play of 1 mm."""
    model = slider(mass=2.0, lower=-GAP, upper=GAP)
    return fb.Model(model.robot, gravity=(0.0, 0.0, 0.0))


@pytest.mark.parametrize("integrator", ["rk4", "semi_implicit", "implicit"])
@pytest.mark.parametrize("hits", [1.0, 1.7, 2.0, 3.0, 5.0, 7.75])
def test_up_to_eight_hits_within_a_step_are_resolved(hits, integrator):
    dt = hits * 2.0 * GAP  # at 1 m/s
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        motion = fb.simulate(
            play(), [0.0], [1.0], dt=dt, steps=20, restitution=1.0, integrator=integrator
        )
    np.testing.assert_allclose(motion.energy.kinetic, 1.0, rtol=1e-10)
    assert motion.keeps_energy
    # Unfolded, the way is a straight line: hits are 1 mm apart.
    times = [event.t for event in motion.events]
    np.testing.assert_allclose(times, GAP + 2.0 * GAP * np.arange(len(times)), rtol=1e-8)
    assert len(times) == pytest.approx(20 * hits, abs=1)


def test_each_hit_takes_its_share():
    for dt in (0.001, 0.003):
        motion = fb.simulate(play(), [0.0], [1.0], dt=dt, duration=0.003, restitution=0.9)
        assert motion.energy.kinetic[-1] == pytest.approx(0.9**6, rel=1e-10)  # three hits


@pytest.mark.parametrize(
    ("integrator", "speed", "way"),
    [("rk4", 1.0, "a smaller dt"), ("adaptive", 20.0, "an integrator with a fixed step")],
)
def test_more_hits_than_are_resolved_are_told(integrator, speed, way):
    with pytest.warns(fb.SimulationWarning, match=f"joint 'slide' hits.*{way}"):
        motion = fb.simulate(
            play(), [0.0], [speed], dt=0.012, steps=4, restitution=1.0, integrator=integrator
        )
    assert not motion.keeps_energy
    assert motion.energy_error == pytest.approx(
        1.0 - motion.energy.total.min() / motion.energy.total[0], rel=1e-9
    )


def test_one_step_and_batches_tell_too():
    with pytest.warns(fb.SimulationWarning, match="hits its limits too often"):
        fb.step(play(), None, [0.0], [1.0], None, 0.012, restitution=1.0)
    with pytest.warns(fb.SimulationWarning, match=r"of state 1 hits .* \(so do 1 more motions\)"):
        fb.simulate(
            play(), np.zeros((3, 1)), [[0.1], [1.0], [1.0]], dt=0.012, steps=2, restitution=0.99
        )


def test_without_restitution_many_hits_are_as_they_should_be():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fb.simulate(play(), [0.0], [1.0], dt=0.012, steps=2)


def test_the_command_tells_what_becomes_of_energy(tmp_path, capsys):
    file = tmp_path / "play.urdf"
    fb.save(play().robot, file)
    begin = ["simulate", str(file), "--gravity", "0,0,0", "--velocity", "slide=1"]
    begin += ["--restitution", "1", "--duration", "0.024"]
    assert main([*begin, "--dt", "0.002"]) == 0
    out = capsys.readouterr()
    assert "1 J at first, 1 J at last, kept to" in out.out
    assert "warning" not in out.err
    assert main([*begin, "--dt", "0.012"]) == 0
    out = capsys.readouterr()
    assert "though nothing drives or brakes it; use a smaller --dt" in out.out
    assert "hits its limits too often" in out.err


def test_the_adaptive_integrator_has_errors_to_make_smaller(tmp_path, capsys):
    file = tmp_path / "mass.urdf"
    fb.save(slider(mass=2.0).robot, file)
    begin = ["simulate", str(file), "--set", "slide=0.5", "--spring", "slide=1e9"]
    begin += ["--duration", "0.05", "--integrator", "adaptive", "--dt", "0.01"]
    assert main(begin) == 0
    assert "use smaller --relative and --absolute" in capsys.readouterr().out
    assert main([*begin, "--relative", "1e-12", "--absolute", "1e-14"]) == 0
    assert "kept to" in capsys.readouterr().out
    assert main([*begin, "--relative", "1e-12", "--integrator", "rk4"]) == 2
    assert "relative: only integrator='adaptive'" in capsys.readouterr().err

"""What a motion knows and where it can go: ends, energy, failures, files."""

import csv
import io

import numpy as np
import pytest

import fourbar as fb
from fourbar.blender.trajectory import read_trajectory

from .robots import gallery
from .test_model import pendulum
from .test_simulation import slider, swing


@pytest.mark.parametrize("integrator", ["rk4", "semi_implicit", "implicit", "adaptive"])
@pytest.mark.parametrize(
    ("duration", "dt", "every", "times"),
    [
        (1.0, 0.3, 1, [0.0, 0.3, 0.6, 0.9, 1.0]),
        (1.0, 0.3, 2, [0.0, 0.6, 1.0]),
        (0.4, 0.1, 3, [0.0, 0.3, 0.4]),
        (0.05, 0.1, 1, [0.0, 0.05]),
        (0.3, 0.1, 1, [0.0, 0.1, 0.2, 0.3]),
    ],
)
def test_a_motion_lasts_as_long_as_it_was_asked_to(integrator, duration, dt, every, times):
    model = slider(mass=2.0)
    motion = fb.simulate(model, [0.0], duration=duration, dt=dt, every=every, integrator=integrator)
    np.testing.assert_allclose(motion.t, times, atol=1e-15)
    if integrator in ("rk4", "adaptive"):
        np.testing.assert_allclose(motion.q[:, 0], -0.5 * 9.81 * motion.t**2, atol=1e-9)


def test_energy_that_nothing_changes_is_watched():
    good = swing(duration=0.5, dt=1e-3)
    assert good.energy_error < 1e-7
    assert good.keeps_energy
    rough = swing(duration=0.5, dt=1e-3, integrator="semi_implicit")
    total = rough.energy.total
    moved = max(rough.energy.kinetic.max(), np.ptp(rough.energy.potential))
    assert rough.energy_error == pytest.approx(np.abs(total - total[0]).max() / moved)
    assert not rough.keeps_energy
    driven = swing(duration=0.1, effort=[0.1])
    assert np.isnan(driven.energy_error)
    assert driven.keeps_energy


def test_a_state_that_fails_leaves_the_others():
    """Stiff springs explode from a state that is not their rest, and only from there."""
    model = slider(mass=1.0)
    options = {
        "dt": 1.0,
        "steps": 2000,
        "springs": {"slide": 1e6},
        "integrator": "semi_implicit",
        "limits": False,
    }
    rest = -9.81 / 1e6
    Q = np.array([[rest], [1.0], [rest]])
    with pytest.warns(fb.SimulationWarning, match=r"1 of 3 motions ended early.*: 1;"):
        motion = fb.simulate(model, Q, **options)
    (failure,) = motion.failures
    assert failure.row == 1
    assert "from state 1" in str(failure)
    assert np.isfinite(motion.q[[0, 2]]).all()
    ended = int(np.isfinite(motion.q[1]).all(axis=1).sum())
    assert 0 < ended < 2001
    assert np.isnan(motion.q[1, ended:]).all()
    assert motion.t[ended - 1] <= failure.t
    assert motion.row(1).failures == (failure,)
    assert not motion.row(0).failures
    with pytest.raises(fb.SimulationError) as caught:
        fb.simulate(model, [1.0], **options)
    assert caught.value.motion is not None
    np.testing.assert_array_equal(caught.value.motion.q, motion.q[1, :ended])
    with pytest.raises(fb.SimulationError):
        fb.simulate(model, [[1.0], [2.0]], **options)


def test_tables_hold_the_whole_motion(tmp_path):
    motion = swing(duration=0.02)
    motion.save(tmp_path / "swing.csv")
    motion.save(tmp_path / "swing.npz")
    head, *rows = csv.reader(io.StringIO((tmp_path / "swing.csv").read_text()))
    table = {
        name: np.array(column, float)
        for name, column in zip(head, zip(*rows, strict=True), strict=True)
    }
    joints = list(motion.model.joints)
    assert head[:4] == ["time", *joints]
    for k, name in enumerate(joints):
        np.testing.assert_array_equal(table[name], motion.q[:, k])
        np.testing.assert_array_equal(table[f"velocity:{name}"], motion.v[:, k])
        np.testing.assert_array_equal(table[f"acceleration:{name}"], motion.a[:, k])
        np.testing.assert_array_equal(table[f"effort:{name}"], motion.tau[:, k])
    np.testing.assert_array_equal(table["energy:kinetic"], motion.energy.kinetic)
    np.testing.assert_array_equal(table["energy:potential"], motion.energy.potential)
    np.testing.assert_array_equal(table["loops:residual"], motion.residual)
    with np.load(tmp_path / "swing.npz") as arrays:
        assert list(arrays["joints"]) == list(arrays["rates"]) == joints
        for name in ("t", "q", "v", "a", "tau", "residual"):
            np.testing.assert_array_equal(arrays[name], getattr(motion, name))
        np.testing.assert_array_equal(arrays["kinetic"], motion.energy.kinetic)
    # Whoever replays them finds positions only.
    for name in ("swing.csv", "swing.npz"):
        replayed = read_trajectory(tmp_path / name)
        assert list(replayed.positions) == joints
        np.testing.assert_array_equal(replayed.times, motion.t)
    # The same bytes every time.
    motion.save(tmp_path / "again.npz")
    assert (tmp_path / "again.npz").read_bytes() == (tmp_path / "swing.npz").read_bytes()


def test_a_motion_is_saved_as_what_the_file_is_called(tmp_path):
    motion = swing(duration=0.02)
    motion.save(tmp_path / "swing.svg")
    assert (tmp_path / "swing.svg").read_text() == motion.plot()
    motion.save(tmp_path / "swing.glb")
    assert (tmp_path / "swing.glb").read_bytes()[:4] == b"glTF"
    with pytest.raises(ValueError, match=r"cannot write a motion to 'swing.txt'; expected one of"):
        motion.save(tmp_path / "swing.txt")
    many = fb.simulate(fb.Model(pendulum()), [[0.1], [0.2]], steps=2)
    with pytest.raises(ValueError, match="a batch of 2 motions; save is for one"):
        many.save(tmp_path / "many.csv")


def test_random_poses_are_within_the_limits_of_joints_that_mimic():
    limit = fb.Limit(lower=-1.0, upper=1.0, effort=1.0, velocity=1.0)
    tight = fb.Limit(lower=-0.4, upper=0.2, effort=1.0, velocity=1.0)
    robot = fb.Robot("fingers").add(fb.Link("base"))
    for name, mimic, bound in (
        ("lead", None, limit),
        ("follow", fb.Mimic("lead", -2.0, 0.1), tight),
    ):
        body = fb.Inertial(mass=1.0, origin=fb.Pose((0.0, 0.1, 0.0)))
        robot = robot.add(fb.Link(name, inertial=body)).add(
            fb.Joint(
                f"{name}_joint" if mimic else "lead",
                "revolute",
                "base",
                name,
                limit=bound,
                mimic=mimic,
            )
        )
    model = fb.Model(robot)
    Q = model.random(200, seed=0)
    assert (model.lower - 1e-12 <= Q).all()
    assert (model.upper + 1e-12 >= Q).all()
    # The whole of what is left of the leader's range: (0.2 - 0.1) / -2 to (-0.4 - 0.1) / -2.
    lead = Q[:, model.joint("lead").q.start]
    assert -0.05 <= lead.min() < -0.03
    assert 0.23 < lead.max() <= 0.25
    fb.simulate(model, Q[0], steps=2)


def test_limits_that_leave_a_mimic_one_position_leave_it_that_one():
    """As of a gripper whose fingertips may only close while its knuckles may only open."""
    limit = fb.Limit(lower=0.0, upper=0.8, effort=1.0, velocity=1.0)
    body = fb.Inertial(mass=1.0, origin=fb.Pose((0.0, 0.1, 0.0)))
    robot = (
        fb.Robot("gripper")
        .add(fb.Link("base"))
        .add(fb.Link("knuckle", inertial=body))
        .add(fb.Link("tip", inertial=body))
        .add(fb.Joint("knuckle", "revolute", "base", "knuckle", limit=limit))
        .add(
            fb.Joint(
                "tip", "revolute", "knuckle", "tip", limit=limit, mimic=fb.Mimic("knuckle", -1.0)
            )
        )
    )
    assert not fb.Model(robot).random(5, seed=0).any()


def test_a_wrist_at_its_worst_stays_closed_and_gains_nothing():
    """lims2_wrist passes next to singular poses at more than 100 rad/s: steps are divided there."""
    model = gallery("lims2_wrist")
    for q in model.random(6, seed=1):
        motion = fb.simulate(model, q, duration=0.4)
        assert motion.residual.max() <= 1e-10
        moved = max(motion.energy.kinetic.max(), np.ptp(motion.energy.potential))
        assert np.diff(motion.energy.total).max() <= 1e-3 * moved

"""Whatever returns a pose of a closed robot returns a closed one: every function, every command.

FOURBAR_POSES=1000 is what a release is tried with; the tests take fewer.
"""

from __future__ import annotations

import json
import os

import numpy as np
import pytest

import fourbar as fb
from fourbar.cli import main
from fourbar.record import replace
from fourbar.robot import Configuration, JointPosition

from .mechanisms import CLOSED, gallery

COUNTS = [int(os.environ.get("FOURBAR_POSES", "5"))]
MEETING = ("revolute", "continuous", "spherical", "universal", "fixed")
"""Types of loops whose two frames have one origin."""

pytestmark = [pytest.mark.parametrize("name", CLOSED), pytest.mark.parametrize("count", COUNTS)]


def assert_closed(model: fb.Model, poses: np.ndarray) -> None:
    """By the equations of the model, and by where its links are."""
    rows = np.atleast_2d(poses)
    assert np.isfinite(rows).all()
    assert np.abs(fb.closure(model, rows)[0]).max(initial=0.0) <= model.tolerance
    data = model.data(batch=len(rows))
    fb.forward_kinematics(model, data, rows)
    for loop in model.robot.loops:
        if loop.type in MEETING:
            ends = [
                data.pose(link) @ np.array([*origin.xyz, 1.0])
                for link, origin in (
                    (loop.predecessor, loop.predecessor_origin),
                    (loop.successor, loop.successor_origin),
                )
            ]
            assert np.abs(ends[0] - ends[1]).max() <= 1e-9, loop.name


def driven(model: fb.Model, q: np.ndarray) -> dict[str, float | list[float]]:
    """The positions of the joints that are independent as a whole."""
    wanted = set(model.chart.q.tolist())
    return {
        name: float(q[slot.q][0]) if slot.nq == 1 else q[slot.q].tolist()
        for name, slot in model.joints.items()
        if slot.nq and wanted.issuperset(range(slot.q.start, slot.q.stop))
    }


def test_functions(name: str, count: int) -> None:
    model = gallery(name)
    poses = model.random(count, seed=1)
    assert_closed(model, poses)
    assert_closed(model, fb.sample_closed(model, count, seed=2, limits=False))
    assert_closed(model, fb.spanning(model, fb.independent(model, poses)))
    assert_closed(model, model.chart.home)
    link = model.link_names[-1]
    data = model.data(batch=count)
    fb.forward_kinematics(model, data, poses)
    found = fb.inverse_kinematics(model, link, np.array(data.pose(link)))
    assert np.asarray(found.converged).any()
    assert_closed(model, found.q[np.asarray(found.converged)])
    reached = 0
    for q in poses:
        positions = driven(model, q)
        assert_closed(model, model.q(positions))
        assert_closed(model, fb.assemble(model, positions).q)
        try:
            assert_closed(model, fb.move(model, model.chart.home, positions))
        except fb.LoopError:
            continue  # on the straight way there is a pose that does not close
        reached += 1
    assert reached > 0


def test_named_configurations(name: str, count: int) -> None:
    robot = gallery(name).robot
    model = gallery(name)
    poses = model.random(count, seed=4, coordinates="spanning")
    states = []
    for number, q in enumerate(poses):
        values = (
            JointPosition(joint, tuple(0.1 * q[slot.q]) if slot.nq == 1 else tuple(q[slot.q]))
            for joint, slot in model.joints.items()
            if slot.nq == 1 and robot.joints[joint].mimic is None
        )
        states.append(Configuration(f"s{number}", tuple(values)))
    named = fb.Model(replace(robot, configurations=tuple(states)))
    for number in range(count):
        try:
            q = named.configuration(f"s{number}")
        except fb.LoopError:
            continue  # said, not returned
        assert_closed(named, q)


def test_a_trace(name: str, count: int) -> None:
    model = gallery(name)
    moving = [joint for joint in driven(model, model.chart.home) if model.joints[joint].nq == 1]
    if not moving:
        pytest.skip("no joint of one number is independent")
    drive = moving[0]
    start = float(model.chart.home[model.joints[drive].q][0])
    motion = fb.trace(model, drive, np.linspace(start, start + 0.05, count))
    assert_closed(model, motion.q)


def test_commands(name: str, count: int, capsys: pytest.CaptureFixture[str]) -> None:
    model = gallery(name)
    file = f"gallery:{name}"
    poses = model.random(count, seed=3)
    link = model.link_names[-1]
    data = model.data()
    for number, q in enumerate(poses):
        fb.forward_kinematics(model, data, q)
        sets = [
            word
            for joint, value in driven(model, q).items()
            for word in ("--set", f"{joint}={','.join(map(repr, np.atleast_1d(value).tolist()))}")
        ]
        target = ",".join(repr(float(x)) for x in data.pose(link)[:3, 3])
        for arguments in (
            ["fk", file, *sets],
            ["fk", file, "--random", str(number)],
            ["jacobian", file, "--random", str(number)],
            ["assemble", file, *sets],
            ["ik", file, "--link", link, f"--to={target}"],
        ):
            status = main([*arguments, "--json"])
            captured = capsys.readouterr()
            if arguments[0] in ("ik", "jacobian") and status == 1:
                continue  # not reached within the limits, or singular: said so
            assert status == 0, (arguments, captured.err)
            positions = json.loads(captured.out)["positions"]
            found = np.array(model.neutral)
            for joint, value in positions.items():
                found[model.joints[joint].q] = value
            assert_closed(model, found)

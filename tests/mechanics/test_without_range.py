"""Joints whose `<limit>` has no range, limits that contradict each other, and `--no-limits`."""

from __future__ import annotations

import json
from math import inf, pi
from pathlib import Path

import numpy as np
import pytest

import fourbar as fb
from fourbar.cli import main

LIMIT = '<limit effort="1" velocity="1"/>'
FIVE_BAR = """<robot name="five_bar">
<link name="base"/><link name="a"/><link name="b"/><link name="c"/><link name="d"/>
<joint name="left" type="revolute"><parent link="base"/><child link="a"/><axis xyz="0 1 0"/>
<origin xyz="-0.1 0 0"/>{limit}</joint>
<joint name="left_knee" type="revolute"><origin xyz="-0.1 0 0.2"/><parent link="a"/>
<child link="b"/><axis xyz="0 1 0"/>{limit}</joint>
<joint name="right" type="revolute"><parent link="base"/><child link="c"/><axis xyz="0 1 0"/>
<origin xyz="0.1 0 0"/>{limit}</joint>
<joint name="right_knee" type="revolute"><origin xyz="0.1 0 0.2"/><parent link="c"/>
<child link="d"/><axis xyz="0 1 0"/>{limit}</joint>
<loop name="tip" type="revolute"><predecessor link="b"><origin xyz="0.2 0 0.2"/></predecessor>
<successor link="d"><origin xyz="-0.2 0 0.2"/></successor><axis xyz="0 1 0"/></loop>
</robot>"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    target = tmp_path / "five_bar.urdf"
    target.write_text(FIVE_BAR.format(limit=LIMIT))
    return str(target)


@pytest.mark.parametrize(
    ("limit", "bounds"),
    [
        (fb.Limit(effort=1.0, velocity=1.0), (-inf, inf)),
        (fb.Limit(lower=-1.0), (-1.0, 0.0)),
        (fb.Limit(upper=1.0), (0.0, 1.0)),
        (fb.Limit(lower=0.0, upper=0.0), (0.0, 0.0)),
    ],
)
def test_a_limit_without_a_range_leaves_the_joint_free(limit, bounds) -> None:
    joint = fb.Joint("j", "revolute", "a", "b", axis=(0, 0, 1), limit=limit)
    assert joint.bounds == bounds


def test_sampling_and_inverse_kinematics_move_such_joints(file: str) -> None:
    model = fb.Model(fb.load(file))
    q = model.random(20, seed=1)
    assert np.ptp(q, axis=0).min() > 0.1
    data = model.data()
    fb.forward_kinematics(model, data, q[3])
    goal = data.pose("b")[:3, 3]
    found = fb.inverse_kinematics(model, "b", goal)
    assert found.converged


@pytest.mark.parametrize("command", ["fk", "jacobian"])
def test_commands_take_random_poses_of_such_robots(command: str, file: str) -> None:
    assert main([command, file, "--random", "1"]) == 0


def positions(command: list[str], capsys) -> dict[str, float]:
    assert main([*command, "--json"]) == 0
    return json.loads(capsys.readouterr().out)["positions"]


def narrow(tmp_path: Path, lower: float, upper: float) -> str:
    target = tmp_path / "narrow.urdf"
    target.write_text(
        '<robot name="r"><link name="a"/><link name="b"><inertial><mass value="1"/>'
        '<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>'
        '<joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>'
        f'<limit lower="{lower}" upper="{upper}" effort="1" velocity="1"/></joint></robot>'
    )
    return str(target)


@pytest.mark.parametrize("command", ["fk", "jacobian", "dynamics"])
def test_no_limits_lets_random_poses_pass_them(command: str, tmp_path: Path, capsys) -> None:
    file = narrow(tmp_path, 0.0, 0.001)
    for seed in range(1, 4):
        words = [command, file, "--random", str(seed)]
        assert 0.0 <= positions(words, capsys)["j"] <= 0.001
        beyond = positions([*words, "--no-limits"], capsys)["j"]
        assert not 0.0 <= beyond <= 0.001
        assert abs(beyond) <= pi


def test_no_limits_without_a_random_pose_has_no_effect(tmp_path: Path, capsys) -> None:
    assert main(["fk", narrow(tmp_path, 0.0, 1.0), "--no-limits"]) == 2
    assert "--no-limits has no effect without --random" in capsys.readouterr().err


def test_limits_that_contradict_each_other_are_no_traceback(tmp_path: Path, capsys) -> None:
    file = narrow(tmp_path, 1.0, -1.0)
    assert main(["jacobian", file]) == 0
    assert main(["fk", file, "--random", "1"]) == 2
    assert "the lower limit is above the upper limit at j" in capsys.readouterr().err
    assert main(["fk", file, "--random", "1", "--no-limits"]) == 0


def test_closed_samples_pass_limits_too() -> None:
    model = fb.Model(fb.loads(FIVE_BAR.format(limit='<limit lower="0" upper="0.01"/>')))
    q = fb.sample_closed(model, 30, limits=False, seed=2)
    assert (np.abs(q) > 0.01).any(axis=0).all()
    assert model.random(seed=2, limits=False).shape == (model.nq,)

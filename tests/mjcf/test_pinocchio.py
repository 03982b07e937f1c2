"""Pinocchio reads our MJCF as we mean it: poses of every body (skipped without Pinocchio)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import fourbar as fb
from fourbar.diagnostics import Report
from fourbar.gallery import names
from fourbar.mjcf.write import to_mjcf
from fourbar.robot import Link
from fourbar.transfer.positions import positions_at

pin = pytest.importorskip("pinocchio")


@pytest.mark.peer
@pytest.mark.parametrize("name", names())
def test_poses(name: str, tmp_path: Path) -> None:
    robot = fb.load(f"gallery:{name}")
    bare = robot.replace(links=[Link(link.name, link.inertial) for link in robot.links])
    written = to_mjcf(bare.replace(loops=[], couplings=[]), report=Report())
    file = tmp_path / "robot.xml"
    file.write_text(written.text)
    try:
        theirs = pin.buildModelFromMJCF(str(file))
    except ValueError as error:  # it counts fewer positions than MuJoCo where a body is free
        pytest.skip(f"Pinocchio refuses the file: {error}")
    data = theirs.createData()
    model, ours = written.model, written.model.data()
    assert pin.computeTotalMass(theirs) <= model.mass * (1.0 + 1e-12)
    for q in model.random(10, seed=2, coordinates="spanning"):
        at = positions_at(written.lowered, model, q)
        there = pin.neutral(theirs)
        for part, values in at.items():
            number = theirs.getJointId(part)
            if number == theirs.njoints:
                pytest.skip(f"Pinocchio makes one joint of those of '{part}' and others")
            first = theirs.joints[number].idx_q
            there[first : first + len(values)] = values
        pin.framesForwardKinematics(theirs, data, there)
        fb.forward_kinematics(model, ours, q, coordinates="spanning")
        for link, body in written.links.items():
            if not theirs.existBodyName(body):
                continue
            found = data.oMf[theirs.getBodyId(body)].homogeneous
            mine = np.array(ours.poses[model.link_number(link)])
            assert np.abs(found - mine).max() < 1e-12

"""Drake reads our SDFormat files as we mean them: FK of every link (skipped without pydrake)."""

from __future__ import annotations

import numpy as np
import pytest

import fourbar as fb
from fourbar.diagnostics import Report
from fourbar.gallery import names
from fourbar.robot import Link
from fourbar.sdf.write import write_sdf
from fourbar.transfer.start import start_configuration

pytest.importorskip("pydrake")


@pytest.mark.peer
@pytest.mark.parametrize("name", names())
def test_poses(name: str) -> None:
    from pydrake.multibody.parsing import Parser
    from pydrake.multibody.plant import MultibodyPlant

    robot = fb.load(f"gallery:{name}")
    # Drake refuses links with two parents, and the shapes are not what is compared.
    bare = [Link(link.name, link.inertial) for link in robot.links]
    robot = robot.replace(loops=[], links=bare)
    plant = MultibodyPlant(0.001)
    Parser(plant).AddModelsFromString(write_sdf(robot, report=Report()), "sdf")
    plant.Finalize()
    context = plant.CreateDefaultContext()
    model = fb.Model(robot)
    data = model.data()
    start = start_configuration(model, report=Report(), keep_zero=True)
    for q in model.random(20, seed=3, coordinates="spanning"):
        there = plant.GetPositions(context)
        for joint, slot in model.joints.items():
            if slot.quaternion is not None:
                q[slot.q] = start[slot.q]
                continue
            whole = [part for part in (joint, f"{joint}_2") if plant.HasJointNamed(part)]
            parts = whole or [f"{joint}:{k}" for k in range(slot.nq)]
            for part, values in zip(
                parts, np.split(q[slot.q] - start[slot.q], len(parts)), strict=True
            ):
                first = plant.GetJointByName(part).position_start()
                there[first : first + len(values)] = values
        plant.SetPositions(context, there)
        fb.forward_kinematics(model, data, q, coordinates="spanning")
        for link in model.link_names:
            if link != "world":
                found = plant.GetFrameByName(link).CalcPoseInWorld(context).GetAsMatrix4()
                ours = np.array(data.poses[model.link_number(link)])
                assert np.abs(found - ours).max() < 1e-12

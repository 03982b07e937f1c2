"""Drake reads our SDFormat files as we mean them: FK of every link (skipped without pydrake)."""

from __future__ import annotations

import numpy as np
import pytest

import fourbar as fb
from fourbar.diagnostics import Report
from fourbar.gallery import names
from fourbar.record import replace
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


@pytest.mark.peer
def test_springs_pull_as_ours() -> None:
    """The efforts that hold a robot with springs; Drake passes over those of screws."""
    from fourbar.sdf.prove import prove

    robot = fb.load("gallery:ur20")
    joints = [replace(j, spring=fb.Spring(20.0, 0.25)) if j.dof else j for j in robot.joints]
    found = prove(robot.replace(joints=joints))
    assert found.holds
    assert found.gravity < 1e-12


@pytest.mark.peer
@pytest.mark.parametrize("base", ["auto", "floating"])
@pytest.mark.parametrize("name", names())
def test_proof(name: str, base: str) -> None:
    """Poses, mass, mass matrix and gravity, with balls, free bodies and closed start poses."""
    from fourbar.sdf.prove import prove

    robot = fb.load(f"gallery:{name}")
    if base == "floating" and robot.root.name == "world" and name == "mobile_base":
        pytest.skip("its base rolls on the plane")
    found = prove(robot, base=base, configurations=6)
    assert found.holds, found
    assert found.poses < 1e-12
    assert found.engine.startswith("Drake 1.")


@pytest.mark.peer
def test_a_wrong_file_is_not_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    from fourbar.sdf import prove

    write = prove.write_sdf

    def heavier(*args: object, **options: object) -> str:
        return write(*args, **options).replace("<mass>", "<mass>1", 1)

    monkeypatch.setattr(prove, "write_sdf", heavier)
    assert not prove.prove(fb.load("gallery:gripper"), configurations=2).holds

"""Stages that are legal and unusual, or not legal at all: read as they are meant, or told."""

from __future__ import annotations

import pytest

import fourbar as fb

pytest.importorskip("pxr")

HEAD = '#usda 1.0\n(\n    defaultPrim = "W"\n    metersPerUnit = 1\n    upAxis = "Z"\n)\n'
BODY = """    def Xform "{0}" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
    {{
        float physics:mass = 2
        float3 physics:diagonalInertia = (1, 1, 1.5)
        {1}
    }}
"""
JOINT = """    def {0} "{1}"
    {{
        rel physics:body0 = </W/{2}>
        rel physics:body1 = </W/{3}>
        uniform token physics:axis = "{4}"
    }}
"""
KINEMATIC = "bool physics:kinematicEnabled = 1"


def stage(*parts: str) -> bytes:
    return f'{HEAD}def Xform "W"\n{{\n{"".join(parts)}}}\n'.encode()


def told(report: fb.Report) -> dict[str, str]:
    return {str(f.facts["what"]): f.severity.name for f in report if f.code == "F921"}


def test_a_kinematic_base_stays_where_it_is() -> None:
    parts = (
        BODY.format("base", KINEMATIC),
        BODY.format("arm", ""),
        JOINT.format("PhysicsRevoluteJoint", "j", "base", "arm", "X"),
    )
    robot, report = fb.read(stage(*parts))
    assert robot is not None
    assert fb.mobility(robot).mobility == 1
    assert robot.root.name == "base"
    assert told(report) == {}


def test_a_kinematic_body_on_a_joint_is_told() -> None:
    parts = (
        BODY.format("base", ""),
        BODY.format("arm", KINEMATIC),
        JOINT.format("PhysicsFixedJoint", "hold", "nothing_here", "base", "X"),
        JOINT.format("PhysicsRevoluteJoint", "j", "base", "arm", "X"),
    )
    robot, report = fb.read(stage(*parts))
    assert robot is not None
    assert told(report) == {
        "kinematic bodies on joints": "WARNING",
        "joints with bodies that do not exist, read as joints to the world": "WARNING",
    }


def test_three_joints_between_two_bodies_are_a_chain() -> None:
    joints = [
        JOINT.format("PhysicsRevoluteJoint", f"j{axis}", "base", "arm", axis) for axis in "XYZ"
    ]
    fixed = JOINT.format("PhysicsFixedJoint", "hold", "", "base", "X").replace(
        "rel physics:body0 = </W/>", ""
    )
    parts = (BODY.format("base", ""), BODY.format("arm", ""), fixed, *joints)
    robot, _ = fb.read(stage(*parts))
    assert robot is not None
    assert [j.parent for j in robot.joints if j.kind.moves] == [
        "base",
        *(j.child for j in robot.joints if j.kind.moves and j.child != "arm"),
    ]
    model = fb.Model(robot)
    data = model.data()
    fb.forward_kinematics(model, data, model.q({"jX": 0.3, "jY": -0.4, "jZ": 0.5}))
    from scipy.spatial.transform import Rotation

    expected = Rotation.from_euler("XYZ", [0.3, -0.4, 0.5]).as_matrix()
    assert abs(data.pose("arm")[:3, :3] - expected).max() < 1e-12


def test_a_syntax_error_has_its_place() -> None:
    text = stage(BODY.format("base", "")).replace(b'PhysicsMassAPI"])', b'PhysicsMassAPI"]')
    robot, report = fb.read(text)
    assert robot is None
    (found,) = report.errors
    assert found.code == "F925"
    assert found.span is not None
    assert found.span.line == 10

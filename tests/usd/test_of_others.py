"""What files of other programs have that ours do not; `make test-engines` reads real ones."""

from __future__ import annotations

import warnings
from math import pi, radians
from pathlib import Path

import numpy as np
import pytest

import fourbar as fb
from fourbar.assets import TriangleMesh
from fourbar.assets.disk_meshes import meshes_of
from fourbar.diagnostics import PartPath, Report
from fourbar.mechanics import mobility

pytest.importorskip("pxr")

HEAD = '#usda 1.0\n(\n    upAxis = "Z"\n    metersPerUnit = 1\n    defaultPrim = "robot"\n)\n'
BOX = """
    def Xform "{name}" (prepend apiSchemas = ["PhysicsRigidBodyAPI"{more}])
    {{
        double3 xformOp:translate = ({x}, 0, 0)
        uniform token[] xformOpOrder = ["xformOp:translate"]
        {inside}
    }}
"""
CUBE = """def Cube "shape" (prepend apiSchemas = ["PhysicsCollisionAPI"{api}])
        {{
            double size = 0.2
            {inside}
        }}"""
HINGE = """
    def {type} "{name}" (prepend apiSchemas = [{api}])
    {{
        rel physics:body0 = </robot/a>
        rel physics:body1 = </robot/b>
        point3f physics:localPos0 = (1, 0, 0)
        {inside}
    }}
"""


def read(tmp_path: Path, *parts: str) -> fb.Robot:
    file = tmp_path / "robot.usda"
    file.write_text(HEAD + 'def Xform "robot"\n{\n' + "".join(parts) + "\n}\n")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return fb.load(file)


def body(name: str, x: float = 0.0, inside: str = "", more: str = "") -> str:
    return BOX.format(name=name, x=x, inside=inside, more=more)


def cube(inside: str = "", api: str = "") -> str:
    return CUBE.format(inside=inside, api=api)


@pytest.mark.parametrize(
    ("inside", "more", "shape", "mass"),
    [
        ("", "", cube(), 8.0),
        ("float physics:density = 500", ', "PhysicsMassAPI"', cube(), 4.0),
        ("", "", cube("float physics:density = 250", ', "PhysicsMassAPI"'), 2.0),
        ("", "", cube("float physics:mass = 3", ', "PhysicsMassAPI"'), 3.0),
        ("float physics:mass = 5", ', "PhysicsMassAPI"', cube(), 5.0),
    ],
)
def test_what_is_not_given_comes_from_shapes(
    inside: str, more: str, shape: str, mass: float, tmp_path: Path
) -> None:
    robot = read(tmp_path, body("a", inside=inside + "\n" + shape, more=more))
    inertial = robot.links["a"].inertial
    assert inertial is not None
    assert inertial.mass == pytest.approx(mass, rel=1e-9)
    assert inertial.inertia.ixx == pytest.approx(mass * 0.2**2 / 6.0, rel=1e-9)


def test_several_joints_between_two_bodies_are_one_after_the_other(tmp_path: Path) -> None:
    hinges = [
        HINGE.format(
            type="PhysicsRevoluteJoint",
            name=f"j{axis}",
            api='"PhysicsFilteredPairsAPI"',
            inside=inside,
        )
        for axis, inside in (
            ("x", 'uniform token physics:axis = "X"'),
            ("z", 'uniform token physics:axis = "Z"'),
        )
    ]
    robot = read(tmp_path, body("a", inside=cube()), body("b", 1.0, cube()), *hinges)
    assert not robot.loops
    model = fb.Model(robot)
    assert mobility(model).mobility == 6 + 2
    q = model.q({"jx": 0.5 * pi, "jz": 0.5 * pi})
    data = model.data()
    fb.forward_kinematics(model, data, q)
    T_a, T_b = (np.array(data.poses[model.link_number(name)]) for name in "ab")
    # x turns y to z; z, which has been turned to -y, turns x to what has become of y.
    R = T_a[:3, :3].T @ T_b[:3, :3]
    np.testing.assert_allclose(R, [[0, -1, 0], [0, 0, -1], [1, 0, 0]], atol=1e-9)


def test_free_axes_without_a_type_are_single_joints(tmp_path: Path) -> None:
    apis = ", ".join(f'"PhysicsLimitAPI:{axis}"' for axis in ("rotX", "rotY", "rotZ", "transX"))
    locked = "".join(
        f"float limit:{a}:physics:low = 1\nfloat limit:{a}:physics:high = -1\n"
        for a in ("rotX", "rotY", "rotZ")
    )
    ends = "float limit:transX:physics:low = -0.5\nfloat limit:transX:physics:high = 0.5\n"
    slides = HINGE.format(type="PhysicsJoint", name="s", api=apis, inside=locked + ends)
    robot = read(tmp_path, body("a", inside=cube()), body("b", 1.0, cube()), slides)
    moving = [joint for joint in robot.joints if joint.kind.dof == 1]
    assert [joint.type for joint in moving] == ["prismatic"] * 3
    assert [joint.axis for joint in moving] == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    assert moving[0].limit == fb.Limit(-0.5, 0.5)
    assert moving[1].limit is None


def test_limits_of_zero_lock_an_axis(tmp_path: Path) -> None:
    axes = ("transX", "transY", "transZ", "rotX", "rotY")
    apis = ", ".join(f'"PhysicsLimitAPI:{axis}"' for axis in axes)
    locked = "".join(
        f"float limit:{a}:physics:low = 0\nfloat limit:{a}:physics:high = 0\n" for a in axes
    )
    hinge = HINGE.format(type="PhysicsJoint", name="h", api=apis, inside=locked)
    robot = read(tmp_path, body("a", inside=cube()), body("b", 1.0, cube()), hinge)
    assert robot.joints["h"].kind.units == ("rad",)
    assert robot.joints["h"].axis == (0, 0, 1)


def test_meshes_that_are_not_instances_are_where_their_body_is(tmp_path: Path) -> None:
    mesh = """def Mesh "skin"
        {
            point3f[] points = [(0, 0, 0), (0.1, 0, 0), (0, 0.1, 0)]
            int[] faceVertexCounts = [3]
            int[] faceVertexIndices = [0, 1, 2]
        }"""
    robot = read(tmp_path, body("a", 2.0, mesh + "\n" + cube()))
    file = tmp_path / "robot.glb"
    fb.save(robot, file)
    points = np.concatenate(
        [
            np.array(part.positions, dtype=np.float64)
            for part in first_mesh(fb.load(file)).primitives
        ]
    )
    assert float(np.abs(points).max()) < 0.11


def first_mesh(robot: fb.Robot) -> TriangleMesh:
    shape = robot.links["a"].visuals[0].geometry
    assert isinstance(shape, fb.Mesh)
    path = PartPath("link", "a").item("visual", 0)
    source = meshes_of(robot, report=Report())
    content = source.content(shape, path=path)
    found = source.read(content, name="", path=path, report=Report())
    assert found is not None
    return found


def test_guides_are_not_shown(tmp_path: Path) -> None:
    guide = 'def Sphere "site"\n        {\n            uniform token purpose = "guide"\n        }\n'
    robot = read(tmp_path, body("a", inside=guide + cube()))
    assert len(robot.links["a"].visuals) == 1
    assert len(robot.links["a"].collisions) == 1


def test_colours_come_by_way_of_the_inputs_of_a_material(tmp_path: Path) -> None:
    material = """
    def Material "red"
    {
        color3f inputs:tint = (1, 0, 0)
        token outputs:surface.connect = </robot/red/shader.outputs:surface>
        def Shader "shader"
        {
            uniform token info:id = "UsdPreviewSurface"
            color3f inputs:diffuseColor.connect = </robot/red.inputs:tint>
            token outputs:surface
        }
    }
"""
    bound = "rel material:binding = </robot/red>"
    robot = read(tmp_path, material, body("a", inside=cube(bound, ', "MaterialBindingAPI"')))
    shape = robot.links["a"].visuals[0]
    assert shape.material is not None
    assert shape.material.color == (1.0, 0.0, 0.0, 1.0)


def test_positions_of_mujocos_schema_count_from_their_reference(tmp_path: Path) -> None:
    inside = (
        "float physics:lowerLimit = -164\nfloat physics:upperLimit = -37\n"
        "uniform double mjc:ref = -45\n"
    )
    hinge = HINGE.format(
        type="PhysicsRevoluteJoint", name="knee", api='"PhysicsFilteredPairsAPI"', inside=inside
    )
    robot = read(tmp_path, body("a", inside=cube()), body("b", 1.0, cube()), hinge)
    limit = robot.joints["knee"].limit
    assert limit is not None
    assert limit.lower == pytest.approx(radians(-119.0), rel=1e-6)
    assert limit.upper == pytest.approx(radians(8.0), rel=1e-6)


def test_numbers_of_single_precision_are_those_that_were_written(tmp_path: Path) -> None:
    inside = "point3f physics:localPos1 = (0.1, 0.35012, 0)"
    hinge = HINGE.format(
        type="PhysicsRevoluteJoint", name="h", api='"PhysicsFilteredPairsAPI"', inside=inside
    )
    mass = "float physics:mass = 0.7"
    robot = read(
        tmp_path,
        body("a", inside=cube()),
        body("b", 1.0, mass + "\n" + cube(), ', "PhysicsMassAPI"'),
        hinge,
    )
    fixed = next(joint for joint in robot.joints if joint.child == "b")
    assert fixed.origin.xyz == (-0.1, -0.35012, 0.0)
    inertial = robot.links["b"].inertial
    assert inertial is not None
    assert inertial.mass == 0.7

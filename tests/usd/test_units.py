"""One robot in stages of different units: UsdPhysics counts all in the stage's own."""

from __future__ import annotations

from pathlib import Path

import pytest

import fourbar as fb
from fourbar.cli import main
from fourbar.record import field_names
from fourbar.robot import Armature, ArmatureExtension

pytest.importorskip("pxr")

from fourbar.usd.write import write_usda

INERTIAL = (
    '<inertial><origin xyz="0.1 0 0"/><mass value="2"/>'
    '<inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>'
)
JOINT = (
    """<joint name="{name}" type="{type}"><parent link="base"/><child link="{name}_link"/>
  <origin xyz="0.2 0.1 0.5"/>{more}
  <limit {range} effort="7" velocity="3"/><dynamics damping="0.5" friction="0.75"/></joint>
  <link name="{name}_link">"""
    + f"{INERTIAL}</link>"
)
AXIS = '<axis xyz="1 0 0"/>'
RANGE = 'lower="-0.3" upper="0.4"'
PARTS = {
    "hinge": ("revolute", AXIS, RANGE),
    "wheel": ("continuous", AXIS, ""),
    "rail": ("prismatic", AXIS, RANGE),
    "cross": ("universal", AXIS + '<axis2 xyz="0 1 0"/>', RANGE),
    "ball": ("spherical", "", ""),
    "table": ("planar", '<axis xyz="0 0 1"/>', ""),
    "post": ("cylindrical", AXIS, RANGE),
    "thread": ("screw", AXIS + '<screw_thread_pitch value="0.02"/>', RANGE),
    "led": ("prismatic", AXIS + '<mimic joint="hinge" multiplier="0.3" offset="0.1"/>', RANGE),
    "turned": ("revolute", AXIS + '<mimic joint="rail" multiplier="2" offset="0.2"/>', RANGE),
}


def the_robot() -> fb.Robot:
    """Every kind of joint that UsdPhysics has, with all that limits and slows it."""
    joints = "".join(
        JOINT.format(name=name, type=kind, more=more, range=ends)
        for name, (kind, more, ends) in PARTS.items()
    )
    text = f'<robot name="units"><link name="base">{INERTIAL}</link>{joints}</robot>'
    robot = fb.loads(text)
    return robot.with_extension(ArmatureExtension((Armature("hinge", 0.25), Armature("rail", 0.5))))


def in_units(file: Path, *, metres: float, kilograms: float) -> Path:
    """The same stage in other units, by the dimensions that the schemas' pages give."""
    from pxr import Usd, UsdGeom, UsdPhysics

    length, mass = 1.0 / metres, 1.0 / kilograms
    force, torque = mass * length, mass * length**2
    stage = Usd.Stage.Open(str(file))
    UsdGeom.SetStageMetersPerUnit(stage, metres)
    UsdPhysics.SetStageKilogramsPerUnit(stage, kilograms)
    for prim in stage.Traverse():
        slides = prim.GetTypeName() == "PhysicsPrismaticJoint" or prim.GetName() == "table"
        scales = {
            "xformOp:translate": length,
            "physics:localPos0": length,
            "physics:localPos1": length,
            "physics:centerOfMass": length,
            "physics:mass": mass,
            "physics:diagonalInertia": mass * length**2,
            "physics:lowerLimit": length if slides else 1.0,
            "physics:upperLimit": length if slides else 1.0,
            "drive:angular:physics:maxForce": torque,
            "drive:linear:physics:maxForce": force,
            "newton:velocityLimit": length if slides else 1.0,
            "newton:damping": mass if slides else mass * length**2,
            "newton:friction": force if slides else torque,
            "newton:armature": mass if slides else mass * length**2,
            "newton:mimicCoef0": length if slides else 1.0,
            "newton:mimicCoef1": {"led": length, "turned": 1.0 / length}.get(prim.GetName(), 1.0),
            "fourbar:pitch": length,
        }
        for axis in "XYZ":
            scales[f"drive:rot{axis}:physics:maxForce"] = torque
            scales[f"drive:trans{axis}:physics:maxForce"] = force
            for end in ("low", "high"):
                scales[f"limit:trans{axis}:physics:{end}"] = length
        for name, scale in scales.items():
            attribute = prim.GetAttribute(name)
            if attribute and attribute.Get() is not None:
                attribute.Set(attribute.Get() * scale)
    path = file.with_name(f"{metres}_{kilograms}.usda")
    stage.GetRootLayer().Export(str(path))
    return path


@pytest.mark.parametrize(
    ("metres", "kilograms"), [(0.01, 1.0), (1.0, 0.001), (0.01, 0.001), (0.0254, 0.45)]
)
def test_a_stage_in_other_units_is_the_same_robot(
    metres: float, kilograms: float, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "robot.usda"
    file.write_bytes(write_usda(the_robot(), lossless=False)[""])
    other = in_units(file, metres=metres, kilograms=kilograms)
    assert main(["compare", str(file), str(other)]) == 0, capsys.readouterr().out
    here, there = fb.load(file), fb.load(other)
    for joint in here.joints:
        twin = there.joints[joint.name]
        for part in ("limit", "dynamics"):
            ours, theirs = getattr(joint, part), getattr(twin, part)
            assert (ours is None) == (theirs is None), (joint.name, part)
            for name in () if ours is None else field_names(type(ours)):
                value, other_value = getattr(ours, name), getattr(theirs, name)
                assert other_value == (None if value is None else pytest.approx(value, rel=1e-6)), (
                    joint.name,
                    name,
                )
        assert (joint.mimic is None) == (twin.mimic is None)
        if joint.mimic is not None and twin.mimic is not None:
            assert twin.mimic.multiplier == pytest.approx(joint.mimic.multiplier, rel=1e-6)
            assert twin.mimic.offset == pytest.approx(joint.mimic.offset, rel=1e-6)
    ours, theirs = ([a.inertia for a in robot.armatures] for robot in (here, there))
    assert ours == pytest.approx([0.25, 0.5])
    assert theirs == pytest.approx(ours, rel=1e-6)


def test_what_is_written_is_read_with_its_efforts(tmp_path: Path) -> None:
    file = tmp_path / "robot.usda"
    file.write_bytes(write_usda(the_robot(), lossless=False)[""])
    robot = fb.load(in_units(file, metres=0.01, kilograms=0.001))
    for name in ("hinge", "rail", "cross", "ball"):
        joint = robot.joints[name]
        assert joint.limit is not None
        assert joint.dynamics is not None
        assert joint.limit.effort == pytest.approx(7.0, rel=1e-6)
        assert joint.limit.velocity == pytest.approx(3.0, rel=1e-6)
        assert joint.dynamics.damping == pytest.approx(0.5, rel=1e-6)
        assert joint.dynamics.friction == pytest.approx(0.75, rel=1e-6)


def test_friction_of_physx_has_no_unit(tmp_path: Path) -> None:
    from pxr import Sdf, Usd

    file = tmp_path / "robot.usda"
    file.write_bytes(write_usda(the_robot(), lossless=False)[""])
    stage = Usd.Stage.Open(str(file))
    prim = next(prim for prim in stage.Traverse() if prim.GetName() == "hinge")
    prim.RemoveProperty("newton:friction")
    prim.CreateAttribute("physxJoint:jointFriction", Sdf.ValueTypeNames.Float).Set(0.05)
    stage.GetRootLayer().Save()
    for path in (file, in_units(file, metres=0.01, kilograms=0.001)):
        dynamics = fb.load(path).joints["hinge"].dynamics
        assert dynamics is not None
        assert dynamics.friction == pytest.approx(0.05, rel=1e-6)

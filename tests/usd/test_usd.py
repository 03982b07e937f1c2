"""USD: robots written with UsdPhysics, proven by reading them back, and other programs' files."""

from __future__ import annotations

import io
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

import fourbar as fb
from fourbar.cli import main
from fourbar.diagnostics import Report, Severity
from fourbar.gallery import names
from fourbar.robot import KINDS, Inertia, Inertial, Joint, Link, Loop, Mimic, Pose, Robot

pytest.importorskip("pxr")

from fourbar.usd.prove import prove
from fourbar.usd.read.lines import prims_of
from fourbar.usd.read.size import MOST_PRIMS
from fourbar.usd.write import to_layer, write_usda, write_usdc, write_usdz

BODY = Inertial(1.3, Inertia(0.02, 0.03, 0.025, 0.001, -0.002, 0.003), Pose((0.1, 0.02, -0.03)))
COUPLED = ("belt_leg", "differential")
"""Robots with couplings of three joints, for which USD has no place."""


def chain(kind: str) -> Robot:
    at = Pose((0.1, 0, 0.2), (0.1, 0.2, 0.3))
    joints = [
        Joint("first", kind, "a", "b", at, (0.2, 1, 0.1), (0.9, 0.1, 0.4), pitch=0.1),
        Joint("last", kind, "b", "c", Pose((0.2, 0, 0), (0.5, 0, 0)), (1, 0.3, 0), pitch=-0.2),
    ]
    return Robot("chain", [Link("a", BODY), Link("b", BODY), Link("c", BODY)], joints)


@pytest.mark.parametrize("name", names())
def test_the_gallery_is_proven(name: str) -> None:
    found = prove(fb.load(f"gallery:{name}"), configurations=5)
    assert found.holds is (name not in COUPLED)
    assert max(found.poses, found.mass, found.mass_matrix, found.gravity) < 1e-6
    assert found.residual is None or found.residual < 1e-6


@pytest.mark.parametrize("kind", [k for k in KINDS if k != "floating"])
def test_every_joint_type(kind: str) -> None:
    assert prove(chain(kind), configurations=5).holds


@pytest.mark.parametrize("base", ["fixed", "floating"])
@pytest.mark.parametrize("kind", [k for k in KINDS if k != "floating"])
def test_every_loop_type(kind: str, base: str) -> None:
    at, on = Pose((0.3, 0.1, -0.2), (0.2, -0.4, 0.7)), Pose((-0.1, 0.2, 0.4), (1.0, 0.3, -0.2))
    loop = Loop("close", kind, "p", "s", at, on, axis=(0.3, 0.5, -0.8), pitch=0.3)
    joints = [Joint("hold", "fixed", "world", "p"), Joint("free", "floating", "world", "s")]
    robot = Robot("r", [Link("world"), Link("p", BODY), Link("s", BODY)], joints, [loop])
    if base == "floating":
        robot = robot.update(Joint("hold", "floating", "world", "p"))
    found = prove(robot, configurations=5)
    assert found.holds
    assert found.mobility == (KINDS[kind].dof + 6 * (base == "floating"),) * 2


@pytest.mark.parametrize("name", names())
def test_what_was_written_is_read_back_equal(name: str) -> None:
    robot = fb.load(f"gallery:{name}")
    assert fb.loads(write_usda(robot)[""]) == robot


def test_a_file_that_was_changed_counts_itself() -> None:
    robot = fb.load("gallery:four_bar")
    text = write_usda(robot)[""].decode()
    assert "float physics:mass = 0.124" in text
    other = fb.loads(text.replace("float physics:mass = 0.124", "float physics:mass = 0.224", 1))
    assert other.mass == pytest.approx(robot.mass + 0.1, abs=1e-6)


def test_the_same_robot_gives_the_same_bytes(tmp_path: Path) -> None:
    code = (
        "import sys, fourbar as fb\n"
        "for s in ('usda', 'usdc', 'usdz'): fb.save(fb.load('gallery:gripper'), sys.argv[1] + s)"
    )
    for run in "ab":
        subprocess.run([sys.executable, "-c", code, f"{tmp_path}/{run}."], check=True)
    for suffix in ("usda", "usdc", "usdz"):
        one, two = ((tmp_path / f"{run}.{suffix}").read_bytes() for run in "ab")
        if suffix == "usdz":  # its first file is called after it
            one = one.replace(b"a.usdc", b"b.usdc")
        assert one == two


def test_limits_efforts_velocities_and_mimics_come_back_in_radians() -> None:
    from math import inf

    moving = fb.Limit(-0.5, 1.25, 20.0, 3.0)
    joints = [
        Joint("a", "revolute", "l0", "l1", limit=moving, dynamics=fb.Dynamics(0.7, 0.2)),
        Joint("b", "prismatic", "l1", "l2", limit=moving, dynamics=fb.Dynamics(0.7, 0.2)),
        Joint("c", "revolute", "l2", "l3", limit=moving, mimic=Mimic("a", -2.0, 0.1)),
        Joint("d", "revolute", "l3", "l4", limit=moving, mimic=Mimic("c", 0.5, 0.2)),
        Joint("e", "prismatic", "l4", "l5", limit=fb.Limit(-inf, 0.5)),
    ]
    robot = Robot("r", [Link(f"l{k}", BODY) for k in range(6)], joints)
    other = fb.loads(write_usda(robot, lossless=False)[""])
    for name in "ab":
        found = other.joints[name]
        assert found.limit == moving
        assert found.dynamics == fb.Dynamics(0.7, 0.2)
    assert other.joints["c"].mimic == Mimic("a", -2.0, 0.1)
    assert other.joints["d"].mimic == Mimic("a", -1.0, 0.25)  # leaders follow nobody
    assert other.joints["e"].limit == fb.Limit(-inf, 0.5)


def test_names_in_every_script_are_kept_as_display_names() -> None:
    links = [Link("手", BODY), Link("1 finger", BODY), Link("joints", BODY)]
    joints = [
        Joint("größe", "continuous", "手", "1 finger"),
        Joint("a/b", "continuous", "手", "joints"),
    ]
    report = Report()
    text = write_usda(Robot("робот", links, joints), report=report, lossless=False)[""]
    other = fb.loads(text)
    assert other.name == "робот"
    assert [link.name for link in other.links] == ["手", "1 finger", "joints"]
    assert [joint.name for joint in other.joints] == ["größe", "a/b"]
    told = {str(f.path).split("[")[0]: f for f in report if f.rule.name == "name-changed"}
    links_told, joints_told = told["link"], told["joint"]
    names = [f.facts["names"] for f in (links_told, joints_told)]
    assert [set(each) for each in names if isinstance(each, dict)] == [
        {"手", "1 finger", "joints"},
        {"größe", "a/b"},
    ]
    assert (links_told.facts["count"], joints_told.facts["count"]) == (3, 2)
    assert links_told.message.startswith("link '手' is called ")
    assert links_told.message.endswith(", and 2 others have another name too")
    assert joints_told.message.endswith(", and 1 other has another name too")
    assert str(links_told.path) == "link[手]"


def test_meshes_are_written_once_and_come_back(tmp_path: Path) -> None:
    from fourbar.assets import TriangleMesh, box
    from fourbar.assets.write_stl import write_stl

    (tmp_path / "part.stl").write_bytes(write_stl(TriangleMesh((box((0.1, 0.2, 0.3)),))))
    shape = '<geometry><mesh filename="part.stl" scale="2 1 1"/></geometry>'
    links = "".join(
        f'<link name="{name}"><visual><origin xyz="{x} 0 0" rpy="0 0.3 0"/>{shape}</visual>'
        f"<collision>{shape}</collision></link>"
        for name, x in (("a", 0), ("b", 1))
    )
    joint = '<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>'
    source, path = tmp_path / "r.urdf", tmp_path / "r.usda"
    source.write_text(f'<robot name="r">{links}{joint}</robot>')
    assert main(["convert", str(source), str(path)]) == 0
    text = path.read_text()
    assert text.count("def Mesh") == 2  # one to look at, one to touch
    assert text.count("instanceable = true") == 4
    assert main(["convert", str(path), str(tmp_path / "back.urdf")]) == 0
    assert not fb.compare(source, tmp_path / "back.urdf").differences
    assert not fb.compare(source, path).differences


def test_images_go_beside_or_into_the_file(tmp_path: Path) -> None:
    from PIL import Image

    Image.new("RGB", (4, 4), (255, 0, 0)).save(tmp_path / "red.png")
    (tmp_path / "m.obj").write_text(
        "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl red\n"
        "f 1/1 2/2 3/3\n"
    )
    (tmp_path / "m.mtl").write_text("newmtl red\nKd 1 1 1\nmap_Kd red.png\n")
    urdf = tmp_path / "r.urdf"
    urdf.write_text(
        '<robot name="r"><link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" '
        'izz="1" ixy="0" ixz="0" iyz="0"/></inertial><visual><geometry><mesh filename="m.obj"/>'
        "</geometry></visual></link></robot>"
    )
    for suffix in ("usda", "usdz"):
        assert main(["convert", str(urdf), str(tmp_path / f"r.{suffix}")]) == 0
        glb = tmp_path / f"{suffix}.glb"
        assert main(["convert", str(tmp_path / f"r.{suffix}"), str(glb)]) == 0
        assert b"image/png" in glb.read_bytes()
    assert (tmp_path / "r_assets" / "red.png").is_file()


FOREIGN = """#usda 1.0
(
  defaultPrim = "World"
  metersPerUnit = 0.01
  upAxis = "Y"
)
def Xform "World" {
  def Xform "arm" (prepend apiSchemas = ["PhysicsArticulationRootAPI"]) {
    double3 xformOp:scale = (2, 2, 2)
    uniform token[] xformOpOrder = ["xformOp:scale"]
    def Xform "base" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"]) {
      float physics:mass = 3
      def Cube "shape" (prepend apiSchemas = ["PhysicsCollisionAPI"]) {
        double size = 5
      }
      def Xform "mount" {
        double3 xformOp:translate = (0, 10, 0)
        uniform token[] xformOpOrder = ["xformOp:translate"]
      }
    }
    def Xform "tip" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"]) {
      float physics:mass = 1
      double3 xformOp:translate = (0, 10, 5)
      uniform token[] xformOpOrder = ["xformOp:translate"]
    }
    def PhysicsRevoluteJoint "hinge" {
      rel physics:body0 = </World/arm/tip>
      rel physics:body1 = </World/arm/base/mount>
      uniform token physics:axis = "Y"
      point3f physics:localPos0 = (0, 0, -5)
      float physics:lowerLimit = -90
      float physics:upperLimit = 45
    }
    def PhysicsFixedJoint "ground" {
      rel physics:body1 = </World/arm/base>
    }
  }
}
"""


def test_another_programs_units_axes_scales_and_directions() -> None:
    """The hinge points from the tip to a mount on the base, in scaled centimetres with y up."""
    robot = fb.loads(FOREIGN)
    hinge = robot.joints["hinge"]
    assert (hinge.parent, hinge.type) == ("base", "revolute")
    # y up is z up, and the hinge is seen from the other side.
    model = fb.Model(robot)
    data = model.data()
    fb.forward_kinematics(model, data, model.neutral)
    tip = np.array(data.poses[model.link_number("tip")])
    assert tip[:3, 3] == pytest.approx([0.0, -0.1, 0.2], abs=1e-7)
    fb.forward_kinematics(model, data, np.array([0.5]))
    tip = np.array(data.poses[model.link_number("tip")])
    turned = 0.1 * np.array([-np.sin(0.5), -np.cos(0.5)])  # by -0.5 rad about z
    assert tip[:2, 3] == pytest.approx(turned, abs=1e-7)
    assert hinge.limit is not None
    assert hinge.limit.lower == pytest.approx(-np.pi / 2, abs=1e-6)
    (cube,) = robot.links["base"].collisions
    assert cube.geometry == fb.Box((0.1, 0.1, 0.1))


def test_a_second_parent_is_a_loop_even_inside_the_articulation() -> None:
    bodies = "".join(
        f'def Xform "{n}" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])'
        f" {{\n double3 xformOp:translate = ({x}, 0, 0)\n"
        '   uniform token[] xformOpOrder = ["xformOp:translate"]\n }\n'
        for n, x in (("a", 0), ("b", 1), ("c", 2))
    )
    joints = "".join(
        f'def PhysicsRevoluteJoint "{one}{two}" {{\n rel physics:body0 = </r/{one}>\n'
        f" rel physics:body1 = </r/{two}>\n point3f physics:localPos0 = ({x}, 0, 0)\n }}\n"
        for one, two, x in (("a", "b", 1), ("b", "c", 1), ("a", "c", 2))
    )
    robot = fb.loads(f'#usda 1.0\n(\n upAxis = "Z"\n)\ndef Xform "r" {{\n{bodies}{joints}}}\n')
    assert [loop.type for loop in robot.loops] == ["continuous"]
    assert fb.assemble(fb.Model(robot)).residual < 1e-9


def references(levels: int, width: int) -> bytes:
    """Prims that stand for width ** levels others."""
    text = '#usda 1.0\ndef Xform "l0" (prepend apiSchemas = ["PhysicsRigidBodyAPI"]) {}\n'
    for level in range(1, levels):
        inner = "".join(
            f'  def Xform "c{k}" (references = </l{level - 1}>) {{}}\n' for k in range(width)
        )
        text += f'def Xform "l{level}" {{\n{inner}}}\n'
    return text.encode()


def test_references_that_multiply_are_refused() -> None:
    robot, report = fb.read(references(12, 10))
    assert robot is None
    assert report.errors[0].code == "F925"
    assert f"the limit is {MOST_PRIMS:,}" in report.errors[0].message
    assert fb.read(references(3, 3)).robot is not None


def archive(compression: int, **files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as made:
        for name, data in files.items():
            made.writestr(name.replace("_", "."), data)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (archive(zipfile.ZIP_DEFLATED, a_usda=b"#usda 1.0\n" + b" " * 10**7), "is compressed"),
        (archive(zipfile.ZIP_STORED), "the archive is empty"),
        (b"PK\x03\x04 nothing of an archive", "the archive is damaged"),
        (b"#usda 1.0\n}{", "OpenUSD cannot read the file"),
        (b"#usda 1.0\n", "the file has no rigid bodies"),
        (b"PXR-USDC" + bytes(200), "OpenUSD cannot read the file"),
        (b"text", "is not a USD file"),
        (b"", "is not a USD file"),
    ],
)
def test_hostile_files_are_findings(data: bytes, message: str) -> None:
    robot, report = fb.read(data, format="usd")
    assert robot is None
    assert message in report.errors[0].message
    assert report.errors[0].code == "F925"


def test_a_confined_file_stays_in_its_folder(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "other.usda").write_bytes(references(1, 1))
    path = tmp_path / "in" / "r.usda"
    path.write_text('#usda 1.0\ndef Xform "r" (references = @../other.usda@</l0>) {}\n')
    assert fb.read(path).robot is not None
    robot, report = fb.read(path, confined=True)
    assert robot is None
    assert "outside the folder" in report.errors[0].message


def test_files_that_refer_to_themselves_end() -> None:
    text = '#usda 1.0\ndef Xform "a" (references = </b>) {}\ndef Xform "b" (references = </a>) {}\n'
    robot, report = fb.read(text.encode())
    assert robot is None
    assert report.errors[0].code == "F925"


def test_what_usd_cannot_hold_is_reported() -> None:
    report = Report()
    robot = fb.load("gallery:belt_leg").replace(configurations=[fb.Configuration("home")])
    write_usdc(robot, report=report)
    found = {finding.facts.get("what") for finding in report}
    assert {
        "named configurations",
        "mimics and couplings of other than two joints with one axis each",
    } <= found


def test_commands_take_usd(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "four_bar.usdz"
    assert main(["convert", "gallery:four_bar", str(path), "--prove"]) == 0
    told = capsys.readouterr().out
    assert "agrees with the robot" in told
    assert "not compared: limits, effort, velocity, damping, friction and shapes" in told
    assert main(["info", str(path)]) == 0
    assert "loop coupler_rocker" in capsys.readouterr().out
    assert main(["check", str(path)]) == 0
    offsets = [entry.header_offset for entry in zipfile.ZipFile(path).infolist()]
    data = path.read_bytes()
    for at in offsets:  # content begins at multiples of 64 bytes
        name, extra = (int.from_bytes(data[at + k : at + k + 2], "little") for k in (26, 28))
        assert (at + 30 + name + extra) % 64 == 0
    assert write_usdz(fb.load("gallery:four_bar"), stem="four_bar")[""] == data


def test_the_first_loop_to_a_body_that_only_loops_hold_is_part_of_the_articulation(
    tmp_path: Path,
) -> None:
    """Newton leaves out bodies that only excluded joints hold."""
    from pxr import Usd, UsdPhysics

    file = tmp_path / "stewart.usda"
    robot = fb.load("gallery:stewart")
    fb.save(robot, file)
    stage = Usd.Stage.Open(str(file))
    balls = [
        UsdPhysics.Joint(prim) for prim in stage.Traverse() if prim.IsA(UsdPhysics.SphericalJoint)
    ]
    kept = [ball for ball in balls if not ball.GetExcludeFromArticulationAttr().Get()]
    assert (len(balls), len(kept)) == (6, 1)
    assert kept[0].GetBody1Rel().GetTargets()[0].name == "platform"
    again = fb.load(file, lossless=False)
    assert again.loops.names == robot.loops.names
    assert again.joints["platform_pose"].kind.free


@pytest.mark.parametrize("leader", ["continuous", "prismatic"])
@pytest.mark.parametrize("follower", ["continuous", "prismatic"])
def test_physx_gets_minus_the_multiplier_in_degrees(
    leader: str, follower: str, tmp_path: Path
) -> None:
    """`position + gearing * reference + offset = 0`, angles in degrees."""
    from pxr import Usd

    body = Inertial(1.0, Inertia(1.0, 1.0, 1.0))
    joints = [
        Joint("lead", leader, "a", "b"),
        Joint("follow", follower, "b", "c", mimic=Mimic("lead", 0.5, 0.25)),
    ]
    robot = Robot("r", [Link(name, body) for name in "abc"], joints)
    file = tmp_path / "robot.usda"
    fb.save(robot, file, lossless=False)
    stage = Usd.Stage.Open(str(file))
    prim = next(p for p in stage.Traverse() if p.GetName() == "follow")
    values = {
        word: prim.GetAttribute(f"physxMimicJoint:rotX:{word}").Get()
        for word in ("gearing", "offset")
    }
    one, two = (np.degrees(1.0) if kind == "continuous" else 1.0 for kind in (follower, leader))
    assert values["gearing"] == pytest.approx(-0.5 * one / two, rel=1e-6)
    assert values["offset"] == pytest.approx(-0.25 * one, rel=1e-6)
    # What PhysX reads is what we read where Newton's schema is not there.
    for name in ("newton:mimicJoint", "newton:mimicCoef0", "newton:mimicCoef1"):
        prim.RemoveProperty(name)
    stage.Save()
    again = fb.load(file).joints["follow"].mimic
    assert again is not None
    assert again.joint == "lead"
    assert (again.multiplier, again.offset) == pytest.approx((0.5, 0.25), rel=1e-6)


def test_parts_of_text_files_have_lines(tmp_path: Path) -> None:
    robot = fb.load("gallery:leg_linkage")
    file = tmp_path / "leg.usda"
    fb.save(robot, file)
    text = file.read_text()
    heavier = tmp_path / "heavier.usda"
    heavier.write_text(text.replace("float physics:mass = 0.45", "float physics:mass = 0.5"))
    (difference,) = fb.compare(file, heavier).differences
    assert (difference.category, difference.subject) == ("mass", "link 'foot'")
    for place, there in ((difference.a, text), (difference.b, heavier.read_text())):
        assert place is not None
        assert place.span is not None
        line = there.splitlines()[place.span.line - 1]
        assert line[place.span.column - 1 :].startswith('def Xform "foot"')


def test_prims_are_found_among_texts_dictionaries_and_comments() -> None:
    text = b'''#usda 1.0
( doc = """def Xform "no" {""" )
def Xform "a" (
    customData = { string words = "def Xform \\\\"no\\\\" {" dictionary d = { int n = 1 } }
) # def "no" {
{
    float3 x = (1, 2, 3)
    def "b" { }
    over Scope "c" ( prepend apiSchemas = ["P"] )
    {
        class "d" { }
    }
}
def Cube "e" { }
'''
    found = prims_of(text)
    assert list(found) == ["/a", "/a/b", "/a/c", "/a/c/d", "/e"]
    for path, (start, end) in found.items():
        assert text[start:end].endswith(f'"{path.rpartition("/")[2]}"'.encode())


def test_what_openusd_warns_of_is_a_finding_and_not_printed(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cycle.usda"
    file.write_text(
        '#usda 1.0\n(\n    subLayers = [@cycle.usda@]\n)\n\ndef Xform "a" (\n'
        '    prepend apiSchemas = ["PhysicsRigidBodyAPI"]\n) {}\n'
    )
    _, report = fb.read(file)
    (warning,) = [d for d in report if d.severity is Severity.WARNING]
    assert warning.message.startswith("OpenUSD warns: Sublayer hierarchy")
    assert "0x" not in warning.message
    assert capfd.readouterr().err == ""


def test_springs_actuators_and_other_gravity_are_warnings() -> None:
    text = """#usda 1.0
(
    metersPerUnit = 1
    upAxis = "Z"
)
def PhysicsScene "scene" {
    float physics:gravityMagnitude = 1.6
}
def MjcActuator "motor" {}
def Xform "r" {
    def Xform "a" (
        prepend apiSchemas = ["PhysicsRigidBodyAPI"]
    ) {}
    def PhysicsRevoluteJoint "j" {
        rel physics:body1 = </r/a>
        uniform double mjc:stiffness = 3
    }
}
"""
    _, report = fb.read(text.encode())
    found = {d.facts["what"]: d.span.line for d in report if d.severity is Severity.WARNING}
    assert found == {"actuators": 9, "gravity other than 9.81 m/s^2": 6}


def test_a_stretched_sphere_is_a_mesh(tmp_path: Path) -> None:
    """As mujoco-usd-converter writes ellipsoids: against the same ellipsoid of an MJCF file."""
    pytest.importorskip("mujoco")
    text = """#usda 1.0
(
    metersPerUnit = 1
    upAxis = "Z"
)
def Xform "r" {
    def Xform "egg" (
        prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"]
    ) {
        float physics:mass = 2
        point3f physics:centerOfMass = (0, 0, 1)
        float3 physics:diagonalInertia = (0.052, 0.04, 0.02)
        quatf physics:principalAxes = (1, 0, 0, 0)
        def Sphere "shape" (
            prepend apiSchemas = ["PhysicsCollisionAPI"]
        ) {
            double radius = 1
            double3 xformOp:translate = (0, 0, 1)
            float3 xformOp:scale = (0.1, 0.2, 0.3)
            uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:scale"]
        }
    }
}
"""
    (tmp_path / "egg.usda").write_text(text)
    (tmp_path / "egg.xml").write_text(
        """<mujoco model="r"><worldbody><body name="egg"><freejoint/>
        <geom name="shape" type="ellipsoid" size="0.1 0.2 0.3" pos="0 0 1" mass="2"/></body>
        </worldbody></mujoco>"""
    )
    _, report = fb.read(tmp_path / "egg.usda")
    (said,) = [d for d in report if "ellipsoids are read as meshes" in d.message]
    assert said.span.line == 14
    found = fb.compare(tmp_path / "egg.xml", tmp_path / "egg.usda")
    assert found, found.differences


@pytest.mark.parametrize("name", ["humanoid", "ur20", 'a "b"\n{\nc é', "prototypes"])
def test_the_text_is_what_openusd_writes(name: str) -> None:
    """The head with the description is put into the text, which is long, and not written anew."""
    if name in names():
        robot = fb.load(f"gallery:{name}")
    else:
        robot = fb.load("gallery:four_bar").replace(name=name, source=None)
    written = to_layer(robot, report=Report())
    assert written.text == written.layer.ExportToString().encode()
    assert fb.loads(write_usda(robot)[""]).name == name

"""Springs of joints through every format, in comparisons and in operations."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import fourbar as fb
from fourbar.diagnostics import Report, Severity
from fourbar.drake.urdf import write_drake_urdf
from fourbar.mjcf import to_mjcf
from fourbar.record import replace
from fourbar.robot import Inertia, Inertial, Joint, Limit, Link, Robot, Spring
from fourbar.sdf.write import write_sdf

BODY = Inertial(2.0, Inertia(0.2, 0.2, 0.3))
KINDS = ("revolute", "continuous", "prismatic", "screw")


def sprung() -> Robot:
    """A chain with a spring at every type of joint that has one position."""
    links, joints = [Link("base")], []
    for number, kind in enumerate(KINDS):
        links.append(Link(kind, BODY))
        joints.append(
            Joint(
                f"j_{kind}",
                kind,
                links[-2].name,
                kind,
                axis=((0.0, 0.0, 1.0), (0.0, 1.0, 0.0))[number % 2],
                limit=None if kind == "continuous" else Limit(-2.0, 2.0, 10.0, 3.0),
                pitch=0.02 if kind == "screw" else None,
                spring=Spring(10.0 + number, 0.1 * number - 0.05),
            )
        )
    return Robot("sprung", links, joints)


def held(model: fb.Model, q: np.ndarray) -> float:
    """What springs hold [J]."""
    joints = [replace(joint, spring=None) for joint in model.robot.joints]
    bare = fb.Model(model.robot.replace(joints=joints))
    return float(fb.energy(model, None, q).potential - fb.energy(bare, None, q).potential)


def springs(robot: Robot) -> dict[str, Spring]:
    return {joint.name: joint.spring for joint in robot.joints if joint.spring is not None}


def rounded(robot: Robot) -> dict[str, tuple[float, float]]:
    """Springs without the rounding of sums."""
    return {name: (s.stiffness, round(s.rest, 12)) for name, s in springs(robot).items()}


def found_in(report: Report) -> set[str]:
    return {str(d.facts.get("what")) for d in report if d.code == "F901"}


def test_urdf_and_glb_give_them_back(tmp_path: Path) -> None:
    robot = sprung()
    text = fb.dumps(robot)
    assert '<spring stiffness="11" rest="0.05"/>' in text
    assert fb.loads(text) == robot
    assert not fb.check(text.encode()).errors
    path = tmp_path / "sprung.glb"
    fb.save(robot, path)
    assert springs(fb.load(path)) == springs(robot)
    plain = tmp_path / "plain.glb"
    fb.save(robot, plain, lossless=False)
    assert springs(fb.load(plain)) == springs(robot)


@pytest.mark.parametrize("lossless", [True, False])
def test_mjcf_gives_them_back(lossless: bool) -> None:
    pytest.importorskip("mujoco")
    robot = sprung()
    written = to_mjcf(robot, report=Report(), stem="r", lossless=lossless)
    again = fb.loads(written.text)
    # A screw is a hinge and a slide there, and the spring that of the hinge.
    named = {name.removesuffix(":0"): spring for name, spring in springs(again).items()}
    assert named == springs(robot)


def test_mujoco_pulls_as_our_springs() -> None:
    """qfrc_passive against inverse dynamics at rest, by conversion and by reading: 1e-12."""
    mujoco = pytest.importorskip("mujoco")
    text = """<mujoco><compiler angle="degree"/><worldbody><body name="a">
      <joint name="hinge" axis="0 0 1" stiffness="7" springref="30" ref="10" damping="2"/>
      <geom size="0.1"/><body name="b" pos="1 0 0">
      <joint name="slide" type="slide" axis="1 0 0" stiffness="50" springref="0.2" ref="-0.1"/>
      <geom size="0.1"/><body name="c" pos="0 1 0">
      <joint name="free_of_it" axis="0 1 0"/><geom size="0.1"/></body></body></body></worldbody>
      </mujoco>"""
    robot, report = fb.read(text.encode())
    assert robot is not None
    assert rounded(robot) == {"hinge": (7.0, round(np.deg2rad(20.0), 12)), "slide": (50.0, 0.3)}
    assert not any("springs" in d.message for d in report)
    there = mujoco.MjModel.from_xml_string(text)
    again = mujoco.MjModel.from_xml_string(to_mjcf(robot, report=Report(), stem="r").text)
    model = fb.Model(robot)
    bare = fb.Model(robot.replace(joints=[replace(j, spring=None) for j in robot.joints]))
    for q in model.random(20, seed=1):
        ours = fb.inverse_dynamics(model, None, q, None, None)
        ours = ours - fb.inverse_dynamics(bare, None, q, None, None)
        for peer in (there, again):
            work = mujoco.MjData(peer)
            work.qpos[:] = peer.qpos0 + q
            mujoco.mj_forward(peer, work)
            assert np.abs(work.qfrc_passive + ours).max() < 1e-12


def test_mjcf_proof_has_them_in_it() -> None:
    pytest.importorskip("mujoco")
    from fourbar.mjcf.prove import prove

    found = prove(sprung())
    assert found.holds
    assert found.gravity < 1e-12


def test_what_mjcf_has_beyond_is_told(tmp_path: Path) -> None:
    pytest.importorskip("mujoco")
    text = """<mujoco><option><flag spring="disable"/></option><worldbody><body name="a">
      <freejoint/><geom size="0.1"/><body name="b">
      <joint name="ball" type="ball" stiffness="7"/><geom size="0.1"/><body name="c">
      <joint name="bent" stiffness="7 1"/><geom size="0.1"/></body></body></body></worldbody>
      </mujoco>"""
    robot, report = fb.read(text.encode())
    assert robot is not None
    told = {d.facts["what"] for d in report if d.severity is Severity.WARNING}
    assert told == {
        "springs of joints with several motions",
        "springs that are not in proportion to displacement",
        "parts of the physics that <flag> switches off",
    }
    assert springs(robot) == {"bent": Spring(7.0)}


@pytest.mark.parametrize("lossless", [True, False])
def test_sdf_gives_them_back(lossless: bool) -> None:
    robot = sprung()
    report = Report()
    text = write_sdf(robot, report=report, lossless=lossless)
    assert "<spring_stiffness>11</spring_stiffness>" in text
    assert springs(fb.loads(text)) == springs(robot)
    assert not any("spring" in what for what in found_in(report))


def test_sdf_of_an_assembled_pose_counts_from_there() -> None:
    """Of a loop whose joints are not at zero in the file: efforts are the same at its poses."""
    robot = fb.load("gallery:lims2_wrist")
    joints = [
        replace(joint, spring=Spring(3.0, 0.2)) if joint.dof == 1 else joint
        for joint in robot.joints
    ]
    robot = robot.replace(joints=joints)
    again = fb.loads(write_sdf(robot, report=Report(), lossless=False))
    difference = fb.compare(robot, again)
    assert not [d for d in difference.differences if d.category == "spring"]


def test_sdf_springs_of_two_axes_are_told() -> None:
    text = """<sdf version="1.11"><model name="m"><link name="a"/><link name="b"/>
      <joint name="j" type="universal"><parent>a</parent><child>b</child>
      <axis><xyz>1 0 0</xyz><dynamics><spring_stiffness>3</spring_stiffness></dynamics></axis>
      <axis2><xyz>0 1 0</xyz></axis2></joint></model></sdf>"""
    robot, report = fb.read(text.encode())
    assert robot is not None
    assert not springs(robot)
    assert "springs of joints with several motions" in {d.facts.get("what") for d in report}


def test_sdf_joints_that_close_loops_lose_them_with_a_finding() -> None:
    dynamics = "<dynamics><spring_stiffness>3</spring_stiffness></dynamics>"
    text = f"""<sdf version="1.11"><model name="m"><link name="a"/><link name="b"/><link name="c"/>
      <joint name="ab" type="revolute"><parent>a</parent><child>b</child>
      <axis><xyz>0 0 1</xyz></axis></joint>
      <joint name="ac" type="revolute"><parent>a</parent><child>c</child>
      <axis><xyz>0 0 1</xyz></axis></joint>
      <joint name="bc" type="revolute"><parent>b</parent><child>c</child>
      <axis><xyz>0 0 1</xyz>{dynamics}</axis></joint></model></sdf>"""
    robot, report = fb.read(text.encode())
    assert robot is not None
    assert [loop.name for loop in robot.loops] == ["bc"]
    (told,) = [d for d in report if "close loops" in d.message]
    assert told.severity is Severity.WARNING
    assert told.span is not None
    assert told.span.line == 6


@pytest.mark.parametrize("lossless", [True, False])
def test_usd_gives_them_back(tmp_path: Path, lossless: bool) -> None:
    """A screw is a cylindrical joint there, for which there is no spring: only in our words."""
    pytest.importorskip("pxr")
    robot = sprung()
    from fourbar.usd.write import write_usda

    path = tmp_path / "r.usda"
    report = Report()
    path.write_bytes(write_usda(robot, report=report, lossless=lossless)[""])
    expected = rounded(robot)
    if not lossless:
        del expected["j_screw"]
    assert rounded(fb.load(path)) == expected
    told = [d.message for d in report if "spring" in d.message]
    assert told == ["USD has no place for velocity and spring of screw joints"]


@pytest.mark.parametrize(
    ("angle", "ref", "springref"), [("", 10.0, 30.0), ("radian", np.pi / 18.0, np.pi / 6.0)]
)
def test_usd_of_mujoco_has_the_unit_of_its_scene(angle: str, ref: float, springref: float) -> None:
    """As mujoco-usd-converter writes both, and MuJoCo's own reader of USD takes them."""
    pytest.importorskip("pxr")
    scene = f'uniform token mjc:compiler:angle = "{angle}"' if angle else ""
    text = f"""#usda 1.0
(
    metersPerUnit = 1
    upAxis = "Z"
)
def PhysicsScene "scene" {{
    {scene}
}}
def Xform "r" {{
    def Xform "a" (
        prepend apiSchemas = ["PhysicsRigidBodyAPI"]
    ) {{}}
    def PhysicsRevoluteJoint "j" {{
        rel physics:body1 = </r/a>
        float physics:lowerLimit = -80
        float physics:upperLimit = 100
        uniform double mjc:ref = {ref!r}
        uniform double mjc:springref = {springref!r}
        uniform double mjc:stiffness = 7
    }}
}}
"""
    robot = fb.loads(text)
    assert rounded(robot) == {"j": (7.0, round(np.deg2rad(20.0), 12))}
    assert np.allclose(robot.joints["j"].bounds, np.deg2rad([-90.0, 90.0]), atol=1e-12)


def test_usd_joints_that_close_loops_lose_what_bounds_them_with_a_finding() -> None:
    pytest.importorskip("pxr")
    text = """#usda 1.0
(
    metersPerUnit = 1
    upAxis = "Z"
)
def Xform "r" {
    def Xform "a" (
        prepend apiSchemas = ["PhysicsRigidBodyAPI"]
    ) {}
    def PhysicsFixedJoint "base" {
        rel physics:body1 = </r/a>
    }
    def PhysicsRevoluteJoint "closing" {
        rel physics:body1 = </r/a>
        uniform bool physics:excludeFromArticulation = 1
        float physics:lowerLimit = -80
        uniform double mjc:stiffness = 7
    }
}
"""
    robot, report = fb.read(text.encode())
    assert robot is not None
    assert [loop.name for loop in robot.loops] == ["closing"]
    (told,) = [d for d in report if "close loops" in d.message]
    assert told.severity is Severity.WARNING
    assert told.span is not None
    assert told.span.line == 13


def test_drake_passes_over_them_with_a_finding() -> None:
    report = Report()
    write_drake_urdf(sprung(), report=report)
    assert any("springs of joints, which Drake passes over" in d.message for d in report)


@pytest.mark.parametrize(
    ("changed", "quantity", "deviation"),
    [(Spring(12.0, 0.05), "stiffness", 1.0), (Spring(11.0, 0.15), "rest of the spring", 0.1)],
)
def test_compare_finds_them_at_their_place(
    tmp_path: Path, changed: Spring, quantity: str, deviation: float
) -> None:
    robot = sprung()
    joints = [
        replace(joint, spring=changed) if joint.name == "j_continuous" else joint
        for joint in robot.joints
    ]
    for name, each in (("a", robot), ("b", robot.replace(joints=joints))):
        (tmp_path / f"{name}.urdf").write_text(fb.dumps(each))
    found = fb.compare(fb.load(tmp_path / "a.urdf"), fb.load(tmp_path / "b.urdf"))
    (one,) = found.differences
    assert (one.category, one.quantity) == ("spring", quantity)
    assert one.deviation == pytest.approx(deviation, abs=1e-12)
    lines = [place.span.line for place in (one.a, one.b) if place is not None and place.span]
    text = (tmp_path / "a.urdf").read_text().splitlines()
    assert [text[line - 1].strip() for line in lines] == [
        '<spring stiffness="11" rest="0.05"/>',
        text[lines[1] - 1].strip(),
    ]


def test_operations_follow() -> None:
    robot = sprung()
    moved = robot.set_zero({"j_revolute": 0.3, "j_prismatic": -0.2})
    assert rounded(moved)["j_revolute"] == (10.0, -0.35)
    assert rounded(moved)["j_prismatic"] == (12.0, 0.35)
    back = moved.set_zero({"j_revolute": -0.3, "j_prismatic": 0.2})
    assert not fb.compare(robot, back).differences
    doubled = robot.scaled(2.0)
    assert rounded(doubled) == rounded(robot) | {"j_prismatic": (12.0, 0.3)}
    assert springs(robot.mirrored("xz")) == springs(robot)
    named = robot.rename_joint("j_revolute", "shoulder")
    assert named.joints["shoulder"].spring == robot.joints["j_revolute"].spring
    turned = robot.rerooted("prismatic")
    assert springs(turned) == springs(robot)
    model, other = fb.Model(robot), fb.Model(turned)
    q = model.random(seed=5)
    there = other.q({name: q[slot.q][0] for name, slot in model.joints.items()})
    assert held(model, q) == pytest.approx(held(other, there), rel=1e-12)

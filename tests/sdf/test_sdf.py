"""SDFormat: robots written in their closed pose, and read back with second parents as loops."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import fourbar as fb
from fourbar.cli import main
from fourbar.diagnostics import PartPath, Report, Severity
from fourbar.gallery import names
from fourbar.mechanics import mobility
from fourbar.robot import KINDS, Inertia, Inertial, Joint, Link, Loop, Pose, Robot
from fourbar.sdf.write import write_sdf
from fourbar.transfer.start import start_configuration

BODY = Inertial(1.3, Inertia(0.02, 0.03, 0.025, 0.001, -0.002, 0.003), Pose((0.1, 0.02, -0.03)))


def again(robot: Robot, **options: object) -> Robot:
    report = Report()
    text = write_sdf(robot, report=report, lossless=False, **options)
    return fb.loads(text.encode())


def largest_difference(robot: Robot, other: Robot, count: int = 5) -> float:
    """Of poses: the other's joints are at zero where the first one starts."""
    model, peer = fb.Model(robot), fb.Model(other)
    start = start_configuration(model, report=Report(), keep_zero=True)
    data, work, worst = model.data(), peer.data(), 0.0
    for q in model.random(count, seed=1, coordinates="spanning"):
        there = peer.neutral.copy()
        for name, slot in model.joints.items():
            parts = [name] if name in peer.joints else [f"{name}:{k}" for k in range(slot.nq)]
            if slot.quaternion is None and parts[0] in peer.joints:
                offset = q[slot.q] - start[slot.q]
                if len(parts) == 1:
                    there[peer.joints[name].q] = offset
                else:
                    for part, value in zip(parts, offset, strict=True):
                        there[peer.joints[part].q] = value
            elif name in peer.joints:
                there[peer.joints[name].q] = q[slot.q]
            else:  # free: the file has no joint, and so it is where it starts
                q[slot.q] = start[slot.q]
        fb.forward_kinematics(model, data, q, coordinates="spanning")
        fb.forward_kinematics(peer, work, there, coordinates="spanning")
        for link in model.link_names:
            if link in peer.link_names:
                a = np.array(data.poses[model.link_number(link)])
                b = np.array(work.poses[peer.link_number(link)])
                worst = max(worst, float(np.abs(a - b).max()))
    return worst


@pytest.mark.parametrize("name", names())
def test_the_gallery_comes_back(name: str) -> None:
    robot = fb.load(f"gallery:{name}")
    other = again(robot)
    free = any(joint.type == "floating" for joint in robot.joints)
    if not (free and robot.loops):  # else a loop takes the place of the joint that is not there
        # Angles near a pitch of 90 degrees are exact to 1e-9 only.
        assert largest_difference(robot, other) < (1e-8 if robot.loops else 1e-12)
        assert len(other.loops) == len(robot.loops)
    assert other.mass == pytest.approx(robot.mass, abs=2e-5)
    if robot.loops:
        assert mobility(other).mobility == mobility(robot).mobility
        assert fb.assemble(fb.Model(other)).residual < 1e-8


@pytest.mark.parametrize("kind", [k for k in KINDS if k != "floating"])
def test_every_joint_type(kind: str) -> None:
    joints = [
        Joint(
            "first", kind, "a", "b", Pose((0.1, 0, 0.2), (0.1, 0.2, 0.3)), (0.2, 1, 0.1), pitch=0.1
        ),
        Joint("last", kind, "b", "c", Pose((0.2, 0, 0), (0.5, 0, 0)), (1, 0.3, 0), pitch=-0.2),
    ]
    robot = Robot("chain", [Link("a", BODY), Link("b", BODY), Link("c", BODY)], joints)
    assert largest_difference(robot, again(robot)) < 1e-12


@pytest.mark.parametrize(
    "kind", [k for k in KINDS if k not in ("floating", "planar", "cylindrical")]
)
def test_every_loop_type_that_sdformat_has(kind: str) -> None:
    at, on = Pose((0.3, 0.1, -0.2), (0.2, -0.4, 0.7)), Pose((-0.1, 0.2, 0.4), (1.0, 0.3, -0.2))
    loop = Loop("close", kind, "p", "s", at, on, axis=(0.3, 0.5, -0.8), pitch=0.3)
    joints = [Joint("hold", "fixed", "world", "p"), Joint("free", "floating", "world", "s")]
    robot = Robot("r", [Link("world"), Link("p", BODY), Link("s", BODY)], joints, [loop])
    other = again(robot)
    model = fb.Model(other)
    assert np.abs(fb.closure(model, model.neutral)[0]).max(initial=0.0) < 1e-9
    assert mobility(other).mobility == KINDS[kind].dof


def test_limits_and_mimics_are_relative_to_the_closed_pose() -> None:
    robot = fb.load("gallery:stewart")
    other = again(robot)
    model, peer = fb.Model(robot), fb.Model(other)
    start = start_configuration(model, report=Report(), keep_zero=True)
    for name, slot in model.joints.items():
        if name in peer.joints and slot.nq == 1 and np.isfinite(model.lower[slot.q]).all():
            shifted = model.lower[slot.q] - start[slot.q]
            assert np.allclose(peer.lower[peer.joints[name].q], shifted, atol=1e-12)


def test_what_sdformat_cannot_hold_is_reported() -> None:
    loop = Loop("close", "planar", "a", "b")
    robot = Robot(
        "r", [Link("a", BODY), Link("b", BODY)], [Joint("j", "continuous", "a", "b")], [loop]
    )
    report = Report()
    write_sdf(robot.replace(configurations=[fb.Configuration("home")]), report=report)
    found = {finding.facts.get("what") for finding in report}
    assert {"loops of type planar", "named configurations"} <= found


def test_names_that_sdformat_reserves_or_shares_are_changed() -> None:
    robot = Robot(
        "r", [Link("a::b", BODY), Link("j", BODY)], [Joint("j", "continuous", "a::b", "j")]
    )
    report = Report()
    other = fb.loads(write_sdf(robot, report=report, lossless=False).encode())
    assert {link.name for link in other.links} >= {"a__b", "j"}
    changed = {f.facts["new"] for f in report if f.rule.name == "name-changed"}
    assert changed == {"a__b", "j_2"}


def test_poses_relative_to_frames_in_degrees_and_quaternions() -> None:
    text = """<sdf version="1.11"><model name="m"><link name="a"/>
      <frame name="f" attached_to="a"><pose degrees="true">1 0 0 0 0 90</pose></frame>
      <link name="b"><pose relative_to="f" rotation_format="quat_xyzw">0 1 0 0 0 0 1</pose></link>
      <joint name="j" type="revolute"><parent>a</parent><child>b</child>
        <axis><xyz expressed_in="a">1 0 0</xyz>
        <limit><lower>-1</lower><upper>2</upper></limit></axis>
      </joint></model></sdf>"""
    robot = fb.loads(text)
    joint = robot.joints["j"]
    assert np.allclose(joint.origin.xyz, (0, 0, 0))
    assert np.allclose(joint.origin.rpy, (0, 0, np.pi / 2))
    assert np.allclose(joint.axis, (0, -1, 0))
    assert joint.limit == fb.Limit(-1.0, 2.0)


def test_a_second_parent_is_a_loop() -> None:
    bodies = "".join(
        f'<link name="{n}"><pose>{x} 0 0 0 0 0</pose></link>'
        for n, x in zip("abc", (0, 1, 2), strict=True)
    )
    joint = (
        '<joint name="{0}{1}" type="revolute"><parent>{0}</parent><child>{1}</child>'
        "<axis><xyz>0 0 1</xyz></axis></joint>"
    )
    joints = joint.format("a", "b") + joint.format("b", "c") + joint.format("a", "c")
    robot = fb.loads(f'<sdf version="1.11"><model name="m">{bodies}{joints}</model></sdf>')
    assert [joint.name for joint in robot.joints] == ["a_floating", "ab", "ac"]
    (loop,) = robot.loops
    assert (loop.name, loop.type, loop.predecessor, loop.successor) == (
        "bc",
        "continuous",
        "b",
        "c",
    )
    assert np.allclose(loop.predecessor_origin.xyz, (1, 0, 0))


@pytest.mark.parametrize(
    ("inner", "message"),
    [
        ("", "the model has no links"),
        ('<link name="a"><pose relative_to="a"/></link>', "the pose of 'a' depends on itself"),
        ('<link name="a"><pose>1 2</pose></link>', "a pose has 6 numbers, got 2"),
        ('<link name="a"><pose relative_to="z"/></link>', "frame 'z' does not exist"),
        ('<link name="a"><inertial><mass>x</mass></inertial></link>', "is not a list of numbers"),
    ],
)
def test_mistakes_are_findings(inner: str, message: str) -> None:
    robot, report = fb.read(f'<sdf version="1.11"><model name="m">{inner}</model></sdf>'.encode())
    assert robot is None
    assert message in report.errors[0].message
    assert report.errors[0].code == "F924"


def test_commands_take_sdformat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "four_bar.sdf"
    assert main(["convert", "gallery:four_bar", str(path)]) == 0
    assert main(["info", str(path)]) == 0
    assert "loop coupler_rocker" in capsys.readouterr().out
    assert main(["convert", str(path), str(tmp_path / "four_bar.xml"), "--base", "fixed"]) == 0
    assert len(fb.load(path).loops) == 1


def test_a_mechanism_that_is_not_read_whole_is_a_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "gears.sdf"
    file.write_text(
        "<sdf version='1.9'><model name='m'><link name='a'/><link name='b'/>"
        "<plugin name='p' filename='f'/><joint name='g' type='gearbox'><parent>a</parent>"
        "<child>b</child></joint></model><model name='other'><link name='c'/></model></sdf>"
    )
    _, report = fb.read(file)
    severities = {d.facts["what"]: d.severity for d in report if d.code == "F921"}
    assert severities == {
        "joints of type gearbox": Severity.WARNING,
        "<model>s beside the first": Severity.WARNING,
        "<plugin>": Severity.INFO,
    }
    assert main(["info", str(file)]) == 0
    assert "does not model joints of type gearbox" in capsys.readouterr().err


ARM = """<sdf version="1.9"><model name="arm"><pose>0 0 1 0 0 0</pose><link name="base"/>
  <joint name="hold" type="fixed"><parent>world</parent><child>base</child></joint>
  {0}
  <joint name="wrist" type="revolute"><parent>base</parent><child>hand::palm</child>
    <axis><xyz>0 0 1</xyz></axis></joint></model></sdf>"""
HAND = """<link name="palm"/><link name="finger"><pose>0 0.5 0 0 0 0</pose><visual name="v">
  <geometry><mesh><uri>meshes/finger.stl</uri></mesh></geometry></visual></link>
  <frame name="tip" attached_to="finger"><pose>0 0 0.1 0 0 0</pose></frame>
  <joint name="bend" type="revolute"><parent>palm</parent><child>finger</child><axis>
    <xyz expressed_in="__model__">1 0 0</xyz><limit><upper>0.5</upper></limit></axis></joint>"""


def assert_arm(robot: Robot) -> None:
    links = {link.name for link in robot.links}
    assert links == {"world", "base", "hand__palm", "hand__finger", "hand__tip"}
    model = fb.Model(robot)
    data = model.data()
    fb.forward_kinematics(model, data, model.neutral)
    at = {name: np.array(data.poses[model.link_number(name)]) for name in model.link_names}
    # The model is at z = 1, the hand at x = 2 turned by 90 degrees, so that its y is -x.
    assert np.allclose(at["base"][:3, 3], (0, 0, 1))
    assert np.allclose(at["hand__palm"][:3, 3], (2, 0, 1))
    assert np.allclose(at["hand__finger"][:3, 3], (1.5, 0, 1))
    assert np.allclose(at["hand__tip"][:3, 3], (1.5, 0, 1.1))
    assert np.allclose(robot.joints["hand__bend"].axis, (1, 0, 0))
    assert robot.joints["hand__bend"].bounds == (-np.inf, 0.5)


def test_nested_models_are_part_of_the_robot() -> None:
    inner = f'<model name="hand"><pose degrees="true">2 0 0 0 0 90</pose>{HAND}</model>'
    assert_arm(fb.loads(ARM.format(inner)))


def test_included_models_are_part_of_the_robot(tmp_path: Path) -> None:
    folder = tmp_path / "models" / "gripper"
    folder.mkdir(parents=True)
    (folder / "model.config").write_text(
        "<model><name>g</name><sdf version='1.4'>old.sdf</sdf>"
        "<sdf version='1.9'>model.sdf</sdf></model>"
    )
    (folder / "model.sdf").write_text(f"<sdf version='1.9'><model name='g'>{HAND}</model></sdf>")
    pose = '<pose degrees="true">2 0 0 0 0 90</pose>'
    for uri, packages in (("models/gripper", {}), ("model://hand", {"hand": folder})):
        include = f"<include><uri>{uri}</uri><name>hand</name>{pose}</include>"
        file = tmp_path / "arm.sdf"
        file.write_text(ARM.format(include))
        reading = fb.read(file, packages=packages)
        assert reading.robot is not None
        assert_arm(reading.robot)
        assert folder / "model.sdf" in reading.files
        (visual,) = reading.robot.links["hand__finger"].visuals
        assert visual.geometry == fb.Mesh("models/gripper/meshes/finger.stl")
        span = reading.robot.source.span(PartPath("joint", "hand__bend"))
        assert Path(span.file).name == "model.sdf"
        assert fb.load(folder).name == "g"  # a folder of a model stands for its file


def test_a_model_is_placed_by_one_of_its_frames(tmp_path: Path) -> None:
    (tmp_path / "hand.sdf").write_text(
        "<sdf version='1.9'><model name='hand'><link name='palm'/><link name='finger'>"
        "<pose>0 1 0 0 0 0</pose></link></model></sdf>"
    )
    include = (
        "<include><uri>hand.sdf</uri><placement_frame>finger</placement_frame>"
        "<pose>5 0 0 0 0 0</pose></include>"
    )
    file = tmp_path / "arm.sdf"
    file.write_text(ARM.format(include))
    joint = fb.load(file).joints["wrist"]
    assert np.allclose(joint.origin.xyz, (5, -1, 0))


@pytest.mark.parametrize(
    ("uri", "message"),
    [
        ("arm.sdf", "'arm.sdf' includes itself"),
        ("none.sdf", "'none.sdf' does not exist"),
        ("model://none", "'model://none' does not exist"),
        ("https://fuel.gazebosim.org/x", "is not downloaded"),
        ("/etc", "'/etc' does not exist"),
    ],
)
def test_includes_that_cannot_be_read_are_errors(tmp_path: Path, uri: str, message: str) -> None:
    file = tmp_path / "arm.sdf"
    file.write_text(ARM.format(f"<include><uri>{uri}</uri><name>hand</name></include>"))
    robot, report = fb.read(file)
    assert robot is None
    assert message in report.errors[0].message


def test_includes_do_not_multiply_without_end(tmp_path: Path) -> None:
    for number in range(12):
        inner = "".join(
            f"<include><uri>{number + 1}.sdf</uri><name>m{k}</name></include>" for k in range(9)
        )
        body = f'<sdf version="1.9"><model name="m"><link name="a"/>{inner}</model></sdf>'
        (tmp_path / f"{number}.sdf").write_text(body)
    (tmp_path / "12.sdf").write_text('<sdf version="1.9"><model name="m"/></sdf>')
    robot, report = fb.read(tmp_path / "0.sdf")
    assert robot is None
    assert "more than 1,000 models" in report.errors[0].message


def test_confined_includes_stay_in_the_folder(tmp_path: Path) -> None:
    (tmp_path / "hand.sdf").write_text(f"<sdf version='1.9'><model name='h'>{HAND}</model></sdf>")
    (tmp_path / "in").mkdir()
    file = tmp_path / "in" / "arm.sdf"
    file.write_text(ARM.format("<include><uri>../hand.sdf</uri><name>hand</name></include>"))
    assert fb.read(file).robot is not None
    robot, report = fb.read(file, confined=True)
    assert robot is None
    assert "outside the folder" in report.errors[0].message


def test_a_joint_of_a_frame_moves_the_link_that_has_it() -> None:
    text = """<sdf version="1.11"><model name="m"><link name="a"/>
      <link name="b"><pose>1 0 0 0 0 0</pose></link>
      <frame name="f" attached_to="b"><pose>0.5 0 0 0 0 0</pose></frame>
      <joint name="j" type="revolute"><parent>a</parent><child>f</child>
        <axis><xyz>0 0 1</xyz></axis></joint></model></sdf>"""
    robot = fb.loads(text)
    assert not robot.loops
    assert np.allclose(robot.joints["j"].origin.xyz, (1.5, 0, 0))
    assert [joint.type for joint in robot.joints].count("floating") == 1


def test_names_shared_by_links_and_joints_and_names_of_spaces() -> None:
    shared = """<sdf version="1.4"><model name="m"><link name="a"/>
      <link name="b"><pose>1 0 0 0 0 0</pose></link>
      <joint name="b" type="revolute"><pose>0.5 0 0 0 0 0</pose><parent>a</parent><child>b</child>
        <axis><xyz>0 0 1</xyz></axis></joint></model></sdf>"""
    robot = fb.loads(shared)
    assert np.allclose(robot.joints["b"].origin.xyz, (1.5, 0, 0))
    odd = Robot("r", [Link("a", BODY), Link(" ", BODY)], [Joint(" ", "continuous", "a", " ")])
    assert len(again(odd).joints) == 1


def test_what_a_link_or_joint_has_beside_is_counted() -> None:
    text = """<sdf version="1.11"><model name="m"><link name="a"><gravity>0</gravity></link>
      <link name="b"/><joint name="j" type="revolute"><parent>a</parent><child>b</child>
        <physics/><axis><xyz>0 0 1</xyz><dynamics><spring_stiffness>3</spring_stiffness></dynamics>
        </axis></joint></model></sdf>"""
    _, report = fb.read(text.encode())
    found = {d.facts["what"] for d in report if d.code == "F921"}
    assert found == {"gravity compensation of bodies", "<physics> of joints"}


def test_joints_outside_loops_keep_their_zero() -> None:
    """Limits that exclude zero, and mimics with an offset, do not move it."""
    robot = fb.loads(
        '<robot name="r"><link name="a"/><link name="b"/><link name="c"/>'
        '<joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>'
        '<limit lower="0.5" upper="1" effort="1" velocity="1"/></joint>'
        '<joint name="k" type="revolute"><parent link="b"/><child link="c"/><axis xyz="0 0 1"/>'
        '<limit lower="-2" upper="2" effort="1" velocity="1"/>'
        '<mimic joint="j" multiplier="2" offset="-0.25"/></joint></robot>'
    )
    report = Report()
    other = fb.loads(write_sdf(robot, report=report, lossless=False).encode())
    assert not [d for d in report if d.code == "F909"]
    limit, mimic = other.joints["j"].limit, other.joints["k"].mimic
    assert limit is not None
    assert mimic is not None
    assert (limit.lower, limit.upper) == (0.5, 1.0)
    assert (mimic.multiplier, mimic.offset) == (2.0, -0.25)


def test_a_zero_that_loops_move_is_reported_with_the_constant() -> None:
    robot = fb.loads(
        '<robot name="r"><link name="a"/><link name="b"/>'
        '<joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>'
        '</joint><loop name="pin" type="spherical">'
        '<predecessor link="a"><origin xyz="0 1 0"/></predecessor>'
        '<successor link="b"><origin xyz="1 0 0"/></successor></loop></robot>'
    )
    report = Report()
    write_sdf(robot, report=report)
    (found,) = [d for d in report if d.code == "F909"]
    assert found.path == PartPath("joint", "j")
    assert found.facts["position"] == pytest.approx([np.pi / 2], abs=1e-9)


def test_strict_inertia_is_refused() -> None:
    flat = Inertial(1.0, Inertia(1.0, 1.0, 5.0))
    robot = Robot("r", [Link("a", BODY), Link("b", flat)], [Joint("j", "continuous", "a", "b")])
    assert again(robot).links["b"].inertial.mass == 1.0
    with pytest.raises(fb.LoadError):
        write_sdf(robot, inertia="strict")


def test_a_proof_without_drake_tells_the_way(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pydrake", None)  # as where it is not installed
    out = tmp_path / "a.sdf"
    assert main(["convert", "gallery:four_bar", str(out), "--prove"]) == 2
    said = capsys.readouterr().err
    for way in ("pip install drake", "fourbar compare", "make test-engines"):
        assert way in said
    assert not out.exists()

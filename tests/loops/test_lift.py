"""Closed chains of other formats become loops."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import fourbar as fb
from fourbar.cli import main
from fourbar.diagnostics import PartPath, Report
from fourbar.mechanics import Model, mobility
from fourbar.mechanics.loops import assemble
from fourbar.robot import Joint, Link, RawElement, Robot
from fourbar.urdf.lift_gepetto import lift_gepetto

from .mechanisms import gallery


def open_four_bar() -> Robot:
    """The gallery's linkage without its loop, and frames on both ends of the gap."""
    robot = gallery("four_bar").robot
    (loop,) = robot.loops
    return robot.replace(loops=()).add(
        Link("end_a"),
        Link("end_b"),
        Joint("to_a", "fixed", loop.predecessor, "end_a", loop.predecessor_origin),
        Joint("to_b", "fixed", loop.successor, "end_b", loop.successor_origin),
    )


def yaml(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "robot.yaml"
    file.write_text(text)
    return file


def test_gepetto_3d_is_a_spherical_loop(tmp_path: Path) -> None:
    file = yaml(tmp_path, "closed_loop: [[end_a, end_b]]\ntype: ['3d']\nname_mot: [crank]\n")
    report = Report()
    lifted = lift_gepetto(open_four_bar(), file, report=report)
    assert report.ok
    assert [d.code for d in report] == ["S123"]
    assert lifted.motors == ("crank",)
    assert [loop.type for loop in lifted.robot.loops] == ["spherical"]
    model = Model(lifted.robot)
    found = assemble(model, {"crank": 0.5})
    expected = assemble(gallery("four_bar"), {"crank": 0.5})
    np.testing.assert_allclose(found.q, expected.q, atol=1e-12)


def test_gepetto_6d_is_a_fixed_loop_and_joints_stand_for_their_children(tmp_path: Path) -> None:
    file = yaml(tmp_path, "closed_loop:\n- [to_a, end_b]\ntype: ['6D']\n")
    lifted = lift_gepetto(open_four_bar(), file)
    (loop,) = lifted.robot.loops
    assert (loop.type, loop.predecessor, loop.successor) == ("fixed", "end_a", "end_b")
    assert mobility(Model(lifted.robot)).mobility == 0


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("closed_loop: [[end_a, end_c]]\ntype: ['3d']", "R201"),
        ("closed_loop: [[end_a, end_b]]\ntype: ['4d']", "S125"),
        ("closed_loop: [[end_a, end_b]]\ntype: ['3d', '6d']", "S125"),
        ("closed_loop: [end_a]\ntype: ['3d']", "S125"),
        ("closed_loop: nothing", "S125"),
        ("closed_loop: [[end_a, end_b]\n", "S125"),
        ("- 1\n", "S125"),
        ("name_mot: [crank]", "S125"),
        ("closed_loop: [[end_a, end_b]]\ntype: ['3d']\nname_mot: [crnk]", "R202"),
    ],
)
def test_bad_gepetto_files_are_findings(tmp_path: Path, text: str, code: str) -> None:
    report = Report()
    lift_gepetto(open_four_bar(), yaml(tmp_path, text), report=report)
    assert code in {d.code for d in report.errors}


BUSHING_TAG = "drake:linear_bushing_rpy"
DRAKE = """<robot name="d" xmlns:drake="http://drake.mit.edu">
<link name="a"/><link name="b"/><link name="c"/>
<joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/></joint>
<joint name="k" type="continuous"><parent link="b"/><child link="c"/><origin xyz="1 0 0"/>
<axis xyz="0 0 1"/></joint>
<frame name="on_a" link="a" xyz="1 0.5 0" rpy="0 0 0"/>
<frame name="on_c" link="c" xyz="1 0 0" rpy="0 0 0"/>
{element}
</robot>"""
BALL = """<drake:ball_constraint>
<drake:ball_constraint_body_A name="a"/><drake:ball_constraint_body_B name="{b}"/>
<drake:ball_constraint_p_AP value="1 0.5 0"/><drake:ball_constraint_p_BQ value="{q}"/>
</drake:ball_constraint>"""
BUSHING = """<drake:linear_bushing_rpy>
<drake:bushing_frameA name="on_a"/><drake:bushing_frameC name="on_c"/>
<drake:bushing_torque_stiffness value="{torque}"/><drake:bushing_torque_damping value="0 0 0"/>
<drake:bushing_force_stiffness value="{force}"/><drake:bushing_force_damping value="0 0 0"/>
</drake:linear_bushing_rpy>"""


def read_drake(element: str) -> tuple[Robot, Report]:
    robot, report = fb.read(DRAKE.format(element=element).encode())
    assert robot is not None
    return robot, report


def test_drake_ball_constraint_is_a_spherical_loop() -> None:
    robot, report = read_drake(BALL.format(b="c", q="1 0 0"))
    (loop,) = robot.loops
    assert (loop.type, loop.predecessor, loop.successor) == ("spherical", "a", "c")
    assert loop.predecessor_origin.xyz == (1.0, 0.5, 0.0)
    assert not any(getattr(e, "tag", "").startswith("drake:ball") for e in robot.extra)
    assert assemble(Model(robot)).residual < 1e-10
    (finding,) = (d for d in report if d.code == "S123")
    assert finding.span is not None
    assert report.sources["<string>"].data[finding.span.start :].startswith(b"<drake:ball")


@pytest.mark.parametrize(
    ("force", "torque", "expected", "axis"),
    [
        ("1e5 1e5 1e5", "0 0 0", "spherical", None),
        ("1e5 1e5 1e5", "1e4 1e4 0", "revolute", (0.0, 0.0, 1.0)),
        ("1e5 1e5 1e5", "0 1e4 1e4", "revolute", (1.0, 0.0, 0.0)),
        ("1e5 1e5 1e5", "1 1 1", "fixed", None),
        ("1e5 0 1e5", "1 1 1", "prismatic", (0.0, 1.0, 0.0)),
        ("1e5 1e5 0", "1 1 0", "cylindrical", (0.0, 0.0, 1.0)),
        ("0 1e5 0", "1 1 1", "planar", (0.0, 1.0, 0.0)),
    ],
)
def test_stiff_bushings_are_loops(
    force: str, torque: str, expected: str, axis: tuple[float, ...] | None
) -> None:
    (loop,) = read_drake(BUSHING.format(force=force, torque=torque))[0].loops
    assert loop.type == expected
    assert loop.predecessor_origin.xyz == (1.0, 0.5, 0.0)
    if axis is not None:
        assert loop.axis == axis


def test_a_soft_bushing_stays_what_it_is() -> None:
    robot, report = read_drake(BUSHING.format(force="1e5 0 0", torque="0 0 0"))
    assert not robot.loops
    assert [e.tag for e in robot.extra if isinstance(e, RawElement)][-1] == BUSHING_TAG
    assert "S124" in [d.code for d in report]
    assert fb.loads(fb.dumps(robot)) == robot


JOINT = """<link name="d"/><drake:joint name="m" type="{type}"><parent link="c"/>
<child link="d"/><origin xyz="0 0 0.5" rpy="0.1 0.2 0.3"/><axis xyz="0 1 0"/>{inside}
<dynamics damping="0.1"/></drake:joint>"""
PITCH = '<drake:screw_thread_pitch value="0.04"/>'


@pytest.mark.parametrize(
    ("word", "inside", "type", "axis", "axis2", "pitch"),
    [
        ("ball", "", "spherical", None, None, None),
        ("planar", "", "planar", (0.0, 0.0, 1.0), None, None),
        ("screw", PITCH, "screw", (0.0, 1.0, 0.0), None, 0.04),
        ("universal", "", "universal", (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), None),
    ],
)
def test_drake_joints_are_joints(
    word: str,
    inside: str,
    type: str,
    axis: tuple[float, ...] | None,
    axis2: tuple[float, ...] | None,
    pitch: float | None,
) -> None:
    """The axes are those that the documentation of Drake's classes gives."""
    robot, report = read_drake(JOINT.format(type=word, inside=inside))
    joint = robot.joints["m"]
    assert (joint.type, joint.parent, joint.child) == (type, "c", "d")
    assert joint.origin.xyz == (0.0, 0.0, 0.5)
    assert axis is None or joint.axis == axis
    assert (joint.axis2, joint.pitch) == (axis2, pitch)
    assert joint.dynamics is not None
    assert not joint.extra
    (finding,) = (d for d in report if d.code == "S126")
    assert finding.path == PartPath("joint", "m")
    assert finding.rule.notice
    assert fb.loads(fb.dumps(robot)) == robot


@pytest.mark.parametrize(
    ("element", "code"),
    [
        (JOINT.format(type="curvilinear", inside="<drake:curves/>"), "S110"),
        (JOINT.format(type="screw", inside=""), "S104"),
        (JOINT.format(type="screw", inside="<drake:screw_thread_pitch/>"), "S103"),
        ("<drake:tendon_constraint/>", "S104"),
        ("<drake:distance_constraint/>", "S124"),
    ],
)
def test_what_drake_joints_lack_is_found(element: str, code: str) -> None:
    robot, report = read_drake(element)
    assert code in {d.code for d in report}
    assert fb.dumps(robot)


def test_a_screw_without_a_pitch_tells_what_is_used() -> None:
    _, report = read_drake(JOINT.format(type="screw", inside=""))
    (finding,) = report.errors
    assert finding.message.endswith("; a pitch of 0 is used: it turns without advancing")


@pytest.mark.parametrize(
    "command",
    [
        ["info"],
        ["fk"],
        ["graph"],
        ["jacobian", "--link", "c"],
        ["ik", "--link", "c", "--to", "1,0.5,0"],
        ["assemble"],
        ["convert"],
    ],
    ids=lambda command: command[0],
)
def test_every_command_says_what_was_lifted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    file = tmp_path / "drake.urdf"
    file.write_text(DRAKE.format(element=BALL.format(b="c", q="1 0 0")))
    name, *options = command
    output = [str(tmp_path / "out.urdf")] if name == "convert" else []
    main([name, str(file), *output, *options])
    noted = f"note: {file}:8:1: <drake:ball_constraint> is read as spherical loop"
    assert noted in capsys.readouterr().err
    assert "S123" in [d.code for d in fb.read(file).report]


def test_many_loops_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "drake.urdf"
    file.write_text(DRAKE.format(element=8 * BALL.format(b="c", q="1 0 0")))
    main(["info", str(file)])
    error = capsys.readouterr().err
    assert error.count("is read as spherical loop") == 5
    assert f"note: 3 more like these; see: fourbar check {file}" in error


@pytest.mark.parametrize(
    ("element", "code"),
    [
        (BALL.format(b="nowhere", q="1 0 0"), "R201"),
        (BALL.format(b="c", q="1 0"), "S106"),
        (BALL.format(b="c", q="1 0 x"), "S105"),
        ("<drake:ball_constraint/>", "S104"),
    ],
)
def test_bad_drake_elements_are_findings(element: str, code: str) -> None:
    _, report = read_drake(element)
    assert {d.code for d in report.errors} == {code}
    assert all(d.span is not None and d.span.line >= 8 for d in report.errors)


def test_ros_constraint_assembles() -> None:
    """ROS' proposed element (urdfdom), read as a loop by the reader itself."""
    text = """<robot name="ros"><link name="a"/><link name="b"/><link name="c"/>
    <joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/></joint>
    <joint name="k" type="continuous"><parent link="b"/><child link="c"/><origin xyz="1 0 0"/>
      <axis xyz="0 0 1"/></joint>
    <constraint name="l" type="spherical"><parent link="a"/><child link="c"/>
      <parent_origin xyz="1 0.5 0" rpy="0 0 0"/><child_origin xyz="1 0 0" rpy="0 0 0"/></constraint>
    </robot>"""
    robot, report = fb.read(text.encode())
    assert robot is not None
    assert [loop.name for loop in robot.loops] == ["l"], str(report)
    assert assemble(Model(robot)).residual < 1e-10


@pytest.mark.corpus
def test_gepettos_parallel_robots_assemble(corpus: Path) -> None:
    folder = corpus / "extra" / "example-parallel-robots" / "robots"
    files = sorted(folder.glob("*/robot.yaml"))
    assert files
    for file in files:
        robot = fb.load(str(file.with_name("robot.urdf")))
        assert len(robot.loops) == file.read_text().count("closedloop") // 2
        assert assemble(Model(robot)).residual < 1e-10
        assert mobility(Model(robot)).mobility >= 1
        assert not fb.load(str(file.with_name("robot.urdf")), loops=False).loops


@pytest.mark.corpus
def test_public_urdfplus_robots_assemble(corpus: Path) -> None:
    files = sorted((corpus / "extra" / "generalized_rbda" / "robot-models").glob("*.urdf"))
    assert files
    for file in files:
        robot, _ = fb.read(str(file))
        assert robot is not None
        model = Model(robot)
        assert assemble(model).residual < 1e-10
        assert not mobility(model).problem, file.name

"""Group states: read as configurations, found by name and group, written for MoveIt."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import fourbar as fb
from fourbar.cli import main
from fourbar.diagnostics import Severity
from fourbar.lint import check
from fourbar.mechanics import Model
from fourbar.robot import Configuration, Joint, JointPosition, Link, Robot
from fourbar.urdf.srdf import write_srdf

ROBOT = """<robot name="arm">
  <link name="base"/><link name="upper"/><link name="hand"/><link name="ball"/>
  <joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/>
    <axis xyz="0 0 1"/></joint>
  <joint name="wrist" type="continuous"><parent link="upper"/><child link="hand"/>
    <axis xyz="0 0 1"/></joint>
  <joint name="eye" type="spherical"><parent link="upper"/><child link="ball"/></joint>
</robot>
"""
STATES = """<robot name="arm">
  <group name="arm"><joint name="shoulder"/></group>
  <group name="hand"><joint name="wrist"/><joint name="eye"/></group>
  <group_state name="home" group="arm"><joint name="shoulder" value="0.5"/></group_state>
  <group_state name="home" group="hand">
    <joint name="wrist" value="0.25"/><joint name="eye" value="0 0 0 1"/></group_state>
  <group_state name="up" group="arm"><joint name="shoulder" value="1"/></group_state>
</robot>
"""


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    urdf, srdf = tmp_path / "arm.urdf", tmp_path / "arm.srdf"
    urdf.write_text(ROBOT)
    srdf.write_text(STATES)
    return urdf, srdf


def test_states_of_one_name_are_found_by_their_group(files: tuple[Path, Path]) -> None:
    model = Model(fb.load(files[0], srdf=files[1]))
    wrist, shoulder = model.joint("wrist").q, model.joint("shoulder").q
    assert model.configuration("hand/home")[wrist] == 0.25
    assert model.configuration("arm/home")[shoulder] == 0.5
    assert model.configuration("up")[shoulder] == model.configuration("arm/up")[shoulder] == 1.0
    with pytest.raises(ValueError, match="use 'arm/home' or 'hand/home'"):
        model.configuration("home")
    with pytest.raises(fb.UnknownNameError, match="did you mean 'home'"):
        model.configuration("hom")


def test_the_command_line_asks_for_the_group(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    urdf, srdf = map(str, files)
    assert main(["fk", urdf, "--srdf", srdf, "--named", "arm/home"]) == 0
    assert main(["fk", urdf, "--srdf", srdf, "--named", "home"]) == 2
    assert "several groups have a configuration 'home'" in capsys.readouterr().err


def test_check_finds_states_of_one_name(files: tuple[Path, Path]) -> None:
    (finding,) = (d for d in check(files[0], srdf=files[1]) if d.code == "C682")
    assert finding.severity is Severity.INFO
    assert finding.span is not None
    assert (finding.span.file, finding.span.line) == (str(files[1]), 5)
    assert finding.related[0].span.line == 4


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("0 0 1", "has 3 values, expected 4, for joint 'eye' (spherical)"),
        ("0.5", "has 1 value, expected 4, for joint 'eye' (spherical)"),
        ("0 0 0 0", "has a quaternion of length zero for joint 'eye' (spherical)"),
    ],
)
def test_check_counts_values_by_the_joints_kind(
    files: tuple[Path, Path], value: str, expected: str
) -> None:
    files[1].write_text(STATES.replace("0 0 0 1", value))
    (finding,) = (d for d in check(files[0], srdf=files[1]) if d.code == "C681")
    assert finding.message == f"state 'home' {expected}"
    assert finding.span is not None
    assert (finding.span.file, finding.span.line) == (str(files[1]), 6)


def test_written_states_have_groups_and_read_back(files: tuple[Path, Path]) -> None:
    robot = fb.load(files[0], srdf=files[1])
    text = write_srdf(robot)
    assert fb.load(files[0], srdf=text.encode()).configurations == robot.configurations
    files[1].write_text(text)
    codes = {d.code for d in check(files[0], srdf=files[1])}
    assert not codes & {"C672", "C674"}, "every group is there, with the joints of its states"


def test_states_without_a_group_get_one_of_all_moving_joints(tmp_path: Path) -> None:
    joints = [
        Joint("turn", "continuous", "a", "b"),
        Joint("weld", "fixed", "b", "c"),
        Joint("other", "continuous", "c", "d"),
    ]
    home = Configuration("home", (JointPosition("turn", (0.5,)),))
    robot = Robot("r", [Link(n) for n in "abcd"], joints).replace(configurations=(home,))
    read = fb.load(fb.dumps(robot).encode(), srdf=write_srdf(robot).encode())
    assert [c.label for c in read.configurations] == ["all/home"]
    np.testing.assert_array_equal(
        Model(read).configuration("home"), Model(robot).configuration("home")
    )
    assert '<joint name="weld"/>' not in write_srdf(robot)
    assert '<joint name="other"/>' in write_srdf(robot)


def test_converting_to_urdf_says_that_states_are_lost(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    urdf, srdf = map(str, files)
    assert main(["convert", urdf, str(tmp_path / "out.urdf"), "--srdf", srdf]) == 0
    error = capsys.readouterr().err
    assert "note: " in error
    assert "'arm/home', 'hand/home', 'arm/up' not written" in error
    assert main(["convert", urdf, str(tmp_path / "out.srdf"), "--srdf", srdf]) == 0
    assert main(["convert", urdf, str(tmp_path / "out.glb"), "--srdf", srdf]) == 0
    assert "not written" not in capsys.readouterr().err


def test_a_quaternion_of_length_zero_is_refused(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files[1].write_text(STATES.replace("0 0 0 1", "0 0 0 0"))
    urdf, srdf = map(str, files)
    message = "the quaternion of joint 'eye' has length zero; use 0, 0, 0, 1"
    for command in (
        ["fk", urdf, "--srdf", srdf, "--named", "hand/home"],
        ["fk", urdf, "--set", "eye=0,0,0,0"],
        ["jacobian", urdf, "--set", "eye=0,0,0,0", "--open"],
    ):
        assert main(command) == 2
        assert message in capsys.readouterr().err
    robot = fb.load(urdf)
    with pytest.raises(ValueError, match=message):
        Model(robot).q({"eye": [0.0] * 4})
    with pytest.raises(fb.ModelError, match="'eye' is locked at a quaternion of length zero"):
        Model(robot, locked={"eye": [0.0] * 4})
    main(["convert", urdf, str(tmp_path / "out.glb"), "--srdf", srdf])
    error = capsys.readouterr().err
    assert "'home' has a quaternion of length zero for joint 'eye' (spherical); the" in error


def test_a_description_is_not_taken_for_states(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    urdf = str(files[0])
    assert main(["fk", urdf, "--srdf", urdf]) == 0
    assert "is not an SRDF file: it has <link> and no element of SRDF" in capsys.readouterr().err
    (finding,) = check(urdf, srdf=urdf).errors
    assert (finding.code, finding.span and finding.span.line) == ("S101", 2)
    assert fb.read(urdf, srdf=b'<robot name="arm"/>').report.ok, "an SRDF file may be empty"


def test_a_value_that_is_not_a_number_leaves_the_joint_out(files: tuple[Path, Path]) -> None:
    robot, report = fb.read(files[0], srdf=STATES.replace('"0.25"', '"x"').encode())
    assert [d.message for d in report.errors] == ["'x' is not a number; it is ignored"]
    assert robot is not None
    assert [p.joint for p in robot.configurations[1].positions] == ["eye"]


def test_check_finds_states_that_contradict_mimics(files: tuple[Path, Path]) -> None:
    follows = ROBOT.replace(
        '<child link="hand"/>', '<child link="hand"/><mimic joint="shoulder" multiplier="0.5"/>'
    )
    files[0].write_text(follows)
    (finding,) = (d for d in check(files[0], srdf=files[1]) if d.code == "C684")
    assert "'hand/home' has joint 'wrist' at 0.25, but it mimics 'shoulder'" in finding.message
    assert finding.span is not None
    assert (finding.span.file, finding.span.line) == (str(files[1]), 5)


def test_check_closes_states_beside_ones_that_cannot_be_read() -> None:
    states = b"""<robot name="four_bar"><group name="g"><joint name="crank"/></group>
      <group_state name="unknown" group="g"><joint name="crnk" value="1"/></group_state>
      <group_state name="torn" group="g"><joint name="crank" value="0.3"/>
        <joint name="rocker" value="1.2"/></group_state></robot>"""
    found = {d.code: d for d in check("gallery:four_bar", srdf=states)}
    assert {"R202", "C684"} <= found.keys()
    assert found["C684"].span is not None
    assert found["C684"].span.line == 3
    twice = states.replace(b'"unknown"', b'"torn"')
    assert [d.code for d in check("gallery:four_bar", srdf=twice)].count("C684") == 1


ARM = '<robot name="a"><link name="base"/><link name="l1"/><joint name="j1" type="continuous"><parent link="base"/><child link="l1"/></joint></robot>'  # noqa: E501
SEMANTICS = """<!-- kept -->
<robot name="a">
  <group name="arm"><chain base_link="base" tip_link="l1"/></group>
  <group_state name="ready" group="arm"><joint name="j1" value="0.50"/></group_state>
  <disable_collisions link1="base" link2="l1"/><end_effector name="ee" parent_link="l1"/>
</robot>
"""


def test_renaming_keeps_the_rest_of_the_srdf(tmp_path, capsys):
    (tmp_path / "a.urdf").write_text(ARM)
    (tmp_path / "a.srdf").write_text(SEMANTICS)
    words = ["edit", str(tmp_path / "a.urdf"), "--srdf", str(tmp_path / "a.srdf")]
    output = ["-o", str(tmp_path / "b.urdf"), "-o", str(tmp_path / "b.srdf")]
    assert main([*words, "--rename", "l1=one", "--prefix", "x_", *output]) == 0
    expected = SEMANTICS.replace('"l1"', '"x_one"').replace('"j1"', '"x_j1"')
    expected = expected.replace('"base"', '"x_base"')
    assert (tmp_path / "b.srdf").read_text() == expected
    assert "written again" not in capsys.readouterr().err


def test_what_a_new_srdf_does_not_have_is_told(tmp_path, capsys):
    tool = '<link name="tool"/><joint name="f" type="fixed"><parent link="l1"/><child link="tool"/>'
    (tmp_path / "a.urdf").write_text(ARM.replace("</robot>", f"{tool}</joint></robot>"))
    (tmp_path / "a.srdf").write_text(SEMANTICS)
    words = ["edit", str(tmp_path / "a.urdf"), "--srdf", str(tmp_path / "a.srdf")]
    assert main([*words, "--merge-fixed", "-o", str(tmp_path / "b.srdf")]) == 0
    assert "without 1 <end_effector>, 1 <chain>" in capsys.readouterr().err

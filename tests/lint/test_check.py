"""The whole run: order, consequences, robots in memory, selection and targets."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import fourbar as fb
from fourbar.diagnostics import PartPath, Severity
from fourbar.lint import Settings, check, fix_text
from fourbar.robot import Joint, Limit, Link, Robot
from fourbar.viewer.findings import finding_messages

BAD = """<robot name="arm">
  <link name="base"/>
  <link name="tip"/>
  <joint name="elbow" type="revolute">
    <parent link="base"/>
    <child link="tip"/>
    <axis xyz="0 0 2"/>
    <limit lower="-1" upper="1" effort="0" velocity="x"/>
  </joint>
</robot>
"""


def codes(source, **options) -> list[str]:
    return [d.code for d in check(source, **options)]


def test_all_findings_come_in_one_run_in_the_order_of_the_file() -> None:
    report = check(BAD.encode())
    places = [(d.span.line, d.span.column) for d in report if d.span]
    assert places == sorted(places)
    assert codes(BAD.encode()) == ["P441", "P402", "P406", "S105"]


def test_what_could_not_be_read_is_not_judged() -> None:
    # velocity="x" cannot be read: it is neither missing nor zero.
    assert not {"S141", "P408"} & set(codes(BAD.encode()))


def test_a_broken_joint_makes_no_unknown_joint_and_says_what_hangs_on_it() -> None:
    text = BAD.replace("revolute", "revolt").replace(
        "</robot>", '<transmission name="t"><joint name="elbow"/></transmission></robot>'
    )
    found = codes(text.encode())
    assert "C601" not in found
    assert "G303" in found


def test_islands_beyond_those_of_broken_joints_are_reported() -> None:
    text = BAD.replace("revolute", "revolt").replace("</robot>", '<link name="lost"/></robot>')
    reasons = {str(d.path): d.message for d in check(text.encode()) if d.code == "G303"}
    assert "joint 'elbow', which leads there, is left out" in reasons.pop("link[tip]", "")
    assert ["a robot has one root link" in reason for reason in reasons.values()] == [True]


def test_a_robot_read_from_a_file_gets_the_report_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "arm.urdf"
    file.write_text(BAD)
    robot, _ = fb.read(str(file))
    assert robot is not None
    assert check(robot).render() == check(str(file)).render().replace(
        "   = fix: normalise the axis\n", ""
    )


def test_a_changed_robot_is_judged_as_it_is_now(tmp_path: Path) -> None:
    file = tmp_path / "arm.urdf"
    file.write_text(BAD)
    robot, _ = fb.read(str(file))
    assert robot is not None
    straight = robot.update(replace(robot.joints["elbow"], axis=(0.0, 0.0, 1.0)))
    assert "P402" not in codes(straight)
    assert "P406" in codes(straight)


def test_a_robot_made_in_memory_is_checked_without_a_file() -> None:
    robot = Robot(
        "arm",
        [Link("base"), Link("tip")],
        [Joint("j", "revolute", "base", "tip", axis=(0, 0, 3), limit=Limit(1, -1, 0, -1))],
    )
    report = check(robot)
    assert {"P402", "P403", "P406", "P409", "P441"} <= {d.code for d in report}
    assert all(d.span is None and d.fix is None and d.path for d in report)


def test_bytes_and_streams_are_checked() -> None:
    assert codes(BAD.encode()) == codes(__import__("io").StringIO(BAD))


@pytest.mark.parametrize(
    ("select", "ignore", "expected"),
    [
        ((), (), {"P441", "P402", "P406", "S105"}),
        (("P",), (), {"P441", "P402", "P406"}),
        (("P40",), ("P402",), {"P406"}),
        (("P402",), ("P",), {"P402"}),
        (("axis-not-unit",), (), {"P402"}),
        (("ALL",), ("P4",), {"S105"}),
        ((), ("S", "P441"), {"P402", "P406"}),
    ],
)
def test_the_longer_selector_counts(select, ignore, expected) -> None:
    settings = Settings(select=select, ignore=ignore)
    assert set(codes(BAD.encode(), settings=settings)) == expected


def test_severities_can_be_set() -> None:
    settings = Settings(severity={"P4": Severity.INFO, "P402": Severity.ERROR})
    found = {d.code: d.severity for d in check(BAD.encode(), settings=settings)}
    assert found["P402"] is Severity.ERROR
    assert found["P406"] is Severity.INFO
    assert found["S105"] is Severity.ERROR


def test_a_target_makes_of_a_warning_what_it_is_for_that_target() -> None:
    def severity(*targets: str) -> Severity:
        report = check(BAD.encode(), settings=Settings(targets=targets))
        return next(d.severity for d in report if d.code == "P441")

    assert severity() is Severity.WARNING
    assert severity("drake") is Severity.WARNING
    assert severity("drake", "mujoco") is Severity.ERROR


def test_previews_run_when_asked_for_or_named() -> None:
    links = "".join(
        f'<link name="l{i}"><inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1" '
        f'ixy="0" ixz="0" iyz="0"/></inertial><collision><geometry><sphere radius="0.{i}"/>'
        f'</geometry></collision></link><joint name="j{i}" type="continuous"><parent link="b"/>'
        f'<child link="l{i}"/></joint>'
        for i in (3, 4, 5)
    )
    text = f'<robot name="r"><link name="b"/>{links}</robot>'.encode()
    assert "P445" not in codes(text)
    assert "P445" in codes(text, settings=Settings(preview=True))
    assert "P445" in codes(text, settings=Settings(select=("P445",)))


def test_a_file_that_is_no_robot_has_the_readers_report() -> None:
    assert codes(b"<html/>") == ["X011"]
    assert codes(b"<html/>", settings=Settings(ignore=("X",))) == []


def test_the_same_file_gives_the_same_bytes() -> None:
    once, again = (check(BAD.encode()).render(f) for f in ("json", "json"))
    assert once == again


def test_xacro_findings_point_at_the_macro_and_have_no_fix(tmp_path: Path) -> None:
    file = tmp_path / "arm.xacro"
    file.write_text(
        BAD.replace('name="arm"', 'name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro"')
    )
    report = check(str(file))
    (axis,) = (d for d in report if d.code == "P402")
    assert axis.span is not None
    assert axis.span.file.endswith("arm.xacro")
    assert axis.span.line == 7
    assert axis.fix is None


@pytest.mark.parametrize("name", ["a]b", 'a].limit["', "a.b", "4", '"', "[", "a&amp;b"])
def test_any_name_has_a_place_a_part_and_a_fix(name: str) -> None:
    """Brackets, dots and quotes in a name are part of the name, wherever a path is read."""
    written = name.replace('"', "&quot;")
    text = BAD.replace('"elbow"', f'"{written}"')
    joint = name.replace("&amp;", "&")
    (finding,) = (d for d in check(text.encode()) if d.code == "P402")
    assert finding.part_path is not None
    assert finding.part_path.name_of("joint") == joint
    assert PartPath.parse(str(finding.path)) == finding.path
    assert finding.span is not None
    line = text.splitlines()[finding.span.line - 1]
    assert "<axis" in line
    robot, _ = fb.read(text.encode())
    report = check(text.encode())
    parts = [m["part"] for m in finding_messages(report, robot) if m["code"] == "P402"]
    assert parts == [{"kind": "joint", "name": joint}]
    fixed = fix_text("arm.urdf", data=text.encode(), only="P402")
    assert [d.code for d in fixed.applied] == ["P402"]


def test_a_link_whose_joint_is_left_out_does_not_move():
    text = (
        '<robot name="r"><link name="a"/><link name="b"/>'
        '<joint name="j" type="continuous"><parent link="{parent}"/><child link="b"/>'
        '<axis xyz="0 0 1"/></joint></robot>'
    )
    assert "P441" in codes(text.format(parent="a").encode())
    assert "P441" not in codes(text.format(parent="nowhere").encode())

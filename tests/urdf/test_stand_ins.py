"""Limits that other formats do not ask for, in URDF that urdfdom reads."""

from __future__ import annotations

from pathlib import Path

import pytest

import fourbar as fb
from fourbar.diagnostics import Report
from fourbar.robot import Limit
from fourbar.robot.unstated import STAND_INS
from fourbar.urdf.write import write_urdf

MJCF = """<mujoco model="m"><worldbody>
  <body name="a"><joint name="turn" axis="0 0 1" range="-90 90"/><geom size="0.1"/>
    <body name="b"><joint name="slide" type="slide" axis="0 0 1"/><geom size="0.1"/>
      <body name="c"><joint name="rated" axis="0 0 1" range="-90 90" actuatorfrcrange="-3 3"/>
        <geom size="0.1"/>
        <body name="d"><joint name="endless" axis="0 0 1"/><geom size="0.1"/></body>
      </body></body></body></worldbody></mujoco>"""


@pytest.fixture
def robot() -> fb.Robot:
    pytest.importorskip("mujoco")
    return fb.loads(MJCF)


def test_what_another_format_does_not_say_has_stand_ins(robot: fb.Robot) -> None:
    text = fb.dumps(robot)
    assert 'effort="100000" velocity="1000" unstated="effort velocity"/>' in text
    assert 'effort="3" velocity="1000" unstated="velocity"/>' in text
    assert text.count("<limit ") == 3
    # Reading it gives the robot back, and writing that the text.
    again = fb.loads(text)
    assert [joint.limit for joint in again.joints] == [joint.limit for joint in robot.joints]
    assert fb.dumps(again) == text
    assert not [d for d in fb.check(text.encode()) if d.code in ("S140", "S141", "P405", "P413")]


def test_urdfdom_reads_it(robot: fb.Robot) -> None:
    pinocchio = pytest.importorskip("pinocchio")
    model = pinocchio.buildModelFromXML(fb.dumps(robot))
    assert model.nv == 4
    assert set(model.velocityLimit[:3]) == {STAND_INS["velocity"]}
    slide = model.joints[model.getJointId("slide")].idx_q
    assert model.lowerPositionLimit[slide] == STAND_INS["lower"]


def test_it_is_told(robot: fb.Robot) -> None:
    report = Report()
    write_urdf(robot, report=report)
    found = {d.facts["what"]: d.facts["count"] for d in report if d.code == "F901"}
    assert found == {
        "unknown lower": 1,
        "unknown upper": 1,
        "unknown effort": 2,
        "unknown velocity": 3,
    }


def test_a_number_that_someone_changed_counts(robot: fb.Robot) -> None:
    text = fb.dumps(robot).replace('velocity="1000"', 'velocity="2"')
    assert fb.loads(text).joints["turn"].limit.velocity == 2.0
    assert fb.loads(text).joints["turn"].limit.effort is None


def test_edits_of_the_text_keep_the_marks(robot: fb.Robot, tmp_path: Path) -> None:
    from fourbar.cli import main

    path = tmp_path / "r.urdf"
    fb.save(robot, path)
    before = path.read_text()
    assert main(["edit", str(path), "--zero", "turn=0.5", "-o", str(path)]) == 0
    after = path.read_text()
    assert after.count("unstated=") == before.count("unstated=") == 3
    assert fb.load(path).joints["turn"].limit.velocity is None
    assert main(["edit", str(path), "--rename", "turn=hip", "-o", str(path)]) == 0
    assert path.read_text().count("unstated=") == 3


def test_urdf_without_them_stays_as_it_is() -> None:
    text = (
        '<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="revolute">'
        '<parent link="a"/><child link="b"/><limit lower="-1" upper="1"/></joint></robot>'
    )
    assert "unstated" not in fb.dumps(fb.loads(text))
    made = fb.Robot(
        "r",
        [fb.Link("a"), fb.Link("b")],
        [fb.Joint("j", "revolute", "a", "b", limit=Limit(-1, 1))],
    )
    assert "unstated" not in fb.dumps(made)
    report = Report()
    write_urdf(made, report=report)
    assert all("ROS refuses URDF without it" in d.message for d in report)
    assert len(report) == 2

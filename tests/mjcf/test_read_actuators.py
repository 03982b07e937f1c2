"""Actuators of MJCF: drives, limits of effort and velocity, and what they add to joints."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest

import fourbar as fb
from fourbar.diagnostics import Report, Severity
from fourbar.gallery import names
from fourbar.mjcf import to_mjcf, write_mjcf

mujoco = pytest.importorskip("mujoco")


def file(actuators: str, joint: str = '<joint name="j"/>') -> str:
    return f"""<mujoco><worldbody>
<body name="ball"><joint name="b" type="ball"/><geom size="0.1"/></body>
<body name="arm"><inertial pos="0 0 0.3" mass="2" diaginertia="1 1 1"/>
{joint}
</body></worldbody><actuator>
{actuators}
</actuator></mujoco>"""


def warnings_of(text: str) -> dict[str, int]:
    """The kinds that are warned of, and their lines."""
    _, report = fb.read(text.encode())
    return {d.facts["what"]: d.span.line for d in report if d.severity is Severity.WARNING}


@pytest.mark.parametrize("kind", ["position", "velocity", "motor"])
@pytest.mark.parametrize("name", names())
def test_what_is_written_is_read_back(name: str, kind: str, tmp_path: Path) -> None:
    robot = fb.load(f"gallery:{name}")
    fb.save(robot, tmp_path / "a.xml", actuators=kind, lossless=False)
    other = fb.load(tmp_path / "a.xml")
    before, after = fb.Model(robot).drives, fb.Model(other).drives
    scalar = [d.joint for d in before if d.joint in other.joints]
    assert {d.joint for d in after} >= set(scalar)
    assert all(d.joint.partition(":")[0] in {each.joint for each in before} for d in after)
    for joint in scalar:
        ours, theirs = (r.joints[joint].limit or fb.Limit() for r in (robot, other))
        assert theirs.effort == (ours.effort or None)
        if kind == "velocity":
            assert theirs.velocity == (ours.velocity or None)


def test_a_geared_motor_is_a_transmission_with_its_effort() -> None:
    text = file('<motor name="m" joint="j" gear="25" ctrlrange="-4.5 4.5"/>')
    robot = fb.loads(text)
    assert [drive.joint for drive in fb.Model(robot).drives] == ["j"]
    assert fb.Model(robot).drives[0].reduction == 25.0
    assert robot.joints["j"].limit == fb.Limit(effort=112.5)
    assert warnings_of(text) == {}


@pytest.mark.parametrize(
    ("actuators", "joint", "effort"),
    [
        ('<position joint="j" kp="9" forcerange="-7 7"/>', '<joint name="j"/>', 7.0),
        ('<motor joint="j" gear="-2" forcerange="-7 7"/>', '<joint name="j"/>', 14.0),
        ('<motor joint="j"/>', '<joint name="j"/>', None),
        ('<motor joint="j" ctrlrange="-1 1"/>' * 2, '<joint name="j"/>', 2.0),
        (
            '<motor joint="j" ctrlrange="-9 9"/>',
            '<joint name="j" actuatorfrcrange="-5 5"/>',
            5.0,
        ),
        (
            '<motor joint="j" ctrlrange="-9 9"/>',
            '<joint name="j" type="slide" range="-1 1" limited="true"/>',
            9.0,
        ),
        ('<motor joint="j" ctrlrange="-9 9"/>', '<joint name="j" type="slide"/>', 9.0),
    ],
)
def test_efforts(actuators: str, joint: str, effort: float | None) -> None:
    limit = fb.loads(file(actuators, joint)).joints["j"].limit
    assert (None if limit is None else limit.effort) == effort


@pytest.mark.parametrize(
    "actuators",
    [
        '<motor joint="j" gear="10" ctrlrange="0 1"/>',
        '<motor joint="j" gear="10" ctrlrange="0 1"/><motor joint="j" gear="-10" ctrlrange="0 1"/>',
        '<motor joint="j" gear="-3" ctrlrange="-1 2" forcerange="-5 1"/>',
        '<general joint="j" gainprm="-4" ctrlrange="-1 3"/>',
        '<general joint="j" gainprm="9" biastype="affine" biasprm="5 0 0" ctrlrange="-1 1"/>',
        '<general joint="j" gainprm="0" biastype="affine" biasprm="-5 0 0" ctrlrange="-1 1"/>',
        '<motor joint="j" ctrlrange="3 4" forcerange="-1 1"/>',
    ],
)
def test_efforts_are_those_that_mujoco_has_at_the_ends_of_the_controls(actuators: str) -> None:
    text = file(actuators)
    peer = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(peer)
    at = int(peer.joint("j").dofadr[0])
    efforts = []
    for controls in product(*peer.actuator_ctrlrange):
        data.ctrl[:] = controls
        mujoco.mj_forward(peer, data)
        efforts.append(data.qfrc_actuator[at])
    largest = max(map(abs, efforts))
    limit = fb.loads(text).joints["j"].limit
    assert limit.effort == pytest.approx(largest, rel=1e-12)
    told = "limits of effort that differ by direction" in {
        d.facts.get("what") for d in fb.read(text.encode())[1]
    }
    assert told == (min(efforts) != -max(efforts))


@pytest.mark.parametrize(
    "actuator",
    [
        '<velocity joint="j" kv="3" gear="4" ctrlrange="-2 2"/>',
        '<general joint="j" gainprm="9" biastype="affine" biasprm="0 0 -2" ctrlrange="-1 1"/>',
        '<general joint="j" gainprm="9" biastype="affine" biasprm="1 0 -2" ctrlrange="-1 1"/>',
    ],
)
def test_at_its_largest_velocity_an_actuator_stops_pushing(actuator: str) -> None:
    text = file(actuator)
    limit = fb.loads(text).joints["j"].limit
    peer = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(peer)
    at = int(peer.joint("j").dofadr[0])
    data.ctrl[:] = peer.actuator_ctrlrange[0][1]
    data.qvel[at] = limit.velocity
    mujoco.mj_forward(peer, data)
    assert data.qfrc_actuator[at] == pytest.approx(0.0, abs=1e-12)


def test_the_effort_of_a_slide_without_ends_stays() -> None:
    robot = fb.loads(file("", '<joint name="j" type="slide" actuatorfrcrange="-5 5"/>'))
    assert robot.joints["j"].limit == fb.Limit(effort=5.0)


def test_armature_and_damping_of_actuators_count_at_their_joints() -> None:
    text = file('<motor joint="j" gear="3" armature="0.5" damping="0.25"/>')
    peer = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(peer)
    data.qvel[:] = 1.0
    mujoco.mj_forward(peer, data)
    M = np.zeros((peer.nv, peer.nv))
    mujoco.mj_fullM(peer, data, M)
    robot = fb.loads(text)
    model = fb.Model(robot)
    at, there = model.joints["j"].v.start, int(peer.joint("j").dofadr[0])
    ours = fb.mass_matrix(model, None, model.neutral)
    assert ours[at, at] == pytest.approx(M[there, there], abs=1e-12)
    assert robot.joints["j"].dynamics.damping == pytest.approx(-data.qfrc_passive[there])


def test_an_actuator_with_three_inputs_shifts_no_other() -> None:
    text = file('<orientation joint="b" kp="1"/>\n<motor joint="j" gear="2" ctrlrange="-4 4"/>')
    robot = fb.loads(text)
    assert robot.joints["j"].limit == fb.Limit(effort=8.0)
    assert [drive.joint for drive in fb.Model(robot).drives] == ["j"]
    what = "actuators of tendons, sites, bodies and joints of several motions"
    assert warnings_of(text) == {what: 6}


@pytest.mark.parametrize(
    ("actuator", "what"),
    [
        ('<position joint="j" kp="3"/>', "gains of actuators"),
        ('<velocity joint="j" kv="3"/>', "gains of actuators"),
        (
            '<intvelocity joint="j" kp="3" actrange="-1 1"/>',
            "actuators with states or curves of their own (muscles, filters)",
        ),
        (
            '<muscle joint="j" lengthrange="0 1"/>',
            "actuators with states or curves of their own (muscles, filters)",
        ),
    ],
)
def test_what_a_drive_does_not_have_is_a_warning_at_its_line(actuator: str, what: str) -> None:
    text = file(f'<motor joint="j"/>\n{actuator}')
    assert warnings_of(text) == {what: 7}


def test_velocities_that_no_actuator_holds_are_reported() -> None:
    """A joint that mimics another has no actuator, and so no place for its velocity."""
    robot = fb.load("gallery:gripper")
    driven = {drive.joint for drive in fb.Model(robot).drives}
    lost = [j for j in robot.joints if j.limit and j.limit.velocity and j.name not in driven]
    assert lost
    report = Report()
    write_mjcf(robot, report=report, actuators="velocity")
    found = [d.message for d in report if "limits of velocity" in d.message]
    assert found == [f"MJCF has no place for limits of velocity ({len(lost)} of them)"]


def test_actuators_that_are_written_as_one_or_by_another_name_are_told() -> None:
    text = """<mujoco><worldbody><body name="a"><joint name="j"/><geom size="0.1"/>
      <body name="b"><joint name="k"/><geom size="0.1"/>
      <body name="c"><joint name="l"/><geom size="0.1"/></body></body></body></worldbody>
      <actuator><motor name="m1" joint="j"/><motor name="k" joint="k"/>
      <motor name="m1b" joint="j"/><motor name="m3" joint="l"/></actuator></mujoco>"""
    report = Report()
    to_mjcf(fb.loads(text), report=report, actuators="motor")
    found = {d.facts["what"]: d.facts["count"] for d in report if "actuators" in str(d.facts)}
    assert found == {
        "several actuators of a joint, which has one in the file": 1,
        "names of actuators, which are those of their joints": 2,
    }

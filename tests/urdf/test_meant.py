"""Poses and limits written otherwise than URDF has them: read where URDF 1.1 does, else told."""

from __future__ import annotations

import numpy as np
import pytest

import fourbar as fb
from fourbar.diagnostics import Severity
from fourbar.record import replace
from fourbar.urdf.patch import patch
from fourbar.urdf.write import write_urdf
from fourbar.xml.tree import Document


def _robot(origin: str, version: str = "", *, joint: str = "", kind: str = "fixed") -> bytes:
    return (
        f'<robot name="r"{version}><link name="a"/><link name="b"/><joint name="j" type="{kind}">'
        f'<parent link="a"/><child link="b"/>{origin}{joint}</joint></robot>'
    ).encode()


def _errors(data: bytes) -> list[str]:
    return [found.code for found in fb.read(data).report if found.severity is Severity.ERROR]


def test_a_quaternion_counts_from_version_1_1_on() -> None:
    pin = pytest.importorskip("pinocchio")
    q = np.array([0.1, -0.2, 0.3, 0.9])
    q /= np.linalg.norm(q)
    numbers = " ".join(map(repr, q.tolist()))
    data = _robot(f'<origin xyz="0 0 1" quat_xyzw="{numbers}"/>', ' version="1.1"')
    reading = fb.read(data)
    assert reading.robot is not None
    assert not list(reading.report)
    found = reading.robot.joints["j"].origin.matrix()
    peer = pin.buildModelFromXML(data.decode())
    placed = peer.frames[peer.getFrameId("b")].placement.homogeneous
    np.testing.assert_allclose(found, placed, rtol=0, atol=1e-15)


@pytest.mark.parametrize("version", ["", ' version="1.0"'])
def test_before_that_it_is_an_error_and_ignored(version: str) -> None:
    data = _robot('<origin xyz="0 0 1" rpy="0 0 1" quat_xyzw="0 0 1 0"/>', version)
    reading = fb.read(data)
    assert reading.robot is not None
    assert _errors(data) == ["S117"]
    assert reading.robot.joints["j"].origin.rpy == (0.0, 0.0, 1.0)


@pytest.mark.parametrize(
    ("attributes", "severity", "yaw"),
    [
        ('rpy="0 0 1" quat_xyzw="0 0 1 0"', Severity.ERROR, np.pi),
        ('quat_xyzw="0 0 0 0"', Severity.ERROR, 0.0),
        ('quat_xyzw="0 0 2 2"', Severity.WARNING, np.pi / 2),
    ],
)
def test_orientations_that_are_none(attributes: str, severity: Severity, yaw: float) -> None:
    reading = fb.read(_robot(f"<origin {attributes}/>", ' version="1.1"'))
    assert reading.robot is not None
    (finding,) = reading.report
    assert (finding.code, finding.severity) == ("S117", severity)
    assert reading.robot.joints["j"].origin.rpy[2] == pytest.approx(yaw, abs=1e-15)


def test_the_text_keeps_its_quaternion_until_the_part_is_turned() -> None:
    robot = fb.loads(_robot('<origin xyz="0 0 1" quat_xyzw="0 0 1 0"/>', ' version="1.1"'))
    assert isinstance(robot.source, Document)
    joint = robot.joints["j"]
    moved = robot.replace(joints=[replace(joint, origin=fb.Pose((0, 0, 2), joint.origin.rpy))])
    text = patch(robot.source, robot, moved, renamed={})
    assert b'xyz="0 0 2" quat_xyzw="0 0 1 0"' in text
    turned = robot.replace(joints=[replace(joint, origin=fb.Pose((0, 0, 1), (0, 0, 1)))])
    assert b'<origin xyz="0 0 1" rpy="0 0 1"/>' in patch(robot.source, robot, turned, renamed={})
    level = robot.replace(joints=[replace(joint, origin=fb.Pose((0, 0, 1)))])
    assert b'<origin xyz="0 0 1"/>' in patch(robot.source, robot, level, renamed={})
    assert fb.loads(write_urdf(moved)).joints["j"].origin == moved.joints["j"].origin


@pytest.mark.parametrize(
    ("origin", "code"),
    [
        ("<origin>1 2 3</origin>", "S112"),
        ("<origin><xyz>1 2 3</xyz></origin>", "S101"),
        ('<pose xyz="1 2 3"/>', "S101"),
        ('<origin position="1 2 3"/>', "S102"),
        ('<origin xyz="1 2 3" quat="0 0 1 0"/>', "S102"),
        ('<origin xyz="1 2 3" rotation="0 0 1"/>', "S102"),
    ],
)
def test_a_pose_that_nobody_reads_is_an_error(origin: str, code: str) -> None:
    assert _errors(_robot(origin)) == [code]


@pytest.mark.parametrize(
    "joint",
    [
        '<limit min="-1" upper="1" effort="1" velocity="1"/>',
        '<limit upper="1" effort="1" velocity="1"><lower>-1</lower></limit>',
        '<mimic joint="j" ratio="2"/>',
    ],
)
def test_so_is_a_limit_or_a_ratio(joint: str) -> None:
    assert _errors(_robot("", joint=joint, kind="revolute"))[0] in ("S101", "S102")


def test_what_takes_nothing_away_stays_an_info() -> None:
    reading = fb.read(_robot('<origin xyz="0 0 1" rpy="0 0 0" comment="flange"/>'))
    assert [(f.code, f.severity) for f in reading.report] == [("S102", Severity.INFO)]
    assert not list(fb.read(_robot("<origin/>")).report)

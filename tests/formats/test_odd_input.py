"""Names in every script, units of every kind, and files that are larger than they look."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest

import fourbar as fb
from fourbar.robot import Inertia, Inertial, Joint, Limit, Link, Pose, Robot

BODY = Inertial(1.0, Inertia(0.1, 0.1, 0.1))
NAMES = (
    "関節",
    "lien élémentaire",
    "звено/2",
    "عضو",
    "a::b",
    "x.y-z",
    "1 2",
    "<&\"'>",
    "🤖",
    "e\u0301",
)
NEEDS = {".xml": "mujoco", ".mjz": "mujoco", ".usda": "pxr", ".usdc": "pxr"}


def chain() -> Robot:
    links = [Link("base", BODY), *(Link(name, BODY) for name in NAMES)]
    joints = [
        Joint(
            f"to {name}",
            "revolute",
            links[k].name,
            name,
            Pose((0.1, 0.0, 0.0)),
            (0.0, 0.0, 1.0),
            limit=Limit(-1.0, 1.0, 2.0, 3.0),
        )
        for k, name in enumerate(NAMES)
    ]
    return Robot("ロボット", links, joints)


@pytest.mark.parametrize("suffix", [".urdf", ".sdf", ".xml", ".mjz", ".usda", ".usdc", ".glb"])
@pytest.mark.parametrize("lossless", [True, False])
def test_names_in_every_script_come_back(suffix: str, lossless: bool, tmp_path: Path) -> None:
    if suffix in NEEDS:
        pytest.importorskip(NEEDS[suffix])
    file = tmp_path / f"robot{suffix}"
    robot = chain()
    fb.save(robot, file)
    again = fb.load(file, lossless=lossless)
    kept = {name.replace("::", "__") if suffix == ".sdf" else name for name in NAMES}
    missing = set(NAMES if lossless else kept) - set(again.links.names)
    assert not missing
    assert {d.category for d in fb.compare(robot, again).differences} <= {"velocity"}


@pytest.mark.parametrize("suffix", [".urdf", ".sdf"])
def test_names_in_every_script_reach_drake(suffix: str, tmp_path: Path) -> None:
    file = tmp_path / f"robot{suffix}"
    fb.save(chain(), file, dialect="drake")
    again = fb.load(file, lossless=False)
    assert {joint.dof for joint in again.joints} <= {0, 1}
    assert fb.Model(again).nv == len(NAMES)


def test_degrees_of_mjcf_and_sdformat_are_radians_here(tmp_path: Path) -> None:
    pytest.importorskip("mujoco")
    mjcf = tmp_path / "degrees.xml"
    mjcf.write_text(
        '<mujoco><worldbody><body name="a"><joint name="j" range="-90 45"/>'
        '<geom size="0.1"/></body></worldbody></mujoco>'
    )
    limit = fb.load(mjcf).joints["j"].limit
    assert limit is not None
    assert limit.lower == pytest.approx(-np.pi / 2)
    assert limit.upper == pytest.approx(np.pi / 4)
    sdf = tmp_path / "degrees.sdf"
    sdf.write_text(
        '<sdf version="1.11"><model name="m"><link name="a">'
        '<pose degrees="true">0 0 0 0 0 90</pose></link></model></sdf>'
    )
    yaw = next(joint for joint in fb.load(sdf).joints if joint.child == "a").origin.rpy[2]
    assert yaw == pytest.approx(np.pi / 2)


def test_huge_defaults_are_read_or_refused(tmp_path: Path) -> None:
    """Classes inside classes, and thousands of them side by side."""
    pytest.importorskip("mujoco")
    body = '<worldbody><body name="a"><joint/><geom size="0.1"/></body></worldbody>'
    deep = "".join(f'<default class="c{k}"><geom size="0.1"/>' for k in range(400))
    deep += "</default>" * 400
    wide = "".join(f'<default class="w{k}"><geom size="0.1"/></default>' for k in range(5000))
    for inner in (deep, f'<default class="main">{wide}</default>'):
        file = tmp_path / "huge.xml"
        file.write_text(f"<mujoco><default>{inner}</default>{body}</mujoco>")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            robot, report = fb.read(file)
        assert robot is not None or report.errors


@pytest.mark.parametrize(
    "text",
    [
        "<model name='m'>" + "<model name='n'>" * 3000 + "</model>" * 3001,
        "<model name='m'><link name='a'><pose relative_to='b'/></link>"
        "<link name='b'><pose relative_to='a'/></link></model>",
        "<model name='m'><include><uri>robot.sdf</uri></include></model>",
        "<model name='m'><link name='a'><pose>1e999 0 0 0 0 0</pose></link></model>",
        "<model name='m'><link name='a'><inertial><mass>nan</mass></inertial></link></model>",
    ],
    ids=["nested", "poses in a circle", "includes itself", "infinite", "not a number"],
)
def test_hostile_sdformat_is_findings(text: str, tmp_path: Path) -> None:
    file = tmp_path / "robot.sdf"
    file.write_text(f"<sdf version='1.11'>{text}</sdf>")
    robot, report = fb.read(file)
    assert robot is None
    assert report.errors

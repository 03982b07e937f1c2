"""What drives and slows a joint is in the file, or there is a finding: every type, every format."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import fourbar as fb
from fourbar.diagnostics import PartPath, Report
from fourbar.robot import KINDS, Dynamics, Inertia, Inertial, Joint, JointType, Limit, Link, Robot
from fourbar.sdf.write import write_drake_sdf, write_sdf
from fourbar.transfer.base import with_base
from fourbar.transfer.lowering import lower
from fourbar.transfer.ratings import ratings_not_held

VALUES = {"effort": 7.0, "velocity": 3.0, "damping": 0.25, "friction": 0.5}
MOVING = [name for name, kind in KINDS.items() if kind.moves]
"""A fixed joint has nothing to limit or to slow."""
BODY = Inertial(1.0, Inertia(0.02, 0.03, 0.04))


def mjcf(robot: Robot, report: Report) -> bytes:
    pytest.importorskip("mujoco")
    from fourbar.mjcf.write import write_mjcf

    return write_mjcf(robot, report=report, lossless=False)[""]


def usd(robot: Robot, report: Report) -> bytes:
    pytest.importorskip("pxr")
    from fourbar.usd.write import write_usda

    return write_usda(robot, report=report, lossless=False)[""]


def sdf(robot: Robot, report: Report) -> bytes:
    return write_sdf(robot, report=report, lossless=False).encode()


def drake(robot: Robot, report: Report) -> bytes:
    return write_drake_sdf(robot, report=report, lossless=False).encode()


WRITERS: dict[str, Callable[[Robot, Report], bytes]] = {
    "r.xml": mjcf,
    "r.usda": usd,
    "r.sdf": sdf,
    "drake.sdf": drake,
}


def robot_with(type_: JointType, *, inner: bool = False, **values: float) -> Robot:
    """A joint of a type, on the root, or (`inner`) on a link that moves itself."""
    kind = KINDS[type_]
    ends = (-1.0, 1.0) if kind.has_range else (None, None)
    limit = Limit(*ends, values.get("effort"), values.get("velocity"))
    dynamics = Dynamics(values.get("damping"), values.get("friction"))
    links = [Link(name, BODY) for name in ("base", "arm", "tip")]
    first = Joint("first", "continuous" if inner else "fixed", "base", "arm")
    joint = Joint(
        "j",
        type_,
        "arm",
        "tip",
        axis=(0.0, 0.0, 1.0),
        axis2=(1.0, 0.0, 0.0) if kind.axes > 1 else None,
        limit=None if limit == Limit() else limit,
        dynamics=None if dynamics == Dynamics() else dynamics,
        pitch=0.02 if kind.pitched else None,
    )
    return Robot("rated", links=links, joints=[first, joint])


def held_in(robot: Robot, name: str) -> list[float]:
    """All that a robot has of one of the values, whatever its joints are called."""
    parts = [part for joint in robot.joints for part in (joint.limit, joint.dynamics) if part]
    found = [getattr(part, name, None) for part in parts]
    return [value for value in found if value]


@pytest.mark.parametrize("inner", [False, True])
@pytest.mark.parametrize("file", WRITERS)
@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("type_", MOVING)
def test_every_value_is_read_back_or_reported(
    type_: JointType, value: str, file: str, inner: bool, tmp_path: Path
) -> None:
    report = Report()
    robot = robot_with(type_, inner=inner, **{value: VALUES[value]})
    path = tmp_path / file
    path.write_bytes(WRITERS[file](robot, report))
    again, read = fb.read(path)
    assert again is not None
    found = held_in(again, value)
    told = [f for f in report if re.search(rf"\b{value}\b", f.message)]
    # Free joints of MJCF have both in the file, and reading calls both of them so.
    told += [f for f in read if "damping of free joints" in f.message]
    assert found or told, f"{value} of a {type_} joint is lost in {file}"
    assert all(number == pytest.approx(VALUES[value], rel=1e-6) for number in found)
    for finding in report:
        if finding in told:
            assert str(finding.path).startswith(str(PartPath("joint", "j")))


def test_a_free_body_is_damped_in_mujoco() -> None:
    mujoco = pytest.importorskip("mujoco")
    text = mjcf(robot_with("floating", damping=0.25, friction=0.5), Report()).decode()
    model = mujoco.MjModel.from_xml_string(text)
    assert list(model.dof_damping) == [0.25] * 6
    assert list(model.dof_frictionloss) == [0.5] * 6


def test_links_between_the_joints_of_a_chain_are_told() -> None:
    for type_ in ("planar", "cylindrical"):
        report = Report()
        text = sdf(robot_with(type_), report).decode()
        assert text.count("<mass>1e-06</mass>") == 1
        (finding,) = report
        assert finding.path == PartPath("joint", "j")
        assert f"{type_} joints; they are chains with links of 1e-06 kg" in finding.message


def test_what_says_nothing_is_no_loss() -> None:
    robot = robot_with("spherical", effort=float("inf"), damping=0.0, friction=0.0)
    made = lower(with_base(robot, "auto"))
    assert not list(ratings_not_held(made, lambda *_: frozenset()))
    other = lower(with_base(robot_with("spherical", **VALUES), "auto"))
    assert list(ratings_not_held(other, lambda *_: frozenset(("velocity",)))) == [
        (
            "effort, damping and friction of spherical joints",
            PartPath("joint", "j") / "limit" / "effort",
        )
    ]

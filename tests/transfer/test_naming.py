"""Names of what files add: out of the way of all names that the description has."""

from __future__ import annotations

from pathlib import Path

import pytest

import fourbar as fb
from fourbar.diagnostics import Report
from fourbar.mjcf import to_mjcf
from fourbar.robot import (
    Configuration,
    Inertia,
    Inertial,
    Joint,
    JointPosition,
    Limit,
    Link,
    Loop,
    Mimic,
    Pose,
    Robot,
)
from fourbar.transfer import lower
from fourbar.transfer.naming import Names

BODY = Inertial(1.0, Inertia(0.1, 0.1, 0.1))
LIMIT = Limit(-1, 1, 5, 2)


def crossed(first: str = "j:0", second: str = "j") -> Robot:
    """A joint that has the name of a part of another, and one that follows it."""
    return Robot(
        "crossed",
        [Link("base", BODY), *(Link(name, BODY) for name in "abc")],
        [
            Joint(first, "revolute", "base", "a", limit=LIMIT),
            Joint(second, "planar", "a", "b", axis=(0, 0, 1)),
            Joint("m", "prismatic", "base", "c", limit=LIMIT, mimic=Mimic(first, 0.5, 0.1)),
        ],
    )


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2)])
def test_a_joint_keeps_its_name_wherever_it_is(order: tuple[int, ...]) -> None:
    robot = crossed()
    robot = robot.replace(joints=[tuple(robot.joints)[k] for k in order])
    lowered = lower(robot)
    assert [f.name for f in lowered.freedoms["j:0"]] == ["j:0"]
    assert [f.name for f in lowered.freedoms["j"]] == ["j:0_2", "j:1"]


@pytest.mark.parametrize(
    ("suffix", "package"), [(".xml", "mujoco"), (".sdf", ""), (".usda", "pxr")]
)
def test_every_format_holds_the_mimic_of_such_a_joint(
    suffix: str, package: str, tmp_path: Path
) -> None:
    if package:
        pytest.importorskip(package)
    robot, path = crossed(), tmp_path / f"crossed{suffix}"
    fb.save(robot, path, lossless=False)
    again = fb.load(path, lossless=False)
    follower = again.joints["m"].mimic
    assert follower is not None
    assert (follower.multiplier, follower.offset) == pytest.approx((0.5, 0.1))
    # USD has no colons in names.
    leader = again.joints[follower.joint]
    assert leader.name in ("j:0", "j_0")
    assert leader.type == "revolute"
    what = {"velocity", "mass", "inertia"}  # MJCF and SDFormat have no place for the like
    assert {d.category for d in fb.compare(robot, path).differences} <= what


def test_loops_that_are_called_like_parts_of_others() -> None:
    pytest.importorskip("mujoco")
    links = [Link("world"), Link("p", BODY), Link("s", BODY), Link("s:body", BODY)]
    joints = [
        Joint("slide", "floating", "world", "p"),
        Joint("s:0", "floating", "world", "s"),
        Joint("hold", "fixed", "p", "s:body"),
    ]
    loops = [
        Loop("slide", "prismatic", "p", "s", Pose((0.1, 0, 0)), axis=(0, 0, 1)),
        Loop("s", "cylindrical", "p", "s", Pose((0.1, 0, 0)), axis=(0, 0, 1)),
        Loop("h", "revolute", "p", "s", Pose((0.1, 0, 0)), axis=(0, 0, 1)),
        Loop("h:0", "spherical", "p", "s", Pose((0.1, 0, 0))),
    ]
    from fourbar.mjcf.prove import prove

    assert prove(Robot("pair", links, joints, loops), configurations=3).holds


def test_configurations_keep_their_names_as_keys() -> None:
    positions = (JointPosition("j:0", (0.5,)),)
    robot = crossed().replace(
        configurations=[Configuration(name, positions) for name in ("home", "start")]
    )
    text = to_mjcf(robot, report=Report()).text
    assert [line.split('"')[1] for line in text.splitlines() if "<key " in line] == [
        "start_2",
        "home",
        "start",
    ]


@pytest.mark.parametrize("wanted", [("a b", "a_b"), ("a_b", "a b")])
def test_what_has_to_change_goes_out_of_the_way(wanted: tuple[str, ...]) -> None:
    names = Names(own=wanted, accept=lambda name: name.replace(" ", "_"))
    assert {name: names.give(name) for name in wanted} == {"a b": "a_b_2", "a_b": "a_b"}
    assert names.changed == {"a b": "a_b_2"}


def test_a_link_called_world_does_not_take_the_name_of_another() -> None:
    links = [Link("base"), Link("world", BODY), Link("world_2", BODY)]
    joints = [
        Joint("one", "continuous", "base", "world", axis=(0, 0, 1)),
        Joint("two", "continuous", "world", "world_2", axis=(0, 0, 1)),
    ]
    written = to_mjcf(Robot("r", links, joints), report=Report())
    assert written.links == {"base": "base", "world": "world_3", "world_2": "world_2"}

"""The robot as a value."""

import dataclasses
import pickle

import pytest

import fourbar as fb
from fourbar.robot import (
    Gazebo,
    Joint,
    Link,
    Material,
    Named,
    Pose,
    Robot,
    Visual,
)
from fourbar.robot.direction import default_second_axis
from fourbar.robot.geometry import Sphere
from fourbar.robot.joint import Limit


@pytest.fixture
def arm() -> Robot:
    return Robot(
        "arm",
        links=[Link("base"), Link("upper"), Link("fore")],
        joints=[
            Joint("shoulder", "revolute", "base", "upper", axis=[0, 0, 1]),
            Joint("elbow", "revolute", "upper", "fore", origin=Pose([0, 0, 0.4])),
        ],
    )


def test_parts_are_found_by_name_and_by_place(arm):
    assert arm.links["fore"] is arm.links[2]
    assert arm.joints.names == ("shoulder", "elbow")
    assert "elbow" in arm.joints
    assert "wrist" not in arm.joints


def test_an_unknown_name_offers_the_closest(arm):
    with pytest.raises(KeyError, match="no joint named 'elbo'; did you mean 'elbow'"):
        arm.joints["elbo"]


def test_two_links_of_one_name_are_refused():
    with pytest.raises(ValueError, match="duplicate link name 'a'"):
        Robot("r", links=[Link("a"), Link("a")])


def test_lists_become_tuples_so_that_robots_compare_and_hash(arm):
    assert arm.joints["shoulder"].axis == (0.0, 0.0, 1.0)
    assert arm.joints["elbow"].origin.xyz == (0.0, 0.0, 0.4)
    assert hash(arm) == hash(arm.replace())


def test_robots_cannot_be_changed_in_place(arm):
    with pytest.raises(dataclasses.FrozenInstanceError):
        arm.name = "leg"


def test_root_and_neighbours(arm):
    assert arm.root.name == "base"
    assert [j.name for j in arm.child_joints["base"]] == ["shoulder"]
    assert [j.name for j in arm.parent_joints["fore"]] == ["elbow"]


def test_a_cycle_has_no_root():
    cycle = Robot(
        links=[Link("a"), Link("b")],
        joints=[Joint("ab", "fixed", "a", "b"), Joint("ba", "fixed", "b", "a")],
    )
    assert cycle.roots == ()
    with pytest.raises(ValueError, match="0 root links"):
        _ = cycle.root


def test_bounds_follow_urdf():
    def joint(type, limit=None):
        return Joint("j", type, "a", "b", limit=limit)

    inf = float("inf")
    assert joint("revolute").bounds == (-inf, inf)
    assert joint("revolute", Limit(effort=1.0)).bounds == (-inf, inf)  # as Drake reads it
    assert joint("revolute", Limit(upper=1.0)).bounds == (0.0, 1.0)
    assert joint("prismatic", Limit(-1.0, 2.0)).bounds == (-1.0, 2.0)
    assert joint("continuous", Limit(-1.0, 2.0)).bounds == (-inf, inf)


@pytest.mark.parametrize(
    ("axis", "second"),
    [((1, 0, 0), (0, 1, 0)), ((0, 1, 0), (1, 0, 0)), ((0, 0, -2), (1, 0, 0))],
)
def test_second_axis_of_a_universal_joint(axis, second):
    assert default_second_axis(axis) == second


def test_a_material_reference_finds_global_then_inline_definitions():
    red = Material("red", (1.0, 0.0, 0.0, 1.0))
    blue = Material("blue", (0.0, 0.0, 1.0, 1.0))
    visuals = [Visual(Sphere(1.0), material=m) for m in (Material("red"), blue, Material("blue"))]
    robot = Robot("r", links=[Link("a", visuals=visuals)], materials=[red])
    found = [robot.material_of(v) for v in robot.links["a"].visuals]
    assert found == [red, blue, blue]


def test_rotation_is_about_fixed_x_then_y_then_z():
    # A quarter turn about x takes y to z; a further one about z leaves z where it is.
    rotation = Pose(rpy=(1.5707963267948966, 0.0, 1.5707963267948966)).rotation()
    column_of_y = [row[1] for row in rotation]
    assert column_of_y == pytest.approx([0.0, 0.0, 1.0], abs=1e-15)


def test_named_compares_by_content():
    assert Named([Link("a")]) == Named([Link("a")])
    assert Named([Link("a")]) != Named([Link("b")])


def test_gazebo_blocks_have_no_name_of_their_own():
    robot = Robot("r", links=[Link("a")]).add(Gazebo("a"), Gazebo("a"))
    assert len(robot.gazebo) == 2


def test_a_robot_that_was_read_goes_to_another_process_without_its_file():
    robot = fb.load("gallery:four_bar")
    copied = pickle.loads(pickle.dumps(robot))
    assert copied == robot
    assert copied.source is None
    assert copied.root == robot.root

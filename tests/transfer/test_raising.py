"""Trees out of graphs, loops out of points."""

from __future__ import annotations

import fourbar as fb
from fourbar.mechanics import mobility
from fourbar.robot import Joint
from fourbar.transfer.lowering import lower
from fourbar.transfer.raising import Meeting, raised_points, spanning_tree


def test_joints_to_links_that_have_a_parent_are_surplus_balls_first() -> None:
    joints = [
        Joint("ball", "spherical", "a", "c"),
        Joint("ab", "continuous", "a", "b"),
        Joint("bc", "continuous", "b", "c"),
    ]
    tree = spanning_tree("a", joints)
    assert [joint.name for joint in tree.joints] == ["ab", "bc"]
    assert [joint.name for joint in tree.surplus] == ["ball"]


def test_a_ball_joint_that_nothing_replaces_stays_in_the_tree() -> None:
    joints = [Joint("ball", "spherical", "a", "b"), Joint("bc", "continuous", "b", "c")]
    assert spanning_tree("a", joints).surplus == ()


def meetings(robot: fb.Robot) -> list[Meeting]:
    return [
        Meeting(p.name, p.predecessor, p.successor, p.on_predecessor.xyz, p.on_successor.xyz)
        for p in lower(robot).closures.points
    ]


def test_two_points_are_a_hinge_with_the_same_mobility() -> None:
    robot = fb.load("gallery:four_bar")
    (loop,) = raised_points(meetings(robot))
    assert (loop.name, loop.type) == ("coupler_rocker", "continuous")
    again = robot.replace(loops=[loop])
    assert mobility(again).mobility == mobility(robot).mobility == 1
    model, other = fb.Model(robot), fb.Model(again)
    for q in fb.sample_closed(model, 5, seed=0):
        assert abs(fb.closure(other, q)[0]).max() < 1e-12


def test_points_at_different_distances_stay_balls() -> None:
    pairs = [
        Meeting("a", "p", "s", (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
        Meeting("b", "p", "s", (0.0, 0.0, 1.0), (0.0, 0.0, 1.5)),
    ]
    assert [loop.type for loop in raised_points(pairs)] == ["spherical", "spherical"]

"""The way between two links, and parts of a robot as robots."""

import xml.etree.ElementTree as ET

import numpy as np
import pytest

import fourbar as fb
from fourbar import gallery


def tree():
    def joint(name, parent, child):
        return fb.Joint(name, "revolute", parent, child, fb.Pose((0.1, 0.2, 0.3), (0.4, 0.5, 0.6)))

    return fb.Robot(
        "tree",
        [fb.Link(name) for name in "abcdef"],
        [
            joint("ab", "a", "b"),
            joint("bc", "b", "c"),
            joint("bd", "b", "d"),
            joint("de", "d", "e"),
        ],
    )


@pytest.mark.parametrize(
    ("start", "end", "joints"),
    [
        ("a", "c", ["ab", "bc"]),
        ("c", "a", ["bc", "ab"]),
        ("c", "e", ["bc", "bd", "de"]),
        ("e", "c", ["de", "bd", "bc"]),
        ("b", "b", []),
    ],
)
def test_chain(start, end, joints):
    assert [joint.name for joint in tree().chain(start, end)] == joints


def test_chain_leads_where_the_kinematics_do():
    robot = fb.load("gallery:humanoid")
    model = fb.Model(robot)
    data = model.data()
    fb.forward_kinematics(model, data, model.q(coordinates="spanning"))
    leaves = [link.name for link in robot.links if link.name not in robot.child_joints]
    start, end = leaves[0], leaves[-1]
    T = np.eye(4)
    at = start
    for joint in robot.chain(start, end):
        down = joint.parent == at
        step = joint.origin if down else joint.origin.inverse()
        T = T @ step.matrix()
        at = joint.child if down else joint.parent
    assert at == end
    assert np.allclose(np.linalg.inv(data.pose(start)) @ data.pose(end), T, atol=1e-9)


def test_chain_of_what_is_not_connected_is_refused():
    with pytest.raises(ValueError, match="no joints connect link 'a' with 'f'"):
        tree().chain("a", "f")
    with pytest.raises(KeyError, match="no link named 'x'"):
        tree().chain("a", "x")
    cycle = fb.Robot(
        "cycle",
        [fb.Link("a"), fb.Link("b")],
        [fb.Joint("ab", "fixed", "a", "b"), fb.Joint("ba", "fixed", "b", "a")],
    )
    with pytest.raises(ValueError, match="form a cycle"):
        cycle.chain("a", "b")


def test_subtree_is_a_robot():
    part = tree().subtree("b")
    assert part.links.names == ("b", "c", "d", "e")
    assert part.joints.names == ("bc", "bd", "de")
    assert part.root.name == "b"
    assert tree().subtree("a").links.names == ("a", "b", "c", "d", "e")  # not f, another root
    assert tree().subtree("e").joints.names == ()


def test_subtree_keeps_loops_inside_and_refuses_those_that_leave():
    robot = fb.load("gallery:four_bar")
    assert robot.subtree(robot.root.name).loops == robot.loops
    with pytest.raises(ValueError, match=r"loop '.*' connects the subtree of 'crank_link' with"):
        robot.subtree("crank_link")
    follower = fb.Joint("de", "revolute", "d", "e", mimic=fb.Mimic("ab"))
    with pytest.raises(ValueError, match="joint 'de' mimics 'ab', which is outside"):
        tree().update(follower).subtree("d")


@pytest.mark.parametrize("name", gallery.names())
def test_notebooks_show_robots(name):
    robot = fb.load(f"gallery:{name}")
    page = ET.fromstring(f"<div>{robot._repr_html_()}</div>")
    assert page.find(".//b").text == robot.name
    assert len(page.find(".//pre").text.splitlines()) == len(robot.links)


def test_notebooks_show_the_beginning_of_large_and_odd_robots():
    links = [fb.Link(f"l<{k}>") for k in range(2000)]
    joints = [fb.Joint(f"j{k}", "fixed", f"l<{k}>", f"l<{k + 1}>") for k in range(1999)]
    shown = fb.Robot("a & b", links, joints)._repr_html_()
    assert "... 1800 more links" in ET.fromstring(f"<div>{shown}</div>").find(".//pre").text
    assert len(shown) < 50_000
    assert fb.Robot("empty")._repr_html_()

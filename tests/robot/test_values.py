"""Parts of a robot refuse what no file could say, when they are made."""

import pickle

import numpy as np
import pytest

import fourbar as fb

NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: fb.Pose((0, 1)), r"pose: xyz must be 3 numbers, got \(0, 1\)"),
        (lambda: fb.Pose("123"), "pose: xyz must be 3 numbers"),
        (lambda: fb.Pose(rpy=(0, 0, NAN)), "pose: rpy must be finite"),
        (lambda: fb.Pose(5), "pose: xyz must be 3 numbers, got 5"),
        (
            lambda: fb.Joint("j", "revolve", "a", "b"),
            "joint 'j': unknown joint type 'revolve'",
        ),
        (
            lambda: fb.Joint("j", "fixed", "a", "b", axis=(0, 1)),
            "axis must be 3 numbers",
        ),
        (lambda: fb.Joint("j", "fixed", "a", "b", axis2=(0, INF, 0)), "axis2 must be finite"),
        (lambda: fb.Joint("j", "screw", "a", "b", pitch="1"), "pitch must be a number, got '1'"),
        (lambda: fb.Limit(lower=NAN), "limit: lower must be a number, got nan"),
        (lambda: fb.Limit("a"), "limit: lower must be a number, got 'a'"),
        (lambda: fb.Dynamics(INF), "dynamics: damping must be finite"),
        (lambda: fb.Mimic("j", NAN), "mimic: multiplier must be finite"),
        (lambda: fb.Mimic("j", None), "mimic: multiplier must be a number, got None"),
        (lambda: fb.Loop("l", "hinge", "a", "b"), "loop 'l': unknown joint type 'hinge'"),
        (lambda: fb.Loop("l", "fixed", "a", "b", axis=(1, 2, 3, 4)), "loop 'l': axis must be 3"),
        (lambda: fb.Coupling("c", "a", "b", NAN), "coupling 'c': ratio must be finite"),
        (lambda: fb.Box((1, 2)), "box: size must be 3 numbers"),
        (lambda: fb.Sphere(None), "sphere: radius must be a number, got None"),
        (lambda: fb.Cylinder(1.0, NAN), "cylinder: length must be finite"),
        (lambda: fb.Mesh("a.stl", 0.001), "mesh: scale must be 3 numbers"),
        (lambda: fb.Inertia(NAN), "inertia: ixx must be finite"),
        (lambda: fb.Inertial("heavy"), "inertial: mass must be a number"),
        (lambda: fb.Material("m", (1, 0, 0)), "material 'm': color must be 4 numbers"),
    ],
)
def test_wrong_values_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: fb.Link(5), "link: name must be text, got an int"),
        (lambda: fb.Joint("j", "fixed", fb.Link("a"), "b"), "parent must be text.*its name, 'a'"),
        (lambda: fb.Joint("j", "fixed", "a", "b", (0, 0, 1)), "joint 'j': origin must be a Pose"),
        (lambda: fb.Joint("j", "fixed", "a", "b", limit=(0, 1)), "limit must be a Limit, got a tu"),
        (lambda: fb.Joint("j", "fixed", "a", "b", mimic="k"), "mimic must be a Mimic, got a str"),
        (lambda: fb.Visual("box"), "visual: geometry must be a Box or a Cylinder"),
        (lambda: fb.Link("a", visuals=fb.Visual(fb.Sphere(1))), "link 'a': visuals must be a list"),
        (lambda: fb.Link("a", visuals=[fb.Sphere(1)]), "visuals must be Visual objects, got a Sph"),
        (lambda: fb.Link("a", inertial=1.0), "inertial must be an Inertial"),
        (lambda: fb.Robot("r", links=[5]), "links of a robot must be Link objects, got an int: 5"),
        (lambda: fb.Robot("r", links=fb.Link("a")), "links of a robot must be a list, got a Link"),
        (lambda: fb.Robot(5), "robot: name must be text"),
        (lambda: fb.Robot("r").links[1.5], "expected a name or a number, got a float: 1.5"),
    ],
)
def test_wrong_types_are_refused(make, message):
    with pytest.raises(TypeError, match=message):
        make()


def test_numbers_of_any_kind_become_floats():
    pose = fb.Pose(np.array([1, 2, 3]), [0, np.float32(0.5), 0])
    assert repr(pose) == "Pose(xyz=(1.0, 2.0, 3.0), rpy=(0.0, 0.5, 0.0))"
    assert type(fb.Sphere(2).radius) is float
    assert repr(fb.Material("m", [1, 0, 0, 1]).color) == "(1.0, 0.0, 0.0, 1.0)"
    assert fb.Limit(upper=INF).upper == INF  # URDF files have it


def test_an_unknown_name_lists_those_that_exist_or_the_closest():
    robot = fb.load("gallery:four_bar")
    with pytest.raises(KeyError, match="no joint named 'zzz'; expected one of: crank, coupler, ro"):
        robot.joints["zzz"]
    with pytest.raises(KeyError, match="named 'x'; there are none") as caught:
        fb.Robot("r", [fb.Link("a")]).loops["x"]
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    many = fb.Robot("r", [fb.Link(f"l{k}") for k in range(100)])
    with pytest.raises(KeyError, match="and 88 more"):
        many.links["something else"]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: fb.Link(""), "link: name must not be empty"),
        (lambda: fb.Joint("", "fixed", "a", "b"), "joint: name must not be empty"),
        (lambda: fb.Joint("j", "fixed", "", "b"), "joint 'j': parent must not be empty"),
        (lambda: fb.Joint("j", "fixed", "a", "a"), "joint 'j': parent and child are both 'a'"),
        (lambda: fb.Loop("", "fixed", "a", "b"), "loop: name must not be empty"),
        (lambda: fb.Coupling("c", "a", ""), "coupling 'c': successor must not be empty"),
        (lambda: fb.Box((1, -1, 1)), "box: size must not be negative, got (1.0, -1.0, 1.0)"),
        (lambda: fb.Sphere(-1), "sphere: radius must not be negative, got -1.0"),
        (lambda: fb.Cylinder(1, -2), "cylinder: length must not be negative, got -2.0"),
        (lambda: fb.Capsule(-1, 2), "capsule: radius must not be negative, got -1.0"),
    ],
)
def test_parts_that_no_robot_can_have_are_refused(make, message):
    with pytest.raises(fb.RobotError) as caught:
        make()
    assert str(caught.value) == message


def test_files_with_such_parts_are_read_and_reported():
    text = (
        '<robot name="r"><link name="a"><visual><geometry><box size="1 -1 1"/></geometry></visual>'
        '</link><joint name="j" type="fixed"><parent link="a"/><child link="a"/></joint></robot>'
    )
    robot, _ = fb.read(text.encode())
    assert robot is not None
    assert robot.joints["j"].child == "a"
    geometry = robot.links["a"].visuals[0].geometry
    assert isinstance(geometry, fb.Box)
    assert geometry.size == (1.0, -1.0, 1.0)
    assert {"G301", "P450"} <= {finding.code for finding in fb.check(text.encode())}


def test_a_joint_is_shown_without_what_it_does_not_have() -> None:
    joint = fb.Joint("elbow", "revolute", "arm", "hand", axis=(0.0, 0.0, 1.0))
    text = "Joint(name='elbow', type='revolute', parent='arm', child='hand', axis=(0.0, 0.0, 1.0))"
    assert repr(joint) == text

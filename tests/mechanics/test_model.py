"""What a Model knows about a robot."""

import pickle

import numpy as np
import pytest

import fourbar as fb
import fourbar.mechanics as fm
from fourbar.mechanics import Model, ModelError
from fourbar.robot import UnknownNameError

from .reference import Reference
from .robots import gallery_model, random_robot


def arm(*joints, links=4):
    names = [f"l{i}" for i in range(links)]
    return fb.Robot("arm").add(*map(fb.Link, names), *joints)


def hinge(name, parent, child, **options):
    return fb.Joint(name, "revolute", parent, child, axis=(0, 0, 1), **options)


def test_coordinates_follow_regular_numbering():
    """Parents first; the earlier joint of the document where that leaves a choice."""
    robot = arm(hinge("c", "l1", "l3"), hinge("b", "l0", "l2"), hinge("a", "l0", "l1"))
    model = Model(robot)
    assert model.joint_names == ("b", "a", "c")
    assert model.link_names == ("l0", "l2", "l1", "l3")


def test_sizes_of_joint_types():
    types = ("floating", "spherical", "universal", "planar", "prismatic", "continuous", "fixed")
    robot = fb.Robot("all").add(fb.Link("l0"))
    for i, kind in enumerate(types, start=1):
        robot = robot.add(fb.Link(f"l{i}"), fb.Joint(kind, kind, f"l{i - 1}", f"l{i}"))
    model = Model(robot)
    assert {n: (j.nq, j.nv) for n, j in model.joints.items()} == {
        "floating": (7, 6),
        "spherical": (4, 3),
        "universal": (2, 2),
        "planar": (2, 2),
        "prismatic": (1, 1),
        "continuous": (1, 1),
    }
    assert (model.nq, model.nv) == (17, 15)
    assert (Model(robot, planar="xyt").nq, Model(robot, planar="xyt").nv) == (18, 16)


def test_configuration_by_joint_name():
    model = Model(arm(hinge("a", "l0", "l1"), hinge("b", "l1", "l2"), hinge("c", "l2", "l3")))
    assert model.q({"b": 0.3}).tolist() == [0.0, 0.3, 0.0]
    assert model.v({"c": -1}).tolist() == [0.0, 0.0, -1.0]
    assert model.q().tolist() == model.neutral.tolist()


def test_limits():
    robot = arm(
        hinge("a", "l0", "l1", limit=fb.Limit(-1.0, 2.0, effort=3.0, velocity=4.0)),
        hinge("b", "l1", "l2"),
        fb.Joint("c", "floating", "l2", "l3"),
    )
    model = Model(robot)
    assert model.lower.tolist() == [-1.0, -np.inf] + [-np.inf] * 3 + [-1.0] * 4
    assert model.upper.tolist() == [2.0, np.inf] + [np.inf] * 3 + [1.0] * 4
    assert model.velocity_limit.tolist() == [4.0] + [np.inf] * 7
    assert model.effort_limit.tolist() == [3.0] + [np.inf] * 7


def test_random_configurations_are_within_limits_and_repeat():
    model = gallery_model("iiwa14")
    Q = model.random(1000, seed=5)
    assert (model.lower <= Q).all()
    assert (model.upper >= Q).all()
    assert (model.random(1000, seed=5) == Q).all()
    spread = (Q.max(axis=0) - Q.min(axis=0)) / (model.upper - model.lower)
    assert (spread > 0.98).all()


def test_random_rotations_are_unit_and_uniform():
    model = Model(random_robot(0, links=2, types=("spherical",)))
    Q = model.random(4000, seed=0)
    np.testing.assert_allclose(np.linalg.norm(Q, axis=1), 1.0, atol=1e-14)
    np.testing.assert_allclose(np.mean(Q[:, :, None] * Q[:, None, :], 0), np.eye(4) / 4, atol=0.02)


def test_random_refuses_limits_that_are_upside_down():
    model = Model(arm(hinge("a", "l0", "l1", limit=fb.Limit(1.0, -1.0)), links=2))
    with pytest.raises(ModelError, match="lower limit is above the upper limit at a"):
        model.random()


def test_a_model_is_immutable():
    model = gallery_model("ur20")
    with pytest.raises(AttributeError, match="immutable"):
        model.robot = None
    with pytest.raises(ValueError, match="read-only"):
        model.neutral[0] = 1.0


def test_a_model_can_be_pickled():
    model = gallery_model("ur20").reduced({"elbow_joint": 0.5})
    copy = pickle.loads(pickle.dumps(model))
    assert copy.joint_names == model.joint_names
    q = model.random(seed=0)
    assert (fm.kinematics(copy, q, "flange").pose == fm.kinematics(model, q, "flange").pose).all()


@pytest.mark.parametrize("seed", range(5))
def test_reduced_models_hold_joints(seed):
    model = Model(random_robot(seed), planar="xyt")
    q = model.random(seed=seed)
    held = {j.name: q[j.q] for j in list(model.joints.values())[::2]}
    reduced = model.reduced(held)
    kept = np.concatenate([q[j.q] for n, j in model.joints.items() if n not in held])
    data, small = model.data(), reduced.data()
    fm.forward_kinematics(model, data, q)
    fm.forward_kinematics(reduced, small, kept)
    np.testing.assert_allclose(small.poses, data.poses, rtol=0, atol=1e-12)
    columns = np.concatenate([np.r_[j.v] for n, j in model.joints.items() if n not in held])
    for link in model.link_names:
        J = fm.jacobian(model, data, link)[:, columns]
        np.testing.assert_allclose(fm.jacobian(reduced, small, link), J, rtol=0, atol=1e-12)


def test_reduced_models_refuse_what_cannot_be_locked():
    model = gallery_model("ur20")
    with pytest.raises(UnknownNameError, match="did you mean 'elbow_joint'"):
        model.reduced({"elbow": 0.0, "elbow_join": 0.0})
    with pytest.raises(ValueError, match="'elbow_joint' is not finite: nan"):
        model.reduced({"elbow_joint": np.nan})
    with pytest.raises(ModelError, match="'elbow_joint' is locked in this model"):
        model.reduced({"elbow_joint": 0.0}).q({"elbow_joint": 1.0})


def test_frames_can_be_added():
    model = gallery_model("ur20")
    tool = model.with_frames({"tcp": ("flange", fb.Pose((0.1, 0, 0), (0, 0, 1.0)))})
    data = tool.data()
    fm.forward_kinematics(tool, data, tool.random(seed=1))
    expected = data.pose("flange")[:3, :3] @ [0.1, 0, 0] + data.pose("flange")[:3, 3]
    np.testing.assert_allclose(data.pose("tcp")[:3, 3], expected, rtol=0, atol=1e-14)
    np.testing.assert_allclose(
        fm.linear_jacobian(tool, data, "tcp"),
        fm.linear_jacobian(tool, data, "flange", point=(0.1, 0, 0)),
        rtol=0,
        atol=1e-14,
    )
    with pytest.raises(ModelError, match="'flange' has the name of a link"):
        model.with_frames({"flange": ("flange", fb.Pose())})


def test_links_behind_fixed_joints_are_addressable():
    robot = arm(
        fb.Joint("f", "fixed", "l0", "l1", origin=fb.Pose((1, 0, 0))),
        hinge("h", "l1", "l2", origin=fb.Pose((0, 1, 0))),
        fb.Joint("g", "fixed", "l2", "l3", origin=fb.Pose((0, 0, 1), (np.pi / 2, 0, 0))),
    )
    model = Model(robot)
    data = model.data()
    fm.forward_kinematics(model, data, [np.pi / 2])
    assert model.nv == 1
    np.testing.assert_allclose(data.pose("l3")[:3, 3], [1, 1, 1], atol=1e-15)
    np.testing.assert_allclose(data.pose("l1")[:3, 3], [1, 0, 0], atol=1e-15)
    assert model.support("l3").tolist() == [0]
    assert model.support("l1").tolist() == []


def test_named_configurations():
    robot = arm(hinge("a", "l0", "l1"), links=2).add(
        fb.Configuration("home", (fb.robot.JointPosition("a", (0.7,)),))
    )
    assert Model(robot).configuration("home").tolist() == [0.7]
    with pytest.raises(UnknownNameError, match="did you mean 'home'"):
        Model(robot).configuration("hone")


@pytest.mark.parametrize(
    ("joint", "message"),
    [
        (
            fb.Joint("j", "revolute", "l0", "l1", axis=(0, 0, 0)),
            "'j': .* no direction",
        ),
    ],
)
def test_robots_that_cannot_be_compiled(joint, message):
    with pytest.raises(ModelError, match=message):
        Model(arm(joint, links=2))


def test_a_duplicate_element_counts_once_and_is_reported():
    """The first valid origin of a joint counts, and the reader says so."""
    text = """<robot name="r"><link name="a"/><link name="b"/>
      <joint name="j" type="revolute"><parent link="a"/><child link="b"/>
        <origin xyz="1 0 0"/><origin xyz="2 0 0"/><axis xyz="0 0 1"/><axis xyz="1 0 0"/>
        <limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>"""
    robot, report = fb.read(text.encode())
    assert robot is not None
    data = (model := Model(robot)).data()
    fm.forward_kinematics(model, data, [0.5])
    np.testing.assert_allclose(data.pose("b"), Reference(model).pose("b", [0.5]), atol=1e-15)
    assert data.pose("b")[0, 3] == 1.0
    assert len(report) > 0


@pytest.mark.parametrize("tilt", [1e-7, 3e-8, 1e-12])
def test_an_axis_that_is_nearly_a_coordinate_axis_is_not_taken_for_one(tilt):
    robot = fb.Robot("tilted").add(
        fb.Link("ground"),
        fb.Link("arm"),
        fb.Joint("turn", "continuous", "ground", "arm", axis=(tilt, 0.0, 1.0)),
    )
    model = Model(robot)
    data = model.data()
    fm.forward_kinematics(model, data, [0.3])
    axis = fm.angular_jacobian(model, data, "arm")[:, 0]
    np.testing.assert_allclose(axis, np.array([tilt, 0.0, 1.0]) / np.hypot(1.0, tilt), atol=1e-15)

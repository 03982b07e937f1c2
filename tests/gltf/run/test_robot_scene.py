"""The runtime: positions, followers, loops, places."""

import numpy as np
import pytest

import fourbar as fb
from fourbar.gltf import RobotScene, write_glb
from fourbar.mechanics import Model, forward_kinematics
from fourbar.mechanics.loops import LoopError

from ..example_robots import configurations, four_bar, joint_types, mimic, minimal


def scene(robot, **options):
    return RobotScene(write_glb(robot, animations=False, **options))


@pytest.mark.parametrize("basis", ["gltf", "root"])
def test_links_are_where_forward_kinematics_puts_them(basis):
    robot = fb.load("gallery:ur20")
    shown = scene(robot, basis=basis)
    model = Model(robot)
    data = model.data()
    for q in model.random(5, seed=3):
        shown.set({name: q[slot.q] for name, slot in model.joints.items()})
        forward_kinematics(model, data, q)
        for link in robot.links.names:
            np.testing.assert_allclose(shown.link_pose(link), data.pose(link), atol=1e-12)


def test_world_is_in_gltf_axes():
    shown = scene(minimal())
    visual = shown.world(4)
    assert visual[:3, 3].tolist() == pytest.approx([0.0, 0.25, 0.0])


def test_joints_tell_their_limits():
    joint = scene(minimal()).joints["pivot"]
    assert (joint.lower, joint.upper, joint.velocity, joint.effort) == (
        (-1.5,),
        (1.5,),
        (2.0,),
        (10.0,),
    )
    assert joint.dof == 1
    assert scene(joint_types()).joints["continuous_joint"].upper == (np.inf,)


def test_followers_follow_through_chains_and_beyond_their_limits():
    shown = scene(mimic())
    shown.set({"finger_-1": 0.04})
    assert shown.get("finger_0") == (0.02,)
    assert shown.get("finger_1") == pytest.approx((-0.03,))  # below its lower limit of 0
    with pytest.raises(ValueError, match="mimics 'finger_-1'"):
        shown.set({"finger_0": 0.0})


def test_clamp_is_asked_for():
    shown = scene(minimal())
    shown.set({"pivot": 9.0})
    assert shown.get("pivot") == (9.0,)
    shown.set({"pivot": 9.0}, clamp=True)
    assert shown.get("pivot") == (1.5,)


def test_setting_overwrites_and_rest_restores():
    robot = minimal().update(fb.Joint("pivot", "revolute", "base", "arm", limit=fb.Limit(0.5, 1.0)))
    shown = scene(robot)
    assert shown.get("pivot") == (0.5,)
    before = shown.link_pose("arm")
    shown.set({"pivot": 0.75})
    expected = Model(robot)
    data = expected.data()
    forward_kinematics(expected, data, [0.75])
    np.testing.assert_allclose(shown.link_pose("arm"), data.pose("arm"), atol=1e-12)
    shown.rest()
    np.testing.assert_allclose(shown.link_pose("arm"), before, atol=1e-15)


def test_a_floating_joint_is_placed_by_a_quaternion():
    shown = scene(joint_types())
    turn = np.array([0.1, -0.7, 0.3, 0.64])
    turn /= np.linalg.norm(turn)
    shown.set_pose("floating_joint", (1.0, 2.0, 3.0), turn)
    translation, rotation = shown.pose_of("floating_joint")
    assert translation == pytest.approx((1.0, 2.0, 3.0))
    assert abs(np.dot(rotation, turn)) == pytest.approx(1.0)
    with pytest.raises(ValueError, match="no free orientation"):
        shown.set_pose("revolute_joint", (0, 0, 0), turn)


def test_configurations_by_name():
    shown = scene(configurations())
    shown.configuration("folded")
    assert shown.positions == {"pivot": (1.0,), "elbow": (0.5, -0.25)}
    with pytest.raises(KeyError, match="did you mean 'folded'"):
        shown.configuration("foldet")


def test_loops_are_closed_on_request():
    shown = scene(four_bar())
    assert shown.gap < 1e-9
    shown.set({"crank_pivot": 0.4 + shown.get("crank_pivot")[0]})
    assert shown.gap > 1e-3
    at = shown.get("crank_pivot")
    shown.close("crank_pivot")
    assert shown.get("crank_pivot") == at
    assert shown.gap < 1e-9
    shown.set({"rocker_pivot": 3.0})
    with pytest.raises(LoopError):
        shown.close("rocker_pivot", "crank_pivot")


def test_one_of_several_robots():
    data = write_glb([minimal(), mimic()], placements=[fb.Pose(), fb.Pose((1, 0, 0))])
    shown = RobotScene(data, model="gripper")
    assert "finger_0" in shown.joints
    assert shown.world(shown._model.root_node)[:3, 3].tolist() == [0, 0, 1]
    np.testing.assert_allclose(shown.link_pose("palm"), np.eye(4))
    with pytest.raises(fb.LoadError):
        RobotScene(data, model=2)


def test_wrong_names_and_numbers_of_numbers():
    shown = scene(configurations())
    with pytest.raises(KeyError, match="did you mean 'elbow'"):
        shown.get("elbo")
    with pytest.raises(ValueError, match="2 finite values"):
        shown.set({"elbow": 1.0})
    with pytest.raises(ValueError, match="finite"):
        shown.set({"pivot": float("nan")})

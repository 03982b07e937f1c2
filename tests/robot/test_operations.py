"""Operations on a description: the same robot afterwards, or exactly the one that is meant."""

from __future__ import annotations

import random

import numpy as np
import pytest

import fourbar as fb
from fourbar import gallery
from fourbar.robot import Configuration, JointPosition, Sensor
from fourbar.robot.control import ControlComponent, Interface, Parameter, Ros2Control
from fourbar.robot.operations.merging import obstacle

from .operations import OTHER, SAME, configurations, pose, poses

CLOSE = 1e-12
NAMES = gallery.names()


def applied(operation, name):
    """The operation on a gallery robot; one that refuses is tried with other choices."""
    robot = fb.load(f"gallery:{name}")
    for attempt in range(5):
        try:
            return robot, operation(robot, random.Random(f"{name} {attempt}"))
        except fb.RobotError:
            continue
    return robot, None


@pytest.mark.parametrize("operation", SAME, ids=lambda x: x.__name__)
@pytest.mark.parametrize("name", NAMES[::2])
def test_the_robot_is_the_same_afterwards(operation, name):
    robot, done = applied(operation, name)
    if done is None:
        assert name in ("drone", "mobile_base", "differential", "belt_leg", "humanoid")
        return
    found = fb.compare(robot, done.robot)
    assert found.equal, str(found)


@pytest.mark.parametrize("operation", [*SAME, *OTHER], ids=lambda x: x.__name__)
@pytest.mark.parametrize("name", NAMES[1::2])
def test_undone_it_is_the_original(operation, name):
    robot, done = applied(operation, name)
    if done is None or done.back is None:
        return
    found = fb.compare(robot, done.back, strict_names=True)
    assert found.equal, str(found)
    assert (found.only_a, found.only_b) == ((), ())
    assert done.back.joints.names == robot.joints.names or operation.__name__ == "split"


# What changes, in numbers from the mechanics


@pytest.mark.parametrize("name", NAMES)
def test_a_scaled_robot_has_scaled_poses_and_masses(name):
    robot = fb.load(f"gallery:{name}")
    one, two = fb.Model(robot), fb.Model(robot.scaled(2.0))
    q = configurations(one, 1)
    p = q.copy()
    for slot in one.joints.values():
        meters = [k for k, unit in enumerate(slot.units) if unit == "m"]
        p[:, [slot.q.start + k for k in meters]] *= 2.0
    here, there = poses(one, q), poses(two, p)
    for link, T in here.items():
        T = T.copy()
        T[:, :3, 3] *= 2.0
        assert np.abs(there[link] - T).max() < CLOSE
    assert two.mass == pytest.approx(8.0 * one.mass)
    data = one.data(), two.data()
    M, N = (fb.mass_matrix(m, d, x[0], coordinates="spanning") for m, d, x in
            ((one, data[0], q), (two, data[1], p)))  # fmt: skip
    length = np.ones(one.nv)
    for slot in one.joints.values():
        units = [step.unit for step in slot.steps]
        length[[slot.v.start + k for k, unit in enumerate(units) if unit == "rad"]] = 2.0
    # A turning row of M is m l^2, a sliding one m.
    assert np.abs(N - 8.0 * M * np.outer(length, length)).max() < 1e-9 * (1 + np.abs(N).max())


@pytest.mark.parametrize("plane", ["xy", "xz", "yz"])
@pytest.mark.parametrize("name", [n for n in NAMES if n not in ("drone", "mobile_base")])
def test_a_mirrored_robot_has_mirrored_poses(name, plane):
    robot = fb.load(f"gallery:{name}")
    if any(j.kind.orientation is not None for j in robot.joints):
        return  # quaternions are mirrored too: the next test
    signs = {"yz": [-1, 1, 1, 1], "xz": [1, -1, 1, 1], "xy": [1, 1, -1, 1]}[plane]
    S = np.diag(signs).astype(float)
    one, two = fb.Model(robot), fb.Model(robot.mirrored(plane))
    q = configurations(one, 2)
    here, there = poses(one, q), poses(two, q)
    for link, T in here.items():
        assert np.abs(there[link] - S @ T @ S).max() < CLOSE
    M, N = (fb.mass_matrix(m, m.data(), q[0], coordinates="spanning") for m in (one, two))
    assert np.abs(M - N).max() < 1e-12 * (1 + np.abs(M).max())


def test_the_configuration_of_a_floating_joint_is_mirrored():
    joint = fb.Joint("free", "floating", "world", "body")
    turn = np.array([0.1, 0.2, 0.3, 0.9])
    values = (1.0, 2.0, 3.0, *(turn / np.linalg.norm(turn)))
    robot = fb.Robot(
        "r",
        [fb.Link("world"), fb.Link("body")],
        [joint],
        configurations=[Configuration("home", (JointPosition("free", values),))],
    )
    mirrored = robot.mirrored("xz")
    S = np.diag([1.0, -1.0, 1.0, 1.0])
    models = fb.Model(robot), fb.Model(mirrored)
    T, U = (poses(m, m.configuration("home")[None])["body"][0] for m in models)
    assert np.abs(U - S @ T @ S).max() < CLOSE


@pytest.mark.parametrize("name", NAMES)
def test_a_new_zero_shifts_positions_and_nothing_else(name):
    robot = fb.load(f"gallery:{name}")
    if robot.couplings:
        return
    values = {j.name: 0.1 * (i + 1) for i, j in enumerate(robot.joints) if j.dof == 1}
    changed = robot.set_zero(values)
    one, two = fb.Model(robot), fb.Model(changed)
    q = configurations(one, 3)
    p = q.copy()
    for joint, value in values.items():
        p[:, one.joints[joint].q] -= value
    here, there = poses(one, q), poses(two, p)
    for link, T in here.items():
        assert np.abs(there[link] - T).max() < CLOSE
    shift = np.zeros(one.nq)
    for joint, value in values.items():
        shift[one.joints[joint].q] = value
    ends = np.isfinite(one.lower)
    assert np.abs(one.lower[ends] - shift[ends] - two.lower[ends]).max(initial=0.0) < CLOSE
    if one.has_loops:
        return
    # Followers follow: the same point of the robot's motion in other numbers.
    y = np.array(one.random(seed=4))
    assert np.abs(obeyed(two, y - shift) - (y - shift)).max() < CLOSE


def obeyed(model: fb.Model, q: np.ndarray) -> np.ndarray:
    from fourbar.mechanics.mimic import obey

    return obey(q.copy(), model.followers)


@pytest.mark.parametrize("name", ["iiwa14", "ur20", "four_bar", "stewart", "slider_crank"])
def test_another_frame_moves_nothing_but_the_frame(name):
    robot = fb.load(f"gallery:{name}")
    rng = random.Random(name)
    for joint in robot.joints:
        if joint.kind.axes > 1 or joint.kind.orientation is not None:
            continue
        moved = pose(rng)
        if joint.type in ("revolute", "continuous"):
            moved = fb.Pose([0.2 * x for x in joint.axis], moved.rpy)
        one, two = fb.Model(robot), fb.Model(robot.move_frame(joint.child, moved))
        q = configurations(one, 5)
        here, there = poses(one, q), poses(two, q)
        for link, T in here.items():
            expected = T @ moved.matrix() if link == joint.child else T
            assert np.abs(there[link] - expected).max() < CLOSE
        M, N = (fb.mass_matrix(m, m.data(), q[0], coordinates="spanning") for m in (one, two))
        assert np.abs(M - N).max() < 1e-10 * (1 + np.abs(M).max())


def test_a_frame_off_the_axis_is_refused():
    robot = fb.load("gallery:ur20")
    with pytest.raises(fb.RobotError, match="its frame must stay on the axis"):
        robot.move_frame("forearm_link", fb.Pose((0.1, 0.2, 0.3)))


# What follows


def hand() -> fb.Robot:
    """A palm with a plate fixed to it: a sensor, a loop and a finger on the plate."""
    links = [
        fb.Link("palm", fb.Inertial(1.0, fb.Inertia(1.0, 2.0, 3.0))),
        fb.Link("plate", fb.Inertial(0.5, fb.Inertia(0.1, 0.1, 0.1), fb.Pose((0, 0, 0.1)))),
        fb.Link("finger", fb.Inertial(0.1)),
    ]
    joints = [
        fb.Joint("mount", "fixed", "palm", "plate", origin=fb.Pose((0, 0, 0.2), (0, 0, 1.0))),
        fb.Joint("bend", "revolute", "plate", "finger", limit=fb.Limit(-1, 1, 5, 2)),
    ]
    loop = fb.Loop(
        "stop", "spherical", "plate", "finger", fb.Pose((0.1, 0, 0)), fb.Pose((0.1, 0, 0))
    )
    return fb.Robot("hand", links, joints, [loop], sensors=[Sensor("eye", "plate")])


def test_merging_carries_sensors_loops_and_joints_along():
    robot = hand()
    merged = robot.merge_fixed()
    mount = robot.joints["mount"].origin
    assert merged.links.names == ("palm", "finger")
    assert merged.sensors[0].parent == "palm"
    assert merged.sensors[0].origin == mount
    assert merged.joints["bend"].parent == "palm"
    assert merged.joints["bend"].origin == mount
    assert merged.loops["stop"].predecessor == "palm"
    assert merged.loops["stop"].predecessor_origin == mount @ fb.Pose((0.1, 0, 0))
    # Two bodies by hand: centres at 0 and 0.3 m, 1 and 0.5 kg.
    inertial = merged.links["palm"].inertial
    assert inertial.mass == 1.5
    assert inertial.origin.xyz[2] == pytest.approx(0.1)
    assert inertial.inertia.ixx == pytest.approx(1.0 + 0.1 + 1.0 * 0.1**2 + 0.5 * 0.2**2)
    assert inertial.inertia.izz == pytest.approx(3.1)


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ('<gazebo reference="plate"><mu1>1</mu1></gazebo>', "a <gazebo> block refers to 'plate'"),
        ('<gazebo reference="mount"><preserveFixedJoint>true</preserveFixedJoint></gazebo>',
         "a <gazebo> block refers to 'mount'"),
        ('<gazebo><plugin name="p"><bodyName>plate</bodyName></plugin></gazebo>',
         "<plugin>, which fourbar does not model, mentions 'plate'"),
        ('<transmission name="t"><joint name="mount"/></transmission>',
         "transmission 't' is about it"),
        ('<sensor name="ft"><parent joint="mount"/></sensor>', "sensor 'ft' measures at it"),
    ],
)  # fmt: skip
def test_what_merging_cannot_carry_keeps_the_link(more, reason):
    robot = fb.loads(
        '<robot name="r"><link name="palm"/><link name="plate"/><joint name="mount" type="fixed">'
        f'<parent link="palm"/><child link="plate"/></joint>{more}</robot>'
    )
    assert obstacle(robot, "mount") == reason
    assert robot.merge_fixed() == robot
    with pytest.raises(fb.RobotError, match="joint 'mount' cannot be merged: "):
        robot.merge_fixed("mount")


def test_mass_is_not_merged_into_the_ground_unless_that_is_asked_for():
    body = fb.Inertial(1.5, fb.Inertia(0.1, 0.1, 0.1))
    robot = fb.Robot(
        "bolted",
        [fb.Link("world"), fb.Link("frame"), fb.Link("base", body), fb.Link("tool", body)],
        [
            fb.Joint("one", "fixed", "world", "frame"),
            fb.Joint("two", "fixed", "frame", "base"),
            fb.Joint("three", "fixed", "base", "tool"),
        ],
    )
    merged = robot.merge_fixed()
    assert merged.links.names == ("world", "base")
    assert merged.links["world"].inertial is None
    assert merged.links["base"].inertial.mass == 2 * body.mass
    assert obstacle(merged, "two").startswith("link 'world' is the ground")
    assert merged.merge_fixed("two").links["world"].inertial.mass == 2 * body.mass
    # Only a root is the ground.
    below = robot.add(fb.Link("cell"), fb.Joint("top", "fixed", "cell", "world"))
    assert below.merge_fixed().links.names == ("cell",)


def test_a_link_can_be_kept():
    robot = fb.load("gallery:ur20")
    assert "tool0" in robot.merge_fixed(keep=["tool0"]).links
    assert "tool0" not in robot.merge_fixed().links


def test_splitting_refuses_what_is_not_there():
    robot = hand()
    for kwargs, message in (
        ({"new": "palm"}, "duplicate link name 'palm'"),
        ({"new": "x", "joint": "bend"}, "duplicate joint name 'bend'"),
        ({"new": "x", "visuals": [0]}, "has no visual 0"),
        ({"new": "x", "inertial": fb.Inertial(9.0)}, "cannot take 9 kg off"),
    ):
        with pytest.raises(fb.RobotError, match=message):
            robot.split_link("palm", **kwargs)


def test_zeros_take_limits_mimics_states_and_control_along():
    robot = fb.load("gallery:gripper")
    follower = next(j for j in robot.joints if j.mimic)
    leader = follower.mimic.joint
    robot = robot.replace(
        configurations=[Configuration("home", (JointPosition(leader, (0.02,)),))],
        ros2_control=[
            Ros2Control(
                "hand",
                "system",
                None,
                (
                    ControlComponent(
                        "joint",
                        leader,
                        (Interface("position", (Parameter("min", "0.0"),)),),
                        (Interface("position", (Parameter("initial_value", "0.5"),)),),
                    ),
                ),
            )
        ],
    )
    changed = robot.set_zero({leader: 0.25})
    assert changed.configurations[0].positions[0].values == (0.02 - 0.25,)
    component = changed.ros2_control[0].components[0]
    assert component.command_interfaces[0].parameters[0].value == "-0.25"
    assert component.state_interfaces[0].parameters[0].value == "0.25"
    offset = follower.mimic.offset + follower.mimic.multiplier * 0.25
    assert changed.joints[follower.name].mimic.offset == pytest.approx(offset)


def test_a_joint_without_a_range_gets_none_by_a_new_zero():
    links = [fb.Link("a"), fb.Link("b")]
    rated = fb.Limit(effort=5.0, velocity=2.0)
    robot = fb.Robot("r", links, [fb.Joint("j", "revolute", "a", "b", limit=rated)])
    assert robot.set_zero({"j": 0.5}).joints["j"].limit == rated


def test_operations_refuse_what_would_lose_its_meaning():
    belt = fb.load("gallery:belt_leg")
    coupling = belt.couplings[0]
    with pytest.raises(fb.RobotError, match=f"coupling {coupling.name!r} adds up the joints"):
        belt.rerooted(coupling.predecessor)
    with pytest.raises(fb.RobotError, match="is floating: seen from its child"):
        fb.load("gallery:drone").rerooted(fb.load("gallery:drone").links.names[-1])
    with pytest.raises(fb.RobotError, match="a scale must be positive and finite, got 0"):
        belt.scaled(0.0)
    with pytest.raises(ValueError, match="unknown plane 'zz'; expected one of: yz, xz, xy"):
        belt.mirrored("zz")
    with pytest.raises(fb.RobotError, match="only a joint with one degree of freedom"):
        fb.load("gallery:drone").set_zero({"flight": 0.1})


def test_a_transmission_is_not_cut_in_two():
    text = "".join(
        f'<link name="l{i}"/><joint name="j{i}" type="continuous"><parent link="base"/>'
        f'<child link="l{i}"/></joint>'
        for i in (1, 2)
    )
    both = '<transmission name="both"><joint name="j1"/><joint name="j2"/></transmission>'
    robot = fb.loads(f'<robot name="r"><link name="base"/>{text}{both}</robot>')
    with pytest.raises(fb.RobotError, match="transmission 'both' moves joints inside and outside"):
        robot.extract_chain("base", "l1")
    assert robot.extract_chain("l1", "l2").transmissions == robot.transmissions


def test_a_chain_can_be_taken_out():
    robot = fb.load("gallery:humanoid")
    names = [joint.name for joint in robot.chain("pelvis", "head")]
    part = robot.extract_chain("pelvis", "head")
    assert set(part.joints.names) == set(names)
    one, two = fb.Model(robot), fb.Model(part)
    q = configurations(two, 6)
    full = np.tile(np.array(one.neutral), (len(q), 1))
    for name in two.joints:
        full[:, one.joints[name].q] = q[:, two.joints[name].q]
    there, here = poses(one, full), poses(two, q)
    back = np.linalg.inv(there["pelvis"])
    assert np.abs(back @ there["head"] - here["head"]).max() < CLOSE
    with pytest.raises(fb.RobotError, match="loop 'support_foot' connects the chain from"):
        fb.load("gallery:leg_linkage").extract_chain("base", "foot")

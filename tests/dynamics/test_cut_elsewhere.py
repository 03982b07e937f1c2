"""10: the same mechanism with its loops cut elsewhere has the same motions and the same forces.

A loop becomes a joint, and the joint that its successor hung on becomes a loop: another spanning
tree, other coordinates, other rows of K. Accelerations of the joints that both have, energies, the
mass matrix and all reactions that rigid links determine must agree, to 1e-9.
"""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import fourbar as fb

from .proofs import within
from .robots import gallery, relative, states
from .test_attachments import assemblies

TURNS = ("revolute", "continuous")


def below(robot: fb.Robot, link: str) -> set[str]:
    """A link and all that hangs on it."""
    found, waiting = {link}, [link]
    while waiting:
        parent = waiting.pop()
        children = [j.child for j in robot.joints if j.parent == parent]
        found.update(children)
        waiting += children
    return found


def can_be_cut(model: fb.Model, loop: fb.Loop) -> bool:
    """Whether the joint of the loop's successor is passive, and can take the loop's place."""
    robot = model.robot
    if loop.type not in (*TURNS, "spherical") or loop.successor == robot.root.name:
        return False
    (joint,) = (j for j in robot.joints if j.child == loop.successor)
    if joint.type not in (*TURNS, "prismatic", "universal", "floating", "spherical"):
        return False
    slot = model.joints[joint.name].v
    coupled = bool(robot.couplings) or any(j.mimic for j in robot.joints)
    driven = set(range(slot.start, slot.stop)) & set(model.chart.v.tolist())
    return not coupled and not driven and loop.predecessor not in below(robot, loop.successor)


def declared(model: fb.Model) -> fb.Robot:
    """The robot with the independent joints of its chart written down."""
    robot = model.robot
    independent = {n for n, s in model.joints.items() if s.v.start in model.chart.v.tolist()}
    in_loops = {name for block in model.loops.blocks for name in block.joints}
    for joint in robot.joints:
        if joint.name in in_loops:
            robot = robot.update(replace(joint, independent=joint.name in independent))
    return robot


def cut_elsewhere(robot: fb.Robot, loop: fb.Loop) -> fb.Robot:
    """The loop as a joint, and the joint of its successor as a loop."""
    (joint,) = (j for j in robot.joints if j.child == loop.successor)
    link = robot.links[loop.successor]
    back = loop.successor_origin.inverse()  # from the new frame of the link to the old one
    joints = []
    for other in robot.joints:
        if other.name == joint.name:
            kind = "continuous" if loop.type in TURNS else loop.type
            other = fb.Joint(
                loop.name,
                kind,
                loop.predecessor,
                link.name,
                loop.predecessor_origin,
                loop.axis,
                independent=False,
            )
        elif other.parent == link.name:
            other = replace(other, origin=back @ other.origin)
        joints.append(other)
    loops = []
    for other in robot.loops:
        if other.name == loop.name:
            if joint.type == "floating":
                continue  # it held nothing
            other = fb.Loop(
                joint.name,
                "revolute" if joint.type in TURNS else joint.type,
                joint.parent,
                link.name,
                joint.origin,
                back,
                joint.axis,
                axis2=joint.axis2,
            )
        else:
            ends = {}
            if other.predecessor == link.name:
                ends["predecessor_origin"] = back @ other.predecessor_origin
            if other.successor == link.name:
                ends["successor_origin"] = back @ other.successor_origin
            other = replace(other, **ends)
        loops.append(other)
    if link.inertial is not None:
        link = replace(link, inertial=replace(link.inertial, origin=back @ link.inertial.origin))
    links = [link if other.name == link.name else other for other in robot.links]
    return fb.Robot("cut_elsewhere", links, joints).add(*loops)


def position(model: fb.Model, data: fb.Data, loop: fb.Loop) -> np.ndarray:
    """Where the loop's two frames are to each other, as the coordinates of a joint."""
    P = data.pose(loop.predecessor) @ loop.predecessor_origin.matrix()
    S = data.pose(loop.successor) @ loop.successor_origin.matrix()
    R = P[:3, :3].T @ S[:3, :3]
    # Twice the quaternion: x, y, z from the skew part, w from the trace; never half a turn here.
    turned = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
    if loop.type == "spherical":
        w = 0.5 * np.sqrt(max(1.0 + np.trace(R), 0.0))
        return np.r_[turned / (4 * w), w]
    axis = np.array(loop.axis) / np.linalg.norm(loop.axis)
    return np.array([np.arctan2(axis @ turned, np.trace(R) - 1.0)])


def agree(model: fb.Model, loop: fb.Loop, seed: int) -> None:
    """One way of cutting against the other."""
    one = fb.Model(declared(model))
    two = fb.Model(cut_elsewhere(one.robot, loop))
    rng = np.random.default_rng(seed)
    options = {"frame": "world", "friction": False}
    common = [name for name in two.joints if name != loop.name]
    for at in states(one, 2, seed=seed):
        data = one.data()
        fb.forward_kinematics(one, data, at.q)
        q = np.array(two.neutral)
        for name in common:
            q[two.joints[name].q] = at.q[one.joints[name].q]
        q[two.joints[loop.name].q] = position(one, data, loop)
        names = [n for n, s in one.joints.items() if s.v.start in one.chart.v.tolist()]
        results = []
        u, push = rng.standard_normal((2, one.chart.size))
        weights = dict(zip(one.chart.v.tolist(), zip(u, push, strict=True), strict=True))
        for each, at_q in ((one, at.q), (two, q)):
            rates, tau = np.zeros(each.chart.size), np.zeros(each.nv)
            order = []
            for k, column in enumerate(each.chart.v.tolist()):
                (name,) = (n for n, s in each.joints.items() if s.v.start <= column < s.v.stop)
                assert name in names
                same = one.joints[name].v.start + column - each.joints[name].v.start
                rates[k], tau[column] = weights[same]
                order.append(one.chart.v.tolist().index(same))
            # Loops have no damping in URDF+, so that of their joints does not count.
            a = fb.forward_dynamics(each, None, at_q, rates, tau, friction=False)
            place = np.argsort(order)
            M = fb.mass_matrix(each, None, at_q)[np.ix_(place, place)]
            found = fb.reactions(each, None, at_q, rates, a=a, tau=tau, **options)
            wrenches = dict(zip(found.joint_names, found.joints, strict=True))
            wrenches |= dict(zip(found.loop_names, found.loops, strict=True))
            sure = dict(zip(found.joint_names, found.determined.joints, strict=True))
            sure |= dict(zip(found.loop_names, found.determined.loops, strict=True))
            energy = fb.energy(each, None, at_q, rates)
            a = np.concatenate([a[each.joints[name].v] for name in common])
            results.append((a, M, np.array(energy[:2]), wrenches, sure))
        (a, M, energy, wrenches, sure), (b, N, other, forces, certain) = results
        allowed = within(1e-9, M)
        assert relative(b, a) < allowed
        assert relative(N, M) < 1e-9
        assert relative(other, energy) < 1e-9
        size = max(1.0, *(float(np.abs(w).max()) for w in wrenches.values()))
        compared = 0
        for name in set(wrenches) & set(forces):
            both = sure[name] & certain[name]
            compared += int(both.sum())
            assert np.abs((forces[name] - wrenches[name])[both]).max(initial=0) < allowed * size
        assert compared > 0


def cases():
    for name in ("four_bar", "six_bar", "slider_crank", "leg_linkage", "delta", "stewart"):
        model = gallery(name)
        for loop in model.robot.loops:
            if can_be_cut(model, loop):
                yield pytest.param(model, loop, id=f"{name}-{loop.name}")


@pytest.mark.parametrize(("model", "loop"), list(cases()))
def test_gallery(model, loop):
    agree(model, loop, seed=3)


def test_every_closed_gallery_robot_with_such_a_loop_is_among_them():
    assert {param.id.partition("-")[0] for param in cases()} >= {
        "four_bar",
        "six_bar",
        "slider_crank",
        "leg_linkage",
        "stewart",
    }


@pytest.mark.slow
@settings(
    max_examples=20, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
@given(assemblies(), st.integers(0, 2**16))
def test_attachments(robot, seed):
    model = fb.Model(robot)
    if robot.couplings or any(j.mimic for j in robot.joints):
        return
    for loop in robot.loops:
        if can_be_cut(model, loop):
            agree(model, loop, seed)
            return

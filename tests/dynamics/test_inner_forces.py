"""Reactions: every link alone is in balance, and what is determined is what mechanics says."""

import numpy as np
import pytest

import fourbar as fb

from .robots import CLOSED, gallery, states
from .test_model import pendulum

CASES = [*CLOSED, "iiwa14", "humanoid"]


def moved_to_origin(wrench, point, R):
    """A wrench at a point in axes R, about the world's origin in world axes."""
    force = R @ wrench[:3]
    return np.r_[force, R @ wrench[3:] + np.cross(point, force)]


def rate_of_momentum(model, data, link, gravity):
    """m c'' and the rate of angular momentum about the world's origin, less gravity, by hand."""
    T = data.pose(link.name) @ link.inertial.origin.matrix()
    R, c = T[:3, :3], T[:3, 3]
    i, m = link.inertial.inertia, link.inertial.mass
    tensor = (
        R @ np.array([[i.ixx, i.ixy, i.ixz], [i.ixy, i.iyy, i.iyz], [i.ixz, i.iyz, i.izz]]) @ R.T
    )
    point = np.linalg.solve(data.pose(link.name), np.r_[c, 1.0])[:3]
    v = fb.frame_velocity(model, data, link.name, point=point)
    a = fb.frame_acceleration(model, data, link.name, point=point)
    force = m * (a[:3] - gravity)
    turning = tensor @ a[3:] + np.cross(v[3:], tensor @ v[3:])
    return np.r_[force, turning + np.cross(c, force)]


@pytest.mark.parametrize("name", CASES)
def test_every_link_alone_obeys_newton_and_euler(name):
    model = gallery(name)
    data = model.data()
    push = {model.link_names[-1]: np.array([3.0, -2.0, 1.0, 0.3, 0.2, -0.1])}
    for at in states(model, 3, seed=5):
        found = fb.reactions(model, data, at.q, at.v, a=at.a, wrenches=push)
        fb.forward_kinematics(model, data, at.q, at.v, at.a)
        sums = {link.name: np.zeros(6) for link in model.robot.links}
        for joint_name, wrench in zip(found.joint_names, found.joints, strict=True):
            joint = model.robot.joints[joint_name]
            T = data.pose(joint.child)
            w = moved_to_origin(wrench, T[:3, 3], T[:3, :3])
            sums[joint.child] += w
            sums[joint.parent] -= w
        for loop_name, wrench in zip(found.loop_names, found.loops, strict=True):
            loop = model.robot.loops[loop_name]
            P = data.pose(loop.predecessor) @ loop.predecessor_origin.matrix()
            S = data.pose(loop.successor) @ loop.successor_origin.matrix()
            w = moved_to_origin(wrench, S[:3, 3], P[:3, :3])
            sums[loop.successor] += w
            sums[loop.predecessor] -= w
        for link, wrench in push.items():
            sums[link] += moved_to_origin(wrench, data.pose(link)[:3, 3], np.eye(3))
        size = max(np.abs(x).max() for x in sums.values())
        for link in model.robot.links:
            if link.name == model.robot.root.name:
                continue
            needed = np.zeros(6)
            if link.inertial is not None:
                needed = rate_of_momentum(model, data, link, np.array(model.gravity))
            np.testing.assert_allclose(sums[link.name], needed, rtol=0, atol=1e-9 * max(1.0, size))


@pytest.mark.parametrize("name", CASES)
def test_passive_joints_transmit_no_effort(name):
    """Along its own motion a joint transmits the drive's effort, less friction, and couplings'."""
    model = gallery(name)
    data = model.data()
    kinds = ("coupling", "mimic")
    linear = [c for kind in kinds for c in model.loops.constraints if c.kind == kind]
    linear = [row for c in linear for row in range(c.rows.start, c.rows.stop)]
    for at in states(model, 3, seed=6):
        found = fb.reactions(model, data, at.q, at.v, a=at.a, friction=False)
        K = fb.closure(model, at.q)[1]
        transmitted = [*found.couplings, *found.mimics]
        effort = found.tau + sum(
            (K[row] * x for row, x in zip(linear, transmitted, strict=True)),
            np.zeros(model.nv),
        )
        effort = effort - model.armature * at.a
        fb.forward_kinematics(model, data, at.q)
        for joint_name, wrench in zip(found.joint_names, found.joints, strict=True):
            if joint_name not in model.joints:
                continue
            slot = model.joints[joint_name]
            child, parent = (
                fb.jacobian(model, data, link, frame="world")
                for link in (
                    model.robot.joints[joint_name].child,
                    model.robot.joints[joint_name].parent,
                )
            )
            T = data.pose(model.robot.joints[joint_name].child)
            w = moved_to_origin(wrench, T[:3, 3], T[:3, :3])
            size = max(1.0, np.abs(found.joints).max())
            along = (child - parent)[:, slot.v].T @ w
            np.testing.assert_allclose(along, effort[slot.v], rtol=0, atol=1e-8 * size)


def test_determined_is_what_a_planar_linkage_leaves():
    """In a plane xz, revolute loops hold fy, mx and mz in an unknown share; the rest is certain."""
    for name in ("four_bar", "six_bar", "slider_crank"):
        model = gallery(name)
        (at,) = states(model, 1)
        found = fb.reactions(model, None, at.q, at.v, a=at.a)
        moving = [n for n in found.joint_names if n in model.joints]
        rows = [found.joint_names.index(n) for n in moving]
        expected = np.array([True, False, True, False, True, False])
        in_loops = {j for block in model.loops.blocks for j in block.joints}
        for row, joint in zip(rows, moving, strict=True):
            if joint in in_loops:
                assert (found.determined.joints[row] == expected).all(), (name, joint)
        assert sum(found.indeterminacy) > 0
    for name in ("stewart", "delta"):
        model = gallery(name)
        (at,) = states(model, 1)
        found = fb.reactions(model, None, at.q)
        assert found.determined.loops.all()
        assert found.indeterminacy == (0,) * len(found.indeterminacy)


def test_the_rule_changes_only_what_is_undetermined():
    model = gallery("four_bar")
    (at,) = states(model, 1)
    least = fb.reactions(model, None, at.q, at.v, a=at.a)
    rng = np.random.default_rng(0)
    other = fb.reactions(
        model, None, at.q, at.v, a=at.a, rule=rng.uniform(0.1, 10.0, model.loops.n_c)
    )
    sure = least.determined.joints
    np.testing.assert_allclose(least.joints[sure], other.joints[sure], rtol=0, atol=1e-10)


def test_efforts_and_accelerations_must_fit():
    model = gallery("four_bar")
    (at,) = states(model, 1)
    tau = fb.inverse_dynamics(model, None, at.q, at.v, at.a)
    by_motion = fb.reactions(model, None, at.q, at.v, a=at.a)
    by_effort = fb.reactions(model, None, at.q, at.v, tau=tau)
    both = fb.reactions(model, None, at.q, at.v, a=at.a, tau=tau)
    for found in (by_effort, both):
        np.testing.assert_allclose(found.joints, by_motion.joints, rtol=0, atol=1e-8)
    with pytest.raises(ValueError, match="tau does not cause a"):
        fb.reactions(model, None, at.q, at.v, a=at.a, tau=tau + np.array([0.5, 0.0, 0.0]))


@pytest.mark.parametrize("name", [*CLOSED, "ur20"])
def test_frames_of_reactions_are_the_same_wrenches(name):
    """About the world's origin, all that acts on the ground is a plain sum: loops count as well."""
    model = gallery(name)
    data = model.data()
    root = model.robot.root.name
    for at in states(model, 2):
        tau = np.zeros(model.nv)
        tau[model.chart.v if model.loops.blocks else slice(None)] = fb.inverse_dynamics(
            model, data, at.q, at.v, at.a, coordinates="independent"
        )
        found = {
            frame: fb.reactions(model, data, at.q, at.v, a=at.a, tau=tau, frame=frame)
            for frame in ("joint", "local_world_aligned", "world")
        }
        fb.forward_kinematics(model, data, at.q)
        carried = np.zeros(6)
        for n, w in zip(found["world"].joint_names, found["world"].joints, strict=True):
            carried += w * (model.robot.joints[n].parent == root)
        for k, n in enumerate(found["world"].loop_names):
            loop = model.robot.loops[n]
            P = data.pose(loop.predecessor) @ loop.predecessor_origin.matrix()
            S = data.pose(loop.successor) @ loop.successor_origin.matrix()
            expected = moved_to_origin(found["joint"].loops[k], S[:3, 3], P[:3, :3])
            size = max(1.0, np.abs(expected).max())
            assert np.abs(found["world"].loops[k] - expected).max() < 1e-12 * size
            aligned = found["local_world_aligned"].loops[k]
            expected = moved_to_origin(aligned, S[:3, 3], np.eye(3))
            assert np.abs(found["world"].loops[k] - expected).max() < 1e-12 * size
            of_ground = (loop.predecessor == root) * 1.0 - (loop.successor == root) * 1.0
            carried += of_ground * found["world"].loops[k]
        A, rate = fb.centroidal_matrix(model, data, at.q, at.v)
        weight = sum(
            link.inertial.mass
            for link in model.robot.links
            if link.inertial is not None and link.name != root
        )
        expected = (A @ at.du + rate)[:3] - weight * np.array(model.gravity)
        assert np.abs(carried[:3] - expected).max() < 1e-10 * max(1.0, np.abs(expected).max())


def test_batches_and_sensors():
    model = gallery("four_bar")
    rows = states(model, 4)
    Q, V, A = (np.array([getattr(at, x) for at in rows]) for x in ("q", "v", "a"))
    many = fb.reactions(model, None, Q, V, a=A)
    one = [fb.reactions(model, None, at.q, at.v, a=at.a) for at in rows]
    np.testing.assert_allclose(many.joints, [x.joints for x in one], atol=1e-11)
    np.testing.assert_allclose(many.of("crank"), [x.of("crank") for x in one], atol=1e-11)
    with pytest.raises(fb.UnknownNameError):
        many.of("crnak")
    tool = fb.Model(
        pendulum()
        .add(fb.Link("tool", inertial=fb.Inertial(mass=0.7)))
        .add(fb.Joint("flange", "fixed", "rod", "tool", origin=fb.Pose((0.0, 0.0, -1.0))))
    )
    # At rest, upright: the sensor in the flange carries the tool's weight.
    reading = fb.supported_wrench(tool, None, "tool", [0.0])
    np.testing.assert_allclose(reading, [0.0, 0.0, 0.7 * 9.81, 0.0, 0.0, 0.0], atol=1e-12)
    with pytest.raises(ValueError, match="rigid links do not determine"):
        fb.supported_wrench(model, None, model.robot.joints["crank"].child, Q[0])

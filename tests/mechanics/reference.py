"""Kinematics in plain numpy, straight from the equations: slow, short, and independent.

Frames are found by walking up to the root. A joint's column of the Jacobian is the twist of the
link when that coordinate alone moves at unit speed, all vectors in world axes.
"""

from __future__ import annotations

import numpy as np


def rpy(roll, pitch, yaw):
    def turn(axis, angle):
        return about(np.eye(3)[axis], angle)

    return turn(2, yaw) @ turn(1, pitch) @ turn(0, roll)


def about(axis, angle):
    """Rodrigues' formula, summed over the projections on and off the axis."""
    axis = np.asarray(axis, float) / np.linalg.norm(axis)
    along = np.outer(axis, axis)
    turned = np.array([np.cross(axis, e) for e in np.eye(3)]).T
    return along + np.cos(angle) * (np.eye(3) - along) + np.sin(angle) * turned


def from_quaternion(x, y, z, w):
    n = np.sqrt(x * x + y * y + z * z + w * w)
    half = np.arccos(np.clip(w / n, -1.0, 1.0))
    s = np.linalg.norm([x, y, z])
    return np.eye(3) if s == 0.0 else about([x, y, z], 2.0 * half)


def transform(R, p):
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = R, p
    return T


def plane(normal):
    normal = np.asarray(normal, float) / np.linalg.norm(normal)
    first = next(e for e in np.eye(3) if abs(e @ normal) < 0.7072)
    first = first - (first @ normal) * normal
    first /= np.linalg.norm(first)
    return first, np.cross(normal, first)


class Reference:
    """The reference for one Model: uses its coordinates' places, and none of its numbers."""

    def __init__(self, model):
        self.robot, self.model = model.robot, model
        self.parent_joint = {joint.child: joint for joint in self.robot.joints}

    def joint_transform(self, joint, q):
        if joint.name not in self.model.joints:
            return np.eye(4)
        x = q[self.model.joints[joint.name].q]
        if joint.type in ("revolute", "continuous"):
            return transform(about(joint.axis, x[0]), [0, 0, 0])
        if joint.type == "prismatic":
            return transform(np.eye(3), np.array(joint.axis) / np.linalg.norm(joint.axis) * x[0])
        if joint.type == "universal":
            R = about(joint.axis, x[0]) @ about(joint.second_axis, x[1])
            return transform(R, [0, 0, 0])
        if joint.type == "planar":
            e1, e2 = plane(joint.axis)
            R = about(joint.axis, x[2]) if len(x) == 3 else np.eye(3)
            return transform(R, e1 * x[0] + e2 * x[1])
        if joint.type in ("cylindrical", "screw"):
            axis = np.array(joint.axis) / np.linalg.norm(joint.axis)
            along = x[1] if joint.type == "cylindrical" else joint.pitch * x[0] / (2 * np.pi)
            return transform(about(axis, x[0]), axis * along)
        if joint.type == "spherical":
            return transform(from_quaternion(*x), [0, 0, 0])
        return transform(from_quaternion(*x[3:]), x[:3])

    def joint_frame(self, joint, q):
        """Where the joint is before it moves."""
        origin = transform(rpy(*joint.origin.rpy), joint.origin.xyz)
        return self.pose(joint.parent, q) @ origin

    def pose(self, link, q):
        joint = self.parent_joint.get(link)
        if joint is None:
            return np.eye(4)
        return self.joint_frame(joint, q) @ self.joint_transform(joint, q)

    def columns(self, joint, q):
        """Pairs (translation, rotation axis) of a joint's coordinates, in world axes."""
        before = self.joint_frame(joint, q)[:3, :3]
        after = self.pose(joint.child, q)[:3, :3]
        zero = np.zeros(3)
        axis = np.array(joint.axis) / np.linalg.norm(joint.axis)
        if joint.type in ("revolute", "continuous"):
            return [(zero, before @ axis)]
        if joint.type == "prismatic":
            return [(before @ axis, zero)]
        if joint.type == "universal":
            second = np.array(joint.second_axis) / np.linalg.norm(joint.second_axis)
            return [(zero, before @ axis), (zero, after @ second)]
        if joint.type == "planar":
            columns = [(before @ e, zero) for e in plane(joint.axis)]
            turns = self.model.joints[joint.name].nv == 3
            return [*columns, (zero, before @ axis)] if turns else columns
        if joint.type == "cylindrical":
            return [(zero, before @ axis), (before @ axis, zero)]
        if joint.type == "screw":
            return [(before @ axis * joint.pitch / (2 * np.pi), before @ axis)]
        turning = [(zero, after[:, k]) for k in range(3)]
        if joint.type == "spherical":
            return turning
        return [(after[:, k], zero) for k in range(3)] + turning

    def jacobian(self, link, q, frame="local_world_aligned", point=(0, 0, 0)):
        """6 x nv, linear rows first."""
        T = self.pose(link, q)
        at = T[:3, :3] @ np.array(point, float) + T[:3, 3]
        reference = np.zeros(3) if frame == "world" else at
        J = np.zeros((6, self.model.nv))
        joint = self.parent_joint.get(link)
        while joint is not None:
            if joint.name in self.model.joints:
                centre = self.pose(joint.child, q)[:3, 3]
                first = self.model.joints[joint.name].v.start
                for k, (slide, axis) in enumerate(self.columns(joint, q)):
                    J[:3, first + k] = slide + np.cross(axis, reference - centre)
                    J[3:, first + k] = axis
            joint = self.parent_joint.get(joint.parent)
        if frame == "local":
            R = T[:3, :3].T
            J = np.vstack([R @ J[:3], R @ J[3:]])
        return J

    def center_of_mass(self, q):
        mass, moment = 0.0, np.zeros(3)
        for link in self.robot.links:
            if link.inertial is not None:
                T = self.pose(link.name, q)
                mass += link.inertial.mass
                moment += link.inertial.mass * (T @ [*link.inertial.origin.xyz, 1.0])[:3]
        return moment / mass


def derivative(model, f, q, v, step=1e-6):
    """The central difference of f along v, on the configuration manifold."""
    ahead = np.asarray(f(model.integrate(q, step * v)))
    behind = np.asarray(f(model.integrate(q, -step * v)))
    return (ahead - behind) / (2.0 * step)

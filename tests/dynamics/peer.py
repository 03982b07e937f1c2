"""The same robot in Pinocchio, built joint by joint and numbered depth first.

Pinocchio's `crba` and `constraintDynamics` give wrong numbers, without a word, for models whose
joints are numbered otherwise; `check` is asserted for that. Joints of several velocities are chains
of elementary ones, as here.
"""

from __future__ import annotations

import numpy as np
import pinocchio as pin

import fourbar as fb
from fourbar.graph import ConnectivityGraph
from fourbar.mechanics import Model, plane_of


def elementary(joint: fb.Joint):
    """The Pinocchio joints that make up one of ours, and how many entries of q each has."""
    axis = np.array(joint.axis) / np.linalg.norm(joint.axis)
    if joint.type in ("revolute", "continuous"):
        return [pin.JointModelRevoluteUnaligned(*axis)]
    if joint.type == "prismatic":
        return [pin.JointModelPrismaticUnaligned(*axis)]
    if joint.type == "universal":
        second = np.array(joint.second_axis) / np.linalg.norm(joint.second_axis)
        return [pin.JointModelRevoluteUnaligned(*axis), pin.JointModelRevoluteUnaligned(*second)]
    if joint.type == "planar":
        first, second = plane_of(tuple(axis))
        return [pin.JointModelPrismaticUnaligned(*first), pin.JointModelPrismaticUnaligned(*second)]
    if joint.type == "screw":
        return [pin.JointModelHelicalUnaligned(axis, joint.lead)]
    if joint.type == "cylindrical":
        return [pin.JointModelRevoluteUnaligned(*axis), pin.JointModelPrismaticUnaligned(*axis)]
    if joint.type == "spherical":
        return [pin.JointModelSpherical()]
    if joint.type == "floating":
        return [pin.JointModelFreeFlyer()]
    return []


class Peer:
    """A Pinocchio model with the way from our coordinates to its own."""

    def __init__(self, model: Model, *, armature: bool = True) -> None:
        robot = model.robot
        graph = ConnectivityGraph(robot)
        children: dict[str, list[fb.Joint]] = {}
        for joint in graph.joints:
            children.setdefault(joint.parent, []).append(joint)
        self.model, self.pin = model, pin.Model()
        self.pin.gravity = pin.Motion(np.array(model.gravity), np.zeros(3))
        self.on: dict[str, tuple[int, pin.SE3]] = {graph.bodies[0]: (0, pin.SE3.Identity())}
        q: list[int] = []
        v: list[int] = []
        waiting = list(reversed(children.get(graph.bodies[0], [])))
        while waiting:
            joint = waiting.pop()
            number, T = self.on[joint.parent]
            T = T * pin.SE3(joint.origin.matrix())
            for kind in elementary(joint):
                number = self.pin.addJoint(number, kind, T, f"{joint.name}_{self.pin.njoints}")
                T = pin.SE3.Identity()
            if joint.name in model.joints:
                slot = model.joints[joint.name]
                q += range(slot.q.start, slot.q.stop)
                v += range(slot.v.start, slot.v.stop)
            self.on[joint.child] = (number, T)
            self._add_mass(robot.links[joint.child], number, T)
            waiting += reversed(children.get(joint.child, []))
        self.q, self.v = np.array(q, dtype=int), np.array(v, dtype=int)
        if armature:
            self.pin.armature = np.array(model.armature)[self.v]
        self.data = self.pin.createData()
        assert self.pin.check(self.data), "Pinocchio needs depth-first numbers"

    def _add_mass(self, link: fb.Link, number: int, T: pin.SE3) -> None:
        if link.inertial is None or number == 0:
            return
        i = link.inertial.inertia
        tensor = np.array([[i.ixx, i.ixy, i.ixz], [i.ixy, i.iyy, i.iyz], [i.ixz, i.iyz, i.izz]])
        inertia = pin.Inertia(link.inertial.mass, np.zeros(3), tensor)
        placement = T * pin.SE3(link.inertial.origin.matrix())
        self.pin.appendBodyToJoint(number, inertia, placement)

    def vector(self, x: np.ndarray) -> np.ndarray:
        """A vector of its own in our order."""
        result = np.empty(len(x))
        result[self.v] = x
        return result

    def matrix(self, x: np.ndarray) -> np.ndarray:
        result = np.empty(x.shape)
        result[np.ix_(self.v, self.v)] = x
        return result

    def columns(self, x: np.ndarray) -> np.ndarray:
        # One column comes as a vector.
        x = x.reshape(len(x), -1)
        result = np.empty(x.shape)
        result[:, self.v] = x
        return result

    def rnea(self, q, v, a):
        return self.vector(pin.rnea(self.pin, self.data, q[self.q], v[self.v], a[self.v]).copy())

    def aba(self, q, v, tau):
        return self.vector(pin.aba(self.pin, self.data, q[self.q], v[self.v], tau[self.v]).copy())

    def mass(self, q):
        M = pin.crba(self.pin, self.data, q[self.q])
        return self.matrix(np.triu(M) + np.triu(M, 1).T)

    def bias(self, q, v):
        return self.vector(pin.nle(self.pin, self.data, q[self.q], v[self.v]).copy())

    def gravity(self, q):
        return self.vector(pin.computeGeneralizedGravity(self.pin, self.data, q[self.q]).copy())

    def coriolis(self, q, v):
        return self.matrix(
            pin.computeCoriolisMatrix(self.pin, self.data, q[self.q], v[self.v]).copy()
        )

    def inverse_mass(self, q):
        M = pin.computeMinverse(self.pin, self.data, q[self.q])
        return self.matrix(np.triu(M) + np.triu(M, 1).T)

    def energy(self, q, v):
        return (
            pin.computeKineticEnergy(self.pin, self.data, q[self.q], v[self.v]),
            pin.computePotentialEnergy(self.pin, self.data, q[self.q]),
        )

    def centroidal(self, q, v):
        pin.dccrba(self.pin, self.data, q[self.q], v[self.v])
        A, dA = self.columns(self.data.Ag.copy()), self.columns(self.data.dAg.copy())
        return A, dA @ v

    def derivatives(self, q, v, a):
        dq, dv, da = pin.computeRNEADerivatives(
            self.pin, self.data, q[self.q], v[self.v], a[self.v]
        )
        return tuple(self.matrix(np.array(x)) for x in (dq, dv, da))

    def forward_derivatives(self, q, v, tau):
        dq, dv, dtau = pin.computeABADerivatives(
            self.pin, self.data, q[self.q], v[self.v], tau[self.v]
        )
        return tuple(self.matrix(np.array(x)) for x in (dq, dv, dtau))

    def constraints(self):
        """Loops as points that two bodies share, or as whole frames where they are fixed."""
        for loop in self.model.robot.loops:
            (i, A), (j, B) = self.on[loop.predecessor], self.on[loop.successor]
            kind = (
                pin.ContactType.CONTACT_6D if loop.type == "fixed" else pin.ContactType.CONTACT_3D
            )
            ends = (
                A * pin.SE3(loop.predecessor_origin.matrix()),
                B * pin.SE3(loop.successor_origin.matrix()),
            )
            yield pin.RigidConstraintModel(kind, self.pin, i, ends[0], j, ends[1], pin.LOCAL)

    def constraint_call(self, q, v, tau):
        """`constraintDynamics` at a state, ready to be called again and again; its own order."""
        constraints, work = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
        for constraint in self.constraints():
            constraints.append(constraint)
            work.append(constraint.createData())
        pin.initConstraintDynamics(self.pin, self.data, constraints, work)
        settings = pin.ProximalSettings(1e-14, 1e-10, 50)
        state = [np.ascontiguousarray(x) for x in (q[self.q], v[self.v], tau[self.v])]
        return lambda: pin.constraintDynamics(
            self.pin, self.data, *state, constraints, work, settings
        )

    def constrained(self, q, v, tau):
        """Accelerations of `constraintDynamics`."""
        return self.vector(self.constraint_call(q, v, tau)().copy())

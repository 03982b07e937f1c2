"""The proofs for which another library is needed: Pinocchio, and MuJoCo as a sanity check."""

from __future__ import annotations

import numpy as np
import pinocchio as pin

import fourbar as fb

from .peer import Peer
from .proofs import FREE, TREE, within
from .robots import State, relative


def as_on_body(T: np.ndarray) -> np.ndarray:
    """From ten parameters of a link (m, m c, and the inertia about its origin) to those of a body.

    T is the link's place in the body's frame. Inertias are in Pinocchio's order.
    """
    R, p = T[:3, :3], T[:3, 3]
    places = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))
    columns = []
    for unit in np.eye(10):
        m, h = unit[0], R @ unit[1:4]
        tensor = np.zeros((3, 3))
        for (i, j), x in zip(places, unit[4:], strict=True):
            tensor[i, j] = tensor[j, i] = x
        tensor = R @ tensor @ R.T + m * (p @ p * np.eye(3) - np.outer(p, p))
        tensor += 2 * (p @ h) * np.eye(3) - np.outer(p, h) - np.outer(h, p)
        columns.append(np.r_[m, h + m * p, [tensor[i, j] for i, j in places]])
    return np.array(columns).T


def trees(model: fb.Model, at: State) -> None:
    """2: every function of the tree with loops cut, against Pinocchio, to 1e-10."""
    peer, data = Peer(model), model.data()
    q = at.q
    v, a, tau = np.random.default_rng(1).standard_normal((3, model.nv))
    effort = fb.inverse_dynamics(model, data, q, v, a, **FREE, **TREE)
    assert relative(effort, peer.rnea(q, v, a)) < 1e-10
    size = max(1.0, np.abs(effort).max())
    assert np.abs(fb.bias(model, data, q, v, **TREE) - peer.bias(q, v)).max() < 1e-10 * size
    assert np.abs(fb.gravity(model, data, q, **TREE) - peer.gravity(q)).max() < 1e-10 * size
    H = peer.mass(q)
    assert relative(fb.mass_matrix(model, data, q, **TREE), H) < 1e-10
    C = peer.coriolis(q, v)
    size = max(1.0, np.abs(H).max(), np.abs(C).max())
    assert np.abs(fb.coriolis_matrix(model, data, q, v, **TREE) - C).max() < 1e-10 * size
    kinetic, potential = peer.energy(q, v)
    if model.armature.any():
        kinetic = 0.5 * v @ H @ v  # not Pinocchio's own where joints have armatures
    assert relative(fb.energy(model, data, q, v, **TREE)[:2], [kinetic, potential]) < 1e-10
    if H.any():  # Pinocchio divides by the mass that moves
        A, rate = peer.centroidal(q, v)
        found = fb.centroidal_matrix(model, data, q, v, **TREE)
        assert relative(found.A, A) < 1e-10
        assert np.abs(found.rate - rate).max() < 1e-10 * max(
            1.0, np.abs(rate).max(), np.abs(A).max()
        )
        linear, angular = fb.momentum(model, data, q, v, **TREE)
        assert np.abs(np.r_[linear, angular] - A @ v).max() < 1e-10 * max(1.0, np.abs(A).max())
    regressors(model, peer, q, v, a)
    ours = fb.inverse_dynamics_derivatives(model, data, q, v, a, **FREE, **TREE)
    for mine, theirs in zip(ours, peer.derivatives(q, v, a), strict=True):
        assert np.abs(mine - theirs).max() < 1e-10 * max(1.0, np.abs(theirs).max())
    if not is_heavy(H):
        return  # a joint without mass behind it, which only loops or armatures hold
    allowed = within(1e-10, H)
    found = fb.forward_dynamics(model, data, q, v, tau, **FREE, **TREE)
    assert relative(found, peer.aba(q, v, tau)) < allowed
    inverse = fb.inverse_mass_matrix(model, data, q, **TREE)
    assert relative(inverse, peer.inverse_mass(q)) < allowed
    ours = fb.forward_dynamics_derivatives(model, data, q, v, tau, **FREE, **TREE)
    # Slopes of accelerations are solved for with accelerations that were solved for.
    allowed = max(1e-10, 1e-13 * float(np.linalg.cond(H)))
    for mine, theirs in zip(ours, peer.forward_derivatives(q, v, tau), strict=True):
        assert np.abs(mine - theirs).max() < allowed * max(1.0, np.abs(theirs).max())


def is_heavy(H: np.ndarray) -> bool:
    """Whether H can be solved with: Pinocchio divides by what is left of its pivots."""
    return bool(np.linalg.eigvalsh(H)[0] > 1e-12 * np.abs(H).max() and np.linalg.cond(H) < 1e9)


def regressors(model: fb.Model, peer: Peer, q: np.ndarray, v: np.ndarray, a: np.ndarray) -> None:
    """Columns of every link against those of the body that Pinocchio has it on."""
    theirs = pin.computeJointTorqueRegressor(peer.pin, peer.data, q[peer.q], v[peer.v], a[peer.v])
    theirs = theirs.reshape(model.nv, -1)[np.argsort(peer.v)]
    ours = fb.regressor(model, None, q, v, a, parameters=["inertial"], **TREE)
    size = max(1.0, np.abs(theirs).max())
    for first in range(0, len(ours.names), 10):
        number, T = peer.on[ours.names[first].rpartition(".")[0]]
        expected = np.zeros((model.nv, 10))
        if number > 0:
            body = theirs[:, 10 * (number - 1) : 10 * number]
            expected = body @ as_on_body(T.homogeneous)
        assert np.abs(ours.Y[:, first : first + 10] - expected).max() < 1e-10 * size


def has_all_loops(model: fb.Model, peer: Peer, at: State) -> bool:
    """Whether points and whole frames close this mechanism: all that Pinocchio can say of loops."""
    robot = model.robot
    kinds = {loop.type for loop in robot.loops}
    if not kinds or not kinds <= {"revolute", "continuous", "spherical", "fixed"}:
        return False
    if robot.couplings or any(joint.mimic for joint in robot.joints):
        return False
    constraints, work = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
    for constraint in peer.constraints():
        constraints.append(constraint)
        work.append(constraint.createData())
    pin.computeJointJacobians(peer.pin, peer.data, at.q[peer.q])
    J = pin.getConstraintsJacobian(peer.pin, peer.data, constraints, work)
    ranks = [np.linalg.matrix_rank(X, tol=1e-8) for X in (J, fb.closure(model, at.q)[1])]
    return ranks[0] == ranks[1]


def loops(model: fb.Model, at: State) -> None:
    """3: `constraintDynamics` of mechanisms that points and frames close, to 1e-9."""
    peer = Peer(model)
    if not has_all_loops(model, peer, at):
        return
    M = fb.mass_matrix(model, None, at.q)
    H = fb.mass_matrix(model, None, at.q, **TREE)
    if not is_heavy(H):
        return
    a = fb.forward_dynamics(model, None, at.q, at.v, at.tau, **FREE)
    allowed = max(within(1e-9, M), within(1e-9, H))
    assert relative(a, peer.constrained(at.q, at.v, at.tau)) < allowed


PROOFS = (trees, loops)

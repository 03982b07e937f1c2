"""Other programs that compute dynamics, each called on the same robot at the same state.

Every function returns None where the program is not there or cannot have this robot, and checks
the result before it is timed.
"""

from __future__ import annotations

import ctypes
import importlib.util
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pinocchio as pin
from tests.dynamics.peer import Peer
from tests.dynamics.peer_mujoco import SCALAR, can_have, mjcf, order_of
from tests.dynamics.robots import State, relative

import fourbar as fb
from fourbar.graph import ConnectivityGraph

Call = Callable[[], object]


def lcaba(peer: Peer, at: State) -> Call:
    """Pinocchio's articulated bodies with loops, to 1e-9 of the exact result."""
    constraints, work = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
    for constraint in peer.constraints():
        constraints.append(constraint)
        work.append(constraint.createData())
    data = peer.pin.createData()
    pin.computeJointMinimalOrdering(peer.pin, data, constraints)
    settings = pin.ProximalSettings(1e-12, 1e-6, 5)
    state = [np.ascontiguousarray(x) for x in (at.q[peer.q], at.v[peer.v], at.tau[peer.v])]
    call = lambda: pin.lcaba(peer.pin, data, *state, constraints, work, settings)  # noqa: E731
    found = peer.vector(np.array(call()))
    exact = fb.forward_dynamics(peer.model, None, at.q, at.v, at.tau, friction=False)
    assert relative(found, exact) < 1e-6
    return call


def mujoco(model: fb.Model, at: State) -> tuple[Call, Call] | None:
    """`mj_inverse` and `mj_forward` without contacts; loops are stiff `connect` rows.

    Only for robots whose joints have one velocity and whose loops are points.
    """
    if importlib.util.find_spec("mujoco") is None:
        return None
    robot = model.robot
    if not can_have(model):
        return None
    import mujoco as mj

    peer = mj.MjModel.from_xml_string(mjcf(model))
    data = mj.MjData(peer)
    order = order_of(model, peer)
    data.qpos[:], data.qvel[:] = at.q[order], at.v[order]
    data.qacc[:], data.qfrc_applied[:] = at.a[order], at.tau[order]
    if not robot.loops:
        mj.mj_inverse(peer, data)
        ours = fb.inverse_dynamics(
            model, None, at.q, at.v, at.a, friction=False, coordinates="spanning"
        )
        assert relative(data.qfrc_inverse, ours[order]) < 1e-8
    mj.mj_forward(peer, data)
    ours = fb.forward_dynamics(model, None, at.q, at.v, at.tau, friction=False)
    assert relative(data.qacc, ours[order]) < (1e-2 if len(robot.loops) else 1e-8)
    return lambda: mj.mj_inverse(peer, data), lambda: mj.mj_forward(peer, data)


def casadi_rnea(model: fb.Model, at: State, batch: int) -> tuple[Call, Call] | None:
    """C code that CasADi generates for inverse dynamics of this tree, compiled for this machine.

    One configuration through ctypes, which takes longer than the function itself, and a batch.
    """
    if importlib.util.find_spec("casadi") is None:
        return None
    if not {joint.type for joint in model.robot.joints} <= set(SCALAR):
        return None
    import casadi as ca

    nq, nv = model.nq, model.nv
    q, v, a = (ca.SX.sym(name, width) for name, width in (("q", nq), ("v", nv), ("a", nv)))
    function = ca.Function("rnea", [q, v, a], [ca.densify(_symbolic_rnea(model, q, v, a))])
    with tempfile.TemporaryDirectory() as folder:
        name = Path(folder) / "generated"
        generator = ca.CodeGenerator("generated.c")
        generator.add(function)
        generator.generate(f"{folder}/")
        code = name.with_suffix(".c").read_text()
        code += f"""
void many(const double* q, const double* v, const double* a, double* tau, long n) {{
  double w[{function.sz_w() + 1}]; int iw[{function.sz_iw() + 1}];
  const double* arg[{function.sz_arg() + 1}]; double* res[{function.sz_res() + 1}];
  for (long i = 0; i < n; ++i) {{
    arg[0] = q + {nq} * i; arg[1] = v + {nv} * i; arg[2] = a + {nv} * i; res[0] = tau + {nv} * i;
    rnea(arg, res, (void*)iw, w, 0);
  }}
}}
"""
        name.with_suffix(".c").write_text(code)
        flags = ["-O3", "-march=native", "-fPIC", "-shared"]
        subprocess.run(
            ["cc", *flags, f"{name}.c", "-o", f"{name}.so", "-lm"], check=True, capture_output=True
        )
        library = ctypes.CDLL(f"{name}.so")
    rows = [np.tile(x, (batch, 1)) for x in (at.q, at.v, at.a)]
    out = np.empty((batch, nv))
    pointers = [ctypes.c_void_p(x.ctypes.data) for x in (*rows, out)]
    many, one, all_ = library.many, ctypes.c_long(1), ctypes.c_long(batch)
    many(*pointers, all_)
    ours = fb.inverse_dynamics(
        model, None, at.q, at.v, at.a, friction=False, coordinates="spanning"
    )
    assert relative(out[-1] + np.array(model.armature) * at.a, ours) < 1e-10
    keep = (rows, out)
    return lambda: many(*pointers, one), lambda: (many(*pointers, all_), keep)


def _symbolic_rnea(model: fb.Model, q, v, a):
    """Recursive Newton-Euler in link frames, as CasADi expressions of joints with one velocity."""
    import casadi as ca

    graph = ConnectivityGraph(model.robot)
    root = graph.bodies[0]
    rate, turn, fall = {root: ca.SX.zeros(3)}, {root: ca.SX.zeros(3)}, {}
    fall[root] = -ca.SX(np.array(model.gravity))
    steps, force, moment = [], {}, {}
    for joint in graph.joints:
        R, p = _step(model, joint, q)
        w = R.T @ rate[joint.parent]
        dw = R.T @ turn[joint.parent]
        acc = R.T @ (
            fall[joint.parent]
            + ca.cross(turn[joint.parent], p)
            + ca.cross(rate[joint.parent], ca.cross(rate[joint.parent], p))
        )
        axis = None
        if joint.type != "fixed":
            k = model.joints[joint.name].v.start
            axis = np.array(joint.axis) / np.linalg.norm(joint.axis)
            if joint.type == "prismatic":
                acc = acc + axis * a[k] + 2 * ca.cross(w, axis * v[k])
            else:
                dw = dw + axis * a[k] + ca.cross(w, axis * v[k])
                w = w + axis * v[k]
        link = joint.child
        rate[link], turn[link], fall[link] = w, dw, acc
        force[link], moment[link] = _needed(model.robot.links[link], w, dw, acc)
        steps.append((joint, R, p, axis))
    tau = ca.SX.zeros(model.nv)
    for joint, R, p, axis in reversed(steps):
        f, n = force[joint.child], moment[joint.child]
        if axis is not None:
            along = f if joint.type == "prismatic" else n
            tau[model.joints[joint.name].v.start] = ca.dot(ca.SX(axis), along)
        if joint.parent in force:
            force[joint.parent] += R @ f
            moment[joint.parent] += R @ n + ca.cross(p, R @ f)
    return tau


def _step(model: fb.Model, joint: fb.Joint, q):
    """The child's axes and origin in the parent's frame."""
    import casadi as ca

    origin = joint.origin.matrix()
    origin[np.abs(origin) < 1e-15] = 0.0
    R, p = ca.sparsify(ca.SX(origin[:3, :3])), ca.SX(origin[:3, 3])
    if joint.type == "fixed":
        return R, p
    x = q[model.joints[joint.name].q.start]
    axis = np.array(joint.axis) / np.linalg.norm(joint.axis)
    if joint.type == "prismatic":
        return R, p + R @ (axis * x)
    K = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return R @ ca.sparsify(np.eye(3) + ca.sin(x) * K + (1 - ca.cos(x)) * (K @ K)), p


def _needed(link: fb.Link, w, dw, acc):
    """Force and moment about the link's origin that its motion takes."""
    import casadi as ca

    if link.inertial is None:
        return ca.SX.zeros(3), ca.SX.zeros(3)
    pose = link.inertial.origin.matrix()
    i = link.inertial.inertia
    tensor = np.array([[i.ixx, i.ixy, i.ixz], [i.ixy, i.iyy, i.iyz], [i.ixz, i.iyz, i.izz]])
    tensor = pose[:3, :3] @ tensor @ pose[:3, :3].T
    c = pose[:3, 3]
    f = link.inertial.mass * (acc + ca.cross(dw, c) + ca.cross(w, ca.cross(w, c)))
    n = tensor @ dw + ca.cross(w, tensor @ w) + ca.cross(ca.SX(c), f)
    return f, n

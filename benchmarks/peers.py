"""The same question to other libraries: all link poses and one link's Jacobian, one q or many.

Each function gives two calls, one for a single configuration and one for a batch, or None where
the library is not installed. They fill what they fill and return nothing.
"""

from __future__ import annotations

import ctypes
import importlib.util
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import fourbar as fb
import fourbar.mechanics as fm

Call = Callable[[], object]


@dataclass
class Case:
    """A robot, the link asked about, and the configurations."""

    name: str
    file: Path
    link: str
    model: fm.Model
    Q: np.ndarray

    @classmethod
    def of(cls, name: str, link: str, n: int) -> Case:
        from fourbar.gallery import path

        model = fm.Model(fb.load(path(name)))
        return cls(name, path(name), link, model, model.random(n, seed=0))


def fourbar(case: Case, threads: int) -> tuple[Call, Call]:
    model, link, q, Q = case.model, case.link, case.Q[0], case.Q
    data = model.data()
    forward_kinematics, jacobian = fm.forward_kinematics, fm.jacobian
    out = np.empty((len(Q), 4, 4)), np.empty((len(Q), 6, model.nv))

    def single() -> object:
        forward_kinematics(model, data, q)
        return jacobian(model, data, link)

    return single, lambda: fm.kinematics(model, Q, link, out=out, threads=threads)


def pinocchio(case: Case) -> tuple[Call, Call] | None:
    if importlib.util.find_spec("pinocchio") is None:
        return None
    import pinocchio as pin

    peer = pin.buildModelFromUrdf(str(case.file), mimic=False)
    data = peer.createData()
    frame, q = peer.getFrameId(case.link), pin.neutral(peer)
    rows = list(np.tile(q, (len(case.Q), 1)))
    local = pin.LOCAL_WORLD_ALIGNED

    def compute(q: np.ndarray) -> object:
        pin.framesForwardKinematics(peer, data, q)
        return pin.computeFrameJacobian(peer, data, q, frame, local)

    def batch() -> None:
        for row in rows:
            pin.computeJointJacobians(peer, data, row)
            pin.updateFramePlacement(peer, data, frame)
            pin.getFrameJacobian(peer, data, frame, local)

    return lambda: compute(q), batch


def mujoco(case: Case) -> tuple[Call, Call] | None:
    if importlib.util.find_spec("mujoco") is None:
        return None
    import mujoco as mj

    text = case.file.read_text(encoding="utf-8").replace(
        "</robot>",
        '<mujoco><compiler discardvisual="true" fusestatic="false" '
        'balanceinertia="true" boundmass="1e-6" boundinertia="1e-9"/></mujoco></robot>',
    )
    peer = mj.MjModel.from_xml_string(text)
    data = mj.MjData(peer)
    body = mj.mj_name2id(peer, mj.mjtObj.mjOBJ_BODY, case.link)
    linear, angular = np.zeros((3, peer.nv)), np.zeros((3, peer.nv))
    n = len(case.Q)

    def single() -> None:
        mj.mj_kinematics(peer, data)
        mj.mj_comPos(peer, data)
        mj.mj_jacBody(peer, data, linear, angular, body)

    def batch() -> None:
        for _ in range(n):
            single()

    return single, batch


def drake(case: Case) -> tuple[Call, Call] | None:
    if importlib.util.find_spec("pydrake") is None:
        return None
    from pydrake.multibody.parsing import Parser
    from pydrake.multibody.plant import MultibodyPlant
    from pydrake.multibody.tree import JacobianWrtVariable

    plant = MultibodyPlant(0.0)
    Parser(plant).AddModels(str(case.file))
    if case.model.link_names[0] != "world":
        plant.WeldFrames(plant.world_frame(), plant.GetFrameByName(case.model.link_names[0]))
    plant.Finalize()
    context = plant.CreateDefaultContext()
    frame, world = plant.GetFrameByName(case.link), plant.world_frame()
    bodies = [
        plant.get_body(i)
        for i in plant.GetBodyIndices(
            plant.GetModelInstanceByName(plant.GetModelInstanceName(frame.model_instance()))
        )
    ]
    positions = np.zeros(plant.num_positions())

    def one() -> None:
        plant.SetPositions(context, positions)
        plant.CalcJacobianSpatialVelocity(
            context, JacobianWrtVariable.kV, frame, np.zeros(3), world, world
        )
        frame.CalcPoseInWorld(context)

    def single() -> None:
        one()
        for body in bodies:
            plant.EvalBodyPoseInWorld(context, body)

    def batch() -> None:
        for _ in range(len(case.Q)):
            one()

    return single, batch


def casadi_code(case: Case) -> tuple[Call, Call] | None:
    """C code that CasADi generates for this robot and link, compiled for this machine.

    Single calls go through ctypes, which takes longer than the function itself.
    """
    if importlib.util.find_spec("casadi") is None:
        return None
    import casadi as ca

    q = ca.SX.sym("q", case.model.nq)
    T, J = _symbolic(case, q)
    function = ca.Function("fk_jacobian", [q], [ca.densify(T.T), ca.densify(J.T)])
    with tempfile.TemporaryDirectory() as folder:
        name = Path(folder) / "generated"
        generator = ca.CodeGenerator("generated.c")
        generator.add(function)
        generator.generate(f"{folder}/")
        code = name.with_suffix(".c").read_text()
        code += f"""
void many(const double* q, double* T, double* J, long n) {{
  double w[{function.sz_w() + 1}]; int iw[{function.sz_iw() + 1}];
  const double* arg[{function.sz_arg() + 1}]; double* res[{function.sz_res() + 1}];
  for (long i = 0; i < n; ++i) {{
    arg[0] = q + {case.model.nq} * i; res[0] = T + 16 * i; res[1] = J + {6 * case.model.nv} * i;
    fk_jacobian(arg, res, (void*)iw, w, 0);
  }}
}}
"""
        name.with_suffix(".c").write_text(code)
        flags = ["-O3", "-march=native", "-fPIC", "-shared"]
        subprocess.run(
            ["cc", *flags, f"{name}.c", "-o", f"{name}.so", "-lm"], check=True, capture_output=True
        )
        library = ctypes.CDLL(f"{name}.so")
    n = len(case.Q)
    T_out, J_out = np.empty((n, 4, 4)), np.empty((n, 6, case.model.nv))
    pointers = [ctypes.c_void_p(a.ctypes.data) for a in (case.Q, T_out, J_out)]
    many, one, all_ = library.many, ctypes.c_long(1), ctypes.c_long(n)
    many(*pointers, all_)
    expected = fm.kinematics(case.model, case.Q, case.link)
    assert np.abs(T_out - expected.pose).max() < 1e-12
    assert np.abs(J_out - expected.jacobian).max() < 1e-12
    keep = (case.Q, T_out, J_out)
    return lambda: many(*pointers, one), lambda: (many(*pointers, all_), keep)


def _symbolic(case: Case, q):
    """Pose and Jacobian of the link as CasADi expressions, for scalar joints."""
    import casadi as ca

    robot, chain, link = case.model.robot, [], case.link
    while link in robot.parent_joints:
        chain.insert(0, robot.parent_joints[link][0])
        link = chain[0].parent
    T = ca.SX.eye(4)
    axes = {}
    for joint in chain:
        origin = np.eye(4)
        origin[:3, :3], origin[:3, 3] = joint.origin.rotation(), joint.origin.xyz
        origin[np.abs(origin) < 1e-15] = 0.0
        T = T @ ca.sparsify(ca.SX(origin))
        if joint.type == "fixed":
            continue
        slot = case.model.joints[joint.name]
        x, axis = q[slot.q.start], np.array(joint.axis) / np.linalg.norm(joint.axis)
        step = ca.SX.eye(4)
        if joint.type == "prismatic":
            step[:3, 3] = axis * x
        else:
            K = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
            step[:3, :3] = np.eye(3) + ca.sin(x) * K + (1 - ca.cos(x)) * (K @ K)
        T = T @ ca.sparsify(step)
        axes[slot.v.start] = (joint.type, T[:3, :3] @ axis, T[:3, 3])
    J = ca.SX.zeros(6, case.model.nv)
    for column, (kind, axis, centre) in axes.items():
        if kind == "prismatic":
            J[:3, column] = axis
        else:
            J[:3, column] = ca.cross(axis, T[:3, 3] - centre)
            J[3:, column] = axis
    return ca.densify(T), J

"""Closed mechanisms against other libraries: `python benchmarks/loops.py`.

Residual and constraint Jacobian for one configuration and per configuration of 10,000, closed
poses, and assembly. All in one run, in turns; the ratios count.

The peers get the same tree and the same loops, as three rows each (a point that two bodies share):
that closes the four-bar too, and it is less work than the five rows of a revolute loop that
fourbar computes. Neither closes a pose by itself; Newton's method around them solves the same
dependent joints with numpy. fourbar, Pinocchio and MuJoCo must agree on every closed pose.

Of batches, "fourbar" writes whole matrices as the peers do, "support" only the entries of K that
can differ from zero; ratios are to the faster of the two. All rows are of one thread, save the one
that says otherwise.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np

import fourbar as fb
import fourbar.mechanics as fm
from fourbar.graph import ConnectivityGraph
from fourbar.mechanics.loops import (
    assemble,
    closed_jacobian,
    closure,
    explicit_jacobian,
    independent,
    loop_jacobian,
    sample_closed,
    spanning,
)
from timing import in_turns

TARGETS = {"single": 3.0, "batch": 20.0, "closed pose": 5.0}
Rows = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]


@dataclass
class Case:
    """A mechanism, closed poses of it, and goals a little further along its motion."""

    name: str
    model: fm.Model
    Q: np.ndarray
    Y: np.ndarray

    @classmethod
    def of(cls, name: str, n: int) -> Case:
        model = fm.Model(fb.load(f"gallery:{name}"))
        turn = 2.0 * np.pi * np.linspace(0.0, 1.0, n)[:, None]
        # A crank turns fully; legs swing by 20 mm, each at its own phase.
        motion = turn if name == "four_bar" else 0.02 * np.sin(turn + np.arange(model.chart.q.size))
        Q = spanning(model, model.chart.home[model.chart.q] + motion)
        return cls(name, model, Q, independent(model, Q) + 1e-2)


def newton(
    rows: Rows, q: np.ndarray, dependent: np.ndarray, move: Callable[..., np.ndarray]
) -> np.ndarray:
    """Closes a pose with a peer's residual and Jacobian; 1e-10 like fourbar's tolerance."""
    for _ in range(20):
        phi, J = rows(q)
        if np.abs(phi).max() < 1e-10:
            return q
        step = np.zeros(J.shape[1])
        step[dependent] = np.linalg.lstsq(J[:, dependent], -phi, rcond=1e-9)[0]
        q = move(q, step)
    raise AssertionError("the peer did not close")


# Peers: the tree and its loops, built from the same description.


def pinocchio(case: Case) -> dict[str, Callable[[], object]] | None:
    if importlib.util.find_spec("pinocchio") is None:
        return None
    import pinocchio as pin

    peer, bodies = _pinocchio_tree(case.model, pin)
    robot = case.model.robot
    constraints = pin.StdVec_RigidConstraintModel()
    for loop in robot.loops:
        (i, A), (j, B) = bodies[loop.predecessor], bodies[loop.successor]
        constraints.append(
            pin.RigidConstraintModel(
                pin.ContactType.CONTACT_3D,
                peer,
                i,
                A * pin.SE3(loop.predecessor_origin.matrix()),
                j,
                B * pin.SE3(loop.successor_origin.matrix()),
                pin.LOCAL,
            )
        )
    data = peer.createData()
    constraint_datas = pin.StdVec_RigidConstraintData()
    for constraint in constraints:
        constraint_datas.append(constraint.createData())

    def rows(q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        pin.computeJointJacobians(peer, data, q)
        J = pin.getConstraintsJacobian(peer, data, constraints, constraint_datas)
        for model, one in zip(constraints, constraint_datas, strict=True):
            model.calc(peer, data, one)
        # J is that of the velocity of 1 in 2, which is against c1Mc2.
        return -np.concatenate([one.c1Mc2.translation for one in constraint_datas]), J

    def jacobian(q: np.ndarray) -> object:
        pin.computeJointJacobians(peer, data, q)
        return pin.getConstraintsJacobian(peer, data, constraints, constraint_datas)

    return _calls(case, rows, jacobian, lambda q, v: pin.integrate(peer, q, v))


def _pinocchio_tree(model: fm.Model, pin):
    graph = ConnectivityGraph(model.robot)
    peer = pin.Model()
    bodies = {graph.bodies[0]: (0, pin.SE3.Identity())}
    for joint in graph.joints:
        parent, placement = bodies[joint.parent]
        placement = placement * pin.SE3(joint.origin.matrix())
        for kind in _elementary(joint, pin):
            number = peer.addJoint(parent, kind, placement, f"{joint.name}{peer.njoints}")
            parent, placement = number, pin.SE3.Identity()
        bodies[joint.child] = (parent, placement)
    assert peer.nq == model.nq
    return peer, bodies


def _elementary(joint, pin) -> list[object]:
    def unit(axis) -> np.ndarray:
        return np.array(axis) / np.linalg.norm(axis)

    if joint.type in ("revolute", "continuous"):
        axis = np.abs(unit(joint.axis)).argmax()
        if np.allclose(unit(joint.axis), np.eye(3)[axis]):
            return [(pin.JointModelRX, pin.JointModelRY, pin.JointModelRZ)[axis]()]
        return [pin.JointModelRevoluteUnaligned(unit(joint.axis))]
    if joint.type == "prismatic":
        return [pin.JointModelPrismaticUnaligned(unit(joint.axis))]
    if joint.type == "universal":
        return [pin.JointModelRevoluteUnaligned(unit(a)) for a in (joint.axis, joint.second_axis)]
    if joint.type == "floating":
        return [pin.JointModelFreeFlyer()]
    return [] if joint.type == "fixed" else [pin.JointModelSpherical()]


def mujoco(case: Case) -> dict[str, Callable[[], object]] | None:
    if importlib.util.find_spec("mujoco") is None:
        return None
    import mujoco as mj

    model = case.model
    peer = mj.MjModel.from_xml_string(_mjcf(model))
    assert peer.nq == model.nq
    data = mj.MjData(peer)
    # MuJoCo numbers joints depth first: where each of our entries is among its own.
    joints = [peer.joint(f"{s.name}:{k}") for s in model.joints.values() for k in range(_parts(s))]
    places = np.concatenate([np.arange(j.qposadr[0], j.qposadr[0] + len(j.qpos0)) for j in joints])
    columns = np.concatenate([np.arange(j.dofadr[0], j.dofadr[0] + len(j.damping)) for j in joints])

    def convert(q: np.ndarray) -> np.ndarray:
        qpos = np.empty_like(q)
        qpos[places] = _as_qpos(model, q)
        return qpos

    def jacobian(qpos: np.ndarray) -> object:
        data.qpos[:] = qpos
        mj.mj_kinematics(peer, data)
        mj.mj_comPos(peer, data)
        mj.mj_makeConstraint(peer, data)
        return data.efc_J

    def rows(q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        J = np.array(jacobian(convert(q))).reshape(-1, peer.nv)[:, columns]
        return np.array(data.efc_pos), _in_body_axes(model, J, q)

    return _calls(case, rows, jacobian, model.integrate, convert)


def _parts(slot: fm.Coordinates) -> int:
    return 1 if slot.quaternion is not None else slot.nq


def _as_qpos(model: fm.Model, q: np.ndarray) -> np.ndarray:
    """MuJoCo's quaternions are w x y z, and its free joints are placed in the world."""
    q = q.copy()
    for slot in model.joints.values():
        if slot.quaternion is not None:
            q[slot.quaternion] = np.roll(q[slot.quaternion], 1)
        if slot.type == "floating":
            origin = model.robot.joints[slot.name].origin
            assert not any(origin.rpy)
            q[slot.q.start : slot.q.start + 3] += origin.xyz
    return q


def _in_body_axes(model: fm.Model, J: np.ndarray, q: np.ndarray) -> np.ndarray:
    """MuJoCo's free joints have their linear velocity in world axes, ours in the body's."""
    from fourbar.mechanics.transform import quaternion_rotation

    for slot in model.joints.values():
        if slot.type == "floating":
            R = quaternion_rotation(q[slot.quaternion])
            linear = slice(slot.v.start, slot.v.start + 3)
            J[:, linear] = J[:, linear] @ R
    return J


def _mjcf(model: fm.Model) -> str:
    """The tree and its loops as MuJoCo's own format: unit masses, no contacts, no limits."""
    robot = model.robot
    inertial = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'

    def numbers(values) -> str:
        return " ".join(repr(float(x)) for x in values)

    def joints(joint) -> str:
        kind = {"revolute": "hinge", "continuous": "hinge", "prismatic": "slide"}.get(joint.type)
        if joint.type == "floating":
            return f'<freejoint name="{joint.name}:0"/>'
        if joint.type == "spherical":
            return f'<joint name="{joint.name}:0" type="ball"/>'
        if joint.type == "universal":
            return "".join(
                f'<joint name="{joint.name}:{k}" type="hinge" axis="{numbers(a)}"/>'
                for k, a in enumerate((joint.axis, joint.second_axis))
            )
        if kind is None:
            return ""
        return f'<joint name="{joint.name}:0" type="{kind}" axis="{numbers(joint.axis)}"/>'

    def body(link: str) -> str:
        text = ""
        for joint in robot.child_joints.get(link, ()):
            text += (
                f'<body name="{joint.child}" pos="{numbers(joint.origin.xyz)}" '
                f'quat="{numbers(_quaternion(np.array(joint.origin.rotation())))}">{inertial}'
                f"{joints(joint)}{body(joint.child)}</body>"
            )
        return text

    root = robot.root.name
    equalities = "".join(
        f'<connect body1="{"world" if loop.predecessor == root else loop.predecessor}" '
        f'body2="{"world" if loop.successor == root else loop.successor}" '
        f'anchor="{numbers(loop.predecessor_origin.xyz)}"/>'
        for loop in robot.loops
    )
    return (
        '<mujoco><compiler angle="radian" autolimits="false"/><option jacobian="dense"/>'
        f"<worldbody>{body(root)}</worldbody><equality>{equalities}</equality></mujoco>"
    )


def _quaternion(R: np.ndarray) -> np.ndarray:
    """w x y z of a rotation that is no half turn."""
    w = 0.5 * np.sqrt(1.0 + np.trace(R))
    return np.array(
        [w, *(np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / (4 * w))]
    )


def _calls(
    case: Case,
    rows: Rows,
    jacobian: Callable[[np.ndarray], object],
    move: Callable[..., np.ndarray],
    convert: Callable[[np.ndarray], np.ndarray] = lambda q: q,
) -> dict[str, Callable[[], object]]:
    model = case.model
    at = model.chart
    dependent = np.concatenate(at.dependent)
    expected = spanning(model, case.Y[:20], case.Q[:20])
    for q, y, ours in zip(case.Q[:20], case.Y, expected, strict=False):
        start = q.copy()
        start[at.q] = y
        closed = newton(rows, start, dependent, move)
        assert np.abs(model.difference(ours, closed)).max() < 1e-6, "peers disagree"
    few = case.Q[:200]
    q = convert(case.Q[0])
    converted = [convert(row) for row in few]
    starts = few.copy()
    starts[:, at.q] = case.Y[:200]

    def batch() -> None:
        for row in converted:
            jacobian(row)

    def poses() -> None:
        for start in starts:
            newton(rows, start, dependent, move)

    return {"single": lambda: jacobian(q), "batch": batch, "closed pose": poses}


def measure(name: str, n: int, rounds: int) -> dict[str, dict[str, float]]:
    """Times [s] by work and library; batches and closed poses are per configuration."""
    case = Case.of(name, n)
    model, q, at = case.model, case.Q[0], case.model.chart
    out = np.empty((n, model.loops.n_c)), np.empty((n, model.loops.n_c, model.nv))
    entries = out[0], np.empty((n, len(model.loops.support[0])))
    data = model.data()
    link = model.link_names[-1]
    fm.forward_kinematics(model, data, q)

    def with_data() -> None:
        fm.forward_kinematics(model, data, q)
        loop_jacobian(model, data)

    start = case.Q[1].copy()
    start[at.q] = case.Y[1]
    search = model.loops._search
    attempts = [[columns.tolist() for columns in at.dependent]]
    none = np.empty((0, model.nq))
    peers = {"Pinocchio": pinocchio(case), "MuJoCo": mujoco(case)}
    single = {"fourbar": lambda: closure(model, q), "fourbar, through Data": with_data}
    batch = {
        "fourbar": lambda: closure(model, case.Q, out=out, threads=1),
        "fourbar, support": lambda: closure(
            model, case.Q, out=entries, threads=1, columns="support"
        ),
        "fourbar, 2 threads": lambda: closure(model, case.Q, out=out, threads=2),
    }
    poses = {
        "fourbar": lambda: spanning(model, case.Y, case.Q, threads=1),
        "fourbar, one by one": lambda: search(
            start[None], None, attempts, none, None, 1e-10, 60, 1
        ),
    }
    sizes = {"fourbar": n, "fourbar, support": n, "fourbar, 2 threads": n}
    for label, calls in peers.items():
        if calls is not None:
            single[label], batch[label], poses[label] = (
                calls["single"],
                calls["batch"],
                calls["closed pose"],
            )
            sizes[label] = min(n, 200)
    sizes["fourbar, one by one"] = 1
    guess = model.integrate(at.home, 0.2 * np.random.default_rng(0).standard_normal(model.nv))
    return {
        "single": in_turns(single, rounds=rounds),
        "batch": {k: t / sizes[k] for k, t in in_turns(batch, rounds=rounds).items()},
        "closed pose": {
            k: t / sizes[k] for k, t in in_turns(poses, rounds=max(3, rounds // 3)).items()
        },
        "explicit Jacobian": in_turns(
            {"fourbar": lambda: explicit_jacobian(model, data)}, rounds=rounds
        ),
        "closed Jacobian": in_turns(
            {"fourbar": lambda: closed_jacobian(model, q, link)}, rounds=rounds
        ),
        "closed Jacobian, batch": {
            k: t / n
            for k, t in in_turns(
                {"fourbar": lambda: closed_jacobian(model, case.Q, link, threads=1)}, rounds=rounds
            ).items()
        },
        "assemble from zero": in_turns({"fourbar": lambda: assemble(model)}, rounds=rounds),
        "assemble from a guess": in_turns(
            {"fourbar": lambda: assemble(model, q0=guess)}, rounds=rounds
        ),
        "sample 1000 closed": {
            k: t / 1000
            for k, t in in_turns(
                {"fourbar": lambda: sample_closed(model, 1000, seed=0)}, rounds=5
            ).items()
        },
    }


def report(name: str, times: dict[str, dict[str, float]]) -> list[str]:
    """A table of one mechanism, and the verdicts on its targets."""
    lines = [f"\n## {name}\n", "| work | library | time [us] | ratio |", "|---|---|---|---|"]
    verdicts: list[str] = []
    for work, found in times.items():
        own = min(time for label, time in found.items() if label in ("fourbar", "fourbar, support"))
        for label, time in found.items():
            lines.append(f"| {work} | {label} | {1e6 * time:.3f} | {time / own:.2f} |")
            target = TARGETS.get(work)
            if target is not None and not label.startswith("fourbar"):
                verdict = "reached" if time / own >= target else "MISSED"
                verdicts.append(
                    f"{work}: {time / own:.1f} times {label} (target {target:g}): {verdict}"
                )
    return [*lines, "", *verdicts]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--robots", nargs="+", default=["four_bar", "stewart"])
    parser.add_argument("-n", type=int, default=10_000, help="configurations of a batch")
    parser.add_argument("--rounds", type=int, default=100)
    args = parser.parse_args()
    for name in args.robots:
        print("\n".join(report(name, measure(name, args.n, args.rounds))))


if __name__ == "__main__":
    main()

"""A four-bar that swings for five seconds, here and elsewhere: `python benchmarks/simulation.py`.

The four-bar of the gallery without friction: the crank starts at 0.9 rad with 8 rad/s, steps are 1
ms. Measured are the largest error of the energy, as a share of the first, the largest distance
between the two ends of the loop, and the processor time of a step, Python included where a library
leaves the loop over time to its user. Energies and distances of all rows are computed here, in the
same way, from the states that a library went through.

The integrators differ in order, which explains a part: rows are what users get from each. Pinocchio
does not integrate constraints itself; its rows are the semi-implicit Euler step of its examples
with `constraintDynamics`, with and without Baumgarte's springs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(1, str(Path(__file__).parents[1]))

import mujoco as mj
import numpy as np
import pinocchio as pin
from tests.dynamics.peer import Peer

import fourbar as fb

DT = 1e-3
ENERGY, CLOSED = 1e-8, 1e-12
"""What fourbar must keep to: share of the energy, and m."""


class Start(NamedTuple):
    """Where all begin."""

    model: fb.Model
    q: np.ndarray
    v: np.ndarray
    steps: int


class States(NamedTuple):
    """What a library went through, and the time of one step [s]."""

    q: np.ndarray
    v: np.ndarray
    seconds: float


def start(duration: float) -> Start:
    """The four-bar that is let go."""
    model = fb.Model(fb.load("gallery:four_bar"))
    q = fb.assemble(model, {"crank": 0.9}).q
    data = model.data()
    fb.forward_kinematics(model, data, q)
    v = np.array(fb.explicit_jacobian(model, data).G) @ [8.0]
    fb.simulate(model, q, v, steps=1)  # compiles the model
    return Start(model, q, v, round(duration / DT))


def ours(at: Start, integrator: str) -> States:
    """All steps in one call."""
    begin = process_time()
    motion = fb.simulate(
        at.model,
        at.q,
        at.v,
        dt=DT,
        steps=at.steps,
        integrator=integrator,
        friction=False,
        limits=False,
    )
    return States(motion.q, motion.v, (process_time() - begin) / at.steps)


def without_projection(at: Start) -> States:
    """The same method without a way back to the loops, by numpy around forward dynamics."""
    model = fb.Model(at.model.robot, tolerance=1e-5)
    q, v = at.q.copy(), at.v.copy()
    kept = [(q, v)]

    def rate(q: np.ndarray, v: np.ndarray) -> np.ndarray:
        K = np.array(fb.closure(model, q)[1])
        v = v - np.linalg.lstsq(K, K @ v, rcond=1e-9)[0]
        return np.array(fb.forward_dynamics(model, None, q, v, None, friction=False))

    begin = process_time()
    for _ in range(at.steps):
        a1 = rate(q, v)
        v2 = v + 0.5 * DT * a1
        a2 = rate(q + 0.5 * DT * v, v2)
        v3 = v + 0.5 * DT * a2
        a3 = rate(q + 0.5 * DT * v2, v3)
        v4 = v + DT * a3
        a4 = rate(q + DT * v3, v4)
        q = q + DT / 6.0 * (v + 2.0 * v2 + 2.0 * v3 + v4)
        v = v + DT / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4)
        kept.append((q, v))
    seconds = (process_time() - begin) / at.steps
    return States(*(np.array(x) for x in zip(*kept, strict=True)), seconds)


def pinocchio(at: Start, kp: float, kd: float) -> States:
    """Semi-implicit Euler around `constraintDynamics`."""
    peer = Peer(at.model)
    (loop,) = at.model.robot.loops
    (i, A), (j, B) = peer.on[loop.predecessor], peer.on[loop.successor]
    constraint = pin.RigidConstraintModel(
        pin.ContactType.CONTACT_3D,
        peer.pin,
        i,
        A * pin.SE3(loop.predecessor_origin.matrix()),
        j,
        B * pin.SE3(loop.successor_origin.matrix()),
        pin.LOCAL,
    )
    springs = constraint.m_baumgarte_parameters
    springs.Kp, springs.Kd = kp, kd
    constraint.setBaumgarteCorrectorParameters(springs)
    constraints, work = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
    constraints.append(constraint)
    work.append(constraint.createData())
    settings = pin.ProximalSettings(1e-12, 1e-10, 10)
    pin.initConstraintDynamics(peer.pin, peer.data, constraints, work)
    q, v, tau = at.q[peer.q].copy(), at.v[peer.v].copy(), np.zeros(at.model.nv)
    kept = [(at.q, at.v)]
    begin = process_time()
    for _ in range(at.steps):
        a = pin.constraintDynamics(peer.pin, peer.data, q, v, tau, constraints, work, settings)
        v = v + DT * a
        q = pin.integrate(peer.pin, q, DT * v)
        kept.append((_ordered(q, peer.q), _ordered(v, peer.v)))
    seconds = (process_time() - begin) / at.steps
    return States(*(np.array(x) for x in zip(*kept, strict=True)), seconds)


def mujoco(at: Start, option: str = "", equality: str = "") -> States:
    """`mj_step` of the same tree with a `connect`."""
    peer = mj.MjModel.from_xml_string(_mjcf(at.model.robot, option, equality))
    data = mj.MjData(peer)
    joints = [peer.joint(i).name for i in range(peer.njnt)]
    order = np.array([at.model.joint(name).q.start for name in joints])
    data.qpos[:], data.qvel[:] = at.q[order], at.v[order]
    kept = [(at.q, at.v)]
    begin = process_time()
    for _ in range(at.steps):
        mj.mj_step(peer, data)
        kept.append((_ordered(data.qpos, order), _ordered(data.qvel, order)))
    seconds = (process_time() - begin) / at.steps
    return States(*(np.array(x) for x in zip(*kept, strict=True)), seconds)


def _ordered(values: np.ndarray, places: np.ndarray) -> np.ndarray:
    result = np.empty(len(values))
    result[places] = values
    return result


def _mjcf(robot: fb.Robot, option: str, equality: str) -> str:
    def numbers(values: object) -> str:
        return " ".join(repr(float(x)) for x in values)  # type: ignore[attr-defined]

    def body(link: str) -> Iterator[str]:
        for joint in robot.joints:
            if joint.parent != link:
                continue
            inertial = robot.links[joint.child].inertial
            assert inertial is not None
            assert not any(joint.origin.rpy + inertial.origin.rpy)
            i = inertial.inertia
            tensor = (i.ixx, i.iyy, i.izz, i.ixy, i.ixz, i.iyz)
            yield (
                f"<body name='{joint.child}' pos='{numbers(joint.origin.xyz)}'>"
                f"<inertial mass='{inertial.mass}' pos='{numbers(inertial.origin.xyz)}' "
                f"fullinertia='{numbers(tensor)}'/>"
                f"<joint name='{joint.name}' type='hinge' axis='{numbers(joint.axis)}'/>"
            )
            yield from body(joint.child)
            yield "</body>"

    (loop,) = robot.loops
    return (
        "<mujoco><compiler angle='radian' autolimits='false'/>"
        f"<option gravity='0 0 -9.81' timestep='{DT}' {option}/>"
        f"<worldbody>{''.join(body(robot.root.name))}</worldbody><equality>"
        f"<connect body1='{loop.predecessor}' body2='{loop.successor}' "
        f"anchor='{numbers(loop.predecessor_origin.xyz)}' {equality}/></equality></mujoco>"
    )


def errors(at: Start, states: States) -> tuple[float, float]:
    """The worst energy, as a share of the first, and the worst distance of the loop's ends [m]."""
    energy = fb.energy(at.model, None, states.q, states.v, coordinates="spanning").total
    (loop,) = at.model.robot.loops
    ends = [
        fb.kinematics(at.model, states.q, link, coordinates="spanning").pose @ origin.matrix()
        for link, origin in (
            (loop.predecessor, loop.predecessor_origin),
            (loop.successor, loop.successor_origin),
        )
    ]
    gap = np.linalg.norm(ends[0][:, :3, 3] - ends[1][:, :3, 3], axis=1)
    return float(np.abs(energy - energy[0]).max() / abs(energy[0])), float(gap.max())


ROWS: dict[str, Callable[[Start], States]] = {
    "fourbar rk4": lambda at: ours(at, "rk4"),
    "fourbar adaptive": lambda at: ours(at, "adaptive"),
    "fourbar semi_implicit": lambda at: ours(at, "semi_implicit"),
    "rk4, no projection (numpy)": without_projection,
    "Pinocchio, Kp 0, Kd 0": lambda at: pinocchio(at, 0.0, 0.0),
    "Pinocchio, Kp 100, Kd 20": lambda at: pinocchio(at, 100.0, 20.0),
    "Pinocchio, Kp 1e4, Kd 200": lambda at: pinocchio(at, 1e4, 200.0),
    "MuJoCo Euler (default)": mujoco,
    "MuJoCo implicitfast": lambda at: mujoco(at, "integrator='implicitfast'"),
    "MuJoCo RK4": lambda at: mujoco(at, "integrator='RK4'"),
    "MuJoCo RK4, stiff": lambda at: mujoco(
        at,
        "integrator='RK4' tolerance='1e-14'",
        "solref='0.002 1' solimp='0.9999 0.99999 0.001'",
    ),
}


def main() -> int:
    """Print a table; 1 where fourbar misses what it must keep to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--duration", type=float, default=5.0, help="seconds (default: 5)")
    at = start(parser.parse_args().duration)
    print(f"{'four-bar, 1 ms':28} {'energy error':>13} {'loop error [m]':>15} {'us/step':>9}")
    missed = False
    for name, run in ROWS.items():
        states = run(at)
        energy, gap = errors(at, states)
        print(f"{name:28} {energy:13.1e} {gap:15.1e} {states.seconds * 1e6:9.2f}")
        if name == "fourbar rk4":
            missed = energy > ENERGY or gap > CLOSED
    return int(missed)


if __name__ == "__main__":
    raise SystemExit(main())

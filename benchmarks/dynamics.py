"""Dynamics against other libraries: `python benchmarks/dynamics.py`.

Trees (loops cut) and closed mechanisms, one configuration and per configuration of a batch, in one
thread, all in one run and in turns; the ratios count. Pinocchio gets the same tree, numbered depth
first, and loops as constraints (points, or frames where they are fixed); its batches are
`rneaInParallel` and `abaInParallel` with one thread. Results must agree before anything is timed.

`--growth` measures forward dynamics of chains of up to 1,000 bodies, and of up to 64 four-bars in a
row: time per body must not grow.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(1, str(Path(__file__).parents[1]))

import numpy as np
import pinocchio as pin
from tests.dynamics.peer import Peer
from tests.dynamics.robots import State, gallery, relative, states

import fourbar as fb
from timing import best_of, in_turns

TREES = ("ur20", "iiwa14", "humanoid")
CLOSED = ("four_bar", "leg_linkage", "delta", "stewart")
TREE = {"coordinates": "spanning"}
FREE = {"friction": False}
Calls = dict[str, Callable[[], object]]


def tree_calls(model: fb.Model, peer: Peer, at: State, batch: int) -> dict[str, tuple[Calls, int]]:
    """What is compared on a tree: name to (ours and theirs, configurations per call)."""
    data = model.data()
    q, v, a, tau = at.q, at.v, at.a, at.tau
    own = [np.ascontiguousarray(x) for x in (q[peer.q], v[peer.v], a[peer.v], tau[peer.v])]
    Q, V, A, TAU = (np.tile(x, (batch, 1)) for x in (q, v, a, tau))
    theirs = [np.asfortranarray(np.tile(x, (batch, 1)).T) for x in own]
    pool = pin.ModelPool(peer.pin, 1)
    out, result = np.empty((batch, model.nv)), np.empty((model.nv, batch), order="F")
    matrices = np.empty((batch, model.nv, model.nv))
    one = {**TREE, "threads": 1, "out": out}
    p, d = peer.pin, peer.data
    return {
        "inverse dynamics": (
            {
                "fourbar": lambda: fb.inverse_dynamics(model, data, q, v, a, **FREE, **TREE),
                "pinocchio": lambda: pin.rnea(p, d, own[0], own[1], own[2]),
            },
            1,
        ),
        "mass matrix": (
            {
                "fourbar": lambda: fb.mass_matrix(model, data, q, **TREE),
                "pinocchio": lambda: pin.crba(p, d, own[0]),
            },
            1,
        ),
        "its inverse": (
            {
                "fourbar": lambda: fb.inverse_mass_matrix(model, data, q, **TREE),
                "pinocchio": lambda: pin.computeMinverse(p, d, own[0]),
            },
            1,
        ),
        "forward dynamics": (
            {
                "fourbar": lambda: fb.forward_dynamics(model, data, q, v, tau, **FREE, **TREE),
                "pinocchio": lambda: pin.aba(p, d, own[0], own[1], own[3]),
            },
            1,
        ),
        "derivatives": (
            {
                "fourbar": lambda: fb.inverse_dynamics_derivatives(
                    model, data, q, v, a, **FREE, **TREE
                ),
                "pinocchio": lambda: pin.computeRNEADerivatives(p, d, own[0], own[1], own[2]),
            },
            1,
        ),
        "inverse, batch": (
            {
                "fourbar": lambda: fb.inverse_dynamics(model, None, Q, V, A, **FREE, **one),
                "pinocchio": lambda: pin.rneaInParallel(
                    1, pool, theirs[0], theirs[1], theirs[2], result
                ),
            },
            batch,
        ),
        "forward, batch": (
            {
                "fourbar": lambda: fb.forward_dynamics(model, None, Q, V, TAU, **FREE, **one),
                "pinocchio": lambda: pin.abaInParallel(
                    1, pool, theirs[0], theirs[1], theirs[3], result
                ),
            },
            batch,
        ),
        "mass, batch": (
            {"fourbar": lambda: fb.mass_matrix(model, None, Q, threads=1, out=matrices, **TREE)},
            batch,
        ),
    }


def closed_calls(
    model: fb.Model, peer: Peer, at: State, batch: int
) -> dict[str, tuple[Calls, int]]:
    """What is compared on a closed mechanism."""
    data = model.data()
    q, v, a, tau = at.q, at.v, at.a, at.tau
    Q, V, A, TAU = (np.tile(x, (batch, 1)) for x in (q, v, a, tau))
    theirs = peer.constraint_call(q, v, tau)
    assert (
        relative(fb.forward_dynamics(model, data, q, v, tau, **FREE), peer.vector(theirs())) < 1e-8
    )
    out, f = np.empty((batch, model.nv)), np.empty((batch, model.chart.size))
    span = {"coordinates": "independent"}
    return {
        "forward dynamics": (
            {
                "fourbar": lambda: fb.forward_dynamics(model, data, q, v, tau, **FREE),
                "pinocchio": theirs,
            },
            1,
        ),
        "forward, batch": (
            {
                "fourbar": lambda: fb.forward_dynamics(
                    model, None, Q, V, TAU, **FREE, out=out, threads=1
                ),
                "pinocchio, one by one": theirs,
            },
            batch,
        ),
        "inverse dynamics": (
            {"fourbar": lambda: fb.inverse_dynamics(model, data, q, v, a, **FREE, **span)},
            1,
        ),
        "inverse, batch": (
            {
                "fourbar": lambda: fb.inverse_dynamics(
                    model, None, Q, V, A, **FREE, **span, out=f, threads=1
                )
            },
            batch,
        ),
        "reactions": (
            {"fourbar": lambda: fb.reactions(model, data, q, v, a=a)},
            1,
        ),
    }


def report(name: str, rows: dict[str, tuple[Calls, int]], rounds: int) -> None:
    for what, (calls, count) in rows.items():
        times = in_turns(calls, rounds=rounds)
        # A peer that has no batch is called for one configuration.
        per = {k: t / (1 if "one by one" in k else count) * 1e6 for k, t in times.items()}
        line = f"{name:12s} {what:18s} {per['fourbar']:9.3f} us"
        for peer, time in per.items():
            if peer != "fourbar":
                line += f"   {peer} {time:9.3f} us   {time / per['fourbar']:5.1f} x"
        print(line, flush=True)


def chain(count: int) -> fb.Model:
    """Hinges in a row, about x, y and z in turns."""
    robot = fb.Robot("chain").add(fb.Link("0"))
    bar = fb.Inertial(
        mass=0.5, inertia=fb.Inertia(1e-3, 2e-3, 1.5e-3), origin=fb.Pose((0.05, 0, 0))
    )
    links, joints = [], []
    for i in range(1, count + 1):
        links.append(fb.Link(str(i), inertial=bar))
        axis = tuple(float(k == i % 3) for k in range(3))
        joints.append(
            fb.Joint(
                f"j{i}", "continuous", str(i - 1), str(i), axis=axis, origin=fb.Pose((0.1, 0, 0))
            )
        )
    return fb.Model(robot.add(*links, *joints))


def linkages(count: int) -> fb.Model:
    """Four-bars in a row, each on the coupler of the one before."""
    one = fb.load("gallery:four_bar")
    robot, to = one, "coupler_link"
    for i in range(1, count):
        robot = robot.attach(one, to=to, prefix=f"b{i}_")
        to = f"b{i}_coupler_link"
    return fb.Model(robot)


def growth() -> None:
    """Forward dynamics per body, of longer and longer chains."""
    for title, make, sizes in (
        ("hinges", chain, (10, 30, 100, 300, 1000)),
        ("four-bars", linkages, (1, 4, 16, 64)),
    ):
        for n in sizes:
            model = make(n)
            (at,) = states(model, 1)
            data = model.data()
            call = lambda m=model, d=data, s=at: fb.forward_dynamics(m, d, s.q, s.v, s.tau)  # noqa: E731
            time = best_of(call) * 1e6
            print(
                f"{n:5d} {title:10s} {time:10.2f} us   {time / model.nv * 1e3:7.1f} ns per velocity"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--batch", type=int, default=2000, help="configurations per batch")
    parser.add_argument("--rounds", type=int, default=60, help="turns of each measurement")
    parser.add_argument("--growth", action="store_true", help="only how time grows with size")
    options = parser.parse_args()
    if options.growth:
        growth()
        return
    for name in TREES:
        model = gallery(name)
        (at,) = states(model, 1)
        peer = Peer(model)
        ours = fb.inverse_dynamics(model, None, at.q, at.v, at.a, **FREE, **TREE)
        assert relative(ours, peer.rnea(at.q, at.v, at.a)) < 1e-10
        report(name, tree_calls(model, peer, at, options.batch), options.rounds)
    for name in CLOSED:
        model = gallery(name)
        (at,) = states(model, 1)
        report(name, closed_calls(model, Peer(model), at, options.batch), options.rounds)


if __name__ == "__main__":
    main()

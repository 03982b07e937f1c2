"""Dynamics against other libraries: `python benchmarks/dynamics.py`.

Trees (loops cut) and closed mechanisms, one configuration and per configuration of a batch, in one
thread, all in one run and in turns, in processor time; the ratios count. Pinocchio gets the same
tree, numbered depth first, and loops as constraints (points, or frames where they are fixed); its
batches are `rneaInParallel` and `abaInParallel` with one thread, its other algorithm for loops
`lcaba`. MuJoCo has the trees, and loops of points as stiff rows, without contacts; CasADi's
generated code inverse dynamics of trees. Options are written out, since unpacking a dictionary of
them takes as long as half a call. Results must agree before anything is timed. A program that is
not installed is left out.

`--published` measures the robots of generalized_rbda, whose files `FOURBAR_CORPUS` has, beside the
figures that its authors and PERFORMANCE.md of this project have for it: other machines, so that
only large ratios mean something.

`--growth` measures forward dynamics of chains of up to 1,000 bodies, and of up to 64 four-bars in a
row: time per body must not grow. `--plot docs/images/growth.svg` draws both as well.
"""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(1, str(Path(__file__).parents[1]))

import numpy as np
import pinocchio as pin
from tests.dynamics.peer import Peer
from tests.dynamics.robots import State, gallery, relative, states

import fourbar as fb
from fourbar.graph.drawing.plot import Curve, Panel, plot
from peers_dynamics import casadi_rnea, lcaba, mujoco
from timing import in_turns

CORPUS = Path(os.environ.get("FOURBAR_CORPUS", Path(__file__).parents[2] / "shared/corpus"))
TREES = ("ur20", "iiwa14", "humanoid")
CLOSED = ("four_bar", "leg_linkage", "delta", "stewart")
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
    p, d = peer.pin, peer.data
    others = mujoco(model, at) or (None, None)
    code = casadi_rnea(model, at, batch) or (None, None)
    rows = {
        "inverse dynamics": (
            {
                "fourbar": lambda: fb.inverse_dynamics(
                    model, data, q, v, a, friction=False, coordinates="spanning"
                ),
                "pinocchio": lambda: pin.rnea(p, d, own[0], own[1], own[2]),
            },
            1,
        ),
        "mass matrix": (
            {
                "fourbar": lambda: fb.mass_matrix(model, data, q, coordinates="spanning"),
                "pinocchio": lambda: pin.crba(p, d, own[0]),
            },
            1,
        ),
        "its inverse": (
            {
                "fourbar": lambda: fb.inverse_mass_matrix(model, data, q, coordinates="spanning"),
                "pinocchio": lambda: pin.computeMinverse(p, d, own[0]),
            },
            1,
        ),
        "forward dynamics": (
            {
                "fourbar": lambda: fb.forward_dynamics(
                    model, data, q, v, tau, friction=False, coordinates="spanning"
                ),
                "pinocchio": lambda: pin.aba(p, d, own[0], own[1], own[3]),
            },
            1,
        ),
        "derivatives": (
            {
                "fourbar": lambda: fb.inverse_dynamics_derivatives(
                    model, data, q, v, a, friction=False, coordinates="spanning"
                ),
                "pinocchio": lambda: pin.computeRNEADerivatives(p, d, own[0], own[1], own[2]),
            },
            1,
        ),
        "forward derivatives": (
            {
                "fourbar": lambda: fb.forward_dynamics_derivatives(
                    model, data, q, v, tau, friction=False, coordinates="spanning"
                ),
                "pinocchio": lambda: pin.computeABADerivatives(p, d, own[0], own[1], own[3]),
            },
            1,
        ),
        "derivatives, batch": (
            {
                "fourbar": lambda: fb.inverse_dynamics_derivatives(
                    model, None, Q, V, A, friction=False, coordinates="spanning", threads=1
                )
            },
            batch,
        ),
        "inverse, batch": (
            {
                "fourbar": lambda: fb.inverse_dynamics(
                    model, None, Q, V, A, friction=False, coordinates="spanning", threads=1, out=out
                ),
                "pinocchio": lambda: pin.rneaInParallel(
                    1, pool, theirs[0], theirs[1], theirs[2], result
                ),
            },
            batch,
        ),
        "forward, batch": (
            {
                "fourbar": lambda: fb.forward_dynamics(
                    model,
                    None,
                    Q,
                    V,
                    TAU,
                    friction=False,
                    coordinates="spanning",
                    threads=1,
                    out=out,
                ),
                "pinocchio": lambda: pin.abaInParallel(
                    1, pool, theirs[0], theirs[1], theirs[3], result
                ),
            },
            batch,
        ),
        "mass, batch": (
            {
                "fourbar": lambda: fb.mass_matrix(
                    model, None, Q, threads=1, out=matrices, coordinates="spanning"
                )
            },
            batch,
        ),
    }
    for what, name, call in (
        ("inverse dynamics", "mujoco", others[0]),
        ("forward dynamics", "mujoco", others[1]),
        ("inverse dynamics", "casadi, ctypes", code[0]),
        ("inverse, batch", "casadi", code[1]),
    ):
        if call is not None:
            rows[what][0][name] = call
    return rows


def closed_calls(
    model: fb.Model, peer: Peer, at: State, batch: int
) -> dict[str, tuple[Calls, int]]:
    """What is compared on a closed mechanism."""
    data = model.data()
    q, v, a, tau = at.q, at.v, at.a, at.tau
    Q, V, A, TAU = (np.tile(x, (batch, 1)) for x in (q, v, a, tau))
    theirs = peer.constraint_call(q, v, tau)
    assert (
        relative(fb.forward_dynamics(model, data, q, v, tau, friction=False), peer.vector(theirs()))
        < 1e-8
    )
    out, f = np.empty((batch, model.nv)), np.empty((batch, model.chart.size))
    forward: Calls = {
        "fourbar": lambda: fb.forward_dynamics(model, data, q, v, tau, friction=False),
        "pinocchio": theirs,
        "lcaba": lcaba(Peer(model), at),
    }
    soft = mujoco(model, at)
    if soft is not None:
        forward["mujoco"] = soft[1]
    return {
        "forward dynamics": (forward, 1),
        "forward, batch": (
            {
                "fourbar": lambda: fb.forward_dynamics(
                    model, None, Q, V, TAU, friction=False, out=out, threads=1
                ),
                "pinocchio, one by one": theirs,
            },
            batch,
        ),
        "inverse dynamics": (
            {
                "fourbar": lambda: fb.inverse_dynamics(
                    model, data, q, v, a, friction=False, coordinates="independent"
                )
            },
            1,
        ),
        "inverse, batch": (
            {
                "fourbar": lambda: fb.inverse_dynamics(
                    model,
                    None,
                    Q,
                    V,
                    A,
                    friction=False,
                    coordinates="independent",
                    out=f,
                    threads=1,
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
        times = in_turns(calls, rounds=rounds, clock=process_time)
        # A peer that has no batch is called for one configuration.
        per = {k: t / (1 if "one by one" in k else count) * 1e6 for k, t in times.items()}
        line = f"{name:12s} {what:19s} {per['fourbar']:9.3f} us"
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


PUBLISHED = {
    # us: forward dynamics with clusters, projection, multipliers; inverse dynamics with clusters
    "four_bar": (41.0, 35.0, 37.0, 40.0),
    "mini_cheetah": (49.0, 43.0, 68.0, 19.5),
    "jvrc1_humanoid": (113.0, 155.0, 266.0, 45.0),
}


def published() -> None:
    """The robots of generalized_rbda, beside its figures."""
    folder = CORPUS / "extra/generalized_rbda/robot-models"
    for name, (clusters, projection, multipliers, inverse) in PUBLISHED.items():
        file = folder / f"{name}.urdf"
        if not file.exists():
            print(f"{name}: {file} does not exist; set FOURBAR_CORPUS")
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model = fb.Model(fb.load(file))
        (at,) = states(model, 1)
        data = model.data()
        calls: Calls = {
            "forward": lambda m=model, d=data, s=at: fb.forward_dynamics(m, d, s.q, s.v, s.tau),
            "inverse": lambda m=model, d=data, s=at: fb.inverse_dynamics(
                m, d, s.q, s.v, s.a, coordinates="independent"
            ),
        }
        times = in_turns(calls, clock=process_time)
        forward, back = times["forward"], times["inverse"]
        best = min(clusters, projection, multipliers)
        print(
            f"{name:16s} nu {model.chart.size:3d}   forward {forward * 1e6:7.2f} us, its best "
            f"{best:6.1f} us {best / forward / 1e6:6.1f} x   inverse {back * 1e6:7.2f} us, "
            f"{inverse:5.1f} us {inverse / back / 1e6:6.1f} x",
            flush=True,
        )


def growth(file: str | None) -> None:
    """Forward dynamics per body, of longer and longer chains, and pictures of it."""
    for word, make, sizes in (
        ("hinges", chain, (10, 50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000)),
        ("four-bars", linkages, (1, 2, 4, 8, 16, 24, 32, 40, 48, 56, 64)),
    ):
        whole: list[float] = []
        for n in sizes:
            model = make(n)
            (at,) = states(model, 1)
            data = model.data()
            call = lambda m=model, d=data, s=at: fb.forward_dynamics(m, d, s.q, s.v, s.tau)  # noqa: E731
            time = in_turns({"fourbar": call}, rounds=60, clock=process_time)["fourbar"]
            whole.append(time * 1e6)
            each = time / model.nv * 1e9
            print(
                f"{n:5d} {word:10s} {whole[-1]:10.2f} us   {each:7.1f} ns per velocity", flush=True
            )
        if file:
            path = Path(file)
            title = f"Forward dynamics of {word} in a row"
            panel = Panel("microseconds per call", [Curve(word, whole)])
            text = plot(title, f"number of {word}", list(map(float, sizes)), [panel])
            path.with_stem(f"{path.stem}-{word}").write_text(text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--batch", type=int, default=2000, help="configurations per batch")
    parser.add_argument("--rounds", type=int, default=60, help="turns of each measurement")
    parser.add_argument("--growth", action="store_true", help="only how time grows with size")
    parser.add_argument("--plot", metavar="FILE", help="draw the growth to two .svg files")
    parser.add_argument("--published", action="store_true", help="only beside published figures")
    options = parser.parse_args()
    if options.published:
        published()
        return
    if options.growth or options.plot:
        growth(options.plot)
        return
    for name in TREES:
        model = gallery(name)
        (at,) = states(model, 1)
        peer = Peer(model)
        ours = fb.inverse_dynamics(
            model, None, at.q, at.v, at.a, friction=False, coordinates="spanning"
        )
        assert relative(ours, peer.rnea(at.q, at.v, at.a)) < 1e-10
        report(name, tree_calls(model, peer, at, options.batch), options.rounds)
    for name in CLOSED:
        model = gallery(name)
        (at,) = states(model, 1)
        report(name, closed_calls(model, Peer(model), at, options.batch), options.rounds)


if __name__ == "__main__":
    main()

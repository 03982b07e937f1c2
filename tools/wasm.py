"""The core compiled to WebAssembly: whether it computes the same, how large and how fast it is.

    python tools/wasm.py build      # build/wasm/fourbar.wasm
    python tools/wasm.py compare    # in Node.js, against this Python's module
    python tools/wasm.py time       # and the TypeScript solver, which also drags; needs `make web`

All kernels and the solvers of loops and inverse kinematics, without Python (native/wasm/entry.cpp).
Needs Node.js and Clang with a C++ library for wasm32-wasi: on Debian 12 the packages clang, lld-14,
wasi-libc, libc++-14-dev-wasm32, libc++abi-14-dev-wasm32 and libclang-rt-14-dev-wasm32. CXX names
another compiler.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray
from same_numbers import ROBOTS, difference
from scissor import ACROSS, UP, scissor_lift

import fourbar as fb
from fourbar import _native
from fourbar.mechanics.compile import compile_robot
from fourbar.mechanics.dynamics import compile as dynamics_compile
from fourbar.mechanics.loops import compile as loops_compile
from fourbar.numerics import (
    FOLLOW_MOST_STRIDES,
    FOLLOW_STEPS,
    FOLLOW_STRIDE,
    SEARCH_STEPS,
    SHOWN,
    SOLVED,
)

ROOT = Path(__file__).resolve().parent.parent
NATIVE = ROOT / "native"
OUTPUT = ROOT / "build/wasm/fourbar.wasm"
RUNTIME = ROOT / "web/three-robot-kinematics"
SOLVERS = ("dense", "follow", "inverse", "motion", "rotations", "search", "solve")
SOURCES = (
    "wasm/entry",
    "owners/elimination",
    "owners/mechanism",
    "owners/system",
    "owners/tree",
    "kernels/dynamics/dispatch",
    "kernels/loops/dispatch",
    "kernels/tree/dispatch",
    *(f"solvers/{name}" for name in SOLVERS),
)
TARGET = ("--target=wasm32-wasi", "-std=c++17", "-msimd128", "-I", str(NATIVE))
# As in native/kernels/kernels.cmake. Two doubles are in a register, as in plain x86-64.
KERNELS = ("-fno-math-errno", "-fno-trapping-math", "-ffp-contract=fast", "-DFOURBAR_LANES=2")


def compiler() -> str:
    """The C++ compiler, which need not be able to compile for WebAssembly."""
    return os.environ.get("CXX") or shutil.which("clang++") or "clang++"


def missing() -> str | None:
    """Why nothing can be compiled or run here, or None."""
    if not shutil.which(compiler()):
        return f"no {compiler()}"
    if not shutil.which("node"):
        return "no Node.js"
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "a.cpp"
        source.write_text("#include <vector>\nint main() { return std::vector<int>(3).size(); }\n")
        command = [compiler(), *TARGET, "-fno-exceptions", str(source), "-o", f"{folder}/a.wasm"]
        made = subprocess.run(command, capture_output=True, text=True, check=False)
    return None if made.returncode == 0 else f"{compiler()} cannot compile and link for wasm32-wasi"


def build(output: Path = OUTPUT, optimisation: str = "-O3") -> Path:
    """Compile everything, in as many processes as there are processors."""
    output.parent.mkdir(parents=True, exist_ok=True)
    jobs: list[tuple[Path, list[str]]] = [
        (NATIVE / f"{source}.cpp", ["-ffp-contract=off"]) for source in SOURCES
    ]
    for folder in ("tree", "loops", "dynamics"):
        names = [f"-DFOURBAR_LEVEL={folder}_generic", '-DFOURBAR_LEVEL_NAME="generic"']
        jobs.append((NATIVE / f"kernels/{folder}/kernels.cpp", [*KERNELS, *names]))

    def compile_one(job: tuple[Path, list[str]]) -> str:
        source, options = job
        made = output.parent / f"{'_'.join(source.relative_to(NATIVE).parts)}.o"
        run(compiler(), *TARGET, optimisation, *options, "-c", str(source), "-o", str(made))
        return str(made)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compile_one, jobs))
    link = ("-mexec-model=reactor", "-Wl,--export-dynamic,--strip-all", "-o", str(output))
    run(compiler(), *TARGET, *objects, *link)
    return output


def run(*command: str, text: str | None = None) -> str:
    """What a command prints; its errors where it fails."""
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command[:3])} ...\n{done.stderr}")
    return done.stdout


def flatten(model: fb.Model) -> dict[str, Any]:
    """What the compiled core is made from, as the entry file reads it."""
    integers: list[int] = []
    numbers: list[float] = []

    def put(array: NDArray[Any]) -> None:
        integers.append(array.size)
        (integers if array.dtype == np.int32 else numbers).extend(array.ravel().tolist())

    def put_lists(lists: list[list[int]]) -> None:
        integers.append(len(lists))
        for values in lists:
            integers.extend([len(values), *values])

    bodies = compile_robot(model.robot, planar=model.planar, locked={}, frames={}, payload={})
    for array in bodies.arrays()[:-1]:  # all but the names
        put(array)
    with patch.object(loops_compile, "Loops") as core:
        loops_compile.compile_loops(model)
    _, *arrays, rows, columns, _ = core.call_args.args
    for array in arrays:
        put(array)
    put_lists(rows)
    put_lists(columns)
    put_lists([columns.tolist() for columns in model.chart.dependent])
    put_lists([chosen.tolist() for chosen in model.chart.rows])
    with patch.object(dynamics_compile, "Mechanism") as core:
        dynamics_compile.compile_mechanism(model, spanning=False)
    # Gravity, armature, damping, friction, stiffness and rest; then two tolerances.
    *arrays, tolerance, consistency, _ = core.call_args.args
    for array in (*arrays[-6:], [tolerance, consistency]):
        put(np.array(array, np.float64))
    return {"integers": integers, "numbers": numbers}


def slider(model: fb.Model) -> dict[str, Any]:
    """The first independent joint goes to and fro in 200 small steps."""
    joint = next(s for s in model.joints.values() if s.v.start in model.chart.v)
    entries = model.chart.q.tolist()
    reach = 0.05 if joint.name == "slide" or model.name == "stewart" else 0.5
    way = reach * np.sin(2 * np.pi * np.arange(200) / 200)
    return {
        "home": model.chart.home.tolist(),
        "entries": entries,
        "driven": entries.index(joint.q.start),
        "joint": joint.name,
        "several": joint.q.stop - joint.q.start > 1,
        "positions": (model.chart.home[joint.q.start] + way).tolist(),
        "frames": len(model.link_names),
        "tolerance": SOLVED,
        "stride": FOLLOW_STRIDE,
        "most": FOLLOW_MOST_STRIDES,
    }


def problems(model: fb.Model) -> tuple[dict[str, Any], dict[str, NDArray[np.float64]]]:
    """What to compute, and what the Python module computes."""
    link = model.link_names[-1]
    q = np.asarray(model.random(64, seed=1, coordinates="spanning"))
    pose, jacobian = fb.kinematics(model, q, link, coordinates="spanning")
    v = np.random.default_rng(2).standard_normal((64, model.nv))
    at_rest = np.asarray(model.random(16, seed=3))
    still = np.zeros((16, model.nv))
    job: dict[str, Any] = flatten(model) | {
        "nq": model.nq,
        "nv": model.nv,
        "rows": model.loops.n_c,
        "frame": len(model.link_names) - 1,
        "q": q.ravel().tolist(),
        "v": v.ravel().tolist(),
        "at_rest": at_rest.ravel().tolist(),
        "tolerance": SOLVED,
        "steps": SEARCH_STEPS,
    }
    expected = {
        "pose": pose,
        "jacobian": jacobian,
        "tau": fb.inverse_dynamics(model, None, q, v, v, friction=False, coordinates="spanning"),
        "M": fb.mass_matrix(model, None, q, coordinates="spanning"),
        "accelerations": fb.forward_dynamics(model, None, at_rest, still, still, friction=False),
    }
    if model.has_loops:
        expected |= closed_problems(model, q, job)
    else:
        lower, upper = np.maximum(model.lower, -1e300), np.minimum(model.upper, 1e300)
        goals, starts = np.ascontiguousarray(pose[:16]), q[:16] + 0.1
        job["inverse"] = {
            "q": starts.ravel().tolist(),
            "targets": goals.ravel().tolist(),
            "lower": lower.tolist(),
            "upper": upper.tolist(),
            "tolerance": 1e-9,
            "iterations": 100,
        }
        limits = np.stack([lower, upper, np.zeros(model.nq)])
        nobody = np.zeros((0, 4), np.int32), np.zeros((0, 2))
        options = (None, True, True, (1e-9, 1e-9), 100)
        seeds, report = np.zeros((0, model.nq)), np.zeros((16, 4))
        _native.solve_inverse(
            model, link, *options, goals, seeds, limits, 0.0, *nobody, starts, report, 1
        )
        expected["inverse kinematics"] = starts
    return job, expected


def closed_problems(
    model: fb.Model, q: NDArray[np.float64], job: dict[str, Any]
) -> dict[str, NDArray[np.float64]]:
    """The same for what closes a robot: closing from random poses, and following a slider."""
    loops, starts = model.loops, q[:16]
    drawn = loops.starts(model, 7, 0)
    job |= {"starts": starts.ravel().tolist(), "drawn": drawn.ravel().tolist()}
    every = [[block.columns.tolist() for block in loops.blocks]]
    closed = [
        loops._search(row[None], None, every, drawn, None, SOLVED, SEARCH_STEPS, 1)[0][0]  # pyright: ignore[reportPrivateUsage]
        for row in starts
    ]
    job["slide"] = slide = slider(model)
    at, goal = np.array(slide["home"]), np.array([slide["home"][e] for e in slide["entries"]])
    path: list[NDArray[np.float64]] = []
    options = (SOLVED, FOLLOW_STRIDE, FOLLOW_MOST_STRIDES, FOLLOW_STEPS, 1)
    for position in slide["positions"]:
        goal[slide["driven"]] = position
        poses, _ = loops._follow(
            at[None], goal[None], slide["entries"], model.chart.native, *options
        )  # pyright: ignore[reportPrivateUsage]
        at = np.array(poses[0])
        path.append(at)
    phi, K = fb.closure(model, q)
    return {
        "residual": phi,
        "K": K,
        "closed pose": np.array(closed),
        "followed poses": np.array(path),
    }


def compare(module: Path = OUTPUT) -> dict[str, float]:
    """The largest difference of every quantity [units of the last place of its largest number]."""
    jobs: dict[str, Any] = {}
    expected: dict[str, dict[str, NDArray[np.float64]]] = {}
    for name in ROBOTS:
        model = fb.Model(fb.load(f"gallery:{name}"), simd="generic")
        jobs[name], expected[name] = problems(model)
    answer = json.loads(
        run("node", str(NATIVE / "wasm/run.mjs"), str(module), text=json.dumps(jobs))
    )
    worst: dict[str, float] = {}
    for name, quantities in expected.items():
        if set(quantities) != set(answer[name]):
            raise SystemExit(f"{name}: expected {set(quantities)}, got {set(answer[name])}")
        for what, array in quantities.items():
            found = np.array(answer[name][what], dtype=np.float64).reshape(np.shape(array))
            worst[what] = max(worst.get(what, 0.0), difference(np.asarray(array), found))
    return worst


CLOSED = ("leg_linkage", "slider_crank", "four_bar", "six_bar", "delta", "stewart")
STAGES = (4, 8, 16, 32)
PULLED = {"six_bar": "leg_link", "delta": "effector", "stewart": "platform"}


def measured_robots() -> dict[str, fb.Model]:
    """What is timed: robots of the gallery, and scissor lifts with ever larger systems."""
    models = {name: fb.Model(fb.load(f"gallery:{name}")) for name in CLOSED}
    lifts = {f"scissor lift, {n} stages": fb.Model(fb.loads(scissor_lift(n))) for n in STAGES}
    return models | lifts


def drag(model: fb.Model) -> dict[str, Any] | None:
    """A point of a far link that the pointer leads in a circle, as loops are closed on a page."""
    point = [0.0, 0.0, 0.0]
    link = PULLED.get(model.name)
    if model.name.startswith("scissor_lift"):
        link, point = model.link_names[-2], [2 * ACROSS, 0.0, 2 * UP]  # the top of the last A
    if link is None:
        return None
    return {"link": link, "point": point, "radius": 0.05, "frames": 200, "tolerance": SHOWN}


def measure(models: dict[str, fb.Model]) -> dict[str, dict[str, float]]:
    """Microseconds of a slider's step and of a frame of a drag, loops closed and links placed."""
    jobs: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, model in models.items():
            glb = Path(folder) / f"{model.name}.glb"
            fb.save(model.robot, glb)
            # The larger the system, the longer a step: no robot takes more than some seconds.
            steps = max(200, min(10_000, 600_000 // unknowns(model) ** 2))
            jobs[name] = flatten(model) | {"slide": slider(model), "drag": drag(model)}
            jobs[name] |= {"count": steps, "glb": str(glb)}
        command = ("node", str(NATIVE / "wasm/run.mjs"), str(OUTPUT), str(RUNTIME))
        return json.loads(run(*command, text=json.dumps(jobs)))


def unknowns(model: fb.Model) -> int:
    """Of the largest system that is solved as one."""
    return max(len(block.columns) for block in model.loops.blocks)


def print_times(models: dict[str, fb.Model]) -> None:
    """The tables of docs/numerics.md."""
    results = measure(models)
    print("a step of a slider [us]    unknowns  WebAssembly  TypeScript  ratio")
    for name, times in results.items():
        wasm, page = times["wasm"], times["typescript"]
        print(f"{name:26}{unknowns(models[name]):9}{wasm:13.1f}{page:12.1f}{page / wasm:7.1f}")
    print("a frame of a drag, TypeScript  iterations  mean [ms]  longest [ms]  moved [mm]")
    for name, times in results.items():
        if "drag" in times:
            mean, longest, moved = times["drag"] / 1e3, times["longest"] / 1e3, times["moved"] * 1e3
            print(f"{name:31}{times['iterations']:10.1f}{mean:11.3f}{longest:14.3f}{moved:12.1f}")


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("action", choices=("build", "compare", "time"))
    args = parser.parse_args()
    if args.action == "build":
        if reason := missing():
            raise SystemExit(reason)
        data = build().read_bytes()
        packed = len(gzip.compress(data, mtime=0))
        print(f"{OUTPUT.relative_to(ROOT)}: {len(data):,} bytes, {packed:,} with gzip")
    elif args.action == "compare":
        for what, ulps in compare().items():
            print(f"{what:20}{ulps:6.1f} ulp")
    else:
        print_times(measured_robots())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

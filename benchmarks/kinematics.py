"""Poses and Jacobians against other libraries: `python benchmarks/kinematics.py`.

Single: every link's pose and one link's 6 x nv Jacobian, called from Python. Batch: the link's
pose and Jacobian for 10,000 configurations, per configuration. All in one run, in turns; the
ratios count. `--instructions` adds what valgrind counts, which no busy machine can change. Last,
how long `import fourbar.mechanics` takes once numpy is there, with compiled bytecode as in an
installed package.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np

import peers
from timing import in_turns

ROBOTS = {"ur20": "flange", "iiwa14": "iiwa_link_7", "humanoid": "left_foot"}
ARMS = ("ur20", "iiwa14")
TARGETS = {"single": {"arm": 5.0, "humanoid": 4.0}, "batch": 25.0, "casadi": 5.0, "threads": 1.7}
IMPORT = """
import numpy
from time import perf_counter
start = perf_counter()
import fourbar.mechanics
print(1e3 * (perf_counter() - start))
"""
IMPORT_TARGET = 20.0


def measure(name: str, n: int, rounds: int) -> dict[str, dict[str, float]]:
    """Times [s] of one call and of one configuration in a batch, by library."""
    case = peers.Case.of(name, ROBOTS[name], n)
    found = {"fourbar": peers.fourbar(case, 1), "fourbar, 2 threads": peers.fourbar(case, 2)}
    for label, make in {
        "Pinocchio": peers.pinocchio,
        "MuJoCo": peers.mujoco,
        "Drake": peers.drake,
        "CasADi C code": peers.casadi_code,
    }.items():
        calls = make(case)
        if calls is not None:
            found[label] = calls
    limits = sines()
    singles = {k: single for k, (single, _) in found.items() if k != "fourbar, 2 threads"}
    batches = {k: batch for k, (_, batch) in found.items()}
    return {
        "single": in_turns(singles, rounds=rounds),
        "batch": {k: t / n for k, t in in_turns(batches, rounds=max(3, rounds // 2)).items()},
        "machine": in_turns(limits, rounds=max(3, rounds // 2)),
    }


def sines() -> dict[str, Callable[[], object]]:
    """The same work by numpy, alone and twice at once: what two threads are worth here and now."""
    arrays = [np.linspace(0.0, 6.0, 100_000) for _ in range(2)]
    results = [np.empty_like(array) for array in arrays]
    pool = ThreadPoolExecutor(1)

    def both() -> None:
        other = pool.submit(np.sin, arrays[1], results[1])
        np.sin(arrays[0], results[0])
        other.result()

    return {"one": lambda: np.sin(arrays[0], results[0]), "both": both}


def report(name: str, times: dict[str, dict[str, float]]) -> list[str]:
    """A table of one robot, and the verdicts on its targets."""
    lines = [
        f"\n## {name}\n",
        "| | single [us] | ratio | batch [us] | ratio |",
        "|---|---|---|---|---|",
    ]
    for label in times["batch"]:
        cells = [label]
        for kind in ("single", "batch"):
            own, time = times[kind]["fourbar"], times[kind].get(label)
            cells += ["", ""] if time is None else [f"{1e6 * time:.3f}", f"{time / own:.2f}"]
        lines.append("| " + " | ".join(cells) + " |")
    single, batch = times["single"], times["batch"]
    verdicts = []
    if "Pinocchio" in single:
        need = TARGETS["single"]["arm" if name in ARMS else "humanoid"]
        verdicts.append(
            ("single, Pinocchio / fourbar", single["Pinocchio"] / single["fourbar"], need)
        )
        if name in ARMS:
            ratio = batch["Pinocchio"] / batch["fourbar"]
            verdicts.append(("batch, Pinocchio's loop / fourbar", ratio, TARGETS["batch"]))
    if "CasADi C code" in batch and name in ARMS:
        ratio = batch["CasADi C code"] / batch["fourbar"]
        verdicts.append(("batch, CasADi / fourbar", ratio, TARGETS["casadi"]))
    speedup = batch["fourbar"] / batch["fourbar, 2 threads"]
    verdicts.append(("2 threads", speedup, TARGETS["threads"]))
    machine = 2.0 * times["machine"]["one"] / times["machine"]["both"]
    lines.append("")
    lines.append(f"- numpy's sine in 2 threads, for comparison: {machine:.2f} times one thread")
    for what, ratio, need in verdicts:
        lines.append(
            f"- {what}: {ratio:.2f}, target {need:g}: {'met' if ratio >= need else 'MISSED'}"
        )
    return lines


def count_instructions(name: str, kind: str, calls: int) -> int:
    """Instructions of one call: two runs under valgrind, one of which makes more calls."""

    def run(count: int) -> int:
        command = [
            "valgrind",
            "--tool=cachegrind",
            "--cache-sim=no",
            "--cachegrind-out-file=/dev/null",
        ]
        command += [sys.executable, __file__, "--only", name, kind, str(count)]
        # The threads of numpy's BLAS count too, and how long they wait for work is chance.
        environment = {**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        found = re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)
        assert found is not None, done.stderr
        return int(found[1].replace(",", ""))

    return (run(3 * calls) - run(calls)) // (2 * calls)


def only(name: str, kind: str, count: int) -> None:
    """Make that many calls and nothing else: the program under valgrind."""
    batch_size = 1000
    single, batch = peers.fourbar(peers.Case.of(name, ROBOTS[name], batch_size), 1)
    if kind == "single":
        for _ in range(count):
            single()
    else:
        for _ in range(count // batch_size):
            batch()


def import_times(rounds: int = 15) -> list[float]:
    """How long importing the mechanics takes [ms], in processes of their own."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as bytecode:
        environment["PYTHONPYCACHEPREFIX"] = bytecode
        command = [sys.executable, "-c", IMPORT]
        runs = [
            subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
            for _ in range(rounds + 1)
        ]
    return [float(run.stdout) for run in runs[1:]]  # the first one compiled


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=10_000, help="configurations in a batch")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--instructions", action="store_true", help="count them with valgrind")
    parser.add_argument(
        "--only", nargs=3, metavar=("ROBOT", "KIND", "COUNT"), help=argparse.SUPPRESS
    )
    args = parser.parse_args()
    if args.only:
        only(args.only[0], args.only[1], int(args.only[2]))
        return
    case = peers.Case.of("ur20", "flange", 1)
    print(f"# Kinematics, {args.n} configurations per batch, kernels {case.model.simd}")
    for name in ROBOTS:
        print("\n".join(report(name, measure(name, args.n, args.rounds))), flush=True)
    times = import_times()
    best, median = min(times), statistics.median(times)
    verdict = "met" if median <= IMPORT_TARGET else "MISSED"
    print(
        f"\nimport fourbar.mechanics after numpy: {best:.1f} ms at best, {median:.1f} ms in the "
        f"median, target {IMPORT_TARGET:.0f}: {verdict}"
    )
    if args.instructions:
        if shutil.which("valgrind") is None:
            sys.exit("--instructions needs valgrind")
        print("\n## Instructions (valgrind knows AVX2: kernels v3)\n")
        print("| robot | single call | one of a batch |\n|---|---|---|")
        for name in ROBOTS:
            single = count_instructions(name, "single", 2_000)
            batch = count_instructions(name, "batch", 20_000)
            print(f"| {name} | {single} | {batch} |", flush=True)


if __name__ == "__main__":
    main()

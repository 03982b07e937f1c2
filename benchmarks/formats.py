"""Converters of robot descriptions beside `fourbar convert`: time, and what each loses.

Each run is a process of its own, process start to file; the shortest of three on the clock. Robots
are the gallery's. What a file holds is asked of MuJoCo for MJCF and of OpenUSD for USD: constraints
(loops, mimics, couplings) and mass, beside what the description has; a hinge that closes a loop is
two constraints in MuJoCo. Peers run in environments of their own, since they pin other versions:

    python -m venv E && E/bin/pip install urdf2mjcf urdf-to-mjcf scikit-robot urdf-usd-converter
    python benchmarks/formats.py E/bin

A second table has our own writers beside our own GLB, as processor time in a process that has
loaded everything, the best of several runs in turn. Its last columns are what OpenUSD itself takes:
to turn a layer that is there into the text of `.usda`, and to load its modules, once per process,
which dominates the first table. For this table alone, with files beside the gallery's robots:

    python benchmarks/formats.py --writing [FILE...]
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import fourbar as fb
from fourbar.diagnostics import Report
from fourbar.usd.write import to_layer

ROBOTS = ("four_bar", "gripper", "mobile_base", "stewart", "ur20", "humanoid")
RUNS = 3
_WORDS = re.compile(rb"<fourbar:description.*?</fourbar:description>", re.DOTALL)
"""The description inside our SDFormat: what the file itself holds is asked."""
Command = Callable[[Path, Path], list[str]]


def ours(suffix: str) -> Command:
    """`fourbar convert` to a format."""
    return lambda urdf, folder: [
        *(sys.executable, "-m", "fourbar", "convert", str(urdf)),
        str(folder / f"out{suffix}"),
    ]


MUJOCO = """
import mujoco, sys
spec = mujoco.MjSpec.from_file(sys.argv[1])
spec.compile()
open(sys.argv[2], "w").write(spec.to_xml())
"""


def peers(bins: list[Path]) -> dict[str, Command]:
    """The converters that are installed in the given folders."""
    found: dict[str, Command] = {
        "MuJoCo's URDF reader": lambda urdf, folder: [
            sys.executable,
            "-c",
            MUJOCO,
            str(urdf),
            str(folder / "out.xml"),
        ],
    }
    for folder in bins:
        for name, command in KNOWN.items():
            program = folder / name
            if program.exists():
                found[name] = lambda urdf, out, p=program, c=command: [str(p), *c(urdf, out)]
    return found


KNOWN: dict[str, Command] = {
    "urdf2mjcf": lambda urdf, folder: [str(urdf), "--output", str(folder / "out.xml")],
    "urdf-to-mjcf": lambda urdf, folder: [str(urdf), "--output", str(folder / "out.xml")],
    "convert-urdf-to-mjcf": lambda urdf, folder: [str(urdf), "-o", str(folder / "out.xml")],
    "urdf_usd_converter": lambda urdf, folder: [str(urdf), str(folder)],
}


WRITTEN = (".glb", ".xml", ".sdf", ".usda", ".usdc")
TURNS = 9


def writing(files: list[str]) -> None:
    """Print the processor time of writing each robot in each format, as Markdown."""
    loading = _loading_openusd()
    columns = (*WRITTEN, "OpenUSD: layer to text", "OpenUSD: loading")
    print(f"| robot | {' | '.join(columns)} |\n| --- |{' --- |' * len(columns)}")
    for source in [*(f"gallery:{name}" for name in ROBOTS), *files]:
        robot = fb.load(source)
        best = dict.fromkeys(WRITTEN, float("inf"))
        with tempfile.TemporaryDirectory() as place:
            for turn in range(TURNS):
                for suffix in WRITTEN:
                    start = time.process_time()
                    fb.save(robot, Path(place) / f"{turn}{suffix}")
                    best[suffix] = min(best[suffix], time.process_time() - start)
        best["text"], best["loading"] = _exporting(robot), loading
        cells = (f"{1e3 * seconds:.0f} ms" for seconds in best.values())
        print(f"| {robot.name} | {' | '.join(cells)} |", flush=True)


def _exporting(robot: fb.Robot) -> float:
    """What OpenUSD takes to turn the finished layer of a robot into text [s]."""
    layer, best = to_layer(robot, report=Report()).layer, float("inf")
    for _ in range(TURNS):
        start = time.process_time()
        layer.ExportToString()
        best = min(best, time.process_time() - start)
    return best


def _loading_openusd() -> float:
    """What the modules of OpenUSD that the writer needs take to load in a new process [s]."""
    program = (
        "import time, numpy; start = time.process_time();"
        "from fourbar.usd.library import import_values; import_values();"
        "print(time.process_time() - start)"
    )
    command = [sys.executable, "-c", program]
    return min(float(subprocess.check_output(command)) for _ in range(RUNS))


def main() -> None:
    """Print two tables in Markdown."""
    if sys.argv[1:2] == ["--writing"]:
        writing(sys.argv[2:])
        return
    tools = {f"fourbar, {s}": ours(s) for s in (".glb", ".xml", ".usda", ".sdf")}
    tools |= peers([Path(each) for each in sys.argv[1:]])
    print(f"| converter | {' | '.join(ROBOTS)} |\n| --- |{' --- |' * len(ROBOTS)}")
    truth = [_described(name) for name in ROBOTS]
    print(f"| (the description) | {' | '.join(truth)} |")
    for tool, command in tools.items():
        cells = [_cell(command, name) for name in ROBOTS]
        print(f"| {tool} | {' | '.join(cells)} |", flush=True)
    print()
    writing([])


def _described(name: str) -> str:
    robot = fb.load(f"gallery:{name}")
    ties = len(robot.loops) + sum(joint.mimic is not None for joint in robot.joints)
    return f"{ties} loops and mimics, {robot.mass:.3f} kg"


def _cell(command: Command, name: str) -> str:
    best = float("inf")
    with tempfile.TemporaryDirectory() as place:
        urdf = Path(place) / f"{name}.urdf"
        fb.save(fb.load(f"gallery:{name}").replace(source=None), urdf)
        for run in range(RUNS):
            folder = Path(place) / str(run)
            folder.mkdir()
            start = time.perf_counter()
            try:
                done = subprocess.run(
                    command(urdf, folder), capture_output=True, text=True, timeout=120, check=False
                )
            except subprocess.TimeoutExpired:
                return "no answer in 120 s"
            best = min(best, time.perf_counter() - start)
            if done.returncode not in (0, 1) or not any(folder.iterdir()):
                return "fails"
        return f"{best:.2f} s; {_held(folder)}"


def _held(folder: Path) -> str:
    """What a file holds, by the program that it is for."""
    for file in sorted(folder.rglob("*")):
        if file.suffix == ".xml":
            import mujoco

            try:
                model = mujoco.MjModel.from_xml_path(str(file))
            except ValueError:
                return "does not load"
            return f"{_ties(model.neq)}, {float(model.body_mass.sum()):.3f} kg"
        if file.suffix in (".usda", ".usd", ".usdc"):
            return _in_usd(file)
        if file.suffix in (".glb", ".sdf"):
            robot = fb.loads(_WORDS.sub(b"", file.read_bytes()))
            ties = len(robot.loops) + sum(joint.mimic is not None for joint in robot.joints)
            return f"{_ties(ties)}, {robot.mass:.3f} kg"
    return "nothing"


def _in_usd(file: Path) -> str:
    from pxr import Usd, UsdPhysics

    stage = Usd.Stage.Open(str(file))
    ties, mass = 0, 0.0
    for prim in stage.Traverse():
        if prim.IsA(UsdPhysics.Joint):
            ties += bool(UsdPhysics.Joint(prim).GetExcludeFromArticulationAttr().Get())
            ties += bool(prim.GetRelationship("newton:mimicJoint").GetTargets())
        if prim.HasAPI(UsdPhysics.MassAPI):
            mass += float(UsdPhysics.MassAPI(prim).GetMassAttr().Get())
    return f"{_ties(ties)}, {mass:.3f} kg"


def _ties(count: int) -> str:
    return "1 constraint" if count == 1 else f"{count} constraints"


if __name__ == "__main__":
    main()

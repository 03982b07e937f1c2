"""How long `fourbar check` takes: one 50-link file from process start to exit, and many files.

    python benchmarks/check.py [FOLDER]

FOLDER holds `.urdf` files; the default is $FOURBAR_CORPUS, or ../shared/corpus. Modules are
compiled before the clock starts, as they are after an installation.
"""

from __future__ import annotations

import compileall
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import fourbar

LINK = """  <link name="l{i}">
    <inertial>
      <origin xyz="0 0 0.1"/>
      <mass value="1.5"/>
      <inertia ixx="0.006" iyy="0.006" izz="0.002" ixy="0" ixz="0" iyz="0"/>
    </inertial>
    <visual>
      <origin xyz="0 0 0.1"/>
      <geometry><cylinder radius="0.05" length="0.2"/></geometry>
    </visual>
    <collision>
      <origin xyz="0 0 0.1"/>
      <geometry><cylinder radius="0.05" length="0.2"/></geometry>
    </collision>
  </link>
"""
JOINT = """  <joint name="j{i}" type="revolute">
    <parent link="l{parent}"/>
    <child link="l{i}"/>
    <origin xyz="0 0 0.2"/>
    <axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" effort="50" velocity="3"/>
  </joint>
"""
RUNS = 15


def robot(links: int) -> str:
    parts = [LINK.format(i=i) for i in range(links)]
    parts += [JOINT.format(i=i, parent=i - 1) for i in range(1, links)]
    return f'<robot name="chain">\n{"".join(parts)}</robot>\n'


def process(*arguments: str) -> tuple[float, float]:
    """Seconds from start to exit of one command, and its processor time [s]."""
    return measured([sys.executable, "-m", "fourbar", "check", *arguments])


def measured(command: list[str]) -> tuple[float, float]:
    before, start = os.times(), time.perf_counter()
    result = subprocess.run(command, capture_output=True, text=True)
    seconds, after = time.perf_counter() - start, os.times()
    if result.returncode > 1:
        sys.exit(result.stderr)
    used = after.children_user + after.children_system
    return seconds, used - before.children_user - before.children_system


def line(label: str, runs: list[tuple[float, float]]) -> None:
    """Median and best; the processor time tells more on a machine that others use."""
    wall, cpu = ([run[k] for run in runs] for k in (0, 1))
    print(
        f"{label:<44} median {statistics.median(wall):.3f} s, best {min(wall):.3f} s, "
        f"processor {statistics.median(cpu):.3f} s"
    )


def compiled() -> None:
    """Bytecode in a folder of its own, where the environment forbids it beside the sources."""
    folder = tempfile.mkdtemp()
    os.environ["PYTHONPYCACHEPREFIX"] = folder
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.pycache_prefix = folder
    compileall.compile_dir(Path(fourbar.__file__).parent, quiet=2)


def main() -> None:
    compiled()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "chain.urdf"
        file.write_text(robot(50))
        process(str(file))
        line("50 links, process start to exit", [process(str(file)) for _ in range(RUNS)])
        line("Python alone", [measured([sys.executable, "-c", "pass"]) for _ in range(RUNS)])
    corpus = Path(sys.argv[1] if len(sys.argv) > 1 else _corpus())
    files = sorted(map(str, corpus.rglob("*.urdf")))
    if not files:
        print(f"no .urdf files below {corpus}: many files not measured")
        return
    for label, options in (("without meshes", ["--no-meshes"]), ("with meshes", [])):
        for jobs in ("1", "2"):
            arguments = ("--isolated", "--statistics", "-j", jobs, *options, *files)
            line(f"{len(files)} files {label}, {jobs} processes", [process(*arguments)])


def _corpus() -> str:
    return os.environ.get("FOURBAR_CORPUS", "../shared/corpus")


if __name__ == "__main__":
    main()

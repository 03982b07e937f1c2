"""From a URDF with meshes to a GLB, process start to end, beside yourdfpy + trimesh.

Robots of the corpus ($FOURBAR_CORPUS) by mesh format, and one written here: 24 STL files of 20,000
triangles. Each run is a process of its own. Two times count, each the shortest of several: that on
the clock, and processor time (user and system, which a busy machine disturbs least). Peak memory
and file size beside them. fourbar writes more into its file: normals, joints, collision shapes,
animations. Both tools have their bytecode compiled by a run before, as installed packages have.
Measure an installed wheel: an editable installation adds its import hook, some 10 ms, to every
process of its environment.
"""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

CORPUS = Path(os.environ.get("FOURBAR_CORPUS", Path(__file__).parents[2] / "shared" / "corpus"))
DATASET = "urdf_files_dataset/urdf_files"
ROBOTS = {
    "STL": (
        f"{DATASET}/robotics-toolbox/abb_irb140/urdf/irb140.urdf",
        f"{DATASET}/ros-industrial/xacro_generated/fanuc/fanuc_m900ib_support/urdf/m900ib700.urdf",
    ),
    "DAE": (
        "pypi/genesis_world/genesis/assets/urdf/shadow_hand/shadow_hand.urdf",
        "example-robot-data/robots/hyq_description/robots/hyq_no_sensors.urdf",
        "example-robot-data/robots/hector_description/robots/quadrotor_base.urdf",
        "extra/yourdfpy/tests/models/franka/franka.urdf",
    ),
    "OBJ": (
        f"{DATASET}/drake/allegro_hand_description/urdf/allegro_hand_description_left.urdf",
        "pypi/pybullet/pybullet_data/table/table.urdf",
    ),
}

OURS = ["-m", "fourbar", "convert"]
PEER = """
import sys, logging
logging.disable(logging.CRITICAL)
from functools import partial
from yourdfpy import URDF, filename_handler_magic
import os
handler = partial(filename_handler_magic, dir=os.path.dirname(sys.argv[1]))
robot = URDF.load(sys.argv[1], filename_handler=handler, build_collision_scene_graph=False)
open(sys.argv[2], "wb").write(robot.scene.export(file_type="glb"))
"""
THEIRS = ["-c", PEER]


@dataclass
class Run:
    clock: float
    processor: float
    megabytes: float
    size: int


def run(command: list[str], source: Path, target: Path, *, rounds: int) -> Run | None:
    """The shortest of several runs; None where the tool fails or finds no mesh."""
    clock = processor = float("inf")
    memory = 0.0
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(target.parent / "bytecode")
    for _ in range(rounds + 1):
        target.unlink(missing_ok=True)
        begin = time.perf_counter()
        child = subprocess.Popen(
            [sys.executable, *command, str(source), str(target)],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _, _, usage = os.wait4(child.pid, 0)
        clock = min(clock, time.perf_counter() - begin)
        processor = min(processor, usage.ru_utime + usage.ru_stime)
        memory = usage.ru_maxrss / 1024
        if not target.is_file():
            return None
    size = target.stat().st_size
    return Run(clock, processor, memory, size) if size > 2000 else None  # it found no mesh


def write_robot(folder: Path, *, parts: int = 24, triangles: int = 20_000) -> Path:
    """A chain of wavy balls in binary STL."""
    import numpy as np

    side = int((triangles / 2) ** 0.5)
    u, v = np.meshgrid(np.linspace(0, 2 * np.pi, side + 1), np.linspace(0, np.pi, side + 1))
    text = ['<robot name="chain">']
    for part in range(parts):
        r = 0.05 * (1.0 + 0.1 * np.sin((3 + part) * u) * np.sin(4 * v))
        p = np.stack([r * np.cos(u) * np.sin(v), r * np.sin(u) * np.sin(v), r * np.cos(v)], axis=-1)
        a, b, c, d = p[:-1, :-1], p[:-1, 1:], p[1:, 1:], p[1:, :-1]
        corners = np.concatenate([np.stack([a, d, c], 2), np.stack([a, c, b], 2)]).reshape(-1, 9)
        rows = np.zeros(len(corners), np.dtype([("n", "<3f4"), ("v", "<9f4"), ("a", "<u2")]))
        rows["v"] = corners
        file = folder / f"{part}.stl"
        file.write_bytes(bytes(80) + struct.pack("<I", len(rows)) + rows.tobytes())
        shape = f'<geometry><mesh filename="{part}.stl"/></geometry>'
        text.append(f'<link name="l{part}"><visual>{shape}</visual></link>')
        if part:
            text.append(
                f'<joint name="j{part}" type="revolute">'
                f'<parent link="l{part - 1}"/><child link="l{part}"/>'
                '<origin xyz="0 0 0.1"/><axis xyz="0 1 0"/>'
                '<limit lower="-1" upper="1" effort="1" velocity="1"/></joint>'
            )
    urdf = folder / "chain.urdf"
    urdf.write_text("\n".join([*text, "</robot>"]))
    return urdf


def main() -> None:
    """Print a table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    print(f"{'':30}{'clock [ms]':>22}{'processor [ms]':>22}{'memory [MB]':>14}{'size [kB]':>16}")
    heads = ("ours", "peer", "ratio") * 2 + ("ours", "peer") * 2
    widths = (7, 7, 8) * 2 + (7, 7) + (8, 8)
    print(f"{'robot':30}" + "".join(f"{h:>{w}}" for h, w in zip(heads, widths, strict=True)))
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        # In a process of its own: memory that this one has counts for those it starts.
        written = [sys.executable, __file__, "--write", place]
        robots = [("STL", Path(subprocess.run(written, stdout=-1, text=True).stdout.strip()))]
        robots += [(kind, CORPUS / file) for kind, files in ROBOTS.items() for file in files]
        for kind, source in robots:
            if not source.is_file():
                print(f"{kind} {source.name}: not there")
                continue
            ours = run(OURS, source, folder / "ours.glb", rounds=rounds)
            peer = run(THEIRS, source, folder / "peer.glb", rounds=rounds)
            cells = [*_times(ours, peer, "clock"), *_times(ours, peer, "processor")]
            cells += [f"{r.megabytes:.0f}" if r else "-" for r in (ours, peer)]
            cells += [f"{r.size / 1000:.0f}" if r else "-" for r in (ours, peer)]
            row = "".join(f"{c:>{w}}" for c, w in zip(cells, widths, strict=True))
            print(f"{kind + ' ' + source.name[:25]:30}{row}", flush=True)


def _times(ours: Run | None, peer: Run | None, which: str) -> list[str]:
    times = [getattr(r, which) if r else None for r in (ours, peer)]
    shown = [f"{1000 * t:.0f}" if t else "-" for t in times]
    a, b = times
    return [*shown, f"{b / a:.1f}x" if a and b else "-"]


if __name__ == "__main__":
    if sys.argv[1:2] == ["--write"]:
        print(write_robot(Path(sys.argv[2])))
    else:
        main()

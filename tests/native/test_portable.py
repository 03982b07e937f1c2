"""Kernels in C++17 alone (native/kernels/lanes/portable.hpp) give the bits of the others."""

from __future__ import annotations

import ctypes
import platform
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import fourbar as fb

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import wasm

pytestmark = pytest.mark.slow

# Nothing passes that is not in the standard. Optimised, it would take a minute, with the same bits.
STRICT = ("-std=c++17", "-pedantic-errors")
FOLDERS = ("tree", "loops", "dynamics")


def build(compiler: str, folder: Path) -> ctypes.CDLL:
    """The core without Python (native/wasm/entry.cpp), as a library for this machine."""
    jobs: dict[Path, list[str]] = {wasm.NATIVE / f"{source}.cpp": [] for source in wasm.SOURCES}
    for name in FOLDERS:
        words = [f"-DFOURBAR_LEVEL={name}_generic", '-DFOURBAR_LEVEL_NAME="generic"']
        jobs[wasm.NATIVE / f"kernels/{name}/kernels.cpp"] = [*words, *wasm.KERNELS]

    def compile_one(source: Path) -> str:
        made = folder / f"{'_'.join(source.relative_to(wasm.NATIVE).parts)}.o"
        words = (*STRICT, "-O0", "-fPIC", "-DFOURBAR_PORTABLE_LANES", "-I", str(wasm.NATIVE))
        wasm.run(compiler, *words, *jobs[source], "-c", str(source), "-o", str(made))
        return str(made)

    with ThreadPoolExecutor(2) as threads:
        objects = list(threads.map(compile_one, jobs))
    library = folder / "portable.so"
    wasm.run(compiler, "-shared", *objects, "-o", str(library))
    core = ctypes.CDLL(str(library))
    core.fourbar_robot.restype = ctypes.c_void_p
    return core


class Robot:
    """One robot in that library."""

    def __init__(self, core: ctypes.CDLL, job: dict[str, Any]) -> None:
        self.core, self.job = core, job
        self.nq, self.nv, self.rows = job["nq"], job["nv"], job["rows"]
        # Kept: the robot looks at them.
        self.integers = np.array(job["integers"], np.int32)
        self.numbers = np.array(job["numbers"], np.float64)
        made = core.fourbar_robot(pointer(self.integers), pointer(self.numbers))
        self.robot = ctypes.c_void_p(made)

    def kinematics(self) -> dict[str, NDArray[np.float64]]:
        q = np.array(self.job["q"])
        count = q.size // self.nq
        pose, jacobian = np.empty((count, 4, 4)), np.empty((count, 6, self.nv))
        places = pointer(pose), pointer(jacobian)
        frame = self.job["frame"]
        assert self.core.fourbar_kinematics(self.robot, frame, pointer(q), count, *places) == -1
        return {"pose": pose, "jacobian": jacobian}

    def dynamics(self, quantity: int, q: list[float], v: NDArray[np.float64], width: int) -> Any:
        at, count = np.array(q), len(q) // self.nq
        out = np.empty(count * width)
        closed = int(quantity == 1 and self.rows > 0)
        values = pointer(at), pointer(v), pointer(v), count, pointer(out)
        assert self.core.fourbar_dynamics(self.robot, quantity, closed, *values) == -1
        return out

    def closure(self) -> dict[str, NDArray[np.float64]]:
        q, starts, drawn = (np.array(self.job[name]) for name in ("q", "starts", "drawn"))
        count = q.size // self.nq
        phi, K = np.empty((count, self.rows)), np.empty((count, self.rows, self.nv))
        self.core.fourbar_closure(self.robot, pointer(q), count, pointer(phi), pointer(K))
        left = np.empty(starts.size // self.nq)
        search = pointer(starts), left.size, pointer(drawn), drawn.size // self.nq
        tolerance = ctypes.c_double(self.job["tolerance"])
        self.core.fourbar_search(self.robot, *search, tolerance, self.job["steps"], pointer(left))
        return {"residual": phi, "K": K, "closed pose": starts}

    def results(self) -> dict[str, NDArray[np.float64]]:
        q, v, rest = self.job["q"], np.array(self.job["v"]), self.job["at_rest"]
        still = np.zeros(len(rest) // self.nq * self.nv)
        found = self.kinematics() | {
            "tau": self.dynamics(0, q, v, self.nv),
            "M": self.dynamics(2, q, v, self.nv * self.nv),
            "accelerations": self.dynamics(1, rest, still, self.nv),
        }
        return found | (self.closure() if self.rows else {})


def pointer(array: NDArray[Any]) -> ctypes.c_void_p:
    """Where an array is."""
    return ctypes.c_void_p(array.ctypes.data)


@pytest.mark.skipif(platform.machine() not in {"x86_64", "AMD64"}, reason="others fuse operations")
@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_portable_lanes_give_the_same_bits(compiler: str, tmp_path: Path) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler} here")
    core = build(compiler, tmp_path)
    for name in ("four_bar", "stewart", "humanoid"):
        job, expected = wasm.problems(fb.Model(fb.load(f"gallery:{name}"), simd="generic"))
        found = Robot(core, job).results()
        assert {"pose", "jacobian", "tau", "M", "accelerations"} <= set(found) <= set(expected)
        for what, array in found.items():
            assert array.tobytes() == np.ascontiguousarray(expected[what]).tobytes(), (name, what)

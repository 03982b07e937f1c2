"""The core compiles with Clang, too, and asks the processor the right questions.

GCC accepts what other compilers refuse: a name that two declarations share, names of instruction
sets that are its own. Nothing is generated here; `clang` of .github/workflows/test.yml builds it.
"""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from fourbar._native import simd_levels

NATIVE = Path(__file__).parents[2] / "native"
CLANG = shutil.which("clang++")

# As Linux calls what each level asks for: chapter 3.1.1 of the x86-64 psABI.
LEVELS = {
    "v2": "pni ssse3 cx16 sse4_1 sse4_2 popcnt lahf_lm",
    "v3": "fma movbe avx f16c abm bmi1 avx2 bmi2",
    "v4": "avx512f avx512dq avx512cd avx512bw avx512vl",
}


@pytest.mark.slow
@pytest.mark.skipif(CLANG is None, reason="no clang++ here")
def test_clang_accepts_every_source(tmp_path: Path) -> None:
    nanobind = pytest.importorskip("nanobind")
    cmake = shutil.which("cmake") or pytest.skip("no cmake here")
    configure = [
        *(cmake, "-S", NATIVE / "sanitize", "-B", tmp_path, f"-DCMAKE_CXX_COMPILER={CLANG}"),
        *("-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", f"-DPython_EXECUTABLE={sys.executable}"),
        f"-Dnanobind_DIR={nanobind.cmake_dir()}",
    ]
    done = subprocess.run(configure, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    commands = json.loads((tmp_path / "compile_commands.json").read_text())
    own = [entry for entry in commands if NATIVE in Path(entry["file"]).parents]
    assert {Path(entry["file"]) for entry in own} == {
        file for file in NATIVE.rglob("*.cpp") if file.parent.name != "wasm"
    }

    def complaints(entry: dict[str, str]) -> str:
        words = [*shlex.split(entry["command"]), "-fsyntax-only"]
        done = subprocess.run(words, cwd=entry["directory"], capture_output=True, text=True)
        return done.stderr if done.returncode else ""

    with ThreadPoolExecutor(2) as threads:
        assert [text for text in threads.map(complaints, own) if text] == []


def test_levels_are_those_of_the_machine() -> None:
    levels = [level for level in simd_levels() if level != "generic"]
    if not levels:
        pytest.skip("compiled for plain instructions only")
    information = Path("/proc/cpuinfo")
    if not information.is_file():
        pytest.skip("this system does not tell what the processor has")
    lines = information.read_text().splitlines()
    flags = set(next(line for line in lines if line.startswith("flags")).partition(":")[2].split())
    expected, missing = [], False
    for level, needed in LEVELS.items():
        missing = missing or not flags.issuperset(needed.split())
        expected += [] if missing else [level]
    assert sorted(levels) == expected

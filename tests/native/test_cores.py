"""Threads are those that affinity and control groups allow."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fourbar._native import available_cores

SCHEDULED = len(os.sched_getaffinity(0))


def machine(folder: Path, groups: str, files: dict[str, str]) -> str:
    (folder / "proc/self").mkdir(parents=True)
    (folder / "proc/self/cgroup").write_text(groups)
    for name, text in files.items():
        file = folder / "sys/fs/cgroup" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return str(folder)


@pytest.mark.parametrize(
    ("groups", "files", "cores"),
    [
        ("0::/\n", {}, SCHEDULED),
        ("0::/\n", {"cpu.max": "max 100000\n"}, SCHEDULED),
        ("0::/\n", {"cpu.max": "50000 100000\n"}, 1),
        ("0::/\n", {"cpu.max": "150000 100000\n"}, min(2, SCHEDULED)),
        ("0::/a/b\n", {"a/cpu.max": "100000 100000\n", "a/b/cpu.max": "max 100000\n"}, 1),
        ("0::/host/only\n", {"cpu.max": "100000 100000\n"}, 1),
        ("3:cpu,cpuacct:/x\n", {"cpu/x/cpu.cfs_quota_us": "-1\n"}, SCHEDULED),
        (
            "4:memory:/x\n3:cpu,cpuacct:/x\n0::/\n",
            {"cpu/x/cpu.cfs_quota_us": "100000\n", "cpu/x/cpu.cfs_period_us": "100000\n"},
            1,
        ),
        ("nonsense\n", {"cpu.max": "0 0\n"}, SCHEDULED),
    ],
)
def test_quotas(groups: str, files: dict[str, str], cores: int, tmp_path: Path) -> None:
    assert available_cores(machine(tmp_path, groups, files)) == cores


def test_affinity() -> None:
    program = (
        "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))});"
        "from fourbar._native import available_cores; print(available_cores())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "1\n"

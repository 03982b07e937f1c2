"""The benchmarks of dynamics run: they compare results before they time anything."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pinocchio")
pytest.importorskip("mujoco")

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.mark.slow
@pytest.mark.peer
@pytest.mark.parametrize(
    "words",
    [("simulation.py", "--duration", "0.05"), ("dynamics.py", "--rounds", "1", "--batch", "9")],
)
def test_it_runs(words):
    name, *options = words
    done = subprocess.run(
        [sys.executable, str(BENCHMARKS / name), *options],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert "fourbar" in done.stdout or "stewart" in done.stdout

"""The core compiled to WebAssembly computes what the Python module computes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import wasm

pytestmark = pytest.mark.slow


def test_same_numbers_in_webassembly(tmp_path: Path) -> None:
    reason = wasm.missing()
    if reason is not None:
        pytest.skip(reason)
    module = wasm.build(tmp_path / "fourbar.wasm", "-O1")
    found = wasm.compare(module)
    # Rotations of inverse kinematics take arctangents from the C library, and it ends at 1e-9 rad.
    assert found.pop("inverse kinematics") < 1e7
    assert found == dict.fromkeys(found, 0.0)
    assert {"pose", "jacobian", "tau", "M", "accelerations", "K", "closed pose"} <= set(found)

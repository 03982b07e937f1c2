"""Every instruction set that this machine has gives the same numbers."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from fourbar._native import simd_levels

from .mechanisms import gallery

SCRIPT = """
import sys, numpy as np, fourbar as fb
from fourbar.mechanics import Model, forward_kinematics
from fourbar.mechanics.loops import (closure, explicit_jacobian, loop_jacobian, sample_closed)
results = []
for name in ("four_bar", "delta", "lims2_wrist", "gripper"):
    model = Model(fb.load(f"gallery:{name}"))
    Q = sample_closed(model, 11, seed=0)
    V = np.random.default_rng(0).standard_normal((11, model.nv))
    data = model.data(11)
    forward_kinematics(model, data, Q)
    results += [Q, *closure(model, Q), *loop_jacobian(model, data, V)]
    results += [*explicit_jacobian(model, data, V), *closure(model, Q[0])]
np.savez(sys.argv[1], *results)
"""


@pytest.mark.parametrize("level", simd_levels())
def test_levels_agree(level: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp(level)
    numbers = {}
    for name in {level, gallery("four_bar").simd}:
        file = folder / f"{name}.npz"
        subprocess.run(
            [sys.executable, "-c", SCRIPT, str(file)],
            env={**os.environ, "FOURBAR_SIMD": name},
            check=True,
        )
        with np.load(file) as stored:
            numbers[name] = [stored[key] for key in stored.files]
    for mine, theirs in zip(numbers[level], numbers[gallery("four_bar").simd], strict=True):
        np.testing.assert_allclose(mine, theirs, atol=1e-9, rtol=1e-9)

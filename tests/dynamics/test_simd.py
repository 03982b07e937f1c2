"""5: every instruction set gives the same dynamics, one at a time and in lanes, to 1e-11."""

import os
import subprocess
import sys

import numpy as np
import pytest

from fourbar._native import simd_levels

PROGRAM = """
import sys, numpy as np, fourbar as fb
from fourbar.gallery import names
results = {}
for name in names():
    model = fb.Model(fb.load(f"gallery:{name}"))
    rng = np.random.default_rng(0)
    nu = model.chart.size
    Q, (U, DU) = model.random(11, seed=0), rng.standard_normal((2, 11, nu))
    TAU = rng.standard_normal((11, model.nv))
    what = ("f", "a", "M", "M_inverse", "C", "bias", "energy", "momentum")
    many = fb.dynamics(model, Q, U, DU, TAU, what=what)
    results |= {f"{name}_{key}": value for key, value in many.items()}
    results[f"{name}_dq"], results[f"{name}_dv"], _ = fb.inverse_dynamics_derivatives(
        model, None, Q[0], U[0], DU[0]
    )
    results[f"{name}_one"] = fb.forward_dynamics(model, None, Q[3], U[3], TAU[3])
np.savez(sys.argv[1], level=model.simd, **results)
"""


def run(level, file):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(file)],
        env={**os.environ, "FOURBAR_SIMD": level},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return np.load(file)


@pytest.mark.parametrize("level", simd_levels())
def test_levels_agree(level, tmp_path):
    found, plain = run(level, tmp_path / "level.npz"), run("generic", tmp_path / "generic.npz")
    assert str(found["level"]) == level
    for key in set(plain.files) - {"level"}:
        # What is zero, as Coriolis terms of gears are, is small beside the mass matrix.
        robot = key.removesuffix("_inverse").rpartition("_")[0]
        size = max(np.abs(plain[key]).max(), np.abs(plain[f"{robot}_M"]).max())
        np.testing.assert_allclose(found[key], plain[key], rtol=0, atol=1e-11 * size, err_msg=key)

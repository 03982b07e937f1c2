"""Every instruction set this machine has gives the same numbers; plain code runs anywhere."""

import os
import subprocess
import sys

import numpy as np
import pytest

from fourbar._native import simd_levels

from .robots import gallery_model

LEVELS = simd_levels()
PROGRAM = """
import sys, numpy as np, fourbar as fb
import fourbar.mechanics as fm
results = {}
for name in ("ur20", "humanoid", "delta"):
    model = fm.Model(fb.load(f"gallery:{name}"))
    link = model.link_names[-1]
    Q = model.random(50, seed=0)
    T, J = fm.kinematics(model, Q, link)
    data = model.data()
    fm.forward_kinematics(model, data, Q[0], np.ones(model.nv), np.ones(model.nv))
    results |= {
        f"{name}_T": T, f"{name}_J": J, f"{name}_poses": data.poses,
        f"{name}_a": fm.frame_acceleration(model, data, link),
    }
np.savez(sys.argv[1], level=model.simd, **results)
"""


def run(level, file):
    environment = {**os.environ, "FOURBAR_SIMD": level}
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, str(file)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("level", [level for level in LEVELS if level != "generic"])
def test_levels_agree(level, tmp_path):
    for name in (level, "generic"):
        done = run(name, tmp_path / f"{name}.npz")
        assert done.returncode == 0, done.stderr
    found, plain = np.load(tmp_path / f"{level}.npz"), np.load(tmp_path / "generic.npz")
    assert str(found["level"]) == level
    for key in plain.files:
        if key != "level":
            np.testing.assert_allclose(found[key], plain[key], rtol=0, atol=1e-12)


def test_the_best_level_is_chosen():
    assert gallery_model("ur20").simd == os.environ.get("FOURBAR_SIMD", LEVELS[0])


def test_an_unknown_level_is_refused(tmp_path):
    done = run("v9", tmp_path / "none.npz")
    assert done.returncode != 0
    assert "FOURBAR_SIMD=v9 is not available on this machine; expected one of: v" in done.stderr


@pytest.mark.parametrize("limit", [np.pi / 4, 10.0, 1e5])
def test_sine_and_cosine_to_3_ulp(limit):
    x = np.random.default_rng(0).uniform(-limit, limit, 100_001)
    x[:7] = [0.0, -0.0, np.pi / 2, -np.pi / 2, np.pi, limit, -limit]
    sin, cos = gallery_model("ur20")._sincos(x)
    assert (np.abs(sin - np.sin(x)) <= 3 * np.spacing(np.abs(np.sin(x)))).all()
    assert (np.abs(cos - np.cos(x)) <= 3 * np.spacing(np.abs(np.cos(x)))).all()


def test_large_angles_go_through_libm():
    x = np.array([1e6, -3e9, 1e15, 1e300, 1e-300, 5.0])
    sin, cos = gallery_model("ur20")._sincos(x)
    np.testing.assert_allclose(sin, np.sin(x), rtol=0, atol=1e-15)
    np.testing.assert_allclose(cos, np.cos(x), rtol=0, atol=1e-15)


def test_import_brings_nothing_but_numpy():
    """What `import fourbar.mechanics` costs: numpy and our own modules."""
    program = (
        "import sys, numpy; before = set(sys.modules); import fourbar.mechanics;"
        "print(*sorted({m.partition('.')[0] for m in set(sys.modules) - before}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    foreign = {
        name
        for name in done.stdout.split()
        if name not in sys.stdlib_module_names and not name.startswith(("fourbar", "_"))
    }
    assert foreign <= {"numpy"}
    assert not {"dataclasses", "pathlib", "urllib"} & set(done.stdout.split()), "slow to import"


def test_reading_a_description_does_not_import_numpy():
    program = "import sys, fourbar._native; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0

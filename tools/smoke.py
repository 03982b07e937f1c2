"""Whether an installed fourbar works: what a release is tried with, in an empty environment.

    python tools/smoke.py [--viewer]

Needs nothing but the installed package. Exit status 1, with the reason, where something is wrong.
"""

from __future__ import annotations

import argparse
import math
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import fourbar as fb


def main() -> int:
    """Run all steps in a folder of their own."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--viewer", action="store_true", help="the viewer must be there as well")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="fourbar-") as name:
        folder = Path(name)
        _mechanics()
        _files(folder)
        _commands(folder)
        if args.viewer:
            fb.save(fb.load("gallery:four_bar"), folder / "robot.html")
    python = ".".join(map(str, sys.version_info[:3]))
    print(f"fourbar {fb.__version__} works: Python {python}, numpy {np.__version__}")
    return 0


def _mechanics() -> None:
    """Numbers with a closed form: slider-crank, pendulum energy, inverse of forward kinematics."""
    crank = fb.Model(fb.load("gallery:slider_crank"))
    top = fb.trace(crank, "crank", [0.0, math.pi / 2]).q[-1]
    position = top[crank.joints["slider"].q][0]
    assert math.isclose(position, 0.08, abs_tol=1e-9), position
    arm = fb.Model(fb.load("gallery:ur20"))
    q = arm.random(100, seed=0)
    pose = fb.kinematics(arm, q, "flange").pose
    found = fb.inverse_kinematics(arm, "flange", pose, q + 0.01)
    assert found.converged.all()
    four_bar = fb.Model(fb.load("gallery:four_bar"))
    start = fb.assemble(four_bar, {"crank": 0.9}).q
    motion = fb.simulate(four_bar, start, [8.0], duration=0.1, friction=False, limits=False)
    assert np.ptp(motion.energy.total) < 1e-6 * motion.energy.total[0]


def _files(folder: Path) -> None:
    """What is written reads back equal."""
    robot = fb.load("gallery:stewart")
    for suffix in (".urdf", ".glb"):
        file = folder / f"robot{suffix}"
        fb.save(robot, file)
        assert len(fb.load(file).links) == len(robot.links), suffix


def _commands(folder: Path) -> None:
    """The command line, as a process of its own."""
    (folder / "bad.urdf").write_text('<robot name="r"><link name="a"/><link name="a"/></robot>')
    for words, status in ((["info", "gallery:delta"], 0), (["check", "bad.urdf"], 1)):
        command = [sys.executable, "-m", "fourbar", *words]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == status, done.stdout + done.stderr


if __name__ == "__main__":
    raise SystemExit(main())

"""Build everything that a release consists of, install each part into an empty place and try it.

    python tools/release_check.py [--keep FOLDER]

Source archive, a wheel made from it, the npm package, and the Blender extension (built, not tried).
Prints what was done and how large it is; exit status 1 with the output of the first step that
fails. Needs the package indexes.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NPM_SMOKE = """
import { robotsOf } from "three-robot-kinematics";
import { buildRobot, parseURDF } from "three-robot-kinematics/urdf";
import { readFileSync } from "node:fs";
const model = parseURDF(readFileSync(process.argv[2], "utf8"));
const robot = buildRobot(model);
const result = robot.setJointValue("crank", 0.3);
if (!result.converged || typeof robotsOf !== "function") throw new Error("it does not work");
console.log("three-robot-kinematics works: Node.js " + process.version);
"""


def main() -> int:
    """Run all parts in a folder of their own."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="copy what was built there")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="fourbar-release-") as name:
        folder = Path(name)
        made = [*_python(folder), _npm(folder), *_blender()]
        for file in made:
            print(f"{file.stat().st_size / 1e6:8.2f} MB  {file.name}")
        if args.keep is not None:
            args.keep.mkdir(parents=True, exist_ok=True)
            for file in made:
                shutil.copy(file, args.keep)
    return 0


def _run(*words: str | Path, cwd: Path) -> str:
    """A command without this environment's Python settings; its output where it fails."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    env["PIP_CONSTRAINT"] = str(ROOT / "constraints.txt")
    env["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
    started = time.perf_counter()
    done = subprocess.run(
        list(map(str, words)),
        cwd=cwd,
        env=env,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    shown = " ".join(Path(word).name if Path(word).is_absolute() else str(word) for word in words)
    if done.returncode != 0:
        print(done.stdout)
        raise SystemExit(f"{shown}: exit status {done.returncode}")
    print(f"{time.perf_counter() - started:8.1f} s   {shown}")
    return done.stdout


def _python(folder: Path) -> list[Path]:
    build = "import sys, scikit_build_core.build as b; b.build_sdist(sys.argv[1])"
    _run(sys.executable, "-c", build, folder, cwd=ROOT)
    (archive,) = folder.glob("fourbar-*.tar.gz")
    _run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, archive, cwd=folder)
    (wheel,) = folder.glob("fourbar-*.whl")
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    _run(python, "-m", "pip", "install", "-q", wheel, cwd=folder)
    print(_run(python, ROOT / "tools" / "smoke.py", "--viewer", cwd=folder), end="")
    return [archive, wheel]


def _npm(folder: Path) -> Path:
    pack = ("npm", "pack", "--workspace", "three-robot-kinematics", "--pack-destination", folder)
    _run(*pack, cwd=ROOT / "web")
    (tarball,) = folder.glob("three-robot-kinematics-*.tgz")
    project = folder / "page"
    project.mkdir()
    (project / "package.json").write_text('{"private": true, "type": "module"}', encoding="utf-8")
    (project / "smoke.js").write_text(NPM_SMOKE, encoding="utf-8")
    _run("npm", "install", "--no-audit", "--no-fund", "three", tarball, cwd=project)
    robot = ROOT / "src/fourbar/gallery/robots/four_bar.urdf"
    print(_run("node", "smoke.js", robot, cwd=project), end="")
    return tarball


def _blender() -> list[Path]:
    """The extension; `make test-blender` tries it inside Blender, which is a large download."""
    _run(sys.executable, "tools/blender.py", "build", cwd=ROOT)
    return sorted((ROOT / "build" / "blender").glob("*.zip"))


if __name__ == "__main__":
    raise SystemExit(main())

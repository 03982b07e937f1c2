"""Build everything that a release consists of, install each part into an empty place and try it.

    python tools/release_check.py [--python PYTHON]... [--keep FOLDER]

Source archive, wheels made from it, the npm package, and the Blender extension, whose wheels are
installed without Blender: `make test-blender` tries it inside, which is a large download.
Prints what was done, how long it took and how large it is; exit status 1 with the output of the
first step that fails. Needs the package indexes.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import zipfile
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
    parser.add_argument(
        "--python",
        action="append",
        default=[],
        metavar="PYTHON",
        help="make and try a wheel for this interpreter too (repeatable)",
    )
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="copy what was built there")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="fourbar-release-") as name:
        folder = Path(name)
        archive = _source_archive(folder)
        made = [
            archive,
            *(_wheel(folder, archive, python) for python in (sys.executable, *args.python)),
        ]
        made += [_npm(folder), _blender(folder)]
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


def _source_archive(folder: Path) -> Path:
    build = "import sys, scikit_build_core.build as b; b.build_sdist(sys.argv[1])"
    _run(sys.executable, "-c", build, folder, cwd=ROOT)
    (archive,) = folder.glob("fourbar-*.tar.gz")
    return archive


def _wheel(folder: Path, archive: Path, python: str) -> Path:
    """A wheel from the source archive, tried in an empty environment of the same Python."""
    made = Path(tempfile.mkdtemp(dir=folder))
    _run(python, "-m", "pip", "wheel", "-q", "--no-deps", "-w", made, archive, cwd=folder)
    (wheel,) = made.glob("fourbar-*.whl")
    empty = _environment(made, python)
    _run(empty, "-m", "pip", "install", "-q", wheel, cwd=made)
    print(_run(empty, ROOT / "tools" / "smoke.py", "--viewer", cwd=made), end="")
    return wheel


def _environment(folder: Path, python: str) -> Path:
    """The interpreter of an empty environment."""
    _run(python, "-m", "venv", folder / "venv", cwd=folder)
    return folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"


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


def _blender(folder: Path) -> Path:
    """The extension: its files compile, and its wheels alone, with a numpy as Blender has, work."""
    _run(sys.executable, "tools/blender.py", "build", cwd=ROOT)
    version = tomllib.loads((ROOT / "extensions/blender/blender_manifest.toml").read_text())
    archive = ROOT / "build" / "blender" / f"{version['id']}-{version['version']}.zip"
    unpacked = folder / "extension"
    with zipfile.ZipFile(archive) as files:
        files.extractall(unpacked)
    manifest = tomllib.loads((unpacked / "blender_manifest.toml").read_text(encoding="utf-8"))
    missing = [name for name in manifest["wheels"] if not (unpacked / name).is_file()]
    if missing:
        raise SystemExit(f"{archive.name} lacks what its manifest names: {', '.join(missing)}")
    _run(sys.executable, "-m", "compileall", "-q", "-x", "wheels", unpacked, cwd=folder)
    python = _environment(unpacked, sys.executable)
    _run(python, "-m", "pip", "install", "-q", "numpy", cwd=unpacked)
    # As Blender does: what the zip carries, and nothing from elsewhere.
    own = [name for name in manifest["wheels"] if _fits(name)]
    _run(python, "-m", "pip", "install", "-q", "--no-index", "--no-deps", *own, cwd=unpacked)
    print(_run(python, ROOT / "tools" / "smoke.py", cwd=unpacked), end="")
    return archive


def _fits(wheel: str) -> bool:
    """Whether a wheel is for the interpreter that runs this."""
    return f"-cp{sys.version_info[0]}{sys.version_info[1]}-" in wheel or "-none-any" in wheel


if __name__ == "__main__":
    raise SystemExit(main())

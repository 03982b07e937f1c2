"""Do what a newcomer does: clone, install, README, first steps and tutorials, as printed.

    python tools/newcomer.py [--source REPOSITORY] [--keep FOLDER]

With nothing of this environment: the commands of README that install fourbar, as printed, then
every command and code block of the pages, as processes of their own, outputs compared. Prints the
time of each step; exit status 1 with the first difference of each page. Needs the package index, a
compiler and Node.js, and some minutes: run by hand, before a release.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.md", "docs/start/*.md", "docs/tutorials/*.md")
EXTRA = ("mujoco-core",)
"""What tutorials ask for besides fourbar."""

PAGE = """
import os, shlex, subprocess, sys, time
from pathlib import Path
from tests.documentation import page
from tests.documentation.folder import fill

def command(words, where):
    if words[:2] == ["fourbar", "view"]:
        return 0  # a server
    started = time.perf_counter()
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    print(done.stdout, end="")
    line = f"{time.perf_counter() - started:8.2f} s     $ {shlex.join(words)}"
    print(line, file=sys.__stderr__, flush=True)
    return done.returncode

page._run = command
fill(Path.cwd())
page.run(Path(sys.argv[1]))
"""


def main() -> int:
    """Run all steps in a folder of their own."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--source", default=str(ROOT), help="what to clone (default: this clone)")
    parser.add_argument("--keep", metavar="FOLDER", type=Path, help="work there and leave it")
    args = parser.parse_args()
    if args.keep is not None:
        args.keep.mkdir(parents=True)
        return _newcomer(args.source, args.keep.resolve())
    with tempfile.TemporaryDirectory(prefix="fourbar-newcomer-") as folder:
        return _newcomer(args.source, Path(folder))


def _newcomer(source: str, folder: Path) -> int:
    clone = folder / "fourbar"
    bin = clone / ".venv" / "bin"
    # Nothing of ours: no Python settings, no compiler cache, no build folder.
    own = ("PYTHON", "VIRTUAL_ENV", "CMAKE", "CCACHE", "FOURBAR")
    env = {key: value for key, value in os.environ.items() if not key.startswith(own)}
    env |= {"PATH": f"{bin}{os.pathsep}{env['PATH']}", "HOME": str(folder), "COLUMNS": "102"}
    env["PYTHONUNBUFFERED"] = "1"  # outputs in the order in which a terminal shows them
    _install(source, folder, env)
    _step(["pip", "install", "-q", *EXTRA], clone, env)
    failed = False
    for pattern in PAGES:
        for page in sorted(clone.glob(pattern)):
            failed = not _page(page, clone, folder, env) or failed
    return 1 if failed else 0


def _install(source: str, folder: Path, env: dict[str, str]) -> None:
    """The commands of README, in one shell: folder and environment go on from line to line."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    place = readme.partition("<!-- install: python -->")[2].partition("<!-- end -->")[0]
    commands = re.findall(r"^\$ (.+)$", place, re.MULTILINE)
    if not any(command.startswith("git clone") for command in commands):  # once it is released
        commands = ["git clone ADDRESS fourbar", "cd fourbar", *commands]
    lines = ["set -e"]
    for command in commands:
        said = command.replace("ADDRESS", shlex.quote(source))
        lines += [f"TIMEFORMAT={shlex.quote('%3R s   ' + command)}", f"time {said} > /dev/null"]
    if subprocess.run(["bash", "-c", "\n".join(lines)], cwd=folder, env=env).returncode:
        raise SystemExit("the commands of README do not install fourbar")


def _step(words: list[str], cwd: Path, env: dict[str, str]) -> None:
    started = time.perf_counter()
    done = subprocess.run(words, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        print(done.stdout.decode(errors="replace"))
        raise SystemExit(f"{' '.join(words)}: exit status {done.returncode}")
    print(f"{time.perf_counter() - started:8.2f} s   {' '.join(words)}", flush=True)


def _page(page: Path, clone: Path, folder: Path, env: dict[str, str]) -> bool:
    """Run one page; whether everything on it is as printed."""
    work = Path(tempfile.mkdtemp(dir=folder))
    started = time.perf_counter()
    done = subprocess.run(
        ["python", "-c", PAGE, str(page)],
        cwd=work,
        env=env | {"PYTHONPATH": str(clone), "BROWSER": "true"},
        capture_output=True,
        text=True,
        errors="replace",
    )
    result = "as printed" if done.returncode == 0 else "DIFFERS"
    name = page.relative_to(clone)
    print(f"{time.perf_counter() - started:8.2f} s   {name}: {result}", flush=True)
    print(done.stderr, end="", flush=True)
    return done.returncode == 0


if __name__ == "__main__":
    raise SystemExit(main())

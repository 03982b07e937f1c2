"""`make test-engines`: an environment per engine in build/engines, and one run of each.

The engines pin other versions of numpy, MuJoCo and OpenUSD than fourbar's own tests use. They get
files and numbers, and know nothing of fourbar. Files of other writers come back from there.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from . import others
from .cases import write_cases, write_mimics

ENGINES = {
    "drake": ("drake",),
    "newton": ("newton[sim]", "newton-usd-schemas", "usd-core<26.9"),
    "bullet": ("pybullet", "numpy"),
    "converters": ("urdf-usd-converter", "mujoco-usd-converter"),
}
"""What to install for each; `with_NAME.py` is what runs there."""
_READ = {"converters": others.converted, "newton": others.of_newton}
"""What fourbar does with the files that an environment has or makes."""
_HERE = Path(__file__).parent
_ENVIRONMENTS = Path("build/engines")


def main(chosen: list[str]) -> int:
    """Run the engines that were asked for, or all; 1 where one disagrees or cannot run."""
    unknown = [name for name in chosen if name not in ENGINES]
    if unknown:
        print(f"unknown engine '{unknown[0]}'; expected one of: {', '.join(ENGINES)}")
        return 2
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        cases = Path(folder) / "cases"
        write_cases(cases)
        write_mimics(Path(folder) / "mimics.usda")
        (Path(folder) / "others.json").write_text(json.dumps(others.sources()))
        for name in chosen or ENGINES:
            python = _environment(name)
            print(f"{name}:", flush=True)
            if python is None:
                print("  cannot be installed here")
                failed = True
                continue
            script = _HERE / f"with_{name}.py"
            # The converters write a line for every file to standard error.
            given, noise = (cases, None) if name != "converters" else (folder, subprocess.DEVNULL)
            run = subprocess.run([python, script, given], check=False, stderr=noise)
            failed |= bool(run.returncode)
            if name in _READ:
                failed |= not _READ[name](Path(folder))
    return int(failed)


def _environment(name: str) -> Path | None:
    """The Python of an engine's environment, which is made where it is missing."""
    home = _ENVIRONMENTS / name
    python = (home / "bin" / "python").absolute()
    if (home / "ready").exists():
        return python
    subprocess.run([sys.executable, "-m", "venv", "--clear", home], check=True)
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if subprocess.run([*install, *ENGINES[name]], check=False).returncode:
        return None
    (home / "ready").touch()
    return python


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The Blender extension: build its zip, and test it inside Blender.

    python tools/blender.py build            # build/blender/fourbar-VERSION.zip
    python tools/blender.py test 5.0.1       # with that bpy, in .venv-blender/5.0.1

Blender 4.2 to 5.0 run Python 3.11, 5.1 and 5.2 run 3.13: the zip carries a wheel for each of the
two that is on this machine. bpy is Blender as a Python module, from the Python index.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXTENSION = ROOT / "extensions" / "blender"
BUILD = ROOT / "build" / "blender"
WHEELS = BUILD / "wheels"
SITE = BUILD / "site"
PYTHONS = ("3.11", "3.13")
TESTS = ("tests/blender/real",)
# What the extension needs besides fourbar and the numpy that Blender has.
FURTHER = ("PyYAML",)
_PIP = ("-m", "pip", "--disable-pip-version-check", "--quiet")


def build(versions: tuple[str, ...] = PYTHONS) -> Path:
    """Wheels for these Pythons and the zip; the same sources give the same bytes."""
    shutil.rmtree(WHEELS, ignore_errors=True)
    WHEELS.mkdir(parents=True)
    found = [version for version in versions if _interpreter(version)]
    if not found:
        raise SystemExit(f"found none of Python {' and '.join(versions)}, which Blender runs")
    for version in found:
        _wheel(version)
    return _pack(found)


def _interpreter(version: str) -> str | None:
    """A Python of this version: the one that is found by its name, or one that pyenv installed."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    installed = sorted(pyenv.glob(f"{version}.*/bin/python{version}"))
    for python in (shutil.which(f"python{version}"), *map(str, installed)):
        if python and subprocess.run([python, "-c", ""], capture_output=True).returncode == 0:
            return python
    return None


def _wheel(version: str) -> None:
    """The wheel of fourbar for one Python, and those of what it needs."""
    own = f"{sys.version_info[0]}.{sys.version_info[1]}" == version
    python = sys.executable if own else _interpreter(version)
    quick = ("--no-build-isolation", "--config-settings", "build-dir=build/editable")
    options = quick if own else ("--config-settings", f"build-dir=build/python{version}")
    run(python, *_PIP, "wheel", ".", "--no-deps", *options, "--wheel-dir", WHEELS)
    pinned = [_pinned(name) for name in FURTHER]
    run(python, *_PIP, "download", "--no-deps", "--only-binary", ":all:", "-d", WHEELS, *pinned)


def _pinned(name: str) -> str:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    return next((line for line in lines if line.lower().startswith(f"{name.lower()}==")), name)


def _pack(versions: list[str]) -> Path:
    manifest = (EXTENSION / "blender_manifest.toml").read_text(encoding="utf-8")
    facts = tomllib.loads(manifest)
    wheels = sorted(WHEELS.glob("*.whl"))
    names = ",\n".join(f'  "./wheels/{wheel.name}"' for wheel in wheels)
    # Before the first table: what follows one belongs to it.
    head, mark, rest = manifest.partition("\n[permissions]")
    target = BUILD / f"{facts['id']}-{facts['version']}.zip"
    content = {"blender_manifest.toml": f"{head}\nwheels = [\n{names},\n]\n{mark}{rest}".encode()}
    for file in sorted(EXTENSION.glob("*.py")):
        content[file.name] = file.read_bytes()
    content["LICENSE"] = (EXTENSION / "LICENSE").read_bytes()
    content |= {f"wheels/{wheel.name}": wheel.read_bytes() for wheel in wheels}
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    _check_parts(wheels)
    size = target.stat().st_size / 2**20
    print(f"{target.relative_to(ROOT)}: {size:.1f} MB, for Python {' and '.join(versions)}")
    return target


def _check_parts(wheels: list[Path]) -> None:
    """Every module of fourbar that the extension imports must be in every wheel of it."""
    wanted: set[str] = set()
    for file in EXTENSION.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and not node.level and node.module:
                wanted.add(node.module)
    for wheel in (w for w in wheels if w.name.startswith("fourbar-")):
        names = set(zipfile.ZipFile(wheel).namelist())
        for module in sorted(m for m in wanted if m.split(".")[0] == "fourbar"):
            path = module.replace(".", "/")
            if not {f"{path}.py", f"{path}/__init__.py"} & names:
                raise SystemExit(f"{wheel.name} has no {module}: sources changed, build again")


def environment(version: str) -> Path | None:
    """The Python that has this bpy, installed where it is missing; None where it cannot be had."""
    own = python_of(version)
    interpreter = _interpreter(own)
    if interpreter is None:
        print(f"skipped: Blender {version} needs Python {own}, which is not on this machine")
        return None
    folder = ROOT / ".venv-blender" / version
    python = folder / "bin" / "python"
    stamp = folder / "installed"
    if not stamp.exists():
        run(interpreter, "-m", "venv", "--clear", folder)
        wanted = [_pinned(name) for name in ("pytest", "hypothesis", *FURTHER)]
        install = [python, *_PIP, "install", "--no-cache-dir", f"bpy=={version}", *wanted]
        if subprocess.run([str(word) for word in install]).returncode:
            print(f"skipped: bpy {version} cannot be installed from the Python index here")
            return None
        stamp.touch()
    return python


def python_of(version: str) -> str:
    """The version of Python that a version of Blender runs."""
    return "3.13" if tuple(map(int, version.split(".")[:2])) >= (5, 1) else "3.11"


def test(version: str, arguments: list[str]) -> int:
    """Run the tests inside Blender; skips where this Blender cannot be had."""
    python, own = environment(version), python_of(version)
    if python is None:
        return 0
    archive = build((own,))  # the wheel for the other Python takes minutes to compile
    shutil.rmtree(SITE, ignore_errors=True)
    tag = f"cp{own.replace('.', '')}"
    for wheel in (w for w in WHEELS.glob("fourbar-*.whl") if tag in w.name):
        zipfile.ZipFile(wheel).extractall(SITE)
    variables = os.environ | {
        "PYTHONPATH": str(SITE),
        "FOURBAR_EXTENSION_ZIP": str(archive),
        "BLENDER_USER_RESOURCES": str(BUILD / "user"),
    }
    command = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS, *arguments]
    failed = subprocess.run(command, cwd=ROOT, env=variables).returncode
    if failed or arguments:
        return failed
    # Blender's own importer on our GLB files.
    readers = [sys.executable, "-m", "pytest", "-q", "tests/gltf/test_other_loaders.py"]
    named = os.environ | {"FOURBAR_BPY": str(python)}
    return subprocess.run([*readers, "-k", "blender"], cwd=ROOT, env=named).returncode


def run(*command: object) -> None:
    """Run a command from the project's folder; its failure is ours."""
    subprocess.run([str(word) for word in command], cwd=ROOT, check=True)


def main() -> int:
    """What the command line asks for."""
    match sys.argv[1:]:
        case ["build"]:
            build()
            return 0
        case ["test", version, *arguments]:
            return test(version, arguments)
        case _:
            print(__doc__)
            return 2


if __name__ == "__main__":
    raise SystemExit(main())

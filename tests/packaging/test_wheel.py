"""What users install: the wheel, and the source archive it can be built from."""

import fcntl
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "fourbar"
VIEWER = "fourbar/viewer/static/index.html"

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path, path: Path | None = None) -> str:
    """Run a command as a user would: without this environment's Python settings."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    env["PIP_CONSTRAINT"] = str(ROOT / "constraints.txt")
    if path is not None:
        env["PATH"] = f"{path}{os.pathsep}{env['PATH']}"
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=env,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def build_wheel(source: Path, target: Path, *, path: Path | None = None) -> Path:
    run(
        *(sys.executable, "-m", "pip", "wheel", source, "--no-deps", "--wheel-dir", target),
        cwd=target,
        path=path,
    )
    (wheel,) = target.glob("fourbar-*.whl")
    return wheel


def clone_into(folder: Path) -> Path:
    """Copy what is under version control, or about to be: nothing that was built."""
    built = (".git", ".venv", "build", "dist", "node_modules", "site", "static")
    ignored = shutil.ignore_patterns(*built, ".*_cache", ".hypothesis")
    shutil.copytree(ROOT, folder, ignore=ignored, dirs_exist_ok=True)
    return folder


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture
def broken_npm(tmp_path: Path) -> Path:
    """A folder for the PATH whose npm fails: whoever passes does not need Node."""
    npm = tmp_path / "broken" / "npm"
    npm.parent.mkdir()
    npm.write_text("#!/bin/sh\nexit 1\n")
    npm.chmod(0o755)
    return npm.parent


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of a fresh clone, built once by whichever test process asks first."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder = shared / "wheel"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        built = next(folder.glob("fourbar-*.whl"), None)
        return built or build_wheel(clone_into(folder / "clone"), folder)


def test_wheel_has_every_python_module_and_the_type_marker(wheel: Path) -> None:
    sources = {
        path.relative_to(PACKAGE.parent).as_posix()
        for pattern in ("*.py", "*.pyi", "py.typed")
        for path in PACKAGE.rglob(pattern)
    }
    assert "fourbar/py.typed" in sources
    assert sources <= names(wheel)


def test_wheel_has_the_compiled_module(wheel: Path) -> None:
    compiled = [name for name in names(wheel) if re.fullmatch(r"fourbar/_native\..+", name)]
    assert any(name.endswith((".so", ".pyd")) for name in compiled), compiled


def test_wheel_has_every_gallery_robot(wheel: Path) -> None:
    robots = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in (PACKAGE / "gallery" / "robots").glob("*.urdf")
    }
    assert robots
    assert robots <= names(wheel)


def test_wheel_has_the_viewer_and_all_it_loads(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        page = archive.read(VIEWER).decode()
    loaded = re.findall(r'(?:src|href)="\./([^"]+)"', page)
    assert loaded
    assert {f"fourbar/viewer/static/{name}" for name in loaded} <= names(wheel)
    assert "://" not in page, "the viewer loads nothing from elsewhere"


def test_wheel_names_no_folder_of_the_machine_that_built_it(wheel: Path) -> None:
    here = str(wheel.parent).encode()
    with zipfile.ZipFile(wheel) as archive:
        assert not [name for name in archive.namelist() if here in archive.read(name)]


def test_command_works_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    bin_folder = tmp_path / "venv" / "bin"
    run(bin_folder / "python", "-m", "pip", "install", "--quiet", wheel, cwd=tmp_path)

    version = wheel.name.split("-")[1]
    assert version in run(bin_folder / "fourbar", "--version", cwd=tmp_path)

    robot = min((PACKAGE / "gallery" / "robots").glob("*.urdf"))
    described = run(bin_folder / "fourbar", "info", f"gallery:{robot.stem}", cwd=tmp_path)
    name = re.search(r'<robot[^>]*\bname="([^"]+)"', robot.read_text(encoding="utf-8"))
    assert name is not None
    assert name[1] in described


def test_source_archive_carries_the_viewer_and_builds_without_node(
    tmp_path: Path, broken_npm: Path
) -> None:
    build = "import sys, scikit_build_core.build as backend; backend.build_sdist(sys.argv[1])"
    run(sys.executable, "-c", build, tmp_path, cwd=ROOT)
    (archive,) = tmp_path.glob("fourbar-*.tar.gz")
    with tarfile.open(archive) as files:
        assert any(name.endswith(f"src/{VIEWER}") for name in files.getnames())

    assert VIEWER in names(build_wheel(archive, tmp_path, path=broken_npm))


def _configure(path: Path) -> str:
    """What building the viewer says with this folder as the whole PATH."""
    cmake = shutil.which("cmake")
    assert cmake is not None
    done = subprocess.run(
        [cmake, "-P", ROOT / "web" / "viewer.cmake"],
        cwd=path,
        env={"PATH": str(path)},
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.returncode != 0
    assert "-C cmake.define.FOURBAR_VIEWER=OFF" in done.stderr
    return " ".join(done.stderr.split())


def _program(folder: Path, name: str, output: str = "") -> None:
    (folder / name).write_text(f"#!/bin/sh\necho {output}\n")
    (folder / name).chmod(0o755)


def test_a_fresh_clone_without_node_says_what_to_do(tmp_path: Path) -> None:
    assert "npm, which builds it, is not on the PATH" in _configure(tmp_path)
    _program(tmp_path, "npm")
    assert "npm is there, but node, which runs it, is not" in _configure(tmp_path)
    _program(tmp_path, "node", "v18.19.0")
    assert "Node.js 18.19.0 is too old" in _configure(tmp_path)

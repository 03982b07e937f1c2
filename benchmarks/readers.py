"""Which robot descriptions other libraries load, and whether fourbar does.

    python benchmarks/readers.py [FOLDER] [--write docs/compare/readers.md]

FOLDER holds `.urdf` files (default: $FOURBAR_CORPUS). Peers that are not installed are left out:

- Pinocchio (`pin`) and yourdfpy, from the extra `peers`;
- urdfdom: `check_urdf`, which comes with Pinocchio's wheels;
- Drake: the package `drake`, in this environment or in the folder $FOURBAR_DRAKE;
- urdf-loader: Node.js, `web/node_modules`, and a folder $FOURBAR_DOM with `jsdom` installed.

A file counts as loaded where the library returns a robot, without meshes; Drake gets the text
without shapes, since it refuses most mesh formats. Every peer works in a process of its own, which
some files end: they count as refused.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 30.0

Load = Callable[[Path], bool]


def fourbar() -> Load:
    """Ours: a robot, and a model of it (which takes a link)."""
    import fourbar as fb

    def load(file: Path) -> bool:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", fb.LoadWarning)
            robot = fb.load(file)
        return not robot.links or fb.Model(robot).nv >= 0

    return load


def pinocchio() -> Load:
    """A model without geometry."""
    import pinocchio as pin  # pyright: ignore[reportMissingTypeStubs]

    return lambda file: pin.buildModelFromUrdf(str(file)).njoints > 0


def yourdfpy() -> Load:
    """With its scene graph, without meshes."""
    from yourdfpy import URDF  # pyright: ignore[reportMissingTypeStubs]

    return lambda file: URDF.load(str(file), load_meshes=False) is not None


def urdfdom() -> Load:
    """Its own command."""
    command = _check_urdf()
    if command is None:
        raise ImportError("check_urdf")
    # The wheel's binaries do not know where its libraries are.
    libraries = str(Path(command).parents[1] / "lib")
    environment = {**os.environ, "LD_LIBRARY_PATH": libraries}

    def load(file: Path) -> bool:
        arguments = [command, str(file)]
        done = subprocess.run(
            arguments, capture_output=True, timeout=SECONDS, check=False, env=environment
        )
        return done.returncode == 0

    return load


def drake() -> Load:
    """A plant, from the text without shapes."""
    if "FOURBAR_DRAKE" in os.environ:
        sys.path.insert(0, os.environ["FOURBAR_DRAKE"])
    from pydrake.multibody.parsing import Parser  # pyright: ignore
    from pydrake.multibody.plant import MultibodyPlant  # pyright: ignore

    def load(file: Path) -> bool:
        plant: Any = MultibodyPlant(0.0)
        parser: Any = Parser(plant)
        parser.AddModelsFromString(_without_shapes(file.read_bytes()), "urdf")
        plant.Finalize()
        return True

    return load


def urdf_loader() -> Load:
    """In Node.js, with the DOM of jsdom."""
    node = shutil.which("node")
    if node is None or "FOURBAR_DOM" not in os.environ:
        raise ImportError("node and FOURBAR_DOM")
    script = Path(__file__).with_name("readers.mjs")
    process = subprocess.Popen(
        [node, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )

    def load(file: Path) -> bool:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{file}\n")
        process.stdin.flush()
        return process.stdout.readline() == "loaded\n"

    return load


PEERS: dict[str, Callable[[], Load]] = {
    "Pinocchio": pinocchio,
    "yourdfpy": yourdfpy,
    "urdfdom": urdfdom,
    "Drake": drake,
    "urdf-loader": urdf_loader,
}


def _check_urdf() -> str | None:
    for folder in sys.path:
        file = Path(folder) / "cmeel.prefix" / "bin" / "check_urdf"
        if file.is_file():
            return str(file)
    return shutil.which("check_urdf")


def _without_shapes(data: bytes) -> str:
    from xml.etree import ElementTree

    root = ElementTree.fromstring(data)
    for link in root.iter("link"):
        for shape in (*link.findall("visual"), *link.findall("collision")):
            link.remove(shape)
    return ElementTree.tostring(root, encoding="unicode")


def _work(prepare: Callable[[], Load], connection: Connection) -> None:
    with Path(os.devnull).open("w") as silence:
        os.dup2(silence.fileno(), 1)
        os.dup2(silence.fileno(), 2)
    try:
        load = prepare()
    except ImportError:
        connection.send(None)
        return
    connection.send(True)
    while True:
        file = connection.recv()
        try:
            connection.send(bool(load(file)))
        except Exception:
            connection.send(False)


class Worker:
    """A library in a process of its own, which is started again where it ends."""

    def __init__(self, prepare: Callable[[], Load]) -> None:
        self._prepare = prepare
        self._connection: Connection | None = None

    def start(self) -> bool:
        """Whether the library is there."""
        context = get_context("spawn")
        self._connection, far = context.Pipe()
        self._process = context.Process(target=_work, args=(self._prepare, far), daemon=True)
        self._process.start()
        far.close()
        return self._answer(120.0) is True

    def loads(self, file: Path) -> bool:
        """Whether the library loads a file."""
        if not self._process.is_alive():
            self.start()
        assert self._connection is not None
        self._connection.send(file)
        answer = self._answer(SECONDS)
        if answer is None:
            self._process.kill()
            self._process.join()
        return answer is True

    def _answer(self, seconds: float) -> bool | None:
        assert self._connection is not None
        try:
            return self._connection.recv() if self._connection.poll(seconds) else None
        except EOFError:
            return None


def compare(files: Iterable[Path]) -> tuple[list[str], dict[Path, list[bool]]]:
    """The libraries, ours first, and who of them loads each file."""
    workers = {"fourbar": Worker(fourbar)} | {name: Worker(peer) for name, peer in PEERS.items()}
    there = {name: worker for name, worker in workers.items() if worker.start()}
    return list(there), {file: [w.loads(file) for w in there.values()] for file in files}


def page(folder: Path, names: list[str], found: dict[Path, list[bool]]) -> str:
    """The table as a page of the documentation."""
    counts = [sum(row[i] for row in found.values()) for i in range(len(names))]
    refused = [file for file, (ours, *peers) in found.items() if sum(peers) >= 2 and not ours]
    lines = [
        "# What other readers load",
        "",
        f"Made by `python benchmarks/readers.py` from {len(found)} public `.urdf` files, some of",
        "which are broken on purpose. A library loads a file if it returns a robot (without",
        "meshes; for Drake, without shapes). For fourbar, a `Model` of the robot is made as well,",
        "and errors are a [warning](../reference/urdf.md#files-with-errors).",
        "",
        f"| | {' | '.join(names)} |",
        f"| --- |{' --- |' * len(names)}",
        f"| files loaded | {' | '.join(map(str, counts))} |",
        "",
        f"Files that two of the others load and fourbar refuses: {len(refused)}.",
        "",
        "The files that not all of them load (`+` loaded, `-` refused; the whole path is the title",
        "of the name):",
        "",
        f"| {' | '.join(names)} | file |",
        f"|{' --- |' * len(names)} --- |",
    ]
    everywhere: list[str] = []
    for file, row in sorted(found.items()):
        name = file.relative_to(folder)
        short = f'<span title="{name}">{"/".join(name.parts[-2:])}</span>'
        if all(row):
            everywhere.append(f"<li>{short}</li>")
        else:
            lines.append(f"| {' | '.join('+' if loaded else '-' for loaded in row)} | {short} |")
    summary = f"<summary>The {len(everywhere)} files that all of them load</summary>"
    lines += ["", "<details>", summary, "<ul>", *everywhere, "</ul>", "</details>"]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Compare, and print or write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path, nargs="?", default=os.environ.get("FOURBAR_CORPUS"))
    parser.add_argument("--write", type=Path)
    args = parser.parse_args()
    if args.folder is None:
        parser.error("a folder or FOURBAR_CORPUS is needed")
    folder = Path(args.folder)
    names, found = compare(sorted(folder.rglob("*.urdf")))
    text = page(folder, names, found)
    if args.write is None:
        print(text, end="")
    else:
        args.write.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

"""Which mesh files there are: those a robot names, or all below a folder."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..assets.disk_meshes import DiskMeshes
from ..assets.mesh_source import HoldsMeshes
from ..diagnostics import PartPath, Report
from ..error import FourbarError
from ..gltf_file.suffixes import GLTF_SUFFIXES
from ..packages import PackageFinder, StrPath
from ..robot import Mesh, Robot
from ..robot.source import Up

if TYPE_CHECKING:
    from ..shapes.measure import Group

SUFFIXES = (".stl", ".stlb", ".obj", ".dae", ".ply", *GLTF_SUFFIXES)
_ALONE = (".stl", ".stlb", ".ply")
"""Files that name no others beside them: equal bytes are equal meshes wherever they are."""
_BLOCK = 1 << 20


class MeshSourceError(FourbarError, ValueError):
    """There are no mesh files to work on."""


class MeshUse(NamedTuple):
    """A shape that a mesh is the geometry of, and the size it has there."""

    path: PartPath
    group: Group
    filename: str
    scale: tuple[float, float, float]


class MeshFile(NamedTuple):
    """A mesh file. `same_as` is the name of an earlier one with the same content."""

    name: str
    path: Path
    uses: tuple[MeshUse, ...] = ()
    same_as: str | None = None

    @property
    def largest_scale(self) -> float:
        """By how much a distance in the file is enlarged at most where it is used."""
        return max((abs(factor) for use in self.uses for factor in use.scale), default=1.0)


class MeshFiles(NamedTuple):
    """Mesh files, what finds the files beside them, and the axis that is up in glTF files."""

    files: tuple[MeshFile, ...]
    finder: PackageFinder
    gltf_up: Up = "y"


def find_meshes(
    source: Robot | StrPath,
    *,
    report: Report,
    packages: Mapping[str, StrPath] | None = None,
) -> MeshFiles:
    """The files that a robot names, in its order; or a mesh file, or all below a folder by name.

    Raises
    ------
    MeshSourceError
        For a robot whose meshes are inside its own file, or a path that does not exist.
    """
    if isinstance(source, Robot):
        return _of_robot(source, report, packages)
    root = Path(source)
    if not root.exists():
        raise MeshSourceError(f"'{root}' does not exist")
    paths = [root] if root.is_file() else sorted(_below(root))
    finder = PackageFinder(packages, near=root)
    named = [(_name(path, root), path, ()) for path in paths]
    return MeshFiles(tuple(_compared(named)), finder)


def is_mesh(path: StrPath) -> bool:
    """Whether a file is a mesh by its name; a glTF file by its content, which may be a robot."""
    suffix = Path(path).suffix.lower()
    if suffix not in GLTF_SUFFIXES:
        return suffix in SUFFIXES
    try:
        return b'"EXT_robot_kinematics"' not in Path(path).read_bytes()
    except OSError:
        return False  # the reader of robots says what is wrong


def _of_robot(robot: Robot, report: Report, packages: Mapping[str, StrPath] | None) -> MeshFiles:
    if isinstance(robot.source, HoldsMeshes):
        text = "the meshes of this robot are inside its file; convert it to .urdf first"
        raise MeshSourceError(text)
    disk = DiskMeshes(robot, report=report, packages=packages)
    uses: dict[Path, list[MeshUse]] = {}
    for link in robot.links:
        for group in ("visual", "collision"):
            shapes = link.visuals if group == "visual" else link.collisions
            for number, shape in enumerate(shapes):
                if not isinstance(shape.geometry, Mesh):
                    continue
                path = PartPath("link", link.name).item(group, number)
                file = disk.file(shape.geometry, path=path)
                if file is not None:
                    use = MeshUse(path, group, shape.geometry.filename, shape.geometry.scale)
                    uses.setdefault(file, []).append(use)
    named = [(found[0].filename, path, tuple(found)) for path, found in uses.items()]
    return MeshFiles(tuple(_compared(named)), disk.finder, disk.gltf_up)


def _below(root: Path) -> Iterable[Path]:
    """Links are not followed: they may lead anywhere, and around."""
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in names:
            if name.lower().endswith(SUFFIXES):
                yield Path(folder, name)


def _name(path: Path, root: Path) -> str:
    return path.name if path == root else path.relative_to(root).as_posix()


def _compared(files: Iterable[tuple[str, Path, tuple[MeshUse, ...]]]) -> Iterable[MeshFile]:
    """With copies marked; content is read only where sizes are equal, and in blocks."""
    listed = list(files)
    sizes: dict[object, int] = {}
    keys = [_kind(path) for _, path, _ in listed]
    for key in keys:
        sizes[key] = sizes.get(key, 0) + 1
    first: dict[object, str] = {}
    for (name, path, uses), key in zip(listed, keys, strict=True):
        same = None
        if sizes[key] > 1:
            same = first.setdefault((key, _digest(path)), name)
        yield MeshFile(name, path, uses, None if same == name else same)


def _kind(path: Path) -> object:
    """What files share that may be copies of each other: size, format, and files beside them."""
    suffix = path.suffix.lower()
    try:
        size = path.stat().st_size
    except OSError:
        return path  # reading it will say why
    return (size, suffix, None if suffix in _ALONE else path.parent)


def _digest(path: Path) -> object:
    digest = blake2b()
    try:
        with path.open("rb") as stream:
            while block := stream.read(_BLOCK):
                digest.update(block)
    except OSError:
        return path
    return digest.digest()

"""The files that a robot was made from: those whose change asks for reading it again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..diagnostics import Report
    from ..packages import PackageFinder
    from ..robot import Robot
    from .source import Source

_SCANNED = 32 << 20
# Where mesh files name others: OBJ its materials, those and COLLADA images, glTF its buffers.
_NAMES = {
    ".obj": re.compile(rb"^\s*mtllib\s+(.+?)\s*$", re.MULTILINE),
    ".mtl": re.compile(rb"^\s*(?:map_\w+|bump|norm|disp)\s+(?:.*\s)?(\S+)\s*$", re.MULTILINE),
    ".dae": re.compile(rb"<init_from>\s*(?:<ref>)?\s*([^<]+?)\s*<"),
    ".gltf": re.compile(rb'"uri"\s*:\s*"((?!data:)[^"]+)"'),
}


def watched_files(source: Source, robot: Robot | None, report: Report | None) -> set[str]:
    """Description, includes, SRDF, configuration, meshes, textures and what meshes name.

    Files that are missing count too, where they would be: they may appear.
    """
    path = source.path
    if path is None:
        return set()
    files = {str(path)}
    srdf = source.options.get("srdf")
    if isinstance(srdf, str | Path):
        files.add(str(srdf))
    if report is not None:
        # The texts that findings can point into: includes and settings of a xacro file.
        files |= {name for name in report.sources if Path(name).is_file()}
    from ..packages import PackageFinder

    finder = PackageFinder(source.packages, near=path)
    if path.suffix.lower() == ".xacro":
        files |= _includes(source, path, finder)
    if robot is not None:
        for name in _named(robot):
            files |= set(_places(name, path, finder))
    return files


def _includes(source: Source, path: Path, finder: PackageFinder) -> set[str]:
    """What xacro reads; it is asked again, for reading a robot keeps no list."""
    from ..diagnostics import Report
    from ..xacro import expand

    try:
        data = path.read_bytes()
    except OSError:
        return set()
    expanded = expand(
        data,
        file=str(path),
        arguments=source.options.get("arguments") or {},
        finder=finder,
        report=Report(),
        path=path,
    )
    return set() if expanded is None else set(expanded.files)


def _named(robot: Robot) -> Iterator[str]:
    """The addresses of meshes and textures, each once."""
    from ..robot import Mesh

    seen: set[str] = set()
    names = [material.texture for material in robot.materials]
    for link in robot.links:
        shapes = [shape.geometry for shape in (*link.visuals, *link.collisions)]
        names += [shape.filename for shape in shapes if isinstance(shape, Mesh)]
        names += [visual.material.texture for visual in link.visuals if visual.material]
    for name in names:
        if name and name not in seen:
            seen.add(name)
            yield name


def _places(name: str, base: Path, finder: PackageFinder, *, depth: int = 2) -> Iterator[str]:
    """Where a named file is, or would be, and the files that it names itself."""
    from ..assets import locate
    from ..assets.uri import Kind, split
    from ..diagnostics import Report

    found = locate(name, base=base, finder=finder, report=Report())
    if found is None:
        reference = split(name)
        if reference.kind is Kind.RELATIVE:
            yield str(base.parent / reference.path)
        elif reference.kind is Kind.PACKAGE:
            for folder in finder.candidates(reference.package):
                yield str(folder / reference.path)
        return
    yield str(found.path)
    pattern = _NAMES.get(found.path.suffix.lower())
    if pattern is None or not depth:
        return
    try:
        with found.path.open("rb") as stream:
            text = stream.read(_SCANNED)
    except OSError:
        return
    for inner in sorted(set(pattern.findall(text)))[:256]:
        yield from _places(inner.decode("utf-8", "replace"), found.path, finder, depth=depth - 1)

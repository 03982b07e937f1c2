"""A mesh file on disk, with the files beside it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from .. import rules
from ..diagnostics import PartPath, Report, Span
from ..packages import PackageFinder, StrPath
from ..robot.source import Up
from .limits import MAX_BYTES
from .location import locate
from .mesh import TriangleMesh
from .read import read_mesh

_MOST = MAX_BYTES + 1
"""One byte more than is accepted, which then is too much."""


def load_mesh(
    file: Path,
    *,
    report: Report,
    finder: PackageFinder,
    roots: Iterable[StrPath] = (),
    confined: bool = False,
    name: str | None = None,
    path: PartPath | None = None,
    gltf_up: Up = "y",
) -> TriangleMesh | None:
    """Read a mesh file; libraries, images and buffers it names are found as `locate` finds files.

    Parameters
    ----------
    file
        Where the file is.
    report, path
        Where findings go, and the part of the robot they are about.
    finder, roots, confined
        As for `locate`.
    name
        How findings name the file; its path without one.
    gltf_up
        As for `read_mesh`.
    """
    name = name or file.as_posix()
    extra = tuple(roots)
    try:
        data = finder.opened.read(file, most=_MOST)
    except OSError as error:
        span = Span(name, 0, 0, 1, 1, 1, 1)
        reason = error.strerror or type(error).__name__
        report.add(
            rules.assets.MESH_UNREADABLE, f"the file cannot be read: {reason}", span=span, path=path
        )
        return None

    def resolve(uri: str) -> bytes | None:
        found = locate(
            uri,
            base=file,
            finder=finder,
            report=Report(),  # the mesh's reader reports what is missing, in its own words
            roots=extra,
            confined=confined,
        )
        try:
            return None if found is None else finder.opened.read(found.path, most=_MOST)
        except OSError:
            return None

    return read_mesh(data, file=name, report=report, resolve=resolve, path=path, gltf_up=gltf_up)

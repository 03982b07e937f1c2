"""Which file of a folder is the robot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from ..formats.table import SUFFIXES, Likelihood, readable, suffix_of
from .limits import MAX_FILES

_TRIED = 20


def choose(files: Iterable[Path], options: Mapping[str, Any]) -> tuple[Path | None, list[Path]]:
    """The description nearest the top that can be read, and the others.

    Meshes may be `.glb` files, and `.xml` can be anything: both count only where there is nothing
    better. If none can be read without errors, the first is taken, for its findings.
    """
    from ..formats import read

    def order(path: Path) -> tuple[bool, bool, int, int, str]:
        rank = SUFFIXES[suffix_of(path)]
        mesh, other = Likelihood.ROBOT_OR_MESH, Likelihood.ANYTHING
        return rank >= other, rank >= mesh, len(path.parts), rank, path.as_posix()

    found = sorted((path for path in files if readable(path)), key=order)
    if not found:
        return None, []
    # Meshes and other people's XML are no robots that were left out.
    kind = min(order(path)[:2] for path in found)
    robots = [path for path in found if order(path)[:2] == kind]
    chosen, partial = None, None
    for path in robots[:_TRIED]:
        if len(robots) == 1:
            break
        robot, report = read(str(path), **options)
        if robot is not None and report.ok and robot.links:
            chosen = path
            break
        partial = partial or (path if robot is not None and robot.links else None)
    chosen = chosen or partial or robots[0]
    return chosen, [path for path in robots if path != chosen]


def choose_below(
    folder: Path, options: Mapping[str, Any], *, xacro: bool = True
) -> tuple[Path | None, list[Path]]:
    """The same for all files below a folder, hidden ones left out, and xacro files if need be."""
    files: list[Path] = []
    for path in islice(folder.rglob("*"), MAX_FILES):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if not hidden and readable(path) and path.is_file() and (xacro or not _is_xacro(path)):
            files.append(path)
    return choose(files, options)


def _is_xacro(path: Path) -> bool:
    """Whether reading a file would expand it, whatever it is called."""
    from ..formats.table import format_of

    try:
        return format_of(path.read_bytes(), path.name, None).name == "xacro"
    except OSError:
        return True

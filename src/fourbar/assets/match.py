"""Finding a path in the file system when its spelling is not quite right."""

from __future__ import annotations

from pathlib import Path

from ..diagnostics import nearest
from ..packages import Folders
from ..record import record


@record
class Miss:
    """How far a path could be followed: `folder` exists, `name` is not in it."""

    folder: Path
    name: str
    nearest: str | None


def follow(anchor: Path, target: Path, folders: Folders) -> Path | Miss:
    """The file at `target`, below `anchor`; letter case counts only where both spellings exist.

    Names are compared with the listings, not asked of the file system, so that the answer does
    not depend on whether that tells upper from lower case.
    """
    at = anchor
    names = target.relative_to(anchor).parts
    for i, name in enumerate(names):
        entries = folders.entries(at)
        actual = name
        if entries is not None and name not in entries:
            lowered = name.lower()
            same = [entry for entry in entries if entry.lower() == lowered]
            if not same:
                return Miss(at, name, nearest(name, entries))
            actual = same[0]
        at = at / actual
        if not (at.is_file() if i == len(names) - 1 else at.is_dir()):
            return Miss(at.parent, name, None)
    return at if names else Miss(at.parent, at.name, None)

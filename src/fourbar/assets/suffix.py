"""The best guess for a file that is not where it should be."""

from __future__ import annotations

from pathlib import Path

from ..packages import Folders
from ..record import record


@record
class Guess:
    """A file whose path ends like the wanted one in `matched` names; `others` end as well."""

    file: Path
    matched: int
    others: tuple[Path, ...]


def guess(root: Path, wanted: tuple[str, ...], folders: Folders) -> Guess | None:
    """The file below `root` whose path has the longest end in common with `wanted`.

    At least the file name must agree; letter case decides only between equals, then the
    shallower and alphabetically first path wins.
    """
    if not wanted:
        return None
    index = folders.files_below(root)
    found = [(_common_end(file, wanted), file) for file in index.named(wanted[-1])]
    if not found:
        return None
    found.sort(key=lambda item: (-item[0][0], -item[0][1], len(item[1].parts), item[1]))
    (matched, _), file = found[0]
    others = tuple(other for (length, _), other in found[1:] if length == matched)
    return Guess(file, matched, others)


def _common_end(file: Path, wanted: tuple[str, ...]) -> tuple[int, int]:
    """How many names from the end agree, and how many of these in letter case too."""
    length = exact = 0
    for name, want in zip(reversed(file.parts), reversed(wanted), strict=False):
        if name.lower() != want.lower():
            break
        length += 1
        exact += name == want
    return length, exact

"""Which files to check."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..formats.table import Likelihood, readable_suffixes, suffix_of
from ..record import record
from ..xml.tree import Element

_XACRO = ".xacro"
_DEFINITIONS = frozenset(("xacro:macro", "xacro:property", "xacro:arg", "xacro:include"))
_CONDITIONS = frozenset(("xacro:if", "xacro:unless"))


@record
class Collected:
    """The files to check; those that only define macros; folders that cannot be read or have none.

    A link to nothing is to be checked: the report says that there is no file. What only has the
    name of a file, such as a pipe, is `special` and not opened: it may never end.
    """

    files: tuple[str, ...]
    skipped: tuple[str, ...] = ()
    unreadable: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()
    special: tuple[str, ...] = ()


def collect(names: Iterable[str]) -> Collected:
    """The files named, and the robots below the folders named, in sorted order.

    In a folder only files whose extension leaves little doubt count: `.urdf` and `.xacro`. Of the
    latter, wherever they come from, those that only define macros and properties for others are
    skipped. Hidden folders are left out. Links to folders are followed, to each folder once.
    """
    files: list[str] = []
    skipped: list[str] = []
    unreadable: list[str] = []
    empty: list[str] = []
    special: list[str] = []
    seen: set[str] = set()  # a file that is given twice is checked once
    for name in names:
        found = [name]
        if name != "-" and Path(name).is_dir():
            before = len(unreadable) + len(special)
            found = list(_below(name, unreadable, special))
            if not found and len(unreadable) + len(special) == before:
                empty.append(name)
        for file in found:
            if file in seen:
                continue
            seen.add(file)
            (skipped if _only_defines(file) else files).append(file)
    return Collected(tuple(files), tuple(skipped), tuple(unreadable), tuple(empty), tuple(special))


def _below(folder: str, unreadable: list[str], special: list[str]) -> Iterator[str]:
    suffixes = readable_suffixes(Likelihood.ROBOT_OR_PART)
    found: list[str] = []
    # A link to a folder around this one leads to all that is there, and around.
    seen = {path.resolve() for path in (Path(folder), *Path(folder).resolve().parents)}

    def note(error: OSError) -> None:
        unreadable.append(str(error.filename or folder))

    for place, folders, names in os.walk(folder, onerror=note, followlinks=True):
        # Places before links to them, so that files keep their own names.
        folders.sort(key=lambda name: (Path(place, name).is_symlink(), name))
        folders[:] = [name for name in folders if _is_new(Path(place, name), seen)]
        for path in _joined(place, (name for name in names if suffix_of(name) in suffixes)):
            plain = os.path.isfile(path) or not os.path.exists(path)  # noqa: PTH110, PTH113 - as below
            (found if plain else special).append(path)
    # By folders, as paths are sorted.
    yield from sorted(found, key=lambda path: os.path.normcase(path).split(os.sep))  # noqa: PTH206


def _joined(folder: str, names: Iterable[str]) -> list[str]:
    """Paths of files in a folder as `str(Path(folder, name))` has them, faster for many files."""
    before = os.path.join(Path(folder), "") if Path(folder).parts else ""  # noqa: PTH118 - ends with /
    return [f"{before}{name}" for name in names]


def _is_new(folder: Path, seen: set[Path]) -> bool:
    """Whether a folder is to be looked at: not hidden, and not seen by another name."""
    if folder.name.startswith("."):
        return False
    place = folder.resolve()
    new = place not in seen
    seen.add(place)
    return new


def _only_defines(file: str) -> bool:
    """Whether a xacro file has nothing but definitions; what cannot be read is to be checked."""
    if suffix_of(file) != _XACRO:
        return False
    from ..diagnostics import Report
    from ..xml.parse import parse

    try:
        document = parse(Path(file).read_bytes(), file=file, report=Report())
    except OSError:
        return False
    return document is not None and _defines(document.root)


def _defines(element: Element) -> bool:
    return all(
        child.tag in _DEFINITIONS or (child.tag in _CONDITIONS and _defines(child))
        for child in element.children
    )

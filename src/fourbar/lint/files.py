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

    A link to nothing is to be checked: the report says that there is no file.
    """

    files: tuple[str, ...]
    skipped: tuple[str, ...] = ()
    unreadable: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()


def collect(names: Iterable[str]) -> Collected:
    """The files named, and the robots below the folders named, in sorted order.

    In a folder only files whose extension leaves little doubt count: `.urdf` and `.xacro`. Of the
    latter, wherever they come from, those that only define macros and properties for others are
    skipped.
    """
    files: list[str] = []
    skipped: list[str] = []
    unreadable: list[str] = []
    empty: list[str] = []
    for name in names:
        found = [name]
        if name != "-" and Path(name).is_dir():
            before = len(unreadable)
            found = list(_below(name, unreadable))
            if not found and len(unreadable) == before:
                empty.append(name)
        for file in found:
            (skipped if _only_defines(file) else files).append(file)
    return Collected(tuple(files), tuple(skipped), tuple(unreadable), tuple(empty))


def _below(folder: str, unreadable: list[str]) -> Iterator[str]:
    suffixes = readable_suffixes(Likelihood.ROBOT_OR_PART)
    found: list[Path] = []

    def note(error: OSError) -> None:
        unreadable.append(str(error.filename or folder))

    for place, _, names in os.walk(folder, onerror=note):
        paths = [Path(place, name) for name in names if suffix_of(name) in suffixes]
        found += [path for path in paths if path.is_file() or not path.exists()]
    yield from map(str, sorted(found))


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

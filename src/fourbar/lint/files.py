"""Which files to check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from ..formats.table import Likelihood, readable_suffixes, suffix_of


def collect(names: Iterable[str]) -> Iterator[str]:
    """The files named, and the robots below the folders named, in sorted order.

    In a folder only files whose extension leaves no doubt count (`.urdf`): `.xacro` files are
    mostly parts of others, and `.xml` can be anything.
    """
    robots = readable_suffixes(Likelihood.ROBOT)
    for name in names:
        folder = Path(name)
        if name != "-" and folder.is_dir():
            for path in sorted(folder.rglob("*")):
                if suffix_of(path) in robots and path.is_file():
                    yield str(path)
        else:
            yield name

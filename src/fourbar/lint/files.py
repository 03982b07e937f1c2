"""Which files to check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path


def collect(names: Iterable[str]) -> Iterator[str]:
    """The files named, and the `.urdf` files below the folders named, in sorted order.

    A folder's `.xacro` files are mostly parts of others, and `.xml` can be anything.
    """
    for name in names:
        folder = Path(name)
        if name != "-" and folder.is_dir():
            for path in sorted(folder.rglob("*")):
                if path.suffix.lower() == ".urdf" and path.is_file():
                    yield str(path)
        else:
            yield name

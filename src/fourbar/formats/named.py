"""The files of robots that are asked for by name."""

from __future__ import annotations

from ..catalogue import Description, find
from ..schemes import CATALOGUE


def named(name: str) -> Description:
    """The file that `gallery:NAME` or `robot:NAME` means; OSError where there is none."""
    if name.startswith(CATALOGUE):
        return find(name)
    from .. import gallery

    return Description(gallery.path(name))

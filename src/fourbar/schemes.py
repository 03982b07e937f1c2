"""Robots by name: `gallery:NAME` and `robot:NAME` are accepted wherever a file is."""

from __future__ import annotations

GALLERY = "gallery:"
"""Robots that ship with fourbar."""
CATALOGUE = "robot:"
"""Robots of the package robot_descriptions, where it is installed."""
SCHEMES = (GALLERY, CATALOGUE)


def is_name(file: str) -> bool:
    """Whether this is the name of a robot and not a file of the user's."""
    return file.startswith(SCHEMES)

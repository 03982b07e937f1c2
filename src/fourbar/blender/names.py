"""Names between descriptions and Blender, which wants them unique and short."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

from ..lint.text.rename import sanitised

__all__ = [
    "copy_name",
    "fit_names",
    "free_name",
    "role_of",
    "sanitised",
    "shape_name",
    "slider_name",
    "without_suffix",
]

_SUFFIX = re.compile(r"\.\d{3,}$")
_ROLE = re.compile(r"_(visual|collision)(_\d+)?(\.\d{3,})?$")
_LONGEST_PROPERTY = 63


def without_suffix(name: str) -> str:
    """An object's name without the number that Blender adds to one that is taken: `arm.001`."""
    return _SUFFIX.sub("", name)


def copy_name(name: str, kind: str) -> str:
    """A name for a copy, from the object's: `arm_001`."""
    return sanitised(name.replace(".", "_"), kind)


def shape_name(link: str, role: str, number: int) -> str:
    """The object of a visual or collision: `arm_visual`, `arm_visual_1`, ..."""
    return f"{link}_{role}" if number == 0 else f"{link}_{role}_{number}"


def free_name(wished: str, taken: Container[object]) -> str:
    """A name that no other part has: `frame`, `frame_1`, ..."""
    name, count = wished, 1
    while name in taken:
        name, count = f"{wished}_{count}", count + 1
    return name


def fit_names(names: Iterable[str], kind: str) -> dict[str, str]:
    """New names for those that other tools refuse, by the old ones; each is free among them all."""
    several = list(names)
    taken, found = set(several), dict[str, str]()
    for name in several:
        fit = sanitised(name, kind)
        if fit != name:
            found[name] = free_name(fit, taken)
            taken.add(found[name])
    return found


def role_of(name: str) -> str:
    """What the suffix of a mesh object's name says that it is: "visual", "collision" or ""."""
    found = _ROLE.search(name)
    return found[1] if found else ""


def slider_name(joint: str, taken: Container[str]) -> str:
    """The property that holds a joint's position: its name, shortened where Blender must."""
    wished = joint
    if wished.startswith("fourbar_"):  # those are ours
        wished = f"q_{wished}"
    wished = wished[:_LONGEST_PROPERTY]
    name, count = wished, 1
    while name in taken:
        tail = f"_{count}"
        name, count = wished[: _LONGEST_PROPERTY - len(tail)] + tail, count + 1
    return name

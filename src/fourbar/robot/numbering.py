"""Names for what is made of a part, out of the way of those that the description has."""

from __future__ import annotations

from collections.abc import Container


def unused(name: str, taken: Container[str]) -> str:
    """The name, or the next one that is free: `arm`, `arm_2`, `arm_3`."""
    number, found = 1, name
    while found in taken:
        number += 1
        found = f"{name}_{number}"
    return found


def numbered(name: str, count: int, taken: Container[str]) -> list[str]:
    """The names of the several joints that one becomes: `ankle:0`, `ankle:1`."""
    return [unused(f"{name}:{number}", taken) for number in range(count)]

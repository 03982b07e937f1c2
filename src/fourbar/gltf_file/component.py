"""The numbers that accessors are made of: section 3.6.2 of glTF 2.0, once for all who need it."""

from __future__ import annotations

from typing import NamedTuple


class Component(NamedTuple):
    """A type of numbers: its letter for `struct`, `array` and numpy, and its size in bytes.

    `one` is what stands for 1 in a normalised integer.
    """

    letter: str
    size: int
    one: float


COMPONENTS: dict[int, Component] = {
    5120: Component("b", 1, 127.0),
    5121: Component("B", 1, 255.0),
    5122: Component("h", 2, 32767.0),
    5123: Component("H", 2, 65535.0),
    5125: Component("I", 4, 4294967295.0),
    5126: Component("f", 4, 1.0),
}
"""By the number that the file has as `componentType`."""

WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
"""How many numbers an element has, by the `type` of its accessor."""

"""The header of a PLY file: elements, their properties and types."""

from __future__ import annotations

from dataclasses import dataclass, field

from ... import rules
from .reading import RefusedError

_TYPES = {
    "char": "i1", "int8": "i1", "uchar": "u1", "uint8": "u1",
    "short": "i2", "int16": "i2", "ushort": "u2", "uint16": "u2",
    "int": "i4", "int32": "i4", "uint": "u4", "uint32": "u4",
    "float": "f4", "float32": "f4", "double": "f8", "float64": "f8",
}  # fmt: skip
_ORDERS = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}
_LIMIT = 1 << 16


@dataclass(frozen=True, slots=True)
class Property:
    """A value of type `type`, or a list of them after a count of type `count_type`."""

    name: str
    type: str
    count_type: str = ""


@dataclass(frozen=True, slots=True)
class Element:
    """`count` records of the same properties."""

    name: str
    count: int
    properties: list[Property] = field(default_factory=list[Property])

    def find_list(self, names: tuple[str, ...]) -> int:
        """The number of the list property of one of these names."""
        for number, prop in enumerate(self.properties):
            if prop.name in names and prop.count_type:
                return number
        message = f"element '{self.name}' has no list property '{names[0]}'"
        raise RefusedError(rules.assets.MESH_UNREADABLE, message)


@dataclass(frozen=True, slots=True)
class Header:
    """What a file holds; `byte_order` is "" for text; `size` bytes come before the content."""

    byte_order: str
    elements: list[Element]
    texture: str | None
    size: int


def read_header(data: bytes) -> Header:
    """The header, or a refusal that says at which byte it goes wrong."""
    end = data.find(b"end_header", 0, _LIMIT)
    line_feed = data.find(b"\n", end)
    if end < 0 or line_feed < 0:
        rule = rules.assets.MESH_TRUNCATED if len(data) < _LIMIT else rules.assets.MESH_UNREADABLE
        raise RefusedError(rule, "'end_header' is missing from the header", at=len(data))
    order: str | None = None
    texture: str | None = None
    elements: list[Element] = []
    at = 0
    for line in data[:end].split(b"\n"):
        words = line.decode("ascii", "replace").split()
        match words:
            case ["format", name, *_]:
                order = _ORDERS.get(name)
            case ["comment", "TextureFile", *name]:
                texture = " ".join(name)
            case ["element", name, count] if count.isdigit() and len(count) < 19:
                if any(e.name == name for e in elements):
                    raise RefusedError(
                        rules.assets.MESH_UNREADABLE, f"duplicate element '{name}'", at=at
                    )
                elements.append(Element(name, int(count)))
            case ["property", "list", count_type, item_type, name] if elements:
                _add(elements[-1], name, item_type, count_type, at)
            case ["property", item_type, name] if elements:
                _add(elements[-1], name, item_type, "", at)
            case [] | ["ply" | "comment" | "obj_info", *_]:
                pass
            case _:
                message = f"invalid line '{' '.join(words)[:60]}' in the PLY header"
                raise RefusedError(rules.assets.MESH_UNREADABLE, message, at=at)
        at += len(line) + 1
    if order is None:
        raise RefusedError(
            rules.assets.MESH_UNREADABLE, "the header declares no known format", at=0
        )
    return Header(order, elements, texture, line_feed + 1)


def _add(element: Element, name: str, item_type: str, count_type: str, at: int) -> None:
    for word in filter(None, (item_type, count_type)):
        if word not in _TYPES:
            raise RefusedError(rules.assets.MESH_UNREADABLE, f"unknown PLY type '{word}'", at=at)
    if count_type and _TYPES[count_type] not in ("i1", "u1", "i2", "u2", "i4", "u4"):
        raise RefusedError(
            rules.assets.MESH_UNREADABLE,
            f"a list count must be an integer type, got '{count_type}'",
            at=at,
        )
    if any(p.name == name for p in element.properties):
        raise RefusedError(rules.assets.MESH_UNREADABLE, f"duplicate property '{name}'", at=at)
    element.properties.append(Property(name, _TYPES[item_type], _TYPES.get(count_type, "")))

"""Changes to XML that keep it XML, so that a fuzzer gets past the parser.

Bytes changed at random are nearly always a syntax error. Half of the changes are therefore made to
the tree: elements removed, repeated, moved, renamed and nested, attributes dropped, added and given
the values that readers stumble over.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

VALUES = (
    *("", " ", "0", "-0", "1", "-1", "0.5", "1e400", "-1e308", "5e-324", "nan", "inf", "-inf"),
    *("1 2", "0 0 0", "1 2 3 4", "1,2,3", "1 2 nan", "0x10", "1_000", "\u0661", "9" * 400),
    *("true", "false", "True", "yes", "a", "b", "world", "a/b", "../a", "/", "\u00e9\u0301"),
    *("package://p/m.stl", "file:///m.stl", "${1/0}", "${a}", "$(arg a)", "$${a}", "%s", "&"),
    *("\n", "\U0001f600"),
)
_DEEP = 60


def change_xml(data: bytes, seed: int) -> bytes | None:
    """A document with one to four changes; None for what is not XML."""
    draw = random.Random(seed)
    try:
        root = ElementTree.fromstring(data)
        for _ in range(draw.randint(1, 4)):
            draw.choice(_CHANGES)(root, draw)
        return ElementTree.tostring(root)
    # Prefixes that are not declared, characters that cannot be written: left to the other half.
    except (ElementTree.ParseError, ValueError, LookupError, RecursionError):
        return None


def _remove(root: Element, draw: random.Random) -> None:
    parent, child = _pair(root, draw)
    parent.remove(child)


def _repeat(root: Element, draw: random.Random) -> None:
    parent, child = _pair(root, draw)
    parent.insert(draw.randint(0, len(parent)), copy.deepcopy(child))


def _move(root: Element, draw: random.Random) -> None:
    parent, child = _pair(root, draw)
    inside = set(child.iter())
    target = draw.choice([one for one in root.iter() if one not in inside])
    parent.remove(child)
    target.insert(draw.randint(0, len(target)), child)


def _rename(root: Element, draw: random.Random) -> None:
    elements = list(root.iter())
    draw.choice(elements).tag = draw.choice(elements).tag


def _nest(root: Element, draw: random.Random) -> None:
    at = _any(root, draw)
    for _ in range(draw.choice((1, 2, _DEEP))):
        at = ElementTree.SubElement(at, at.tag, at.attrib)


def _drop_attribute(root: Element, draw: random.Random) -> None:
    element = _with_attribute(root, draw)
    del element.attrib[draw.choice(list(element.attrib))]


def _set_attribute(root: Element, draw: random.Random) -> None:
    element = _with_attribute(root, draw)
    element.set(draw.choice(list(element.attrib)), _value(root, draw))


def _add_attribute(root: Element, draw: random.Random) -> None:
    names = sorted({name for element in root.iter() for name in element.attrib})
    _any(root, draw).set(draw.choice(names), _value(root, draw))


def _set_text(root: Element, draw: random.Random) -> None:
    _any(root, draw).text = _value(root, draw)


def _value(root: Element, draw: random.Random) -> str:
    if draw.random() < 0.5:
        return draw.choice(VALUES)
    return draw.choice([value for element in root.iter() for value in element.attrib.values()])


def _any(root: Element, draw: random.Random) -> Element:
    return draw.choice(list(root.iter()))


def _with_attribute(root: Element, draw: random.Random) -> Element:
    return draw.choice([element for element in root.iter() if element.attrib])


def _pair(root: Element, draw: random.Random) -> tuple[Element, Element]:
    return draw.choice([(parent, child) for parent in root.iter() for child in parent])


_CHANGES: tuple[Callable[[Element, random.Random], None], ...] = (
    _remove,
    _repeat,
    _move,
    _rename,
    _nest,
    _drop_attribute,
    _set_attribute,
    _set_attribute,
    _set_attribute,
    _add_attribute,
    _set_text,
)

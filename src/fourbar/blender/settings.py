"""What a part has inside that fourbar gives no meaning to, as rows that can be edited.

A row is a path and a text: `camera/image@width` is an attribute, `camera/topic` a text, `plugin[1]`
the second of several.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..diagnostics import Edit, Report
from ..markup import escape
from ..robot import RawAttribute, RawElement
from ..robot.raw import Extra
from ..xml.edits import Editor, apply_edits
from ..xml.parse import parse
from ..xml.tree import Document, Element

_NEW = {
    "camera": (
        '<camera><image width="640" height="480" hfov="1.5708" format="RGB8" near="0.01" '
        'far="50"/></camera>'
    ),
    "ray": (
        '<ray><horizontal samples="360" resolution="1" min_angle="-1.5708" max_angle="1.5708"/>'
        '<vertical samples="1" resolution="1" min_angle="0" max_angle="0"/></ray>'
    ),
}
"""What URDF gives a sensor inside, by its type, with numbers to begin with."""


def new_settings(sensor_type: str) -> Extra:
    """What a new sensor has inside; nothing for a type that URDF has no element for."""
    text = _NEW.get(sensor_type)
    return () if text is None else (RawElement("", sensor_type, text),)


def setting_rows(extra: Extra) -> dict[str, str]:
    """The values of all attributes and texts by path."""
    rows: dict[str, str] = {}
    for part, path in _paths(extra):
        if isinstance(part, RawAttribute):
            rows[path] = part.value
            continue
        document = _parsed(part)
        if document is not None:
            for element, at in _elements(document.root, path):
                for name, value in element.attributes.items():
                    rows[f"{at}@{name}"] = value
                if not element.children and (text := document.inner_text(element)):
                    rows[at] = text
    return rows


def with_settings(extra: Extra, rows: Mapping[str, str]) -> Extra:
    """The same parts with other values; what no row has changed stays as it was written."""
    return tuple(_changed(part, path, rows) for part, path in _paths(extra))


def _changed(
    part: RawAttribute | RawElement, path: str, rows: Mapping[str, str]
) -> RawAttribute | RawElement:
    if isinstance(part, RawAttribute):
        return RawAttribute(part.where, part.name, rows.get(path, part.value))
    document = _parsed(part)
    if document is None:
        return part
    editor = Editor(document)
    edits: list[Edit] = []
    for element, at in _elements(document.root, path):
        text = None if element.children else rows.get(at)
        if text is not None and text != document.inner_text(element):
            edits += editor.replace_element(element, _with_text(document, element, text, rows, at))
            continue
        for name, value in element.attributes.items():
            new = rows.get(f"{at}@{name}", value)
            if new != value:
                edits += editor.set_attribute(element, name, new)
    if not edits:
        return part
    return RawElement(part.where, part.tag, apply_edits(document.text.data, edits).decode())


def _with_text(
    document: Document, element: Element, text: str, rows: Mapping[str, str], at: str
) -> str:
    """An element that has only text, with another one, and other attributes where those differ."""
    written = document.outer_xml(element)
    start, end = written.index(">") + 1, written.rindex("</")
    changed = written[:start] + escape(text) + written[end:]
    attributes = {name: rows.get(f"{at}@{name}", v) for name, v in element.attributes.items()}
    if attributes == element.attributes:
        return changed
    inner = _parsed(RawElement("", element.tag, changed))
    assert inner is not None
    editor = Editor(inner)
    edits = [e for n, v in attributes.items() for e in editor.set_attribute(inner.root, n, v)]
    return apply_edits(inner.text.data, edits).decode()


def _paths(extra: Extra) -> Iterator[tuple[RawAttribute | RawElement, str]]:
    seen: dict[str, int] = {}
    for part in extra:
        above = f"{part.where.replace('.', '/')}/" if part.where else ""
        if isinstance(part, RawAttribute):
            yield part, f"{above[:-1]}@{part.name}"
        else:
            yield part, _numbered(f"{above}{part.tag}", seen)


def _elements(element: Element, path: str) -> Iterator[tuple[Element, str]]:
    yield element, path
    seen: dict[str, int] = {}
    for child in element.children:
        yield from _elements(child, _numbered(f"{path}/{child.tag}", seen))


def _numbered(path: str, seen: dict[str, int]) -> str:
    """The path, with a number where others have it already."""
    number = seen.get(path, 0)
    seen[path] = number + 1
    return f"{path}[{number}]" if number else path


def _parsed(part: RawElement) -> Document | None:
    """The element by itself; None where it is not XML without what is around it."""
    return parse(part.xml.encode(), file="", report=Report())

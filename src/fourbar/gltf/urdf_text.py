"""The description's own words about each part, carried along and believed as long as they fit.

A file of the extension holds what a robot means. How it was written (roll, pitch and yaw, the
length of an axis, the names of mesh files, elements nobody models) it cannot hold; that travels
as URDF text in `extras`, and is used on the way back where it still says the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from .. import markup
from ..diagnostics import Report
from ..graph.connect import connected
from ..record import record, replace
from ..robot import RawElement, Robot, UrdfExtension
from ..urdf.read import read_document
from ..urdf.write import canonical_urdf
from ..xml.parse import parse

_PARTS = {"link": "links", "joint": "joints", "loop": "loops", "coupling": "couplings"}


@record
class UrdfText:
    """Elements of a URDF file as text: those of parts by tag and name, and all others.

    `attributes` are those of `<robot>` itself, without its name.
    """

    attributes: dict[str, str]
    parts: dict[tuple[str, str], str]
    others: tuple[str, ...]


def urdf_text_of(robot: Robot) -> UrdfText:
    """The elements of a robot in canonical URDF."""
    data = canonical_urdf(robot).encode()
    document = parse(data, file="robot", report=Report())
    assert document is not None, "the writer produces well-formed XML"
    children = document.root.children
    ends = [child.start for child in children[1:]] + [document.root.close]
    parts: dict[tuple[str, str], str] = {}
    others: list[str] = []
    for child, end in zip(children, ends, strict=True):
        text = data[child.start : end].decode().rstrip()
        name = child.attributes.get("name", "")
        field = _PARTS.get(child.tag)
        is_part = field is not None and name in getattr(robot, field)
        if is_part and (child.tag, name) not in parts:
            parts[child.tag, name] = text
        else:
            others.append(text)
    attributes = {k: v for k, v in document.root.attributes.items() if k != "name"}
    return UrdfText(attributes, parts, tuple(others))


def robot_of_urdf_text(
    attributes: Mapping[str, str], parts: Collection[str], others: Iterable[str], *, is_tree: bool
) -> Robot | None:
    """The robot that elements kept by `urdf_text_of` describe; None where they are damaged.

    What loading a description has left out is left out again, and kept as text, unless it is one
    of the `parts` that the file has. A robot of several trees, as only Python makes them, has all
    its parts.
    """
    elements = "\n".join((*parts, *others))
    text = f"<robot{markup.attributes(dict(attributes))}>\n{elements}\n</robot>"
    report = Report()
    document = parse(text.encode("utf-8", "replace"), file="extras", report=report)
    robot = None if document is None else read_document(document, report)
    if robot is None or not is_tree:
        return robot
    tree = connected(robot, report)
    urdf, here = tree.extension(UrdfExtension), frozenset(parts)
    extra = tuple(
        item for item in urdf.extra if not isinstance(item, RawElement) or item.xml not in here
    )
    return tree if extra == urdf.extra else tree.with_extension(replace(urdf, extra=extra))

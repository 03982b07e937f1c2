"""`<link>`, `<material>` and what they hold."""

from __future__ import annotations

from .. import rules
from ..diagnostics import Severity
from ..record import as_read, field_names
from ..robot import (
    Box,
    Capsule,
    Collision,
    Cylinder,
    Geometry,
    Inertia,
    Inertial,
    Link,
    Material,
    Mesh,
    OtherGeometry,
    Sphere,
    Visual,
)
from ..xml.tree import Element
from .context import Context
from .part import Part
from .plain import COLLISION, INERTIAL, LINK_ELEMENT, MATERIAL, SHAPES, VISUAL

_TENSOR = field_names(Inertia)
_SHAPE_TAGS = frozenset(SHAPES)
_VALUE = frozenset(("value",))
_RGBA = frozenset(("rgba",))
_FILENAME = frozenset(("filename",))


def read_link(context: Context, element: Element, name: str) -> Link:
    """A link; faulty children are reported and read as far as they go."""
    part = Part(
        context,
        element,
        "link",
        name,
        attributes=LINK_ELEMENT.attributes,
        single=LINK_ELEMENT.single,
        several=LINK_ELEMENT.several,
    )
    visuals: list[Visual] = []
    collisions: list[Collision] = []
    for child in element.children:
        if child.tag == "visual":
            visuals.append(_read_visual(part, child, len(visuals)))
        elif child.tag == "collision":
            collisions.append(_read_collision(part, child, len(collisions)))
    inertial = part.found.get("inertial")
    checking = part.found.get("self_collision_checking")
    return Link(
        name,
        None if inertial is None else _read_inertial(part, inertial),
        tuple(visuals),
        tuple(collisions),
        None if checking is None else _read_collision(part, checking, None),
        part.extras(),
    )


def _read_inertial(owner: Part, element: Element) -> Inertial:
    part = Part(owner.context, element, "inertial", None, owner, single=INERTIAL.single)
    mass = part.leaf("mass", _VALUE)
    value = None
    if mass is None:
        # Others read on as well, with zero.
        part.missing_child("mass", severity=Severity.WARNING)
    else:
        value = part.required_number(mass, "value")
    tensor = part.leaf_numbers("inertia", _TENSOR)
    if tensor is None:
        part.missing_child("inertia", severity=Severity.WARNING)
        inertia = Inertia()
    else:
        if None in tensor:
            _report_missing_components(part)
        inertia = Inertia(*(0.0 if component is None else component for component in tensor))
    return Inertial(0.0 if value is None else value, inertia, part.origin(), part.extras())


def _report_missing_components(part: Part) -> None:
    element = part.found["inertia"]
    for name in _TENSOR:
        if name not in element.attributes:
            part.missing(element, name)


def _read_visual(owner: Part, element: Element, index: int) -> Visual:
    part = Part(
        owner.context,
        element,
        "visual",
        index,
        owner,
        attributes=VISUAL.attributes,
        single=VISUAL.single,
    )
    material = part.found.get("material")
    return Visual(
        _read_geometry(part),
        part.origin(),
        None if material is None else read_material(owner.context, material, part),
        element.attributes.get("name"),
        part.extras(),
    )


def _read_collision(owner: Part, element: Element, index: int | None) -> Collision:
    part = Part(
        owner.context,
        element,
        element.tag,
        index,
        owner,
        attributes=COLLISION.attributes,
        single=COLLISION.single,
    )
    return Collision(
        _read_geometry(part), part.origin(), element.attributes.get("name"), part.extras()
    )


def _read_geometry(owner: Part) -> Geometry:
    element = owner.found.get("geometry")
    if element is None:
        owner.missing_child("geometry")
        return OtherGeometry()
    part = Part(owner.context, element, "geometry", None, owner, single=_SHAPE_TAGS)
    if not part.found:
        if not element.children:
            message = (
                "<geometry> is empty; it must contain a box, cylinder, sphere, capsule or mesh"
            )
            part.report(rules.schema.SHAPE_COUNT, message, element)
        return OtherGeometry(part.extras())
    if len(part.found) > 1:
        shapes = ", ".join(f"<{tag}>" for tag in part.found)
        message = f"<geometry> contains several shapes ({shapes}); only the first is used"
        part.report(rules.schema.SHAPE_COUNT, message, element)
    tag, shape = next(iter(part.found.items()))
    part.leaf(tag, SHAPES[tag].attributes)
    return _read_shape(part, tag, shape)


def _read_shape(part: Part, tag: str, shape: Element) -> Geometry:
    def size(attribute: str) -> float:
        value = part.required_number(shape, attribute)
        return 0.0 if value is None else value

    match tag:
        case "box":
            if "size" not in shape.attributes:
                part.missing(shape, "size")
            edges = part.numbers(shape, "size", 3) or (0.0, 0.0, 0.0)
            return as_read(Box, edges, part.extras())
        case "cylinder":
            return as_read(Cylinder, size("radius"), size("length"), part.extras())
        case "sphere":
            return as_read(Sphere, size("radius"), part.extras())
        case "capsule":
            return as_read(Capsule, size("radius"), size("length"), part.extras())
        case _:
            filename = part.text(shape, "filename") or ""
            scale = _read_scale(part, shape)
            return Mesh(filename, scale, part.extras())


def _read_scale(part: Part, shape: Element) -> tuple[float, float, float]:
    text = shape.attributes.get("scale")
    if text is None:
        return (1.0, 1.0, 1.0)
    if len(text.split()) == 1:
        factor = part.number(shape, "scale")
        if factor is not None:
            message = f"a single scale factor is read as '{text} {text} {text}'"
            part.report(rules.schema.COMPLETED_NUMBERS, message, shape, "scale")
            return (factor, factor, factor)
        return (1.0, 1.0, 1.0)
    return part.numbers(shape, "scale", 3) or (1.0, 1.0, 1.0)


def read_material(context: Context, element: Element, owner: Part | None = None) -> Material:
    """A material, global or (with the visual that owns it) inline."""
    name = element.attributes.get("name", "")
    key = name if owner is None else None
    part = Part(
        context,
        element,
        "material",
        key,
        owner,
        attributes=MATERIAL.attributes,
        single=MATERIAL.single,
    )
    color = part.leaf("color", _RGBA)
    texture = part.leaf("texture", _FILENAME)
    if not name:
        message = "the material has no name, so nothing can refer to it"
        part.report(rules.schema.MISSING_ATTRIBUTE, message, element, severity=Severity.WARNING)
    rgba = None
    if color is not None:
        if "rgba" not in color.attributes:
            part.missing(color, "rgba")
        elif len(color.attributes["rgba"].split()) == 3:
            rgb = part.numbers(color, "rgba", 3)
            rgba = rgb and (*rgb, 1.0)
            message = "a colour of three numbers is read as opaque; add the fourth (alpha)"
            part.report(rules.schema.COMPLETED_NUMBERS, message, color, "rgba")
        else:
            rgba = part.numbers(color, "rgba", 4)
    filename = None if texture is None else part.text(texture, "filename")
    return Material(name, rgba, filename, part.extras())

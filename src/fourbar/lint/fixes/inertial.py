"""Fixes of `<inertial>`: numbers computed from the shapes of the link."""

from __future__ import annotations

from ...diagnostics import Fix, PartPath
from ...robot import Inertia, Inertial, Link, Pose
from ...robot.tensor import Body, Symmetric, scaled, symmetric, turned
from ...shapes.edit import NAMES, inertial_lines, rounded, write_inertial
from ...spatial.vector import transposed
from ..context import Context

WATER = 1000.0
"""Density for links whose mass nobody states [kg/m^3]."""


def tensor_fix(context: Context, link: Link) -> Fix | None:
    """Replace the tensor by that of the shapes, about their centre, with the stated mass."""
    shape = context.shape_properties(link)
    if shape is None or link.inertial is None or link.inertial.mass <= 0:
        return None
    tensor = scaled(shape.inertia, link.inertial.mass / shape.volume)
    tensor = _in_frame(tensor, link.inertial.origin)
    return _write(context, link, tensor, "compute the inertia from the shapes")


def replace_fix(context: Context, link: Link, computed: Inertial) -> Fix | None:
    """Replace centre of mass and tensor by computed ones; numbers that are right stay."""
    document, editor = context.document, context.editor
    element = None if document is None else document.named("link", link.name)
    if element is None or editor is None:
        return None
    edits = write_inertial(editor, element, computed)
    return context.fix("compute the inertia from the shapes", edits, safe=False)


def scale_fix(context: Context, link: Link, factor: float) -> Fix | None:
    """Multiply all six moments."""
    if link.inertial is None:
        return None
    tensor = scaled(symmetric(link.inertial.inertia), factor)
    return _write(context, link, tensor, f"multiply the inertia by {factor:g}")


def inertial_fix(context: Context, link: Link) -> Fix | None:
    """Add, or replace, mass and inertia: the shapes at the density of water."""
    shape = context.shape_properties(link)
    document, editor = context.document, context.editor
    if shape is None or document is None or editor is None:
        return None
    element = document.named("link", link.name)
    if element is None:
        return None
    body = Body(shape.volume * WATER, shape.center, scaled(shape.inertia, WATER))
    if not body.is_moderate:
        return None
    lines = inertial_lines(Inertial(body.mass, Inertia(*body.tensor), Pose(body.center)))
    old = element.find("inertial")
    if old is not None:
        xml = f"{editor.newline}{editor.indent(old)}".join(lines)
        edits = editor.replace_element(old, xml)
    elif element.children:
        edits = editor.insert_before(element.children[0], *lines)
    else:
        edits = editor.append_child(element, *lines)
    return context.fix("compute mass and inertia from the shapes", edits, safe=False)


def _write(context: Context, link: Link, tensor: Symmetric, description: str) -> Fix | None:
    element = context.element(PartPath("link", link.name) / "inertial" / "inertia")
    if element is None or context.editor is None:
        return None
    edits = [
        context.editor.set_attribute(element, name, rounded(value))
        for name, value in zip(NAMES, tensor, strict=True)
    ]
    return context.fix(description, *edits, safe=False)


def _in_frame(tensor: Symmetric, frame: Pose) -> Symmetric:
    """The tensor, given along the link's axes, along those of the inertial frame."""
    return turned(tensor, transposed(frame.rotation()))

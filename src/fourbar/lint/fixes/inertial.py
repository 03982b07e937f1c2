"""Fixes of `<inertial>`: numbers computed from the shapes of the link."""

from __future__ import annotations

from ...diagnostics import Fix, PartPath
from ...markup import number
from ...robot import Link, Pose
from ..context import Context
from ..facts.tensor import Symmetric, symmetric, turned

WATER = 1000.0
"""Density for links whose mass nobody states [kg/m^3]."""

_NAMES = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")


def tensor_fix(context: Context, link: Link) -> Fix | None:
    """Replace the tensor by that of the shapes, about their centre, with the stated mass."""
    shape = context.shape_properties(link)
    if shape is None or link.inertial is None or link.inertial.mass <= 0:
        return None
    scale = link.inertial.mass / shape.volume
    tensor = _in_frame([value * scale for value in shape.inertia], link.inertial.origin)
    return _write(context, link, tensor, "compute the inertia from the shapes")


def scale_fix(context: Context, link: Link, factor: float) -> Fix | None:
    """Multiply all six moments."""
    if link.inertial is None:
        return None
    tensor = [value * factor for value in symmetric(link.inertial.inertia)]
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
    tensor = [value * WATER for value in shape.inertia]
    values = " ".join(f'{n}="{_short(v)}"' for n, v in zip(_NAMES, tensor, strict=True))
    origin = " ".join(_short(c) for c in shape.center)
    lines = [
        "<inertial>",
        f'  <origin xyz="{origin}"/>',
        f'  <mass value="{_short(shape.volume * WATER)}"/>',
        f"  <inertia {values}/>",
        "</inertial>",
    ]
    old = element.find("inertial")
    if old is not None:
        xml = f"\n{editor.indent(old)}".join(lines)
        edits = editor.replace_element(old, xml)
    elif element.children:
        edits = editor.insert_before(element.children[0], *lines)
    else:
        edits = editor.append_child(element, *lines)
    return context.fix("compute mass and inertia from the shapes", edits, safe=False)


def _write(context: Context, link: Link, tensor: list[float], description: str) -> Fix | None:
    element = context.element(PartPath("link", link.name) / "inertial" / "inertia")
    if element is None or context.editor is None:
        return None
    edits = [
        context.editor.set_attribute(element, name, _short(value))
        for name, value in zip(_NAMES, tensor, strict=True)
    ]
    return context.fix(description, *edits, safe=False)


def _in_frame(tensor: list[float], frame: Pose) -> list[float]:
    """The tensor, given along the link's axes, along those of the inertial frame."""
    r = frame.rotation()
    back = tuple((r[0][i], r[1][i], r[2][i]) for i in range(3))
    six: Symmetric = (tensor[0], tensor[1], tensor[2], tensor[3], tensor[4], tensor[5])
    return list(turned(six, (back[0], back[1], back[2])))


def _short(value: float) -> str:
    """Six significant digits: more would claim a precision that shapes do not have."""
    return number(float(f"{value:.6g}") + 0.0)

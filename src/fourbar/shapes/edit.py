"""Inertia written into the text of a description: only the numbers that change."""

from __future__ import annotations

from ..markup import number
from ..robot import Inertial
from ..robot.tensor import symmetric
from ..xml.edits import Editor, Edits
from ..xml.tree import Element

NAMES = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")


def rounded(value: float) -> str:
    """Six significant digits: more would claim a precision that shapes do not have."""
    return number(float(f"{value:.6g}") + 0.0)


def inertial_lines(inertial: Inertial) -> list[str]:
    """An `<inertial>` element, line by line."""
    values = zip(NAMES, symmetric(inertial.inertia), strict=True)
    tensor = " ".join(f'{name}="{rounded(value)}"' for name, value in values)
    return [
        "<inertial>",
        f"  {_origin(inertial)}",
        f'  <mass value="{rounded(inertial.mass)}"/>',
        f"  <inertia {tensor}/>",
        "</inertial>",
    ]


def write_inertial(editor: Editor, link: Element, inertial: Inertial) -> Edits:
    """The edits that give a `<link>` this inertia; what is right already stays as written."""
    element = link.find("inertial")
    if element is None:
        lines = inertial_lines(inertial)
        if link.children:
            return editor.insert_before(link.children[0], *lines)
        return editor.append_child(link, *lines)
    edits: Edits = ()
    missing: list[str] = []
    origin, mass, tensor = (element.find(tag) for tag in ("origin", "mass", "inertia"))
    if origin is not None:
        edits += _set_numbers(editor, origin, "xyz", inertial.origin.xyz)
        edits += _set_numbers(editor, origin, "rpy", inertial.origin.rpy)
    elif not inertial.origin.is_identity:
        missing.append(_origin(inertial))
    if mass is not None:
        edits += _set_numbers(editor, mass, "value", (inertial.mass,))
    else:
        missing.append(f'<mass value="{rounded(inertial.mass)}"/>')
    if tensor is not None:
        for name, value in zip(NAMES, symmetric(inertial.inertia), strict=True):
            edits += _set_numbers(editor, tensor, name, (value,))
    else:
        missing.append(inertial_lines(inertial)[3].strip())
    if missing and element.children:
        edits += editor.insert_before(element.children[0], *missing)
    elif missing:
        edits += editor.append_child(element, *missing)
    return edits


def _origin(inertial: Inertial) -> str:
    xyz = " ".join(map(rounded, inertial.origin.xyz))
    rpy = " ".join(map(rounded, inertial.origin.rpy))
    turn = f' rpy="{rpy}"' if any(inertial.origin.rpy) else ""
    return f'<origin xyz="{xyz}"{turn}/>'


def _set_numbers(editor: Editor, element: Element, name: str, values: tuple[float, ...]) -> Edits:
    """Set an attribute unless the numbers it has, or has by default, are these already."""
    written = element.attributes.get(name)
    new = [rounded(value) for value in values]
    try:
        old = [float(word) for word in (written or "").split()] or [0.0] * len(new)
        if [rounded(value) for value in old] == new:
            return ()
    except ValueError:
        pass  # what is written there is not a number
    return editor.set_attribute(element, name, " ".join(new))

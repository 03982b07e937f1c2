"""Visuals and collisions of SDFormat links."""

from __future__ import annotations

from collections.abc import Callable

from ..robot import (
    Box,
    Capsule,
    Collision,
    Cylinder,
    Geometry,
    Material,
    Mesh,
    Pose,
    Rgba,
    Sphere,
    Visual,
)
from ..spatial.frame import Frame
from ..spatial.rotation import rpy_of_quaternion
from ..transfer.ellipsoids import Ellipsoids
from ..transfer.error import TransferError, written_at
from ..transfer.missing import Missing
from ..xml.tree import Element
from .frames import floats
from .models import SdfModel, child_of
from .read_motion import count_others

_LOOKS = frozenset(("pbr", "script", "shader"))
"""What a material has beside colours; `ambient`, `specular` and `emissive` follow from those."""
_OF_SHAPES = frozenset(("geometry", "pose", "material", "density"))


def read_shapes(
    link: Element,
    model: SdfModel,
    address: Callable[[str], str],
    placed: Callable[[Element], Frame],
    ellipsoids: Ellipsoids,
    missing: Missing,
) -> tuple[tuple[Visual, ...], tuple[Collision, ...], tuple[Element, ...]]:
    """The shapes of a link, and the elements of its collisions.

    Kinds that fourbar does not have are counted. `address` turns the address of a mesh into one
    that is right in the file that is read; `placed` tells where on the link an element is.
    """
    visuals: list[Visual] = []
    collisions: list[Collision] = []
    touching: list[Element] = []
    for element in link.children:
        if element.tag not in ("visual", "collision"):
            continue
        outer = child_of(element, "geometry")
        inner = outer.children[0] if outer is not None and outer.children else None
        with written_at(model.place(element)):
            geometry = None if inner is None else _geometry(inner, model, address, ellipsoids)
            xyz, turn = placed(element)
        if geometry is None:
            kind = "none" if inner is None else inner.tag
            missing.add(f"shapes of type {kind}", model.place(element))
            continue
        count_others(missing, model, element, _OF_SHAPES, f"{element.tag}s")
        origin = Pose(xyz, rpy_of_quaternion(turn) if any(turn[:3]) else (0.0, 0.0, 0.0))
        name = element.attributes.get("name") or None
        if element.tag == "visual":
            visuals.append(Visual(geometry, origin, _material(element, model, missing), name))
        else:
            collisions.append(Collision(geometry, origin, name))
            touching.append(element)
    return tuple(visuals), tuple(collisions), tuple(touching)


def _geometry(
    element: Element, model: SdfModel, address: Callable[[str], str], ellipsoids: Ellipsoids
) -> Geometry | None:
    def number(tag: str) -> float:
        values = floats(model.text(element, tag))
        if len(values) != 1:
            raise TransferError(f"<{tag}> of a {element.tag} must be one number")
        return values[0]

    match element.tag:
        case "box":
            size = floats(model.text(element, "size"))
            if len(size) != 3:
                raise TransferError("the size of a box has 3 numbers")
            return Box((size[0], size[1], size[2]))
        case "sphere":
            return Sphere(number("radius"))
        case "cylinder":
            return Cylinder(number("radius"), number("length"))
        case "capsule":
            return Capsule(number("radius"), number("length"))
        case "ellipsoid":
            radii = floats(model.text(element, "radii"))
            if len(radii) != 3:
                raise TransferError("the radii of an ellipsoid are 3 numbers")
            return ellipsoids.shape((radii[0], radii[1], radii[2]), model.place(element))
        case "mesh":
            scale = floats(model.text(element, "scale")) or (1.0, 1.0, 1.0)
            if len(scale) != 3:
                raise TransferError("the scale of a mesh has 3 numbers")
            uri = address(model.text(element, "uri"))
            return Mesh(uri, (scale[0], scale[1], scale[2]))
        case _:
            return None


def _material(element: Element, model: SdfModel, missing: Missing) -> Material | None:
    looks = child_of(element, "material")
    if looks is None:
        return None
    for child in looks.children:
        if child.tag in _LOOKS:
            missing.add(f"<{child.tag}> of materials", model.place(child))
    values = floats(model.text(looks, "diffuse"))
    if len(values) not in (3, 4):
        return None
    color: Rgba = (values[0], values[1], values[2], values[3] if len(values) == 4 else 1.0)
    name = "color_" + "_".join(f"{channel:g}" for channel in color)
    return Material(name, color)

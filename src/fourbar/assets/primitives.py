"""Boxes, cylinders, spheres and capsules as triangles in arrays; `tessellate` makes them."""

from __future__ import annotations

from . import tessellate
from .mesh import Primitive
from .tessellate import SEGMENTS, Surface


def box(size: tuple[float, float, float]) -> Primitive:
    """A box of edge lengths `size` [m] about the origin: 24 vertices, 12 triangles."""
    return _primitive(tessellate.box(size), "box")


def cylinder(radius: float, length: float, *, segments: int = SEGMENTS) -> Primitive:
    """A cylinder along z about the origin [m]."""
    return _primitive(tessellate.cylinder(radius, length, segments=segments), "cylinder")


def sphere(radius: float, *, segments: int = SEGMENTS) -> Primitive:
    """A sphere about the origin [m], poles along z."""
    return _primitive(tessellate.sphere(radius, segments=segments), "sphere")


def capsule(radius: float, length: float, *, segments: int = SEGMENTS) -> Primitive:
    """A cylinder along z with half spheres on its ends; `length` is the cylinder's [m]."""
    return _primitive(tessellate.capsule(radius, length, segments=segments), "capsule")


def _primitive(surface: Surface, name: str) -> Primitive:
    import numpy as np

    return Primitive.from_arrays(
        np.array(surface.positions).reshape(-1, 3),
        np.array(surface.triangles).reshape(-1, 3),
        np.array(surface.normals).reshape(-1, 3),
        np.array(surface.texcoords).reshape(-1, 2),
        name=name,
    )

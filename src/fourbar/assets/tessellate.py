"""Boxes, cylinders, spheres and capsules as plain lists of numbers, without numpy.

Vertices lie on the surface, so that a curved shape is inscribed: with 32 segments a cylinder's
sides are at most 0.5 % of the radius inside, its volume 0.64 % short. Each shape has unit
normals and texture coordinates, and is closed.
"""

from __future__ import annotations

import math
from typing import NamedTuple

SEGMENTS = 32
"""Round the z axis; half as many from pole to pole."""

_Profile = list[tuple[float, float, float, float, float]]
"""Radius, height, normal along the radius, normal along z, texture v: from top to bottom."""

_SQUARE = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
_SQUARE_UV = (0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0)


class Surface(NamedTuple):
    """Flat lists: three numbers for each position and normal, two for each texture coordinate."""

    positions: list[float]
    normals: list[float]
    texcoords: list[float]
    triangles: list[int]


def box(size: tuple[float, float, float]) -> Surface:
    """A box of edge lengths `size` [m] about the origin: 24 vertices, 12 triangles."""
    half = [abs(float(edge)) / 2 for edge in size]
    surface = Surface([], [], [], [])
    for axis in range(3):
        for sign in (1.0, -1.0):
            # u, v and the outward normal are right-handed.
            first = len(surface.positions) // 3
            for u, v in _SQUARE:
                place = [0.0, 0.0, 0.0]
                place[axis] = sign * half[axis]
                place[(axis + 1) % 3] = u * sign * half[(axis + 1) % 3]
                place[(axis + 2) % 3] = v * half[(axis + 2) % 3]
                surface.positions.extend(place)
                surface.normals.extend(sign if k == axis else 0.0 for k in range(3))
            surface.texcoords.extend(_SQUARE_UV)
            surface.triangles.extend(first + k for k in (0, 1, 2, 0, 2, 3))
    return surface


def cylinder(radius: float, length: float, *, segments: int = SEGMENTS) -> Surface:
    """A cylinder along z about the origin [m]."""
    half = abs(length) / 2
    radius = abs(radius)
    return _revolve(
        [
            [(0.0, half, 0.0, 1.0, 0.0), (radius, half, 0.0, 1.0, 0.0)],
            [(radius, half, 1.0, 0.0, 0.0), (radius, -half, 1.0, 0.0, 1.0)],
            [(radius, -half, 0.0, -1.0, 1.0), (0.0, -half, 0.0, -1.0, 1.0)],
        ],
        segments,
    )


def sphere(radius: float, *, segments: int = SEGMENTS) -> Surface:
    """A sphere about the origin [m], poles along z."""
    return _revolve([_arc(abs(radius), 0.0, 0.0, math.pi, segments // 2)], segments)


def capsule(radius: float, length: float, *, segments: int = SEGMENTS) -> Surface:
    """A cylinder along z with half spheres on its ends; `length` is the cylinder's [m]."""
    radius, half = abs(radius), abs(length) / 2
    quarter = max(segments // 4, 1)
    upper = _arc(radius, half, 0.0, math.pi / 2, quarter)
    lower = _arc(radius, -half, math.pi / 2, math.pi, quarter)
    profile = upper + (lower if half > 0 else lower[1:])
    span = 2 * (radius + half) or 1.0
    heights = [(r, z, nr, nz, (radius + half - z) / span) for r, z, nr, nz, _ in profile]
    return _revolve([heights], segments)


def _arc(radius: float, z: float, start: float, end: float, steps: int) -> _Profile:
    """Points at polar angles from `start` to `end` [rad], measured from +z."""
    points: _Profile = []
    for step in range(steps + 1):
        angle = start + (end - start) * step / steps
        # Exact zeros at the poles: there the circle is one point.
        sine = 0.0 if angle in (0.0, math.pi) else math.sin(angle)
        cosine = math.cos(angle)
        points.append((radius * sine, z + radius * cosine, sine, cosine, angle / math.pi))
    return points


def _revolve(profiles: list[_Profile], segments: int) -> Surface:
    """Turn profiles, which run from top to bottom, about z."""
    if segments < 3:
        raise ValueError(f"a round shape needs at least 3 segments, got {segments}")
    angles = [2 * math.pi * k / segments for k in range(segments)]
    circle = [(math.cos(a), math.sin(a)) for a in angles]
    circle.append(circle[0])  # the seam closes exactly, and repeats only for the texture
    surface = Surface([], [], [], [])
    row = segments + 1
    start = 0
    for profile in profiles:
        for number, (radius, z, nr, nz, v) in enumerate(profile):
            for k, (x, y) in enumerate(circle):
                surface.positions.extend((x * radius, y * radius, z))
                surface.normals.extend((x * nr, y * nr, nz))
                surface.texcoords.extend((k / segments, v))
            if number == 0:
                continue
            above = start + (number - 1) * row
            for k in range(segments):
                a, b = above + k, above + k + 1
                c, d = a + row, b + row
                if radius > 0:
                    surface.triangles.extend((a, c, d))
                if profile[number - 1][0] > 0:
                    surface.triangles.extend((a, d, b))
        start += len(profile) * row
    return surface

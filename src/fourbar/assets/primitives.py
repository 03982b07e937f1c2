"""Boxes, cylinders, spheres and capsules as triangles.

Vertices lie on the surface, so that a curved shape is inscribed: with 32 segments a cylinder's
sides are at most 0.5 % of the radius inside, its volume 0.64 % short. Each shape has unit
normals and texture coordinates, and is closed.
"""

from __future__ import annotations

import math

import numpy as np

from .mesh import Floats, Primitive

SEGMENTS = 32
"""Round the z axis; half as many from pole to pole."""

_Profile = list[tuple[float, float, float, float, float]]
"""Radius, height, normal along the radius, normal along z, texture v: from top to bottom."""


def box(size: tuple[float, float, float]) -> Primitive:
    """A box of edge lengths `size` [m] about the origin: 24 vertices, 12 triangles."""
    half = np.abs(np.asarray(size, np.float64)) / 2
    square = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
    positions: list[Floats] = []
    normals: list[Floats] = []
    for axis in range(3):
        for sign in (1.0, -1.0):
            # u, v and the outward normal are right-handed.
            u, v = np.eye(3)[(axis + 1) % 3] * sign, np.eye(3)[(axis + 2) % 3]
            normal = np.eye(3)[axis] * sign
            positions.append(((normal + square @ np.stack([u, v])) * half).astype(np.float32))
            normals.append(np.tile(normal, (4, 1)).astype(np.float32))
    quads = 4 * np.arange(6)[:, None, None] + np.array([[0, 1, 2], [0, 2, 3]])
    return Primitive(
        np.concatenate(positions),
        quads.reshape(-1, 3).astype(np.uint32),
        np.concatenate(normals),
        np.tile(np.array([[0, 1], [1, 1], [1, 0], [0, 0]], np.float32), (6, 1)),
        name="box",
    )


def cylinder(radius: float, length: float, *, segments: int = SEGMENTS) -> Primitive:
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
        "cylinder",
    )


def sphere(radius: float, *, segments: int = SEGMENTS) -> Primitive:
    """A sphere about the origin [m], poles along z."""
    return _revolve([_arc(abs(radius), 0.0, 0.0, math.pi, segments // 2)], segments, "sphere")


def capsule(radius: float, length: float, *, segments: int = SEGMENTS) -> Primitive:
    """A cylinder along z with half spheres on its ends; `length` is the cylinder's [m]."""
    radius, half = abs(radius), abs(length) / 2
    quarter = max(segments // 4, 1)
    upper = _arc(radius, half, 0.0, math.pi / 2, quarter)
    lower = _arc(radius, -half, math.pi / 2, math.pi, quarter)
    profile = upper + (lower if half > 0 else lower[1:])
    span = 2 * (radius + half) or 1.0
    heights = [(r, z, nr, nz, (radius + half - z) / span) for r, z, nr, nz, _ in profile]
    return _revolve([heights], segments, "capsule")


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


def _revolve(profiles: list[_Profile], segments: int, name: str) -> Primitive:
    """Turn profiles, which run from top to bottom, about z."""
    if segments < 3:
        raise ValueError(f"a round shape needs at least 3 segments, not {segments}")
    angles = 2 * math.pi * np.arange(segments + 1) / segments
    # The seam closes exactly, and repeats only for the texture.
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    circle[-1] = circle[0]
    positions: list[Floats] = []
    normals: list[Floats] = []
    texcoords: list[Floats] = []
    triangles: list[tuple[int, int, int]] = []
    row = segments + 1
    start = 0
    for profile in profiles:
        for number, (radius, z, nr, nz, v) in enumerate(profile):
            positions.append(_ring(circle * radius, z))
            normals.append(_ring(circle * nr, nz))
            texcoords.append(_ring_uv(segments, v))
            if number == 0:
                continue
            above = start + (number - 1) * row
            for k in range(segments):
                a, b = above + k, above + k + 1
                c, d = a + row, b + row
                if radius > 0:
                    triangles.append((a, c, d))
                if profile[number - 1][0] > 0:
                    triangles.append((a, d, b))
        start += len(profile) * row
    return Primitive(
        np.concatenate(positions),
        np.asarray(triangles, np.uint32).reshape(-1, 3),
        np.concatenate(normals),
        np.concatenate(texcoords),
        name=name,
    )


def _ring(xy: np.ndarray[tuple[int, int], np.dtype[np.float64]], z: float) -> Floats:
    return np.column_stack([xy, np.full(len(xy), z)]).astype(np.float32)


def _ring_uv(segments: int, v: float) -> Floats:
    u = np.arange(segments + 1) / segments
    return np.column_stack([u, np.full(segments + 1, v)]).astype(np.float32)

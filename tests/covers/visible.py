"""The triangles of a robot's visuals; points on round primitives."""

from __future__ import annotations

import numpy as np

from fourbar.assets import box, capsule, cylinder, sphere
from fourbar.assets.disk_meshes import meshes_of
from fourbar.diagnostics import PartPath, Report
from fourbar.robot import Box, Capsule, Cylinder, Mesh, Sphere

from .containment import rotation

SEGMENTS = 128
"""Of round shapes: chords are 0.03 % of the radius inside."""


def triangles_of(robot, link, *, without=()):
    """(n, 3, 3) corners in the frame of a link, in doubles; None where a mesh is missing.

    `without` are numbers of visuals that do not count.
    """
    files = meshes_of(robot, report=Report())
    found = []
    for number, visual in enumerate(robot.links[link].visuals):
        path = PartPath("link", link).item("visual", number)
        if number in without:
            continue
        match visual.geometry:
            case Mesh() as mesh:
                content = files.content(mesh, path=path)
                read = content and files.read(
                    content, name=mesh.filename, path=path, report=Report()
                )
                if not read or not read.triangle_count:
                    return None
                parts = [(p.positions.astype(float), p.triangles) for p in read.primitives]
                scale = np.array(mesh.scale)
            case Box(size=size):
                points, corners = arrays(box(size))
                parts, scale = [(np.sign(points), corners)], np.array(size) / 2
            case Sphere(radius=radius):
                parts, scale = (
                    [arrays(sphere(radius, segments=SEGMENTS))],
                    1 - 1e-7,
                )  # float32 corners
            case Cylinder(radius=radius, length=length):
                parts, scale = [arrays(cylinder(radius, length, segments=SEGMENTS))], 1 - 1e-7
            case Capsule(radius=radius, length=length):
                parts, scale = [arrays(capsule(radius, length, segments=SEGMENTS))], 1 - 1e-7
            case _:
                return None
        R, xyz = rotation(np.array(visual.origin.rpy)), np.array(visual.origin.xyz)
        found += [(points * scale)[corners] @ R.T + xyz for points, corners in parts]
    return np.concatenate(found) if found else np.empty((0, 3, 3)) if without else None


def arrays(primitive):
    return primitive.positions.astype(float), primitive.triangles

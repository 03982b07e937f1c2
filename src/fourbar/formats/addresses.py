"""Relative addresses of files, for a description that moves to another folder."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from ..record import replace
from ..robot import Collision, Link, Material, Mesh, Robot, Visual


def seen_from(robot: Robot, folder: Path) -> Robot:
    """The robot with its meshes and textures addressed from another folder than it was read from.

    Addresses of packages, absolute paths and files that are not there stay as they are written.
    """
    path = None if robot.source is None else robot.source.path
    if path is None:
        return robot
    home, target = path.parent.resolve(), folder.resolve()
    if home == target:
        return robot

    def moved(address: str) -> str:
        # `package:`, `file:` and Windows' drives have a colon.
        if ":" in address or address.startswith(("/", "\\")) or not (home / address).is_file():
            return address
        return os.path.relpath(home / address, target).replace(os.sep, "/")

    return robot.replace(
        links=[_link(link, moved) for link in robot.links],
        materials=[_material(material, moved) for material in robot.materials],
    )


def _link(link: Link, moved: Callable[[str], str]) -> Link:
    return replace(
        link,
        visuals=tuple(_visual(visual, moved) for visual in link.visuals),
        collisions=tuple(_collision(collision, moved) for collision in link.collisions),
    )


def _visual(visual: Visual, moved: Callable[[str], str]) -> Visual:
    if isinstance(visual.geometry, Mesh):
        visual = replace(visual, geometry=_mesh(visual.geometry, moved))
    if visual.material is not None:
        visual = replace(visual, material=_material(visual.material, moved))
    return visual


def _collision(collision: Collision, moved: Callable[[str], str]) -> Collision:
    if not isinstance(collision.geometry, Mesh):
        return collision
    return replace(collision, geometry=_mesh(collision.geometry, moved))


def _mesh(mesh: Mesh, moved: Callable[[str], str]) -> Mesh:
    return replace(mesh, filename=moved(mesh.filename))


def _material(material: Material, moved: Callable[[str], str]) -> Material:
    if material.texture is None:
        return material
    return replace(material, texture=moved(material.texture))

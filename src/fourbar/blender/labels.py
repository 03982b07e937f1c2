"""What the panels say about parts: where they come from, and what an export will do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..robot import Robot
from . import scene
from .places import is_moved, is_scaled
from .scene import SceneObject
from .shapes import shape_role


def shape_label(obj: SceneObject) -> str:
    """The state of a visual or collision."""
    role = shape_role(obj)
    imported = obj.properties.get(scene.INDEX) is not None
    if obj.mesh_edited or obj.properties.get(scene.EMBEDDED) is not None:
        return f"Edited: will be written to meshes/{obj.name.replace('.', '_')}.stl"
    if not imported:
        return f"New {role}"
    if is_moved(obj):
        return "Not where the file has it"
    if is_scaled(obj):
        return "Resized"
    if role == "collision":
        return "Imported collision: Geometry preserved"
    return "Imported visual: File preserved"


def inertia_label(properties: Mapping[str, Any]) -> str:
    """The state of a link's mass and inertia."""
    if properties.get("mass") is None:
        return "No inertia"
    locked = properties.get(scene.LOCKED)
    return "Auto-Calculate Inertia (Locked)" if locked else "Auto-Calculate Inertia"


def link_label(shapes: int) -> str:
    """Whether a link is only a frame."""
    if shapes == 0:
        return "Virtual frame (no geometry)"
    return "1 shape" if shapes == 1 else f"{shapes} shapes"


def place_label(obj: SceneObject) -> str:
    """Whether a joint or a loop's end was moved since the import."""
    if obj.properties.get(scene.SOURCE) is None:
        return "New"
    return "Not where the file has it" if is_moved(obj) else "As imported"


def independent_label(value: object) -> str:
    """Whether a joint leads the loops that it is in."""
    if value is None:
        return "In loops: chosen by fourbar"
    return "In loops: leads" if value else "In loops: follows"


def gap_label(gap: float) -> str:
    """Whether a loop is closed."""
    if gap <= 1e-9:
        return f"closed to {gap:.0e}"
    return f"open by {gap * 1000:.3g} mm"


def freedom_label(tree: int, closed: int) -> str:
    """The degrees of freedom, and what the loops take away."""
    return str(closed) if tree == closed else f"{closed} ({tree} in the tree less {tree - closed})"


def edits_label(count: int) -> str:
    """How much was changed since the import, when the robot was last checked."""
    if count == 0:
        return "Unchanged since the import"
    return "1 edit since the import" if count == 1 else f"{count} edits since the import"


def edits_since(before: Robot, after: Robot) -> list[str]:
    """What was changed since the import, part by part; nothing where a file would be the same."""
    found: list[str] = []
    for kind, old, new in (
        ("link", before.links, after.links),
        ("joint", before.joints, after.joints),
        ("loop", before.loops, after.loops),
        ("coupling", before.couplings, after.couplings),
        ("material", before.materials, after.materials),
    ):
        found += [f"{kind} {part.name}: removed" for part in old if part.name not in new]
        for part in new:
            known = old.get(part.name)
            if known is None:
                found.append(f"{kind} {part.name}: new")
            elif known != part:
                fields = [
                    name.replace("_", " ")
                    for name, value in part.__dict__.items()
                    if value != known.__dict__.get(name)
                ]
                found.append(f"{kind} {part.name}: {', '.join(fields)}")
    return found

"""What is read from a Blender scene, as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..record import record

KINDS = (
    "robot",
    "link",
    "visual",
    "collision",
    "joint",
    "loop",
    "loop_successor",
    "coupling",
    "sensor",
    "rig",
)
"""What an object can be."""

KIND = "fourbar_kind"
"""The property that says what an object is."""
NAME = "fourbar_name"
"""The name in the description; the object's own name is only a wish."""
SOURCE = "fourbar_source"
"""The name that the part had in the description it was imported from; absent on new parts."""
LINK = "fourbar_link"
"""Of a shape: the link that it was imported on."""
INDEX = "fourbar_index"
"""Of a shape or sensor: its number there."""
OBJECT = "fourbar_object"
"""The name that Blender gave the object when it was made: another one is a user's."""
SHOWN = "fourbar_shown"
"""Location, rotation and scale right after the object was made: others are a user's."""
SLIDER = "fourbar_slider"
"""Of a joint: the property of the robot's root that holds its position."""
SHAPE = "fourbar_shape"
"""Of a shape: box, cylinder, sphere, capsule or mesh."""
EMBEDDED = "fourbar_embedded"
"""Of a shape: there if its mesh came out of a GLB file, and has no file of its own."""
MATERIAL = "fourbar_material"
"""Of a visual: the Blender material that it was given."""

LOCKED = "fourbar_locked"
"""Of a link: whether its mass and inertia are kept from being computed, as those of a file are."""

CONTROL = "fourbar_control"
"""Of a root, as it is read: its ros2_control blocks as values; absent where nobody edited them."""
SETTINGS = "fourbar_settings"
"""Of a sensor, as it is read: its settings by path; absent where nobody edited them."""

Matrix4 = tuple[tuple[float, float, float, float], ...]
Vector3 = tuple[float, float, float]


class ObjectLink(NamedTuple):
    """A property that points to another object, by its name in Blender."""

    name: str


@record
class SceneMaterial:
    """The first material of an object: its name, and its colour (linear) if it has just one.

    `made` is the colour that it was imported with; None on a user's own.
    """

    name: str
    description_name: str
    color: tuple[float, float, float, float]
    made: tuple[float, float, float, float] | None = None


@record
class SceneObject:
    """An object: where it is, and what it says about itself.

    `location`, `rotation` (x, y, z angles) and `scale` are what Blender shows, `is_plain` whether
    they are the whole transform from the parent. `local` and `world` are the matrices.
    `mesh_edited` is whether its mesh is another than the one it was imported with.
    """

    name: str
    kind: str
    parent: str | None
    location: Vector3
    rotation: Vector3
    scale: Vector3
    is_plain: bool
    local: Matrix4
    world: Matrix4
    properties: Mapping[str, Any]
    mesh_edited: bool = False
    material: SceneMaterial | None = None

    @property
    def shown(self) -> tuple[float, ...] | None:
        """Location, rotation and scale that it was made with; None on a user's own object."""
        return self.properties.get(SHOWN)

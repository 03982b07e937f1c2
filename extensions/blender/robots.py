# SPDX-License-Identifier: GPL-3.0-or-later
"""Robots of a file: their roots, their objects, and the description they were imported from.

No reference to an object is kept between calls: undo invalidates them all.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import bpy

from fourbar.blender import Description, SceneRobot, read_scene
from fourbar.blender.scene import KIND

from .preferences import package_folders
from .read_objects import read_object

TEXT = "fourbar_text"
"""Of a root: the text datablock with the description."""
DATA = "fourbar_data"
"""Of that text: its bytes, exactly as they were read."""
PATH = "fourbar_path"
"""Of that text: the file that it was read from."""
SRDF = "fourbar_srdf"
"""Of a root: the bytes of its SRDF file, with the names of the description."""
NO_ROBOT = b'<?xml version="1.0"?>\n<robot name="robot">\n</robot>\n'


def kind_of(obj: bpy.types.Object | None) -> str:
    """What an object is of a robot, or ""."""
    return "" if obj is None else str(obj.get(KIND, ""))


def roots(scene: bpy.types.Scene) -> list[bpy.types.Object]:
    """The roots of all robots of a scene that can be changed."""
    return [o for o in scene.objects if kind_of(o) == "robot" and o.library is None]


def root_of(obj: bpy.types.Object | None) -> bpy.types.Object | None:
    """The root of the robot that an object belongs to."""
    above = obj
    while above is not None:
        if kind_of(above) == "robot":
            return above
        above = above.parent
    if obj is not None:
        for collection in obj.users_collection:
            found = collection.get("fourbar_root")
            if found is not None and kind_of(found) == "robot":
                return found
    return None


def active_root(context: bpy.types.Context) -> bpy.types.Object | None:
    """The robot of the active object, or the only one of the scene."""
    found = root_of(context.object) if context.object is not None else None
    if found is not None and found.library is not None:
        return None  # linked from another file, where it is edited
    if found is None:
        every = roots(context.scene)
        found = every[0] if len(every) == 1 else None
    return found


def chosen_root(context: bpy.types.Context) -> bpy.types.Object:
    """The robot that an operator works on; ValueError where it is not clear which."""
    found = active_root(context)
    if found is None:
        raise ValueError("select a part of a robot")
    return found


def collection_of(root: bpy.types.Object) -> bpy.types.Collection | None:
    """The collection that was made for a robot."""
    return next((c for c in root.users_collection if c.get("fourbar_root") == root), None)


def objects_of(root: bpy.types.Object) -> dict[str, bpy.types.Object]:
    """All objects of a robot by name: those of its collection and those that hang on it."""
    collection = collection_of(root)
    below = [root, *root.children_recursive]
    found = {} if collection is None else {o.name: o for o in collection.all_objects}
    for other in [o for o in found.values() if kind_of(o) == "robot" and o != root]:
        # A copy of the robot, or another one, that was put into the same collection.
        for obj in (other, *other.children_recursive):
            found.pop(obj.name, None)
    found.update((o.name, o) for o in below)
    return found


def parts_of(root: bpy.types.Object, kind: str) -> Iterator[bpy.types.Object]:
    """The objects of a robot that are of a kind."""
    return (obj for obj in objects_of(root).values() if kind_of(obj) == kind)


def description_of(root: bpy.types.Object) -> Description:
    """The description that a robot was imported from; an empty one for one made here."""
    text = root.get(TEXT)
    if text is None or text.get(DATA) is None:
        return _description(NO_ROBOT, "robot.urdf", "", ())
    packages = tuple(sorted(package_folders().items()))
    return _description(bytes(text[DATA]), text.name, str(text.get(PATH, "")), packages)


@lru_cache(maxsize=16)
def _description(
    data: bytes, file: str, path: str, packages: tuple[tuple[str, str], ...]
) -> Description:
    return Description(data, file=file, path=path or None, packages=dict(packages))


def keep_description(root: bpy.types.Object, description: Description) -> None:
    """Store a description in the file, as text that can be read and as the bytes it was."""
    text = own_text(root)
    if text is None:
        text = bpy.data.texts.new(description.file)
        text.use_fake_user = True
        root[TEXT] = text
    text.clear()
    text.write(description.data.decode("utf-8", "replace").replace("\r\n", "\n"))
    text[DATA] = description.data
    text[PATH] = "" if description.path is None else str(description.path)


def srdf_of(root: bpy.types.Object) -> bytes | None:
    """The SRDF file of a robot, with the names that it was imported with."""
    data = root.get(SRDF)
    return bytes(data) if isinstance(data, bytes) and data else None


def own_text(root: bpy.types.Object) -> bpy.types.Text | None:
    """The text of a robot alone: copies of a robot share one until it is written to."""
    text = root.get(TEXT)
    others = (o for o in bpy.data.objects if o != root and kind_of(o) == "robot")
    if text is not None and any(other.get(TEXT) == text for other in others):
        text = text.copy()
        text.use_fake_user = True
        root[TEXT] = text
    return text


def scene_robot(
    root: bpy.types.Object, *, meshes: str = "meshes", suffix: str = "stl"
) -> SceneRobot:
    """The robot that the objects of a root describe now."""
    digests: dict[int, str] = {}  # a mesh that many shapes share is looked at once
    objects = [read_object(obj, digests=digests) for obj in objects_of(root).values()]
    return read_scene(description_of(root).robot, objects, meshes=meshes, suffix=suffix)


def name_of(root: bpy.types.Object, obj: bpy.types.Object, kind: str) -> str:
    """The name of a part, as an export would write it."""
    names = scene_robot(root).objects
    for (found, name), owner in names.items():
        if found == kind and owner == obj.name:
            return name
    raise ValueError(f"'{obj.name}' has the name of another {kind}")

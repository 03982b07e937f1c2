"""Which object is which part of the imported description, and what it is called now."""

from __future__ import annotations

from collections.abc import Iterable

from ..record import record
from . import scene
from .names import copy_name, sanitised, without_suffix
from .scene import SceneObject


@record
class Identified:
    """An object, its name as a part, and the name that the part was imported with.

    `source` is None on a part that is new; `is_copy` says that it was made by copying another.
    """

    object: SceneObject
    name: str
    source: str | None
    is_copy: bool = False


def identify(objects: Iterable[SceneObject], kind: str) -> list[Identified]:
    """All parts of a kind. Of several objects with one source, the rest are copies."""
    found = [obj for obj in objects if obj.kind == kind]
    originals: dict[object, SceneObject] = {}
    for obj in found:
        key = _origin(obj)
        kept = originals.setdefault(key, obj)
        if kept is not obj and not _is_own(kept) and _is_own(obj):
            originals[key] = obj
    return [_identified(obj, kind, originals[_origin(obj)] is not obj) for obj in found]


def _origin(obj: SceneObject) -> object:
    """What two copies share, and no others."""
    made = obj.properties.get(scene.OBJECT)
    return obj.name if made is None else made


def _is_own(obj: SceneObject) -> bool:
    """Whether Blender calls the object as it did when it was made."""
    return obj.properties.get(scene.OBJECT) == obj.name


def _identified(obj: SceneObject, kind: str, is_copy: bool) -> Identified:
    name = str(obj.properties.get(scene.NAME, ""))
    if is_copy:
        return Identified(obj, copy_name(obj.name, kind), None, True)
    source = obj.properties.get(scene.SOURCE)
    if not _is_own(obj) and without_suffix(obj.name) != name:
        name = sanitised(without_suffix(obj.name), kind)
    return Identified(obj, name, None if source is None else str(source))

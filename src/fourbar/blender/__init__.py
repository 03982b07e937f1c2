"""Robots as Blender scenes and back, as plain values: nothing here imports Blender.

`plan_scene` says which objects a robot becomes, `read_scene` which robot a scene has become. The
extension in `extensions/blender` makes the objects and reads them; all that can be decided without
Blender is decided here, and tested without it.
"""

from __future__ import annotations

from ..mechanics.tables import TrajectoryError
from .description import Description, Exported, ExportError
from .plan import PlannedObject, ScenePlan, plan_scene
from .reading import SceneRobot, read_scene
from .scene import ObjectLink, SceneMaterial, SceneObject

__all__ = [
    "Description",
    "ExportError",
    "Exported",
    "ObjectLink",
    "PlannedObject",
    "SceneMaterial",
    "SceneObject",
    "ScenePlan",
    "SceneRobot",
    "TrajectoryError",
    "plan_scene",
    "read_scene",
]

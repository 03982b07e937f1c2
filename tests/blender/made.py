"""The objects that Blender makes of a plan, as it would show them: in single precision."""

import numpy as np

from fourbar.blender import scene
from fourbar.blender.numbers import single
from fourbar.blender.plan import ScenePlan
from fourbar.blender.scene import ObjectLink, SceneObject


def made(plan: ScenePlan) -> list[SceneObject]:
    """Every object where the plan puts it, named as Blender names objects that share a name."""
    names: dict[str, str] = {}
    for planned in plan.objects:
        name, count = planned.name[:63], 0
        while name in names.values():
            count += 1
            name = f"{planned.name[:59]}.{count:03}"
        names[planned.key] = name
    worlds: dict[str | None, np.ndarray] = {None: np.eye(4)}
    objects = []
    for planned in plan.objects:
        worlds[planned.key] = worlds[planned.parent] @ planned.origin.matrix()
        place = tuple(map(single, (*planned.origin.xyz, *planned.origin.rpy, *planned.scale)))
        properties = {
            name: ObjectLink(names[value.name]) if isinstance(value, ObjectLink) else value
            for name, value in planned.properties.items()
        }
        properties |= {
            scene.KIND: planned.kind,
            scene.OBJECT: names[planned.key],
            scene.SHOWN: place,
        }
        objects.append(
            SceneObject(
                names[planned.key],
                planned.kind,
                None if planned.parent is None else names[planned.parent],
                place[:3],
                place[3:6],
                place[6:9],
                True,
                _rows(planned.origin.matrix()),
                _rows(worlds[planned.key]),
                properties,
            )
        )
    return objects


def _rows(matrix: np.ndarray) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(row) for row in matrix.astype(np.float32).astype(float).tolist())

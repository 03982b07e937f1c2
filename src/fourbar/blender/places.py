"""Where objects are in the frames of links: as imported, or as a user moved them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..robot import Pose
from .numbers import angles, place, shortest
from .scene import Matrix4, SceneObject, Vector3

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_UNTURNED = 1e-6
"""Blender's matrices are of single precision: what differs from a rotation by less is one."""


class Places:
    """Origins of objects in the frames that descriptions give them in."""

    def __init__(self, objects: Mapping[str, SceneObject]) -> None:
        self.objects = objects

    def link_above(self, obj: SceneObject) -> str | None:
        """The object of the link that an object hangs on, however far up."""
        name, seen = obj.parent, set[str]()
        while name is not None and name in self.objects and name not in seen:
            if self.objects[name].kind == "link":
                return name
            seen.add(name)
            name = self.objects[name].parent
        return None

    def origin(self, obj: SceneObject, frame: str | None, imported: Pose | None) -> Pose:
        """The origin of an object in the frame of another.

        `imported` is what the description has, to the last digit: it holds as long as nobody moved
        the object.
        """
        at_home = obj.parent == frame or frame is None
        if imported is not None and at_home and not is_moved(obj):
            return imported
        if at_home and obj.is_plain:
            return Pose(place(obj.location), angles(obj.rotation))
        if at_home:
            return _pose(obj.local)
        import numpy as np

        assert frame is not None
        inverse = np.linalg.inv(np.array(self.objects[frame].world))
        moved = inverse @ np.array(obj.world)
        found = _pose(moved)
        # Parented elsewhere, and yet where the description has it.
        if imported is not None and _is_near(found, imported):
            return imported
        return found


def is_moved(obj: SceneObject) -> bool:
    """Whether location or rotation are others than those that it was made with."""
    shown = obj.shown
    if shown is None or not obj.is_plain:
        return True
    return shown[:6] != (*obj.location, *obj.rotation)


def is_scaled(obj: SceneObject) -> bool:
    """Whether the scale is another than the one that it was made with."""
    return obj.shown is None or obj.shown[6:9] != obj.scale


def _pose(matrix: Matrix4 | NDArray[np.float64]) -> Pose:
    import numpy as np

    T = np.array(matrix, dtype=np.float64)
    lengths = np.linalg.norm(T[:3, :3], axis=0)
    lengths[lengths == 0.0] = 1.0
    u, _, v = np.linalg.svd(T[:3, :3] / lengths)
    R = u @ np.diag([1.0, 1.0, np.linalg.det(u @ v)]) @ v
    exact = Pose.from_matrix(R)
    return Pose(_rounded(T[:3, 3].tolist()), _rounded(exact.rpy))


def _rounded(values: tuple[float, ...] | list[float]) -> Vector3:
    """Numbers of matrices: seven digits after the point are what single precision has."""
    x, y, z = (shortest(round(value, 7) + 0.0) for value in values)
    return x, y, z


def _is_near(a: Pose, b: Pose) -> bool:
    import numpy as np

    return bool(np.abs(a.matrix() - b.matrix()).max() <= _UNTURNED)

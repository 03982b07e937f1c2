"""Closed chains that Drake's URDF extensions describe.

A `drake:ball_constraint` is a spherical loop. A `drake:linear_bushing_rpy` is a spring; Drake's own
advice is to use a stiff one where a tree must be closed, so its stiff directions are read as held:
it is the loop of the kind that holds the same. A bushing for which there is none stays what it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .. import rules
from ..markup import numbers
from ..record import as_read
from ..robot import IDENTITY, KINDS, JointKind, JointType, Loop, Pose, Vector3
from ..robot.direction import plane_of
from ..xml.tree import Element
from .context import Context
from .part import Part

BALL, BUSHING, FRAME = "drake:ball_constraint", "drake:linear_bushing_rpy", "frame"

_BODIES = (f"{BALL}_body_A", f"{BALL}_body_B")
_POINTS = (f"{BALL}_p_AP", f"{BALL}_p_BQ")
_ENDS = ("drake:bushing_frameA", "drake:bushing_frameC")
_FORCE, _TORQUE = "drake:bushing_force_stiffness", "drake:bushing_torque_stiffness"
_BALL_CHILDREN = frozenset((*_BODIES, *_POINTS))
_BUSHING_CHILDREN = frozenset((*_ENDS, _FORCE, _TORQUE))
_FRAME_ATTRIBUTES = frozenset(("name", "link", "xyz", "rpy"))
_NAME = frozenset(("name",))
_VALUE = frozenset(("value",))
_AXES: tuple[Vector3, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))

Directions = tuple[bool, bool, bool]
Held = tuple[Directions, Directions]
"""Along and about which of x, y and z something is held."""

Frames = Mapping[str, tuple[str, Pose]]
"""The link and the pose on it, by the frame's name."""


def read_frames(context: Context, elements: Iterable[Element]) -> Frames:
    """The `<frame name link xyz rpy>` elements that Drake adds to URDF."""
    frames: dict[str, tuple[str, Pose]] = {}
    for element in elements:
        name, link = element.attributes.get("name"), element.attributes.get("link")
        if name and link:
            part = Part(context, element, "frame", name, attributes=_FRAME_ATTRIBUTES)
            frames[name] = link, part.pose(element)
    return frames


def lift_drake(context: Context, element: Element, name: str, frames: Frames) -> Loop | None:
    """The loop that a ball constraint or a stiff bushing is; None, with a finding, otherwise."""
    if element.tag == BALL:
        part = Part(context, element, "loop", name, attributes=_NAME, single=_BALL_CHILDREN)
        loop = _ball(part, name)
    else:
        part = Part(context, element, "loop", name, attributes=_NAME, single=_BUSHING_CHILDREN)
        loop = _bushing(part, name, frames)
    if loop is not None:
        part.report(
            rules.schema.LIFTED_LOOP,
            f"<{element.tag}> is read as {loop.type} loop '{name}'",
            element,
        )
    return loop


def _ball(part: Part, name: str) -> Loop | None:
    a, b = (_text(part, child) for child in _BODIES)
    p, q = (_vector(part, child) for child in _POINTS)
    if a is None or b is None or p is None or q is None:
        return None
    return as_read(Loop, name, "spherical", a, b, Pose(p), Pose(q))


def _bushing(part: Part, name: str, frames: Frames) -> Loop | None:
    a, c = (_text(part, child) for child in _ENDS)
    force, torque = _vector(part, _FORCE), _vector(part, _TORQUE)
    if a is None or c is None or force is None or torque is None:
        return None
    # A bushing may also hold a link by its own frame.
    link_a, pose_a = frames.get(a, (a, IDENTITY))
    link_c, pose_c = frames.get(c, (c, IDENTITY))
    kind = _BUSHING_TYPES.get((_stiff(force), _stiff(torque)))
    if kind is None:
        message = (
            f"<{part.element.tag}> between '{link_a}' and '{link_c}' with force stiffness "
            f"{numbers(force)} and torque stiffness {numbers(torque)} does not match any loop "
            "joint; it is kept as written"
        )
        part.report(rules.schema.NOT_A_LOOP, message, part.element)
        return None
    type, axis = kind
    return as_read(Loop, name, type, link_a, link_c, pose_a, pose_c, axis)


def _stiff(stiffness: Vector3) -> Directions:
    x, y, z = (value > 0.0 for value in stiffness)
    return x, y, z


def _held_by(kind: JointKind, axis: int) -> Held:
    """What a loop of a kind about or along x, y or z holds, where a bushing can do the same."""
    demands = kind.demands
    columns = (*plane_of(_AXES[axis]), _AXES[axis])
    forces = [False] * 3
    for held, direction in zip(demands.slides, columns, strict=True):
        forces[_along(direction)] = held
    # All rotations, those across the axis, or none.
    torques = [demands.turning == 3 or (demands.turning == 2 and k != axis) for k in range(3)]
    return (forces[0], forces[1], forces[2]), (torques[0], torques[1], torques[2])


def _along(direction: Vector3) -> int:
    """Which of x, y and z a direction is along, either way."""
    return max(range(3), key=lambda k: abs(direction[k]))


def _bushing_types() -> dict[Held, tuple[JointType, Vector3]]:
    """The loop that holds what a bushing holds; the first kind of the table where two do.

    Not those that hold the angle between two axes, or one motion by another: a bushing cannot.
    """
    types: dict[Held, tuple[JointType, Vector3]] = {}
    for kind in KINDS.values():
        if kind.demands.rows and kind.demands.turning != 1 and not kind.demands.lead:
            for axis in range(3):
                types.setdefault(_held_by(kind, axis), (kind.name, _AXES[axis]))
    return types


_BUSHING_TYPES = _bushing_types()


def _text(part: Part, child: str) -> str | None:
    element = part.leaf(child, _NAME)
    if element is None:
        part.missing_child(child)
        return None
    return part.text(element, "name")


def _vector(part: Part, child: str) -> Vector3 | None:
    element = part.leaf(child, _VALUE)
    if element is None:
        part.missing_child(child)
        return None
    if part.text(element, "value") is None:
        return None
    return part.numbers(element, "value", 3)

"""Closed chains that Drake's URDF extensions describe.

A `drake:ball_constraint` is a spherical loop. A `drake:linear_bushing_rpy` is a spring; Drake's own
advice is to use a stiff one where a tree must be closed, so its stiff directions are read as held:

    force x y z and no torque           spherical
    force x y z and torque about two    revolute about the third axis
    force x y z and torque x y z        fixed
    force along two and torque x y z    prismatic along the third axis

Any other bushing stays what it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .. import rules
from ..robot import IDENTITY, JointType, Loop, Pose, Vector3
from ..xml.tree import Element
from .part import Context, Part

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
        part = Part(context, element, "loop", name, single=_BALL_CHILDREN)
        loop = _ball(part, name)
    else:
        part = Part(context, element, "loop", name, single=_BUSHING_CHILDREN)
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
    return Loop(name, "spherical", a, b, Pose(p), Pose(q))


def _bushing(part: Part, name: str, frames: Frames) -> Loop | None:
    a, c = (_text(part, child) for child in _ENDS)
    force, torque = _vector(part, _FORCE), _vector(part, _TORQUE)
    if a is None or c is None or force is None or torque is None:
        return None
    # A bushing may also hold a link by its own frame.
    link_a, pose_a = frames.get(a, (a, IDENTITY))
    link_c, pose_c = frames.get(c, (c, IDENTITY))
    kind = _bushing_type(force, torque)
    if kind is None:
        message = (
            f"<{part.element.tag}> between '{link_a}' and '{link_c}' with force stiffness {force} "
            f"and torque stiffness {torque} does not match any loop joint; it is kept as written"
        )
        part.report(rules.schema.NOT_A_LOOP, message, part.element)
        return None
    type, axis = kind
    return Loop(name, type, link_a, link_c, pose_a, pose_c, axis)


def _bushing_type(force: Vector3, torque: Vector3) -> tuple[JointType, Vector3] | None:
    held = [stiffness > 0.0 for stiffness in force]
    turned = [stiffness > 0.0 for stiffness in torque]
    if all(held) and not any(turned):
        return "spherical", _AXES[0]
    if all(held) and all(turned):
        return "fixed", _AXES[0]
    if all(held) and sum(turned) == 2:
        return "revolute", _AXES[turned.index(False)]
    if sum(held) == 2 and all(turned):
        return "prismatic", _AXES[held.index(False)]
    return None


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

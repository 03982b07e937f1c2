"""`<joint>` and what it holds."""

from __future__ import annotations

from .. import rules
from ..diagnostics import unknown
from ..record import as_read, field_names, replace
from ..robot import (
    KINDS,
    Calibration,
    Dynamics,
    Joint,
    JointType,
    Limit,
    Mimic,
    SafetyController,
    Spring,
)
from ..robot.kind import kind_of
from ..robot.unstated import MARK, without_stand_ins
from ..xml.tree import Element
from .context import Context
from .part import Part
from .plain import JOINT_ELEMENT, PITCH

_REFERENCE = frozenset(("link", "name"))
_MIMIC = frozenset(field_names(Mimic))
_SPRING = frozenset(field_names(Spring))
_VALUE = frozenset(("value",))
_MARKED = frozenset((MARK,))


def read_joint(context: Context, element: Element, name: str) -> Joint | None:
    """A joint, or None where it names no type, parent or child."""
    part = joint_part(context, element, name)
    return read_joint_as(part, name, read_joint_type(part))


def joint_part(context: Context, element: Element, name: str, *, also: str = "") -> Part:
    """A joint's element; `also` is one more child that it may have."""
    single = JOINT_ELEMENT.single | {also} if also else JOINT_ELEMENT.single
    attributes = JOINT_ELEMENT.attributes
    return Part(context, element, "joint", name, attributes=attributes, single=single)


def read_joint_as(
    part: Part, name: str, type: JointType | None, *, pitch: str = PITCH
) -> Joint | None:
    """The joint of that type in a part; `pitch` is the child with the pitch of a thread."""
    parent = read_reference(part, "parent")
    child = read_reference(part, "child")
    # All of it is read, so that a joint that is left out hides nothing.
    values = (
        part.origin(),
        part.vector("axis") or (1.0, 0.0, 0.0),
        part.vector("axis2"),
        _read_limit(part),
        part.leaf_record("dynamics", Dynamics, field_names(Dynamics)),
        _read_mimic(part),
        part.leaf_record("safety_controller", SafetyController, field_names(SafetyController)),
        part.leaf_record("calibration", Calibration, field_names(Calibration)),
        part.boolean(part.element, "independent"),
        read_pitch(part, type, pitch),
        _read_spring(part),
        # What is unknown in another program's element is written into ours.
        tuple(replace(e, where=PITCH) if e.where == pitch else e for e in part.extras()),
    )
    if type is None or parent is None or child is None:
        return None
    return as_read(Joint, name, type, parent, child, *values)


def _read_limit(part: Part) -> Limit | None:
    """The limit, without numbers that stand for what is not known."""
    values = part.leaf_numbers("limit", field_names(Limit), infinite=True, also=_MARKED)
    if values is None:
        return None
    mark = part.found["limit"].attributes.get(MARK)
    return Limit(*values) if mark is None else without_stand_ins(Limit(*values), mark)


def read_joint_type(part: Part) -> JointType | None:
    """The `type` attribute of a joint or loop."""
    type = part.text(part.element, "type")
    if type is None:
        return None
    kind = kind_of(type)
    if kind is not None:
        return kind.name
    message, facts = unknown("joint type", type, KINDS)
    notes = (f"The {part.kind} is left out.",)
    part.report(
        rules.schema.UNKNOWN_JOINT_TYPE, message, part.element, "type", notes=notes, facts=facts
    )
    return None


def read_pitch(part: Part, type: JointType | None, tag: str = PITCH) -> float | None:
    """The pitch of a screw's thread [m/turn], as SDFormat has it; 0 where it cannot be read."""
    element = part.leaf(tag, _VALUE)
    pitched = type is not None and KINDS[type].pitched
    pitch = None
    if element is None:
        if pitched:
            alike = (c.tag for c in part.element.children if "screw" in c.tag or "pitch" in c.tag)
            unread = tuple(f"<{other}> is not read as a pitch." for other in alike)[:1]
            part.missing_child(
                tag,
                *unread,
                f'Give the advance per turn in metres, as in <{tag} value="0.002"/>.',
                assumed="a pitch of 0 is used: it turns without advancing",
            )
    else:
        if "value" not in element.attributes:
            part.missing(element, "value")
        pitch = part.number(element, "value")
    # As a number, so that every format is written with what was taken.
    return 0.0 if pitched and pitch is None else pitch


def read_reference(part: Part, tag: str, *, single: bool = True) -> str | None:
    """The link that a child element such as `<parent>` names, in either dialect."""
    element = part.leaf(tag, _REFERENCE) if single else part.found.get(tag)
    if element is None:
        part.missing_child(tag, f"The {part.kind} is left out.")
        return None
    link = element.attributes.get("link")
    if link is not None:
        return link
    link = element.attributes.get("name")
    if link is None:
        part.missing(element, "link")
        return None
    message = f"<{tag} name=...> is read as <{tag} link=...>"
    part.report(rules.schema.URDFPLUS_DIALECT, message, element, "name")
    return link


def _read_mimic(part: Part) -> Mimic | None:
    element = part.leaf("mimic", _MIMIC)
    if element is None:
        return None
    joint = part.text(element, "joint")
    if joint is None:
        return None
    multiplier = part.number(element, "multiplier")
    offset = part.number(element, "offset")
    return Mimic(
        joint, 1.0 if multiplier is None else multiplier, 0.0 if offset is None else offset
    )


def _read_spring(part: Part) -> Spring | None:
    """A spring, of which URDF itself has none; one without a stiffness is left out."""
    element = part.leaf("spring", _SPRING)
    if element is None:
        return None
    if "stiffness" not in element.attributes:
        part.missing(element, "stiffness")
    stiffness, rest = part.number(element, "stiffness"), part.number(element, "rest")
    return None if stiffness is None else Spring(stiffness, 0.0 if rest is None else rest)

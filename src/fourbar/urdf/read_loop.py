"""`<loop>` and `<coupling>` in every spelling that public files use."""

from __future__ import annotations

from math import isinf

from .. import rules
from ..reading import CouplingConvention
from ..record import as_read, replace
from ..robot import IDENTITY, Coupling, Extra, JointType, Loop, Pose, Vector3
from ..spatial.rotation import matrix_of, rotation_between, rpy_of_matrix
from ..spatial.vector import matrix_product
from ..xml.tree import Element
from .context import Context
from .part import Part
from .plain import PITCH
from .read_joint import read_joint_type, read_pitch, read_reference
from .turned import QUATERNION

_LOOP_ATTRIBUTES = frozenset(("name", "type"))
_SIDES = frozenset(("predecessor", "successor"))
_SIDE_ATTRIBUTES = frozenset(("link", "name"))
_ORIGIN = frozenset(("origin",))
_POSE = frozenset(("xyz", "rpy", QUATERNION))
_LOOP_SINGLE = _SIDES | {
    "axis",
    "axis2",
    PITCH,
    "predecessor_origin",
    "successor_origin",
}
_COUPLING_SINGLE = _SIDES | {"ratio", "gear_ratio"}
_COUPLING_ATTRIBUTES = frozenset(("name", "type", "gear_ratio"))
_RATIO = frozenset(("value", "of"))
_VALUE = frozenset(("value",))
_ROS_CONSTRAINT = frozenset(
    ("parent", "child", "parent_origin", "child_origin", "parent_axis", "child_axis")
)
_LOOP_JOINT = frozenset(("link1", "link2", "axis"))
_LOOP_JOINT_SIDE = frozenset(("link", "xyz", "rpy", QUATERNION))


def is_coupling(element: Element) -> bool:
    """Whether a `<coupling>` or `<constraint>` couples joint positions."""
    if element.tag == "coupling":
        return True
    return element.tag == "constraint" and (
        element.attributes.get("type") == "rolling"
        or element.find("ratio") is not None
        or element.find("gear_ratio") is not None
    )


def read_loop(context: Context, element: Element, name: str) -> Loop | None:
    """A loop joint from `<loop>`, `<constraint>` or `<loop_joint>`; None where it is unusable."""
    if element.tag == "loop_joint":
        return _read_loop_joint(context, element, name)
    if element.tag == "constraint" and element.find("parent") is not None:
        return _read_ros_constraint(context, element, name)
    part = Part(
        context,
        element,
        "loop",
        name,
        attributes=_LOOP_ATTRIBUTES,
        single=_LOOP_SINGLE,
        several=_ORIGIN,
    )
    if element.tag == "constraint" and element.attributes.get("type") == "position":
        _dialect(part, '<constraint type="position"> is read as <loop type="spherical">')
        type: JointType | None = "spherical"
    else:
        if element.tag == "constraint":
            _dialect(part, "<constraint> is read as <loop>")
        type = read_joint_type(part)
    origins = _stray_origins(part)
    predecessor, predecessor_origin = _read_side(part, "predecessor", origins)
    successor, successor_origin = _read_side(part, "successor", origins)
    axis = part.vector("axis") or (1.0, 0.0, 0.0)
    axis2 = part.vector("axis2")
    pitch = read_pitch(part, type)
    if type is None or predecessor is None or successor is None:
        return None
    return as_read(
        Loop,
        name,
        type,
        predecessor,
        successor,
        predecessor_origin,
        successor_origin,
        axis,
        axis2,
        pitch,
        _moved(part, predecessor_origin="predecessor.origin", successor_origin="successor.origin"),
    )


def read_coupling(
    context: Context, element: Element, name: str, convention: CouplingConvention | None
) -> Coupling | None:
    """A coupling from `<coupling>` or `<constraint>`; None where it is unusable."""
    part = Part(
        context,
        element,
        "coupling",
        name,
        attributes=_COUPLING_ATTRIBUTES,
        single=_COUPLING_SINGLE,
    )
    if element.tag == "constraint":
        _dialect(part, "<constraint> is read as <coupling>")
    elif "type" in element.attributes:
        part.report(
            rules.schema.URDFPLUS_DIALECT,
            "a coupling has no type; the attribute is ignored",
            element,
            "type",
        )
    predecessor, _ = _read_side(part, "predecessor", {})
    successor, _ = _read_side(part, "successor", {})
    ratio = _read_ratio(part, convention)
    if predecessor is None or successor is None or ratio is None:
        return None
    return as_read(Coupling, name, predecessor, successor, ratio, _moved(part, gear_ratio="ratio"))


def _read_ratio(part: Part, convention: CouplingConvention | None) -> float | None:
    """The ratio in the paper's convention (eq. 8): predecessor sum = ratio * successor sum."""
    element, attribute = part.leaf("ratio", _RATIO), "value"
    if element is None:
        element = part.leaf("gear_ratio", _VALUE)
        if element is None:
            if "gear_ratio" not in part.element.attributes:
                return 1.0
            element, attribute = part.element, "gear_ratio"
        part.report(
            rules.schema.URDFPLUS_DIALECT, "'gear_ratio' is read as <ratio value=.../>", element
        )
    value = part.required_number(element, attribute)
    if value is None:
        return None
    # A ratio so small that its reciprocal overflows is none either.
    if value == 0.0 or isinf(1.0 / value):
        what = "0" if value == 0.0 else f"as small as {value:g}"
        message = f"a coupling ratio must not be {what}; correct it or remove the coupling"
        part.report(rules.schema.ZERO_RATIO, message, element, attribute)
        return None
    of = element.attributes.get("of") if element.tag == "ratio" else None
    if of in ("predecessor", "successor"):
        return value if of == "predecessor" else 1.0 / value
    if of is not None:
        message = f"'of' of <ratio> must be 'predecessor' or 'successor', got '{of}'"
        part.report(rules.schema.BAD_BOOLEAN, message, element, "of")
        return None
    by_name = any("link" not in s.attributes for tag in _SIDES if (s := part.found.get(tag)))
    taken = convention or ("paper" if by_name else "parser")
    side, other = ("predecessor", "successor") if taken == "paper" else ("successor", "predecessor")
    if abs(value) != 1.0:
        text = element.attributes[attribute]
        message = (
            f"the ratio does not say which side it belongs to; it is read as "
            f"{side} side = {text} * {other} side (the convention of the {taken}s)"
        )
        notes = (f'To state it, write <ratio value="{text}" of="{side}"/>.',)
        facts = {"side": side}
        part.report(
            rules.schema.RATIO_CONVENTION, message, element, attribute, notes=notes, facts=facts
        )
    return value if taken == "paper" else 1.0 / value


def _read_side(part: Part, tag: str, stray_origins: dict[str, Element]) -> tuple[str | None, Pose]:
    link = read_reference(part, tag, single=False)
    element = part.found.get(tag)
    if element is None:
        return None, IDENTITY
    side = Part(
        part.context,
        element,
        tag,
        owner=part,
        attributes=_SIDE_ATTRIBUTES,
        single=_ORIGIN,
    )
    origin = side.origin()
    part.extra += [replace(e, where=f"{tag}.{e.where}".rstrip(".")) for e in side.extra]
    if "origin" in side.found:
        return link, origin
    apart = part.leaf(f"{tag}_origin", _POSE)
    if apart is None:
        apart = stray_origins.get(tag)
    if apart is None:
        return link, IDENTITY
    message = f"<{apart.tag}> beside <{tag}> is read as <origin> inside it"
    part.report(rules.schema.URDFPLUS_DIALECT, message, apart)
    return link, part.pose(apart)


def _stray_origins(part: Part) -> dict[str, Element]:
    """Origins written after `<predecessor/>` and `<successor/>` instead of inside them."""
    found: dict[str, Element] = {}
    side = ""
    for child in part.element.children:
        if child.tag in _SIDES:
            side = child.tag
        elif child.tag == "origin" and side:
            found.setdefault(side, child)
    return found


def _read_ros_constraint(context: Context, element: Element, name: str) -> Loop | None:
    """`<constraint>` with parent and child, as once proposed for ROS' urdfdom."""
    part = Part(
        context,
        element,
        "loop",
        name,
        attributes=_LOOP_ATTRIBUTES,
        single=_ROS_CONSTRAINT,
    )
    _dialect(part, "<constraint> with <parent> and <child> is read as <loop>")
    type = read_joint_type(part)
    predecessor = read_reference(part, "parent")
    successor = read_reference(part, "child")
    if type is None or predecessor is None or successor is None:
        return None
    axis = part.vector("parent_axis") or (1.0, 0.0, 0.0)
    child_axis = part.vector("child_axis") or axis
    successor_origin = part.origin("child_origin")
    if child_axis != axis:
        successor_origin = _turned(successor_origin, axis, child_axis)
    return as_read(
        Loop,
        name,
        type,
        predecessor,
        successor,
        part.origin("parent_origin"),
        successor_origin,
        axis,
        extra=_moved(
            part,
            parent="predecessor",
            child="successor",
            parent_origin="predecessor.origin",
            child_origin="successor.origin",
            parent_axis="axis",
            child_axis="axis",
        ),
    )


def _read_loop_joint(context: Context, element: Element, name: str) -> Loop | None:
    """`<loop_joint>` of early Drake: the two places are attributes of `<link1>` and `<link2>`."""
    part = Part(context, element, "loop", name, attributes=_LOOP_ATTRIBUTES, single=_LOOP_JOINT)
    _dialect(part, "<loop_joint> is read as <loop>")
    type = read_joint_type(part)
    first = part.leaf("link1", _LOOP_JOINT_SIDE)
    second = part.leaf("link2", _LOOP_JOINT_SIDE)
    for tag, side in (("link1", first), ("link2", second)):
        if side is None:
            part.missing_child(tag)
    if type is None or first is None or second is None:
        return None
    predecessor, successor = part.text(first, "link"), part.text(second, "link")
    if predecessor is None or successor is None:
        return None
    return as_read(
        Loop,
        name,
        type,
        predecessor,
        successor,
        part.pose(first),
        part.pose(second),
        part.vector("axis") or (1.0, 0.0, 0.0),
        extra=_moved(part, link1="predecessor", link2="successor"),
    )


def _moved(part: Part, **places: str) -> Extra:
    """The unmodelled parts where the canonical spelling has the elements that hold them."""
    return tuple(replace(e, where=places.get(e.where, e.where)) for e in part.extra)


def _dialect(part: Part, message: str) -> None:
    part.report(rules.schema.URDFPLUS_DIALECT, message, part.element)


def _turned(pose: Pose, axis: Vector3, target: Vector3) -> Pose:
    """The pose turned in its own frame so that its `axis` points where `target` pointed."""
    try:
        turn = matrix_of(rotation_between(axis, target))
    except ValueError:
        return pose  # an axis of zeros points nowhere, which the checks report
    return replace(pose, rpy=rpy_of_matrix(matrix_product(pose.rotation(), turn)))

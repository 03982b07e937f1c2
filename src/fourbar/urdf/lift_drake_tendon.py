"""Tendon constraints of Drake: sums of joint positions that stay what they are.

With two joints one follows the other (`Mimic`), with more it is a `Coupling`, where the joints are
those between two links. A tendon with some play is neither, and is kept as written.
"""

from __future__ import annotations

from collections.abc import Mapping

from .. import rules
from ..robot import Coupling, Joint, Link, Mimic, Named, Robot
from ..robot.coupled import coupling_of
from ..xml.tree import Element
from .context import Context
from .part import Part

TENDON = "drake:tendon_constraint"
_JOINT, _OFFSET = f"{TENDON}_joint", f"{TENDON}_offset"
_LOWER, _UPPER = f"{TENDON}_lower_limit", f"{TENDON}_upper_limit"
_SINGLE = frozenset((_OFFSET, _LOWER, _UPPER, f"{TENDON}_stiffness", f"{TENDON}_damping"))
_NAME, _VALUE = frozenset(("name",)), frozenset(("value",))

Lifted = tuple[str, Mimic] | Coupling
"""A joint and what it follows, or a coupling."""


def lift_tendon(
    context: Context,
    element: Element,
    name: str,
    links: Mapping[str, Link],
    joints: Mapping[str, Joint],
) -> Lifted | None:
    """What ties the joints of a tendon together; None, with a finding, where nothing here does."""
    part = Part(
        context,
        element,
        "coupling",
        name,
        attributes=_NAME,
        single=_SINGLE,
        several=frozenset((_JOINT,)),
    )
    terms = _terms(part, joints)
    offset, lower, upper = (_value(part, tag) for tag in (_OFFSET, _LOWER, _UPPER))
    if terms is None or offset is None:
        return None
    lifted: Lifted | None = None
    if lower is not None and lower == upper:
        lifted = _lifted(name, terms, lower - offset, links, joints)
    if lifted is None:
        message = (
            f"<{TENDON}> of {len(terms)} joints is neither one joint that follows another nor "
            "a ratio between two chains of joints; it is kept as written"
        )
        part.report(rules.schema.NOT_A_LOOP, message, element)
        return None
    what = (
        f"coupling '{name}'"
        if isinstance(lifted, Coupling)
        else f"joint '{lifted[0]}' that follows '{lifted[1].joint}'"
    )
    part.report(rules.schema.LIFTED_LOOP, f"<{TENDON}> is read as {what}", element)
    return lifted


def _lifted(
    name: str,
    terms: dict[str, float],
    constant: float,
    links: Mapping[str, Link],
    joints: Mapping[str, Joint],
) -> Lifted | None:
    """What makes the sum of the terms equal to a constant."""
    if not all(terms.values()):
        return None
    if len(terms) == 2:
        (follower, a), (leader, b) = terms.items()
        if joints[follower].mimic is not None or _follows(leader, follower, joints):
            follower, a, leader, b = leader, b, follower, a
        if joints[follower].mimic is not None or _follows(leader, follower, joints):
            return None
        return follower, Mimic(leader, -b / a, constant / a)
    if constant:
        return None
    return coupling_of(name, terms, Robot(name, Named(links.values()), Named(joints.values())))


def _follows(joint: str, other: str, joints: Mapping[str, Joint]) -> bool:
    """Whether a joint follows another, directly or through more."""
    seen: set[str] = set()
    while joint not in seen:
        if joint == other:
            return True
        seen.add(joint)
        known = joints.get(joint)
        if known is None or known.mimic is None:
            return False
        joint = known.mimic.joint
    return True


def _terms(part: Part, joints: Mapping[str, Joint]) -> dict[str, float] | None:
    """The factors of the joints, by name."""
    terms: dict[str, float] = {}
    for element in part.all(_JOINT):
        joint, factor = part.text(element, "name"), part.required_number(element, "a")
        if joint is None or factor is None:
            return None
        if joint not in joints or joints[joint].dof != 1:
            message = f"<{TENDON}>: '{joint}' is not a joint with one position"
            part.report(rules.schema.NOT_A_LOOP, message, element, "name")
            return None
        terms[joint] = terms.get(joint, 0.0) + factor
    if not terms:
        part.missing_child(_JOINT)
        return None
    return terms


def _value(part: Part, tag: str) -> float | None:
    element = part.leaf(tag, _VALUE)
    if element is None:
        return 0.0 if tag == _OFFSET else None
    return part.number(element, "value", infinite=True)

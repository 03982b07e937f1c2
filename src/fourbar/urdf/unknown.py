"""Attributes and elements that nobody asked for: kept, and reported with what may be meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import rules
from ..diagnostics import Rule, Severity
from ..robot import RawAttribute, RawElement
from ..robot.aside import ASIDE
from ..xml.tree import Element
from .instead import instead_of, meant_attribute, meant_element, without_element

if TYPE_CHECKING:
    from .part import Part

_NONE: frozenset[str] = frozenset()
_SPARED = ASIDE | {"self_collision_checking"}
"""Elements without which the robot is as it was meant."""


def keep_unknown_attributes(
    part: Part,
    element: Element,
    known: frozenset[str],
    where: str,
    *,
    also: frozenset[str] = _NONE,
) -> None:
    """Keep and report attributes that nobody knows; those of `also` are read elsewhere."""
    for name, value in element.attributes.items():
        if name in known or name in also:
            continue
        part.extra.append(RawAttribute(where, name, value))
        if ":" in name or name == "xmlns":
            continue  # another namespace: somebody's extension, not a slip
        what = f"attribute '{name}' of <{element.tag}>"
        guess = part.context.guess(name, known)
        meant = guess or meant_attribute(element.tag, name)
        if meant not in known:
            meant = None
        lacking = meant is not None and meant not in element.attributes
        taken = instead_of(element.tag, meant) if meant is not None else None
        without = None if taken is None else f"Without '{meant}', {taken} is used."
        if guess is None and meant is not None and lacking:
            message = f"{what} is not part of URDF; write '{meant}'"
            _not_as_meant(part, rules.schema.UNKNOWN_ATTRIBUTE, message, element, name, without)
            continue
        _unknown(
            part,
            rules.schema.UNKNOWN_ATTRIBUTE,
            what,
            guess,
            element,
            name,
            lacking=lacking,
            without=without,
        )


def keep_unknown_element(
    part: Part,
    child: Element,
    known: frozenset[str],
    where: str,
    *,
    attributes: frozenset[str] = _NONE,
) -> None:
    """Keep and report a child that nobody knows; `attributes` are those its parent lacks."""
    xml = part.context.document.outer_xml(child)
    part.extra.append(RawElement(where, child.tag, xml))
    if ":" in child.tag:
        if child.tag.startswith("xacro:"):
            message = f"<{child.tag}> is not expanded: the file is read as plain URDF"
            notes = ("Rename it to .xacro, or pass --input-format xacro (format='xacro').",)
            part.report(rules.schema.UNEXPANDED_XACRO, message, child, notes=notes)
        return
    guess = part.context.guess(child.tag, known)
    parent = where or part.element.tag
    what = f"element <{child.tag}> in <{parent}>"
    meant = guess or meant_element(child.tag)
    if meant not in known:
        meant = None
    lacking = meant is not None and meant not in part.found
    without = without_element(meant, child) if meant is not None and lacking else None
    if child.tag in attributes:
        message = f"{what} is not part of URDF; write it as an attribute of <{parent}>"
        taken = instead_of(parent, child.tag)
        note = None if taken is None else f"Without it, {taken} is used."
        _not_as_meant(part, rules.schema.UNKNOWN_ELEMENT, message, child, None, note)
        return
    if guess is None and lacking:
        message = f"{what} is not part of URDF; write <{meant}>"
        _not_as_meant(part, rules.schema.UNKNOWN_ELEMENT, message, child, None, without)
        return
    _unknown(
        part, rules.schema.UNKNOWN_ELEMENT, what, guess, child, lacking=lacking, without=without
    )


def _not_as_meant(
    part: Part, rule: Rule, message: str, element: Element, attribute: str | None, note: str | None
) -> None:
    """Report a name of other formats that stands for one of URDF: the robot is not as meant."""
    name = element.tag if attribute is None else attribute
    notes = () if note is None else (note,)
    severity = None if part.is_aside else Severity.ERROR
    part.report(
        rule, message, element, attribute, notes=notes, severity=severity, facts={"name": name}
    )


def _unknown(
    part: Part,
    rule: Rule,
    what: str,
    guess: str | None,
    element: Element,
    attribute: str | None = None,
    *,
    lacking: bool,
    without: str | None,
) -> None:
    """Report a name that nobody knows.

    An error if it was probably meant for one that the robot is `lacking`: it is not what was
    written then. `without` is what that means.
    """
    name = element.tag if attribute is None else attribute
    if guess:
        meant = f"<{guess}>" if attribute is None else f"'{guess}'"
        message = f"unknown {what} is ignored; did you mean {meant}?"
        facts = {"name": name, "suggestion": guess}
        severity, notes = None, ()
        if lacking and guess not in _SPARED and not part.is_aside:
            severity, notes = Severity.ERROR, () if without is None else (without,)
        part.report(rule, message, element, attribute, notes=notes, severity=severity, facts=facts)
        return
    # Deliberate additions repeat on every link: once is enough to know of them.
    if (rule.code, what) not in part.context.told:
        part.context.told.add((rule.code, what))
        message = f"{what} is not part of URDF; it is kept as written"
        part.report(rule, message, element, attribute, severity=Severity.INFO, facts={"name": name})

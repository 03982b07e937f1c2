"""Typed access to one element: reports what is wrong, collects what is unknown, and goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isfinite, isnan
from typing import Any, Literal, TypeVar, overload

from .. import rules
from .._native import parse_numbers, read_numbers, read_vector
from ..diagnostics import (
    NO_FACTS,
    PartPath,
    Related,
    Rule,
    Severity,
    Span,
    nearest,
    suggesting,
)
from ..robot import IDENTITY, Extra, Pose, RawAttribute, RawElement, Rgba, Vector3
from ..robot.aside import ASIDE
from ..xml.tree import Element
from .bad_numbers import report_bad_number, report_not_finite, report_too_long, report_wrong_count
from .context import Context
from .instead import instead_of
from .turned import QUATERNION, angles_of
from .unknown import keep_unknown_attributes, keep_unknown_element

T = TypeVar("T")

_ORIGIN = frozenset(("xyz", "rpy"))
_TURNED = frozenset((QUATERNION,))
_XYZ = frozenset(("xyz",))
_NONE: frozenset[str] = frozenset()
_LONGEST_NUMBERS = 4096
_BOOLEANS = {"true": True, "1": True, "false": False, "0": False}


class Part:
    """An element being read, its place in the robot, and what it holds that nobody asked for.

    `kind` and `key` (its name or number) are its step in the path, `owner` the part around it.
    `single` children may occur once (the first that is not empty counts), `several` any number of
    times. Everything else goes into `extra`.
    """

    __slots__ = ("context", "element", "extra", "found", "key", "kind", "owner")

    def __init__(
        self,
        context: Context,
        element: Element,
        kind: str,
        key: str | int | None = None,
        owner: Part | None = None,
        *,
        attributes: frozenset[str] = _NONE,
        single: frozenset[str] = _NONE,
        several: frozenset[str] = _NONE,
    ) -> None:
        self.context = context
        self.element = element
        self.kind = kind
        self.key = key
        self.owner = owner
        self.extra: list[RawAttribute | RawElement] = []
        self.found: dict[str, Element] = {}
        if not element.attributes.keys() <= attributes:
            keep_unknown_attributes(self, element, attributes, "")
        found = self.found
        unknown: list[Element] | None = None
        for child in element.children:
            tag = child.tag
            if tag in single:
                if tag in found:
                    self._duplicate(child)
                else:
                    found[tag] = child
            elif tag not in several:
                unknown = [] if unknown is None else unknown
                unknown.append(child)
        for child in unknown or ():  # when all that is known has been found
            keep_unknown_element(self, child, single | several, "")

    @property
    def path(self) -> PartPath:
        """The place in the robot; made when there is a finding, which is seldom."""
        if self.owner is None:
            return PartPath(self.kind, self.key)
        above = self.owner.path
        return above / self.kind if self.key is None else above.item(self.kind, self.key)

    def all(self, tag: str) -> list[Element]:
        """Every child of that tag."""
        return [child for child in self.element.children if child.tag == tag]

    def leaf(
        self, tag: str, attributes: frozenset[str], *, also: frozenset[str] = _NONE
    ) -> Element | None:
        """The child of that tag, with what is unknown inside it put into `extra`.

        `also` are attributes that are read, and that nobody is advised to write.
        """
        child = self.found.get(tag)
        if child is not None and (child.children or not child.attributes.keys() <= attributes):
            keep_unknown_attributes(self, child, attributes, tag, also=also)
            for inner in child.children:
                keep_unknown_element(
                    self, inner, _NONE, tag, attributes=attributes - child.attributes.keys()
                )
        return child

    def extras(self) -> Extra:
        """The unknown parts in document order."""
        return tuple(self.extra)

    @property
    def is_aside(self) -> bool:
        """Whether this belongs to what controls or simulates the robot, and not to the robot."""
        part = self
        while part.owner is not None:
            part = part.owner
        return part.kind in ASIDE

    # Values

    def name(self) -> str | None:
        """The `name` attribute; a missing or empty one is an error."""
        name = self.element.attributes.get("name")
        if not name:
            self.missing(self.element, "name")
            return None
        return name

    def text(self, element: Element, attribute: str) -> str | None:
        """A required text attribute."""
        value = element.attributes.get(attribute)
        if value is None:
            self.missing(element, attribute)
        return value

    @overload
    def numbers(self, element: Element, attribute: str, count: Literal[3]) -> Vector3 | None: ...

    @overload
    def numbers(self, element: Element, attribute: str, count: Literal[4]) -> Rgba | None: ...

    @overload
    def numbers(self, element: Element, attribute: str, count: int) -> tuple[float, ...] | None: ...

    def numbers(self, element: Element, attribute: str, count: int) -> Any:
        """`count` finite numbers, or None where they are absent or cannot be read."""
        text = element.attributes.get(attribute)
        if text is None:
            return None
        values = read_vector(text, count)
        if values is not None:
            return values
        values = self._parsed(element, attribute, text)
        if values is None:
            return None
        if len(values) != count:
            first = values[:count]
            use = len(first) == count and all(map(isfinite, first))
            report_wrong_count(self, element, attribute, count, len(values), use=use)
            return first if use else None
        report_not_finite(self, element, attribute, text)
        return None

    def number(self, element: Element, attribute: str, *, infinite: bool = False) -> float | None:
        """One number, or None; `infinite` ones are let through where they have a meaning."""
        text = element.attributes.get(attribute)
        if text is None:
            return None
        values = self._parsed(element, attribute, text)
        if values is None:
            return None
        if len(values) != 1:
            use = bool(values) and isfinite(values[0])
            report_wrong_count(self, element, attribute, 1, len(values), use=use)
            return values[0] if use else None
        if isfinite(values[0]):
            return values[0]
        allowed = infinite and not isnan(values[0])
        report_not_finite(self, element, attribute, text, allowed)
        return values[0] if allowed else None

    def _parsed(self, element: Element, attribute: str, text: str) -> tuple[float, ...] | None:
        if len(text) > _LONGEST_NUMBERS:
            report_too_long(self, element, attribute, _LONGEST_NUMBERS)
            return None
        try:
            return parse_numbers(text)
        except ValueError as error:
            report_bad_number(self, element, attribute, text, error)
            return None

    def required_number(self, element: Element, attribute: str) -> float | None:
        """One finite number that must be there."""
        if attribute not in element.attributes:
            self.missing(element, attribute)
            return None
        return self.number(element, attribute)

    def boolean(self, element: Element, attribute: str) -> bool | None:
        """A truth value in any case, as xsd:boolean spells it."""
        text = element.attributes.get(attribute)
        if text is None:
            return None
        value = _BOOLEANS.get(text.strip().lower())
        if value is None:
            message = f"'{attribute}' of <{element.tag}> must be true or false; '{text}' is ignored"
            found = suggesting(message, text, nearest(text.lower(), ("true", "false")))
            self.report(
                rules.schema.BAD_BOOLEAN, found.message, element, attribute, facts=found.facts
            )
        return value

    def leaf_numbers(
        self,
        tag: str,
        names: tuple[str, ...],
        *,
        infinite: bool = False,
        also: frozenset[str] = _NONE,
    ) -> tuple[float | None, ...] | None:
        """The numbers in a child's attributes, one or None per name; None without the child.

        `also` are attributes that the caller reads.
        """
        element = self.found.get(tag)
        if element is None:
            return None
        if not element.children:
            # In one call where nothing is wrong, which is nearly always.
            values = read_numbers(element.attributes, names)
            if values is not None:
                return values
        self.leaf(tag, frozenset(names), also=also)
        return tuple(self.number(element, name, infinite=infinite) for name in names)

    def leaf_record(
        self, tag: str, make: Callable[..., T], names: tuple[str, ...], *, infinite: bool = False
    ) -> T | None:
        """What `make` makes of the numbers in a child's attributes; None without the child."""
        values = self.leaf_numbers(tag, names, infinite=infinite)
        return None if values is None else make(*values)

    def origin(self, tag: str = "origin") -> Pose:
        """The pose of the child `<origin>`; the identity where there is none."""
        element = self.leaf(tag, _ORIGIN, also=_TURNED)
        if element is None:
            return IDENTITY
        if not element.attributes and not element.children:
            self.text_instead(element, "xyz")
        return self.pose(element)

    def pose(self, element: Element) -> Pose:
        """The pose that an element's `xyz` and `rpy`, or the quaternion of URDF 1.1, say."""
        attributes = element.attributes
        if QUATERNION in attributes:
            zero = IDENTITY.xyz
            return Pose(self.numbers(element, "xyz", 3) or zero, angles_of(self, element) or zero)
        key = (attributes.get("xyz"), attributes.get("rpy"))
        # Visual and collision share their pose more often than not.
        known = self.context.poses.get(key)
        if known is not None:
            return known
        xyz = self.numbers(element, "xyz", 3)
        rpy = self.numbers(element, "rpy", 3)
        zero = IDENTITY.xyz
        pose = Pose(xyz or zero, rpy or zero)
        # One that could not be read is reported each time it occurs.
        if (xyz is None, rpy is None) == (key[0] is None, key[1] is None):
            self.context.poses[key] = pose
        return pose

    def vector(self, tag: str) -> Vector3 | None:
        """The `xyz` of a child element, None where either is missing."""
        element = self.leaf(tag, _XYZ)
        if element is None:
            return None
        if "xyz" not in element.attributes:
            self.missing(element, "xyz")
        return self.numbers(element, "xyz", 3)

    # Findings

    def report(
        self,
        rule: Rule,
        message: str,
        element: Element,
        attribute: str | None = None,
        *,
        span: Span | None = None,
        notes: tuple[str, ...] = (),
        severity: Severity | None = None,
        facts: Mapping[str, object] = NO_FACTS,
        related: tuple[Related, ...] = (),
    ) -> None:
        """Report a finding with this part's path."""
        path = self.path if element is self.element else self.path / element.tag
        if attribute is not None:
            path = path / attribute
        self.context.add(
            rule,
            message,
            element,
            attribute=attribute,
            path=path,
            span=span,
            notes=notes,
            severity=severity,
            facts=facts,
            related=related,
        )

    def text_instead(self, element: Element, attribute: str) -> bool:
        """Report text that was written in the place of an attribute; whether there is any."""
        document = self.context.document
        text = "" if element.children else document.inner_text(element)
        if not text:
            return False
        taken = instead_of(element.tag, attribute)
        used = "" if taken is None else f" and {taken} is used"
        message = (
            f"text inside <{element.tag}> is ignored{used}; "
            f'write <{element.tag} {attribute}="{text[:40]}"/>'
        )
        span = document.text_span(element)
        # Six numbers may be a position and angles: that is for the author to say.
        fits = attribute != "xyz" or len(text.split()) == 3
        facts = {"attribute": attribute} if fits else NO_FACTS
        self.report(rules.schema.TEXT_NOT_ATTRIBUTE, message, element, span=span, facts=facts)
        return True

    def missing(self, element: Element, attribute: str) -> None:
        """Report a missing attribute, or text that was written in its place."""
        if self.text_instead(element, attribute):
            return
        message = f"<{element.tag}> must have the attribute '{attribute}'"
        facts = {"attribute": attribute}
        # One that URDF has, too, is not this one misspelt.
        others = [name for name in element.attributes if instead_of(element.tag, name) is None]
        guess = nearest(attribute, others) if others else None
        if guess is not None:
            message += f"; it has '{guess}'"
            facts["found"] = guess
        taken = instead_of(element.tag, attribute)
        if taken is not None:
            message += f"; {taken} is used"
        self.report(rules.schema.MISSING_ATTRIBUTE, message, element, facts=facts)

    def missing_child(
        self, tag: str, *notes: str, severity: Severity | None = None, assumed: str = ""
    ) -> None:
        """Report a missing child element, and what is assumed without it."""
        message = f"<{self.element.tag}> must contain <{tag}>"
        if assumed:
            message += f"; {assumed}"
        self.report(
            rules.schema.MISSING_ELEMENT,
            message,
            self.element,
            notes=notes,
            severity=severity,
            facts={"element": tag},
        )

    def _duplicate(self, child: Element) -> None:
        first = self.found[child.tag]
        if not first.attributes and not first.children and (child.attributes or child.children):
            self.found[child.tag], child = child, first
        self.report(
            rules.schema.DUPLICATE_ELEMENT,
            f"duplicate <{child.tag}> in <{self.element.tag}>; this one is ignored",
            child,
            related=self.context.related(self.found[child.tag], "this one is used"),
        )

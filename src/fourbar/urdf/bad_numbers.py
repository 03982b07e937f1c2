"""Findings about numbers that cannot be read."""

from __future__ import annotations

from math import isfinite, radians
from typing import TYPE_CHECKING

from .. import rules
from .._native import parse_numbers
from ..diagnostics import Severity
from ..xml.tree import Element
from .instead import instead_of

if TYPE_CHECKING:
    from .part import Part


def report_bad_number(
    part: Part, element: Element, attribute: str, text: str, error: ValueError
) -> None:
    """Report text where a number is expected, with what was probably meant."""
    _, start, end = error.args
    token = text[start : min(end, start + 40)]
    notes: tuple[str, ...] = ()
    if (degrees := _as_number(token.removesuffix("deg"))) is not None:
        notes = (f"URDF has radians: {radians(degrees):.10g}.",)
    elif (decimal := _as_number(text.replace(",", ".", 1))) is not None:
        notes = (f"Write decimals with a point: {decimal:.10g}.",)
    elif token.isidentifier() and token.lower() not in ("true", "false"):
        notes = (f"'{token}' is a symbol; URDF has no symbols, so write its value.",)
    elif "," in token:
        notes = ("Separate numbers with spaces, not commas.",)
    elif "${" in text:
        notes = ("This is a xacro expression; rename the file to .xacro to expand it.",)
    part.report(
        rules.schema.BAD_NUMBER,
        f"'{token}' is not a number{_instead(element, attribute)}",
        element,
        attribute,
        span=part.context.document.value_span(element, attribute, start, end),
        notes=notes,
    )


def report_wrong_count(
    part: Part, element: Element, attribute: str, count: int, found: int, *, use: bool
) -> None:
    """Report too few or too many numbers, of which the first may be in use."""
    plural = "" if count == 1 else "s"
    first = "the first is used" if count == 1 else f"the first {count} are used"
    message = (
        f"'{attribute}' of <{element.tag}> must have {count} number{plural}, it has {found}"
        f"{f'; {first}' if use else _instead(element, attribute)}"
    )
    facts = {"expected": count, "found": found}
    part.report(rules.schema.NUMBER_COUNT, message, element, attribute, facts=facts)


def report_not_finite(
    part: Part, element: Element, attribute: str, text: str, harmless: bool = False
) -> None:
    """Report infinity or NaN; the former is harmless where it means "without a limit"."""
    message = f"'{attribute}' of <{element.tag}> must be finite, got {text[:40]}"
    if not harmless:
        message += _instead(element, attribute)
    severity = Severity.WARNING if harmless else None
    part.report(rules.schema.NOT_FINITE, message, element, attribute, severity=severity)


def report_too_long(part: Part, element: Element, attribute: str, most: int) -> None:
    """Report a value of more characters than are read."""
    message = (
        f"'{attribute}' of <{element.tag}> is too long: "
        f"at most {most} characters are read{_instead(element, attribute)}"
    )
    part.report(rules.schema.NUMBER_COUNT, message, element, attribute)


def _as_number(text: str) -> float | None:
    """The number that a text is; None where it is not exactly one."""
    try:
        found = parse_numbers(text)
    except ValueError:
        return None
    return found[0] if len(found) == 1 and isfinite(found[0]) else None


def _instead(element: Element, attribute: str) -> str:
    """The end of a message about a value that cannot be read."""
    taken = instead_of(element.tag, attribute)
    return "; it is ignored" if taken is None else f"; {taken} is used"

"""A comparison for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..robot.values import count
from .difference import Comparison, Difference, Place, shown

_LISTED = 6
"""More names than these are counted."""


def as_text(comparison: Comparison) -> str:
    """Every difference with its two places, then what was compared."""
    lines: list[str] = []
    for difference in comparison.differences:
        lines.append(f"{difference.category}: {difference}")
        lines += [f"  {where}" for where in _places(difference)]
    lines += [f"note: {text}" for text in _remarks(comparison)]
    lines.append(_summary(comparison))
    return "\n".join(lines) + "\n"


def as_markdown(comparison: Comparison) -> str:
    """A table for the description of a pull request."""
    lines = [f"### `{comparison.name_a}` compared with `{comparison.name_b}`", ""]
    if comparison.differences:
        lines += ["| what | part | before | after | where |", "| --- | --- | --- | --- | --- |"]
        lines += [_row(difference) for difference in comparison.differences]
        lines.append("")
    lines += [f"- {text}" for text in _remarks(comparison)]
    if comparison.renamed or comparison.notes or comparison.only_a or comparison.only_b:
        lines.append("")
    lines.append(f"**{_summary(comparison)}**")
    return "\n".join(lines) + "\n"


def as_facts(comparison: Comparison) -> dict[str, Any]:
    """The comparison as plain values, as `--json` prints it."""
    return {
        "a": comparison.name_a,
        "b": comparison.name_b,
        "equal": comparison.equal,
        "differences": [
            {
                "category": d.category,
                "subject": d.subject,
                "quantity": d.quantity,
                "message": str(d),
                "unit": d.unit or None,
                "deviation": d.deviation,
                "a": _place(d.a),
                "b": _place(d.b),
            }
            for d in comparison.differences
        ],
        "renamed": [
            {"kind": r.kind, "a": r.a, "b": r.b, "given": r.given, "guessed": r.guessed}
            for r in comparison.renamed
        ],
        "onlyA": list(comparison.only_a),
        "onlyB": list(comparison.only_b),
        "matched": dict(comparison.matched),
        "poses": {
            "configurations": comparison.poses,
            "distance": comparison.farthest,
            "angle": comparison.turned,
        },
        "mobility": list(comparison.mobility),
        "notes": list(comparison.notes),
    }


def _summary(comparison: Comparison) -> str:
    number, matched = len(comparison.differences), comparison.matched
    words = count(number, "difference") if number else "no differences"
    parts = [count(matched["links"], "link"), count(matched["joints"], "moving joint")]
    if matched["loops"]:
        parts.append(count(matched["loops"], "loop"))
    text = f"{words} in {', '.join(parts)}"
    if comparison.farthest is not None and comparison.turned is not None:
        text += (
            f"; poses at {comparison.poses} configurations within "
            f"{comparison.farthest:.2g} m and {comparison.turned:.2g} rad"
        )
    return text


def _remarks(comparison: Comparison) -> Iterator[str]:
    # Guesses first: they are what a reader should look at.
    renamed = sorted(comparison.renamed, key=lambda part: not part.guessed)
    for part in renamed[:_LISTED]:
        yield f"{part.kind} '{part.a}' is '{part.b}' in the second robot ({part.how})"
    rest = renamed[_LISTED:]
    if rest:
        guesses = sum(part.guessed for part in rest)
        words = f", {guesses} of them by a guess" if guesses else ""
        yield f"{count(len(rest), 'more part')} with other names in the second robot{words}"
    for which, names in (("first", comparison.only_a), ("second", comparison.only_b)):
        if names:
            listed = ", ".join(f"'{name}'" for name in names[:_LISTED])
            more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
            yield f"links only in the {which} robot: {listed}{more}"
    yield from comparison.notes


def _places(difference: Difference) -> list[str]:
    return [
        str(place.span) if place.span is not None else str(place.path)
        for place in (difference.a, difference.b)
        if place is not None
    ]


def _row(difference: Difference) -> str:
    a, b = difference.a, difference.b
    if a is not None and b is not None:
        before, after = shown(a.value, b.value)
        unit = f" {difference.unit}" if difference.unit else ""
        valued = a.value is not None or b.value is not None
        values = [before + unit, after + unit] if valued else ["", ""]
        part = f"{difference.subject}: {difference.quantity}" if valued else str(difference)
    else:
        values = ["present" if a else "absent", "present" if b else "absent"]
        part = f"{difference.subject} {difference.quantity}"
    cells = [difference.category, part, *values, "<br>".join(f"`{w}`" for w in _places(difference))]
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _place(place: Place | None) -> dict[str, Any] | None:
    if place is None:
        return None
    span = place.span
    value = list(place.value) if isinstance(place.value, tuple) else place.value
    return {
        "path": str(place.path),
        "file": None if span is None else span.file,
        "line": None if span is None else span.line,
        "column": None if span is None else span.column,
        "value": value,
    }

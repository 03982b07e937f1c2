"""Names that are not known, beside those that are."""

from __future__ import annotations

from ..diagnostics import Rule, nearest
from .error import XacroError

_SHOWN = 8


def undefined(rule: Rule, what: str, plural: str, name: str, known: list[str]) -> XacroError:
    """A name that nothing has: the one that was probably meant, or else those that there are."""
    message = f"{what} is not defined"
    guess = nearest(name, known)
    if guess is not None:
        return XacroError(rule, f"{message}; did you mean '{guess}'?", facts={"suggestion": guess})
    there = f"Defined {plural}: {listed(known)}." if known else f"There are no {plural}."
    return XacroError(rule, message, there)


def listed(names: list[str]) -> str:
    """At most eight names in quotes."""
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(f"'{name}'" for name in names[:_SHOWN]) + more

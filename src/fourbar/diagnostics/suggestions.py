"""The closest known name to one that is not known, for "did you mean"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

_LIMIT = 2000
_LONGEST = 200
_SIMILAR = 0.65
_SIMILAR_PIECE = 0.6
"""The least similarity of two names (Ratcliff and Obershelp), and where one contains the other."""


class Wording(NamedTuple):
    """What to say about a name, and the same as values: `name` and perhaps `suggestion`."""

    message: str
    facts: Mapping[str, object]


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The most similar of the first 2,000 known names, or None where none is similar enough."""
    from difflib import get_close_matches  # a large import, only needed for a finding

    candidates = [k for _, k in zip(range(_LIMIT), known, strict=False)]
    lowered = name.lower()
    for candidate in candidates:
        if candidate.lower() == lowered:
            return candidate
    letters = sorted(lowered)
    for candidate in candidates:  # `iyx` is `ixy`, not `iyz`
        if len(candidate) == len(letters) > 2 and sorted(candidate.lower()) == letters:
            return candidate
    if len(name) >= _LONGEST:
        return None
    pieces = [k for k in candidates if k in name or name in k] if name else []
    found = get_close_matches(name, candidates, n=1, cutoff=_SIMILAR)
    found = found or get_close_matches(name, pieces, n=1, cutoff=_SIMILAR_PIECE)
    return found[0] if found else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """`; did you mean 'shank'?`, or an empty string."""
    found = nearest(name, known)
    return f"; did you mean '{found}'?" if found is not None else ""


def does_not_exist(what: str, name: str, known: Iterable[str]) -> Wording:
    """`joint 'j': parent link 'shnk' does not exist; did you mean 'shank'?`."""
    return suggesting(f"{what} '{name}' does not exist", name, nearest(name, known))


def unknown(what: str, name: str, known: Iterable[str]) -> Wording:
    """`unknown joint type 'revolut'; did you mean 'revolute'?`, or else the ones expected."""
    expected = tuple(known)
    guess = nearest(name, expected)
    message = f"unknown {what} '{name}'"
    if guess is None:
        message += f"; expected one of: {', '.join(expected)}"
    return suggesting(message, name, guess)


def suggesting(message: str, name: str, guess: str | None) -> Wording:
    """A message about a name, with the name that was probably meant."""
    if guess is None:
        return Wording(message, {"name": name})
    return Wording(f"{message}; did you mean '{guess}'?", {"name": name, "suggestion": guess})

"""The closest known name to one that is not known, for "did you mean"."""

from __future__ import annotations

from collections.abc import Iterable

_LIMIT = 2000


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The most similar of the first 2,000 known names, or None where none is similar enough."""
    from difflib import get_close_matches  # a large import, only needed for a finding

    candidates = [k for _, k in zip(range(_LIMIT), known, strict=False)]
    lowered = name.lower()
    for candidate in candidates:
        if candidate.lower() == lowered:
            return candidate
    found = get_close_matches(name, candidates, n=1, cutoff=0.6) if len(name) < 200 else []
    return found[0] if found else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """`; did you mean 'shank'?`, or an empty string."""
    found = nearest(name, known)
    return f"; did you mean '{found}'?" if found is not None else ""

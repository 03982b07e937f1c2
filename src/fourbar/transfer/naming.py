"""Names that a format accepts, each once."""

from __future__ import annotations

from collections.abc import Callable, Iterable


class Names:
    """Gives out names that nobody else has; what had to change is remembered.

    `accept` turns a name into one that the format takes. `own` are names of the description: what
    is made or has to change goes out of the way of those, whichever is asked for first.
    """

    def __init__(
        self,
        taken: Iterable[str] = (),
        *,
        own: Iterable[str] = (),
        accept: Callable[[str], str] | None = None,
    ) -> None:
        self._taken = set(taken)
        self._own = set(own)
        self._accept = accept or _unchanged
        self.changed: dict[str, str] = {}

    def give(self, wanted: str) -> str:
        """The name, or the nearest one that is free: `arm`, `arm_2`, `arm_3`."""
        start = self._accept(wanted)
        name, number = start, 1
        while name in self._taken or (name != wanted and name in self._own):
            number += 1
            name = f"{start}_{number}"
        self._taken.add(name)
        if name != wanted:
            self.changed[wanted] = name
        return name


def file_stem(name: str, *, empty: str = "file") -> str:
    """A name that every file system takes: letters, digits, dots, dashes and underscores."""
    stem = "".join(c if (c.isalnum() and c.isascii()) or c in "._-" else "_" for c in name)
    return stem.strip(".") or empty


def _unchanged(name: str) -> str:
    return name

"""Pairs of links that are not checked for collision, such as `<disable_collisions>` of SRDF."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import TYPE_CHECKING

from ..record import record, replace
from .extension import Extension
from .values import check_items, check_named, check_type

if TYPE_CHECKING:
    from typing import Self


@record
class CollisionPair:
    """Two links that may overlap; `reason` is a word such as "Adjacent" or "Never"."""

    link1: str
    link2: str
    reason: str | None = None

    def __post_init__(self) -> None:
        check_named(self, "link1", "link2")
        check_type(self, "reason", str, optional=True)


@record
class ContactExtension(Extension):
    """What SRDF, MJCF and USD say about contact: pairs that are left out."""

    disabled: tuple[CollisionPair, ...] = ()

    def __post_init__(self) -> None:
        check_items(self, "disabled", CollisionPair)

    def renamed(self, links: Mapping[str, str], joints: Mapping[str, str]) -> Self:
        """A copy in which links have new names; links that became one are no pair."""
        found: dict[tuple[str, str], CollisionPair] = {}
        for pair in self.disabled:
            one, two = links.get(pair.link1, pair.link1), links.get(pair.link2, pair.link2)
            if one != two:
                found.setdefault((one, two), replace(pair, link1=one, link2=two))
        return replace(self, disabled=tuple(found.values()))

    def without(self, links: Set[str], joints: Set[str]) -> Self:
        """A copy without the pairs of links that are gone."""
        kept = (p for p in self.disabled if not {p.link1, p.link2} & links)
        return replace(self, disabled=tuple(kept))

    def joined(self, other: Extension) -> Self:
        """A copy with the pairs of a robot that was attached."""
        assert isinstance(other, ContactExtension)
        return replace(self, disabled=self.disabled + other.disabled)

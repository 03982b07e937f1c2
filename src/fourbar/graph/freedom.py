"""Degrees of freedom as far as counting goes (eq. 1 of the URDF+ paper)."""

from __future__ import annotations

from typing import NamedTuple


class Freedom(NamedTuple):
    """Tree joint variables `n` and loop-closure equations `n_c`.

    The mobility is n - rank(K), and rank(K) is at most n_c: equations of a planar linkage depend
    on each other, so only the Jacobian at a pose tells the mobility.
    """

    n: int
    n_c: int

    @property
    def mobility_bound(self) -> int:
        """At least so many degrees of freedom remain (Chebychev, Gruebler and Kutzbach)."""
        return max(0, self.n - self.n_c)


def total(parts: list[Freedom]) -> Freedom:
    """The counts of several parts together."""
    return Freedom(sum(part.n for part in parts), sum(part.n_c for part in parts))

"""Ancestors in a rooted tree in logarithmic time and linear memory."""

from __future__ import annotations

from collections.abc import Sequence


class Ancestry:
    """Depths, ancestors at a depth, and nearest common ancestors of a tree.

    Every node keeps one jump to a far ancestor; the lengths follow the skew-binary numbers
    (Myers, An applicative random-access stack, 1983), so that any ancestor is O(log n) steps
    away whatever the shape of the tree. `parents[i] < i`, and `parents[0] == -1` is the root.
    """

    __slots__ = ("_jumps", "_parents", "depths")

    def __init__(self, parents: Sequence[int]) -> None:
        depths = [0] * len(parents)
        jumps = [0] * len(parents)
        for i in range(1, len(parents)):
            parent = parents[i]
            near = jumps[parent]
            far = jumps[near]
            depths[i] = depths[parent] + 1
            # Two equal jumps in a row merge into one that spans both.
            merge = depths[parent] - depths[near] == depths[near] - depths[far]
            jumps[i] = far if merge else parent
        self._parents = parents
        self._jumps = jumps
        self.depths = depths

    def ancestor_at(self, node: int, depth: int) -> int:
        """The ancestor of `node` (or the node itself) at that depth, at most its own."""
        depths, jumps, parents = self.depths, self._jumps, self._parents
        while depths[node] > depth:
            jump = jumps[node]
            node = jump if depths[jump] >= depth else parents[node]
        return node

    def nca(self, a: int, b: int) -> int:
        """The nearest common ancestor; of a node and its ancestor, the ancestor."""
        depths, jumps, parents = self.depths, self._jumps, self._parents
        a = self.ancestor_at(a, depths[b])
        b = self.ancestor_at(b, depths[a])
        while a != b:
            # At equal depth the jumps are equally long, so both ends stay level.
            if jumps[a] != jumps[b]:
                a, b = jumps[a], jumps[b]
            else:
                a, b = parents[a], parents[b]
        return a

    def is_ancestor(self, a: int, b: int) -> bool:
        """Whether `a` is an ancestor of `b`, or `b` itself."""
        return self.depths[a] <= self.depths[b] and self.ancestor_at(b, self.depths[a]) == a

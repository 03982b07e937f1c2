"""Triangles of EXT_meshopt_compression and KHR_meshopt_compression (mode 1), as others write them.

Appendix A of the extensions. A byte per triangle says which recent edge it shares, and which vertex
is new, recent or near the last one that was written out.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .indices import decode_number

_HEADER = 0xE1
_TABLE = 16
"""Bytes at the end: pairs of vertices that are common enough to have a code of their own."""


def decode_triangles(data: bytes, count: int) -> NDArray[np.int64]:
    """So many indices, three to a triangle; ValueError where the data is damaged."""
    if count % 3 or len(data) < 1 + count // 3 + _TABLE or data[0] != _HEADER:
        raise ValueError("compressed triangles are of another version, or cut off")
    decoder = _Decoder(data, 1 + count // 3)
    for code in data[1 : 1 + count // 3]:
        if code < 0xF0:
            decoder.beside_an_edge(code)
        else:
            decoder.apart(code)
    if not decoder.done:
        raise ValueError("compressed triangles are longer than their count")
    return np.array(decoder.out, np.int64)


class _Decoder:
    def __init__(self, data: bytes, at: int) -> None:
        self.out: list[int] = []
        self._data = data
        self._at = at
        self._end = len(data) - _TABLE
        # Rings of the latest sixteen, the newest before the place.
        self._edges = [(0, 0)] * 16
        self._edge = 0
        self._vertices = [0] * 16
        self._vertex = 0
        self._next = 0
        self._last = 0

    @property
    def done(self) -> bool:
        """Whether everything has been read."""
        return self._at == self._end

    def beside_an_edge(self, code: int) -> None:
        """A triangle on a recent edge."""
        a, b = self._edges[(self._edge - 1 - (code >> 4)) & 15]
        which = code & 15
        if which == 0:
            c = self._fresh()
            self._remember(c)
        elif which < 13:
            c = self._vertices[(self._vertex - 1 - which) & 15]
        else:
            # 13 and 14 are the neighbours of the last vertex that was written out.
            c = self._written() if which == 15 else self._last + (-1 if which == 13 else 1)
            self._last = c = c & 0xFFFFFFFF
            self._remember(c)
        self._triangle(a, b, c, edges=((c, b), (a, c)))

    def apart(self, code: int) -> None:
        """A triangle that shares no recent edge."""
        pair = self._data[self._end + (code & 15)] if code < 0xFE else self._byte()
        if code >= 0xFE and pair == 0:
            self._next = 0
        kinds = (15 if code == 0xFF else 0, pair >> 4, pair & 15)
        corners = [0, 0, 0]
        for place, kind in enumerate(kinds):
            if kind == 0:
                corners[place] = self._fresh()
            elif kind < 15 or code < 0xFE:
                corners[place] = self._vertices[(self._vertex - kind) & 15]
        for place, kind in enumerate(kinds):
            if kind == 15 and code >= 0xFE:
                corners[place] = self._last = self._written()
        for vertex, kind in zip(corners, kinds, strict=True):
            if kind == 0 or (kind == 15 and code >= 0xFE):
                self._remember(vertex)
        a, b, c = corners
        self._triangle(a, b, c, edges=((b, a), (c, b), (a, c)))

    def _triangle(self, a: int, b: int, c: int, *, edges: tuple[tuple[int, int], ...]) -> None:
        self.out += (a, b, c)
        for edge in edges:
            self._edges[self._edge] = edge
            self._edge = (self._edge + 1) & 15

    def _remember(self, vertex: int) -> None:
        self._vertices[self._vertex] = vertex
        self._vertex = (self._vertex + 1) & 15

    def _fresh(self) -> int:
        self._next += 1
        return self._next - 1

    def _written(self) -> int:
        """A difference from the last vertex that was written out."""
        code, self._at = decode_number(self._data, self._at, self._end)
        return self._last + ((code >> 1) ^ -(code & 1)) & 0xFFFFFFFF

    def _byte(self) -> int:
        if self._at >= self._end:
            raise ValueError("compressed triangles are cut off")
        self._at += 1
        return self._data[self._at - 1]

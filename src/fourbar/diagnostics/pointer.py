"""A place in a JSON document: `/nodes/3/translation`."""

from __future__ import annotations


class Pointer(str):
    """A JSON pointer (RFC 6901)."""

    __slots__ = ()

"""What a file is by its content, whatever its name says."""

from __future__ import annotations

import struct

_LFS = b"version https://git-lfs.github.com/spec/"
_FIRST = 4096

STL_HEADER, STL_RECORD = 84, 50
"""Bytes before the triangles of a binary STL file, and of each triangle."""


def is_git_lfs_pointer(data: bytes) -> bool:
    """Whether the file stands in for one that git-LFS has not fetched."""
    return data.startswith(_LFS) and len(data) < 1024


def is_web_page(data: bytes) -> bool:
    """Whether the file is HTML: what a failed download leaves."""
    first = data[:_FIRST].lstrip().lower()
    return first.startswith((b"<!doctype html", b"<html"))


def sniff(data: bytes) -> str | None:
    """The extension that belongs to the content, or None where the content does not tell."""
    first = data[:_FIRST]
    if first.startswith(b"glTF"):
        return "glb"
    if first.startswith((b"ply\n", b"ply\r")):
        return "ply"
    if b"<COLLADA" in first or b"<\0C\0O\0L\0L\0A\0D\0A" in first:
        return "dae"
    if fits_stl(data):
        return "stl"
    text = first.lstrip()
    if text.startswith(b"{") and (b'"asset"' in first or b'"accessors"' in first):
        return "gltf"
    if text[:5].lower() == b"solid" and b"facet" in first.lower():
        return "stl"
    if b"\0" not in first and (b"\nv " in first or first.startswith(b"v ")):
        return "obj"
    return None


def is_text_stl(data: bytes) -> bool:
    """Whether an STL file is written as text.

    Binary files may begin with the word `solid` too. A file of exactly the length that its count
    asks for is binary, and so is one with a zero byte in the count.
    """
    if not data[:256].lstrip().lower().startswith(b"solid"):
        return False
    return len(data) < STL_HEADER or (not fits_stl(data) and 0 not in data[80:STL_HEADER])


def fits_stl(data: bytes) -> bool:
    """Whether a binary STL file of so many triangles has this length."""
    return len(data) >= STL_HEADER and len(data) == STL_HEADER + STL_RECORD * stl_count(data)


def stl_count(data: bytes) -> int:
    """The number of triangles that a binary STL file announces."""
    return struct.unpack_from("<I", data, 80)[0]

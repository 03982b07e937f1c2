"""What a file is by its content, whatever its name says."""

from __future__ import annotations

from .stl import fits

_LFS = b"version https://git-lfs.github.com/spec/"
_FIRST = 4096


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
    if fits(data):
        return "stl"
    text = first.lstrip()
    if text.startswith(b"{") and (b'"asset"' in first or b'"accessors"' in first):
        return "gltf"
    if text[:5].lower() == b"solid" and b"facet" in first.lower():
        return "stl"
    if b"\0" not in first and (b"\nv " in first or first.startswith(b"v ")):
        return "obj"
    return None

"""Formats that a file's first bytes give away."""

from __future__ import annotations


def is_glb(data: bytes) -> bool:
    """Whether content is binary glTF."""
    return data.startswith(b"glTF")

"""The extensions of glTF files, of robots and meshes alike."""

from __future__ import annotations

GLTF_SUFFIXES = (".glb", ".gltf")


def is_gltf_name(filename: str) -> bool:
    """Whether a file is glTF by its name."""
    return filename.lower().endswith(GLTF_SUFFIXES)

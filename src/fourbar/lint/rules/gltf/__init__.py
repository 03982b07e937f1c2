"""glTF: files with EXT_robot_kinematics, read and made; the validator finds what is wrong."""

from __future__ import annotations

from ...context import Context

STAGE = "E7"


def applies(context: Context) -> bool:
    """Never: the rules look at glTF files, which `fourbar.gltf` validates itself."""
    return False

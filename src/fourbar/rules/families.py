"""The families of rules, in the order in which their stages look at a file."""

from __future__ import annotations

from collections.abc import Mapping

from ..record import record


@record
class Family:
    """A folder of rules: its codes begin at `first`, with the same letter."""

    first: str
    title: str
    about: str


FAMILIES: Mapping[str, Family] = {
    "xml": Family("X000", "XML", "Whether the file can be read at all."),
    "xacro": Family("X050", "xacro", "Whether a xacro file can be expanded."),
    "schema": Family("S100", "Schema", "Elements, attributes, numbers, and comments for fourbar."),
    "references": Family(
        "R200",
        "References and names",
        "Whether they exist, are unique, and can be used by others.",
    ),
    "graph": Family("G300", "Graph", "The tree of joints, loops, couplings and mimics."),
    "physics": Family("P400", "Physics", "Mass, inertia, limits, axes and sizes."),
    "assets": Family("A500", "Assets", "The files a description names: meshes and textures."),
    "control": Family(
        "C600",
        "Control and sensors",
        "Transmissions, ros2_control, sensors, Gazebo blocks and SRDF.",
    ),
    "gltf": Family("E700", "glTF", "Files with EXT_robot_kinematics, read and made."),
    "formats": Family(
        "F900", "Other formats", "What a format cannot hold, and what was changed for it."
    ),
    "targets": Family("T800", "Targets", "What a certain consumer cannot do."),
}


def family_of(code: str) -> str:
    """The family a code belongs to."""
    found = [
        name
        for name, family in FAMILIES.items()
        if family.first[0] == code[0] and family.first <= code
    ]
    return found[-1]

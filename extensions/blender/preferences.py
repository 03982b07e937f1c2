# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings that hold for all files of a user."""

from __future__ import annotations

from pathlib import Path

import bpy

from .classes import registrar


class FourbarPreferences(bpy.types.AddonPreferences):
    """Where ROS packages are, and how large gizmos are."""

    bl_idname = __package__

    packages: bpy.props.StringProperty(
        name="Package folders",
        description="Folders with ROS packages, separated by ';'; those around a file are found",
        subtype="NONE",
    )
    size: bpy.props.FloatProperty(
        name="Size of frames",
        description="Of the axes of links and joints, as a share of the robot's size",
        default=0.02,
        min=0.001,
        max=1.0,
    )
    gltf: bpy.props.BoolProperty(
        name="Joints in glTF exports",
        description="Let Blender's own glTF exporter write the joints and loops of robots too",
        default=True,
    )

    def draw(self, context: bpy.types.Context) -> None:
        """Show the settings."""
        self.layout.prop(self, "packages")
        self.layout.prop(self, "size")
        self.layout.prop(self, "gltf")


def _preferences() -> bpy.types.AddonPreferences | None:
    addon = bpy.context.preferences.addons.get(__package__)
    return None if addon is None else addon.preferences


def package_folders() -> dict[str, str]:
    """The packages in the folders of the preferences, by name."""
    found = _preferences()
    folders = [] if found is None else [f for f in found.packages.split(";") if f.strip()]
    packages: dict[str, str] = {}
    for folder in (Path(bpy.path.abspath(f.strip())) for f in folders):
        for file in (folder / "package.xml", *sorted(folder.glob("*/package.xml"))):
            if file.is_file():
                packages.setdefault(file.parent.name, str(file.parent))
    return packages


def frame_size() -> float:
    """How large frames are drawn, as a share of the robot's size."""
    found = _preferences()
    return 0.02 if found is None else found.size


def is_gltf_wanted() -> bool:
    """Whether Blender's glTF exporter writes joints."""
    found = _preferences()
    return True if found is None else found.gltf


register, unregister = registrar([FourbarPreferences])

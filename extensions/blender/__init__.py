# SPDX-License-Identifier: GPL-3.0-or-later
"""fourbar in Blender: robots in and out, moving, loops closed.

This folder is the part that needs Blender, and thin: which objects a robot becomes and which robot
a scene has become is decided in `fourbar.blender`, which is Apache-2.0 and imports no bpy.
"""

from . import (
    building,
    checking,
    devices,
    exports,
    files,
    handlers,
    joints,
    motions,
    naming,
    overlays,
    panels,
    posing,
    preferences,
    rigs,
    semantics,
    shaping,
    texts,
    turntable,
)
from .gltf_hook import JointsOfRobots, turn_axes

# What Blender's glTF exporter looks for in extensions.
glTF2ExportUserExtension = JointsOfRobots  # noqa: N816
glTF2_pre_export_callback = turn_axes  # noqa: N816

_MODULES = (
    preferences,
    files,
    exports,
    posing,
    motions,
    rigs,
    building,
    joints,
    shaping,
    texts,
    naming,
    turntable,
    checking,
    overlays,
    panels,
    semantics,
    devices,
    handlers,
)


def register() -> None:
    """Add operators, panels, menus and handlers."""
    for module in _MODULES:
        module.register()


def unregister() -> None:
    """Take them away again; objects and their properties stay."""
    for module in reversed(_MODULES):
        module.unregister()

# SPDX-License-Identifier: GPL-3.0-or-later
"""fourbar in Blender: robots in and out, moving, loops closed.

This folder is the part that needs Blender, and thin: which objects a robot becomes and which robot
a scene has become is decided in `fourbar.blender`, which is Apache-2.0 and imports no bpy.
"""

from . import (
    building,
    checking,
    devices,
    files,
    handlers,
    joints,
    motions,
    overlays,
    panels,
    posing,
    preferences,
    rigs,
    shaping,
    texts,
)

_MODULES = (
    preferences,
    files,
    posing,
    motions,
    rigs,
    building,
    joints,
    shaping,
    texts,
    checking,
    overlays,
    panels,
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

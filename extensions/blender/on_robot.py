# SPDX-License-Identifier: GPL-3.0-or-later
"""Operators that need a robot."""

from __future__ import annotations

from collections.abc import Callable

import bpy

from . import robots, running
from .classes import Reporting


class OnRobot(Reporting):
    """An operator on the active robot, which can be undone."""

    bl_options = {"REGISTER", "UNDO"}
    poll_message_set: Callable[[str], None]

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Whether there is a robot."""
        if robots.active_root(context) is None:
            cls.poll_message_set("Select a part of a robot")
            return False
        return True

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Run, on the positions that the properties have."""
        root = robots.active_root(context)
        if root is not None:
            running.catch_up(root)
        return super().execute(context)

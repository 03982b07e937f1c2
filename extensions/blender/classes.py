# SPDX-License-Identifier: GPL-3.0-or-later
"""Registering classes, and telling users why something did not work."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import bpy

from fourbar import FourbarError


def registrar(classes: Iterable[type]) -> tuple[Callable[[], None], Callable[[], None]]:
    """What registers these classes, and what takes them away."""
    several = tuple(classes)

    def register() -> None:
        for cls in several:
            bpy.utils.register_class(cls)

    def unregister() -> None:
        for cls in reversed(several):
            bpy.utils.unregister_class(cls)

    return register, unregister


class Reporting:
    """An operator that shows what fourbar refuses as an error, with its reason."""

    # Both come with the operator that this is mixed into.
    report: Callable[[set[str], str], None]

    def run(self, context: bpy.types.Context) -> None:
        """What the operator does; FourbarError, OSError and ValueError are shown."""
        raise NotImplementedError

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Run, and report what cannot be done."""
        try:
            self.run(context)
        except OSError as error:
            reason = error.strerror or str(error)
            self.report({"ERROR"}, f"'{error.filename}': {reason}" if error.filename else reason)
            return {"CANCELLED"}
        except (FourbarError, ValueError) as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        return {"FINISHED"}


def counted(count: int, what: str) -> str:
    """How many of something there are: 1 finding, 2 findings."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def add_to_menu(menu: type, draw: Callable[..., None]) -> None:
    """Append an entry to one of Blender's menus."""
    menu.append(draw)


def remove_from_menu(menu: type, draw: Callable[..., None]) -> None:
    """Take an entry out of one of Blender's menus."""
    menu.remove(draw)

"""The texts of files that `fourbar edit` was given, followed through its operations."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..reading import Reading
    from ..robot import Robot

RENAMING = ("rename", "prefix")
"""Operations after which all parts are there in the same order."""


class EditedText:
    """The text of the file after each operation, as long as it can be followed."""

    def __init__(self, reading: Reading | None) -> None:
        from ..formats.editable import editable

        self.reading = reading if reading is not None and editable(reading) else None
        content = None if self.reading is None else self.reading.content
        self.original = self.data = None if content is None else content.data

    def follow(self, robot: Robot) -> None:
        """Make of the text that of the robot after an operation, or give it up."""
        from ..formats.rewrite import reread, rewritten

        self.data = None if self.reading is None else rewritten(self.reading, robot)
        if self.reading is not None and self.data is not None:
            self.reading = reread(self.reading, self.data)
        else:
            self.reading = None

    def seen_from(self, robot: Robot, output: str) -> bytes | None:
        """The text for another file, with the addresses of meshes from its folder."""
        from ..formats.addresses import seen_from
        from ..formats.rewrite import rewritten

        moved = seen_from(robot, Path(output).parent)
        if moved is robot or self.reading is None:
            return self.data
        return rewritten(self.reading, moved)


class EditedSemantics:
    """The SRDF file that was read, as long as all that it refers to is there."""

    def __init__(self, reading: Reading) -> None:
        self.document = reading.semantics
        self.data = None if self.document is None else self.document.text.data

    def follow(self, operation: str, before: Robot, after: Robot) -> None:
        """Rename what an operation renamed, and write the positions that states have now.

        An operation that takes away what the file refers to ends it.
        """
        from ..diagnostics import Report
        from ..urdf.rename_srdf import renamed_srdf
        from ..urdf.restate_srdf import restated_srdf
        from ..urdf.srdf import parse_srdf

        if self.data is None or self.document is None:
            return
        document = parse_srdf(self.data, file=self.document.text.name, report=Report())
        assert document is not None  # it was read, and only values of attributes have changed
        if operation not in RENAMING:
            self.data = restated_srdf(document, before, after)
            return
        self.data = renamed_srdf(
            document,
            robot=after.name,
            links=dict(zip(before.links.names, after.links.names, strict=True)),
            joints=dict(zip(before.joints.names, after.joints.names, strict=True)),
        )

    def report_losses(self) -> None:
        """Say what a file that is written again does not have."""
        from ..urdf.srdf import not_written

        if self.data is None and self.document is not None and (lost := not_written(self.document)):
            what = ", ".join(f"{count} <{tag}>" for tag, count in lost.items())
            print(
                f"note: the SRDF is written again with states and disabled collisions only, "
                f"without {what}",
                file=sys.stderr,
            )

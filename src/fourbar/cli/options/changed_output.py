"""Where commands that change a description write it to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..failure import CommandError

if TYPE_CHECKING:
    from ...reading import Reading

SAME_FORMAT = "A .xml file is URDF where the input is, and else MJCF."
"""What their help says about the format."""


def check_folder(output: str | Path) -> None:
    """Refuse, before anything is computed, a file that cannot be written for want of a folder."""
    folder = Path(output).parent
    if not folder.is_dir():
        raise CommandError(f"the folder '{folder}' does not exist")


def check_output(reading: Reading, output: str | Path) -> None:
    """The same, and a description of an unknown format."""
    from ...formats.changed import changed_format

    check_folder(output)
    changed_format(reading, output)

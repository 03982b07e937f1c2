"""Archives where a robot is asked for: what opens them instead."""

from __future__ import annotations

import argparse

from ...fleet.archive_names import SUFFIXES
from ..failure import CommandError


def refuse_archives(args: argparse.Namespace) -> None:
    """CommandError for an archive: as a description it is noise."""
    if getattr(args, "input_format", None) is not None:
        return
    files = [getattr(args, "file", None), getattr(args, "other", None)]
    for file in (*files, *(getattr(args, "files", None) or ())):
        if isinstance(file, str) and file.lower().endswith(SUFFIXES):
            raise CommandError(
                f"'{file}' is an archive; unpack it, or work on every robot in it with: "
                f"fourbar fleet info {file} (a zip file can also be dropped on the page of "
                "fourbar view)"
            )

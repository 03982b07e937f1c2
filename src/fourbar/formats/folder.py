"""Folders that are robots: those of Gazebo's models, which have a `model.config`."""

from __future__ import annotations

import re
from pathlib import Path

_MOST_BYTES = 1 << 16
# Compiled when a folder is first looked into: few commands are given one.
_COMMENT = r"(?s)<!--.*?-->"
_FILE = r"""<sdf(?:\s+version\s*=\s*["']([\d.]+)["'])?\s*>\s*([^<]+?)\s*</sdf>"""


def model_file(folder: Path) -> Path | None:
    """The SDFormat file that `model.config` names, of several the one of the newest version.

    None where the folder has no such file, or names one outside of itself.
    """
    try:
        with (folder / "model.config").open("rb") as stream:
            text = stream.read(_MOST_BYTES).decode("utf-8", "replace")
    except (OSError, ValueError):
        return None
    named = re.findall(_FILE, re.sub(_COMMENT, "", text))
    for _, name in sorted(named, key=lambda row: _version(row[0]), reverse=True):
        file = folder / name
        if file.resolve().is_relative_to(folder.resolve()) and file.is_file():
            return file
    return None


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(".") if part)

"""Settings files of the job `check`: those that `fourbar check` would use for each description."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from ..lint import Settings
from ..lint.configuration import find_configuration, read_configuration

NEAREST = "nearest"
"""The configuration of each description is the one in the nearest folder above it."""


def settings_of(config: str | None) -> Callable[[str], str]:
    """A function that gives the settings for the description at a path, as text for workers.

    `config` is a file, "nearest", or None for none at all. The text is the same for the same
    settings and is "" without any. Raises SettingsError for a file that cannot be meant.
    """
    read: dict[Path | None, str] = {None: ""}
    folders: dict[str, str] = {}

    def text(config: Path | None) -> str:
        if config not in read:
            read[config] = _text(read_configuration(config)) if config is not None else ""
        return read[config]

    def nearest(path: str) -> str:
        folder = os.path.dirname(path)  # noqa: PTH120 - for each of many files
        if folder not in folders:
            folders[folder] = text(find_configuration(path))
        return folders[folder]

    if config == NEAREST:
        return nearest
    same = text(None if config is None else Path(config))
    return lambda path: same


def settings_from(text: str) -> Settings | None:
    """What `settings_of` made a text of."""
    return Settings(**json.loads(text)) if text else None


def _text(settings: Settings) -> str:
    values: dict[str, object] = {name: each for name, each in vars(settings).items() if each}
    values["meshes"] = settings.meshes
    values.pop("folder", None)
    if settings.per_file_ignores:
        folder = settings.folder
        # Names of results are relative to this folder, and a worker may be in another one.
        with suppress(ValueError):  # another drive
            folder = os.path.relpath(folder)
        values["folder"] = folder
    return json.dumps(values, sort_keys=True)

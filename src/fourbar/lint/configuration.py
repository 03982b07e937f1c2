"""Settings from `fourbar.toml`, or from `[tool.fourbar]` in `pyproject.toml`.

    select = ["ALL"]
    ignore = ["P440", "names-differ-in-case"]
    target = ["gazebo", "moveit"]
    [severity]
    P402 = "error"
    [per-file-ignores]
    "vendor/*.urdf" = ["P4", "R2"]
    [packages]
    arm_description = "src/arm_description"

The nearest file upwards from the description counts. Folders are relative to it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from ..diagnostics import Severity, did_you_mean
from .settings import Settings, SettingsError, codes, targets

_KEYS = (
    "select",
    "ignore",
    "severity",
    "per-file-ignores",
    "packages",
    "target",
    "preview",
    "meshes",
)


def find_configuration(near: str | os.PathLike[str]) -> Path | None:
    """The nearest configuration file, from a file's folder upwards."""
    start = Path(near).absolute()
    for folder in (start, *start.parents) if start.is_dir() else start.parents:
        own = folder / "fourbar.toml"
        if own.is_file():
            return own
        project = folder / "pyproject.toml"
        if project.is_file() and b"[tool.fourbar" in _read(project):
            return project
    return None


def read_configuration(file: str | os.PathLike[str]) -> Settings:
    """The settings a file holds; raises SettingsError where one cannot be meant."""
    import tomllib

    path = Path(file)
    try:
        table: Any = tomllib.loads(_read(path).decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path}: {error}") from None
    if path.name == "pyproject.toml":
        table = table.get("tool", {}).get("fourbar", {})
    return _Reader(path, table).settings()


class _Reader:
    """Values of the types they must have."""

    def __init__(self, path: Path, table: Any) -> None:
        self.path = path
        self.table: dict[str, Any] = table if isinstance(table, dict) else {}

    def settings(self) -> Settings:
        for key in self.table:
            if key not in _KEYS:
                raise self._error(f"unknown setting '{key}'{did_you_mean(key, _KEYS)}")
        folder = self.path.absolute().parent
        return Settings(
            select=self._codes("select", self.table.get("select", [])),
            ignore=self._codes("ignore", self.table.get("ignore", [])),
            severity=self._severities(),
            per_file_ignores={
                pattern: self._codes(f"per-file-ignores.{pattern}", codes)
                for pattern, codes in self._table("per-file-ignores").items()
            },
            targets=targets(self._words("target"), where=str(self.path)),
            preview=self._flag("preview", default=False),
            meshes=self._flag("meshes", default=True),
            packages={
                name: str(folder / str(place)) for name, place in self._table("packages").items()
            },
            folder=str(folder),
        )

    def _codes(self, key: str, words: object) -> tuple[str, ...]:
        if not isinstance(words, list):
            raise self._error(f"'{key}' must be a list of codes")
        return codes(map(str, cast("list[object]", words)), where=f"{self.path}: {key}")

    def _severities(self) -> dict[str, Severity]:
        found: dict[str, Severity] = {}
        for word, level in self._table("severity").items():
            (code,) = codes([word], where=f"{self.path}: severity")
            if level not in tuple(Severity):
                known = ", ".join(Severity)
                raise self._error(f"severity of '{word}' must be one of {known}; got '{level}'")
            found[code] = Severity(str(level))
        return found

    def _words(self, key: str) -> list[str]:
        value = self.table.get(key, [])
        if isinstance(value, str):
            return [value]
        if not isinstance(value, list):
            raise self._error(f"'{key}' must be a list of words")
        return [str(word) for word in cast("list[object]", value)]

    def _table(self, key: str) -> Mapping[str, object]:
        value = self.table.get(key, {})
        if not isinstance(value, dict):
            raise self._error(f"'{key}' must be a table")
        return cast("dict[str, object]", value)

    def _flag(self, key: str, *, default: bool) -> bool:
        value = self.table.get(key, default)
        if not isinstance(value, bool):
            raise self._error(f"'{key}' must be true or false")
        return value

    def _error(self, message: str) -> SettingsError:
        return SettingsError(f"{self.path}: {message}")


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        missing = isinstance(error, FileNotFoundError)
        reason = "does not exist" if missing else f"cannot be read: {error.strerror or error}"
        raise SettingsError(f"'{path}' {reason}") from None

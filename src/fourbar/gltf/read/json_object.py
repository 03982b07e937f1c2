"""Members of JSON objects of unknown origin, taken with their kind checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from typing import Any

from ... import rules
from ...diagnostics import did_you_mean
from ...gltf_file.json_value import as_list, as_object, is_plain
from ..findings import GltfFindings, pointer_to, short_repr

LARGEST = 1e150
"""Beyond this, products of transforms leave the range of a double."""


@dataclass(frozen=True, slots=True)
class JsonObject:
    """A JSON object and where it stands."""

    value: dict[str, Any]
    pointer: str
    findings: GltfFindings

    def at(self, key: str | int) -> str:
        """The pointer of a member."""
        return self.pointer + pointer_to(key)

    def wrong(self, key: str | int, expected: str) -> None:
        """Say that a member is missing or not what it should be."""
        if key not in self.value:
            self.findings.add(
                rules.gltf.EXTENSION_SCHEMA,
                self.pointer,
                f"'{key}' is missing; expected {expected}",
            )
        else:
            value = short_repr(self.value[key])  # pyright: ignore[reportArgumentType]
            self.findings.add(
                rules.gltf.EXTENSION_SCHEMA,
                self.at(key),
                f"'{key}' must be {expected}, got {value}",
            )

    def text(self, key: str) -> str | None:
        """A required text."""
        value = self.value.get(key)
        if isinstance(value, str) and is_plain(value):
            return value
        self.wrong(
            key, "a string without control characters" if isinstance(value, str) else "a string"
        )
        return None

    def name(self, key: str = "name") -> str | None:
        """A required text that others refer to, which must not be empty."""
        found = self.text(key)
        if found == "":
            self.wrong(key, "a name, which must not be empty")
            return None
        return found

    def index(self, key: str, count: int, what: str, *, required: bool = True) -> int | None:
        """A number of one of `count` items."""
        if key not in self.value and not required:
            return None
        value = self.value.get(key)
        if type(value) is not int or value < 0:
            self.wrong(key, f"the index of one of the {what}")
            return None
        return value if value < count else self._beyond(value, self.at(key), count, what)

    def indices(
        self, key: str, count: int, what: str, *, required: bool = False, unique: bool = False
    ) -> list[int] | None:
        """A list of numbers of items; [] where it is absent and may be, None where it is wrong."""
        if key not in self.value and not required:
            return []
        value = as_list(self.value.get(key))
        if value is None or not all(type(v) is int and v >= 0 for v in value):
            self.wrong(key, f"a list of indices of {what}")
            return None
        for number, each in enumerate(value):
            if each >= count:
                self._beyond(each, f"{self.at(key)}/{number}", count, what)
        if unique and len(set(value)) < len(value):
            message = f"duplicate index in '{key}'"
            self.findings.add(rules.gltf.EXTENSION_DUPLICATE, self.at(key), message)
        return value if all(each < count for each in value) else None

    def _beyond(self, value: int, pointer: str, count: int, what: str) -> None:
        message = f"index {short_repr(value)} is out of range: the file has {count} {what}"
        self.findings.add(rules.gltf.EXTENSION_INDEX, pointer, message)

    def number(self, key: str, *, required: bool = False) -> float | None:
        """A finite number, or None where it is absent (null counts as absent)."""
        value = self.value.get(key)
        if value is None and not required:
            return None
        if value is not None and is_number(value):
            return float(value)
        self.wrong(key, "a number")
        return None

    def vector(self, key: str, size: int, *, required: bool = False) -> tuple[float, ...] | None:
        """So many finite numbers."""
        if self.value.get(key) is None and not required:
            return None
        value = as_list(self.value.get(key))
        if value is not None and len(value) == size and all(map(is_number, value)):
            return tuple(float(v) for v in value)
        self.wrong(key, f"a list of {size} numbers")
        return None

    def boolean(self, key: str) -> bool | None:
        """True, false, or absent."""
        value = self.value.get(key)
        if value is not None and not isinstance(value, bool):
            self.wrong(key, "true or false")
            return None
        return value

    def object(self, key: str, *, required: bool = False) -> JsonObject | None:
        """An object inside this one."""
        value = as_object(self.value.get(key))
        if value is not None:
            return JsonObject(value, self.at(key), self.findings)
        if self.value.get(key) is not None or required:
            self.wrong(key, "an object")
        return None

    def objects(self, key: str, *, required: bool = False) -> list[JsonObject] | None:
        """A list of objects; [] where it is absent and may be, None where it is wrong."""
        if self.value.get(key) is None and not required:
            return []
        value = as_list(self.value.get(key))
        if value is None or not all(isinstance(v, dict) for v in value):
            self.wrong(key, "a list of objects")
            return None
        pointer = self.at(key)
        return [JsonObject(v, f"{pointer}/{i}", self.findings) for i, v in enumerate(value)]

    def members(self) -> Iterator[tuple[str, Any]]:
        """All members."""
        return iter(self.value.items())

    def only(self, *known: str) -> None:
        """Note members that nobody defines; they are allowed."""
        for key in self.value:
            if self.findings.full:
                return
            if key not in known and key not in ("extras", "extensions"):
                guess = did_you_mean(key[:100], known)
                message = f"unknown property '{key[:60]}'{guess}"
                self.findings.add(rules.gltf.EXTENSION_UNKNOWN_PROPERTY, self.at(key), message)


def is_number(value: object) -> bool:
    """A finite number that transforms can be made of."""
    if type(value) is int:
        return -LARGEST < value < LARGEST
    return type(value) is float and isfinite(value) and abs(value) < LARGEST

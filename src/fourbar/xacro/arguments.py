"""The arguments of a xacro file: given by the caller, declared by the file."""

from __future__ import annotations

from collections.abc import Callable, Mapping


class MissingArgumentError(KeyError):
    """An argument without value and default is used."""


class Arguments(dict[str, str]):
    """The values of arguments, as xacro's dictionary of them.

    xacro asks whether a name is here when the file declares it: these names are `declared`.
    `fallback` is asked for the value of an argument that has none.
    """

    def __init__(self, given: Mapping[str, str], fallback: Callable[[str], str | None]) -> None:
        super().__init__((name, str(value)) for name, value in given.items())
        self.given = frozenset(given)
        self.declared: set[str] = set()
        self.used: set[str] = set()
        self._fallback = fallback

    def __contains__(self, name: object) -> bool:
        self.declared.add(str(name))
        return super().__contains__(name)

    def __getitem__(self, name: str) -> str:
        self.used.add(name)
        return super().__getitem__(name)

    def __missing__(self, name: str) -> str:
        value = self._fallback(name)
        if value is None:
            raise MissingArgumentError(name)
        return value

    def unknown(self) -> list[str]:
        """The given arguments that the file neither declares nor uses."""
        return sorted(self.given - self.declared - self.used)

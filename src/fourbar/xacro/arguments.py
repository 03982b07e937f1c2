"""The arguments of a xacro file: given by the caller, declared by the file."""

from __future__ import annotations

from collections.abc import Mapping


class Arguments(dict[str, str]):
    """The values of arguments, and which were `given`, `declared` by the file and `used`."""

    def __init__(self, given: Mapping[str, str]) -> None:
        super().__init__((name, str(value)) for name, value in given.items())
        self.given = frozenset(given)
        self.declared: set[str] = set()
        self.used: set[str] = set()

    def declare(self, name: str) -> bool:
        """Note a declaration; whether its default is wanted."""
        self.declared.add(name)
        return name not in self

    def use(self, name: str) -> str | None:
        """The value of an argument, None where it has none yet."""
        self.used.add(name)
        return self.get(name)

    def unknown(self) -> list[str]:
        """The given arguments that the file neither declares nor uses."""
        return sorted(self.given - self.declared - self.used)

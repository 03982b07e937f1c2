"""What expressions can call: functions, methods of values, and lambdas."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .scope import World


class Function:
    """A function that expressions know by name; `run` looks at its arguments itself."""

    __slots__ = ("name", "run")

    def __init__(self, name: str, run: Callable[..., Any]) -> None:
        self.name = name
        self.run = run

    def __call__(self, *args: Any, **words: Any) -> Any:
        """Call it."""
        return self.run(*args, **words)

    def __repr__(self) -> str:
        raise TypeError(f"the function '{self.name}' cannot be text; call it: {self.name}(...)")


class Lambda:
    """A function made in an expression."""

    __slots__ = ("_defaults", "_names", "_run")

    def __init__(
        self, names: list[str], defaults: list[Any], run: Callable[[dict[str, Any]], Any]
    ) -> None:
        self._names = names
        self._defaults = defaults
        self._run = run

    def __call__(self, *args: Any, **words: Any) -> Any:
        """Call it."""
        first = len(self._names) - len(self._defaults)
        values = dict(zip(self._names[first:], self._defaults, strict=True))
        if len(args) > len(self._names) or any(word not in self._names for word in words):
            raise TypeError("too many arguments for a lambda")
        values.update(zip(self._names, args, strict=False))
        values.update(words)
        if len(values) != len(self._names):
            raise TypeError("too few arguments for a lambda")
        return self._run(values)

    def __repr__(self) -> str:
        raise TypeError("a lambda cannot be text; call it")


def call(target: Any, args: list[Any], words: dict[str, Any], world: World) -> Any:
    """Call what an expression calls."""
    return callable_of(target, world)(*args, **words)


def callable_of(target: Any, world: World) -> Callable[..., Any]:
    """A function that may be called, or TypeError."""
    if isinstance(target, Function | Lambda):
        return target
    if isinstance(target, type) and target in world.types:
        return world.types[target]
    raise TypeError(f"'{type(target).__name__}' cannot be called")

"""Names and their values: properties, parameters and blocks, one scope inside another."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import rules
from .error import XacroError
from .limits import Budget

if TYPE_CHECKING:
    from .callables import Function
    from .template import Tag

Source = tuple["Tag", str]
"""An element and the attribute that a value is written in."""


class World:
    """What all scopes of one expansion share.

    `evaluate` gives the value of a text in a scope, `types` the function behind each type that
    can be called, `redefined` hears of a name that hides a function.
    """

    def __init__(
        self,
        budget: Budget,
        evaluate: Callable[[str, Scope], Any],
        redefined: Callable[[str], None],
    ) -> None:
        self.budget = budget
        self.evaluate = evaluate
        self.redefined = redefined
        self.types: dict[type, Function] = {}


class Lazy:
    """A property that is evaluated when it is first used."""

    __slots__ = ("busy", "source", "text")

    def __init__(self, text: str, source: Source | None) -> None:
        self.text = text
        self.source = source
        self.busy = False


class Scope:
    """Names inside a `parent`; blocks are kept as `*name` (one element) or `**name` (content).

    The outermost scope holds functions and constants, the next one what files define at the top.
    A `namespace` is a scope that expressions can name: `arm.length`.
    """

    __slots__ = ("names", "namespace", "parent", "world")

    def __init__(self, parent: Scope | None, world: World, *, namespace: bool = False) -> None:
        self.names: dict[str, Any] = {}
        self.parent = parent
        self.world = world
        self.namespace = namespace

    def __repr__(self) -> str:
        raise TypeError("a namespace cannot be text; use one of its names: namespace.name")

    def look_up(self, name: str) -> Any:
        """The value of a name here or further out; NameError where there is none."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                value = scope.names[name]
                return scope._evaluated(name, value) if type(value) is Lazy else value
            scope = scope.parent
        raise NameError(f"name '{name}' is not defined", name=name)

    def __contains__(self, name: str) -> bool:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return True
            scope = scope.parent
        return False

    def define(
        self, name: str, value: Any, *, lazy: bool = False, source: Source | None = None
    ) -> None:
        """Give a name a value; a `lazy` text is evaluated when it is first used."""
        if name in self.root.names:
            self.world.redefined(name)
        value = literal(value)
        if lazy and isinstance(value, str):
            value = Lazy(value, source) if "$" in value else literal(value)
        self.names[name] = value

    def remove(self, name: str) -> None:
        """Forget a name here and in all scopes around, but not a function."""
        scope = self
        while scope.parent is not None:
            scope.names.pop(name, None)
            scope = scope.parent

    @property
    def root(self) -> Scope:
        """The outermost scope."""
        scope = self
        while scope.parent is not None:
            scope = scope.parent
        return scope

    @property
    def top(self) -> Scope:
        """The scope of what files define at the top."""
        scope = self
        while scope.parent is not None and scope.parent.parent is not None:
            scope = scope.parent
        return scope

    @property
    def caller(self) -> Scope | None:
        """The scope that `scope="parent"` means; None at the top."""
        scope = self.parent
        if not self.namespace:
            while scope is not None and scope.namespace:
                scope = scope.parent
        return None if scope is None or scope.parent is None else scope

    def defined(self) -> list[str]:
        """The names of properties that can be used here, the innermost first."""
        names: list[str] = []
        scope = self
        while scope.parent is not None:
            names.extend(scope.names)
            scope = scope.parent
        return names

    def _evaluated(self, name: str, lazy: Lazy) -> Any:
        if lazy.busy:
            note = 'Evaluate it where it is defined: lazy_eval="false".'
            raise XacroError(
                rules.xacro.XACRO_ERROR, f"property '{name}' is defined by itself", note
            )
        lazy.busy = True
        try:
            value = literal(self.world.evaluate(lazy.text, self))
        except XacroError as error:
            if lazy.source is not None:
                error.at(*lazy.source)
            error.missing = False
            raise
        finally:
            lazy.busy = False
        self.names[name] = value
        return value


def literal(value: Any) -> Any:
    """A number or a truth value where a text reads as one; a text in single quotes without them."""
    if not isinstance(value, str):
        return value
    if len(value) >= 2 and value[0] == "'" and value[-1] == "'":
        return value[1:-1]
    if "_" in value:
        return value  # Python would read 1_000 as a number
    for read in (int, float, truth):
        try:
            return read(value)
        except (ValueError, OverflowError):
            pass
    return value


def truth(value: Any) -> bool:
    """The truth value of a condition; ValueError where a text is neither."""
    if not isinstance(value, str):
        return bool(value)
    if value in ("true", "True"):
        return True
    if value in ("false", "False"):
        return False
    return bool(int(value))

"""Macros: a body, and parameters with their defaults."""

from __future__ import annotations

from .. import rules
from .error import XacroError
from .parameters import Default, read_parameters
from .scope import Scope
from .template import Tag


class Macro:
    """A macro: its element, and its parameters in order; blocks begin with a star."""

    __slots__ = ("body", "defaults", "name", "parameters")

    def __init__(self, name: str, body: Tag, params: str) -> None:
        self.name = name
        self.body = body
        self.parameters: list[str] = []
        self.defaults: dict[str, Default] = {}
        for parameter, default in read_parameters(params):
            self.parameters.append(parameter)
            if default is not None:
                self.defaults[parameter] = default

    def become(self, other: Macro) -> None:
        """Take over another definition."""
        self.body = other.body
        self.parameters = other.parameters
        self.defaults = other.defaults

    def wrong(self, message: str, **facts: object) -> XacroError:
        """A call that does not fit."""
        listed = ", ".join(self.parameters) or "none"
        text = f"macro '{self.name}' {message}"
        note = f"Its parameters are: {listed}."
        return XacroError(rules.xacro.XACRO_MACRO_PARAMETERS, text, note, facts=facts)


class Macros:
    """The macros that can be called, one table inside another, and namespaces of them."""

    __slots__ = ("_names", "_parent")

    def __init__(self, parent: Macros | None = None) -> None:
        self._names: dict[str, Macro | Macros] = {}
        self._parent = parent

    def define(self, name: str, value: Macro | Macros) -> None:
        """Add a macro or a namespace, or replace it.

        A macro that is replaced while it is called, by a block given to it, has the new defaults
        at once, as in xacro.
        """
        known = self._names.get(name)
        if isinstance(known, Macro) and isinstance(value, Macro):
            known.become(value)
        else:
            self._names[name] = value

    def resolve(self, name: str, scope: Scope) -> tuple[Macros, Scope, Macro] | None:
        """A macro by name or `namespace.name`, with the tables that it is called in."""
        found = self._get(name)
        if isinstance(found, Macro):
            return self, scope, found
        *spaces, name = name.split(".")
        macros: Macro | Macros | None = self
        for space in spaces:
            macros = macros._get(space) if isinstance(macros, Macros) else None
            inner = scope.look_up(space) if space in scope else None
            if not isinstance(inner, Scope) or macros is None:
                return None
            scope = inner
        found = macros._get(name) if isinstance(macros, Macros) else None
        return (
            (macros, scope, found)
            if isinstance(macros, Macros) and isinstance(found, Macro)
            else None
        )

    def names(self) -> list[str]:
        """The macros that can be called, the innermost first."""
        found: list[str] = []
        table: Macros | None = self
        while table is not None:
            for name, value in table._names.items():
                inner = value.names() if isinstance(value, Macros) else [""]
                found.extend(f"{name}.{each}" if each else name for each in inner)
            table = table._parent
        return found

    def _get(self, name: str) -> Macro | Macros | None:
        table: Macros | None = self
        while table is not None:
            if name in table._names:
                return table._names[name]
            table = table._parent
        return None

"""`$(find ...)`, `$(arg ...)`, `$(env ...)`, `$(optenv ...)`, `$(dirname)` and `$(eval ...)`."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from .. import rules
from .callables import Function
from .error import XacroError
from .scope import Scope, World

_COMMANDS = ("arg", "dirname", "env", "eval", "find", "optenv")
_FIND_SHARE = re.compile(r"\$\(find-pkg-share\s")


class Context(Protocol):
    """What substitutions need from an expansion."""

    def argument(self, name: str) -> str:
        """The value of an argument."""
        ...

    def package(self, name: str) -> str:
        """The folder of a package."""
        ...

    def folder(self) -> str:
        """The folder of the file in hand."""
        ...

    def extension(self, message: str) -> None:
        """Something was read that xacro itself refuses."""
        ...


class Substitutions:
    """Evaluates `$(...)` for one expansion; `evaluate` gives the text of an expression."""

    def __init__(
        self, context: Context, world: World, evaluate: Callable[[str, Scope, str], str]
    ) -> None:
        self._context = context
        self._evaluate = evaluate
        self._names = _Names(self, world)

    def substitute(self, text: str) -> str:
        """The text that `$(...)` is replaced by."""
        if text == "$(cwd)":
            return str(Path.cwd())
        if text.startswith("$(eval ") and text.endswith(")"):
            expression = text[7:-1]
            if "__" in expression:
                message = "$(eval ...) must not contain two underscores in a row"
                raise XacroError(rules.xacro.XACRO_EXPRESSION, message)
            return self._evaluate(expression, self._names, text)
        text, changed = _FIND_SHARE.subn("$(find ", text)
        if changed:
            self._context.extension("xacro does not know $(find-pkg-share ...); use $(find ...)")
        # What an argument or variable holds may name a package in turn.
        return self._pass(self._pass(text, _COMMANDS), ("find",))

    def _pass(self, text: str, commands: tuple[str, ...]) -> str:
        result = text
        for inner in _commands(text):
            words = [word for word in inner.split(" ") if word]
            if not words or words[0] not in _COMMANDS or words[0] == "eval":
                expected = ", ".join(_COMMANDS)
                message = f"unknown substitution $({inner}); expected one of: {expected}"
                raise XacroError(rules.xacro.XACRO_EXPRESSION, message)
            if words[0] in commands:
                result = result.replace(f"$({inner})", self._command(inner, words[0], words[1:]))
        return result

    def _command(self, inner: str, command: str, words: list[str]) -> str:
        if command == "dirname":
            self._context.extension("xacro itself does not evaluate $(dirname)")
            return self._context.folder()
        if not words or (len(words) > 1 and command != "optenv"):
            message = f"$({command} ...) needs exactly one name, got $({inner})"
            raise XacroError(rules.xacro.XACRO_EXPRESSION, message)
        name, *rest = words
        match command:
            case "arg":
                return self._context.argument(name)
            case "find":
                return self._context.package(name)
            case "env":
                return self.variable(name)
            case _:
                return os.environ.get(name, " ".join(rest))

    def variable(self, name: str) -> str:
        """An environment variable that must be set."""
        value = os.environ.get(name)
        if value is None:
            message = f"environment variable '{name}' is not set"
            note = f"Use $(optenv {name} DEFAULT) where it may be missing."
            raise XacroError(rules.xacro.XACRO_EXPRESSION, message, note)
        return value

    def argument(self, name: str) -> Any:
        """The value of an argument as a number or truth value, where it reads as one."""
        return _converted(self._context.argument(name))

    def functions(self) -> dict[str, Function]:
        """The functions of `$(eval ...)`; brackets end the substitution, so few files call any."""
        made: dict[str, Callable[..., Any]] = {
            "arg": self.argument,
            "env": self.variable,
            "optenv": _variable_or,
            "find": self._context.package,
            "dirname": self._context.folder,
        }
        return {name: Function(name, run) for name, run in made.items()}


def _variable_or(name: str, default: str = "") -> str:
    return os.environ.get(name, default)


class _Names(Scope):
    """The names of `$(eval ...)`: arguments, and the functions and constants of `math`."""

    def __init__(self, owner: Substitutions, world: World) -> None:
        super().__init__(None, world)
        self._owner = owner
        self.names.update(true=True, false=False)
        for name, value in vars(math).items():
            if not name.startswith("_") and not callable(value):
                self.names[name] = value
        self.names.update(owner.functions())

    def look_up(self, name: str) -> Any:
        """The value of a name."""
        return self.names[name] if name in self.names else self._owner.argument(name)


def _commands(text: str) -> list[str]:
    """What is between `$(` and `)`, in order."""
    found: list[str] = []
    at = text.find("$(")
    while at >= 0:
        end = text.find(")", at + 2)
        inner = text[at + 2 : end if end >= 0 else len(text)]
        if "$" in inner or "(" in inner:
            message = f"'$' and '(' cannot be inside of $(...): {text}"
            raise XacroError(rules.xacro.XACRO_EXPRESSION, message)
        if inner and end >= 0:
            found.append(inner)
        at = text.find("$(", end + 1) if end >= 0 else -1
    return found


def _converted(value: str) -> Any:
    try:
        return float(value) if "." in value else int(value)
    except ValueError:
        pass
    return {"true": True, "false": False}.get(value.lower(), value)

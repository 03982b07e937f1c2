"""Texts with `${...}` and `$(...)` in them: taken apart once, evaluated in a scope."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .. import rules
from .error import XacroError
from .evaluate import Expression
from .known import undefined
from .limits import MAX_EXPRESSION, Budget, LimitError
from .names import RefusedError
from .scope import Scope
from .values import text_of

_SHOWN = 80
# In this order: `$${` and `$$(` are written for `${` and `$(`; an expression ends at the first
# brace or bracket; a dollar sign elsewhere is an ordinary character, but two of them are not.
_TOKEN = re.compile(
    r"\$(?P<escaped>\$+[{(])"
    r"|\$\{(?P<expression>[^}]*)\}"
    r"|\$\((?P<substitution>[^)]*)\)"
    r"|(?P<plain>[^$]+|\$[^{($]+|\$\Z)"
)


class Texts:
    """Evaluates texts; remembers how they are taken apart, as macros repeat them.

    `substitute` gives the value of `$(...)`, the brackets included.
    """

    def __init__(self, budget: Budget, substitute: Callable[[str], str]) -> None:
        self._budget = budget
        self._substitute = substitute
        self._texts: dict[str, list[tuple[str, str]]] = {}
        self._expressions: dict[str, Expression] = {}
        self.current = ""
        """The expression that is, or was last, evaluated."""

    def evaluate(self, text: str, scope: Scope) -> Any:
        """The value of a text: that of a single expression as it is, others joined as text."""
        if "$" not in text:
            return text
        parts = self._texts.get(text)
        if parts is None:
            parts = self._texts[text] = _parts(text)
        if len(parts) == 1:
            return self._part(*parts[0], scope)
        texts = [self.text(self._part(kind, part, scope)) for kind, part in parts]
        self._budget.produce(sum(map(len, texts)))
        return "".join(texts)

    def text(self, value: Any) -> str:
        """A value as text."""
        if type(value) is str:
            return value
        try:
            made = text_of(value, self._budget)
        except LimitError as error:
            raise _too_large(error) from error
        except (TypeError, ValueError) as error:
            raise XacroError(rules.xacro.XACRO_EXPRESSION, str(error)) from error
        self._budget.produce(len(made))
        return made

    def value(self, expression: str, scope: Scope, shown: str | None = None) -> Any:
        """The value of an expression without `${` and `}`; `shown` is how it is written."""
        shown = self.current = shown or f"${{{expression}}}"
        try:
            compiled = self._expressions.get(expression)
            if compiled is None:
                compiled = self._expressions[expression] = Expression(expression)
            value = compiled.evaluate(scope)
            if isinstance(value, str):
                self._budget.produce(len(value))
            return value
        except XacroError as error:
            raise error.within(shown) from None
        except Exception as error:
            raise explained(error, shown, scope) from error

    def _part(self, kind: str, part: str, scope: Scope) -> Any:
        if kind == "expression":
            inner = self.evaluate(part, scope) if "$" in part else part
            return self.value(inner, scope)
        if kind == "substitution":
            inner = f"$({self.text(self.evaluate(part, scope))})"
            self.current = f"$({part})"
            try:
                return self._substitute(inner)
            except XacroError as error:
                raise error.within(f"$({part})") from None
        return part


def _parts(text: str) -> list[tuple[str, str]]:
    if len(text) > MAX_EXPRESSION:
        raise XacroError(
            rules.xacro.XACRO_TOO_LARGE,
            f"a text with '$' has more than {MAX_EXPRESSION:,} characters",
        )
    parts: list[tuple[str, str]] = []
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            rest = text[at:]
            if rest[1:2] in "{(" and rest[1:2]:
                message = f"'{rest[:2]}' is never closed: {shortened(rest)}"
            else:
                message = f"'$$' must be followed by '{{' or '(': {shortened(rest)}"
            raise XacroError(rules.xacro.XACRO_EXPRESSION, message)
        kind = str(found.lastgroup)
        parts.append((kind, found[kind]))
        at = found.end()
    return parts


def explained(error: Exception, expression: str, scope: Scope) -> XacroError:
    """What went wrong in an expression, in the words of a finding."""
    made = _explained(error, expression, scope)
    return made.within(expression)


def _explained(error: Exception, expression: str, scope: Scope) -> XacroError:
    match error:
        case LimitError():
            return _too_large(error)
        case MemoryError() | RecursionError():
            return XacroError(
                rules.xacro.XACRO_EXPRESSION,
                f"cannot evaluate {shortened(expression)}: too deeply nested",
            )
        case RefusedError():
            return XacroError(rules.xacro.XACRO_EXPRESSION, str(error))
        case NameError():
            return _undefined(error, expression, scope)
        case KeyError():
            reason = f"key {error} does not exist"
        case SyntaxError():
            reason = error.msg
        case _:
            reason = str(error) or type(error).__name__
    return XacroError(
        rules.xacro.XACRO_EXPRESSION, f"cannot evaluate {shortened(expression)}: {reason}"
    )


def _undefined(error: NameError, expression: str, scope: Scope) -> XacroError:
    name = error.name or str(error)
    known = [each for each in scope.defined() if not each.startswith("*")]
    where = f" in {shortened(expression)}" if expression != f"${{{name}}}" else ""
    what = f"property '{name}'{where}"
    return undefined(rules.xacro.XACRO_UNDEFINED_PROPERTY, what, "properties", name, known)


def _too_large(error: LimitError) -> XacroError:
    return XacroError(rules.xacro.XACRO_TOO_LARGE, f"the expansion is stopped: {error}")


def shortened(text: str) -> str:
    """A text that fits on a line."""
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."

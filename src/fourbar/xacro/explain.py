"""From an error of xacro to a finding: which rule, which words, which way out."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from .. import rules
from ..diagnostics import Rule, Span, did_you_mean, nearest
from ..packages import PackageFinder
from .arguments import Arguments, MissingArgumentError
from .frames import Work, chain
from .limits import LimitError
from .settings import BadYamlError

_SHOWN = 8
_PARAMETERS = {
    r'Invalid parameter "(.*)"': "has no parameter '{}'",
    r"Undefined parameters \[(.*)\]": "needs a value for '{}'",
    r"Not enough blocks": "needs more elements inside it, one for each '*' parameter",
    r'Unused block "(.*)"': "has no use for the element <{}>",
}


class PackageNotFoundError(Exception):
    """`$(find ...)` or `package://` names a package that is not found."""


class Explanation(NamedTuple):
    """What a finding says."""

    rule: Rule
    message: str
    notes: tuple[str, ...] = ()
    span: Span | None = None


class Explainer:
    """Explains errors with what is known about one expansion."""

    def __init__(
        self, arguments: Arguments, finder: PackageFinder, show: Callable[[str], str]
    ) -> None:
        self.arguments = arguments
        self.finder = finder
        self.show = show

    def explain(self, error: Exception, work: Work) -> Explanation:
        """What went wrong, from the innermost error."""
        cause: Any = list(chain(error))[-1]
        text = str(cause) or type(cause).__name__
        match cause:
            case BadYamlError():
                return Explanation(rules.xacro.XACRO_YAML, text, span=cause.span)
            case LimitError():
                return Explanation(rules.xacro.XACRO_TOO_LARGE, f"the expansion is stopped: {text}")
            case RecursionError():
                return self._recursion(work)
            case MemoryError():
                return Explanation(
                    rules.xacro.XACRO_TOO_LARGE, "the expansion is stopped: out of memory"
                )
            case PackageNotFoundError():
                return self._package(text)
            case MissingArgumentError():
                return self._argument(str(cause.args[0]))
            case OSError():
                return self._file(cause)
            case NameError():
                return self._name(cause, work)
            case _:
                pass
        if type(cause).__name__ == "ArgException":
            return self._argument(text)
        if type(cause).__name__ == "XacroException":
            return self._xacro(cause, text, work)
        expression = work.expression()
        if expression is None:
            return Explanation(rules.xacro.XACRO_ERROR, text)
        if isinstance(cause, KeyError):
            text = f"there is no key {text}"
        elif isinstance(cause, SyntaxError):
            text = cause.msg
        return Explanation(
            rules.xacro.XACRO_EXPRESSION, f"cannot evaluate {_short(expression)}: {text}"
        )

    def _xacro(self, cause: Any, text: str, work: Work) -> Explanation:
        if text.startswith("unknown macro name: "):
            name = text.removeprefix("unknown macro name: ").removeprefix("xacro:")
            near = did_you_mean(name, work.names("macros"))
            note = "define it, or include the file that does, before it is called"
            return Explanation(
                rules.xacro.XACRO_UNKNOWN_MACRO, f"macro '{name}' is not defined{near}", (note,)
            )
        for pattern, words in _PARAMETERS.items():
            found = re.match(pattern, text)
            if found:
                return _parameters(cause, words, found[1] if found.re.groups else "")
        if text.startswith("invalid expression: $"):
            rest = text.removeprefix("invalid expression: ").split("\n")[0]
            return Explanation(
                rules.xacro.XACRO_EXPRESSION, f"'{rest[:2]}' is never closed: {_short(rest)}"
            )
        return Explanation(rules.xacro.XACRO_ERROR, text.replace("\n", "; "))

    def _recursion(self, work: Work) -> Explanation:
        macros = [name for kind, name, _ in work.around() if kind == "macro" and name]
        if macros:
            name = max(dict.fromkeys(macros), key=macros.count)
            message = f"macro '{name}' calls itself without end, or too deeply"
            return Explanation(
                rules.xacro.XACRO_TOO_LARGE, message, ("end the recursion with <xacro:if>",)
            )
        return Explanation(rules.xacro.XACRO_TOO_LARGE, "the expansion is nested too deeply")

    def _package(self, name: str) -> Explanation:
        return Explanation(
            rules.xacro.XACRO_PACKAGE_NOT_FOUND,
            f"package '{name}' is not found{did_you_mean(name, self.finder.names())}",
            (
                f"pass --package {name}=FOLDER (packages={{'{name}': FOLDER}}), "
                "or set ROS_PACKAGE_PATH or AMENT_PREFIX_PATH",
            ),
        )

    def _argument(self, name: str) -> Explanation:
        known = sorted((self.arguments.declared | self.arguments.given) - {name})
        notes = [f"pass --arg {name}:=VALUE (arguments={{'{name}': VALUE}})"]
        if known:
            notes.append(f"arguments so far: {_listed(known)}")
        near = did_you_mean(name, known)
        message = f"argument '{name}' has no value and no default{near}"
        return Explanation(rules.xacro.XACRO_MISSING_ARGUMENT, message, tuple(notes))

    def _name(self, cause: NameError, work: Work) -> Explanation:
        name = cause.name or str(cause)
        if name.startswith("__"):
            return Explanation(rules.xacro.XACRO_EXPRESSION, str(cause))
        near = did_you_mean(name, work.names("symbols"))
        expression = work.expression()
        where = f" in {_short(expression)}" if expression and expression != f"${{{name}}}" else ""
        message = f"property '{name}'{where} is not defined{near}"
        return Explanation(rules.xacro.XACRO_UNDEFINED_PROPERTY, message)

    def _file(self, cause: OSError) -> Explanation:
        reason = (cause.strerror or "cannot be read").lower()
        file = Path(str(cause.filename))
        message = f"'{self.show(str(file))}': {reason}"
        notes: list[str] = []
        folder, name = _last_existing(file)
        if folder is not None:
            here = sorted(self.finder.folders.entries(folder) or {})
            near = nearest(name, here)
            if near is not None:
                message += f"; did you mean '{near}'?"
            contents = f"'{self.show(str(folder))}' has {_listed(here) or 'nothing'}"
            notes.append(f"there is no '{name}': {contents}")
            notes.extend(self._arguments_behind(name))
        return Explanation(rules.xacro.XACRO_FILE_NOT_FOUND, message, tuple(notes))

    def _arguments_behind(self, name: str) -> list[str]:
        """The arguments whose value is the missing name, or the longest part of it."""
        parts = [(a, value) for a, value in sorted(self.arguments.items()) if value in name]
        longest = max((value for _, value in parts), key=len, default="")
        notes: list[str] = []
        for argument, value in parts:
            if len(value) > 1 and value == longest:
                source = "as given" if argument in self.arguments.given else "its default"
                notes.append(
                    f"argument '{argument}' is '{value}' ({source}); pass --arg {argument}:=VALUE"
                )
        return notes


def _parameters(cause: Any, words: str, name: str) -> Explanation:
    macro: Any = cause.macros[0]
    parameters: list[str] = macro.params
    near = did_you_mean(name, parameters) if "parameter '" in words else ""
    message = f"macro '{macro.body.getAttribute('name')}' {words.format(name)}{near}"
    note = f"its parameters are: {', '.join(parameters) or 'none'}"
    return Explanation(rules.xacro.XACRO_MACRO_PARAMETERS, message, (note,))


def _last_existing(file: Path) -> tuple[Path | None, str]:
    """The deepest folder on the way to a file that exists, and the name missing in it."""
    for folder in file.parents:
        if folder.is_dir():
            return folder, file.relative_to(folder).parts[0]
    return None, ""


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(f"'{name}'" for name in names[:_SHOWN]) + more


def _short(expression: str) -> str:
    return expression if len(expression) <= 80 else f"{expression[:77]}..."

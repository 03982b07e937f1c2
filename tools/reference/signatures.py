"""Signatures as they are written in code, for functions in Python and in C++."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import fourbar

_WIDTH = 88
_EMPTY = inspect.Parameter.empty


class Parameter(NamedTuple):
    """A parameter: name with stars, type and default as text; empty where there is none."""

    name: str
    type: str
    default: str


def parameters(function: Callable[..., Any]) -> list[Parameter]:
    """The parameters of a function, without self."""
    types = _stub_types().get(getattr(function, "__name__", ""), {})
    native = not inspect.isfunction(function)
    found: list[Parameter] = []
    for each in inspect.signature(function).parameters.values():
        if each.name in ("self", "cls"):
            continue
        stars = {each.VAR_POSITIONAL: "*", each.VAR_KEYWORD: "**"}.get(each.kind, "")
        type_ = types.get(each.name, "") if native else _text(each.annotation)
        default = "" if each.default is _EMPTY else _default(each.default)
        found.append(Parameter(stars + each.name, type_, default))
    return found


def signature(name: str, function: Callable[..., Any]) -> str:
    """The signature without types, on one line or one parameter a line."""
    shown: list[str] = []
    keyword_only = False
    for each in inspect.signature(function).parameters.values():
        if each.name in ("self", "cls"):
            continue
        if each.kind is each.KEYWORD_ONLY and not keyword_only:
            shown.append("*")
            keyword_only = True
        stars = {each.VAR_POSITIONAL: "*", each.VAR_KEYWORD: "**"}.get(each.kind, "")
        default = "" if each.default is _EMPTY else f"={_default(each.default)}"
        shown.append(f"{stars}{each.name}{default}")
    line = f"{name}({', '.join(shown)})"
    if len(line) <= _WIDTH:
        return line
    return "\n".join([f"{name}(", *(f"    {each}," for each in shown), ")"])


def returned(function: Callable[..., Any]) -> str:
    """The type of the result, where it is written down."""
    if not inspect.isfunction(function):
        return _stub_types().get(getattr(function, "__name__", ""), {}).get("return", "")
    return _text(inspect.signature(function).return_annotation)


def _text(annotation: Any) -> str:
    if annotation is _EMPTY:
        return ""
    if isinstance(annotation, str):
        return annotation
    return getattr(annotation, "__forward_arg__", None) or getattr(
        annotation, "__name__", repr(annotation)
    )


def _default(value: object) -> str:
    """Short enough to read; a record is shown by its name."""
    text = repr(value)
    return text if len(text) <= 60 else f"{type(value).__name__}(...)"


@cache
def _stub_types() -> dict[str, dict[str, str]]:
    """The types of functions of the compiled module, by name of function and parameter."""
    stub = Path(fourbar.__file__).with_name("_native.pyi").read_text(encoding="utf-8")
    names = {"Compiled": "Model", "Workspace": "Data", "_Floats": "NDArray[np.float64]"}
    found: dict[str, dict[str, str]] = {}
    for node in ast.parse(stub).body:
        if isinstance(node, ast.FunctionDef):
            arguments = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
            types = {each.arg: each.annotation for each in arguments} | {"return": node.returns}
            found[node.name] = {
                name: _renamed(ast.unparse(type_), names) for name, type_ in types.items() if type_
            }
    return found


def _renamed(text: str, names: dict[str, str]) -> str:
    for old, new in names.items():
        text = text.replace(old, new)
    return text.replace("_Frame", "Frame").replace("_Columns", "Columns")

"""`messages.ts`: the messages between server and pages as TypeScript types with readers."""

from __future__ import annotations

from inspect import cleandoc
from re import sub
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, is_typeddict

from fourbar.viewer import limits, messages
from fourbar.viewer.conform import fields

_PATH = "web/viewer/src/live/messages.ts"
_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}
_SHAPES = {str: "text", int: "number", float: "number", bool: "flag", NoneType: "nothing"}
_ALIASES = {"SeverityName": "Severity", "PoseValues": "PoseValues"}

_HEAD = """\
/** What server and pages send each other. Generated from viewer/messages: `make generate`. */

import {
  either, fields, flag, isObject, list, map, nothing, number, one, type Shape, text, tuple,
} from "./shape.js";
"""

_READER = """\
const SERVER_MESSAGES: Readonly<Record<ServerMessage["type"], Shape>> = {
%s
};

/** Reads a message; undefined where this page knows none of that shape. */
export function readMessage(json: string): ServerMessage | undefined {
  let data: unknown;
  try {
    data = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (!isObject(data) || typeof data.type !== "string") return undefined;
  if (!Object.hasOwn(SERVER_MESSAGES, data.type)) return undefined;
  const isKnown = SERVER_MESSAGES[data.type as ServerMessage["type"]];
  return isKnown(data) ? (data as unknown as ServerMessage) : undefined;
}

/** What a kernel sent to a page in a notebook; undefined for a frame unknown to this page. */
export function readFrame(data: unknown): KernelFrame | undefined {
  return KERNEL_FRAME(data) ? (data as KernelFrame) : undefined;
}
"""


def files() -> dict[str, str]:
    """The generated file."""
    server = get_args(messages.ServerMessage)
    page = get_args(messages.PageMessage)
    parts = [_HEAD.rstrip()]
    for name, of in (("MAX_FILES", limits.MAX_FILES), ("MAX_UPLOAD", limits.MAX_UPLOAD)):
        parts.append(f"export const {name} = {of};")
    for name, to in _ALIASES.items():
        parts.append(f"export type {to} = {_type(getattr(messages, name), by_name=False)};")
    frames = (messages.PageFrame, messages.KernelFrame)
    kinds = _reached(server + page + frames)
    parts += [_interface(kind) for kind in kinds]
    for name, union in (("ServerMessage", server), ("PageMessage", page)):
        parts.append(f"export type {name} =" + "".join(f"\n  | {_name(k)}" for k in union) + ";")
    read = _reached((*server, messages.KernelFrame))
    parts += [f"const {_constant(kind)}: Shape = {_fields(kind)};" for kind in read]
    table = "\n".join(f"  {_tag(kind)}: {_constant(kind)}," for kind in server)
    parts.append(_READER % table)
    return {_PATH: "\n\n".join(parts)}


def _reached(kinds: tuple[Any, ...]) -> list[Any]:
    """The TypedDicts that these are made of, each after those it uses."""
    found: list[Any] = []

    def visit(kind: Any) -> None:
        inner = fields(kind)[0].values() if is_typeddict(kind) else get_args(kind)
        for one in inner:
            if not isinstance(one, str):
                visit(one)
        if is_typeddict(kind) and kind not in found:
            found.append(kind)

    for kind in kinds:
        visit(kind)
    return found


def _interface(kind: Any) -> str:
    types, optional = fields(kind)
    comment = " ".join(cleandoc(kind.__doc__ or "").split())
    lines = [f"/** {comment} */", f"export interface {_name(kind)} {{"]
    for name, of in types.items():
        mark, nothing = ("?", " | undefined") if name in optional else ("", "")
        lines.append(f"  readonly {name}{mark}: {_type(of)}{nothing};")
    return "\n".join([*lines, "}"])


def _fields(kind: Any) -> str:
    types, optional = fields(kind)
    groups = ([n for n in types if n not in optional], sorted(optional))
    written = [
        "{\n" + "".join(f"  {name}: {_shape(types[name])},\n" for name in names) + "}"
        for names in groups
        if names
    ]
    return f"fields({', '.join(written)})"


def _type(kind: Any, *, by_name: bool = True) -> str:
    """A type as TypeScript writes it."""
    for name, to in _ALIASES.items():
        if by_name and kind == getattr(messages, name):
            return to
    if is_typeddict(kind):
        return _name(kind)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return " | ".join(_type(one) for one in arguments)
    if origin is Literal:
        return " | ".join(f'"{word}"' for word in arguments)
    if origin is list:
        inner = _type(arguments[0])
        return f"readonly ({inner})[]" if " " in inner else f"readonly {inner}[]"
    if origin is dict:
        return f"Readonly<Record<string, {_type(arguments[1])}>>"
    if origin is tuple:
        return f"readonly [{', '.join(_type(one) for one in arguments)}]"
    return _PLAIN[kind]


def _shape(kind: Any) -> str:
    """The reader of a type, in the words of shape.ts."""
    if is_typeddict(kind):
        return _constant(kind)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return f"either({', '.join(_shape(one) for one in arguments)})"
    if origin is Literal:
        words = ", ".join(f'"{word}"' for word in arguments)
        return f"one({words})"
    if origin is list:
        return f"list({_shape(arguments[0])})"
    if origin is dict:
        return f"map({_shape(arguments[1])})"
    if origin is tuple:
        return f"tuple({', '.join(_shape(one) for one in arguments)})"
    return _SHAPES[kind]


def _name(kind: Any) -> str:
    return str(kind.__name__)


def _constant(kind: Any) -> str:
    return sub(r"(?<!^)(?=[A-Z])", "_", _name(kind)).upper()


def _tag(kind: Any) -> str:
    return str(get_args(fields(kind)[0]["type"])[0])

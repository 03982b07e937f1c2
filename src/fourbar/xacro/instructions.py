"""The instructions of xacro that are not calls or includes."""

from __future__ import annotations

import keyword
import unicodedata
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import rules
from .error import XacroError
from .frame import Frame
from .known import undefined
from .macro import Macro
from .scope import truth
from .template import Tag

if TYPE_CHECKING:
    from .expander import Expander

_PREFIX = "xacro:"


def attributes_of(
    expander: Expander, node: Tag, required: tuple[str, ...], optional: tuple[str, ...] = ()
) -> list[str | None]:
    """The attributes of an instruction as written; others are warned of."""
    for name in required:
        if name not in node.attributes:
            message = f"<{node.tag}> needs the attribute '{name}'"
            raise XacroError(rules.xacro.XACRO_ERROR, message).at(node)
    known = (*required, *optional)
    extra = [n for n in node.attributes if n not in known and not n.startswith("xmlns:")]
    if extra:
        names = ", ".join(f"'{name}'" for name in extra)
        expander.context.warn(f"<{node.tag}> does not use the attribute {names}", extra[0])
    return [node.attributes.get(name) for name in known]


def condition(value: Any, node: Tag, attribute: str) -> bool:
    """The truth value of an evaluated attribute."""
    try:
        return truth(value)
    except ValueError:
        message = f"'{attribute}' must be true or false, got '{value}'"
        raise XacroError(rules.xacro.XACRO_ERROR, message).at(node, attribute) from None


def _if(expander: Expander, node: Tag, frame: Frame) -> None:
    expander.drop_comments(frame)
    attributes_of(expander, node, ("value",))
    holds = condition(expander.value(node, "value", frame.scope), node, "value")
    if holds != (node.tag == "xacro:if"):
        return
    out = frame.container(node, expander.attributes(node, frame.scope))
    expander.stack.append(
        frame.inside(node.children, out, lambda _: frame.out.children.extend(out.children))
    )


def _argument(expander: Expander, node: Tag, frame: Frame) -> None:
    name, _ = attributes_of(expander, node, ("name", "default"))
    arguments = expander.context.arguments
    assert name is not None
    if arguments.declare(name):
        value = expander.value(node, "default", frame.scope)
        arguments[name] = expander.texts.text(value)
    expander.drop_comments(frame)


def _macro(expander: Expander, node: Tag, frame: Frame) -> None:
    expander.drop_comments(frame)
    name, params = attributes_of(expander, node, ("name",), ("params",))
    assert name is not None
    if name == "call":
        raise XacroError(rules.xacro.XACRO_ERROR, "a macro cannot be named 'call'").at(node, "name")
    if "." in name:
        message = f"the name of a macro cannot contain '.', which is for namespaces: '{name}'"
        raise XacroError(rules.xacro.XACRO_ERROR, message).at(node, "name")
    if name.startswith(_PREFIX):
        expander.context.warn(f"the name of a macro does not need 'xacro:': '{name}'", "name")
        name = name.removeprefix(_PREFIX)
    try:
        frame.macros.define(name, Macro(name, node, params or ""))
    except XacroError as error:
        raise error.at(node, "params") from None


def _attribute(expander: Expander, node: Tag, frame: Frame) -> None:
    for needed in ("name", "value"):
        if needed not in node.attributes:
            message = f"<xacro:attribute> needs the attribute '{needed}'"
            raise XacroError(rules.xacro.XACRO_ERROR, message).at(node)
    name = expander.value(node, "name", frame.scope)
    value = expander.value(node, "value", frame.scope)
    if not isinstance(name, str) or not name:
        message = f"the name of an attribute must be a text, got {expander.texts.text(name)!r}"
        raise XacroError(rules.xacro.XACRO_ERROR, message).at(node, "name")
    frame.out.attributes[name] = expander.texts.text(value)
    place = frame.out.place
    if place.made is None:
        place.made = {}
    place.made[name] = (frame.place(node.place), "value")


def _insert_block(expander: Expander, node: Tag, frame: Frame) -> None:
    (name,) = attributes_of(expander, node, ("name",))
    scope = frame.scope
    if f"**{name}" in scope:
        block: Tag = scope.look_up(f"**{name}")
        out = frame.container(block, expander.attributes(block, scope))
        expander.stack.append(
            frame.inside(block.children, out, lambda _: frame.out.children.extend(out.children))
        )
    elif f"*{name}" in scope:
        expander.element(scope.look_up(f"*{name}"), frame)
    else:
        known = [key.lstrip("*") for key in scope.defined() if key.startswith("*")]
        error = undefined(rules.xacro.XACRO_ERROR, f"block '{name}'", "blocks", str(name), known)
        raise error.at(node, "name")


def _property(expander: Expander, node: Tag, frame: Frame) -> None:
    expander.drop_comments(frame)
    _, value, default, _, where, _ = attributes_of(
        expander, node, ("name",), ("value", "default", "remove", "scope", "lazy_eval")
    )
    scope = frame.scope
    name = _name(expander, node, frame)
    remove = _flag(expander, node, frame, "remove", False)
    if (value is not None) + (default is not None) + remove > 1:
        message = f"property '{name}' can have only one of 'value', 'default' and 'remove'"
        raise XacroError(rules.xacro.XACRO_ERROR, message)
    if remove and name in scope:
        if name in scope.root.names:
            expander.context.warn(
                f"'{name}' is a function or constant and cannot be removed", "remove"
            )
        scope.remove(name)
        return
    attribute = "value"
    if default is not None:
        if where is not None:
            expander.context.warn("a default is always for the scope it is written in", "scope")
        if name in scope:
            return
        value, attribute = default, "default"
    made: Any = value
    if value is None:
        name, made = f"**{name}", node
    lazy = _flag(expander, node, frame, "lazy_eval", True)
    target = scope
    if where == "global":
        target, lazy = scope.top, False
    elif where == "parent":
        lazy = False
        if scope.caller is None:
            message = 'scope="parent" needs a macro or a namespace around it'
            raise XacroError(rules.xacro.XACRO_ERROR, message).at(node, "scope")
        target = scope.caller
    if not lazy and value is not None:
        made = expander.value(node, attribute, scope)
    target.define(name, made, lazy=lazy, source=(node, attribute))


def _name(expander: Expander, node: Tag, frame: Frame) -> str:
    """The name of a property: a Python identifier."""
    name = expander.value(node, "name", frame.scope)
    if not isinstance(name, str) or not _is_identifier(name):
        shown = expander.texts.text(name)
        message = f"the name of a property must be a Python identifier, got '{shown}'"
        raise XacroError(rules.xacro.XACRO_ERROR, message).at(node, "name")
    if name.startswith("__"):
        message = f"the name of a property cannot begin with two underscores: '{name}'"
        raise XacroError(rules.xacro.XACRO_ERROR, message).at(node, "name")
    return name


def _is_identifier(name: str) -> bool:
    if not name.isidentifier() or keyword.iskeyword(name):
        return False
    return unicodedata.normalize("NFKC", name) == name


def _flag(expander: Expander, node: Tag, frame: Frame, name: str, default: bool) -> bool:
    if not node.attributes.get(name):
        return default
    return condition(expander.value(node, name, frame.scope), node, name)


INSTRUCTIONS: dict[str, Callable[[Expander, Tag, Frame], None]] = {
    "xacro:if": _if,
    "xacro:unless": _if,
    "xacro:arg": _argument,
    "xacro:macro": _macro,
    "xacro:attribute": _attribute,
    "xacro:insert_block": _insert_block,
    "xacro:property": _property,
}

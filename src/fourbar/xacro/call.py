"""Macro calls: parameters are evaluated by the caller, the body in a scope of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import rules
from ..diagnostics import nearest
from .error import XacroError
from .findings import name_span
from .frame import Frame
from .known import undefined
from .limits import MAX_CALLS
from .macro import Macro, Macros
from .place import Call
from .scope import Scope
from .template import Tag

if TYPE_CHECKING:
    from .expander import Expander


def call_by_name(expander: Expander, node: Tag, frame: Frame) -> None:
    """Carry out `<xacro:call macro="name">`."""
    if not node.attributes.get("macro"):
        raise XacroError(rules.xacro.XACRO_ERROR, "<xacro:call> needs the attribute 'macro'")
    name = expander.texts.text(expander.value(node, "macro", frame.scope))
    rest = {key: text for key, text in node.attributes.items() if key != "macro"}
    called = Tag(f"xacro:{name}", rest, node.place)
    called.children = node.children
    call_macro(expander, called, frame)


def call_macro(expander: Expander, node: Tag, frame: Frame) -> None:
    """Carry out a call of a macro."""
    name = node.tag.removeprefix("xacro:")
    found = frame.macros.resolve(name, frame.scope)
    if found is None:
        known = frame.macros.names()
        error = undefined(rules.xacro.XACRO_UNKNOWN_MACRO, f"macro '{name}'", "macros", name, known)
        note = "Define it, or include the file that does, before it is called."
        error.notes = (*error.notes, note)
        raise error
    macros, outer, macro = found
    call = Call(name, node.place, frame.call)
    if call.depth > MAX_CALLS:
        message = f"macro '{name}' calls itself without end, or too deeply"
        raise XacroError(
            rules.xacro.XACRO_TOO_LARGE, message, "End the recursion with <xacro:if>."
        ).at(node)
    scope = Scope(outer, outer.world)
    missing, body = list(macro.parameters), macro.body
    for parameter in node.attributes:
        if parameter not in missing:
            guess = nearest(parameter, macro.parameters)
            near = "" if guess is None else f"; did you mean '{guess}'?"
            error = macro.wrong(f"has no parameter '{parameter}'{near}", suggestion=guess).at(node)
            error.span = name_span(node, parameter)
            raise error
        missing.remove(parameter)
        scope.define(parameter, expander.value(node, parameter, frame.scope))
    blocks = frame.container(node)

    def then(_: bool) -> None:
        _blocks(macro, blocks, missing, scope, node)
        _defaults(expander, macro, missing, scope, frame, call)
        if missing:
            names = ", ".join(f"'{each}'" for each in missing)
            raise macro.wrong(f"needs a value for {names}", missing=tuple(missing)).at(node)
        _body(expander, body, macros, scope, frame, call)

    if node.children:
        expander.stack.append(frame.inside(node.children, blocks, then))
    else:
        then(True)


def _blocks(macro: Macro, given: Tag, missing: list[str], scope: Scope, node: Tag) -> None:
    """Give the elements inside a call to the parameters with a star, in order."""
    elements = [child for child in given.children if isinstance(child, Tag)]
    for parameter in [each for each in missing if each[0] == "*"]:
        if not elements:
            raise macro.wrong("needs more elements inside it, one for each '*' parameter").at(node)
        missing.remove(parameter)
        scope.define(parameter, elements.pop(0))
    if elements:
        raise macro.wrong(f"has no use for the element <{elements[0].tag}>").at(node)


def _defaults(
    expander: Expander, macro: Macro, missing: list[str], scope: Scope, frame: Frame, call: Call
) -> None:
    """Give the remaining parameters the defaults they have, evaluated where the macro is called."""
    for parameter in list(missing):
        default = macro.defaults.get(parameter)
        if default is None or parameter[0] == "*":
            continue
        if default.forward and parameter in frame.scope:
            value = frame.scope.look_up(parameter)
        elif default.text is not None:
            try:
                value = expander.texts.evaluate(default.text, frame.scope)
            except XacroError as error:
                error.call = error.call or call
                raise error.at(macro.body, "params") from None
        elif default.forward:
            message = f"needs a value for '{parameter}': no property of that name is defined"
            raise macro.wrong(message, missing=(parameter,))
        else:
            continue
        scope.define(parameter, value)
        missing.remove(parameter)


def _body(
    expander: Expander, body: Tag, macros: Macros, scope: Scope, frame: Frame, call: Call
) -> None:
    out = frame.container(body)

    def then(_: bool) -> None:
        expander.drop_comments(frame)
        expander.import_namespaces(frame, out)
        frame.out.children.extend(out.children)

    inner = Frame(body.children, out, scope, Macros(macros), file=frame.file, call=call, then=then)
    expander.stack.append(inner)
    out.attributes.update(expander.attributes(body, scope))

"""Includes: the content of other files, in this scope or in a namespace of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import rules
from .error import XacroError
from .files import has_wildcards, matches
from .frame import Frame
from .instructions import attributes_of, condition
from .limits import MAX_INCLUDES
from .macro import Macros
from .place import Call
from .scope import Scope
from .template import Tag

if TYPE_CHECKING:
    from .expander import Expander


def include(expander: Expander, node: Tag, frame: Frame) -> None:
    """Carry out `<xacro:include>`."""
    _, space, optional = attributes_of(expander, node, ("filename",), ("ns", "optional"))
    scope, macros = frame.scope, frame.macros
    if space:
        scope, macros = _namespace(expander, node, frame)
    skip = optional is not None and condition(optional, node, "optional")
    if any(isinstance(child, Tag) for child in node.children):
        expander.context.warn("elements inside <xacro:include> are ignored")
    _Include(expander, node, frame, scope, macros, skip).next(None)


def _namespace(expander: Expander, node: Tag, frame: Frame) -> tuple[Scope, Macros]:
    name = expander.value(node, "ns", frame.scope)
    if not isinstance(name, str):
        message = f"the name of a namespace must be a text, got '{expander.texts.text(name)}'"
        raise XacroError(rules.xacro.XACRO_ERROR, message).at(node, "ns")
    macros, scope = Macros(), Scope(frame.scope, frame.scope.world, namespace=True)
    frame.macros.define(name, macros)
    frame.scope.define(name, scope)
    return scope, macros


class _Include:
    """The files of one include, one after the other."""

    def __init__(
        self,
        expander: Expander,
        node: Tag,
        frame: Frame,
        scope: Scope,
        macros: Macros,
        optional: bool,
    ) -> None:
        self.expander = expander
        self.frame = frame
        self.scope = scope
        self.macros = macros
        self.optional = optional
        self.call = Call(None, node.place, frame.call)
        if sum(each.macro is None for each in self.call) >= MAX_INCLUDES:
            message = f"more than {MAX_INCLUDES} files include one another"
            note = "Does a file include itself?"
            raise XacroError(rules.xacro.XACRO_TOO_LARGE, message, note).at(node, "filename")
        self.pending = self._files(node)
        self.included: list[Tag] = []

    def next(self, done: Tag | None) -> None:
        """Go on with the next file, or end the include."""
        expander, frame = self.expander, self.frame
        if done is not None:
            self.included.append(done)
            expander.import_namespaces(frame, done)
        if not self.pending:
            expander.drop_comments(frame)
            for each in self.included:
                frame.out.children.extend(each.children)
            return
        path = self.pending.pop(0)
        try:
            root = expander.context.files.template(path, self.call).root
        except XacroError as error:
            if not (error.missing and self.optional):
                raise error.at(frame.node, "filename") from None
            self.next(None)
            return
        out = frame.container(root)
        inner = Frame(
            root.children,
            out,
            self.scope,
            self.macros,
            file=path,
            call=self.call,
            then=lambda complete: self.next(out if complete else None),
            optional=self.optional,
        )
        out.place = inner.place(root.place)
        expander.stack.append(inner)
        out.attributes.update(expander.attributes(root, self.scope))

    def _files(self, node: Tag) -> list[str]:
        name = self.expander.value(node, "filename", self.frame.scope)
        if not isinstance(name, str):
            message = f"the name of a file must be a text, got '{self.expander.texts.text(name)}'"
            raise XacroError(rules.xacro.XACRO_ERROR, message).at(node, "filename")
        path = self.expander.context.abs_filename(name)
        if not has_wildcards(path):
            return [path]
        found = matches(path)
        if not found:
            self.expander.context.warn(f"no file matches '{name}'", "filename")
        return found

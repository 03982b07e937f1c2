"""Expands a tree: elements are worked off with a stack of frames.

There is no recursion, so how deep macros may call one another is a number of our own, and the
frames say where the expansion is and by which calls it came there.
"""

from __future__ import annotations

from collections.abc import Callable

from .. import rules
from ..diagnostics import SourceText
from .call import call_by_name, call_macro
from .context import Context
from .error import ReportedError, XacroError
from .frame import Frame
from .include import include
from .instructions import INSTRUCTIONS
from .limits import MAX_ELEMENTS, MAX_FAILURES, MAX_FRAMES, LimitError
from .macro import Macros
from .scope import Scope
from .template import Tag, Template, Text

_NOWHERE = SourceText("", b"")
_TARGET = "xacro:targetNamespace"


class Expander:
    """One expansion."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.texts = context.texts
        self.stack = context.stack
        self._count = 0
        self.failures = 0
        self._gap: Text | None = None

    def expand(self, template: Template) -> Tag:
        """The expanded root of a file."""
        root = template.root
        target = root.attributes.get(_TARGET)
        if target:
            root = Tag(root.tag, {**root.attributes, "xmlns": target}, root.place)
            root.children = template.root.children
        scope = Scope(self.context.functions, self.context.functions.world)
        out = Tag(root.tag, {}, root.place)
        frame = Frame(root.children, out, scope, Macros(), file=self.context.files.path)
        self.stack.append(frame)
        try:
            out.place = frame.place(root.place)
            out.attributes.update(self.attributes(root, scope))
            given_up: Callable[[bool], None] | None = None
            while self.stack:
                try:
                    if given_up is not None:
                        go_on, given_up = given_up, None
                        go_on(False)
                    self._work_off()
                except XacroError as error:
                    given_up = self._give_up_include(error)
                    if given_up is None:
                        raise
        except XacroError as error:
            raise self.located(error) from None
        if self.failures:
            raise ReportedError
        return out

    def located(self, error: XacroError) -> XacroError:
        """Note where the expansion is, unless the error knows it better."""
        if self.stack:
            error.at(self.stack[-1].node)
            error.call = error.call or self.stack[-1].call
        return error

    def attributes(self, node: Tag, scope: Scope) -> dict[str, str]:
        """The evaluated attributes of an element, without those of xacro."""
        made: dict[str, str] = {}
        for name, value in node.attributes.items():
            if name.startswith("xacro:") or name == "xmlns:xacro":
                continue
            if "$" in value:
                value = self.texts.text(self.value(node, name, scope))
            made[name] = value
        return made

    def value(self, node: Tag, name: str, scope: Scope) -> object:
        """The value of an attribute, which need not be text."""
        try:
            return self.texts.evaluate(node.attributes[name], scope)
        except XacroError as error:
            raise error.at(node, name) from None

    def _work_off(self) -> None:
        stack = self.stack
        while stack:
            frame = stack[-1]
            if frame.index == len(frame.children):
                stack.pop()
                if frame.then is not None:
                    frame.then(True)
                continue
            node = frame.children[frame.index]
            frame.index += 1
            if frame.gap is not None:
                frame.out.children.append(frame.gap)
                frame.gap = None
            try:
                if isinstance(node, Text):
                    self._text(node, frame)
                else:
                    self._tag(node, frame)
            except XacroError as error:
                if not self._goes_on(error, node):
                    raise
                if isinstance(node, Tag) and not node.tag.startswith("xacro:"):
                    made = Tag(node.tag, {}, frame.place(node.place))
                    stack.append(frame.inside(node.children, made))

    def _tag(self, node: Tag, frame: Frame) -> None:
        self._count += 1
        if self._count > MAX_ELEMENTS:
            raise LimitError(f"more than {MAX_ELEMENTS:,} elements")
        if len(self.stack) > MAX_FRAMES:
            raise LimitError(f"more than {MAX_FRAMES:,} elements and instructions in one another")
        frame.comments = False
        if node.tag == "xacro:element":
            node = self._named(node, frame)
        if not node.tag.startswith("xacro:"):
            self.element(node, frame)
            return
        match node.tag:
            case "xacro:include":
                include(self, node, frame)
            case "xacro:call":
                call_by_name(self, node, frame)
            case tag:
                carry_out = INSTRUCTIONS.get(tag, call_macro)
                carry_out(self, node, frame)

    def element(self, node: Tag, frame: Frame) -> None:
        """Expand an element that is not an instruction."""
        made = Tag(node.tag, self.attributes(node, frame.scope), frame.place(node.place))
        frame.out.children.append(made)
        if node.children:
            self.stack.append(frame.inside(node.children, made))

    def _named(self, node: Tag, frame: Frame) -> Tag:
        """What `<xacro:element>` stands for; that may be an instruction in turn."""
        while node.tag == "xacro:element":
            if "xacro:name" not in node.attributes:
                raise XacroError(
                    rules.xacro.XACRO_ERROR, "<xacro:element> needs the attribute 'xacro:name'"
                )
            name = self.value(node, "xacro:name", frame.scope)
            if not isinstance(name, str) or not name:
                message = f"the name of an element must be a text, got {self.texts.text(name)!r}"
                raise XacroError(rules.xacro.XACRO_ERROR, message).at(node, "xacro:name")
            rest = {key: text for key, text in node.attributes.items() if key != "xacro:name"}
            named = Tag(name, rest, node.place)
            named.children = node.children
            node = named
        return node

    def _text(self, node: Text, frame: Frame) -> None:
        out = frame.out.children
        match node.kind:
            case "text":
                if "$" in node.data:
                    node = self._evaluated(node, frame)
                if frame.comments and node.data.strip():
                    frame.comments = False
                out.append(node)
            case "comment":
                if "xacro:eval-comments" in node.data:
                    frame.comments = "xacro:eval-comments:off" not in node.data
                else:
                    out.append(self._evaluated(node, frame) if frame.comments else node)
            case "gap":
                if node is self._gap:
                    out.append(Text("text", "\n\n", node.source, 0, 0))
            case _:
                out.append(node)

    def _evaluated(self, node: Text, frame: Frame) -> Text:
        try:
            value = self.texts.evaluate(node.data, frame.scope)
            return node.with_data(self.texts.text(value))
        except XacroError as error:
            raise error.at(node) from None

    def drop_comments(self, frame: Frame) -> None:
        """Drop the comments right before an instruction: they are about it.

        What is left before the instruction is marked by a gap, so that an instruction after it
        does not go on dropping; as in xacro there is one gap, which moves.
        """
        out = frame.out.children
        at = len(out) - 1
        while at >= 0:
            at = self._skip_gaps(out, at)
            node = out[at] if at >= 0 else None
            if isinstance(node, Text) and node.kind == "text" and _is_line_end(node.data):
                at = self._skip_gaps(out, at - 1)
                node = out[at] if at >= 0 else None
            if isinstance(node, Text) and node.kind == "comment":
                del out[at]
                at = self._skip_gaps(out, at - 1)
                continue
            if frame.index < len(frame.children):
                self._gap = frame.gap = Text("gap", "", _NOWHERE, 0, 0)
            return

    def import_namespaces(self, frame: Frame, source: Tag) -> None:
        """Declare prefixes where they come to be used."""
        attributes = frame.out.attributes
        for name, value in source.attributes.items():
            if name.startswith("xmlns:"):
                if attributes.get(name, value) != value:
                    known = attributes[name]
                    self.context.warn(f"{name} is '{known}' here, but '{value}' in what is used")
                else:
                    attributes[name] = value

    def _skip_gaps(self, out: list[Tag | Text], at: int) -> int:
        while at >= 0:
            node = out[at]
            if not isinstance(node, Text) or node.kind != "gap" or node is self._gap:
                break
            at -= 1
        return at

    def _goes_on(self, error: XacroError, node: Tag | Text) -> bool:
        """Report an error that only spoils the element or text it is in; False for others.

        Nothing is expanded then; the rest is looked at for what else is wrong in it. What an
        instruction would have defined, chosen or included is missing in all that follows.
        """
        plain = isinstance(node, Text) or not node.tag.startswith("xacro:")
        if error.missing or error.rule is rules.xacro.XACRO_TOO_LARGE:
            return False
        if not plain and error.rule is not rules.xacro.XACRO_UNKNOWN_MACRO:
            return False
        self.context.findings.failed(self.located(error))
        self.failures += 1
        if self.failures == MAX_FAILURES:
            raise ReportedError
        return True

    def _give_up_include(self, error: XacroError) -> Callable[[bool], None] | None:
        """Leave the optional include in which a file is missing; how to go on after it."""
        if error.missing:
            for depth in range(len(self.stack) - 1, -1, -1):
                frame = self.stack[depth]
                if frame.optional:
                    del self.stack[depth:]
                    return frame.then
        return None


def _is_line_end(text: str) -> bool:
    return text.isspace() and text.count("\n") <= 1

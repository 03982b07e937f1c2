"""One run of xacro; the methods stand in for functions of xacro."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from inspect import currentframe
from pathlib import Path
from typing import Any
from xml.parsers.expat import ErrorString, ExpatError

from .. import rules
from ..diagnostics import Severity
from ..packages import PackageFinder
from ..urdf.parse import parse
from ..xml.limits import Limits
from ..xml.tree import Document
from .arguments import Arguments
from .evaluate import Evaluator, bounded_range
from .explain import PackageNotFoundError
from .findings import Findings
from .limits import MAX_ELEMENTS, MAX_EXPRESSION, MAX_INCLUDES, MAX_SIBLINGS, LimitError
from .origin import Tracker, in_order, offset_of, place_of
from .settings import read_yaml
from .splice import replace_node

_FIND_SHARE = re.compile(r"\$\(find-pkg-share\s")
_NAMESPACE = 'declare it: <robot xmlns:xacro="http://www.ros.org/wiki/xacro">'


class ReportedError(Exception):
    """Ends the expansion after a finding was reported."""


class Run:
    """What happens between the bytes of the main file and its expanded DOM."""

    def __init__(self, findings: Findings, arguments: Arguments, finder: PackageFinder) -> None:
        self.findings = findings
        self.arguments = arguments
        self.finder = finder
        self.files: dict[str, None] = {}
        self._evaluate = Evaluator()
        self._tracker = Tracker(self._count)
        self._elements = 0
        self._siblings = 0
        self._engine: Any = None
        self._originals: dict[str, Callable[..., Any]] = {}

    def hooks(self) -> dict[str, Any]:
        """What to replace in xacro; `lex` looks at a text before it is taken apart."""
        return {
            "abs_filename_spec": self._absolute,
            "error": self.error,
            "eval_extension": self._extension,
            "lex": self._lex,
            "load_yaml": self._load_yaml,
            "message": self.message,
            "parse": self._include,
            "print_location": self.print_location,
            "replace_node": self._replace_node,
            "resolve_macro": self._resolve_macro,
            "safe_eval": self._evaluate,
            "warning": self.warning,
        }

    def process(self, engine: Any, originals: dict[str, Any], data: bytes) -> tuple[Any, list[str]]:
        """The expanded root element, and the comments that stood before it."""
        self._engine = engine
        self._originals = originals
        engine.filestack = _FileStack([self.findings.path])
        engine.macrostack = _MacroStack(self._tracker)
        for table in (engine._global_symbols, engine._global_symbols["python"]):
            table["range"] = bounded_range(table["range"])
        document = self._read(data, self.findings.path)
        dom = self._dom(document)
        engine.process_doc(dom, mappings=self.arguments, verbosity=0)
        comments = [c.text for c in document.comments if c.parent is None and c.before == 0]
        return dom.documentElement, comments

    # Files

    def find(self, package: str) -> str:
        """The folder of a package, for `$(find ...)`."""
        folder = self.finder.find(package)
        if folder is None:
            raise PackageNotFoundError(package)
        return str(folder)

    def _absolute(self, filename: str) -> str:
        """A path relative to the file it is written in, or in a package."""
        if filename.startswith("package://"):
            message = "xacro does not read package:// here; write $(find ...)"
            self.findings.tell(rules.xacro.XACRO_EXTENSION, message)
            package, _, rest = filename.removeprefix("package://").partition("/")
            return str(Path(self.find(package)) / rest)
        return os.path.normpath(Path(self._engine.filestack[-1]).parent / filename)

    def _read(self, data: bytes, path: str) -> Document:
        findings = self.findings
        limits = Limits(elements=MAX_ELEMENTS)
        document = parse(data, file=findings.show(path), report=findings.report, limits=limits)
        if document is None:
            raise ReportedError
        findings.documents[path] = document
        self.files[path] = None
        return document

    def _dom(self, document: Document) -> Any:
        """The document as xacro wants it, its elements marked with their places."""
        from xml.dom import minidom

        root = document.root
        # What stands around the root was dealt with by `parse`; blanks keep the offsets.
        text = b" " * root.start + document.outer_xml(root).encode()
        try:
            dom: Any = minidom.parseString(text)
        except ExpatError as error:
            # Well-formed, but for its namespaces.
            at = offset_of(text, error.lineno - 1, error.offset)
            message = f"{ErrorString(error.code)}: a prefix is used but not declared"
            span = document.text.span(at, at + 1)
            rule = rules.xml.NOT_WELL_FORMED
            self.findings.report.add(rule, message, span=span, notes=(_NAMESPACE,))
            raise ReportedError from None
        self._tracker.mark(document, dom.documentElement)
        for _ in in_order(root):
            self._count()
        return dom

    def _include(self, inp: None, filename: str) -> Any:
        """`xacro.parse`: raises as that does, so that missing optional files are skipped."""
        documents = self.findings.documents
        if filename not in documents:
            try:
                data = Path(filename).read_bytes()
            except OSError as error:
                self._engine.filestack.pop()
                raise self._engine.XacroException(str(error), exc=error) from error
            self._read(data, filename)
        return self._dom(documents[filename])

    def _load_yaml(self, filename: str) -> Any:
        path = self._absolute(filename)
        findings = self.findings
        self._engine.filestack.append(path)
        try:
            show = findings.show(path)
            value = read_yaml(path, self._engine, show=show, report=findings.report)
        finally:
            self._engine.filestack.pop()
        self.files[path] = None
        return value

    # Evaluation

    def _extension(self, text: str) -> str:
        """`$(find ...)`, `$(arg ...)`, `$(env ...)`, `$(optenv ...)`, `$(eval ...)`, `$(cwd)`."""
        if text == "$(cwd)":
            return str(Path.cwd())
        text, changed = _FIND_SHARE.subn("$(find ", text)
        if changed:
            message = "xacro does not know $(find-pkg-share ...); write $(find ...)"
            self.findings.tell(rules.xacro.XACRO_EXTENSION, message)
        engine = self._engine
        arguments: Any = sys.modules[f"{engine.__name__}.substitution_args"]
        try:
            value = arguments.resolve_args(text, context=engine.substitution_args_context)
        except Exception as error:
            raise engine.XacroException(exc=error) from error
        self._evaluate.produced(value)
        return value

    def _lex(self, text: str) -> None:
        # The lexer copies the rest of the text for every token.
        if len(text) > MAX_EXPRESSION and "$" in text:
            raise LimitError(f"more than {MAX_EXPRESSION:,} characters in a text with '$'")

    def _resolve_macro(self, fullname: str, macros: Any, symbols: Any) -> Any:
        """`xacro.resolve_macro`: the body of the macro is copied right after it."""
        resolved = self._originals["resolve_macro"](fullname, macros, symbols)
        # The caller has the element. Standing in for the caller would cost stack depth instead,
        # and that is what bounds recursive macros.
        frame = currentframe()
        caller = frame.f_back if frame else None
        place = place_of(caller.f_locals.get("node")) if caller else None
        self._tracker.calling = (fullname, place) if place else None
        return resolved

    def _replace_node(self, node: Any, by: Any, content_only: bool = False) -> None:
        """`xacro.replace_node`: every call costs a walk along the node's siblings."""
        self._siblings += len(node.parentNode.childNodes)
        if self._siblings > MAX_SIBLINGS:
            raise LimitError("too many elements and instructions side by side")
        replace_node(node, by, content_only)

    def _count(self) -> None:
        self._elements += 1
        if self._elements > MAX_ELEMENTS:
            raise LimitError(f"more than {MAX_ELEMENTS:,} elements")

    # Messages; xacro offers them to expressions under these names.

    def message(self, *args: object, **_: object) -> None:
        """Something the file wants to say."""
        self.findings.tell(rules.xacro.XACRO_MESSAGE, _joined(args), severity=Severity.INFO)

    def warning(self, *args: object, **_: object) -> None:
        """Something xacro or the file warns of."""
        self.findings.tell(rules.xacro.XACRO_MESSAGE, _joined(args))

    def error(self, *args: object, **_: object) -> None:
        """Something the file calls an error; the expansion goes on."""
        self.findings.tell(rules.xacro.XACRO_MESSAGE, _joined(args), severity=Severity.ERROR)

    def print_location(self, *_: object, **__: object) -> None:
        """Nothing: every finding has its place."""


class _FileStack(list[str]):
    """The files open inside one another, as xacro keeps them."""

    def append(self, file: str) -> None:
        super().append(file)
        if len(self) > MAX_INCLUDES:
            raise LimitError(f"more than {MAX_INCLUDES} files include one another")


class _MacroStack(list[Any]):
    """The macros being expanded, as xacro keeps them; their calls are kept beside them."""

    def __init__(self, tracker: Tracker) -> None:
        super().__init__()
        self._tracker = tracker

    def append(self, macro: Any) -> None:
        super().append(macro)
        self._tracker.active.append(self._tracker.calling)
        self._tracker.calling = None

    def pop(self, *_: Any) -> Any:
        self._tracker.active.pop()
        return super().pop()


def _joined(args: tuple[object, ...]) -> str:
    return " ".join(map(str, args))

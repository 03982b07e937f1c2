"""What expressions and substitutions know of the expansion they are in."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .. import rules
from ..diagnostics import Related, Rule, Severity, did_you_mean, nearest
from .arguments import Arguments
from .error import XacroError
from .files import Files
from .findings import Findings
from .frame import Frame
from .functions import global_scope
from .known import listed
from .limits import MAX_YAML, Budget
from .scope import Scope, World
from .settings import read_yaml
from .substitute import Substitutions
from .template import Tag
from .text import Texts

_SEVERITY = {"message": Severity.INFO, "warning": Severity.WARNING, "error": Severity.ERROR}


class Context:
    """Files, arguments, names and messages of one expansion.

    `stack` are the frames that are open: the innermost says where the expansion is.
    """

    def __init__(self, files: Files, arguments: Arguments, findings: Findings) -> None:
        self.files = files
        self.arguments = arguments
        self.findings = findings
        self.stack: list[Frame] = []
        budget = Budget()
        self.texts = Texts(budget, self._substitute)
        world = World(budget, self.texts.evaluate, self._redefined)
        self.functions: Scope = global_scope(world, self)
        self._substitutions = Substitutions(self, world, self._evaluate_eval)
        self._settings: dict[str, Any] = {}
        # Arguments that files declare with a plain default, and how many files were searched.
        self._declarations: dict[str, Tag] = {}
        self._searched = 0

    # Files

    def abs_filename(self, filename: str) -> str:
        """A path relative to the file in hand, or in a package."""
        if filename.startswith("package://"):
            self.extension("xacro does not read package:// here; use $(find ...)")
            package, _, rest = filename.removeprefix("package://").partition("/")
            return str(Path(self.package(package)) / rest)
        # As text: `Path` would take out dots that a file may print.
        folder = os.path.dirname(self.stack[-1].file)  # noqa: PTH120
        return os.path.join(folder, filename)  # noqa: PTH118

    def load_yaml(self, filename: str) -> Any:
        """What a YAML file holds."""
        path = self.abs_filename(filename)
        if path not in self._settings:
            self._settings[path] = read_yaml(
                self.files.content(path, MAX_YAML),
                show=self.files.show(path),
                report=self.findings.report,
                budget=self.functions.world.budget,
                number=lambda text: self.texts.value(text, self.functions, text),
            )
        return self._settings[path]

    def package(self, name: str) -> str:
        """The folder of a package."""
        return self.files.package(name)

    def folder(self) -> str:
        """The folder of the file in hand."""
        return str(Path(self.stack[-1].file).absolute().parent)

    # Arguments

    def argument(self, name: str) -> str:
        """The value of an argument."""
        value = self.arguments.use(name)
        if value is None:
            value = self._early_default(name)
        if value is not None:
            return value
        known = sorted((self.arguments.declared | self.arguments.given) - {name})
        notes = [f"Pass --arg {name}:=VALUE (arguments={{'{name}': VALUE}})."]
        if known:
            notes.append(f"Arguments so far: {listed(known)}.")
        guess = nearest(name, known)
        raise XacroError(
            rules.xacro.XACRO_MISSING_ARGUMENT,
            f"argument '{name}' has no value and no default{did_you_mean(name, known)}",
            *notes,
            facts={} if guess is None else {"suggestion": guess},
        )

    def _early_default(self, name: str) -> str | None:
        """The default of an argument that is declared after its use, if it is plain text."""
        templates = list(self.files.templates.values())
        for template in templates[self._searched :]:
            for tag in _in_order(template.root):
                default = tag.attributes.get("default")
                if tag.tag == "xacro:arg" and default is not None and "$" not in default:
                    self._declarations.setdefault(tag.attributes.get("name", ""), tag)
        self._searched = len(templates)
        tag = self._declarations.get(name)
        if tag is None:
            return None
        default = tag.attributes["default"]
        message = f"argument '{name}' is used before it is declared; using '{default}'"
        note = f"xacro itself stops here unless '{name}' is given."
        declared = Related(tag.place.span, "declared here")
        self._tell(rules.xacro.XACRO_EARLY_ARGUMENT, message, note, related=(declared,))
        return default

    # Substitutions

    def _substitute(self, text: str) -> str:
        return self._substitutions.substitute(text)

    def _evaluate_eval(self, expression: str, scope: Scope, shown: str) -> str:
        return self.texts.text(self.texts.value(expression, scope, shown))

    # Messages

    def message(self, kind: str, text: str) -> None:
        """A message of the file itself."""
        if kind == "fatal":
            raise XacroError(rules.xacro.XACRO_ERROR, text)
        self._tell(rules.xacro.XACRO_MESSAGE, text, severity=_SEVERITY[kind])

    def warn(self, message: str, attribute: str | None = None) -> None:
        """Something that is probably a mistake, in what is worked on or an attribute of it."""
        self._tell(rules.xacro.XACRO_MESSAGE, message, attribute=attribute)

    def extension(self, message: str) -> None:
        """Something was read that xacro itself refuses."""
        self._tell(rules.xacro.XACRO_EXTENSION, message)

    def deprecated(self, name: str, better: str) -> None:
        """A function was used under a name of old."""
        self.warn(f"'{name}' is deprecated; use {better}")

    def _redefined(self, name: str) -> None:
        self.warn(f"property '{name}' hides the function or constant of that name")

    def _tell(
        self,
        rule: Rule,
        message: str,
        *notes: str,
        severity: Severity | None = None,
        related: tuple[Related, ...] = (),
        attribute: str | None = None,
    ) -> None:
        frame = self.stack[-1]
        self.findings.tell(
            rule,
            message,
            *notes,
            node=frame.node,
            expression=self.texts.current,
            call=frame.call,
            severity=severity,
            related=related,
            attribute=attribute,
        )


def _in_order(root: Tag) -> Iterator[Tag]:
    stack = [root]
    while stack:
        tag = stack.pop()
        yield tag
        stack.extend(child for child in reversed(tag.children) if isinstance(child, Tag))

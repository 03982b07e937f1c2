"""Rules' tests in Markdown: prose, XML that fails with the report it gets, XML that passes.

A `## Fails` section holds one description (an `xml` block, or a Python
expression of its bytes, None for a file that is not there)
and the `text` that `fourbar check` prints about it, cut down to the rule at hand. `## Fixed` is
the description after `--fix` with that rule alone. An `Options:` line gives settings; a block with
`with=NAME` in its first line is a file beside the description that follows it.
"""

from __future__ import annotations

import os
import re
import time
from dataclasses import dataclass, field
from pathlib import Path

import fourbar as fb
from fourbar.diagnostics import Report
from fourbar.gltf import convert
from fourbar.lint import Settings, check
from fourbar.lint.parallel import check_files

FOLDER = Path(__file__).parent / "rules"
_BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SECTION = re.compile(r"^## (\w+)$", re.MULTILINE)


@dataclass
class Example:
    """A description: its name, its bytes (None where the file is missing), files beside it."""

    name: str
    data: bytes | None
    files: dict[str, bytes] = field(default_factory=dict)

    def write(self, folder: Path) -> str:
        """Write all of it; the description's name."""
        for file, content in self.files.items():
            target = folder / file
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        if self.data is not None:
            (folder / self.name).parent.mkdir(parents=True, exist_ok=True)
            (folder / self.name).write_bytes(self.data)
        return self.name


@dataclass
class Case:
    """One Markdown file."""

    path: Path
    code: str
    settings: Settings
    options: dict[str, object] = field(default_factory=dict)
    fails: list[Example] = field(default_factory=list)
    passes: list[Example] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)
    fixed: str | None = None

    def _report(self, name: str, *, failing: bool) -> Report:
        options = dict(self.options)
        job = options.pop("job", None)
        # Findings of glTF files that are made or read, not looked at: `stage=convert` or `read`.
        stage = options.pop("stage", None)
        if stage is not None:
            robot, report = fb.read(name, **options)
            if stage == "convert":
                assert robot is not None
                convert(robot, report=report)
            return report
        if job is None:
            return check(name, settings=self.settings, **options)
        # What the process that checks a file does in its stead: `sleep` too long, or `exit`.
        jobs = {"sleep": lambda _: time.sleep(60), "exit": lambda _: os._exit(3)}
        work = jobs[str(job)] if failing else check
        ((_, report),) = check_files([name], work, jobs=1, limit=0.3 if failing else 60)
        return report

    def check(self, name: str, *, alone: bool = True, failing: bool = False) -> Report:
        """The findings about a file in the current folder; of this rule alone, or of all."""
        report = self._report(name, failing=failing)
        if not alone:
            return report
        found = Report()
        found.sources = report.sources
        for d in report:
            if d.code == self.code:
                found.keep(d)
        return found


def cases() -> list[Case]:
    """All Markdown tests, by code."""
    return [read(path) for path in sorted(FOLDER.glob("*.md"))]


def read(path: Path) -> Case:
    """One Markdown test."""
    text = path.read_text(encoding="utf-8")
    case = Case(path, path.name[:4], Settings())
    options = re.search(r"^Options: (.*)$", text, re.MULTILINE)
    if options:
        words = dict(word.partition("=")[::2] for word in options[1].split())
        case.settings = Settings(
            targets=tuple(words.pop("targets", "").split(",")) if "targets" in words else (),
            select=(words.pop("select"),) if "select" in words else (),
            preview="preview" in words and bool(words.pop("preview")),
        )
        case.options = dict(words)
    sections = _SECTION.split(text)
    for title, content in zip(sections[1::2], sections[2::2], strict=True):
        files: dict[str, bytes] = {}
        for language, info, body in _BLOCK.findall(content):
            beside = re.search(r"with=(\S+)", info)
            if beside:
                files[beside[1]] = _data(language, body) or b""
                continue
            name = re.search(r"file=(\S+)", info)
            _add(case, title, language, name[1] if name else "robot.urdf", body, files)
    return case


def _add(
    case: Case, title: str, language: str, name: str, body: str, files: dict[str, bytes]
) -> None:
    if language == "text":
        case.expected.append(body)
    elif title == "Fails":
        case.fails.append(Example(name, _data(language, body), dict(files)))
    elif title == "Passes":
        case.passes.append(Example(name, _data(language, body), dict(files)))
    elif title == "Fixed":
        case.fixed = body


def _data(language: str, body: str) -> bytes | None:
    if language == "python":
        return eval(body, {"__builtins__": {"range": range}})
    return body.encode()


def matches(text: str, expected: str) -> bool:
    """Equal, but for parts written as `[...]`, which depend on what is installed."""
    pattern = ".*?".join(re.escape(part) for part in expected.split("[...]"))
    return re.fullmatch(pattern, text, re.DOTALL) is not None

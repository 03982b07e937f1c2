"""Rules' tests in Markdown: prose, XML that fails with the report it gets, XML that passes.

A `## Fails` section holds one description (an `xml` block, or a Python expression of its bytes,
None for a file that is not there) and the `text` that `fourbar check` prints about it, cut down
to the rule at hand. `## Fixed` is the description after `--fix` with that rule alone. An
`Options:` line gives settings. The first line of a block may say

- `example`: the block is the *Example* of the rule's documentation, below `## Fails`, or its
  *Use instead*, elsewhere. Where the block has lines, it takes the place of the line `...`. Where
  the documentation shows a command, the block is the file, and the command gives its name and
  arguments.
- `in=NAME`: the block takes the place of the line `...` in `inside/NAME.urdf`. In a glTF file
  (`inside/NAME.gltf`) its members are set in the object that `at=POINTER` leads to; without
  `at`, each member is a pointer and the value to set there, and `"-POINTER"` removes one.
- `with=FILE`: the block is a file beside the description that follows it; an empty one is
  `inside/FILE`.
- `file=FILE`: the name of the description.
"""

from __future__ import annotations

import json
import os
import re
import struct
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import fourbar as fb
from fourbar.diagnostics import Report
from fourbar.gltf import convert
from fourbar.lint import Settings, check
from fourbar.lint.parallel import check_files
from fourbar.mjcf import write_mjcf
from fourbar.rules.registry import documentation, lookup
from fourbar.sdf.write import write_sdf
from fourbar.urdf.write import write_urdf

FOLDER = Path(__file__).parent / "rules"
INSIDE = Path(__file__).parent / "inside"
_BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SECTION = re.compile(r"^## (\w+)$", re.MULTILINE)


@dataclass
class Example:
    """A description: its name, its bytes (None where the file is missing), files beside it."""

    name: str
    data: bytes | None
    files: dict[str, bytes] = field(default_factory=dict)
    arguments: dict[str, str] = field(default_factory=dict)

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
    examples: set[str] = field(default_factory=set)

    def _report(self, example: Example, *, failing: bool) -> Report:
        name = example.name
        options = dict(self.options)
        if example.arguments:
            options["arguments"] = example.arguments
        job = options.pop("job", None)
        # Findings of files that are made or read, not looked at: `stage=convert` to glTF, `write`
        # URDF, `sdf`, `mjcf` (`anchor`: with loops in that style), or `read`.
        stage = options.pop("stage", None)
        if stage is not None:
            robot, report = fb.read(name, **options)
            if stage == "convert":
                assert robot is not None
                convert(robot, report=report)
            elif stage == "write":
                assert robot is not None
                write_urdf(robot, report=report)
            elif stage == "sdf":
                assert robot is not None
                write_sdf(robot, report=report)
            elif stage in ("mjcf", "anchor"):
                assert robot is not None
                write_mjcf(robot, report=report, loop_style="auto" if stage == "mjcf" else "anchor")
            return report
        if job is None:
            return check(name, settings=self.settings, **options)
        # What the process that checks a file does in its stead: `sleep` too long, or `exit`.
        jobs = {"sleep": lambda _: time.sleep(60), "exit": lambda _: os._exit(3)}
        work = jobs[str(job)] if failing else check
        ((_, report),) = check_files([name], work, jobs=1, limit=0.3 if failing else 60)
        return report

    def check(self, example: Example, *, failing: bool = False) -> Report:
        """What this rule finds in an example that was written to the current folder."""
        report = self._report(example, failing=failing)
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
            words = dict(word.partition("=")[::2] for word in info.split())
            arguments: dict[str, str] = {}
            if "example" in words:
                case.examples.add(title)
                kind, shown = documented(case.code, _heading(title))
                if kind == "console":
                    words["file"], arguments = _command(shown)
            data = _data(case.code, title, language, words, body)
            if "with" in words:
                files[words["with"]] = data or b""
            elif language == "text":
                case.expected.append(body)
            elif title == "Fixed":
                case.fixed = (data or b"").decode()
            else:
                name = words.get("file", "robot.urdf")
                example = Example(name, data, dict(files), arguments)
                {"Fails": case.fails, "Passes": case.passes}[title].append(example)
    return case


def _heading(title: str) -> str:
    return "Example" if title == "Fails" else "Use instead"


def _command(text: str) -> tuple[str, dict[str, str]]:
    """The file and the xacro arguments of `$ fourbar check FILE --arg NAME:=VALUE`."""
    words = text.removeprefix("$ fourbar check ").split()
    given = dict(word.split(":=") for word in words if ":=" in word)
    return words[0], given


def _data(code: str, title: str, language: str, words: dict[str, str], body: str) -> bytes | None:
    """The bytes a block stands for."""
    if "with" in words and not body and not {"in", "example"} & set(words):
        return (INSIDE / words["with"]).read_bytes()
    if "example" in words:
        kind, example = documented(code, _heading(title))
        if kind != "console":
            language, body = kind, inside(example, body) if body else example
    if language == "python":
        return eval(body, {"__builtins__": {"range": range}, "GLB": _glb()})
    if "in" in words:
        suffix = ".gltf" if language == "json" else ".urdf"
        around = (INSIDE / f"{words['in']}{suffix}").read_text(encoding="utf-8")
        if language == "json":
            return json.dumps(changed_json(around, body, words.get("at")), indent=2).encode()
        body = inside(body, around)
    return body.encode()


def _glb() -> bytes:
    """`inside/pendulum.gltf` as a GLB file."""
    text = json.dumps(json.loads((INSIDE / "pendulum.gltf").read_text(encoding="utf-8"))).encode()
    text += b" " * (-len(text) % 4)
    return struct.pack("<4sIII4s", b"glTF", 2, 20 + len(text), len(text), b"JSON") + text


def documented(code: str, heading: str) -> tuple[str, str]:
    """Language and content of the block below a heading of a rule's documentation."""
    rule = lookup(code)
    assert rule is not None
    section = documentation(rule).partition(f"## {heading}\n")[2].partition("\n## ")[0]
    ((language, _, body),) = _BLOCK.findall(section)
    return language, body


def inside(body: str, around: str) -> str:
    """The text with the line `...` replaced by `body`, indented as that line is."""
    (line,) = re.findall(r"^ *\.\.\.\n", around, re.MULTILINE)
    indent = line[: line.index(".")]
    return around.replace(line, "".join(indent + each for each in body.splitlines(keepends=True)))


def changed_json(around: str, body: str, at: str | None) -> Any:
    """A JSON document with other members; `//` comments are for readers."""
    root = json.loads(around)
    text = re.sub(r"\s//.*$", "", body, flags=re.MULTILINE).strip()
    members = json.loads(text if text.startswith("{") else f"{{{text}}}")
    if at is not None:
        _part(root, at).update(members)
        return root
    for pointer, value in members.items():
        parent, _, key = pointer.removeprefix("-").rpartition("/")
        owner = _part(root, parent)
        place = int(key) if isinstance(owner, list) else key
        if pointer.startswith("-"):
            del owner[place]
        else:
            owner[place] = value
    return root


def _part(root: Any, pointer: str) -> Any:
    for key in pointer.split("/")[1:]:
        root = root[int(key) if isinstance(root, list) else key]
    return root


def matches(text: str, expected: str) -> bool:
    """Equal, but for parts written as `[...]`, which depend on what is installed."""
    pattern = ".*?".join(re.escape(part) for part in expected.split("[...]"))
    return re.fullmatch(pattern, text, re.DOTALL) is not None

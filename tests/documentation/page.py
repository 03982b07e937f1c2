"""A page of the documentation, run from top to bottom in the current folder.

- A block with a title, three backticks and `xml title="leg.urdf"`, is a file of that name.
- `python` is executed; a comment `# LoopError: message` promises an exception.
- `output` is what the Python block before it prints.
- `console` has commands after `$ ` and what they print; `...` on a line stands for any lines. A
  command whose output is not shown must succeed. `fourbar`, `python FILE` and `cat` run in this
  process; commands that install things (`pip`, `npm`, `make`) do not run here.
- `<!-- not run: reason -->` on the line before a block leaves it out.

Numbers of outputs may differ in their last digits: machines and their libraries do.
`python -m tests.documentation.rewrite PAGE` writes what is printed now into a page.
"""

from __future__ import annotations

import ast
import doctest
import io
import math
import re
import runpy
import shlex
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

from fourbar.cli import main

_BLOCK = re.compile(
    r"^(?P<indent> *)(?P<fence>```+)(?P<language>[\w+-]*)(?P<options>[^\n`]*)\n"
    r"(?P<text>.*?)^(?P=indent)(?P=fence) *$",
    re.MULTILINE | re.DOTALL,
)
_LEFT_OUT = re.compile(r"<!-- not run: \S.* -->\s*$")
_RAISES = re.compile(r"#\s*(?:\w+\.)*(\w*(?:Error|Exception)): (.*)$")
_NUMBER = re.compile(r"(?<![\w.])[-+]?\d+\.\d+(?:e[-+]?\d+)?|(?<![\w.])[-+]?\d+e[-+]?\d+")
_ELSEWHERE = (
    *("pip", "pipx", "uv", "npm", "npx", "make", "git", "docker", "conda", "mamba"),
    *("cd", ".", "cp", "colcon", "rattler-build"),  # into a clone, and its environment
)
_BLOCKING = ("view",)  # a server: tests/cli/test_view.py


class Block(NamedTuple):
    """A fenced block: the line of its first line of text, its language, its file name, its text."""

    line: int
    language: str
    title: str | None
    text: str


class Change(NamedTuple):
    """Lines of a page that show something else than what is printed, and what they should be."""

    line: int
    count: int
    text: str


class Statement(NamedTuple):
    """A statement of a page: its line there, and the exception that its comment promises."""

    line: int
    code: str
    error: str | None
    message: str | None


class Step(NamedTuple):
    """A command of a console block, and what it prints."""

    line: int
    command: str
    output: str


def blocks(page: Path) -> Iterator[Block]:
    """The blocks of a page that are not marked as not run."""
    text = page.read_text(encoding="utf-8")
    for found in _BLOCK.finditer(text):
        if _LEFT_OUT.search(text, 0, found.start()):
            continue
        line = text.count("\n", 0, found.start("text")) + 1
        title = re.search(r'title="([^"]+)"', found["options"])
        indent = found["indent"]
        lines = (row.removeprefix(indent) for row in found["text"].splitlines(keepends=True))
        yield Block(line, found["language"], title and title[1], "".join(lines))


def runs(page: Path) -> bool:
    """Whether the page has something to run."""
    return any(block.language in ("python", "console") for block in blocks(page))


def statements(block: Block) -> Iterator[Statement]:
    """The statements of a block; `>>>` with its output is one that is expected to raise it."""
    if block.text.startswith(">>>"):
        for example in doctest.DocTestParser().get_examples(block.text):
            name, _, message = example.want.strip().partition(": ")
            error = name.rpartition(".")[2]
            yield Statement(block.line + example.lineno, example.source, error, message)
        return
    lines = block.text.splitlines()
    for node in ast.parse(block.text).body:
        assert node.end_lineno is not None
        decorators = getattr(node, "decorator_list", [])
        start = decorators[0].lineno if decorators else node.lineno
        code = "\n".join(lines[start - 1 : node.end_lineno])
        found = _RAISES.search(code)
        error, message = found.groups() if found else (None, None)
        yield Statement(block.line + node.lineno - 1, code, error, message)


def steps(block: Block) -> Iterator[Step]:
    """The commands of a console block."""
    rows = block.text.splitlines()
    starts = [number for number, row in enumerate(rows) if row.startswith("$ ")]
    assert starts[:1] == [0], f"line {block.line}: a console block begins with '$ '"
    for number, after in zip(starts, [*starts[1:], len(rows)], strict=True):
        output = "\n".join(rows[number + 1 : after])
        yield Step(block.line + number, rows[number][2:], output)


def run(page: Path, changes: list[Change] | None = None) -> dict[str, Any]:
    """Run a page in the current folder; the names it leaves. AssertionError has the line.

    With `changes`, outputs that differ are added to it instead.
    """
    names: dict[str, Any] = {"__name__": "__page__"}
    printed = ""
    for block in blocks(page):
        if block.title is not None and block.language != "console":
            file = Path(block.title)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            with redirect_stdout(io.StringIO()) as stream:
                for statement in statements(block):
                    _execute(statement, page.name, names)
            printed = stream.getvalue()
        elif block.language == "output":
            compare(printed, block.text, page.name, block.line, changes)
        elif block.language == "console":
            for step in steps(block):
                _command(step, page.name, changes)
    return names


def _execute(statement: Statement, page: str, names: dict[str, Any]) -> None:
    line, code, error, message = statement
    where = f"{page}:{line}"
    try:
        exec(compile(code, where, "exec"), names)
    except Exception as raised:
        if (type(raised).__name__, str(raised)) != (error, message):
            raise AssertionError(f"{where}: {type(raised).__name__}: {raised}") from raised
    else:
        assert error is None, f"{where}: {error} is promised, nothing is raised"


def _command(step: Step, page: str, changes: list[Change] | None) -> None:
    where = f"{page}:{step.line}: {step.command}"
    words = shlex.split(step.command, comments=True)
    if words[0] in _ELSEWHERE or words[:2] in (["python", "-m"], ["python3", "-m"]):
        return
    target = None
    if ">" in words:
        target = Path(words.pop()).expanduser()
        words.remove(">")
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(out):
        status = _run(words, where)
    shown = out.getvalue()
    if target is not None:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(shown, encoding="utf-8")
    elif step.output:
        compare(shown, step.output, page, step.line + 1, changes)
    else:
        assert status == 0, f"{where}\n{shown}"


def _run(words: list[str], where: str) -> int:
    """The exit status of a command."""
    if words[0] == "fourbar" and words[1] in _BLOCKING:
        return 0
    before = sys.argv
    try:
        if words[0] == "fourbar":
            return main(words[1:])
        if words[0] in ("python", "python3"):
            sys.argv = words[1:]
            runpy.run_path(words[1], run_name="__main__")
            return 0
    except SystemExit as stopped:
        return int(stopped.code or 0)
    finally:
        sys.argv = before
    assert words[0] == "cat", f"{where}: no test knows how to run this"
    print(Path(words[1]).read_text(encoding="utf-8"), end="")
    return 0


def compare(found: str, expected: str, page: str, line: int, changes: list[Change] | None) -> None:
    """Compare line by line; `...` stands for any lines."""
    have = [row.rstrip() for row in found.strip("\n").splitlines()]
    want = [row.rstrip() for row in expected.strip("\n").splitlines()]
    if _matches(have, want):
        return
    if changes is None:
        raise AssertionError(f"{page}:{line}: this is printed\n{found}\ninstead of\n{expected}")
    changes.append(Change(line, len(expected.splitlines()), "\n".join(have)))


def _matches(have: list[str], want: list[str]) -> bool:
    for number, row in enumerate(want):
        if row.strip() == "...":
            rest = want[number + 1 :]
            return any(_matches(have[at:], rest) for at in range(number, len(have) + 1))
        if number >= len(have) or not _alike(have[number], row):
            return False
    return len(have) == len(want)


def _alike(have: str, want: str) -> bool:
    if have == want:
        return True
    if _NUMBER.sub("#", have) != _NUMBER.sub("#", want):
        return False
    pairs = zip(_NUMBER.findall(have), _NUMBER.findall(want), strict=True)
    return all(math.isclose(float(a), float(b), rel_tol=1e-5, abs_tol=1e-9) for a, b in pairs)

"""Facts travel as values: no fix and no filter depends on the words of a finding."""

import ast
import os
import re
from collections import Counter
from pathlib import Path

import pytest

import fourbar
from fourbar.diagnostics import Report
from fourbar.formats import open_content
from fourbar.lint.checking import inspect
from fourbar.lint.registry import checks_of
from fourbar.lint.run import run
from fourbar.lint.suppress import suppressed
from fourbar.record import replace
from fourbar.rules.families import FAMILIES
from fourbar.rules.registry import all_rules

from .cases import Case, cases

SOURCE = Path(fourbar.__file__).parent
NONSENSE = "'x'; did you mean 'nobody'? taking 'nothing', needs scipy. A choice that works: none"
"""What the parsers of messages that there once were would have taken for something."""

READ_BY_MACHINES = tuple(
    case for case in cases() if not case.options.keys() & {"job", "stage"} and case.fails
)


def outcome(name: str, case: Case, *, nonsense: bool) -> Counter[object]:
    """What a check finds, and the edits it offers."""
    content = open_content(name, Report())
    if content is None:
        return Counter()
    context, _ = inspect(content, settings=case.settings, **case.options)
    if context is None:
        return Counter()
    if nonsense:
        context.found = told_otherwise(context.found)
        found = [replace(each, message=NONSENSE, notes=()) for each in context.assets.found]
        context.assets.__dict__["found"] = found
    report = suppressed(run(context), case.settings, context)
    return Counter(
        (d.code, str(d.path), d.severity, d.span, d.fix and (d.fix.edits, d.fix.safe))
        for d in report
    )


def told_otherwise(report: Report) -> Report:
    """The same findings in other words."""
    other = Report()
    other.sources = report.sources
    for finding in report:
        other.keep(replace(finding, message=NONSENSE, notes=()))
    return other


@pytest.mark.parametrize("case", READ_BY_MACHINES, ids=lambda case: case.path.stem)
def test_fixes_and_filters_do_not_read_messages(case, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for number, example in enumerate(case.fails):
        folder = tmp_path / str(number)
        folder.mkdir()
        os.chdir(folder)
        name = example.write(folder)
        plain = outcome(name, case, nonsense=False)
        assert outcome(name, case, nonsense=True) == plain


def test_the_cases_have_fixes_that_could_have_read_a_message():
    """The test above would be idle if no finding of the readers got its fix from a value."""
    fixed = {case.code for case in READ_BY_MACHINES if case.fixed is not None}
    assert {"R201", "S101", "S102", "S110", "S112", "S114", "S121", "A507", "A509"} <= fixed


# Who may look at a message: those that show it, or put it into another message.
SHOWS_MESSAGES = {
    "cli/__init__.py": 1,
    "cli/compare.py": 1,
    "cli/options/robot.py": 2,
    "cli/simulate.py": 1,  # of a warning of Python
    "cli/view.py": 1,
    "formats/changed.py": 1,
    "graph/connect.py": 1,
    "lint/checks/physics/zero_axis.py": 1,
    "lint/facts/assets.py": 1,
    "lint/settings.py": 2,
    "viewer/findings.py": 1,
}


def attributes_read(tree: ast.AST, name: str) -> int:
    """How often an attribute of that name is read; a method that is called is another thing."""
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    return sum(
        isinstance(node, ast.Attribute)
        and node.attr == name
        and isinstance(node.ctx, ast.Load)
        and id(node) not in called
        for node in ast.walk(tree)
    )


def test_only_what_shows_a_message_reads_it():
    found = {}
    for folder in ("lint", "viewer", "cli", "graph", "formats"):
        for file in sorted(SOURCE.glob(f"{folder}/**/*.py")):
            count = attributes_read(ast.parse(file.read_text(encoding="utf-8")), "message")
            if count:
                found[file.relative_to(SOURCE).as_posix()] = count
    assert found == SHOWS_MESSAGES


def test_what_checks_come_after_exists():
    """A code that was renamed would let a check report the consequences of a finding again."""
    codes = [rule.code for rule in all_rules()]
    for family in FAMILIES:
        if (SOURCE / "lint" / "checks" / family).is_dir():
            for check in checks_of(family):
                for word in check.after:
                    assert any(code.startswith(word) for code in codes), (check.stem, word)


PATH = re.compile(r"(^|[^\w])(link|joint|loop|coupling|material|visual|collision|transmission)\[$")


def test_paths_are_written_in_one_place():
    """No text of a path is put together elsewhere: a name may hold any character."""
    found = []
    for file in sorted(SOURCE.glob("**/*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                found += [
                    f"{file.relative_to(SOURCE)}:{node.lineno}"
                    for piece in node.values
                    if isinstance(piece, ast.Constant) and PATH.search(str(piece.value))
                ]
    assert found == []


def test_a_distance_beyond_all_digits_is_an_exponent() -> None:
    text = (
        '<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="fixed">'
        '<parent link="a"/><child link="b"/><origin xyz="1e300 0 0"/></joint></robot>'
    )
    found = [f.message for f in fourbar.check(text.encode()) if f.code == "P418"]
    assert found == ["the origin is 1e+300 m away; is it in millimetres?"]

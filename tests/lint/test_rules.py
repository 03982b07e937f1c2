"""Each rule against its Markdown test, and each rule's documentation."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from cases import FOLDER, Case, cases, matches, read

import fourbar
import fourbar.rules
from fourbar.diagnostics import Rule
from fourbar.lint.fixing import fix_text
from fourbar.lint.registry import fix_of
from fourbar.lint.settings import TARGETS
from fourbar.rules import registry
from fourbar.rules.families import family_of
from fourbar.rules.registry import HEADINGS, REDIRECTS, all_rules, documentation, stem_of

ALL = cases()
WITH_FIX = [case for case in ALL if case.fixed is not None]


def name(case: Case) -> str:
    return case.path.stem


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("case", ALL, ids=name)
def test_fails_with_the_report_shown(case: Case, folder: Path) -> None:
    assert case.fails
    for example, expected in zip(case.fails, case.expected, strict=True):
        example.write(folder)
        report = case.check(example, failing=True)
        assert len(report) > 0
        assert matches(report.render("text"), expected)


@pytest.mark.parametrize("case", ALL, ids=name)
def test_passes(case: Case, folder: Path) -> None:
    assert case.passes
    for example in case.passes:
        example.write(folder)
        assert len(case.check(example)) == 0


@pytest.mark.parametrize("case", WITH_FIX, ids=name)
def test_is_fixed_as_shown_and_then_passes(case: Case, folder: Path) -> None:
    file = case.fails[0].write(folder)
    result = fix_text(file, settings=case.settings, only=case.code, unsafe=True)
    assert result.data.decode() == case.fixed
    assert case.code not in {d.code for d in result.report}


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)
class TestDocumentation:
    def test_has_the_fixed_headings_and_text_below_each(self, rule: Rule) -> None:
        parts = re.split(r"^## (.*)$", documentation(rule), flags=re.MULTILINE)
        assert parts[0].strip() == rule.summary
        assert tuple(parts[1::2]) == HEADINGS
        assert all(text.strip() for text in parts[2::2])

    def test_its_examples_are_tested(self, rule: Rule) -> None:
        case = read(FOLDER / f"{rule.code}-{rule.name}.md")
        assert {"Fails", "Passes"} <= case.examples

    def test_says_whether_a_fix_is_safe(self, rule: Rule) -> None:
        text = documentation(rule).rpartition("## Fix safety")[2].strip()
        begins = {"none": "There is no fix.", "safe": "Safe", "unsafe": "Unsafe"}
        assert text.startswith(begins[rule.fix])
        fixed = {case.code for case in WITH_FIX}
        assert (rule.code in fixed) == (rule.fix != "none")
        if fix_of(rule) is not None:
            assert rule.code in fixed

    def test_names_known_targets(self, rule: Rule) -> None:
        assert set(rule.targets) <= set(TARGETS)
        assert bool(rule.targets) == rule.code.startswith("T")


def test_codes_and_names_are_unique() -> None:
    rules = all_rules()
    assert len({rule.code for rule in rules}) == len(rules)
    assert len({rule.name for rule in rules}) == len(rules)


def test_every_markdown_test_belongs_to_a_rule() -> None:
    known = {f"{rule.code}-{rule.name}" for rule in all_rules()}
    assert {case.path.stem for case in ALL} <= known


def test_a_renamed_code_leads_to_its_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "REDIRECTS", {"P499": "P402"})
    found = registry.lookup("p499")
    assert found is not None
    assert found.code == "P402"
    assert registry.selector("P499") == "P402"


def test_redirects_lead_to_rules_and_are_not_rules_themselves() -> None:
    codes = {rule.code for rule in all_rules()}
    assert set(REDIRECTS.values()) <= codes
    assert not set(REDIRECTS) & codes


EVERY_RULE = """
import gc, importlib, pkgutil
import fourbar
for module in pkgutil.walk_packages(fourbar.__path__, "fourbar."):
    if module.name != "fourbar.__main__":
        importlib.import_module(module.name)
from fourbar.diagnostics import Rule
from fourbar.rules.registry import all_rules
known = {id(rule) for rule in all_rules()}
print(*(each.code for each in gc.get_objects() if type(each) is Rule and id(each) not in known))
print(len(known))
"""


def test_every_rule_of_the_process_is_in_the_catalogue() -> None:
    """Not a list by hand: all Rule objects there are after importing every module."""
    command = [sys.executable, "-c", EVERY_RULE]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout.splitlines() == ["", str(len(all_rules()))]


def test_rules_are_declared_only_in_files_of_their_name() -> None:
    source = Path(fourbar.__file__).parent
    for file in source.rglob("*.py"):
        made = re.findall(r"\bRule\(\s*code=\"(\w+)\"", file.read_text(encoding="utf-8"))
        if made:
            family, stem = file.parent.name, file.stem
            assert file.parent.parent == source / "rules"
            assert made == [getattr(getattr(fourbar.rules, family), stem.upper()).code]
            assert family == family_of(made[0])


def test_constants_that_are_used_exist() -> None:
    """Type checkers take every name in a family for a rule."""
    for file in Path(fourbar.__file__).parent.rglob("*.py"):
        for family, name in re.findall(
            r"\brules\.([a-z]+)\.([A-Z][A-Z0-9_]+)\b", file.read_text(encoding="utf-8")
        ):
            assert isinstance(getattr(getattr(fourbar.rules, family), name), Rule)


def test_checks_and_fixes_belong_to_rules() -> None:
    rules = {(family_of(rule.code), stem_of(rule)): rule for rule in all_rules()}
    lint = Path(fourbar.__file__).parent / "lint"
    for kind in ("checks", "fixes"):
        for file in (lint / kind).glob("*/[a-z]*.py"):
            rule = rules[file.parent.name, file.stem]
            assert kind == "checks" or rule.fix != "none"

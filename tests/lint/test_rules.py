"""Each rule against its Markdown test, and each rule's documentation."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from cases import FOLDER, Case, cases, matches

from fourbar.lint import registry
from fourbar.lint.fix import fix_text
from fourbar.lint.registry import REDIRECTS, Entry, entries
from fourbar.lint.rule import HEADINGS
from fourbar.lint.settings import TARGETS

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
        report = case.check(example.write(folder), failing=True)
        assert len(report) > 0
        assert matches(report.render("text"), expected)


@pytest.mark.parametrize("case", ALL, ids=name)
def test_passes(case: Case, folder: Path) -> None:
    assert case.passes
    for example in case.passes:
        assert len(case.check(example.write(folder))) == 0


@pytest.mark.parametrize("case", WITH_FIX, ids=name)
def test_is_fixed_as_shown_and_then_passes(case: Case, folder: Path) -> None:
    file = case.fails[0].write(folder)
    result = fix_text(file, settings=case.settings, only=case.code, unsafe=True)
    assert result.data.decode() == case.fixed
    assert case.code not in {d.code for d in result.report}


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.rule.code)
class TestDocumentation:
    def test_has_the_fixed_headings_and_text_below_each(self, entry: Entry) -> None:
        parts = re.split(r"^## (.*)$", entry.documentation, flags=re.MULTILINE)
        assert parts[0].strip() == entry.rule.summary
        assert tuple(parts[1::2]) == HEADINGS
        assert all(text.strip() for text in parts[2::2])

    def test_has_a_markdown_test(self, entry: Entry) -> None:
        assert (FOLDER / f"{entry.rule.code}-{entry.rule.name}.md").is_file()

    def test_says_whether_a_fix_is_safe(self, entry: Entry) -> None:
        text = entry.documentation.rpartition("## Fix safety")[2].strip()
        assert text.startswith(("Safe", "Unsafe", "There is no fix."))
        fixed = {case.code for case in WITH_FIX}
        if entry.fix is not None:
            assert entry.rule.code in fixed
        assert (entry.rule.code in fixed) != text.startswith("There is no fix.")

    def test_names_known_targets(self, entry: Entry) -> None:
        assert set(entry.targets) <= set(TARGETS)
        assert bool(entry.targets) == entry.rule.code.startswith("T")


def test_codes_and_names_are_unique() -> None:
    rules = [entry.rule for entry in entries()]
    assert len({rule.code for rule in rules}) == len(rules)
    assert len({rule.name for rule in rules}) == len(rules)


def test_there_are_at_least_a_hundred_rules() -> None:
    assert len(entries()) >= 100


def test_every_markdown_test_belongs_to_a_rule() -> None:
    known = {f"{entry.rule.code}-{entry.rule.name}" for entry in entries()}
    assert {case.path.stem for case in ALL} <= known


def test_a_renamed_code_leads_to_its_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "REDIRECTS", {"P499": "P402"})
    found = registry.lookup("p499")
    assert found is not None
    assert found.rule.code == "P402"
    assert registry.selector("P499") == "P402"


def test_redirects_lead_to_rules_and_are_not_rules_themselves() -> None:
    codes = {entry.rule.code for entry in entries()}
    assert set(REDIRECTS.values()) <= codes
    assert not set(REDIRECTS) & codes


def test_the_codes_of_readers_graph_assets_and_gltf_are_all_documented() -> None:
    from fourbar.assets import mesh_rules
    from fourbar.assets import rules as asset_rules
    from fourbar.diagnostics import Rule, gltf_rules
    from fourbar.graph import rules as graph_rules
    from fourbar.urdf import rules as urdf_rules

    documented = {entry.rule.code for entry in entries()}
    for module in (urdf_rules, graph_rules, asset_rules, mesh_rules, gltf_rules):
        codes = {value.code for value in vars(module).values() if isinstance(value, Rule)}
        assert codes <= documented

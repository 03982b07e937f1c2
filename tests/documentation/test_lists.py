"""What pages list or count is what there is."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from fourbar._version import DOCUMENTATION, __version__
from fourbar.cli import COMMANDS, build_parser
from fourbar.rules.registry import all_rules

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reference" / "cli.md").read_text(encoding="utf-8")


def test_the_readme_counts_the_rules() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"over (\d+) \[rules\]", readme) == [str(len(list(all_rules())) // 100 * 100)]


def test_the_help_is_the_one_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "102")
    shown = PAGE.partition("$ fourbar --help\n")[2].partition("```")[0]
    # Python versions differ in how they wrap and in nothing else.
    assert shown.split() == build_parser().format_help().split()


def test_the_table_has_every_command() -> None:
    rows = re.findall(r"^\| `fourbar ([a-z]+)", PAGE, re.MULTILINE)
    assert sorted(set(rows)) == sorted(COMMANDS)  # some have a row for each use


def test_the_commands_with_json_are_listed() -> None:
    sentence = PAGE.partition("## In scripts")[2].partition(" print JSON with")[0]
    listed = [words.split()[0] for words in re.findall(r"`([^`]+)`", sentence)]
    parser = build_parser()
    have = [name for name in COMMANDS if "--json" in parser.command(name).options()]
    assert sorted(listed) == sorted(have)


def test_every_schema_is_linked() -> None:
    linked = re.findall(r"\(\.\./schemas/([a-z]+\.schema\.json)\)", PAGE)
    assert sorted(linked) == sorted(file.name for file in (ROOT / "docs" / "schemas").iterdir())


INSTALLS = re.compile(
    r"(?:pip|pipx|uv pip|uv tool) install (?:-\S+ )*[\"']?fourbar\b"
    r"|npm (?:i|install) (?!.*\.tgz).*three-robot-kinematics|conda install .*fourbar"
)


def test_nothing_is_promised_that_is_not_released() -> None:
    """Until tools/release.toml says so, nobody can install fourbar from an index."""
    release = tomllib.loads((ROOT / "tools" / "release.toml").read_text(encoding="utf-8"))
    pages = [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", *ROOT.glob("web/*/README.md")]
    promising = [page.name for page in pages if INSTALLS.search(page.read_text(encoding="utf-8"))]
    assert bool(promising) == release["released"], promising
    assert INSTALLS.search("$ pip install fourbar")
    assert not INSTALLS.search("$ pip install .")


def test_addresses_are_the_same_everywhere() -> None:
    source = tomllib.loads((ROOT / "tools" / "release.toml").read_text(encoding="utf-8"))["source"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["urls"]["Source"] == source
    assert project["urls"]["Documentation"] == DOCUMENTATION
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f'repository-code: "{source}"' in citation
    assert f"\nversion: {__version__}\n" in citation
    recipe = (ROOT / "conda" / "recipe.yaml").read_text(encoding="utf-8")
    assert f'version: "{__version__}"' in recipe
    for requirement in project["dependencies"]:
        name, _, bounds = requirement.partition(">=")
        assert f"- {name.lower()} >={bounds}" in recipe, requirement


def test_every_example_is_on_the_page() -> None:
    page = (ROOT / "docs" / "tutorials" / "examples.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\$ python examples/(\w+\.py)", page, re.MULTILINE)
    assert sorted(listed) == sorted(file.name for file in (ROOT / "examples").glob("*.py"))

"""What pages list or count is what there is."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest

from fourbar._version import DOCUMENTATION, __version__
from fourbar.cli import COMMANDS, build_parser
from fourbar.rules.registry import all_rules

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from generated import install  # noqa: E402

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
    rows = re.findall(r"^\| (?:`|<code>)fourbar ([a-z]+)", PAGE, re.MULTILINE)
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


def test_one_switch_changes_every_page() -> None:
    """Once it is released, no page speaks of a clone for what an index has."""
    before = {page: page.read_text(encoding="utf-8") for page in _switched()}
    after = {page: switched(page, text) for page, text in before.items()}
    assert {page.name for page in after if INSTALLS.search(after[page])} >= {
        "README.md",
        "ci.md",
        "index.md",
        "install.md",
        "simulators.md",
        "three.md",
    }
    cloning = re.compile(r"pip install \"?\.|[Ii]n a clone|[Ii]n the clone|git clone|not on npm")
    left = {page.name: cloning.findall(text) for page, text in after.items()}
    building = ["pip install ."] * 2  # from source, and without Node.js
    assert {name: found for name, found in left.items() if found} == {
        "install.md": [*building, "in the clone"]
    }


def test_a_released_readme_shows_on_an_index() -> None:
    """An index has only the text: pictures and links need whole addresses. And back again."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    ((_, absolute),) = install.rewrites(released=True)
    ((_, relative),) = install.rewrites(released=False)
    released = absolute(text)
    targets = re.findall(r"\]\(([^)]+)\)", released)
    assert len(targets) > 40
    assert [target for target in targets if not target.startswith("https://")] == []
    source = tomllib.loads((ROOT / "tools" / "release.toml").read_text(encoding="utf-8"))["source"]
    assert f"]({source}/raw/v{__version__}/docs/images/gallery.png)" in released
    assert absolute(released) == released
    assert relative(released) == relative(text)


def _switched() -> set[Path]:
    return {ROOT / path for path, *_ in install.places()}


def switched(page: Path, text: str) -> str:
    """A page as it is once there is a release."""
    for path, start, end, between in install.places(released=True):
        if ROOT / path == page:
            before, _, rest = text.partition(start)
            text = f"{before}{start}{between}{end}{rest.partition(end)[2]}"
    return text


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

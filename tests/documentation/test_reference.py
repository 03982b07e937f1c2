"""The reference is complete: every public name has its place, every parameter its words."""

from __future__ import annotations

import inspect
import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

import fourbar as fb
from fourbar.cli import COMMANDS, build_parser

ROOT = Path(__file__).parents[2]
PYTHON = ROOT / "docs" / "reference" / "python"
sys.path.insert(0, str(ROOT / "tools"))

from generated.reference import description, field_description, fields  # noqa: E402
from reference.docstring import parse  # noqa: E402
from reference.names import FIELDS, MODULES, OWN, linked, linked_type, page_of  # noqa: E402
from reference.signatures import parameters  # noqa: E402

FUNCTIONS = sorted(
    name
    for name in fb.__all__
    if callable(getattr(fb, name)) and not isinstance(getattr(fb, name), type)
)


def test_every_public_name_has_a_place() -> None:
    found = {
        name
        for page in PYTHON.glob("*.md")
        for name in re.findall(r"^## (\w+) \{ #\1 \}$", page.read_text(encoding="utf-8"), re.M)
    }
    assert set(fb.__all__) - found == {"__version__"}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_parameter_is_described(name: str) -> None:
    """In a section "Parameters" of the docstring, or in tools/parameters.toml."""
    function = getattr(fb, name)
    said = parse(function).sections.get("Parameters", {})
    silent = [row.name for row in parameters(function) if not description(name, row.name, said)]
    assert silent == []


def test_names_of_packages_have_a_place_and_their_parameters_words() -> None:
    for module, names in OWN.items():
        text = (PYTHON / page_of(module)).read_text(encoding="utf-8")
        package = import_module(f"fourbar.{module}")
        for name in names:
            assert f"## {module}.{name} {{ #{name} }}" in text
            value = getattr(package, name)
            if isinstance(value, type):
                continue
            said = parse(value).sections.get("Parameters", {})
            rows = parameters(value)
            assert [r.name for r in rows if not description(f"{module}.{name}", r.name, said)] == []


def test_every_parameter_of_the_main_classes_is_described() -> None:
    for value in (fb.Model, fb.View):
        said = parse(value).sections["Parameters"]
        silent = [
            row.name for row in parameters(value) if not description(value.__name__, row.name, said)
        ]
        assert silent == [], value


def test_the_table_describes_nothing_that_is_gone() -> None:
    import tomllib

    table = tomllib.loads((ROOT / "tools" / "parameters.toml").read_text(encoding="utf-8"))
    used = {row.name.lstrip("*") for name in FUNCTIONS for row in parameters(getattr(fb, name))}
    assert set(table.pop("shared")) - used == set()
    for module, names in OWN.items():
        functions = (getattr(import_module(f"fourbar.{module}"), name) for name in names)
        rows = [r for f in functions if not isinstance(f, type) for r in parameters(f)]
        have = {row.name.lstrip("*") for row in rows}
        assert set(table.pop(module.partition(".")[0], ())) <= have, module
    for function, rows in table.items():
        have = {row.name.lstrip("*") for row in parameters(getattr(fb, function))}
        assert set(rows) <= have, function


def _classes() -> dict[str, type]:
    """All classes of the reference, as it calls them."""
    listed = {name: getattr(fb, name) for names in MODULES.values() for name in names}
    for module, names in OWN.items():
        package = import_module(f"fourbar.{module}")
        listed |= {f"{module}.{name}": getattr(package, name) for name in names}
    return {name: value for name, value in listed.items() if isinstance(value, type)}


def test_every_field_is_described() -> None:
    """In a section "Attributes" of the docstring, or in tools/fields.toml."""
    silent: list[str] = []
    for name, value in _classes().items():
        said = parse(value).sections.get("Attributes", {})
        silent += [f"{name}.{f}" for f in fields(value) if not field_description(name, f, said)]
    assert silent == []


def test_the_table_of_fields_has_nothing_that_is_gone_or_said_twice() -> None:
    classes = _classes()
    for name, rows in FIELDS.items():
        if name == "fields":
            continue
        said = parse(classes[name]).sections.get("Attributes", {})
        assert set(rows) <= set(fields(classes[name])) - set(said), name


def test_no_cell_is_empty() -> None:
    """Where tables describe something, they do so in every row."""
    empty = [
        f"{page.name}: {line}"
        for page in sorted(PYTHON.glob("*.md"))
        for line in page.read_text(encoding="utf-8").splitlines()
        if line.startswith("| `") and re.search(r"\|\s*\|$", line)
    ]
    assert empty == []


def test_every_name_that_a_page_imports_has_a_place() -> None:
    """What pages teach is in the reference, also names of packages."""
    anchors = {
        found
        for page in PYTHON.glob("*.md")
        for found in re.findall(r"\{ #([\w.]+) \}", page.read_text(encoding="utf-8"))
    }
    missing: list[str] = []
    for page in [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md"]:
        text = page.read_text(encoding="utf-8")
        for module, names in re.findall(r"^ *from fourbar([\w.]*) import ([\w, ]+)$", text, re.M):
            taught = {name.strip() for name in names.split(",")} - anchors
            missing += [f"{page.name}: fourbar{module}.{name}" for name in sorted(taught)]
    assert missing == []


def test_every_public_name_has_a_docstring() -> None:
    values = [getattr(fb, name) for name in fb.__all__]
    assert [
        value for value in values if not isinstance(value, str) and not inspect.getdoc(value)
    ] == []


def test_every_command_and_option_has_help() -> None:
    page = (ROOT / "docs" / "reference" / "commands.md").read_text(encoding="utf-8")
    parser = build_parser()
    for name in COMMANDS:
        assert f"## fourbar {name}\n" in page
        for word, action in parser.command(name).options().items():
            assert action.help, f"{name} {word}"
            assert action.dest == "help" or f"`{word}" in page or f"<code>{word}" in page, word


def test_sections_of_docstrings() -> None:
    def example() -> None:
        """One line.

        Parameters
        ----------
        a, b
            Both of them,
            on two lines.
        **c
            The rest.

        After it.
        """

    text, sections = parse(example)
    assert text == "One line.\n\nAfter it."
    both = "Both of them, on two lines."
    assert sections == {"Parameters": {"a": both, "b": both, "c": "The rest."}}


def test_names_are_linked() -> None:
    to = page_of("formats")
    assert (
        linked("As for `fourbar.load` and `x`.") == f"As for [`fourbar.load`]({to}#load) and `x`."
    )
    assert linked_type("Sequence[Report] | None") == (
        "`Sequence[`[`Report`](diagnostics.md#Report)<code>&#93; &#124; None</code>"
    )

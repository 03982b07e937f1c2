"""The table of formats: one row is all that a format needs."""

from __future__ import annotations

import ast
from inspect import signature
from pathlib import Path

import pytest

import fourbar as fb
from fourbar.cli import build_parser, main
from fourbar.formats import FORMATS, READERS, SUFFIXES, readable, readable_text, writable
from fourbar.formats.table import Format, function, suffixes_with
from fourbar.gltf.options import GlbKeywords
from fourbar.mjcf.options import MjcfKeywords
from fourbar.usd.options import UsdKeywords


def test_every_function_of_the_table_exists() -> None:
    for row in FORMATS:
        for target in (row.read, row.validate, *row.writers.values()):
            assert target is None or callable(function(target))


def test_extensions_are_unique_and_in_lower_case() -> None:
    suffixes = [suffix for row in FORMATS for suffix in row.suffixes]
    assert len(suffixes) == len(set(suffixes)) == len(SUFFIXES)
    assert all(suffix.startswith(".") and suffix == suffix.lower() for suffix in suffixes)


def test_help_texts_and_choices_come_from_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert readable_text() in " ".join(build_parser().format_help().split())
    for command in ("info", "view", "convert"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        shown = " ".join(capsys.readouterr().out.split())
        assert readable_text() in shown
        assert "{" + ",".join(READERS) + "}" in shown
        if command == "convert":
            assert all(suffix in shown for suffix in writable())


def test_content_decides_over_the_extension(tmp_path: Path) -> None:
    robot = fb.load("gallery:four_bar")
    file = tmp_path / "robot.urdf"
    fb.save(robot, tmp_path / "robot.glb")
    (tmp_path / "robot.glb").rename(file)
    assert fb.load(file) == robot


def test_an_unknown_format_names_the_known() -> None:
    with pytest.raises(ValueError, match="unknown format 'collada'; expected one of: urdf, xacro"):
        fb.read(b"<robot/>", format="collada")


def test_which_files_are_readable() -> None:
    assert readable("A.URDF")
    assert not readable("a.stl")


# Options of writers


KEYWORDS = (GlbKeywords, MjcfKeywords, UsdKeywords)


def keywords(target: str) -> set[str]:
    """What a writer takes by keyword, as its signature has it; `stem` and `options` aside."""
    found: set[str] = set()
    for name, parameter in signature(function(target)).parameters.items():
        if parameter.kind is parameter.VAR_KEYWORD:
            fields = {f"Unpack[{each.__name__}]": each for each in KEYWORDS}
            found |= set(fields[parameter.annotation].__annotations__)
        elif parameter.kind is parameter.KEYWORD_ONLY:
            found.add(name)
    return found - {"stem", "options"}


@pytest.mark.parametrize(
    ("row", "suffix"), [(row, suffix) for row in FORMATS for suffix in row.writers]
)
def test_options_are_those_that_the_writer_takes(row: Format, suffix: str) -> None:
    pytest.importorskip("pxr" if row.name == "usd" else "fourbar")
    names = {option if isinstance(option, str) else option[1] for option in row.options}
    declared = {name for name in names if row.takes(suffix, name)}
    assert declared == keywords(row.writers[suffix])


def test_what_a_writer_does_not_take_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every option of `convert` on every extension: it is taken, or there is no effect."""
    from fourbar.cli.convert import _OPTIONS

    words = {
        "--basis": "root",
        "--planar": "xyt",
        "--simplify": "0.5",
        "--texture-size": "64",
        "--base": "fixed",
        "--loop-style": "joint",
        "--actuators": "motor",
        "--inertia": "strict",
        "--mesh-format": "obj",
        "--assets": "files",
    }
    for option in _OPTIONS:
        for row in FORMATS:
            for suffix in row.writers:
                if row.takes(suffix, option.keyword):
                    continue
                output = tmp_path / f"x{suffix}"
                word = [words[option.flag]] if option.flag in words else []
                assert main(["convert", "gallery:four_bar", str(output), option.flag, *word]) == 2
                shown = capsys.readouterr().err
                expected = ", ".join(suffixes_with(option.keyword))
                assert f"{option.flag} has no effect on" in shown
                assert f"it is for {expected}\n" in shown
                assert not output.exists()


# Extensions elsewhere

SOURCE = Path(fb.__file__).parent

ELSEWHERE = {
    "blender/description.py": {".urdf"},  # what a scene is exported as
    "covers/write_spheres.py": {".srdf"},  # spheres in a file of their own
    "fleet/jobs.py": {".glb", ".urdf"},  # what is written by default
    "fleet/companions.py": {".gltf"},  # formats of meshes
    "fleet/varied_poses.py": {".urdf"},
    "cli/variations.py": {".urdf"},
    "lint/files.py": {".xacro"},  # macros alone are not a robot
    "cli/check.py": {".xml"},  # a JUnit report
    "cli/loads.py": {".html"},  # a page with a report, not with a robot
    "viewer/page.py": {".html"},  # what a server calls a page
    "meshes/prepare.py": {".glb"},  # formats of meshes
    "lint/checks/targets/mesh_format_unsupported.py": {".gltf"},
}
"""The modules that write an extension of the table in their code, and why."""


def extensions_in(path: Path) -> set[str]:
    """Extensions of the table that a module compares with; names of new files do not count."""
    known = {suffix for row in FORMATS for suffix in (*row.suffixes, *row.writers)}
    tree = ast.parse(path.read_text(encoding="utf-8"))
    made = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in node.values
    }
    constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {node.value for node in constants if id(node) not in made and node.value in known}


def test_extensions_are_in_the_table_only() -> None:
    """And in the package of a format, which may tell its own apart."""
    own = {"formats/table.py", "gltf_file/suffixes.py"}
    packages = {target.split(".")[1] for row in FORMATS for target in row.writers.values()}
    found = {
        path.relative_to(SOURCE).as_posix(): extensions
        for path in sorted(SOURCE.rglob("*.py"))
        if path.relative_to(SOURCE).parts[0] not in {"rules", *packages} - {"viewer"}
        and path.relative_to(SOURCE).as_posix() not in own
        and (extensions := extensions_in(path))
    }
    assert found == ELSEWHERE, "ask fourbar.formats.table for extensions"

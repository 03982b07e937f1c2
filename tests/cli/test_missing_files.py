"""Files that are not there: no result, and no far-fetched hint."""

from __future__ import annotations

from pathlib import Path

import pytest

import fourbar as fb
from fourbar.cli import main


@pytest.mark.parametrize(
    ("option", "name"), [("--srdf", "nothing.srdf"), ("--loops", "nothing.yaml")]
)
@pytest.mark.parametrize("command", ["fk", "info", "inertia", "view"])
def test_a_file_beside_the_robot_that_is_missing_ends_a_command(
    command: str, option: str, name: str, capsys
) -> None:
    words = [command, "gallery:four_bar", option, name]
    assert main([*words, "--no-open"] if command == "view" else words) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert name in printed.err


@pytest.mark.parametrize("option", ["srdf", "loops"])
def test_load_raises_where_it_is_missing(option: str) -> None:
    with pytest.raises(fb.FileMissingError, match="nothing"):
        fb.load("gallery:four_bar", **{option: "nothing.yaml"})


def test_an_empty_name_is_not_a_folder(capsys) -> None:
    with pytest.raises(fb.FileMissingError, match="the name of the file is empty"):
        fb.load("")
    assert main(["info", ""]) == 2
    assert "the name of the file is empty" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("beside", "asked", "meant"),
    [
        ("arm.urdf", "amr.urdf", "arm.urdf"),
        ("arm.urdf.xacro", "arm.urdf", "arm.urdf.xacro"),
        ("my_arm.urdf", "arm.urdf", "my_arm.urdf"),
        ("arm.srdf", "amr.srdf", "arm.srdf"),
        ("out.urdf", "nothing.urdf", None),
        ("zaxis.urdf", "x.urdf", None),
        ("arm.urdf", "arm.srdf", None),  # of another kind
    ],
)
def test_only_similar_names_of_the_same_kind_are_suggested(
    beside: str, asked: str, meant: str | None, tmp_path: Path
) -> None:
    (tmp_path / beside).write_text('<robot name="r"><link name="a"/></robot>')
    with pytest.raises(fb.FileMissingError) as caught:
        fb.load(tmp_path / asked)
    hint = "" if meant is None else f"; did you mean '{meant}'?"
    assert str(caught.value).endswith(f"'{tmp_path / asked}' does not exist{hint}")


def test_an_argument_for_a_plain_file_says_how_to_expand_it(capsys) -> None:
    assert main(["fk", "gallery:four_bar", "--arg", "a:=b"]) == 2
    assert "use --input-format xacro to read it as one" in capsys.readouterr().err

"""What `fourbar check FOLDER` checks, skips and says."""

from __future__ import annotations

import json
import os
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from fourbar.cli import main
from fourbar.lint.files import collect

ROBOT = '<robot name="r"><link name="a"/></robot>'
MACROS = """<robot xmlns:xacro="http://ros.org/xacro">
<xacro:property name="x" value="1"/>
<xacro:macro name="wheel"><link name="wheel"/></xacro:macro>
<xacro:if value="1"><xacro:property name="y" value="2"/></xacro:if>
</robot>"""
CALLS = """<robot name="r" xmlns:xacro="http://ros.org/xacro">
<xacro:macro name="wheel"><link name="wheel"/></xacro:macro>
<xacro:wheel/>
</robot>"""
WRONG = CALLS.replace("<xacro:wheel/>", "<xacro:weel/>")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "r.urdf").write_text(ROBOT)
    (tmp_path / "macros.xacro").write_text(MACROS)
    (tmp_path / "r.urdf.xacro").write_text(CALLS)
    (tmp_path / "notes.txt").write_text("no robot")
    return tmp_path


def test_robots_are_found_and_macros_are_named(folder, capsys):
    assert main(["check", str(folder)]) == 0
    captured = capsys.readouterr()
    assert captured.out == "no findings in 2 files\n"
    assert captured.err == f"skipped 1 file that only defines macros: {folder / 'macros.xacro'}\n"


def test_a_wrong_xacro_robot_is_found(folder, capsys):
    (folder / "r.urdf.xacro").write_text(WRONG)
    assert main(["check", str(folder)]) == 1
    assert "error[X053]" in capsys.readouterr().out


def test_one_file_is_counted_too(folder, capsys):
    assert main(["check", str(folder / "sub")]) == 0
    assert capsys.readouterr().out == "no findings in 1 file\n"


def test_nothing_to_check_is_no_success(tmp_path, capsys):
    assert main(["check", str(tmp_path)]) == 2
    assert (
        f"nothing was checked: no .urdf, .xacro, .mjcf, .mjz or .sdf file in {tmp_path}"
        in capsys.readouterr().err
    )


def test_only_macros_are_no_success(folder, capsys):
    file = str(folder / "macros.xacro")
    assert main(["check", file]) == 2
    assert "nothing was checked: all files only define macros" in capsys.readouterr().err
    assert main(["check", file, "--allow-none"]) == 0
    assert "skipped 1 file" in capsys.readouterr().err


def test_a_file_that_is_no_xml_is_checked(folder):
    (folder / "broken.xacro").write_text("<robot")
    assert str(folder / "broken.xacro") in collect([str(folder)]).files


def test_a_folder_that_cannot_be_read_is_no_success(folder, capsys):
    closed = folder / "sub"
    closed.chmod(0)
    try:
        list(closed.iterdir())
    except PermissionError:
        pass
    else:
        closed.chmod(0o700)
        pytest.skip("this user may read every folder")
    assert main(["check", str(folder)]) == 2
    closed.chmod(0o700)
    assert f"'{closed}' cannot be read" in capsys.readouterr().err


def test_a_link_to_nothing_is_not_green(folder, capsys):
    (folder / "broken.urdf").symlink_to("nowhere.urdf")
    assert main(["check", str(folder)]) == 2
    out = capsys.readouterr().out
    assert f"'{folder / 'broken.urdf'}' is a link to 'nowhere.urdf', which does not exist" in out
    assert out.endswith("1 error in 2 files; 1 could not be checked\n")


def test_a_file_that_is_missing_is_not_counted(folder, capsys):
    assert main(["check", str(folder / "sub" / "r.urdf"), str(folder / "sub" / "rr.urdf")]) == 2
    out = capsys.readouterr().out
    assert "does not exist; did you mean 'r.urdf'?" in out
    assert out.endswith("1 error in 1 file; 1 could not be checked\n")


def test_an_empty_folder_among_others_is_no_success(folder, capsys):
    empty = folder / "none"
    empty.mkdir()
    said = f"nothing to check in '{empty}': it has no .urdf, .xacro, .mjcf, .mjz or .sdf file\n"
    names = [str(folder / "sub"), str(empty)]
    assert main(["check", *names]) == 2
    captured = capsys.readouterr()
    assert captured.out == "no findings in 1 file\n"
    assert captured.err == said
    assert main(["check", *names, "--allow-none"]) == 0
    assert capsys.readouterr().err == said


@pytest.mark.parametrize("jobs", [[], ["-j", "2"]])
def test_reports_for_machines_count_what_was_checked(folder, capsys, jobs):
    include = '<xacro:include filename="macros.xacro"/><xacro:wheel/>'
    start = '<robot name="r" xmlns:xacro="http://ros.org/xacro">'
    (folder / "r.urdf.xacro").write_text(f"{start}{include}</robot>")
    assert main(["check", str(folder), "--json", *jobs]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["checked"], document["skipped"]) == (2, 1)
    assert main(["check", str(folder), "--format", "junit", *jobs]) == 0
    suites = ET.fromstring(capsys.readouterr().out)
    names = [suite.get("name") for suite in suites]
    assert names == [str(folder / "r.urdf.xacro"), str(folder / "sub" / "r.urdf")]


# Links, hidden folders, pipes


def names(folder: Path) -> list[str]:
    return [str(Path(file).relative_to(folder)) for file in collect([str(folder)]).files]


def test_hidden_folders_are_left_out(folder):
    for hidden in (".git", "sub/.cache"):
        (folder / hidden).mkdir()
        (folder / hidden / "x.urdf").write_text("<robot")
    assert names(folder) == ["r.urdf.xacro", "sub/r.urdf"]


def test_a_hidden_folder_that_is_asked_for_is_checked(folder):
    (folder / ".hidden").mkdir()
    (folder / ".hidden" / "x.urdf").write_text(ROBOT)
    assert names(folder / ".hidden") == ["x.urdf"]


def test_links_to_folders_are_followed_to_each_folder_once(folder, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "far.urdf").write_text(ROBOT)
    (elsewhere / "back").symlink_to(folder)
    (folder / "linked").symlink_to(elsewhere)
    (folder / "again").symlink_to(elsewhere)
    (folder / "around").symlink_to(folder)
    (folder / "above").symlink_to(folder.parent)
    (folder / "a_sub").symlink_to(folder / "sub")
    assert names(folder) == ["again/far.urdf", "r.urdf.xacro", "sub/r.urdf"]


def test_a_pipe_is_not_opened_and_not_green(folder, capsys):
    os.mkfifo(folder / "pipe.urdf")
    assert main(["check", str(folder)]) == 2
    printed = capsys.readouterr()
    assert f"'{folder / 'pipe.urdf'}' is not a regular file, so it is not checked" in printed.err
    assert printed.out == "no findings in 2 files\n"
    (folder / "sub" / "r.urdf").unlink()
    os.mkfifo(folder / "sub" / "r.urdf")
    assert main(["check", str(folder / "sub"), "--allow-none"]) == 2


def test_a_file_that_is_given_twice_is_checked_once(tmp_path: Path) -> None:
    file = tmp_path / "a.urdf"
    file.write_text("<robot/>")
    assert collect([str(file), str(file)]).files == (str(file),)

"""What `fourbar check FOLDER` checks, skips and says."""

from __future__ import annotations

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
    assert f"nothing was checked: no .urdf or .xacro file in {tmp_path}" in capsys.readouterr().err


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

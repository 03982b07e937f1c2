"""`--strict` and `strict=True`: no error that `check` finds in a robot's graph goes through."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import fourbar as fb
from fourbar import gallery
from fourbar.cli import main

# {} is the file; all commands that read a robot and have the option.
COMMANDS = (
    ["info", "{}"],
    ["graph", "{}"],
    ["fk", "{}"],
    ["jacobian", "{}"],
    ["ik", "{}", "--to", "0,0,0"],
    ["assemble", "{}"],
    ["trace", "{}"],
    ["dynamics", "{}"],
    ["simulate", "{}"],
    ["loads", "{}"],
    ["efforts", "{}"],
    ["inertia", "{}"],
    ["collide", "{}"],
    ["meshes", "{}"],
    ["convert", "{}", "{}.glb"],
    ["view", "{}", "--no-open"],
)
FOUR_BAR = gallery.path("gallery:four_bar").read_text()
TWO_DRIVES = re.sub(r'(<joint name="(?:crank|rocker)"[^>]*?) independent="\w+"', r"\1", FOUR_BAR)
TWO_DRIVES = re.sub(r'(<joint name="(?:crank|rocker)")', r'\1 independent="true"', TWO_DRIVES)
FAR_APART = re.sub(r'(<predecessor.*?<origin xyz=")[^"]*', r"\g<1>9 9 9", FOUR_BAR, flags=re.DOTALL)
FAULTY = {"G340": TWO_DRIVES, "G341": FAR_APART}


@pytest.fixture(params=FAULTY)
def faulty(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """A rule about loops, and a file that it alone finds something in."""
    file = tmp_path / "faulty.urdf"
    file.write_text(FAULTY[request.param])
    assert request.param in {error.code for error in fb.check(file).errors}
    assert fb.read(file).report.ok
    return request.param, str(file)


def test_load_raises_on_errors_of_loops(faulty: tuple[str, str]) -> None:
    code, file = faulty
    fb.load(file)
    with pytest.raises(fb.LoadError, match=code):
        fb.load(file, strict=True)
    with pytest.raises(fb.LoadError, match=code):
        fb.loads(Path(file).read_text(), strict=True)


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_every_command_stops_and_shows_the_error(faulty, words, capsys) -> None:
    code, file = faulty
    assert main([*(word.format(file) for word in words), "--strict"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"error[{code}]" in printed.err
    assert "(--strict)" in printed.err


def test_a_finding_that_is_silenced_in_the_file_does_not_count(tmp_path: Path) -> None:
    silenced = TWO_DRIVES.replace(
        '  <joint name="crank"',
        '  <!-- fourbar: ignore G340 (the drawing says so) -->\n  <joint name="crank"',
    )
    file = tmp_path / "silenced.urdf"
    file.write_text(silenced)
    assert "G340" not in {finding.code for finding in fb.check(file)}
    fb.load(file, strict=True)


@pytest.mark.parametrize("robot", gallery.names())
def test_the_gallery_is_strict(robot: str) -> None:
    assert fb.load(f"gallery:{robot}", strict=True).links


def test_errors_of_other_rules_are_left_to_check(tmp_path: Path) -> None:
    file = tmp_path / "heavy.urdf"
    file.write_text(
        '<robot name="r"><link name="a"><inertial><mass value="-1"/>'
        '<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>'
    )
    assert not fb.check(file).ok
    fb.load(file, strict=True)


WITHOUT_AXIS = re.sub(r"<axis[^>]*/>(?=\s*</loop>)", "", FOUR_BAR)


@pytest.mark.parametrize("words", [["info", "{}"], ["convert", "{}", "{}.glb"]])
def test_a_loop_without_an_axis_that_locks_its_cycle_is_shown_without_strict_too(
    words, tmp_path, capsys
) -> None:
    file = tmp_path / "locked.urdf"
    file.write_text(WITHOUT_AXIS)
    assert main([word.format(file) for word in words] + (["--json"] * (words[0] == "convert"))) == 0
    captured = capsys.readouterr()
    assert "error[G347]" in captured.err
    assert words[0] == "info" or '"errors": 1' in captured.out
    with pytest.warns(fb.LoadWarning, match="G347"):
        robot = fb.load(file)
    fb.save(robot, tmp_path / "again.urdf")  # what was read can be written

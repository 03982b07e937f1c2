"""What reading a file did not keep is not lost by saving the robot onto it."""

from __future__ import annotations

import os
import warnings
from pathlib import Path

import pytest

import fourbar as fb
from fourbar.cli import main

ARM = """<robot name="r">
<link name="a"/><link name="b"/>
<joint name="j" type="continuous"><origin {origin}/><parent link="a"/><child link="b"/>
<axis xyz="{axis}"/></joint>
{more}
</robot>
"""
SOUND = {"origin": 'xyz="0 0 1"', "axis": "0 0 1", "more": ""}
REPLACED = {
    "S106": {"origin": 'xyz="0 0 1" rpy="0 0 1 2"'},
    "S105": {"origin": 'xyz="0 0 one"'},
    "P401": {"axis": "0 0 0"},
}
LEFT_OUT = {
    "a duplicate link": '<link name="a"/>',
    "a joint to nowhere": '<joint name="k" type="fixed"><parent link="b"/>'
    '<child link="c"/></joint>',
    "a misspelt attribute": '<link name="c" nme="d"/>',
}


def written(folder: Path, **parts: str) -> Path:
    file = folder / "arm.urdf"
    file.write_text(ARM.format(**(SOUND | parts)))
    return file


def loaded(file: Path, **options: object) -> fb.Robot:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", fb.LoadWarning)
        return fb.load(file, **options)


@pytest.mark.parametrize("code", REPLACED)
def test_text_that_was_replaced_in_reading_is_not_overwritten(code: str, tmp_path: Path) -> None:
    file = written(tmp_path, **REPLACED[code])
    before = file.read_bytes()
    robot = loaded(file)
    with pytest.raises(fb.SaveError, match=code) as caught:
        fb.save(robot, file)
    assert file.read_bytes() == before
    assert "overwrite=True" in str(caught.value)
    fb.save(robot, tmp_path / "other.urdf")
    fb.save(robot, file, overwrite=True)
    assert fb.read(file).report.ok


def test_a_link_to_the_file_is_the_file(tmp_path: Path) -> None:
    file = written(tmp_path, **REPLACED["S106"])
    (tmp_path / "soft.urdf").symlink_to(file)
    os.link(file, tmp_path / "hard.urdf")
    for name in ("soft.urdf", "hard.urdf"):
        with pytest.raises(fb.SaveError, match="S106"):
            fb.save(loaded(file), tmp_path / name)


@pytest.mark.parametrize("what", LEFT_OUT)
def test_what_is_kept_as_text_may_be_saved(what: str, tmp_path: Path) -> None:
    file = written(tmp_path, more=LEFT_OUT[what])
    before = [str(error.code) for error in fb.read(file).report.errors]
    fb.save(loaded(file), file)
    assert [str(error.code) for error in fb.read(file).report.errors] == before


def test_a_sound_file_may_be_replaced(tmp_path: Path) -> None:
    file = written(tmp_path)
    robot = fb.load(file)
    fb.save(robot.replace(links=[fb.Link("a", inertial=fb.Inertial(1.0)), fb.Link("b")]), file)
    assert fb.load(file).mass == 1.0


def test_macros_are_not_overwritten_by_what_they_gave(tmp_path: Path) -> None:
    file = tmp_path / "arm.urdf"
    file.write_text(
        '<robot name="r" xmlns:xacro="http://ros.org/wiki/xacro">'
        '<xacro:macro name="part" params="n"><link name="${n}"/></xacro:macro>'
        '<xacro:part n="a"/></robot>'
    )
    with pytest.raises(fb.SaveError, match="xacro"):
        fb.save(fb.load(file, format="xacro"), file)


GROUP = '<group name="g"><joint name="j"/></group>'
STATE = '<group_state name="up" group="g"><joint name="j" value="1"/></group_state>'


@pytest.mark.parametrize(
    ("more", "named"),
    [
        ('<enable_collisions link1="a" link2="b"/>', "<enable_collisions>"),
        ('<group name="h"><chain base_link="a" tip_link="b"/></group>', "<group>"),
        (STATE.replace('"up"', '"down"').replace('"1"', '"one"'), "S105"),
    ],
)
def test_an_srdf_file_keeps_what_is_not_a_state(more: str, named: str, tmp_path: Path) -> None:
    file, states = written(tmp_path), tmp_path / "arm.srdf"
    states.write_text(f'<robot name="r">{GROUP}{STATE}{more}</robot>')
    before = states.read_bytes()
    robot = loaded(file, srdf=states)
    with pytest.raises(fb.SaveError, match=named):
        fb.save(robot, states)
    assert main(["convert", str(file), str(states), "--srdf", str(states)]) == 2
    assert states.read_bytes() == before


def test_an_srdf_file_of_states_alone_may_be_replaced(tmp_path: Path) -> None:
    file, states = written(tmp_path), tmp_path / "arm.srdf"
    states.write_text(f'<robot name="r">{GROUP}{STATE}</robot>')
    fb.save(fb.load(file, srdf=states), states)
    assert [c.name for c in fb.load(file, srdf=states).configurations] == ["up"]


def test_convert_does_not_replace_its_input(tmp_path: Path, capsys) -> None:
    file = written(tmp_path, **REPLACED["S106"])
    before = file.read_bytes()
    assert main(["convert", str(file), str(file)]) == 2
    assert "write to another file" in capsys.readouterr().err
    assert file.read_bytes() == before

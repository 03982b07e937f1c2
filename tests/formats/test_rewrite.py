"""A changed robot in the text of its file: what does not change keeps its bytes."""

from __future__ import annotations

import pytest

import fourbar as fb
from fourbar.formats.rewrite import rewritten

TEXT = b"""<?xml version='1.0'?>
<!-- An arm,   written by hand -->
<robot   name='arm'>
\t<link name="base" />   <!-- bolted down -->
\t<link
\t   name="upper">
\t\t<!-- measured -->
\t\t<visual><origin xyz="0 0 0"/><geometry><box size="1 1.0 1e0"/></geometry></visual>
\t\t<visual><geometry><sphere radius="0.50"/></geometry></visual>
\t</link>
\t<link name="tool"/>
\t<joint name="shoulder" type="continuous"><!-- turns --><parent link="base"/>
\t\t<child link="upper"/><axis xyz="0 0 1.0"/></joint>

\t<joint name="flange" type="fixed"><parent link="upper"/><child link="tool"/></joint>
</robot>
<!-- end -->
"""


def read(text: bytes = TEXT) -> fb.Reading:
    reading = fb.read(text)
    assert reading.report.ok
    return reading


def changed(make) -> str:
    reading = read()
    data = rewritten(reading, make(reading.robot))
    assert data is not None
    return data.decode()


def test_a_robot_that_is_not_changed_keeps_every_byte():
    assert rewritten(read(), read().robot) == TEXT


def test_a_name_is_changed_where_it_is_written():
    text = changed(lambda robot: robot.rename_link("upper", "arm"))
    expected = TEXT.decode().replace('name="upper"', 'name="arm"').replace('"upper"/>', '"arm"/>')
    assert text == expected


def test_an_origin_of_zeros_gets_its_numbers_in_place():
    text = changed(lambda robot: robot.move_frame("upper", fb.Pose((0, 0, -0.25))))
    assert '<visual><origin xyz="0 0 0.25"/><geometry><box size="1 1.0 1e0"/>' in text
    assert text.count("<origin") == 4  # one for the other visual, one for each joint
    assert "<!-- turns -->" in text
    assert "<!-- measured -->" in text


def test_what_goes_takes_its_line_along_and_the_rest_stays():
    text = changed(lambda robot: robot.merge_fixed())
    lines = TEXT.decode().splitlines(keepends=True)
    expected = [x for x in lines if 'name="tool"' not in x and 'name="flange"' not in x]
    assert text == "".join(expected)


def test_what_is_new_is_indented_like_its_neighbours():
    text = changed(lambda robot: robot.split_link("upper", "cap", visuals=[1]))
    assert '\t<link name="cap">\n\t  <visual>' in text
    assert text.count("<sphere") == 1
    assert '\t<joint name="cap_fixed" type="fixed">' in text


@pytest.mark.parametrize("end", [b"\r\n", b"\n"])
def test_lines_end_as_in_the_file(end):
    reading = read(TEXT.replace(b"\n", end))
    data = rewritten(reading, reading.robot.split_link("upper", "cap"))
    assert data is not None
    assert data.count(b"\r\n") == (data.count(b"\n") if end == b"\r\n" else 0)


def test_text_that_is_not_the_files_own_is_not_kept(tmp_path):
    (tmp_path / "a.xacro").write_bytes(TEXT)
    reading = fb.read(tmp_path / "a.xacro")
    assert rewritten(reading, reading.robot) is None
    fb.save(read().robot, tmp_path / "a.glb")
    reading = fb.read(tmp_path / "a.glb")
    assert rewritten(reading, reading.robot) is None

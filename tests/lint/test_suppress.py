"""Comments that silence findings."""

from __future__ import annotations

import pytest

from fourbar.lint import Settings, check, fix_text


def robot(joint: str, before: str = "", links: str = "") -> bytes:
    return f"""<robot name="arm">
  <link name="base"/>
  <link name="tip"/>{links}
  {before}
  <joint name="elbow" type="continuous">
    <parent link="base"/>
    <child link="tip"/>
    {joint}
  </joint>
</robot>
""".encode()


AXIS = '<axis xyz="0 0 2"/>'


def codes(data: bytes, **options) -> list[str]:
    return [d.code for d in check(data, settings=Settings(ignore=("P441",), **options))]


def test_without_a_comment_the_axis_is_found() -> None:
    assert codes(robot(AXIS)) == ["P402"]


@pytest.mark.parametrize(
    "data",
    [
        robot(f"<!-- fourbar: ignore P402: measured -->\n    {AXIS}"),
        robot(f"{AXIS} <!-- fourbar: ignore P402: measured -->"),
        robot(AXIS, before="<!-- fourbar: ignore P402: measured -->"),
        robot(f"{AXIS}\n    <!-- fourbar: ignore P402: measured -->"),
        robot(AXIS, before="<!-- fourbar: ignore axis-not-unit: measured -->"),
        robot(AXIS, before="<!-- fourbar: ignore P40: measured -->"),
        robot(AXIS, links="\n  <!-- fourbar: ignore-file P402: measured -->"),
    ],
    ids=["line before", "same line", "joint", "last in joint", "name", "family", "file"],
)
def test_a_comment_silences_what_it_stands_for(data: bytes) -> None:
    assert codes(data) == []


def test_a_comment_behind_the_start_tag_is_about_that_element() -> None:
    data = robot(AXIS).replace(
        b'type="continuous">', b'type="continuous"> <!-- fourbar: ignore P402: measured -->'
    )
    assert codes(data) == []


def test_a_comment_does_not_reach_other_elements() -> None:
    data = robot(AXIS, before='<!-- fourbar: ignore P402: why -->\n  <link name="x"/>')
    assert "P402" in codes(data)
    assert "S190" in codes(data)


def test_several_codes_are_silenced_and_the_unused_one_is_named() -> None:
    data = robot(AXIS, before="<!-- fourbar: ignore P402, P401: measured -->")
    (finding,) = (d for d in check(data) if d.code == "S190")
    assert "P401" in finding.message
    assert "P402" not in finding.message


def test_rules_that_did_not_run_are_not_called_unused() -> None:
    data = robot('<axis xyz="0 0 1"/>', before="<!-- fourbar: ignore T801: not for MuJoCo -->")
    assert codes(data) == []
    assert codes(data, targets=("mujoco",)) == ["S190"]


def test_a_missing_reason_is_mentioned() -> None:
    assert codes(robot(AXIS, before="<!-- fourbar: ignore P402 -->")) == ["S191"]


@pytest.mark.parametrize("text", ["ignore P999: why", "ignore", "ignor P402: why", "ignore ALL: x"])
def test_comments_that_cannot_be_understood_are_reported(text: str) -> None:
    assert "S192" in codes(robot(AXIS, before=f"<!-- fourbar: {text} -->"))


def test_unused_comments_are_removed_by_the_fix(tmp_path) -> None:
    file = tmp_path / "r.urdf"
    file.write_bytes(robot('<axis xyz="0 0 1"/>', before="<!-- fourbar: ignore P402: measured -->"))
    fixed = fix_text(file)
    assert fixed.data == robot('<axis xyz="0 0 1"/>').replace(b"  \n", b"")


def test_xacro_comments_count_for_their_line_and_the_next(tmp_path) -> None:
    file = tmp_path / "r.xacro"
    data = robot(f"<!-- fourbar: ignore P402: measured -->\n    {AXIS}")
    file.write_bytes(data)
    found = [d.code for d in check(str(file), settings=Settings(ignore=("P441",)))]
    assert found == []

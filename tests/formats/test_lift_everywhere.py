"""Loops of other people's files are there for every command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import fourbar as fb
from fourbar.cli import main
from fourbar.lint import check

BALL = """<robot name="d" xmlns:drake="http://drake.mit.edu">
<link name="a"/><link name="b"/><link name="c"/>
<joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/></joint>
<joint name="k" type="continuous"><parent link="b"/><child link="c"/><origin xyz="1 0 0"/>
<axis xyz="0 0 1"/></joint>
<drake:ball_constraint>
<drake:ball_constraint_body_A name="a"/><drake:ball_constraint_body_B name="c"/>
<drake:ball_constraint_p_AP value="1 0.5 0"/><drake:ball_constraint_p_BQ value="1 0 0"/>
</drake:ball_constraint>
</robot>"""
OPEN = BALL[: BALL.index("<drake:ball_c")] + (
    '<link name="end_a"/><link name="end_c"/>'
    '<joint name="to_a" type="fixed"><parent link="a"/><child link="end_a"/>'
    '<origin xyz="1 0.5 0"/></joint>'
    '<joint name="to_c" type="fixed"><parent link="c"/><child link="end_c"/>'
    '<origin xyz="1 0 0"/></joint></robot>'
)
YAML = "closed_loop: [[end_a, end_c]]\ntype: ['3d']\nname_mot: [j]\n"


@pytest.fixture(params=["drake", "gepetto"])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "leg.urdf"
    path.write_text(BALL if request.param == "drake" else OPEN)
    if request.param == "gepetto":
        (tmp_path / "robot.yaml").write_text(YAML)
    return path


def test_load_has_the_loop_and_says_so(file: Path) -> None:
    robot, report = fb.read(file)
    assert robot is not None
    assert [loop.type for loop in robot.loops] == ["spherical"]
    assert [d.code for d in report if d.code == "S123"] == ["S123"]
    assert fb.load(file).loops == robot.loops
    assert fb.loads(fb.dumps(robot)).loops == robot.loops


def test_check_reports_the_loop_at_its_place(file: Path) -> None:
    (finding,) = (d for d in check(file) if d.code == "S123")
    assert finding.span is not None
    word = b"<drake:ball" if finding.span.file == str(file) else b"end_a"
    data = Path(finding.span.file).read_bytes()
    assert data[finding.span.start :].startswith(word)


@pytest.mark.parametrize(
    "command", [["info", "--json"], ["graph", "--format", "json"], ["assemble", "--json"]]
)
def test_commands_see_the_loop(
    command: list[str], file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, *options = command
    assert main([name, str(file), *options]) == 0
    shown = json.loads(capsys.readouterr().out)
    if name == "info":
        assert shown["loops"] == 1
    elif name == "assemble":
        assert shown["residual"] < 1e-10
    else:
        assert "ball_constraint_1" in str(shown) or "closed_loop_1" in str(shown)


@pytest.mark.parametrize("suffix", [".urdf", ".glb"])
def test_converting_keeps_the_loop(suffix: str, file: Path) -> None:
    output = file.with_name(f"out{suffix}")
    assert main(["convert", str(file), str(output)]) == 0
    assert [loop.type for loop in fb.load(output, loops=False).loops] == ["spherical"]


def test_view_reads_the_loop_and_its_file(file: Path) -> None:
    from fourbar.viewer.source import as_source

    reading = as_source(file).read()
    assert reading.robot is not None
    assert len(reading.robot.loops) == 1
    names = [path.name for path in reading.files]
    assert names == ["leg.urdf", *(["robot.yaml"] if "robot.yaml" in str(reading.report) else [])]


def test_the_file_beside_can_be_left_out_or_named(tmp_path: Path) -> None:
    path = tmp_path / "leg.urdf"
    path.write_text(OPEN)
    (tmp_path / "robot.yaml").write_text(YAML)
    (tmp_path / "other.yaml").write_text(YAML.replace("3d", "6d"))
    assert not fb.load(path, loops=False).loops
    assert fb.load(path, loops=tmp_path / "other.yaml").loops[0].type == "fixed"
    assert main(["info", str(path), "--loops", "none"]) == 0


@pytest.mark.parametrize(
    "text", ["joints: 3\n", "closed_loop: [[x, y]]\ntype: ['6d']\n", "# closed_loop\n- 1\n"]
)
def test_a_file_for_something_else_is_left_alone(text: str, tmp_path: Path) -> None:
    path = tmp_path / "leg.urdf"
    path.write_text(OPEN)
    (tmp_path / "robot.yaml").write_text(text)
    robot, report = fb.read(path)
    assert robot is not None
    assert not robot.loops
    assert report.ok

"""Models of SDFormat that are nested, included or part of a world: places, names and bounds."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import fourbar as fb
from fourbar.assets import TriangleMesh, box
from fourbar.assets.disk_meshes import meshes_of
from fourbar.assets.write_stl import write_stl
from fourbar.diagnostics import PartPath, Report, Severity

HAND = """<sdf version="1.11"><model name="hand"><pose>0 0 1 0 0 0</pose>
<link name="palm"><visual name="v"><geometry><mesh><uri>meshes/p.stl</uri></mesh></geometry>
</visual></link></model></sdf>"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the model of a hand and its mesh in a folder of their own."""
    (tmp_path / "hand" / "meshes").mkdir(parents=True)
    (tmp_path / "hand" / "hand.sdf").write_text(HAND)
    stl = write_stl(TriangleMesh((box((0.1, 0.2, 0.3)),)))
    (tmp_path / "hand" / "meshes" / "p.stl").write_bytes(stl)
    return tmp_path


def world(folder: Path, inner: str) -> Path:
    file = folder / "world.sdf"
    file.write_text(f'<sdf version="1.11"><world name="w">\n{inner}\n</world></sdf>')
    return file


def test_a_world_of_includes_finds_the_meshes_of_the_model(folder: Path) -> None:
    robot = fb.load(world(folder, "<include><uri>hand/hand.sdf</uri></include>"))
    visual = robot.links["palm"].visuals[0]
    report = Report()
    files = meshes_of(robot, report=report)
    path = PartPath("link", "palm").item("visual", 0)
    assert files.content(visual.geometry, path=path) == folder / "hand" / "meshes" / "p.stl"
    assert not list(report)


def test_an_include_names_places_and_holds_its_model(folder: Path) -> None:
    inner = "<uri>hand/hand.sdf</uri><name>left</name><pose>5 0 0 0 0 0</pose><static>1</static>"
    robot = fb.load(world(folder, f"<include>{inner}</include>"))
    assert robot.name == "left"
    (joint,) = robot.joints
    assert (joint.type, joint.parent, joint.origin.xyz) == ("fixed", "world", (5.0, 0.0, 0.0))
    robot = fb.load(world(folder, "<include><uri>hand/hand.sdf</uri></include>"))
    (joint,) = robot.joints
    assert (robot.name, joint.type, joint.origin.xyz) == ("hand", "floating", (0.0, 0.0, 1.0))


@pytest.mark.parametrize(
    ("inner", "found"),
    [
        ("<gravity>0 0 -1.6</gravity>", {"gravity other than 9.8 m/s^2 along -z": 2}),
        ("<gravity>0 0 -9.80665</gravity>", {}),
        ('<model name="b"><link name="l"/></model>', {"<model>s beside the first": 3}),
        ("<include><uri>model://sun</uri></include>", {"<model>s beside the first": 2}),
        (
            '<joint name="j" type="fixed"><parent>world</parent><child>a</child></joint>',
            {"joints between the models of a world": 2},
        ),
    ],
)
def test_what_a_world_has_beside_is_a_warning_at_its_place(
    tmp_path: Path, inner: str, found: dict[str, int]
) -> None:
    first, second = ("", inner) if inner.startswith("<model") else (inner, "")
    text = f'{first}<model name="a"><link name="l"/></model>\n{second}'
    _, report = fb.read(world(tmp_path, text))
    lines = {d.facts["what"]: d.span.line for d in report if d.severity is Severity.WARNING}
    assert lines == found


def test_a_pose_relative_to_another_model_is_a_warning(tmp_path: Path) -> None:
    text = '<model name="a"><pose relative_to="b">1 0 0 0 0 0</pose><link name="l"/></model>'
    _, report = fb.read(world(tmp_path, text))
    found = [d.facts["what"] for d in report if d.severity is Severity.WARNING]
    assert found == ["poses relative to other parts of the world"]


@pytest.mark.parametrize(
    ("inner", "message"),
    [
        (f"<include><uri>{'a' * 5000}</uri></include>", "<include>: 'aaa"),
        (f"<include><uri>model://{'a' * 5000}</uri></include>", "<include>: 'model"),
        ("<include><uri></uri></include>", "<include>: '' does not exist"),
        ('<model><link name="l"/></model>', "a model inside 'm' has no name"),
        ("<include><uri>https://a.b/c</uri></include>", "is not downloaded; use a file"),
    ],
)
def test_what_cannot_be_included_is_an_error(tmp_path: Path, inner: str, message: str) -> None:
    file = tmp_path / "m.sdf"
    file.write_text(f'<sdf version="1.11"><model name="m"><link name="k"/>{inner}</model></sdf>')
    robot, report = fb.read(file)
    assert robot is None
    (error,) = report.errors
    assert error.code == "F924"
    assert message in error.message
    assert len(error.message) < 300


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="may read every folder")
def test_an_include_from_a_closed_folder_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0)
    file = tmp_path / "m.sdf"
    inner = "<include><uri>closed/model.sdf</uri></include>"
    file.write_text(f'<sdf version="1.11"><model name="m"><link name="k"/>{inner}</model></sdf>')
    _, report = fb.read(file)
    (error,) = report.errors
    assert "cannot open 'closed/model.sdf': Permission denied" in error.message


def test_confined_includes_look_into_no_other_folder(tmp_path: Path) -> None:
    """Not even for a `model.config` that names a file."""
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "model.config").write_text("<model><sdf>hand.sdf</sdf></model>")
    (tmp_path / "out" / "hand.sdf").write_text(HAND)
    (tmp_path / "in").mkdir()
    file = tmp_path / "in" / "m.sdf"
    include = "<include><uri>../out</uri></include>"
    file.write_text(f'<sdf version="1.11"><model name="m"><link name="k"/>{include}</model></sdf>')
    assert fb.load(file).links["hand__palm"]
    robot, report = fb.read(file, confined=True)
    assert robot is None
    assert "is outside the folder of the file" in report.errors[0].message


def test_what_is_left_out_has_the_line_of_the_first() -> None:
    text = """<sdf version="1.11"><model name="m"><link name="a">
      <visual name="v"><geometry><plane/></geometry></visual>
      <sensor name="s" type="imu"/></link><link name="b"/>
      <joint name="j" type="revolute"><parent>a</parent><child>b</child>
        <axis><xyz>0 0 1</xyz>
        <dynamics><spring_stiffness>3</spring_stiffness></dynamics></axis></joint>
      <joint name="k" type="gearbox"><parent>a</parent><child>b</child></joint></model></sdf>"""
    _, report = fb.read(text.encode())
    found = {d.facts["what"]: d.span.line for d in report if d.code == "F921"}
    assert found == {
        "shapes of type plane": 2,
        "<sensor> of links": 3,
        "joints of type gearbox": 7,
    }


def test_collision_groups_are_bounded() -> None:
    links = "".join(f'<link name="l{k}"/>' for k in range(700))
    members = "".join(f"<drake:member>l{k}</drake:member>" for k in range(700))
    group = (
        f'<drake:collision_filter_group name="g">{members}'
        "<drake:ignored_collision_filter_group>g</drake:ignored_collision_filter_group>"
        "</drake:collision_filter_group>"
    )
    space = 'xmlns:drake="http://drake.mit.edu"'
    text = f'<sdf version="1.11" {space}><model name="m">{links}{group}</model></sdf>'
    robot, report = fb.read(text.encode())
    assert robot is None
    assert "more than 200,000 pairs of links" in report.errors[0].message

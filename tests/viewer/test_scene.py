"""Robots on the page: what is sent of them, and when."""

from __future__ import annotations

import json
import os

import pytest

import fourbar as fb
from fourbar.gltf import RobotScene

from .page import ARM, PATIENCE

LOOSE = """<robot name="loose">
  <link name="base"/>
  <link name="arm"/>
  <joint name="elbow" type="revolut">
    <parent link="base"/><child link="arm"/>
  </joint>
</robot>
"""


def complete(robot):
    return robot["glb"] and robot["graph"]


def test_a_robot_is_announced_then_its_skeleton_then_all_of_it(view, open_page):
    page = open_page(view)
    assert page.receive() == {"type": "scene", "title": "fourbar", "robots": [], "writable": True}
    view.add("gallery:four_bar")
    announced = page.until(lambda m: m["type"] == "scene")
    assert announced["robots"][0]["glb"] is None
    drawn = page.robot(lambda r: r["skeleton"])
    whole = page.robot(complete)
    assert drawn["version"] == whole["version"] == 1
    assert whole["name"] == "four_bar"
    assert whole["file"] == "gallery:four_bar"
    assert whole["failed"] is None
    assert whole["pose"] is None
    assert whole["position"] == [0, 0, 0]


def test_the_files_of_a_robot(view, open_page):
    view.add("gallery:four_bar")
    page = open_page(view)
    robot = page.robot(complete)
    response, skeleton = page.get(robot["skeleton"])
    assert response.headers["Content-Type"] == "model/gltf-binary"
    assert response.headers["Cache-Control"] == "no-store"
    glb = page.get(robot["glb"])[1]
    assert RobotScene(skeleton).joints.keys() == RobotScene(glb).joints.keys()
    assert len(skeleton) < len(glb)
    assert b'"meshes"' not in skeleton
    assert b'"animations"' in glb
    response, drawing = page.get(robot["graph"])
    assert response.headers["Content-Type"].startswith("image/svg+xml")
    assert drawing.startswith(b"<svg")


def test_a_glb_file_is_passed_on_as_it_is(view, open_page, tmp_path):
    file = tmp_path / "robot.glb"
    fb.save(fb.load("gallery:four_bar"), file)
    view.add(file)
    page = open_page(view)
    assert page.get(page.robot(complete)["glb"])[1] == file.read_bytes()


def test_findings_name_their_line_and_their_part(view, open_page, tmp_path):
    file = tmp_path / "loose.urdf"
    file.write_text(LOOSE)
    assert view.add(file).ready(PATIENCE)
    robot = open_page(view).receive()["robots"][0]
    assert robot["failed"] is None
    assert robot["missing"].startswith("1 link left out: ")
    # It could not be read at all; the file has it all the same.
    assert robot["missing"].endswith("; 1 joint left out: elbow")
    assert robot["counts"]["error"] == sum(d["severity"] == "error" for d in robot["diagnostics"])
    finding = next(d for d in robot["diagnostics"] if "revolut" in d["message"])
    assert finding["severity"] == "error"
    assert finding["line"] == 4
    assert finding["source"] == '  <joint name="elbow" type="revolut">'
    assert finding["part"] == {"kind": "joint", "name": "elbow"}
    checked = json.loads(fb.check(str(file)).render("json"))["diagnostics"]
    assert [{**d, "source": 0, "part": 0} for d in robot["diagnostics"]] == [
        {"fix": None, **d, "source": 0, "part": 0} for d in checked
    ]


def test_a_file_that_is_no_xml_still_makes_a_page(view, open_page, tmp_path):
    file = tmp_path / "torn.urdf"
    file.write_text("<robot name='torn'><link")
    handle = view.add(file)
    page = open_page(view)
    robot = page.robot(lambda r: r["failed"])
    assert robot["glb"] is None
    assert robot["failed"].startswith("torn.urdf:1:")
    assert robot["diagnostics"][0]["severity"] == "error"
    assert handle.ready(PATIENCE)


def test_hot_reload(view, arm, open_page):
    view.add(arm)
    page = open_page(view)
    first = page.robot(complete)
    arm.write_text(ARM.format(name="longer", length=0.75))
    second = page.robot(lambda r: r["version"] == 2 and r["glb"] != first["glb"])
    assert second["name"] == "longer"
    assert second["pose"] is None
    assert page.get(first["glb"])[0].status == 200
    assert page.get(second["glb"])[1] != page.get(first["glb"])[1]


def test_a_broken_edit_keeps_the_last_good_robot(view, arm, open_page):
    view.add(arm)
    page = open_page(view)
    good = page.robot(complete)
    arm.write_text(ARM.format(name="arm", length=0.5).replace("</robot>", ""))
    broken = page.robot(lambda r: r["failed"])
    assert broken["version"] == 2
    assert broken["glb"] == good["glb"]
    assert broken["diagnostics"][0]["line"] > 1
    assert page.get(broken["glb"])[0].status == 200
    arm.write_text(ARM.format(name="mended", length=0.5))
    mended = page.robot(lambda r: r["failed"] is None and r["name"] == "mended")
    assert mended["version"] == 3
    assert mended["diagnostics"] == [] or mended["glb"] != good["glb"]


def test_a_changed_mesh_asks_for_reading_again(view, open_page, tmp_path):
    fb.save(fb.load("gallery:four_bar"), tmp_path / "unused.glb")
    mesh = tmp_path / "part.obj"
    mesh.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    file = tmp_path / "meshed.urdf"
    file.write_text(
        '<robot name="m"><link name="a"><visual><geometry><mesh filename="part.obj"/></geometry>'
        "</visual></link></robot>"
    )
    view.add(file)
    page = open_page(view)
    first = page.robot(complete)
    mesh.write_text("v 0 0 0\nv 2 0 0\nv 0 2 0\nf 1 2 3\n")
    second = page.robot(lambda r: r["glb"] != first["glb"])
    assert page.get(second["glb"])[1] != page.get(first["glb"])[1]


def test_a_missing_mesh_that_appears_is_seen(view, open_page, tmp_path):
    file = tmp_path / "meshed.urdf"
    file.write_text(
        '<robot name="m"><link name="a"><visual><geometry><mesh filename="late.obj"/></geometry>'
        "</visual></link></robot>"
    )
    view.add(file)
    page = open_page(view)
    first = page.robot(complete)
    assert any("late.obj" in finding["message"] for finding in first["diagnostics"])
    (tmp_path / "late.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    second = page.robot(lambda r: r["version"] == 2 and complete(r) and r["glb"] != first["glb"])
    assert b'"meshes"' in page.get(second["glb"])[1]


def test_a_changed_include_asks_for_reading_again(view, open_page, tmp_path):
    part = tmp_path / "part.xacro"
    text = '<robot xmlns:xacro="http://www.ros.org/wiki/xacro"><link name="{}"/></robot>'
    part.write_text(text.format("one"))
    file = tmp_path / "main.urdf.xacro"
    file.write_text(
        '<robot name="m" xmlns:xacro="http://www.ros.org/wiki/xacro">'
        '<xacro:include filename="part.xacro"/></robot>'
    )
    handle = view.add(file)
    page = open_page(view)
    page.robot(complete)
    assert handle.robot.links.names == ("one",)
    part.write_text(text.format("three"))
    page.robot(lambda r: r["version"] == 2 and complete(r))
    assert handle.robot.links.names == ("three",)


def test_a_touched_file_of_the_same_content_harms_nothing(view, arm, open_page):
    view.add(arm)
    page = open_page(view)
    page.robot(complete)
    os.utime(arm, ns=(1, 1))
    assert page.robot(lambda r: r["version"] == 2 and complete(r))["failed"] is None


def test_unwatched_files_stay_as_they_were_read(arm):
    with fb.view(arm, open=False, watch=False) as view:
        assert view["arm"].ready(PATIENCE)
        assert not view._backstage.scene.robots["r1"].files


def test_several_robots_stand_beside_each_other(open_page, arm):
    with fb.view(["gallery:four_bar", arm, "gallery:four_bar"], open=False) as view:
        page = open_page(view)
        assert all(handle.ready(PATIENCE) for handle in view)
        scene = view._backstage.scene.message()
        assert scene["title"] == "four_bar, arm, four_bar"
        assert [handle.key for handle in view] == ["four_bar", "arm", "four_bar_2"]
        places = [robot["position"] for robot in scene["robots"]]
        assert len({tuple(place) for place in places}) == 3
        view.remove("arm")
        left = page.until(lambda m: m["type"] == "scene" and len(m["robots"]) == 2)
        assert [robot["id"] for robot in left["robots"]] == ["r1", "r3"]


def test_a_robot_stands_where_it_is_put(view, arm):
    handle = view.add(arm, position=(1, 2, 3), name="left")
    assert handle.ready(PATIENCE)
    assert view._backstage.scene.message()["robots"][0]["position"] == (1.0, 2.0, 3.0)
    assert view["left"] is handle


def test_names_are_text(view, open_page, tmp_path):
    hostile = "</script><img src=x onerror=alert(1)>"
    link = fb.Link(name=hostile)
    view.add(fb.Robot(name=hostile, links=[link]))
    page = open_page(view)
    robot = page.robot(complete)
    assert robot["name"] == hostile
    assert b"<img" not in page.get(robot["graph"])[1]


def test_a_missing_mesh_is_reported_once(view, tmp_path):
    file = tmp_path / "lost.urdf"
    mesh = '<visual><geometry><mesh filename="lost.stl"/></geometry></visual>'
    file.write_text(f'<robot name="r"><link name="a">{mesh}</link></robot>')
    handle = view.add(str(file))
    assert handle.ready(PATIENCE)
    assert [finding.code for finding in handle.report if finding.code == "A501"] == ["A501"]


TABLE = (
    b'<robot name="table"><link name="a"/><link name="b"/><joint name="slide" type="planar">'
    b'<parent link="a"/><child link="b"/><axis xyz="0 0 1"/></joint></robot>'
)


def test_planar_joints_have_their_angle_on_request(view, open_page):
    page = open_page(view)
    handle = view.add(TABLE, planar="xyt")
    shown = page.robot(complete)
    scene = RobotScene(page.get(shown["glb"])[1])
    assert len(scene.positions["slide"]) == 3
    handle.set({"slide": [0.1, 0.2, 0.3]})
    assert handle.q == pytest.approx([0.1, 0.2, 0.3])
    with pytest.raises(ValueError, match="takes 2 numbers"):
        view.add(TABLE).set({"slide": [0.1, 0.2, 0.3]})
    with pytest.raises(ValueError, match="unknown planar 'xyz'"):
        view.add(TABLE, planar="xyz")


def test_a_page_in_a_notebook_has_a_short_text():
    from fourbar.viewer import inline

    page = inline(fb.load("gallery:four_bar"))
    assert len(repr(page)) < 100
    assert page._repr_html_().startswith("<iframe")

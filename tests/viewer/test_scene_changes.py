"""What pages do to the scene: open, choose, remove, bring back, fix."""

from __future__ import annotations

import json

from fourbar.viewer.limits import MAX_FINDINGS

from .page import ARM, PATIENCE


def test_the_start_page_offers_the_gallery(view, open_page):
    page = open_page(view)
    start = page.until(lambda m: m["type"] == "start")
    assert "four_bar" in [entry["name"] for entry in start["gallery"]]
    page.send(type="open", what="gallery:four_bar")
    assert page.robot(lambda r: r["glb"])["name"] == "four_bar"


def test_nothing_but_what_is_offered_is_opened(view, open_page, arm):
    page = open_page(view)
    page.send(type="open", what=str(arm))
    notice = page.until(lambda m: m["type"] == "notice")
    assert "is not among the robots that are offered" in notice["text"]
    assert len(view) == 0


def test_recent_files_are_remembered(view, open_page, arm):
    from fourbar.viewer.recent import recent_files, remember

    remember([str(arm)])
    assert recent_files()[0] == arm.resolve()
    page = open_page(view)
    recent = page.until(lambda m: m["type"] == "start")["recent"]
    assert recent[0]["name"] == arm.name
    page.send(type="open", what=recent[0]["path"])
    assert page.robot(lambda r: r["glb"])["name"] == "arm"
    arm.unlink()
    assert arm.resolve() not in recent_files()


def test_a_removed_robot_is_brought_back(view, open_page):
    view.add("gallery:four_bar")
    view.add("gallery:gripper")
    page = open_page(view)
    four_bar = page.until(lambda m: m["type"] == "scene")["robots"][0]
    page.send(type="remove", robot=four_bar["id"])
    notice = page.until(lambda m: m["type"] == "notice")
    assert notice["action"] == "restore"
    assert [handle.key for handle in view] == ["gripper"]
    page.send(type="restore")
    page.robot(lambda r: r["name"] == "four_bar" and r["glb"])
    assert {handle.key for handle in view} == {"gripper", "four_bar"}


def test_a_replaced_scene_is_brought_back(view, open_page):
    view.add("gallery:four_bar")
    page = open_page(view)
    page.send(type="open", what="gallery:gripper")
    assert page.until(lambda m: m["type"] == "notice")["text"] == "four_bar replaced"
    page.robot(lambda r: r["name"] == "gripper" and r["glb"])
    page.send(type="restore")
    page.robot(lambda r: r["name"] == "four_bar" and r["glb"])
    assert [handle.key for handle in view] == ["four_bar"]
    page.send(type="open", what="gallery:gripper", add=True)
    page.robot(lambda r: r["name"] == "gripper" and r["glb"])
    assert len(view) == 2


def test_another_description_of_an_upload_is_chosen(view, open_page):
    page = open_page(view)
    texts = [ARM.format(name=name, length=0.5).encode() for name in ("one", "two")]
    files = [
        {"path": f"kit/{name}.urdf", "size": len(text)}
        for name, text in zip(("one", "two"), texts, strict=True)
    ]
    page.send(type="upload", name="kit", files=files)
    page.socket.send(b"".join(texts))
    robot = page.robot(lambda r: r["glb"])
    assert (robot["name"], robot["others"]) == ("one", ["kit/two.urdf"])
    page.send(type="choose", robot=robot["id"], path="../../etc/passwd")
    assert "does not exist" in page.until(lambda m: m["type"] == "notice")["text"]
    page.send(type="choose", robot=robot["id"], path="kit/two.urdf")
    other = page.robot(lambda r: r["glb"] and r["name"] == "two")
    assert other["others"] == ["kit/one.urdf"]


def test_a_fix_is_shown_before_it_is_made(view, open_page, arm):
    arm.write_text(ARM.format(name="arm", length=0.5).replace('xyz="0 0 1"', 'xyz="0 0 2"'))
    before = arm.read_bytes()
    assert view.add(arm).ready(PATIENCE)
    page = open_page(view)
    robot = page.until(lambda m: m["type"] == "scene")["robots"][0]
    assert robot["fixable"]
    fixable = next(d for d in robot["diagnostics"] if d["fix"] and d["fix"]["safe"])
    page.send(type="fix", robot=robot["id"], code=fixable["code"])
    diff = page.until(lambda m: m["type"] == "diff")
    assert diff["count"] == 1
    assert not diff["applied"]
    assert '+    <parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>' in diff["text"]
    assert arm.read_bytes() == before
    page.send(type="fix", robot=robot["id"], code=fixable["code"], apply=True)
    assert page.until(lambda m: m["type"] == "diff")["applied"]
    assert b'xyz="0 0 1"' in arm.read_bytes()


def test_the_gallery_is_not_fixed(view, open_page):
    assert view.add("gallery:four_bar").ready(PATIENCE)
    page = open_page(view)
    robot = page.until(lambda m: m["type"] == "scene")["robots"][0]
    assert not robot["fixable"]
    page.send(type="fix", robot=robot["id"], apply=True)
    assert "can be fixed here" in page.until(lambda m: m["type"] == "notice")["text"]


def test_errors_come_first_where_not_all_findings_are_sent(view, open_page, tmp_path):
    weighed = '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="5"/>'
    parts = "".join(
        f'<link name="l{i}"><inertial><mass value="1"/>{weighed}</inertial></link>'
        f'<joint name="j{i}" type="fixed"><parent link="base"/><child link="l{i}"/></joint>'
        for i in range(MAX_FINDINGS + 50)
    )
    file = tmp_path / "wide.urdf"
    odd = '<joint name="odd" type="x"/>'
    file.write_text(f'<robot name="wide"><link name="base"/>{parts}{odd}</robot>')
    assert view.add(file).ready(PATIENCE)
    robot = open_page(view).until(lambda m: m["type"] == "scene")["robots"][0]
    assert len(robot["diagnostics"]) == MAX_FINDINGS
    assert robot["counts"]["error"] > 0
    sent = [d["severity"] for d in robot["diagnostics"]]
    assert sent.count("error") == robot["counts"]["error"]
    assert sum(robot["counts"].values()) > MAX_FINDINGS


def test_an_error_that_hides_nothing_is_no_alarm(view, open_page, tmp_path):
    file = tmp_path / "weighed.urdf"
    file.write_text(
        ARM.format(name="weighed", length=0.5).replace(
            '<link name="base"/>',
            '<link name="base"><inertial><mass value="-1"/></inertial></link>',
        )
    )
    assert view.add(file).ready(PATIENCE)
    robot = open_page(view).until(lambda m: m["type"] == "scene")["robots"][0]
    assert robot["counts"]["error"] > 0
    assert robot["failed"] is None
    assert robot["missing"] is None


def test_a_missing_mesh_is_named(view, open_page, tmp_path):
    file = tmp_path / "bare.urdf"
    box = '<box size="0.1 0.1 0.5"/>'
    file.write_text(ARM.format(name="bare", length=0.5).replace(box, '<mesh filename="no.stl"/>'))
    assert view.add(file).ready(PATIENCE)
    robot = open_page(view).until(lambda m: m["type"] == "scene")["robots"][0]
    assert robot["missing"] == "1 of 2 links shown without all shapes: arm"
    assert json.dumps(robot["path"]) == json.dumps(str(file.resolve()))


def test_camera_layers_and_pictures_are_asked_of_a_page(view, open_page, tmp_path):
    from base64 import b64encode
    from threading import Thread

    import pytest

    from fourbar.viewer import Camera, NoPageError

    with pytest.raises(NoPageError, match="no page shows this view"):
        _ = view.camera
    view.add("gallery:four_bar")
    page = open_page(view)
    camera = {"azimuth": 0.5, "elevation": 0.25, "distance": 2.0, "target": [0, 0, 1]}
    asked: list[dict[str, object]] = []

    def answer() -> None:
        for picture, error in ((None, None), (None, "unknown layer 'x'"), (b"PNG", None)):
            question = page.until(lambda m: m["type"] == "ask")
            asked.append(question)
            data = None if picture is None else b64encode(picture).decode()
            page.send(
                type="reply",
                id=question["id"],
                camera=camera,
                layers=["frames"],
                picture=data,
                error=error,
            )

    thread = Thread(target=answer)
    thread.start()
    assert view.camera == Camera(0.5, 0.25, 2.0, (0, 0, 1))
    with pytest.raises(ValueError, match="unknown layer 'x'"):
        view.layers = {"x"}
    assert view.screenshot(tmp_path / "a.png", width=64) == b"PNG"
    thread.join(PATIENCE)
    assert (tmp_path / "a.png").read_bytes() == b"PNG"
    assert asked[1]["layers"] == ["x"]
    assert asked[2]["width"] == 64


def test_a_page_gets_the_text_and_where_parts_begin(view, open_page, arm):
    handle = view.add(arm)
    assert handle.ready(PATIENCE)
    page = open_page(view)
    page.send(type="source", robot=handle.id)
    message = page.until(lambda m: m["type"] == "source")
    text = arm.read_text()
    assert message["text"] == text
    assert {(p["kind"], p["name"]) for p in message["parts"]} == {
        *(("link", link.name) for link in handle.robot.links),
        *(("joint", joint.name) for joint in handle.robot.joints),
    }
    for part in message["parts"]:
        line = text.splitlines()[part["line"] - 1]
        assert f'<{part["kind"]} name="{part["name"]}"' in line


def test_a_robot_in_memory_has_no_text(view, open_page):
    import fourbar as fb

    handle = view.add(fb.Robot("bare", links=[fb.Link("a")]))
    assert handle.ready(PATIENCE)
    page = open_page(view)
    page.send(type="source", robot=handle.id)
    message = page.until(lambda m: m["type"] == "source")
    assert message["text"] is None
    assert message["note"] == "This robot was not read from a text."


def test_a_page_gets_the_scene_as_a_file(view, open_page):
    from urllib.request import urlopen

    handle = view.add("gallery:four_bar")
    assert handle.ready(PATIENCE)
    view.set({"crank": 0.25})
    page = open_page(view)
    page.send(type="html", state="camera=top&layers=visuals+frames")
    message = page.until(lambda m: m["type"] == "download")
    assert message["name"] == "four_bar.html"
    with urlopen(view.url + message["url"], timeout=PATIENCE) as answer:
        text = answer.read().decode()
    start = text.index('id="fourbar-scene">') + len('id="fourbar-scene">')
    scene = json.loads(text[start : text.index("</script>", start)])
    assert scene["state"] == "camera=top&layers=visuals+frames"
    assert scene["robots"][0]["pose"]["crank"] == 0.25

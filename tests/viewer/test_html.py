"""One HTML file with everything in it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html import unescape

import pytest

import fourbar as fb
from fourbar.cli import main
from fourbar.gltf import RobotScene
from fourbar.viewer import PageMissingError, inline, page

from .page import ARM, PATIENCE

HOSTILE = "</script><script>alert(1)</script><!--<img src=x onerror=alert(1)>"


def scene_of(text: str) -> dict:
    found = re.search(
        r'<script type="application/json" id="fourbar-scene">(.*?)</script>', text, re.DOTALL
    )
    assert found
    return json.loads(found[1])


def decoded(url: str) -> bytes:
    return base64.b64decode(url.partition(",")[2])


def test_the_scene_is_inside(tmp_path):
    file = tmp_path / "robot.html"
    fb.save(fb.load("gallery:four_bar"), file)
    scene = scene_of(file.read_text())
    assert scene["type"] == "scene"
    assert scene["writable"] is False
    (robot,) = scene["robots"]
    assert robot["name"] == "four_bar"
    assert robot["glb"].startswith("data:model/gltf-binary;base64,")
    assert RobotScene(decoded(robot["glb"])).name == "four_bar"
    assert decoded(robot["graph"]).startswith(b"<svg")
    assert robot["diagnostics"] == []


def test_the_command_writes_the_same(tmp_path):
    file, other = tmp_path / "a.html", tmp_path / "b.html"
    assert main(["convert", "gallery:four_bar", str(file)]) == 0
    fb.save(fb.load("gallery:four_bar"), other)
    assert file.read_bytes() == other.read_bytes()


def test_the_policy_allows_what_is_inside_and_nothing_else(tmp_path):
    text = fb.viewer.write_html(fb.load("gallery:four_bar"))
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    assert policy
    directives = dict(part.strip().split(" ", 1) for part in policy[1].split(";"))
    (script,) = re.findall(r'<script type="module">(.*?)</script>', text, re.DOTALL)
    (style,) = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    for name, content in (("script-src", script), ("style-src", style)):
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in directives[name]
    assert directives["default-src"] == "'none'"
    assert "'self'" not in policy[1]
    assert "unsafe-inline" not in policy[1]
    assert text.index("Content-Security-Policy") < text.index("<style>")


def test_nothing_comes_from_elsewhere():
    text = fb.viewer.write_html(fb.load("gallery:four_bar"))
    markup = re.sub(r"<(script|style)\b([^>]*)>.*?</\1>", r"<\1\2></\1>", text, flags=re.DOTALL)
    assert not re.search(r"https?://", markup)
    for address in re.findall(r'(?:src|href)="([^"]*)"', markup):
        assert address.startswith("data:")


def test_the_same_robot_gives_the_same_bytes_wherever_it_lies(tmp_path):
    texts = []
    for folder in (tmp_path / "here", tmp_path / "there"):
        folder.mkdir()
        file = folder / "arm.urdf"
        file.write_text(ARM.format(name="arm", length=0.5).replace("0 0 1", "0 0 2"))
        texts.append(fb.viewer.write_html(fb.load(file)))
    assert texts[0] == texts[1]
    assert str(tmp_path) not in texts[0]
    findings = scene_of(texts[0])["robots"][0]["diagnostics"]
    assert findings
    assert {finding["file"] for finding in findings} == {"arm.urdf"}


def test_hostile_names_stay_text():
    robot = fb.Robot(name=HOSTILE, links=[fb.Link(name=HOSTILE)])
    text = fb.viewer.write_html(robot)
    assert "<img" not in re.sub(r"<script\b.*?</script>", "", text, flags=re.DOTALL)
    # The page's own script has the word in the snippet that it offers, which ends nothing.
    assert len(re.findall(r"<script\b.*?</script>", text, re.DOTALL)) == 2
    assert text.count("</script>") == 2
    assert "<!--" not in text
    assert scene_of(text)["robots"][0]["name"] == HOSTILE
    title = re.search(r"<title>(.*?)</title>", text, re.DOTALL)
    assert title
    assert unescape(title[1]) == HOSTILE


def test_scripts_cannot_end_their_element(tmp_path, monkeypatch):
    assets = tmp_path / "assets"
    assets.mkdir()
    (tmp_path / "index.html").write_text(
        '<!doctype html><html><head><script type="module" crossorigin src="./assets/index.js">'
        '</script><link rel="stylesheet" href="./assets/index.css"></head><body></body></html>'
    )
    (assets / "index.js").write_text('const a = "</script><!--";')
    (assets / "index.css").write_text('a::after { content: "</style>"; }')
    monkeypatch.setattr(page, "_STATIC", tmp_path)
    text = fb.viewer.write_html(fb.load("gallery:four_bar"))
    assert '"\\x3c/script>\\x3c!--"' in text
    assert 'content: "<\\/style>"' in text


def test_options_are_those_of_glb(tmp_path):
    robot = fb.load("gallery:four_bar")
    text = fb.viewer.write_html(robot, animations=False)
    glb = decoded(scene_of(text)["robots"][0]["glb"])
    assert b'"animations"' not in glb


def test_a_robot_with_errors_is_refused_if_it_is_to_be_strict(tmp_path, capsys):
    file, output = tmp_path / "bad.urdf", tmp_path / "bad.html"
    file.write_text('<robot name="r"><link name="a"/><joint name="j" type="fixed"/></robot>')
    assert main(["convert", str(file), str(output), "--strict"]) == 1
    assert "error[" in capsys.readouterr().err
    assert not output.exists()


def test_without_a_built_page_there_is_a_way_out(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(page, "_STATIC", tmp_path / "none")
    with pytest.raises(PageMissingError, match="make web"):
        fb.view("gallery:four_bar", open=False)
    assert main(["convert", "gallery:four_bar", str(tmp_path / "x.html")]) == 2
    assert main(["view", "gallery:four_bar", "--no-open"]) == 2
    assert capsys.readouterr().err.count("make web") == 2
    assert not (tmp_path / "x.html").exists()


def test_a_view_as_a_file_keeps_poses_and_places(view, arm):
    view.add(arm, name="left")
    view.add(arm, name="right", position=(0, 1, 0))
    view["left"].set({"elbow": 0.5})
    assert view["right"].ready(PATIENCE)
    scene = scene_of(view.html())
    assert [robot["pose"] for robot in scene["robots"]] == [{"elbow": 0.5}, None]
    assert scene["robots"][1]["position"] == [0, 1, 0]


def test_a_notebook_can_keep_a_robot():
    shown = inline(fb.load("gallery:four_bar"), height=300)
    markup = shown._repr_html_()
    assert markup.isascii()  # the page around it may be in any encoding
    assert markup.startswith("<iframe srcdoc=")
    assert 'height="300"' in markup
    content = re.search(r'srcdoc="([^"]*)"', markup)
    assert content
    assert unescape(content[1]) == shown.text

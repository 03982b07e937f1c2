"""`fourbar check` takes glTF files to the validator of the extension."""

from pathlib import Path

import fourbar as fb
from fourbar.cli import main

BROKEN = Path(__file__).parent / "broken"


def test_a_converted_robot_is_clean(tmp_path, capsys):
    target = tmp_path / "robot.glb"
    assert main(["convert", "gallery:four_bar", str(target)]) == 0
    assert main(["check", str(target)]) == 0
    assert "no findings" in capsys.readouterr().out


def test_findings_name_the_rule_and_the_place():
    report = fb.check(BROKEN / "E704-not-declared.gltf")
    (finding,) = report
    assert (finding.code, finding.path) == ("E704", "/extensionsUsed")


def test_a_truncated_file_is_a_finding(tmp_path):
    fb.save(fb.load("gallery:gripper"), tmp_path / "robot.glb")
    data = (tmp_path / "robot.glb").read_bytes()
    assert [d.code for d in fb.check(data[: len(data) // 2])] == ["E707"]

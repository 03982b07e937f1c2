"""Every rule of the specification finds the file that breaks it, at the place where it does."""

import json
import re
from pathlib import Path

import pytest

import fourbar as fb
from fourbar.diagnostics import Report
from fourbar.gltf import read_robot, validate
from fourbar.rules.registry import rules_of

from ..example_robots import EXAMPLES, example
from .broken_files import BREAKS, BROKEN, broken

README = EXAMPLES.parent / "README.md"


def findings(data):
    report = Report()
    validate(data, file="robot.gltf", report=report)
    return list(report)


@pytest.mark.parametrize("each", BREAKS, ids=lambda each: each.file.stem)
def test_a_broken_file_is_found_out(each):
    found = findings(each.file.read_bytes())
    assert (each.code, each.pointer) in [(f.code, f.path) for f in found], found


@pytest.mark.parametrize("each", BREAKS, ids=lambda each: each.file.stem)
def test_files_are_the_edits_that_they_say(each):
    assert each.file.read_bytes() == broken(each)


def test_there_is_no_other_file():
    assert set(BROKEN.iterdir()) == {each.file for each in BREAKS}


def test_every_code_of_the_specification_has_a_broken_file():
    codes = set(re.findall(r"\bE7\d\d\b", README.read_text()))
    # A shared node and a wide animation step are tested below.
    assert codes - {each.code for each in BREAKS} == {"E745"}


@pytest.mark.parametrize("each", BREAKS, ids=lambda each: each.file.stem)
def test_reading_a_broken_file_gives_findings_or_a_robot(each):
    report = Report()
    robot = read_robot(each.file.read_bytes(), file="robot.gltf", report=report)
    assert robot is not None or not report.ok


def test_codes_are_unique():
    every = rules_of("gltf")
    assert len({rule.code for rule in every}) == len(every)
    assert len({rule.name for rule in every}) == len(every)


def test_two_links_on_one_node():
    root = json.loads(example("minimal"))
    links = root["extensions"]["EXT_robot_kinematics"]["models"][0]["links"]
    links[1]["node"] = links[0]["node"]
    assert "E712" in [f.code for f in findings(json.dumps(root).encode())]


def test_keys_half_a_turn_apart():
    import base64
    import struct

    root = json.loads(example("minimal"))
    model = root["extensions"]["EXT_robot_kinematics"]["models"][0]
    keys = struct.pack("<10f", 0, 1, 0.99, 0, 0, 0.13, -0.99, 0, 0, 0.13)
    data = base64.b64decode(root["buffers"][0]["uri"].partition(",")[2])
    root["buffers"][0] = {
        "uri": "data:application/octet-stream;base64," + base64.b64encode(data + keys).decode(),
        "byteLength": len(data) + len(keys),
    }
    views, accessors = root["bufferViews"], root["accessors"]
    views.append({"buffer": 0, "byteOffset": len(data), "byteLength": 8})
    views.append({"buffer": 0, "byteOffset": len(data) + 8, "byteLength": 32})
    first = len(accessors)
    view = len(views) - 2
    accessors.append(
        {"bufferView": view, "componentType": 5126, "count": 2, "type": "SCALAR"}
        | {"min": [0], "max": [1]}
    )
    accessors.append({"bufferView": view + 1, "componentType": 5126, "count": 2, "type": "VEC4"})
    target = {"node": model["joints"][0]["dofNodes"][0], "path": "rotation"}
    root["animations"] = [
        {
            "samplers": [{"input": first, "output": first + 1}],
            "channels": [{"sampler": 0, "target": target}],
        }
    ]
    assert [(f.code, f.path) for f in findings(json.dumps(root).encode())] == [
        ("E745", "/animations/0/samplers/0/output")
    ]


def test_load_raises_what_was_found():
    with pytest.raises(fb.LoadError, match="E720"):
        fb.load(BROKEN / "E720-zero-axis.gltf")


def test_a_buffer_that_is_not_there(tmp_path):
    fb.save(fb.load("gallery:four_bar"), tmp_path / "a.gltf", buffer="a.bin")
    Path(tmp_path / "a.bin").unlink()
    assert "E707" in [f.code for f in fb.read(tmp_path / "a.gltf")[1]]


def test_a_configuration_that_opens_a_loop():
    root = json.loads(example("four_bar"))
    model = root["extensions"]["EXT_robot_kinematics"]["models"][0]
    rest = [[dof["default"] for dof in joint["dofs"]] for joint in model["joints"]]
    flat = [values[0] if len(values) == 1 else values for values in rest]
    open_ = [flat[0] + 0.3, *flat[1:]]
    model["configurations"] = {
        "rest": {"jointPositions": flat},
        "open": {"jointPositions": open_},
        "partly": {"jointPositions": [open_[0], *[None] * (len(flat) - 1)]},
    }
    pointer = "/extensions/EXT_robot_kinematics/models/0/configurations/open"
    assert [(f.code, f.path) for f in findings(json.dumps(root).encode())] == [("E741", pointer)]

"""Whether animations keep loops closed at their keys, in files of any tool."""

import base64
import json
import struct
from math import cos, pi, sin

import pytest

import fourbar as fb
from fourbar import gallery
from fourbar.diagnostics import Report
from fourbar.gltf import RobotScene, validate, write_glb
from fourbar.gltf.validation import closed_animation, rest_pose

from ..example_robots import example

CLOSED = [name for name in gallery.names() if fb.load(f"gallery:{name}").loops]
NODES = (6, 8, 10)
JOINTS = ("crank_pivot", "coupler_pivot", "rocker_pivot")


def findings(root):
    report = Report()
    data = root if isinstance(root, bytes) else json.dumps(root).encode()
    validate(data, file="x.gltf", report=report)
    return [(finding.code, finding.path, finding.message) for finding in report]


def four_bar(angles=(0.0, 0.5, 1.0), clocks=((0.0, 1.0, 2.0),) * 3, kind="LINEAR", bend=0.0):
    """The example with keys at these angles of the crank [rad], each joint on its clock [s]."""
    root = json.loads(example("four_bar"))
    nodes = [joint["dofNodes"][0] for joint in model_of(root)["joints"]]
    assert len(nodes) == 3
    scene = RobotScene(json.dumps(root).encode(), file="x.gltf")
    rows = []
    for angle in angles:
        scene.set({JOINTS[0]: angle})
        scene.close(JOINTS[0])
        rows.append([scene.get(joint)[0] for joint in JOINTS])
    binary, views, accessors, samplers, channels = b"", [], [], [], []

    def accessor(values, width):
        nonlocal binary
        data = struct.pack(f"<{len(values)}f", *values)
        views.append({"buffer": 0, "byteOffset": len(binary), "byteLength": len(data)})
        kind = {1: "SCALAR", 4: "VEC4"}[width]
        count = len(values) // width
        accessors.append(
            {"bufferView": len(views) - 1, "componentType": 5126, "count": count, "type": kind}
        )
        binary += data
        return len(accessors) - 1

    for joint, (node, clock) in enumerate(zip(nodes, clocks, strict=True)):
        keys = []
        for row in rows:
            angle = row[joint] + (bend if joint == 2 and row is not rows[0] else 0.0)
            value = [sin(angle / 2), 0.0, 0.0, cos(angle / 2)]
            keys += [0.0] * 4 + value + [0.0] * 4 if kind == "CUBICSPLINE" else value
        sampler = {"input": accessor(clock, 1), "output": accessor(keys, 4), "interpolation": kind}
        samplers.append(sampler)
        channels.append({"sampler": joint, "target": {"node": node, "path": "rotation"}})
    uri = "data:application/octet-stream;base64," + base64.b64encode(binary).decode()
    root["buffers"] = [{"byteLength": len(binary), "uri": uri}]
    root |= {"bufferViews": views, "accessors": accessors}
    root["meshes"] = []
    for part in root["nodes"]:
        part.pop("mesh", None)
    root["animations"] = [{"name": "turn", "samplers": samplers, "channels": channels}]
    return root


def model_of(root):
    return root["extensions"]["EXT_robot_kinematics"]["models"][0]


@pytest.mark.parametrize("name", CLOSED)
def test_our_own_animations_keep_loops_closed(name):
    glb = write_glb(fb.load(f"gallery:{name}"))
    assert [code for code, *_ in findings(glb)] == []


@pytest.mark.parametrize("kind", ["LINEAR", "STEP", "CUBICSPLINE"])
def test_closed_keys_are_fine_however_they_are_joined(kind):
    assert findings(four_bar(kind=kind)) == []


def test_the_largest_gap_is_reported():
    (found,) = findings(four_bar(bend=0.05))
    assert found[:2] == ("E747", "/animations/0")
    # The rocker is 0.3 m long: 0.05 rad move its end by 0.015 m, and turn nothing out of the plane.
    assert "opens loop 'closure' by 0.015 m or rad" in found[2]


def test_gaps_below_the_tolerance_are_none():
    assert findings(four_bar(bend=0.9 * closed_animation.TOLERANCE / 0.3)) == []
    assert findings(four_bar(bend=1.2 * closed_animation.TOLERANCE / 0.3)) != []


def test_a_joint_that_lags_behind_opens_the_loop():
    assert findings(four_bar(clocks=((0.0, 1.0, 2.0), (0.0, 1.0, 2.0), (0.5, 1.5, 2.5)))) != []


def test_a_loop_that_is_open_at_rest_is_said_once():
    root = four_bar()
    node = root["nodes"][model_of(root)["loops"][0]["successorNode"]]
    node["translation"] = [0, 0.5, 0]
    assert [code for code, *_ in findings(root)] == ["E741"]


def test_moving_the_whole_robot_opens_nothing():
    root = four_bar()
    for channel in root["animations"][0]["channels"]:
        channel["target"]["node"] = model_of(root)["rootNode"]
    assert findings(root) == []


@pytest.mark.parametrize(
    "edit",
    [
        lambda a: a["samplers"][0].update(input=99),
        lambda a: a["samplers"][0].update(input=[0]),
        lambda a: a["samplers"][0].update(output=a["samplers"][0]["input"]),
        lambda a: a["samplers"][0].update(interpolation=["LINEAR"]),
        lambda a: a["channels"][0]["target"].update(path={}),
    ],
)
def test_keys_that_cannot_be_read_are_passed_over(edit):
    root = four_bar()
    edit(root["animations"][0])
    assert {code for code, *_ in findings(root)} <= {"E747"}


def test_the_work_is_bounded(monkeypatch):
    """Thousands of loops, animations and channels that share a few keys."""
    monkeypatch.setattr(closed_animation, "MAX_WORK", 20_000)
    monkeypatch.setattr(rest_pose, "MAX_WORK", 20_000)
    root = four_bar(angles=[k / 50 for k in range(60)], clocks=([k / 10 for k in range(60)],) * 3)
    model = model_of(root)
    model["loops"] = [{**model["loops"][0], "name": str(n)} for n in range(2000)]
    root["animations"] *= 300
    placed = 0
    composed = closed_animation.Placement.frame

    def frame(self, ancestor, node):
        nonlocal placed
        placed += 1
        return composed(self, ancestor, node)

    monkeypatch.setattr(closed_animation.Placement, "frame", frame)
    assert findings(root) == []
    assert placed < 25_000


def test_half_a_turn_between_keys_of_a_spline():
    def codes(angles):
        root = four_bar(angles=angles, kind="CUBICSPLINE")
        return {code for code, *_ in findings(root)}

    assert "E745" not in codes((0.0, 0.5, 1.0))
    assert "E745" in codes((0.0, pi, 2 * pi))

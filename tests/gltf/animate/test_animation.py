"""Preview animations: every joint through its limits, the right way round, loops kept closed."""

import copy
import itertools
import struct

import numpy as np
import pytest

import fourbar as fb
from fourbar import gallery
from fourbar.gltf import write_glb

from ..node_graph import binary_of, root_of, worlds

CLOSED = ["four_bar", "slider_crank", "six_bar", "delta", "stewart", "lims2_wrist", "leg_linkage"]


def accessor(root, binary, number):
    found = root["accessors"][number]
    view = root["bufferViews"][found["bufferView"]]
    width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[found["type"]]
    count = found["count"] * width
    values = struct.unpack_from(f"<{count}f", binary, view["byteOffset"])
    return np.array(values).reshape(-1, width)


def channels(root, binary, animation):
    """(node, path, times, values) of each channel."""
    for channel in animation["channels"]:
        sampler = animation["samplers"][channel["sampler"]]
        times = accessor(root, binary, sampler["input"])[:, 0]
        values = accessor(root, binary, sampler["output"])
        yield channel["target"]["node"], channel["target"]["path"], times, values


@pytest.fixture(scope="module", params=gallery.names())
def file(request):
    robot = fb.load(f"gallery:{request.param}")
    glb = write_glb(robot)
    return robot, root_of(glb), binary_of(glb)


def test_times_increase_and_have_bounds(file):
    _, root, binary = file
    for animation in root["animations"]:
        for sampler in animation["samplers"]:
            times = accessor(root, binary, sampler["input"])[:, 0]
            assert times[0] == 0.0
            assert (np.diff(times) > 0).all()
            assert root["accessors"][sampler["input"]]["max"] == [times[-1]]


def test_rotation_keys_are_at_most_a_quarter_turn_apart(file):
    _, root, binary = file
    for animation in root["animations"]:
        for _, path, _, values in channels(root, binary, animation):
            if path == "rotation":
                cosines = np.sum(values[1:] * values[:-1], axis=1)
                assert (cosines >= np.cos(np.pi / 4) - 1e-4).all()


def test_a_preview_ends_as_it_begins(file):
    _, root, binary = file
    for animation in root["animations"]:
        for _, path, _, values in channels(root, binary, animation):
            if path == "rotation":
                assert abs(values[0] @ values[-1]) == pytest.approx(1.0, abs=1e-5)
            else:
                np.testing.assert_allclose(values[0], values[-1], atol=1e-6)


def test_a_joint_reaches_both_limits_and_stays_between():
    robot = fb.load("gallery:iiwa14")
    glb = write_glb(robot)
    root, binary = root_of(glb), binary_of(glb)
    joints = {
        joint["name"]: joint
        for joint in root["extensions"]["EXT_robot_kinematics"]["models"][0]["joints"]
    }
    animations = {animation["name"]: animation for animation in root["animations"]}
    for joint in robot.joints:
        if joint.type != "revolute":
            continue
        ((node, _, _, values),) = channels(root, binary, animations[joint.name])
        assert node == joints[joint.name]["dofNodes"][0]
        axis = np.array(joints[joint.name]["dofs"][0]["axis"])
        angles = np.unwrap(2 * np.arctan2(values[:, :3] @ axis, values[:, 3]), period=4 * np.pi)
        lower, upper = joint.bounds
        assert angles.max() == pytest.approx(upper, abs=1e-5)
        assert angles.min() == pytest.approx(lower, abs=1e-5)
    assert len(animations["all joints"]["channels"]) == 7


def test_a_wide_joint_does_not_take_the_short_way():
    """From -2.9 to 2.9 through 0: halfway between two keys the joint is between them."""
    robot = fb.Robot(
        "wide",
        [fb.Link("a"), fb.Link("b")],
        [fb.Joint("j", "revolute", "a", "b", axis=(0, 0, 1), limit=fb.Limit(-2.9, 2.9))],
    )
    glb = write_glb(robot)
    root, binary = root_of(glb), binary_of(glb)
    ((_, _, _times, values),) = channels(root, binary, root["animations"][0])
    angles = []
    for a, b in itertools.pairwise(values):
        middle = a + (b if a @ b > 0 else -b)  # slerp at one half
        _x, y, _z, w = middle / np.linalg.norm(middle)
        angles.append(2 * np.arctan2(y, w))
    assert all(-2.9 < angle < 2.9 for angle in angles)


@pytest.mark.parametrize("name", CLOSED)
def test_loops_stay_closed_at_every_key(name):
    robot = fb.load(f"gallery:{name}")
    glb = write_glb(robot)
    root, binary = root_of(glb), binary_of(glb)
    model = root["extensions"]["EXT_robot_kinematics"]["models"][0]
    assert root["animations"]
    for animation in root["animations"]:
        tracks = list(channels(root, binary, animation))
        moved = 0.0
        for key in range(0, len(tracks[0][2]), 7):
            posed = copy.deepcopy(root)
            for node, path, _, values in tracks:
                posed["nodes"][node][path] = values[key].tolist()
            found = worlds(posed)
            for loop in model["loops"]:
                a, b = found[loop["predecessorNode"]], found[loop["successorNode"]]
                if loop["type"] in ("revolute", "continuous", "spherical", "universal"):
                    assert np.linalg.norm(a[:3, 3] - b[:3, 3]) < 1e-6  # single precision keys
                if loop["type"] in ("revolute", "continuous"):
                    axis = np.array(loop["axis"])
                    np.testing.assert_allclose(a[:3, :3] @ axis, b[:3, :3] @ axis, atol=1e-5)
            last = found[model["links"][-1]["node"]]
            moved = max(moved, np.abs(last - worlds(root)[model["links"][-1]["node"]]).max())
        assert moved > 1e-3 or len(root["animations"]) > 1

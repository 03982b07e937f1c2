"""Our files in tools that do not know the extension: the rest pose is right, animations play."""

import importlib.util
import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import fourbar as fb
from fourbar import gallery
from fourbar.gltf import write_glb

from .node_graph import root_of, worlds

HERE = Path(__file__).parent


def in_three(path, times=()):
    node = shutil.which("node")
    if node is None or not (HERE.parents[1] / "web/node_modules/three").is_dir():
        pytest.skip("three.js needs Node.js and the packages of web/")
    command = [node, str(HERE / "three.mjs"), str(path), json.dumps(list(times))]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def in_gltf_transform(path):
    node = shutil.which("node")
    if node is None or not (HERE.parents[1] / "web/node_modules/@gltf-transform/core").is_dir():
        pytest.skip("@gltf-transform/core needs Node.js and the packages of web/")
    command = [node, str(HERE / "gltf_transform.mjs"), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def in_blender(path):
    """Blender is large: a Python that has `bpy` may be named by $FOURBAR_BPY."""
    python = os.environ.get("FOURBAR_BPY")
    if python is None and importlib.util.find_spec("bpy") is None:
        pytest.skip("`make test-blender` does it: a Python with bpy, named by FOURBAR_BPY")
    command = [python or sys.executable, str(HERE / "in_blender.py"), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout.partition("RESULT")[2].partition("\n")[0])


def matrix(values):
    return np.array(values).reshape(4, 4).T


@pytest.mark.parametrize("name", ["ur20", "four_bar", "gripper", "humanoid"])
def test_three_shows_the_rest_pose(name, tmp_path):
    glb = write_glb(fb.load(f"gallery:{name}"))
    (tmp_path / "robot.glb").write_bytes(glb)
    found = in_three(tmp_path / "robot.glb")["rest"]
    for number, expected in enumerate(worlds(root_of(glb))):
        if str(number) in found:  # three merges nothing of ours, but may drop an empty leaf
            np.testing.assert_allclose(matrix(found[str(number)]), expected, atol=1e-6)
    links = root_of(glb)["extensions"]["EXT_robot_kinematics"]["models"][0]["links"]
    assert {str(link["node"]) for link in links} <= set(found)


@pytest.mark.parametrize("name", ["four_bar", "slider_crank", "six_bar"])
def test_three_plays_a_closed_motion_closed(name, tmp_path):
    """Between keys, too: nodes move straight there, and loops open by less than 0.2 mm."""
    glb = write_glb(fb.load(f"gallery:{name}"))
    (tmp_path / "robot.glb").write_bytes(glb)
    times = np.linspace(0.05, 3.9, 23)
    played = in_three(tmp_path / "robot.glb", times.tolist())["playing"]
    model = root_of(glb)["extensions"]["EXT_robot_kinematics"]["models"][0]
    assert len(played) == len(times)
    moved = 0.0
    for poses in played:
        for loop in model["loops"]:
            a, b = (matrix(poses[str(loop[f"{s}Node"])]) for s in ("predecessor", "successor"))
            if loop["type"] in ("revolute", "continuous", "spherical"):
                assert np.linalg.norm(a[:3, 3] - b[:3, 3]) < 2e-4
        driven = str(model["joints"][0]["dofNodes"][0])
        moved = max(moved, np.abs(matrix(poses[driven]) - matrix(played[0][driven])).max())
    assert moved > 0.1


@pytest.mark.peer
@pytest.mark.parametrize("name", gallery.names())
def test_trimesh_sees_every_shape_where_it_is(name):
    trimesh = pytest.importorskip("trimesh")
    glb = write_glb(fb.load(f"gallery:{name}"))
    scene = trimesh.load(io.BytesIO(glb), file_type="glb", force="scene")
    root = root_of(glb)
    found = worlds(root)
    shapes = [(n, node) for n, node in enumerate(root["nodes"]) if "mesh" in node]
    assert len(scene.graph.nodes_geometry) == sum(
        len(root["meshes"][node["mesh"]]["primitives"]) for _, node in shapes
    )
    low, high = np.full(3, np.inf), np.full(3, -np.inf)
    for number, node in shapes:
        for primitive in root["meshes"][node["mesh"]]["primitives"]:
            accessor = root["accessors"][primitive["attributes"]["POSITION"]]
            corners = np.array(np.meshgrid(*zip(accessor["min"], accessor["max"], strict=True)))
            placed = found[number][:3, :3] @ corners.reshape(3, -1) + found[number][:3, 3:]
            low, high = np.minimum(low, placed.min(axis=1)), np.maximum(high, placed.max(axis=1))
    # The box of the turned boxes holds the shapes; trimesh's holds the vertices.
    assert (scene.bounds[0] >= low - 1e-5).all()
    assert (scene.bounds[1] <= high + 1e-5).all()
    assert np.ptp(scene.bounds, axis=0).min() > 0.3 * (high - low).min()


@pytest.mark.parametrize("name", gallery.names())
def test_gltf_transform_reads_poses_and_animations(name, tmp_path):
    glb = write_glb(fb.load(f"gallery:{name}"))
    (tmp_path / "robot.glb").write_bytes(glb)
    found = in_gltf_transform(tmp_path / "robot.glb")
    root = root_of(glb)
    for values, expected in zip(found["worlds"], worlds(root), strict=True):
        np.testing.assert_allclose(matrix(values), expected, atol=1e-6)
    assert [a["name"] for a in found["animations"]] == [a["name"] for a in root["animations"]]
    moving = {n for model in models(root) for j in model["joints"] for n in j["dofNodes"]}
    for animation in found["animations"]:
        assert animation["channels"]
        assert {channel["node"] for channel in animation["channels"]} <= moving
        assert all(channel["keys"] > 1 for channel in animation["channels"])


@pytest.mark.peer
@pytest.mark.parametrize("name", ["ur20", "four_bar", "gripper", "humanoid"])
def test_blender_shows_the_rest_pose_and_has_the_animations(name, tmp_path):
    glb = write_glb(fb.load(f"gallery:{name}"))
    (tmp_path / "robot.glb").write_bytes(glb)
    found = in_blender(tmp_path / "robot.glb")
    root = root_of(glb)
    # Blender turns y up to z up: the robot's own axes, but for a turn about z.
    C = np.array([[1, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]])
    expected = worlds(root)
    links = models(root)[0]["links"]
    for link in links:
        T = np.array(found["rest"][link["name"]])
        np.testing.assert_allclose(T, C @ expected[link["node"]] @ C.T, atol=1e-5)
    moved = [
        np.abs(np.array(found["moved"][link["name"]]) - found["rest"][link["name"]]).max()
        for link in links
    ]
    assert max(moved) > 0.01
    assert found["meshes"] > 0
    assert len(found["actions"]) >= 1


def models(root):
    return root["extensions"]["EXT_robot_kinematics"]["models"]

"""Files as other tools may write them: what the specification leaves open is read all the same."""

import copy
import io
import json
import struct

import numpy as np
import pytest

import fourbar as fb
from fourbar.diagnostics import Report
from fourbar.gltf import RobotScene, extract_meshes, read_robot, read_robots, validate, write_glb
from fourbar.record import replace
from fourbar.robot import UnknownNameError

from ..node_graph import root_of

HALF = 0.5**0.5


@pytest.fixture(scope="module")
def plain():
    """A file without words of its own."""
    return write_glb(fb.load("gallery:gripper"), lossless=False, animations=False)


def edited(glb, edit):
    root = copy.deepcopy(root_of(glb))
    edit(root, root["extensions"]["EXT_robot_kinematics"]["models"][0])
    text = json.dumps(root).encode()
    text += b" " * (-len(text) % 4)
    binary = glb[20 + struct.unpack_from("<I", glb, 12)[0] :]
    head = struct.pack("<4sIIII", b"glTF", 2, 20 + len(text) + len(binary), len(text), 0x4E4F534A)
    return head + text + binary


def read(data):
    report = Report()
    robot = read_robot(data, file="other.glb", report=report)
    assert report.ok, list(report)
    return robot


def bounds(glb):
    trimesh = pytest.importorskip("trimesh")
    return trimesh.load(io.BytesIO(glb), file_type="glb", force="scene").bounds


def first_visual(root, model):
    return root["nodes"][model["links"][0]["visualNodes"][0]]


def scaled(root, model):
    first_visual(root, model)["scale"] = [2, 3, 4]


def mirrored(root, model):
    first_visual(root, model)["scale"] = [-1, 1, 1]


def by_matrix(root, model):
    node = first_visual(root, model)
    for key in ("translation", "rotation", "scale"):
        node.pop(key, None)
    node["matrix"] = [2, 0, 0, 0, 0, 0, 2, 0, 0, -2, 0, 0, 0, 0.1, 0, 1]


def nested(root, model):
    node = first_visual(root, model)
    node["scale"] = [2, 2, 2]
    node["children"] = [len(root["nodes"])]
    turned = {"translation": [0, 0.1, 0], "rotation": [0, 0, HALF, HALF], "mesh": node.pop("mesh")}
    root["nodes"].append(turned)


def unlisted(root, model):
    for link in model["links"]:
        link.pop("visualNodes", None)


@pytest.mark.parametrize("edit", [scaled, mirrored, by_matrix, nested, unlisted])
def test_shapes_keep_their_place_and_size(plain, edit, tmp_path):
    other = edited(plain, edit)
    robot = read(other)
    np.testing.assert_allclose(bounds(write_glb(robot, animations=False)), bounds(other), atol=1e-6)
    with_files = extract_meshes(robot, tmp_path / "meshes", name="meshes", report=Report())
    fb.save(with_files, tmp_path / "robot.urdf")
    again = write_glb(fb.load(tmp_path / "robot.urdf"), animations=False)
    np.testing.assert_allclose(bounds(again), bounds(other), atol=1e-6)


def test_one_mesh_in_two_sizes(plain):
    """Nodes that share a mesh and differ in scale are two shapes."""

    def twice(root, model):
        node = first_visual(root, model)
        copied = {**node, "scale": [0.5, 0.5, 0.5], "translation": [0, 1, 0]}
        root["nodes"][model["links"][0]["node"]]["children"].append(len(root["nodes"]))
        model["links"][0]["visualNodes"].append(len(root["nodes"]))
        root["nodes"].append(copied)

    other = edited(plain, twice)
    again = write_glb(read(other), animations=False)
    np.testing.assert_allclose(bounds(again), bounds(other), atol=1e-6)


@pytest.mark.parametrize("axis", [[1, 0, 0], [0, 0, 1], [0, -2, 0], [0.6, 0, 0.8]])
def test_cylinders_along_any_axis_are_turned(plain, axis):
    shape = {"cylinder": {"radius": 0.02, "height": 0.3, "axis": axis}}

    def lay(root, model):
        number = model["links"][0]["collisions"][0]["node"]
        model["links"][0]["collisions"][0] = {"node": number, "shape": shape}

    robot = read(edited(plain, lay))
    (collision, *_) = robot.links[0].collisions
    before = read(plain).links[0].collisions[0]
    assert (collision.geometry.radius, collision.geometry.length) == (0.02, 0.3)

    def rotation(pose):
        roll, pitch, yaw = pose.rpy
        c, s = np.cos, np.sin
        z = np.array([[c(yaw), -s(yaw), 0], [s(yaw), c(yaw), 0], [0, 0, 1]])
        y = np.array([[c(pitch), 0, s(pitch)], [0, 1, 0], [-s(pitch), 0, c(pitch)]])
        x = np.array([[1, 0, 0], [0, c(roll), -s(roll)], [0, s(roll), c(roll)]])
        return z @ y @ x

    in_urdf = np.array([axis[2], axis[0], axis[1]]) / np.linalg.norm(axis)
    along = rotation(collision.origin)[:, 2]
    wanted = rotation(before.origin) @ in_urdf
    assert abs(along @ wanted) == pytest.approx(1.0, abs=1e-12)


def test_collision_meshes_need_no_list_of_nodes(plain, tmp_path):
    """`collisions` alone says where they are; several may be at one node."""

    def meshes(root, model):
        link = model["links"][0]
        number = link["collisionNodes"][0]
        root["nodes"][number].pop("mesh", None)
        link["collisions"] = [
            {"node": number, "mesh": 0},
            {"node": number, "shape": {"sphere": {"radius": 0.1}}},
        ]
        del link["collisionNodes"]

    robot = read(edited(plain, meshes))
    kinds = [type(collision.geometry) for collision in robot.links[0].collisions]
    assert kinds == [fb.Mesh, fb.Sphere]
    report = Report()
    extract_meshes(robot, tmp_path / "meshes", name="meshes", report=report)
    again = write_glb(robot, animations=False, report=report)
    assert not list(report)
    collisions = root_of(again)["extensions"]["EXT_robot_kinematics"]["models"][0]["links"][0]
    assert ["mesh" in each for each in collisions["collisions"]] == [True, False]


def test_a_scene_closes_its_own_robot_among_others_of_that_name():
    """Two robots of one name: each is closed with its own joints."""
    robot = fb.load("gallery:four_bar")
    joints = [joint.name for joint in robot.joints]
    larger = robot.replace(
        joints=[
            replace(j, origin=fb.Pose(tuple(2 * c for c in j.origin.xyz), j.origin.rpy))
            for j in robot.joints
        ],
        loops=[
            replace(
                loop,
                predecessor_origin=fb.Pose(tuple(2 * c for c in loop.predecessor_origin.xyz)),
                successor_origin=fb.Pose(tuple(2 * c for c in loop.successor_origin.xyz)),
            )
            for loop in robot.loops
        ],
    )
    data = write_glb([robot, larger], animations=False)
    scene = RobotScene(data, model=1)
    scene.set({joints[0]: 0.6})
    scene.close(joints[0])
    assert scene.gap < 1e-6


def test_axes_that_are_not_of_unit_length_move_alike():
    data = write_glb(fb.load("gallery:mobile_base"), animations=False)

    def longer(root, model):
        for joint in model["joints"]:
            for dof in joint["dofs"]:
                dof["axis"] = [3 * c for c in dof["axis"]]

    one, other = RobotScene(data), RobotScene(edited(data, longer))
    for scene in (one, other):
        movable = [joint for joint in scene.joints.values() if joint.follows is None and joint.dof]
        scene.set({joint.name: [0.3] * joint.dof for joint in movable})
    for link in one._links:
        np.testing.assert_allclose(one.link_pose(link), other.link_pose(link), atol=1e-12)


@pytest.mark.parametrize("name", ["\ud800", "a\x00b", "\x1b[31m"])
def test_names_that_no_description_can_hold_are_refused(plain, name):
    data = edited(plain, lambda root, model: model["links"][0].update(name=name))
    for check in (validate, read_robots):
        report = Report()
        check(data, file="other.glb", report=report)
        assert not report.ok


def test_configurations_are_not_extras():
    data = write_glb(fb.load("gallery:gripper"), animations=False)

    def noted(root, model):
        model.setdefault("configurations", {})["extras"] = {"by": "hand"}

    scene = RobotScene(edited(data, noted))
    with pytest.raises(UnknownNameError):
        scene.configuration("extras")


def test_buffers_and_images_of_a_gltf_in_files_of_their_own(tmp_path):
    """Several buffers, as Blender's and others' exporters write them."""
    target = tmp_path / "whole.gltf"
    fb.save(fb.load("gallery:gripper"), target, buffer="whole.bin", animations=False)
    root = json.loads(target.read_text())
    whole = (tmp_path / "whole.bin").read_bytes()
    parts = [b"", b""]
    for number, view in enumerate(root["bufferViews"]):
        part = number % 2
        start = view["byteOffset"]
        data = whole[start : start + view["byteLength"]]
        view.update(buffer=part, byteOffset=len(parts[part]))
        parts[part] += data + bytes(-len(data) % 4)
    root["buffers"] = [
        {"uri": f"part%20{k}.bin", "byteLength": len(part)} for k, part in enumerate(parts)
    ]
    for number, part in enumerate(parts):
        (tmp_path / f"part {number}.bin").write_bytes(part)
    (tmp_path / "split.gltf").write_text(json.dumps(root))
    report = Report()
    robot = fb.load(tmp_path / "split.gltf")
    again = write_glb(robot, animations=False, report=report)
    assert not list(report)
    expected = write_glb(fb.load(target), animations=False)
    assert bounds(again).tolist() == bounds(expected).tolist()

"""The node graph of a file puts every link where forward kinematics does."""

import copy

import numpy as np
import pytest

import fourbar as fb
from fourbar import gallery
from fourbar.gltf import write_glb
from fourbar.gltf.dofs import from_model
from fourbar.mechanics import Model, forward_kinematics

from .example_robots import joint_types
from .node_graph import P_GLTF_URDF, link_poses, root_of, set_positions, worlds

TOLERANCE = 1e-9  # [m, and the entries of rotation matrices]


def compare(robot, *, count=20, planar="xy", **options):
    root = root_of(write_glb(robot, planar=planar, **options))
    model = Model(robot, planar=planar)
    data = model.data()
    for q in model.random(count, seed=7):
        forward_kinematics(model, data, q)
        values = {
            name: from_model(robot.joints[name], q[slot.q]) for name, slot in model.joints.items()
        }
        moved = copy.deepcopy(root)
        set_positions(moved, values)
        for name, pose in link_poses(moved).items():
            np.testing.assert_allclose(pose, data.pose(name), atol=TOLERANCE, err_msg=name)


@pytest.mark.parametrize("name", gallery.names())
def test_gallery(name):
    compare(fb.load(f"gallery:{name}"), animations=False)


@pytest.mark.parametrize("basis", ["gltf", "root"])
@pytest.mark.parametrize("planar", ["xy", "xyt"])
def test_every_joint_type_in_both_bases(basis, planar):
    compare(joint_types(), basis=basis, planar=planar)


def test_the_root_basis_shows_the_same_scene():
    robot = fb.load("gallery:ur20")
    one, two = (root_of(write_glb(robot, basis=basis)) for basis in ("gltf", "root"))
    for a, b in zip(worlds(one), worlds(two), strict=True):
        # Points coincide; below the turned root, frames keep URDF's axes.
        np.testing.assert_allclose(a[:3, 3], b[:3, 3], atol=1e-12)
    flange = [w[:3, :3] for w in (worlds(one)[-1], worlds(two)[-1])]
    np.testing.assert_allclose(flange[0], flange[1] @ P_GLTF_URDF[:3, :3].T, atol=1e-12)


def test_forward_left_and_up():
    ends = {"forward": (1, 0, 0), "left": (0, 1, 0), "up": (0, 0, 1)}
    robot = fb.Robot(
        "compass",
        [fb.Link("base"), *(fb.Link(name) for name in ends)],
        [fb.Joint(f"to_{n}", "fixed", "base", n, fb.Pose(xyz)) for n, xyz in ends.items()],
    )
    root = root_of(write_glb(robot))
    found = worlds(root)
    place = {
        link["name"]: found[link["node"]][:3, 3].tolist()
        for link in root["extensions"]["EXT_robot_kinematics"]["models"][0]["links"]
    }
    assert place["forward"] == [0, 0, 1]
    assert place["left"] == [1, 0, 0]
    assert place["up"] == [0, 1, 0]

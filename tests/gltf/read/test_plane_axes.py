"""Planar joints of other tools: the file's own directions count, not those of our convention."""

from __future__ import annotations

import copy
import json
from math import cos, sin
from typing import Any

import numpy as np
import pytest

import fourbar as fb
from fourbar.diagnostics import Report
from fourbar.gltf import RobotScene, read_robot, write_glb
from fourbar.mechanics import Model, forward_kinematics

from ..node_graph import link_poses, root_of, set_positions

NORMAL = (0.0, 0.6, 0.8)
VALUES = {"xy": (0.3, -0.2), "xyt": (0.3, -0.2, 0.7)}
TOLERANCE = 1e-12


def cart(planar: str, *, skew: float = 1.1, turn: float = 1.0) -> dict[str, Any]:
    """A cart on a plane; its first direction is turned by 0.4 rad, the second by `skew` more."""
    links = [fb.Link("floor"), fb.Link("cart"), fb.Link("mast")]
    joints = [
        fb.Joint("drive", "planar", "floor", "cart", fb.Pose((1, 2, 3)), axis=NORMAL),
        fb.Joint("lean", "continuous", "cart", "mast", fb.Pose((0.1, 0.2, 0.3)), axis=(1, 0, 0)),
    ]
    glb = write_glb(
        fb.Robot("cart", links, joints), planar=planar, lossless=False, animations=False
    )
    root = root_of(glb)
    (model,) = root["extensions"]["EXT_robot_kinematics"]["models"]
    dofs = model["joints"][0]["dofs"]
    u, v = (np.array(dof["axis"]) for dof in dofs[:2])
    for dof, angle in zip(dofs, (0.4, 0.4 + skew), strict=False):
        dof["axis"] = (cos(angle) * u + sin(angle) * v).tolist()
    for dof in dofs[2:]:
        dof["axis"] = (turn * np.array(dof["axis"])).tolist()
    model["configurations"] = {"there": {"jointPositions": [list(VALUES[planar]), 0.5]}}
    return root


def poses_of_nodes(root: dict[str, Any], planar: str) -> dict[str, np.ndarray]:
    moved = copy.deepcopy(root)
    set_positions(moved, {"drive": VALUES[planar], "lean": (0.5,)})
    return link_poses(moved)


@pytest.mark.parametrize("skew", [np.pi / 2, 1.1, -2.0])
@pytest.mark.parametrize(("planar", "turn"), [("xy", 1.0), ("xyt", 1.0), ("xyt", -1.0)])
def test_configurations_mean_what_the_nodes_do(planar: str, turn: float, skew: float) -> None:
    root = cart(planar, skew=skew, turn=turn)
    report = Report()
    robot = read_robot(json.dumps(root).encode(), file="cart.gltf", report=report)
    assert report.ok, str(report)
    assert robot is not None
    model = Model(robot, planar=planar)
    data = model.data()
    forward_kinematics(model, data, model.configuration("there"))
    for link, pose in poses_of_nodes(root, planar).items():
        np.testing.assert_allclose(data.pose(link), pose, atol=TOLERANCE, err_msg=link)


def test_closing_keeps_the_directions_of_the_file() -> None:
    """Nothing is to be closed, so nothing moves."""
    root = cart("xyt", skew=-2.0, turn=-1.0)
    scene = RobotScene(json.dumps(root).encode())
    scene.set({"drive": VALUES["xyt"], "lean": 0.5})
    before = {link: scene.link_pose(link) for link in ("cart", "mast")}
    scene.close("drive")
    for link, pose in before.items():
        np.testing.assert_allclose(scene.link_pose(link), pose, atol=TOLERANCE)
    np.testing.assert_allclose(scene.get("drive"), VALUES["xyt"], atol=TOLERANCE)

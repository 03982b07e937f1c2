"""The documents that the browser library is tested with say what the robots' files say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.gallery import closure
from tests.gallery.facts import FACTS, path

from . import fixtures, scene


def rotation(quaternion: list[float]) -> np.ndarray:
    x, y, z, w = quaternion
    K = closure.skew(np.array([x, y, z]))
    return np.eye(3) + 2 * w * K + 2 * K @ K


def world_poses(gltf: dict[str, Any]) -> list[np.ndarray]:
    """T_root_node of every node, from translations and rotations alone."""
    poses = [np.eye(4) for _ in gltf["nodes"]]
    waiting = [0]
    while waiting:
        parent = waiting.pop()
        for child in gltf["nodes"][parent].get("children", []):
            node, T = gltf["nodes"][child], np.eye(4)
            T[:3, :3] = rotation(node.get("rotation", [0, 0, 0, 1]))
            T[:3, 3] = node.get("translation", [0, 0, 0])
            poses[child] = poses[parent] @ T
            waiting.append(child)
    return poses


@pytest.mark.parametrize("name", FACTS)
def test_nodes_stand_where_the_zero_pose_has_the_links(name: str) -> None:
    gltf, mechanism = scene.write(path(name)), closure.read(path(name))
    model = gltf["extensions"]["EXT_robot_kinematics"]["models"][0]
    expected = fixtures.poses(mechanism, np.zeros(mechanism.size))
    found = world_poses(gltf)
    for link in model["links"]:
        T = np.array(expected[link["name"]]).reshape(4, 4).T
        assert found[link["node"]] == pytest.approx(T, abs=1e-12)


def test_the_same_robot_gives_the_same_fixture() -> None:
    assert fixtures.fixture("gripper") == fixtures.fixture("gripper")

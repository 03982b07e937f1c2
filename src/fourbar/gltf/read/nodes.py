"""The nodes of a file: local transforms and the tree they make."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import Any

from ... import rules
from ...gltf_file.json_value import is_plain, length
from ...robot import Vector3
from ...spatial.rotation import IDENTITY, Quaternion, quaternion_of_matrix, unit_quaternion
from ..findings import GltfFindings, pointer_to
from .json_object import JsonObject

MAX_NODES = 200_000
MAX_DEPTH = 10_000
"""Of nodes within nodes; a chain of a thousand joints has some three thousand."""

_ZERO: Vector3 = (0.0, 0.0, 0.0)
_ONE: Vector3 = (1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Node:
    """A node's own transform T R S; `matrix` where the file says it so (16 numbers by columns)."""

    name: str
    translation: Vector3
    rotation: Quaternion
    scale: Vector3
    matrix: tuple[float, ...] | None
    mesh: int | None
    children: tuple[int, ...]
    parent: int | None


def read_nodes(root: dict[str, Any], findings: GltfFindings) -> list[Node] | None:
    """All nodes; None where they are no forest, with the reasons in the findings."""
    place = JsonObject(root, "", findings)
    objects = place.objects("nodes")
    if objects is None:
        return None
    count = len(objects)
    if count > MAX_NODES:
        findings.add(
            rules.gltf.GLTF_TOO_LARGE,
            "/nodes",
            f"the file has {count} nodes; the limit is {MAX_NODES}",
        )
        return None
    mesh_count = length(root.get("meshes"))
    children: list[tuple[int, ...]] = []
    parents: list[int | None] = [None] * count
    sound = True
    for number, each in enumerate(objects):
        listed = each.indices("children", count, "nodes")
        sound &= listed is not None
        children.append(tuple(listed or ()))
        for child in listed or ():
            if parents[child] is not None or child == number:
                message = (
                    f"node {child} is its own child"
                    if child == number
                    else f"node {child} is a child of both node {parents[child]} and node {number}"
                )
                findings.add(rules.gltf.NODE_NOT_A_TREE, each.at("children"), message)
                sound = False
            else:
                parents[child] = number
    if not sound or not _check_cycles(parents, findings):
        return None
    return [
        _node(each, children[number], parents[number], mesh_count)
        for number, each in enumerate(objects)
    ]


def _check_cycles(parents: list[int | None], findings: GltfFindings) -> bool:
    """Every node leads, in a bounded number of steps, up to one without a parent."""
    depths: list[int] = [0] * len(parents)  # 0: not known yet; roots have 1
    for start in range(len(parents)):
        trail: list[int] = []
        at: int | None = start
        seen: set[int] = set()
        while at is not None and not depths[at]:
            if at in seen:
                pointer = pointer_to("nodes", at)
                findings.add(rules.gltf.NODE_NOT_A_TREE, pointer, f"node {at} is its own ancestor")
                return False
            seen.add(at)
            trail.append(at)
            at = parents[at]
        depth = 0 if at is None else depths[at]
        for node in reversed(trail):
            depth += 1
            depths[node] = depth
        if depth > MAX_DEPTH:
            message = f"node {start} is nested {depth} levels deep; the limit is {MAX_DEPTH}"
            findings.add(rules.gltf.GLTF_TOO_LARGE, pointer_to("nodes", start), message)
            return False
    return True


def _node(each: JsonObject, children: tuple[int, ...], parent: int | None, mesh_count: int) -> Node:
    name = each.value.get("name")
    translation = each.vector("translation", 3) or _ZERO
    scale = each.vector("scale", 3) or _ONE
    rotation = each.vector("rotation", 4)
    matrix = each.vector("matrix", 16)
    mesh = each.index("mesh", mesh_count, "meshes", required=False)
    turn = IDENTITY
    if rotation is not None:
        if abs(hypot(*rotation) - 1.0) > 1e-3:
            each.findings.add(
                rules.gltf.GLTF_UNREADABLE,
                each.at("rotation"),
                "the rotation is not a unit quaternion",
            )
        try:
            turn = unit_quaternion(rotation)
        except ValueError:
            turn = IDENTITY
    return Node(
        name if isinstance(name, str) and is_plain(name) else "",
        (translation[0], translation[1], translation[2]),
        turn,
        (scale[0], scale[1], scale[2]),
        matrix,
        mesh,
        children,
        parent,
    )


def pose_of(node: Node) -> tuple[Vector3, Quaternion]:
    """Translation and rotation of a node, scale left out."""
    if node.matrix is None:
        return node.translation, node.rotation
    m = node.matrix
    columns = [m[0:3], m[4:7], m[8:11]]
    lengths = [hypot(*column) or 1.0 for column in columns]
    R = [[columns[j][i] / lengths[j] for j in range(3)] for i in range(3)]
    try:
        turn = quaternion_of_matrix(R)
    except ValueError:
        turn = IDENTITY
    return (m[12], m[13], m[14]), turn

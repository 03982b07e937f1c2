"""One model: names, joints, tree, nodes, mimics, configurations, inertia."""

from __future__ import annotations

from collections.abc import Iterable
from math import isclose
from typing import Protocol

from ... import rules
from ...gltf_file.json_value import as_list, as_object
from ..findings import GltfFindings, short_repr
from ..read.extension import LinkRecord, ModelRecord
from ..read.json_object import JsonObject, is_number
from ..read.nodes import Node
from ..read.placement import Placement
from .joint import check_joint
from .loop import check_loops
from .tree import check_links_tree, check_mimics


def check_model(model: ModelRecord, nodes: list[Node], findings: GltfFindings) -> bool:
    """Check a model whose references are sound; whether its joints make a tree that can move."""
    placement = Placement(nodes)
    _check_names("link", model.links, findings)
    _check_names("joint", model.joints, findings)
    _check_names("loop", model.loops, findings)
    _check_names("coupling", model.couplings, findings)
    sound = True
    for joint in model.joints:
        sound &= check_joint(joint, model, nodes)
    sound &= check_links_tree(model)
    sound &= check_mimics(model)
    for link in model.links:
        _check_link(link, model, nodes, placement)
    check_loops(model, nodes)
    _check_configurations(model)
    _check_source(model, nodes)
    return sound


class _Part(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def place(self) -> JsonObject: ...


def _check_names(kind: str, parts: Iterable[_Part], findings: GltfFindings) -> None:
    seen: set[str] = set()
    for part in parts:
        if part.name in seen:
            message = f"duplicate {kind} name {short_repr(part.name)}"
            findings.add(rules.gltf.EXTENSION_DUPLICATE, part.place.at("name"), message)
        seen.add(part.name)


def _check_link(
    link: LinkRecord, model: ModelRecord, nodes: list[Node], placement: Placement
) -> None:
    place = link.place
    node = nodes[link.node]
    if not placement.is_below(link.node, model.root_node):
        message = f"the node of link '{link.name}' is not a descendant of the model's rootNode"
        place.findings.add(rules.gltf.NODE_OUTSIDE_ROOT, place.at("node"), message)
    if node.matrix is not None or not is_identity(node):
        message = f"the node of link '{link.name}' has its own transform"
        note = "Put it on the joint's origin node and on the nodes of the shapes."
        place.findings.add(rules.gltf.LINK_NODE_TRANSFORM, place.at("node"), message, note)
    for key, listed in (
        ("visualNodes", link.visual_nodes),
        ("collisionNodes", link.collision_nodes),
    ):
        for number, shape in enumerate(listed):
            if shape == link.node or not placement.is_below(shape, link.node):
                message = f"node {shape} is not a descendant of the node of link '{link.name}'"
                place.findings.add(
                    rules.gltf.SHAPE_NODE_PARENT, f"{place.at(key)}/{number}", message
                )
    drawn = {*link.collision_nodes, *(c.node for c in link.collisions)} - set(link.visual_nodes)
    for shape in sorted(drawn):
        if nodes[shape].mesh is not None:
            message = f"collision node {shape} of link '{link.name}' has a mesh, so viewers draw it"
            note = "Remove the mesh from the node and list it in 'collisions' instead."
            place.findings.add(
                rules.gltf.COLLISION_DRAWN, place.at("collisionNodes"), message, note
            )
    _check_inertial(link)


def is_identity(node: Node) -> bool:
    """Whether a node moves nothing, to 1e-6."""
    return (
        max(map(abs, node.translation)) <= 1e-6
        and max(map(abs, node.rotation[:3])) <= 1e-6
        and all(abs(s - 1.0) <= 1e-6 for s in node.scale)
    )


def _check_inertial(link: LinkRecord) -> None:
    place = link.place.object("inertial")
    if place is None:
        return
    place.only("mass", "centerOfMass", "inertiaDiagonal", "inertiaOrientation")
    mass = place.number("mass", required=True)
    place.vector("centerOfMass", 3)
    diagonal = place.vector("inertiaDiagonal", 3)
    orientation = place.vector("inertiaOrientation", 4)
    if mass is not None and mass < 0.0:
        message = f"link '{link.name}' has a negative mass: {mass:g} kg"
        place.findings.add(rules.gltf.EXTENSION_INERTIAL, place.at("mass"), message)
    if diagonal is not None and min(diagonal) < -1e-9 * max(map(abs, diagonal)):
        message = f"link '{link.name}' has a negative moment of inertia"
        place.findings.add(rules.gltf.EXTENSION_INERTIAL, place.at("inertiaDiagonal"), message)
    if orientation is not None and not isclose(sum(c * c for c in orientation), 1.0, abs_tol=1e-5):
        message = "inertiaOrientation must be a unit quaternion"
        place.findings.add(rules.gltf.EXTENSION_INERTIAL, place.at("inertiaOrientation"), message)


def _check_configurations(model: ModelRecord) -> None:
    place = model.place.object("configurations")
    for name, value in place.members() if place is not None else ():
        if place is None or name in ("extras", "extensions"):
            continue
        entry = as_object(value)
        if entry is None or not isinstance(entry.get("jointPositions"), list):
            place.wrong(name, "an object with 'jointPositions'")
            continue
        each = JsonObject(entry, place.at(name), place.findings)
        each.only("jointPositions")
        _check_positions(each, model)


def _check_positions(place: JsonObject, model: ModelRecord) -> None:
    listed = as_list(place.value["jointPositions"]) or []
    pointer = place.at("jointPositions")
    if len(listed) != len(model.joints):
        message = (
            f"jointPositions has length {len(listed)}, but the model has {len(model.joints)} joints"
        )
        place.findings.add(rules.gltf.EXTENSION_CONFIGURATION, pointer, message)
        return
    for number, (value, joint) in enumerate(zip(listed, model.joints, strict=True)):
        if value is None:
            continue
        count = len(joint.dofs)
        fits = is_number(value) if count == 1 else False
        several = as_list(value)
        if several is not None:
            fits = len(several) == count and all(map(is_number, several))
        if not fits:
            found = short_repr(value)
            message = f"invalid position {found} for joint '{joint.name}' (DOFs: {count})"
            place.findings.add(rules.gltf.EXTENSION_CONFIGURATION, f"{pointer}/{number}", message)


def _check_source(model: ModelRecord, nodes: list[Node]) -> None:
    place = model.place.object("source")
    if place is None:
        return
    for key in ("format", "uri", "basis"):
        if key in place.value:
            place.text(key)
    basis = place.value.get("basis")
    if isinstance(basis, str) and basis not in ("gltf", "root"):
        place.wrong("basis", "'gltf' or 'root'")
    root = nodes[model.root_node]
    if basis == "root" and root.matrix is None and root.rotation == (0.0, 0.0, 0.0, 1.0):
        message = "source.basis is 'root', but rootNode has no rotation"
        place.findings.add(rules.gltf.ROOT_BASIS, place.at("basis"), message)
    uri = place.value.get("uri")
    if isinstance(uri, str) and (uri.startswith(("/", "file:")) or uri[1:3] in (":\\", ":/")):
        message = "source.uri is an absolute path and is not portable"
        place.findings.add(
            rules.gltf.SOURCE_NOT_PORTABLE,
            place.at("uri"),
            message,
            "Use a package address or just the file name.",
        )
    if "resolvedAt" in place.value:
        message = "source.resolvedAt makes otherwise identical conversions differ"
        place.findings.add(rules.gltf.SOURCE_NOT_PORTABLE, place.at("resolvedAt"), message)

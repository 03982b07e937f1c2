"""Loops and couplings: their nodes, types and axes."""

from __future__ import annotations

from math import hypot

from ... import rules
from ...robot.kind import kind_of
from ..findings import short_repr
from ..read.extension import LoopRecord, ModelRecord
from ..read.nodes import Node


def check_loops(model: ModelRecord, nodes: list[Node]) -> None:
    """Check every loop and coupling of a model."""
    for loop in model.loops:
        _check_loop(loop, model, nodes)
    for coupling in model.couplings:
        if coupling.ratio == 0.0:
            message = f"coupling '{coupling.name}' has a ratio of 0 and has no effect"
            coupling.place.findings.add(
                rules.gltf.EXTENSION_SCHEMA, coupling.place.at("ratio"), message
            )


def _check_loop(loop: LoopRecord, model: ModelRecord, nodes: list[Node]) -> None:
    place = loop.place
    if kind_of(loop.type) is None:
        message = f"loop '{loop.name}' has unknown type {short_repr(loop.type)}"
        place.findings.add(rules.gltf.EXTENSION_JOINT_TYPE, place.at("type"), message)
    for side, link, node in (
        ("predecessor", loop.predecessor, loop.predecessor_node),
        ("successor", loop.successor, loop.successor_node),
    ):
        if nodes[node].parent != model.links[link].node:
            message = f"the {side} node of loop '{loop.name}' is not a child of its link's node"
            place.findings.add(rules.gltf.LOOP_NODE_PARENT, place.at(f"{side}Node"), message)
    if loop.predecessor == loop.successor:
        message = f"loop '{loop.name}' connects a link to itself"
        place.findings.add(rules.gltf.LINK_TREE, place.at("successorLink"), message)
    for key, axis in (("axis", loop.axis), ("axis2", loop.axis2)):
        if axis is None:
            continue
        length = hypot(*axis)
        if length < 1e-12:
            message = f"loop '{loop.name}' has a zero-length axis"
            place.findings.add(rules.gltf.DOF_AXIS_ZERO, place.at(key), message)
        elif abs(length - 1.0) > 1e-6:
            message = f"an axis of loop '{loop.name}' must have length 1, got {length:.9g}"
            place.findings.add(rules.gltf.DOF_AXIS_LENGTH, place.at(key), message)

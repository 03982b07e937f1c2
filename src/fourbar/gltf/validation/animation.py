"""Animations that move joints: the right channels, and keys that go the right way."""

from __future__ import annotations

import itertools
from typing import NamedTuple

from ... import rules
from ...gltf_file.document import GltfDocument
from ..findings import GltfFindings
from ..read.json_object import JsonObject
from ..read.nodes import Node
from .keys import Keys


class Channel(NamedTuple):
    """What an animation does to one property of a node."""

    node: int
    path: object
    sampler: JsonObject


class Animation(NamedTuple):
    """An animation and its channels that name existing nodes and samplers."""

    place: JsonObject
    channels: list[Channel]

    @property
    def name(self) -> str:
        """The name, or else the number."""
        name = self.place.value.get("name")
        return name[:60] if isinstance(name, str) else self.place.pointer.rpartition("/")[2]


def check_animations(
    document: GltfDocument, nodes: list[Node], moving: set[int], keys: Keys, findings: GltfFindings
) -> list[Animation]:
    """Check the channels that target DOF nodes; all animations with their channels."""
    root = JsonObject(document.root, "", findings)
    checked: set[object] = set()
    animations: list[Animation] = []
    for place in root.objects("animations") or []:
        samplers = place.objects("samplers") or []
        animation = Animation(place, [])
        animations.append(animation)
        for channel in place.objects("channels") or []:
            target = channel.object("target")
            if target is None:
                continue
            node = target.index("node", len(nodes), "nodes", required=False)
            number = channel.index("sampler", len(samplers), "samplers")
            if node is None or number is None:
                continue
            animation.channels.append(Channel(node, target.value.get("path"), samplers[number]))
            if node not in moving:
                continue
            if nodes[node].matrix is not None:
                message = f"node {node} is animated but has a matrix"
                findings.add(rules.gltf.DOF_NODE_MATRIX, target.at("node"), message)
            output = samplers[number].value.get("output")
            if target.value.get("path") == "rotation" and repr(output) not in checked:
                checked.add(repr(output))
                _check_steps(keys, samplers[number], findings)
    return animations


def _check_steps(keys: Keys, sampler: JsonObject, findings: GltfFindings) -> None:
    """Neighbouring rotation keys are at most half a turn apart, or else the way is a guess."""
    rows = keys.rows(sampler.value.get("output"), "VEC4")
    if rows is None:
        return
    every = rows.rows()
    if sampler.value.get("interpolation") == "CUBICSPLINE":  # a tangent before and behind each key
        every = itertools.islice(every, 1, None, 3)
    for number, (a, b) in enumerate(itertools.pairwise(every)):
        if sum(x * y for x, y in zip(a, b, strict=True)) < 1e-3:
            message = f"keys {number} and {number + 1} are half a turn or more apart"
            note = "Place keys at most a quarter turn apart."
            findings.add(rules.gltf.ANIMATION_STEP, sampler.at("output"), message, note)
            return

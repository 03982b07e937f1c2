"""Animations that move joints: the right channels, and keys that go the right way."""

from __future__ import annotations

import itertools
import struct
from typing import Any

from ...diagnostics import gltf_rules as rules
from ..document import GltfDocument
from ..findings import Findings
from ..nodes import Node
from ..take import Place

MAX_KEYS = 1_000_000


def check_animations(
    document: GltfDocument, nodes: list[Node], moving: set[int], findings: Findings
) -> None:
    """Check the channels that target DOF nodes."""
    root = Place(document.root, "", findings)
    for animation in root.objects("animations") or []:
        samplers = animation.objects("samplers") or []
        for channel in animation.objects("channels") or []:
            target = channel.object("target")
            if target is None:
                continue
            node = target.index("node", len(nodes), "nodes", required=False)
            if node is None or node not in moving:
                continue
            if nodes[node].matrix is not None:
                message = f"node {node} is animated and has a matrix"
                findings.add(rules.NODE_MATRIX, target.at("node"), message)
            number = channel.index("sampler", len(samplers), "samplers")
            if number is not None and target.value.get("path") == "rotation":
                _check_steps(document, samplers[number], findings)


def _check_steps(document: GltfDocument, sampler: Place, findings: Findings) -> None:
    """Neighbouring rotation keys are at most half a turn apart, or else the way is a guess."""
    keys = _quaternions(document, sampler.value.get("output"))
    for number, (a, b) in enumerate(itertools.pairwise(keys)):
        if sum(x * y for x, y in zip(a, b, strict=True)) < 1e-3:
            message = f"keys {number} and {number + 1} are half a turn or more apart"
            note = "put keys at most a quarter turn apart"
            findings.add(rules.ANIMATION_STEP, sampler.at("output"), message, note)
            return


def _quaternions(document: GltfDocument, index: object) -> list[tuple[float, ...]]:
    """The rows of a packed float accessor, or none where it is anything else."""
    try:
        accessor: Any = document.root["accessors"][index]
        view: Any = document.root["bufferViews"][accessor["bufferView"]]
        kind = (accessor["componentType"], accessor["type"], view.get("buffer"))
        if kind != (5126, "VEC4", 0) or view.get("byteStride") is not None:
            return []
        start, count = view.get("byteOffset", 0) + accessor.get("byteOffset", 0), accessor["count"]
        if not (type(start) is int and type(count) is int and 0 <= count <= MAX_KEYS):
            return []
        if start < 0 or start + 16 * count > len(document.binary):
            return []
        values = struct.unpack_from(f"<{4 * count}f", document.binary, start)
    except (KeyError, IndexError, TypeError, AttributeError):
        return []
    return [values[4 * i : 4 * i + 4] for i in range(count)]

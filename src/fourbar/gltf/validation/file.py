"""A whole file: container, declaration, nodes, every model, animations."""

from __future__ import annotations

from typing import Any

from ... import rules
from ...diagnostics import Report
from ...gltf_file.container import Resolve
from ..findings import GltfFindings
from ..read.extension import EXTENSION, POINTER, ModelRecord, read_models
from ..read.nodes import read_nodes
from ..read.open_document import open_document
from .animation import check_animations
from .closed_animation import check_closed_animations
from .keys import Keys
from .model import check_model
from .rest_pose import check_configurations, check_rest_pose


def validate(data: bytes, *, file: str, report: Report, resolve: Resolve | None = None) -> None:
    """Check a `.glb` or `.gltf` file against glTF's structure and every rule of the extension.

    Nothing is trusted, nothing is raised: findings go into the report, with a JSON pointer as
    their `path`. `resolve` gives the bytes of a buffer in a file of its own.
    """
    findings = GltfFindings(report, file)
    document = open_document(data, findings, resolve=resolve)
    if document is None:
        return
    root = document.root
    nodes = read_nodes(root, findings)
    _check_declaration(root, findings)
    models = read_models(root, len(nodes or ()), findings)
    if nodes is None:
        return
    sound: list[tuple[ModelRecord, set[str]]] = []
    for model in models:
        if model.whole and check_model(model, nodes, findings):
            sound.append((model, check_rest_pose(model, nodes, findings)))
            check_configurations(model, nodes, findings)
    _check_shared_nodes(models, findings)
    moving = {node for model in models for joint in model.joints for node in joint.dof_nodes}
    keys = Keys(document)
    animations = check_animations(document, nodes, moving, keys, findings)
    check_closed_animations(animations, sound, nodes, keys, findings)


def _check_declaration(root: dict[str, Any], findings: GltfFindings) -> None:
    extensions = root.get("extensions")
    if not isinstance(extensions, dict) or EXTENSION not in extensions:
        message = f"the file has no {EXTENSION} extension, so it contains no robot"
        findings.add(rules.gltf.GLTF_WITHOUT_ROBOT, "/extensions", message)
        return
    used, required = root.get("extensionsUsed"), root.get("extensionsRequired")
    if not isinstance(used, list) or EXTENSION not in used:
        findings.add(
            rules.gltf.EXTENSION_NOT_DECLARED,
            "/extensionsUsed",
            f"{EXTENSION} is not listed in extensionsUsed",
        )
    if isinstance(required, list) and EXTENSION in required:
        message = f"{EXTENSION} is required, so viewers that do not support it reject the file"
        findings.add(
            rules.gltf.EXTENSION_REQUIRED,
            "/extensionsRequired",
            message,
            "List it in extensionsUsed only.",
        )
    if not isinstance(extensions[EXTENSION], dict):
        findings.add(rules.gltf.EXTENSION_SCHEMA, POINTER, f"{EXTENSION} must be an object")


def _check_shared_nodes(models: list[ModelRecord], findings: GltfFindings) -> None:
    owners: dict[int, str] = {}
    for model in models:
        for link in model.links:
            if link.node in owners:
                message = (
                    f"node {link.node} is used by both link '{link.name}' and {owners[link.node]}"
                )
                findings.add(rules.gltf.EXTENSION_DUPLICATE, link.place.at("node"), message)
            owners.setdefault(link.node, f"link '{link.name}' of model '{model.name}'")

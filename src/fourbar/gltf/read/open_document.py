"""The JSON and the first buffer of a file, with faults as findings."""

from __future__ import annotations

from ... import rules
from ...diagnostics import Rule
from ...gltf_file.buffers import Buffers
from ...gltf_file.container import Resolve, read_container
from ...gltf_file.document import GltfDocument
from ...gltf_file.error import GltfFileError, Problem
from ...gltf_file.json_value import as_list
from ..findings import GltfFindings


def open_document(
    data: bytes, findings: GltfFindings, *, resolve: Resolve | None = None
) -> GltfDocument | None:
    """The JSON object and buffer 0; None, with an error, where there is not an object.

    A buffer that is missing or too short is an error, too, and the nodes can be read without it.
    """
    try:
        container = read_container(data)
    except GltfFileError as error:
        findings.add(_rule(error.problem), error.pointer, error.message)
        return None
    if container.trailing:
        message = f"{container.trailing} bytes follow the end of the GLB"
        findings.add(rules.gltf.GLTF_TRAILING_DATA, "", message)
    binary = container.binary or b""
    if as_list(container.root.get("buffers")):
        try:
            binary = Buffers(container.root, binary, resolve=resolve).buffer(0, "/buffers")
        except GltfFileError as error:
            findings.add(_rule(error.problem), error.pointer, error.message)
    return GltfDocument(container.root, binary)


def _rule(problem: Problem) -> Rule:
    match problem:
        case Problem.UNREADABLE | Problem.UNSUPPORTED:
            return rules.gltf.GLTF_UNREADABLE
        case Problem.TOO_LARGE:
            return rules.gltf.GLTF_TOO_LARGE
        case Problem.TRUNCATED | Problem.MISSING_FILE:
            return rules.gltf.GLTF_TRUNCATED
        case Problem.INDEX:
            return rules.gltf.EXTENSION_INDEX

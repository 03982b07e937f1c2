"""Bytes of a mesh file to triangles, whatever the format."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from .. import rules
from ..diagnostics import PartPath, Report
from ..robot.source import Up
from .limits import MAX_BYTES
from .mesh import Primitive, TriangleMesh
from .readers.reading import MeshReading, RefusedError, Resolve
from .readers.sniff import is_git_lfs_pointer, is_web_page, sniff
from .tidy import tidy

_READERS = {
    "stl": "stl:read_stl",
    "stlb": "stl:read_stl",
    "obj": "obj:read_obj",
    "dae": "collada:read_collada",
    "ply": "ply:read_ply",
    "glb": "gltf:read_gltf",
    "gltf": "gltf:read_gltf",
}
"""Modules of `readers`, imported when a file of theirs comes along, and their functions."""

_ONE_READER = {"glb": "gltf", "stlb": "stl"}


def read_mesh(
    data: bytes,
    *,
    file: str,
    report: Report,
    resolve: Resolve | None = None,
    path: PartPath | None = None,
    gltf_up: Up = "y",
) -> TriangleMesh | None:
    """Read a mesh file. Nothing is raised and nothing is fetched from a network.

    Parameters
    ----------
    data
        The file's content.
    file
        Its name, for its extension and for findings. Content that contradicts the extension wins.
    report
        Takes the findings.
    resolve
        From the name of another file, as the mesh writes it (a material library, an image, a
        buffer), to its bytes, or None where there is none. Without it no other file is read.
    path
        The part of the robot that uses the mesh, for findings.
    gltf_up
        The axis that is up in a glTF file: y is turned to z.

    Returns
    -------
    TriangleMesh | None
        In metres and in the link's frame (z up; glTF is turned). None where no triangle can be
        trusted; the report then has an error.
    """
    reading = MeshReading(data, file, report, resolve, path, gltf_up=gltf_up)
    try:
        return tidy(_read(reading), reading)
    except RefusedError as error:
        reading.add(error.rule, error.message, at=error.at)
    except MemoryError:
        reading.add(rules.assets.MESH_TOO_LARGE, "not enough memory for this mesh")
    return None


def _read(reading: MeshReading) -> list[Primitive]:
    data = reading.data
    if len(data) > MAX_BYTES:
        message = f"the file has {len(data):,} bytes; the limit is {MAX_BYTES:,}"
        raise RefusedError(rules.assets.MESH_TOO_LARGE, message)
    if not data.strip():
        raise RefusedError(
            rules.assets.MESH_EMPTY,
            "the file is empty" if not data else "the file contains only whitespace",
        )
    if is_git_lfs_pointer(data):
        reading.add(
            rules.assets.MESH_GIT_LFS,
            "the file is a Git LFS pointer whose content was not fetched",
            notes=("Run 'git lfs install' and 'git lfs pull' in the repository it came from.",),
        )
        return []
    if is_web_page(data):
        message = "the file is a web page, probably from a failed download"
        raise RefusedError(rules.assets.MESH_WEB_PAGE, message)
    extension = reading.file.rpartition(".")[2].lower() if "." in reading.file else ""
    found = sniff(data)
    if found is not None and not _same(found, extension):
        named = f"'.{extension}' file" if extension else "file without an extension"
        message = f"the {named} contains '.{found}' data"
        reading.add(
            rules.assets.MESH_MISNAMED, message, notes=(f"Rename it to end in '.{found}'.",)
        )
        extension = found
    place = _READERS.get(extension)
    if place is None:
        from .readers.other import read_other

        return read_other(reading, extension)
    module, _, function = place.partition(":")
    reader: Callable[[MeshReading], list[Primitive]]
    reader = getattr(import_module(f".readers.{module}", __package__), function)
    return reader(reading)


def _same(found: str, extension: str) -> bool:
    if extension not in _READERS and found == "obj":
        return True  # lines of other formats begin with "v" too: the name decides
    return _ONE_READER.get(found, found) == _ONE_READER.get(extension, extension)

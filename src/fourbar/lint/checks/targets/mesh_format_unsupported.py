"""The check of T804 mesh-format-unsupported."""

from __future__ import annotations

from .... import rules
from ....robot import Mesh
from ...rule import Context, Findings

_READ = {"mujoco": (".stl", ".obj", ".msh"), "drake": (".obj", ".vtk", ".gltf")}


def check(context: Context) -> Findings:
    """Compare the extensions."""
    for path, geometry in context.geometries:
        if not isinstance(geometry, Mesh) or not path.has("collision"):
            continue
        name = geometry.filename.lower()
        for target in context.settings.targets:
            known = _READ.get(target)
            if known is not None and not name.endswith(known):
                message = (
                    f"{target} cannot read '{geometry.filename}'; use one of: {', '.join(known)}"
                )
                yield context.find(
                    rules.targets.MESH_FORMAT_UNSUPPORTED, path / "mesh" / "filename", message
                )

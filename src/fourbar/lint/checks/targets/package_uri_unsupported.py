"""The check of T805 package-uri-unsupported."""

from __future__ import annotations

from .... import rules
from ....robot import Mesh
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Look at the addresses."""
    for path, geometry in context.geometries:
        if isinstance(geometry, Mesh) and path.has("collision"):
            scheme, colon, _ = geometry.filename.partition("://")
            if colon and scheme in ("package", "model"):
                message = f"MuJoCo does not resolve '{scheme}://'; use a path relative to this file"
                yield context.find(
                    rules.targets.PACKAGE_URI_UNSUPPORTED, path / "mesh" / "filename", message
                )

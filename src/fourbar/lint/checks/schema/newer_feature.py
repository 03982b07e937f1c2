"""The check of S131 newer-feature."""

from __future__ import annotations

from .... import rules
from ....urdf.turned import version_of
from ...rule import Context, Findings, PartPath

_NEEDED = (1, 1)


def check(context: Context) -> Findings:
    """Compare the shapes with the version; the reader compares orientations."""
    document = context.document
    if document is None or version_of(context.robot.version) >= _NEEDED:
        return
    fix = None
    if context.editor is not None:
        fix = context.fix(
            'write version="1.1"', context.editor.set_attribute(document.root, "version", "1.1")
        )
    version = context.robot.version
    stated = f"version {version}" if version else "no version, which means 1.0"
    for link in document.root.children:
        if link.tag != "link":
            continue
        for shape in link.children:
            geometry = shape.find("geometry")
            capsule = geometry.find("capsule") if geometry is not None else None
            path = PartPath("link", link.attributes.get("name", "")) / shape.tag
            if capsule is not None:
                message = f"<capsule> needs version 1.1, but the file has {stated}"
                yield context.find(
                    rules.schema.NEWER_FEATURE, path, message, element=capsule, fix=fix
                )

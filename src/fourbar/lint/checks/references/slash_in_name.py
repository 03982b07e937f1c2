"""The check of R216 slash-in-name."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath
from ...text.rename import rename, usable


def check(context: Context) -> Findings:
    """Look at the names of links and joints; a slash in front is another rule."""
    for kind, parts in (("link", context.robot.links), ("joint", context.robot.joints)):
        for part in parts:
            inner = part.name.lstrip("/") if kind == "link" else part.name
            if "/" not in inner:
                continue
            new = part.name.strip("/").replace("/", "_")
            if new.replace(".", "") != usable(part.name, kind):  # other rules find more in it
                new = usable(part.name, kind)
            edits = rename(context, kind, part.name, new)
            yield context.find(
                rules.references.SLASH_IN_NAME,
                PartPath(kind, part.name) / "name",
                f"the name of {kind} '{part.name}' contains '/', which separates levels in TF, USD "
                "and Blender",
                fix=context.fix(f"rename to '{new}'", edits, safe=False),
            )

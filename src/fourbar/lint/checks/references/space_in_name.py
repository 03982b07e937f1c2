"""The check of R206 space-in-name."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath
from ...text.rename import rename, usable


def check(context: Context) -> Findings:
    """Look at the names of links and joints."""
    for kind, parts in (("link", context.robot.links), ("joint", context.robot.joints)):
        for part in parts:
            if any(map(str.isspace, part.name)):
                new = usable(part.name, kind)
                edits = rename(context, kind, part.name, new)
                yield context.find(
                    rules.references.SPACE_IN_NAME,
                    PartPath(kind, part.name) / "name",
                    f"the name of {kind} '{part.name}' contains white space",
                    fix=context.fix(f"rename to '{new}'", edits, safe=False),
                )

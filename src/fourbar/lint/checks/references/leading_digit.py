"""The check of R208 leading-digit."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath
from ...text.rename import rename, sanitised


def check(context: Context) -> Findings:
    """Look at the names of links and joints."""
    for kind, parts in (("link", context.robot.links), ("joint", context.robot.joints)):
        for part in parts:
            if part.name[:1].isdigit():
                new = sanitised(part.name, kind)
                edits = rename(context, kind, part.name, new)
                yield context.find(
                    rules.references.LEADING_DIGIT,
                    PartPath(kind, part.name) / "name",
                    f"the name of {kind} '{part.name}' starts with a digit",
                    fix=context.fix(f"rename to '{new}'", edits, safe=False),
                )

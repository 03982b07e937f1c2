"""The check of R207 unusable-name."""

from __future__ import annotations

import re

from .... import rules
from ...rule import Context, Findings, PartPath
from ...text.rename import rename, usable

_UNUSABLE = re.compile(r"[^A-Za-z0-9_./\s-]")


def check(context: Context) -> Findings:
    """Look at the names of links and joints."""
    for kind, parts in (("link", context.robot.links), ("joint", context.robot.joints)):
        for part in parts:
            if _UNUSABLE.search(part.name):
                new = usable(part.name, kind)
                edits = rename(context, kind, part.name, new)
                yield context.find(
                    rules.references.UNUSABLE_NAME,
                    PartPath(kind, part.name) / "name",
                    f"the name of {kind} '{part.name}' cannot be used in ROS",
                    fix=context.fix(f"rename to '{new}'", edits, safe=False),
                )

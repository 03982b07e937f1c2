"""The check of R209 leading-slash."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath
from ...text.rename import rename


def check(context: Context) -> Findings:
    """Look at the first character."""
    for link in context.robot.links:
        if link.name.startswith("/"):
            new = link.name.lstrip("/")
            edits = rename(context, "link", link.name, new) if new else ()
            yield context.find(
                rules.references.LEADING_SLASH,
                PartPath("link", link.name) / "name",
                f"tf2 rejects frame names that start with '/', such as '{link.name}'",
                fix=context.fix(f"rename to '{new}'", edits, safe=False),
            )

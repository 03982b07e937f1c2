"""The check of R210 names-differ-in-case."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Compare without regard to case."""
    for kind, parts in (("link", context.robot.links), ("joint", context.robot.joints)):
        seen: dict[str, str] = {}
        for part in parts:
            other = seen.setdefault(part.name.lower(), part.name)
            if other != part.name:
                message = f"{kind} '{part.name}' differs from '{other}' only in letter case"
                yield context.find(
                    rules.references.NAMES_DIFFER_IN_CASE,
                    PartPath(kind, part.name) / "name",
                    message,
                    related=context.related(PartPath(kind, other) / "name", f"the other {kind}"),
                )

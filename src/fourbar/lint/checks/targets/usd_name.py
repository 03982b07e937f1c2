"""The check of T806 usd-name."""

from __future__ import annotations

import re

from .... import rules
from ...rule import Context, Findings, PartPath

_VALID = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


AFTER = ("R206", "R207", "R208")


def check(context: Context) -> Findings:
    """Compare the names."""
    for kind, parts in (("link", context.robot.links), ("joint", context.robot.joints)):
        for part in parts:
            if not _VALID.match(part.name):
                message = f"Isaac will rename {kind} '{part.name}': the name is not valid in USD"
                yield context.find(
                    rules.targets.USD_NAME, PartPath(kind, part.name) / "name", message
                )

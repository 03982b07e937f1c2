"""A robot in a notebook: what it has, and its tree."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..markup import escape

if TYPE_CHECKING:
    from .robot import Robot

# Links that the tree shows; the rest is counted.
_MOST = 200


def robot_html(robot: Robot) -> str:
    """A table of counts and, folded, the tree of links."""
    types = Counter(joint.type for joint in robot.joints)
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(types.items()))
    rows = [
        ("links", str(len(robot.links))),
        ("joints", f"{len(robot.joints)} ({kinds})" if kinds else "0"),
        ("loops", str(len(robot.loops) or "")),
        ("couplings", str(len(robot.couplings) or "")),
        ("root", ", ".join(link.name for link in robot.roots)),
        ("mass", f"{robot.mass:.6g} kg" if robot.mass else ""),
    ]
    cells = "".join(
        f'<tr><th style="text-align: left">{label}</th>'
        f'<td style="text-align: left">{escape(text)}</td></tr>'
        for label, text in rows
        if text
    )
    tree = escape("\n".join(_lines(robot)))
    return (
        f"<p><b>{escape(robot.name)}</b></p><table>{cells}</table>"
        f"<details><summary>tree</summary><pre>{tree}</pre></details>"
    )


def _lines(robot: Robot) -> list[str]:
    """The links, each indented below its parent; a deep tree is indented up to a point."""
    lines: list[str] = []
    pending = [(link.name, "", 0) for link in reversed(robot.roots)]
    while pending:
        link, joint, depth = pending.pop()
        if len(lines) == _MOST:
            lines.append(f"... {len(robot.links) - _MOST} more links")
            break
        lines.append("  " * min(depth, 20) + link + (f"  [{joint}]" if joint else ""))
        below = robot.child_joints.get(link, ())
        pending += [(j.child, f"{j.name}: {j.type}", depth + 1) for j in reversed(below)]
    return lines

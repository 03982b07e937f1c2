"""The check of C681 state-value-count."""

from __future__ import annotations

from typing import get_args

from .... import rules
from ....robot import Planar
from ....robot.source import position_path
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Count the values."""
    if context.semantics is None:
        return
    for configuration in context.robot.configurations:
        for position in configuration.positions:
            joint = context.robot.joints.get(position.joint)
            if joint is None or not joint.kind.moves:
                continue
            kind, given = joint.kind, len(position.values)
            if any(position.fit(kind, planar) is not None for planar in get_args(Planar)):
                continue
            counts = sorted({kind.nq(planar) for planar in get_args(Planar)})
            wanted = " or ".join(map(str, counts))
            problem = (
                "a quaternion of length zero"
                if given in counts
                else f"{given} value{'' if given == 1 else 's'}, expected {wanted},"
            )
            message = (
                f"state '{configuration.name}' has {problem} for joint '{joint.name}' "
                f"({joint.type})"
            )
            path = position_path(configuration, joint.name)
            span = context.semantics.document.span(path)
            yield context.find(rules.control.STATE_VALUE_COUNT, path, message, span=span)

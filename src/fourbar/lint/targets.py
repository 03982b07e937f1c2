"""What a finding means for a certain consumer.

What urdfdom, MuJoCo, Drake and Pinocchio refuse was tried with files of that defect; Gazebo,
MoveIt and KDL read through urdfdom. What these three and Isaac do beyond reading was not tried:
there the severity is a warning, or what their users report.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..diagnostics import Severity

_ERROR, _WARNING = Severity.ERROR, Severity.WARNING

_URDFDOM = dict.fromkeys(("R215", "S113", "S114", "S132", "S140", "S141", "S146"), _ERROR)

RAISED: Mapping[str, Mapping[str, Severity]] = {
    "gazebo": {**_URDFDOM, "P430": _ERROR, "P441": _ERROR},
    "mujoco": {
        **dict.fromkeys(("P430", "P433", "P434", "P441", "P451", "R213", "R215", "S107"), _ERROR),
        "A562": _ERROR,
    },
    "isaac": dict.fromkeys(("R206", "R207", "R208"), _WARNING),
    "moveit": {**_URDFDOM, "P408": _ERROR, "P455": _WARNING},
    "kdl": {**_URDFDOM, "P440": _WARNING},
    "drake": dict.fromkeys(("P403", "P416", "P451", "R204", "S107", "S145"), _ERROR),
    "pinocchio": {**_URDFDOM, "P407": _ERROR, "P409": _ERROR},
}


def raised(code: str, severity: Severity, targets: tuple[str, ...]) -> Severity:
    """The severity for these targets: the worst that one of them makes of it."""
    levels = [RAISED.get(target, {}).get(code, severity) for target in targets]
    return min((severity, *levels), key=lambda level: level.rank)

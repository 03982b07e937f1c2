"""Whether MuJoCo computes from a file what fourbar computes from the robot."""

from __future__ import annotations

from typing import Unpack

from ..diagnostics import Report
from ..robot import Robot
from ..transfer.agreement import Agreement, agree
from .engine import MujocoEngine
from .options import MjcfKeywords
from .write import to_mjcf


def prove(
    robot: Robot, *, stem: str = "robot", configurations: int = 20, **keywords: Unpack[MjcfKeywords]
) -> Agreement:
    """Write the robot as MJCF, load that in MuJoCo, and compare the two.

    Raises TransferError where MuJoCo is not installed or does not take the file.
    """
    written = to_mjcf(robot, report=Report(), stem=stem, **keywords)
    return agree(written.model, MujocoEngine(written), configurations=configurations)


def table(found: Agreement) -> str:
    """The differences for people."""
    at = f"at {found.configurations} configurations"
    rows = [
        ("poses", found.poses, f"of {found.links} links {at} [m]"),
        ("mass", found.mass, "as a share of the mass"),
        ("mass matrix", found.mass_matrix, "as a share of the largest entry"),
        ("gravity", found.gravity, "as a share of the weight times 1 m, or the largest effort"),
    ]
    if found.residual is not None:
        rows.append(("loops", found.residual, f"at {found.closed} closed poses [m or rad]"))
    lines = [f"{found.engine} agrees with fourbar; the largest differences are"]
    lines += [f"  {name:<12}{value:8.1e}  {unit}" for name, value, unit in rows]
    return "\n".join(lines) + "\n"

"""Inertia of links as plain values."""

from __future__ import annotations

from typing import Any

from ..robot import Inertial
from ..robot.tensor import symmetric
from .edit import NAMES
from .inertia import LinkInertia


def as_facts(row: LinkInertia, *, locked: bool) -> dict[str, Any]:
    """A row of the table, and whether the link keeps the inertia of the file."""
    agreement = row.agreement
    return {
        "link": row.link,
        "from": row.group,
        "volume": row.volume,
        "locked": locked,
        "file": None if row.file is None else _inertial(row.file),
        "computed": None if row.computed is None else _inertial(row.computed),
        "agreement": None
        if agreement is None
        else {
            "mass": agreement.mass,
            "distance": agreement.distance,
            "moments": agreement.moments,
            "angle": agreement.angle,
        },
        "hulls": [str(shape.path) for shape in row.shapes if shape.of == "hull"],
        "overlaps": [
            {"shapes": [str(o.first), str(o.second)], "volume": o.volume, "share": o.share}
            for o in row.overlaps
        ],
        "repeated": [{"shape": str(again), "of": str(first)} for again, first in row.repeated],
        "problem": row.problem or None,
    }


def _inertial(inertial: Inertial) -> dict[str, Any]:
    return {
        "mass": inertial.mass,
        "xyz": list(inertial.origin.xyz),
        "rpy": list(inertial.origin.rpy),
        **dict(zip(NAMES, symmetric(inertial.inertia), strict=True)),
    }

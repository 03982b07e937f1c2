"""What the gallery promises of each robot: freedoms, mobility, mass, and how far it moves."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from pathlib import Path

ROBOTS = Path(__file__).parents[2] / "src" / "fourbar" / "gallery" / "robots"

Drive = dict[str, float | tuple[float, float]]


@dataclass(frozen=True)
class Facts:
    """`freedoms` of the spanning tree, `mobility` of the mechanism, `mass` [kg] of moving links.

    Each drive moves independent joints from zero to the stated positions in `steps` steps; the
    mechanism stays closed, regular and within its limits all the way.
    """

    freedoms: int
    mobility: int
    mass: float
    drives: tuple[Drive, ...] = ()
    steps: int = 6

    @property
    def closed(self) -> bool:
        return self.freedoms != self.mobility


def all_of(names: str, *values: float) -> Drive:
    return dict(zip(names.split(), values, strict=True))


LEGS = "leg_1 leg_2 leg_3 leg_4 leg_5 leg_6"
ARMS = "arm_1 arm_2 arm_3"

FACTS = {
    "belt_leg": Facts(
        3,
        2,
        4.1,
        (
            {"knee": 2.3, "ankle": 0.8},
            {"knee": 2.3, "ankle": -1.2},
            {"knee": -0.05, "ankle": -1.2},
        ),
    ),
    "delta": Facts(
        18,
        3,
        1.42,
        (
            all_of(ARMS, -0.6, -0.6, -0.6),
            all_of(ARMS, 0.9, 0.9, 0.9),
            all_of(ARMS, 0.9, -0.6, -0.6),
            all_of(ARMS, -0.6, 0.9, 0.9),
            all_of(ARMS, 0.9, -0.6, 0.2),
        ),
    ),
    "differential": Facts(
        5,
        2,
        3.1,
        tuple(
            {"right_motor": right, "left_motor": left}
            for right in (-1.4, 1.4)
            for left in (-1.4, 1.4)
        ),
    ),
    "drone": Facts(10, 10, 1.3),
    "four_bar": Facts(3, 1, 0.576, ({"crank": 2 * pi}, {"crank": -2 * pi}), 36),
    "gripper": Facts(3, 1, 0.42, ({"screw": 8 * pi},)),
    "humanoid": Facts(25, 25, 60.0),
    "iiwa14": Facts(7, 7, 29.9),
    "leg_linkage": Facts(
        4,
        2,
        1.57,
        tuple({"hip": hip, "shank_drive": drive} for hip in (-0.9, 0.9) for drive in (-0.7, 0.7)),
    ),
    # (axis, axis2) of the first rod; test_closed_forms covers every direction.
    "lims2_wrist": Facts(8, 2, 0.49, ({"base_1": (0.8, 0.0)}, {"base_1": (-0.7, 0.9)})),
    "mobile_base": Facts(7, 7, 22.0),  # with heading; see closure.py
    "six_bar": Facts(5, 1, 1.471, ({"crank": 2 * pi}, {"crank": -2 * pi}), 60),
    "slider_crank": Facts(3, 1, 2.976, ({"crank": 2 * pi}, {"crank": -2 * pi}), 36),
    "stewart": Facts(
        24,
        6,
        17.4,
        (
            all_of(LEGS, *[0.1] * 6),
            all_of(LEGS, *[-0.1] * 6),
            all_of(LEGS, *[0.05, -0.05] * 3),
            all_of(LEGS, *[0.05, 0.05, 0.05, -0.05, -0.05, -0.05]),
            all_of(LEGS, *[-0.05, -0.05, 0.05, 0.05, 0.05, -0.05]),
        ),
        4,
    ),
    "ur20": Facts(6, 6, 64.0),
}
CLOSED = sorted(name for name, facts in FACTS.items() if facts.closed)
OPEN = sorted(set(FACTS) - set(CLOSED))


def path(name: str) -> Path:
    return ROBOTS / f"{name}.urdf"

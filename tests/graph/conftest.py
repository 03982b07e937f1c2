"""Robots in one line: `build("base>crank>coupler, base>rocker", loops=["coupler-rocker"])`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise

import pytest
from hypothesis import settings

from fourbar.robot import Coupling, Joint, JointType, Link, Loop, Mimic, Robot

# How long an example takes says more about the machine than about the code.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

Build = Callable[..., Robot]


def _build(
    tree: str,
    *,
    loops: Iterable[str] = (),
    couplings: Mapping[str, float] | None = None,
    mimics: Mapping[str, tuple[str, float]] | None = None,
    types: Mapping[str, JointType] | None = None,
    loop_type: JointType = "revolute",
) -> Robot:
    """Joint `j_x` leads to link x; loops are `l0`, `l1`, ... and couplings `c0`, `c1`, ...

    `couplings` maps "predecessor-successor" to a ratio, `mimics` a follower link to its leader
    and multiplier, `types` a link to its joint's type (revolute unless said).
    """
    types, mimics = types or {}, mimics or {}
    links: dict[str, None] = {}
    joints: list[Joint] = []
    for chain in tree.split(","):
        names = [name.strip() for name in chain.split(">")]
        links |= dict.fromkeys(names)
        for parent, child in pairwise(names):
            mimic = None
            if child in mimics:
                leader, multiplier = mimics[child]
                mimic = Mimic(f"j_{leader}", multiplier)
            kind = types.get(child, "revolute")
            joints.append(Joint(f"j_{child}", kind, parent, child, mimic=mimic))
    pairs = [loop.split("-") for loop in loops]
    coupled = [(*pair.split("-"), ratio) for pair, ratio in (couplings or {}).items()]
    return Robot(
        "test",
        [Link(name) for name in links],
        joints,
        [Loop(f"l{i}", loop_type, p, s) for i, (p, s) in enumerate(pairs)],
        [Coupling(f"c{i}", p, s, ratio) for i, (p, s, ratio) in enumerate(coupled)],
    )


@pytest.fixture(scope="session")
def build() -> Build:
    return _build

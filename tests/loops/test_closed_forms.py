"""Linkages of random dimensions against their closed forms."""

from __future__ import annotations

from dataclasses import replace
from math import cos, hypot, pi, sin

import numpy as np
from hypothesis import assume, example, given
from hypothesis import strategies as st

from fourbar.mechanics import Model, mobility
from fourbar.mechanics.loops import Assembly, LoopError, Trace, assemble, closure, trace
from fourbar.robot import Coupling, JointType, Limit, Pose

from .linkages import circles, five_bar, four_bar, rssr, slider_crank, stewart

LENGTHS = st.floats(0.1, 1.0)
ANGLES = st.floats(-pi, pi)
# Nearer than this to a pose in which circles touch, rounding decides whether they meet.
MARGIN = 1e-6


def closed(model: Model, **positions: float) -> Assembly | LoopError:
    try:
        return assemble(model, positions)
    except LoopError as error:
        return error


def at(model: Model, found: Assembly, joint: str) -> float:
    return float(found.q[model.joints[joint].q][0])


def turned(angle: float, other: float) -> float:
    """The angle between two angles, as a size."""
    return abs((angle - other + pi) % (2 * pi) - pi)


def judge(found: Assembly | LoopError, gap: float) -> Assembly | None:
    """The pose, which there is exactly where there is no gap; else the gap is the one reported."""
    if gap > 0.0:
        assert isinstance(found, LoopError)
        # The search ends where it gains less than a thousandth in eight steps.
        assert gap - 1e-9 <= found.open["pin"] <= 1.01 * gap + 1e-3
        return None
    assert isinstance(found, Assembly), found
    return found


@given(
    lengths=st.tuples(*[LENGTHS] * 4),
    angle=ANGLES,
    type=st.sampled_from(["revolute", "spherical", "fixed"]),
)
def test_four_bars(
    lengths: tuple[float, float, float, float], angle: float, type: JointType
) -> None:
    """Closed by 5, 3 or 6 equations, of which 2, or 3 with a fourth hinge, say something new."""
    ground, crank, coupler, rocker = lengths
    tip = crank * np.array([cos(angle), sin(angle)])
    pivot = np.array([ground, 0.0])
    D = float(np.hypot(*(pivot - tip)))
    assume(D > 1e-3)
    assume(min(abs(D - coupler - rocker), abs(abs(coupler - rocker) - D)) > MARGIN)
    meeting, gap = circles(tip, coupler, pivot, rocker)
    model = Model(four_bar(*lengths, type))
    found = judge(closed(model, crank=angle), gap)
    if found is None:
        return
    expected = [np.arctan2(*(p - pivot)[::-1]) for p in meeting]
    assert min(turned(at(model, found, "rocker"), x) for x in expected) < 1e-8


@given(lengths=st.tuples(*[LENGTHS] * 4), angle=ANGLES, low=ANGLES, width=st.floats(0.05, 3.0))
def test_limits_choose_the_way_of_assembly(
    lengths: tuple[float, float, float, float], angle: float, low: float, width: float
) -> None:
    """Of the rocker's two angles, one within its limits is found wherever there is one."""
    ground, crank, coupler, rocker = lengths
    tip = crank * np.array([cos(angle), sin(angle)])
    pivot = np.array([ground, 0.0])
    D = float(np.hypot(*(pivot - tip)))
    assume(D > 1e-2 and min(abs(D - coupler - rocker), abs(abs(coupler - rocker) - D)) > 1e-3)
    meeting, _ = circles(tip, coupler, pivot, rocker)
    robot = four_bar(*lengths)
    limit = Limit(low, low + width)
    model = Model(robot.update(replace(robot.joints["rocker"], type="revolute", limit=limit)))
    turns = [np.arctan2(*(p - pivot)[::-1]) + 2.0 * pi * n for p in meeting for n in (-1, 0, 1)]
    inside = [x for x in turns if low + 1e-6 < x < low + width - 1e-6]
    assume(len(inside) == sum(low - 1e-6 < x < low + width + 1e-6 for x in turns))
    try:
        found = assemble(model, {"crank": angle}, limits=True)
    except LoopError:
        assert not inside
        return
    assert min(abs(at(model, found, "rocker") - x) for x in inside) < 1e-8


@given(crank=LENGTHS, rod=LENGTHS, offset=st.floats(-0.5, 0.5), angle=ANGLES)
def test_slider_cranks(crank: float, rod: float, offset: float, angle: float) -> None:
    height = offset - crank * sin(angle)
    assume(abs(abs(height) - rod) > MARGIN)
    model = Model(slider_crank(crank, rod, offset))
    found = judge(closed(model, crank=angle), max(abs(height) - rod, 0.0))
    if found is None:
        return
    reach = np.sqrt(rod * rod - height * height)
    expected = (crank * cos(angle) + reach, crank * cos(angle) - reach)
    assert min(abs(at(model, found, "slider") - x) for x in expected) < 1e-8


@given(lengths=st.tuples(*[LENGTHS] * 5), left=ANGLES, right=ANGLES)
def test_five_bars(lengths: tuple[float, ...], left: float, right: float) -> None:
    ground, a, b, c, d = lengths
    model = Model(five_bar(ground, (a, d), (b, c)))
    p = a * np.array([cos(left), sin(left)])
    q = np.array([ground + d * cos(right), d * sin(right)])
    D = float(np.hypot(*(q - p)))
    assume(D > 1e-3 and min(abs(D - b - c), abs(abs(b - c) - D)) > MARGIN)
    meeting, gap = circles(p, b, q, c)
    found = judge(closed(model, left=left, right=right), gap)
    if found is None:
        return
    bearing = left + at(model, found, "left_rod")
    assert min(turned(bearing, np.arctan2(*(x - p)[::-1])) for x in meeting) < 1e-8


@given(lengths=st.tuples(*[LENGTHS] * 5), angle=st.floats(-6.0, 6.0), ratio=st.floats(-3.0, 3.0))
def test_five_bars_whose_cranks_are_geared(
    lengths: tuple[float, ...], angle: float, ratio: float
) -> None:
    """A coupling across the loop: one freedom, and the other crank at 1 / ratio of the first."""
    assume(abs(ratio) > 0.2)
    ground, a, b, c, d = lengths
    gears = Coupling("gears", "left_link", "right_link", ratio)
    model = Model(five_bar(ground, (a, d), (b, c), gears))
    right = angle / ratio
    p = a * np.array([cos(angle), sin(angle)])
    q = np.array([ground + d * cos(right), d * sin(right)])
    D = float(np.hypot(*(q - p)))
    assume(D > 1e-3 and min(abs(D - b - c), abs(abs(b - c) - D)) > MARGIN)
    meeting, gap = circles(p, b, q, c)
    found = closed(model, left=angle)
    if gap > 0.0:
        assert isinstance(found, LoopError)
        return
    assert isinstance(found, Assembly), found
    assert abs(at(model, found, "right") - right) < 1e-8
    bearing = angle + at(model, found, "left_rod")
    assert min(turned(bearing, np.arctan2(*(x - p)[::-1])) for x in meeting) < 1e-8


@given(
    lengths=st.tuples(*[LENGTHS] * 3),
    xyz=st.tuples(*[st.floats(-0.8, 0.8)] * 3),
    rpy=st.tuples(*[st.floats(-1.4, 1.4)] * 3),
    angle=ANGLES,
)
def test_rods_between_two_hinges_askew(
    lengths: tuple[float, float, float],
    xyz: tuple[float, float, float],
    rpy: tuple[float, float, float],
    angle: float,
) -> None:
    """|rocker's tip - crank's tip| = rod is A cos(x) + B sin(x) = C in the rocker's angle x."""
    crank, rod, rocker = lengths
    pivot = Pose(xyz, rpy)
    R = np.array(pivot.rotation())
    to = np.array(xyz) - crank * np.array([cos(angle), sin(angle), 0.0])
    A, B = 2.0 * rocker * (to @ R[:, 0]), 2.0 * rocker * (to @ R[:, 1])
    C = rod * rod - rocker * rocker - to @ to
    assume(hypot(A, B) > 1e-3 and abs(abs(C) - hypot(A, B)) > 1e-4)
    model = Model(rssr(crank, rod, rocker, pivot))
    found = closed(model, crank=angle)
    if abs(C) > hypot(A, B):
        assert isinstance(found, LoopError)
        return
    assert isinstance(found, Assembly), found
    x = at(model, found, "rocker")
    assert abs(A * cos(x) + B * sin(x) - C) < 1e-8


def test_a_rod_between_two_balls_spins() -> None:
    found = mobility(Model(rssr(0.3, 0.8, 0.5, Pose((0.6, 0.1, 0.2), (0.4, 0.3, 0.2)))))
    assert (found.n, found.rank, found.mobility) == (5, 3, 2)


@given(seed=st.integers(0, 2**32 - 1))
def test_stewart_platforms(seed: int) -> None:
    """The platform held at a random pose: legs are as long as the formula says."""
    rng = np.random.default_rng(seed)
    round_ = 2.0 * pi * np.arange(6) / 6.0
    base = np.column_stack([np.cos(round_), np.sin(round_), np.zeros(6)]) * 0.5
    top = np.column_stack([np.cos(round_ + 0.5), np.sin(round_ + 0.5), np.zeros(6)]) * 0.3
    base += rng.uniform(-0.1, 0.1, (6, 3))
    top += rng.uniform(-0.1, 0.1, (6, 3))
    model = Model(stewart(base, top, Pose((0.0, 0.0, 0.8))))
    q = rng.standard_normal(4) * 0.2 + [0.0, 0.0, 0.0, 1.0]
    x, y, z, w = q / np.linalg.norm(q)
    away = rng.uniform(-0.15, 0.15, 3)
    R = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
    legs = top @ R.T + away + [0.0, 0.0, 0.8] - base
    start = np.array(model.neutral)
    for k in range(6):
        start[model.joints[f"p{k}"].q] = 0.8
    found = assemble(model, {"free": np.array([*away, x, y, z, w])}, start)
    lengths = [abs(at(model, found, f"p{k}")) for k in range(6)]
    np.testing.assert_allclose(lengths, np.linalg.norm(legs, axis=1), atol=1e-8)


@example(lengths=(1.0, 1.0, 0.125, 0.125), angle=0.2490864584730965, swing=2.11)
@given(lengths=st.tuples(*[LENGTHS] * 4), angle=ANGLES, swing=st.floats(-6.0, 6.0))
def test_a_crank_goes_as_far_as_its_linkage_reaches(
    lengths: tuple[float, float, float, float], angle: float, swing: float
) -> None:
    """It ends only where the circles of coupler and rocker touch; the pin stays on its side."""
    ground, crank, coupler, rocker = lengths
    model = Model(four_bar(*lengths))
    begun = closed(model, crank=angle)
    assume(isinstance(begun, Assembly))
    assert isinstance(begun, Assembly)
    motion = moved(model, angle + np.linspace(0.0, swing, 40), begun.q)
    if isinstance(motion, LoopError):
        assert motion.q is not None
        here = float(motion.q[model.joints["crank"].q][0])
        D = hypot(ground - crank * cos(here), crank * sin(here))
        assert min(abs(D - coupler - rocker), abs(abs(coupler - rocker) - D)) < 1e-6
        return
    assert np.abs(closure(model, motion.q)[0]).max() < 1e-10
    x, bearing = motion.q[:, 0], motion.q[:, 0] + motion.q[:, 1]
    side = np.sin(bearing - np.arctan2(-crank * np.sin(x), ground - crank * np.cos(x)))
    clear = np.sign(side[np.abs(side) > 1e-4])
    if not any(met.kind == "singular" for met in motion.dead_centres):
        assert (clear == clear[:1]).all()


def moved(model: Model, values: np.ndarray, q: np.ndarray) -> Trace | LoopError:
    try:
        return trace(model, "crank", values, q)
    except LoopError as error:
        return error

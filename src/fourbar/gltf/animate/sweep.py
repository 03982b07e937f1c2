"""Motions for a preview: which joints move, through which positions, and when."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from math import ceil, inf, pi
from typing import NamedTuple

from ... import rules
from ...diagnostics import PartPath, Report
from ...robot import Joint, Robot
from ..findings import report_part
from ..run.rest_pose import followers_in_order

Positions = Mapping[str, tuple[float, ...]]

QUARTER = pi / 2
"""The largest turn between two keys [rad]: beyond a half, the way round is a guess."""
_TURNS = 4 * pi
"""A joint that turns farther is shown turning once [rad]."""
_FARTHEST = 100.0
"""A joint that slides farther has no limits to speak of [m]."""
SECONDS = 4.0
"""How long a preview takes."""


class Motion(NamedTuple):
    """Keys of a motion: times [s], and DOF values (one tuple per key) of the joints that move."""

    name: str
    times: list[float]
    positions: dict[str, list[tuple[float, ...]]]


class Range(NamedTuple):
    """How far one DOF of a joint is swept [rad or m]; a full turn comes back by itself."""

    joint: str
    dof: int
    lower: float
    upper: float
    turning: bool

    @property
    def endless(self) -> bool:
        """Whether the sweep is a full turn."""
        return self.turning and self.upper - self.lower >= 2 * pi - 1e-9


def ranges(robot: Robot, *, report: Report) -> list[Range]:
    """What can be shown: every limited DOF, and full turns; followers move with their leaders."""
    found: list[Range] = []
    for joint in robot.joints:
        if joint.mimic is None:
            found.extend(_of_joint(joint, robot, report))
    return found


def _of_joint(joint: Joint, robot: Robot, report: Report) -> Iterator[Range]:
    path = PartPath("joint", joint.name)
    if all(step.bound == "free" for step in joint.kind.chain):
        if joint.kind.moves:
            message = f"joint '{joint.name}' is {joint.type} and has no range to sweep"
            report_part(report, rules.gltf.NOT_ANIMATED, message, robot=robot, path=path)
        return
    for number, step in enumerate(joint.kind.chain):
        if step.bound == "free":
            continue
        lower, upper = joint.bounds if step.bound == "range" else (-inf, inf)
        turning = step.unit == "rad"
        if lower >= upper:
            continue
        if not upper - lower <= (_TURNS if turning else _FARTHEST):
            if not turning:
                message = f"joint '{joint.name}' has no limits to move between"
                report_part(report, rules.gltf.NOT_ANIMATED, message, robot=robot, path=path)
                continue
            lower = max(lower, min(0.0, upper - 2 * pi))
            upper = lower + 2 * pi
        yield Range(joint.name, number, lower, upper, turning)


def path_of(swept: Range, rest: float, *, led: bool = False) -> list[tuple[float, float]]:
    """(share of the duration, position): from rest to the upper limit, the lower, and back.

    Keys of a turning joint are at most a quarter turn apart. A full turn ends where it began,
    unless others are `led` by the joint: they need not, and it turns back.
    """
    if swept.endless and not (swept.lower < 0.0 < swept.upper):
        corners = [rest, rest + 2 * pi, rest] if led else [rest, rest + 2 * pi]
    else:
        corners = [rest, swept.upper, swept.lower, rest]
    lengths = [abs(b - a) for a, b in itertools.pairwise(corners)]
    total = sum(lengths) or 1.0
    path = [(0.0, rest)]
    done = 0.0
    for (a, b), length in zip(itertools.pairwise(corners), lengths, strict=True):
        if length == 0.0:
            continue
        # A hair above a quarter turn is still one: single precision rounds the keys.
        steps = max(1, ceil(length / QUARTER - 1e-9)) if swept.turning else 1
        for step in range(1, steps + 1):
            at = b if step == steps else a + (b - a) * step / steps
            # Rounded, so that keys of several joints on one clock are the same or well apart.
            path.append((round((done + length * step / steps) / total, 5), at))
        done += length
    return path


def open_motions(robot: Robot, rest: Positions, *, report: Report) -> list[Motion]:
    """One motion per range, and one of all together; mimics follow."""
    followers = followers_in_order(robot)
    swept = ranges(robot, report=report)
    motions: list[Motion] = []
    leaders = {joint.mimic.joint for joint in followers if joint.mimic is not None}
    paths = {
        each: path_of(each, rest[each.joint][each.dof], led=each.joint in leaders) for each in swept
    }
    for each, path in paths.items():
        motions.append(_motion(title(each, rest), {each: path}, followers, rest))
    if len(motions) > 1:
        motions.append(_motion("all joints", paths, followers, rest))
    return motions


def title(swept: Range, rest: Positions) -> str:
    """The name of a motion: the joint's, with the number of the DOF where there are several."""
    return swept.joint if len(rest[swept.joint]) == 1 else f"{swept.joint} {swept.dof}"


def _motion(
    name: str,
    paths: Mapping[Range, list[tuple[float, float]]],
    followers: list[Joint],
    rest: Positions,
) -> Motion:
    """Put several paths on one clock: a key wherever one of them has one."""
    shares = sorted({share for path in paths.values() for share, _ in path})
    keys: dict[str, list[tuple[float, ...]]] = {}
    for swept, path in paths.items():
        rows = keys.setdefault(swept.joint, [rest[swept.joint]] * len(shares))
        for number, share in enumerate(shares):
            values = list(rows[number])
            values[swept.dof] = _at(path, share)
            rows[number] = tuple(values)
    for joint in followers:
        mimic = joint.mimic
        if mimic is None or len(rest[joint.name]) != 1:
            continue
        leader = keys.get(mimic.joint)
        if leader is not None and len(leader[0]) == 1:
            keys[joint.name] = [(mimic.multiplier * v[0] + mimic.offset,) for v in leader]
    times = [SECONDS * share for share in shares]
    return refined(Motion(name, times, keys))


def refined(motion: Motion) -> Motion:
    """With keys between those of joints that turn by more than a quarter: fast followers do."""
    counts: list[int] = []
    for number in range(len(motion.times) - 1):
        widest = max(
            abs(b - a)
            for rows in motion.positions.values()
            for a, b in zip(rows[number], rows[number + 1], strict=True)
        )
        counts.append(max(1, min(1000, ceil(widest / QUARTER - 1e-6))))
    if all(count == 1 for count in counts):
        return motion

    def between(values: list[float]) -> list[float]:
        out = [values[0]]
        for number, count in enumerate(counts):
            a, b = values[number], values[number + 1]
            out += [b if k == count else a + (b - a) * k / count for k in range(1, count + 1)]
        return out

    positions: dict[str, list[tuple[float, ...]]] = {}
    for joint, rows in motion.positions.items():
        columns = [between([row[k] for row in rows]) for k in range(len(rows[0]))]
        positions[joint] = list(zip(*columns, strict=True))
    return Motion(motion.name, between(motion.times), positions)


def _at(path: list[tuple[float, float]], share: float) -> float:
    for (s0, a), (s1, b) in itertools.pairwise(path):
        if share <= s1:
            return b if s1 == s0 or share == s1 else a + (b - a) * (share - s0) / (s1 - s0)
    return path[-1][1]

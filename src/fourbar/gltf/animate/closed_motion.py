"""Motions of a closed mechanism that keep every loop closed at every key."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np

from ... import rules
from ...diagnostics import ROBOT, PartPath, Report
from ...graph import GraphError
from ...mechanics import Model, ModelError
from ...mechanics.loops import LoopError, assemble, move
from ...robot import Planar, Robot
from ..findings import report_part
from ..run.close_loops import configuration, dof_positions
from .sweep import SECONDS, Motion, Positions, Range, path_of, ranges, refined, title

if TYPE_CHECKING:
    from numpy.typing import NDArray

KEYS = 96
"""Of a traced motion: between keys nodes move straight, and loops open a little."""
_SHARES = (1.0, 0.7, 0.5, 0.35, 0.2, 0.1, 0.05)
_JUMP = 0.6
"""A joint that moves farther between two keys has changed to another branch [rad or m]."""
_FREE = np.pi / 3
"""How far a drive without limits is moved to either side first [rad]; full turns come before."""


_WORK = 400_000_000
"""How many products all motions of a robot may take: some seconds. Not a time: same input, same
bytes."""
_PER_BLOCK = 2_000
"""Products that take as long as what comes with a block besides."""


Pose = tuple[float, "NDArray[np.float64]"]
"""A share of the duration, and the configuration then."""
Path = tuple[Range, list[tuple[float, float]]]


def closed_motions(
    robot: Robot,
    rest: Positions,
    *,
    planar: Planar,
    report: Report,
    step: Callable[[], object] = lambda: None,
) -> list[Motion]:
    """One motion per joint that can drive the mechanism, and one of all drives together.

    Drives go as far as the loops and all joints' limits let them. Mechanisms with very many loops
    are animated as far as a fixed amount of work goes; `step` is called between poses.
    """
    try:
        model = Model(robot, planar=planar, simd="generic")
        free = {int(c) for c in model.chart.v}
        home = assemble(model, None, configuration(model, rest)).q
    except (LoopError, ModelError, GraphError) as error:
        report_part(report, rules.gltf.NOT_ANIMATED, str(error), robot=robot, path=ROBOT)
        return []
    swept = [each for each in ranges(robot, report=Report()) if _column(model, each) in free]
    tracer = _Tracer(model, home, rest, planar, step)
    motions: list[Motion] = []
    for number, each in enumerate(swept):
        try:
            motion = tracer.sweep(title(each, rest), [each])
        except _UsedUpError:
            message = (
                f"only {number} of {len(swept)} joints are animated: the loops of this robot take "
                "too long to close"
            )
            report_part(report, rules.gltf.NOT_ANIMATED, message, robot=robot, path=ROBOT)
            return motions
        if motion is None:
            message = f"joint '{each.joint}' cannot be moved from the pose shown"
            path = PartPath("joint", each.joint)
            report_part(report, rules.gltf.NOT_ANIMATED, message, robot=robot, path=path)
        else:
            motions.append(motion)
    if len(motions) > 1:
        with suppress(_UsedUpError):
            together = tracer.sweep("all joints", swept)
            if together is not None:
                motions.append(together)
    return motions


class _UsedUpError(Exception):
    """The work that previews may take is done."""


def _cost(model: Model) -> int:
    """About how much closing takes: a factorisation of each block, and what surrounds it."""
    return sum(len(b.rows) * len(b.columns) ** 2 + _PER_BLOCK for b in model.loops.blocks)


def _column(model: Model, swept: Range) -> int:
    slot = model.joints.get(swept.joint)
    return -1 if slot is None else slot.v.start + swept.dof


class _Tracer:
    def __init__(
        self,
        model: Model,
        home: NDArray[np.float64],
        rest: Positions,
        planar: Planar,
        step: Callable[[], object],
    ) -> None:
        self.model = model
        self._step = step
        self._cost = _cost(model)
        self._left = _WORK
        self.home = home
        self.rest = rest
        self.planar: Planar = planar

    def sweep(self, name: str, swept: list[Range]) -> Motion | None:
        """The widest motion that closes, of ever smaller ones; None where none does."""
        for share in _SHARES:
            paths = [(each, path_of(self._shrunk(each, share), self._at(each))) for each in swept]
            poses = self._follow(paths)
            if poses is not None:
                return self._motion(name, poses)
        return None

    def _at(self, each: Range) -> float:
        slot = self.model.joint(each.joint)
        return float(self.home[slot.q.start + each.dof])

    def _shrunk(self, each: Range, share: float) -> Range:
        if share == 1.0:
            return each
        at = self._at(each)
        if each.endless:
            reach = _FREE * share / _SHARES[1]
            return each._replace(lower=at - reach, upper=at + reach)
        return each._replace(
            lower=at + (each.lower - at) * share, upper=at + (each.upper - at) * share
        )

    def _follow(self, paths: list[Path]) -> list[Pose] | None:
        """Closed poses along the paths, each next to the one before; None where one is lost."""
        q = self.home
        poses = [(0.0, q)]
        for share in self._clock(paths):
            held: dict[str, list[float]] = {}
            for each, path in paths:
                slot = self.model.joint(each.joint)
                values = held.setdefault(each.joint, [float(v) for v in q[slot.q]])
                shares, positions = zip(*path, strict=True)
                values[each.dof] = float(np.interp(share, shares, positions))
            self._left -= self._cost
            if self._left < 0:
                raise _UsedUpError
            self._step()
            try:
                found = move(self.model, q, held)
            except LoopError:
                return None
            step = np.abs(self.model.difference(q, found)).max(initial=0.0)
            if (step > _JUMP and self._curved(paths)) or not self._within(found):
                return None  # another branch of the mechanism, or beyond what a joint allows
            q = found
            poses.append((share, q))
        back = np.abs(self.model.difference(self.home, q)).max(initial=0.0)
        turned = any(each.endless for each, _ in paths)
        return poses if back < 1e-6 or turned else None

    def _clock(self, paths: list[Path]) -> list[float]:
        """When to have keys; gears and belts are linear, so the corners are enough."""
        if self._curved(paths):
            return [k / KEYS for k in range(1, KEYS + 1)]
        return sorted({share for _, path in paths for share, _ in path if share > 0.0})

    def _curved(self, paths: list[Path]) -> bool:
        """Whether a loop follows one of the drives."""
        loops = self.model.loops
        blocks = {c.block for c in loops.constraints if c.kind == "loop"}
        columns = {int(c) for b in blocks for c in loops.blocks[b].columns}
        return any(_column(self.model, each) in columns for each, _ in paths)

    def _within(self, q: NDArray[np.float64]) -> bool:
        lower, upper = (
            np.minimum(self.model.lower, self.home),
            np.maximum(self.model.upper, self.home),
        )
        return bool((q >= lower - 1e-6).all() and (q <= upper + 1e-6).all())

    def _motion(self, name: str, poses: list[Pose]) -> Motion:
        rows = [dof_positions(self.model, q, self.rest) for _, q in poses]
        keys: dict[str, list[tuple[float, ...]]] = {}
        for joint in rows[0]:
            values = [row[joint] for row in rows]
            if any(value != values[0] for value in values):
                keys[joint] = values
        times = [SECONDS * share for share, _ in poses]
        return refined(Motion(name, times, keys))

"""Animations of closed mechanisms: every loop stays closed at the keys."""

from __future__ import annotations

from collections.abc import Iterable

from ... import rules
from ...numerics import ANIMATED
from ...spatial.frame import Frame
from ..findings import GltfFindings
from ..read.extension import LoopRecord, ModelRecord
from ..read.nodes import Node, pose_of
from ..read.placement import Placement
from ..run.loop_gap import loop_gap
from .animation import Animation
from .keys import Keys
from .rest_pose import MAX_WORK
from .track import Track, track

TOLERANCE = ANIMATED
"""[m or rad] More than in one pose: where clocks differ, one joint's key is between another's."""
MAX_SAMPLES = 200
"""Key times of one animation that are looked at, evenly chosen."""


def check_closed_animations(
    animations: list[Animation],
    models: Iterable[tuple[ModelRecord, set[str]]],
    nodes: list[Node],
    keys: Keys,
    findings: GltfFindings,
) -> None:
    """Report the animations that open a loop: by how much, and when.

    Each model comes with the names of the loops that are open before anything moves.
    """
    closed = [loop for model, opened in models for loop in model.loops if loop.name not in opened]
    work = 0
    for animation in animations if closed else ():
        found = [track(channel, keys) for channel in animation.channels]
        tracks = [each for each in found if each is not None]
        turned = _Turned(nodes, {each.node for each in tracks})
        loops = [loop for loop in closed if turned.apart(loop)]
        work += turned.work + len(closed)
        worst, when, which = 0.0, 0.0, ""
        for time in _times(tracks) if loops else ():
            placement = Placement(nodes, _frames(tracks, nodes, time))
            for loop in loops:
                frame = placement.frame(loop.predecessor_node, loop.successor_node)
                gap = loop_gap(loop, frame)
                if gap > worst:
                    worst, when, which = gap, time, loop.name
            work += placement.work + len(tracks)
            if work > MAX_WORK:
                break
        if worst > TOLERANCE:
            message = (
                f"animation '{animation.name}' opens loop '{which}' by {worst:.3g} m or rad "
                f"at {when:.3g} s"
            )
            note = "Key all joints of the loop at the same times, at positions that close it."
            findings.add(rules.gltf.ANIMATION_OPENS_LOOP, animation.place.pointer, message, note)
        if work > MAX_WORK:
            return


class _Turned:
    """Which nodes an animation moves on each other: those below different nodes that it drives."""

    def __init__(self, nodes: list[Node], driven: set[int]) -> None:
        self._nodes = nodes
        self._driven = driven
        self._nearest: dict[int, int | None] = {}
        self.work = 0

    def apart(self, loop: LoopRecord) -> bool:
        """Whether the two ends of a loop are moved on each other."""
        if not self._driven:
            return False
        return self._above(loop.predecessor_node) != self._above(loop.successor_node)

    def _above(self, node: int) -> int | None:
        """The node itself or the nearest above that is driven."""
        trail: list[int] = []
        at: int | None = node
        while at is not None and at not in self._nearest and at not in self._driven:
            trail.append(at)
            at = self._nodes[at].parent
        found = self._nearest.get(at, at) if at is not None else None
        self._nearest.update(dict.fromkeys(trail, found))
        self.work += len(trail)
        return found


def _times(tracks: list[Track]) -> list[float]:
    """The key times [s] of all tracks, thinned out evenly."""
    clocks = {id(each.times): each.times for each in tracks}
    every = sorted({time for clock in clocks.values() for time in clock})
    if len(every) <= MAX_SAMPLES:
        return every
    last = len(every) - 1
    return [every[last * k // (MAX_SAMPLES - 1)] for k in range(MAX_SAMPLES)]


def _frames(tracks: list[Track], nodes: list[Node], time: float) -> dict[int, Frame]:
    """Where the nodes that an animation drives are at a time."""
    frames: dict[int, Frame] = {}
    for each in tracks:
        translation, rotation = frames.get(each.node) or pose_of(nodes[each.node])
        if each.path == "rotation":
            frames[each.node] = translation, each.rotation(time)
        else:
            frames[each.node] = each.translation(time), rotation
    return frames

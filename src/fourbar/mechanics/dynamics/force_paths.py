"""The joints and loops that wrenches take from links to the ground, as arrays; once per model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from ... import _native
from ...graph import ConnectivityGraph
from ..loops.subspace import subspaces, unit_axis

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...robot import Loop
    from ..model import Model

ReactionFrame = Literal["joint", "local_world_aligned", "world"]


class ForceBlock(NamedTuple):
    """A block of K: where its entries are, its links, and its rows that are couples."""

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    dependent: NDArray[np.int64]
    links: NDArray[np.int64]
    couples: NDArray[np.int64]  # places among its rows


class ForcePaths(NamedTuple):
    """Names, the tree of links, and what every loop holds."""

    joint_names: tuple[str, ...]
    loop_names: tuple[str, ...]
    coupling_names: tuple[str, ...]
    mimic_names: tuple[str, ...]
    couplings: NDArray[np.int64]  # rows of K
    mimics: NDArray[np.int64]
    blocks: tuple[ForceBlock, ...]
    parents: NDArray[np.int32]  # of every link but the root
    ends: NDArray[np.int32]  # of loops: predecessor and successor
    origins: NDArray[np.float64]  # (loops, 2, 16)
    held: NDArray[np.float64]  # Psi (loops, 6, 6), zero beyond a loop's rows
    rows: NDArray[np.int32]  # of loops: the first and how many
    axes: NDArray[np.float64]  # (loops, 7): of universal joints both, and the sine between them

    def carry(
        self,
        poses: NDArray[np.float64],
        needs: NDArray[np.float64],
        multipliers: NDArray[np.float64],
        frame: ReactionFrame,
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """What joints (n, vectors, joints, 6) and loops transmit, for vectors of multipliers.

        The first vector goes with what links need (n, links, 6), the others with none.
        """
        joints, loops = _native.carry_wrenches(
            poses,
            needs,
            multipliers,
            self.parents,
            self.ends,
            self.origins,
            self.held,
            self.rows,
            self.axes,
            frame,
        )
        return joints, loops if frame == "joint" else self._in_world(poses, loops, frame)

    def _in_world(
        self, poses: NDArray[np.float64], loops: NDArray[np.float64], frame: ReactionFrame
    ) -> NDArray[np.float64]:
        """Wrenches of loops in world axes, at their own points or about the world's origin."""
        ends = self.ends.reshape(-1, 2)
        origins = self.origins.reshape(-1, 2, 4, 4)
        R = (poses[:, ends[:, 0]] @ origins[:, 0])[..., :3, :3]
        force, moment = (
            np.einsum("nlij,nvlj->nvli", R, part) for part in (loops[..., :3], loops[..., 3:])
        )
        if frame == "world":
            points = (poses[:, ends[:, 1]] @ origins[:, 1])[..., :3, 3]
            moment = moment + np.cross(points[:, None], force)
        return np.concatenate([force, moment], axis=-1)


_KEPT: WeakKeyDictionary[Model, ForcePaths] = WeakKeyDictionary()


def force_paths(model: Model) -> ForcePaths:
    """The paths of a model, found when first asked for."""
    kept = _KEPT.get(model)
    if kept is None:
        kept = _KEPT[model] = _find(model)
    return kept


def _find(model: Model) -> ForcePaths:
    graph = ConnectivityGraph(model.robot)
    closing = [c for c in model.loops.constraints if c.kind == "loop"]
    loops = [model.robot.loops[c.name] for c in closing]
    couplings, mimics = (_linear_rows(model, kind) for kind in ("coupling", "mimic"))
    ends = [[model.link_number(x) for x in (p.predecessor, p.successor)] for p in loops]
    origins = [[p.predecessor_origin.matrix(), p.successor_origin.matrix()] for p in loops]
    rows = [[c.rows.start, c.rows.stop - c.rows.start] for c in closing]
    held = np.zeros((len(loops), 6, 6))
    for matrix, loop in zip(held, loops, strict=True):
        Psi = subspaces(loop).Psi
        matrix[:, : Psi.shape[1]] = Psi
    return ForcePaths(
        tuple(joint.name for joint in graph.joints),
        tuple(c.name for c in closing),
        tuple(name for _, name in couplings),
        tuple(name for _, name in mimics),
        np.array([row for row, _ in couplings], dtype=np.int64),
        np.array([row for row, _ in mimics], dtype=np.int64),
        _blocks(model),
        np.array(graph.parents[1:], dtype=np.int32),
        np.array(ends, dtype=np.int32).ravel(),
        np.array(origins, dtype=np.float64).reshape(-1, 2, 16),
        held,
        np.array(rows, dtype=np.int32).ravel(),
        np.array([_crossing(loop) for loop in loops], dtype=np.float64).reshape(-1, 7),
    )


def _blocks(model: Model) -> tuple[ForceBlock, ...]:
    found: list[ForceBlock] = []
    for number, block in enumerate(model.loops.blocks):
        couples = [
            row
            for c in model.loops.constraints
            if c.kind == "loop" and c.block == number
            for row in range(
                c.rows.start + sum(model.robot.loops[c.name].kind.demands.slides), c.rows.stop
            )
        ]
        found.append(
            ForceBlock(
                block.rows,
                block.columns,
                model.chart.dependent[number],
                np.array([model.link_number(name) for name in block.links], dtype=np.int64),
                np.flatnonzero(np.isin(block.rows, couples)),
            )
        )
    return tuple(found)


def _linear_rows(model: Model, kind: str) -> list[tuple[int, str]]:
    """The rows of couplings or mimics, and a name for each: `belt[1]` where one has several."""
    return [
        (row, c.name if c.rows.stop - c.rows.start == 1 else f"{c.name}[{row - c.rows.start}]")
        for c in model.loops.constraints
        if c.kind == kind
        for row in range(c.rows.start, c.rows.stop)
    ]


def _crossing(loop: Loop) -> list[float]:
    """Both axes of a universal joint and the sine between them; zeros for other loops."""
    if loop.kind.demands.turning != 1:
        return [0.0] * 7
    first, second = unit_axis(loop.axis, loop.name), unit_axis(loop.second_axis, loop.name)
    return [*first, *second, float(np.linalg.norm(np.cross(first, second)))]

"""From a model to its Loops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from ...numerics import NEAR_AXIS
from ...robot import Coupling, Loop
from ..coordinates import Coordinates
from ..error import ModelError
from .subspace import frame_axes, unit_axis
from .system import Constraint, Kind, LoopBlock, Loops

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...graph import ConnectivityGraph, MimicPair
    from ..model import Model


class _Rows:
    """The arguments of the compiled core, as growing lists."""

    def __init__(self) -> None:
        self.predecessors: list[int] = []
        self.successors: list[int] = []
        self.on_predecessors: list[NDArray[np.float64]] = []
        self.on_successors: list[NDArray[np.float64]] = []
        self.slides: list[tuple[bool, bool, bool]] = []
        self.turnings: list[int] = []
        self.leads: list[float] = []
        self.seconds: list[NDArray[np.float64]] = []
        self.starts = [0]
        self.q: list[int] = []
        self.v: list[int] = []
        self.factors: list[float] = []
        self.constants: list[float] = []
        self.constraints: list[Constraint] = []
        self.count = 0

    def arrays(self) -> tuple[object, ...]:
        n = len(self.predecessors)
        return (
            np.array(self.predecessors, np.int32),
            np.array(self.successors, np.int32),
            np.array(self.on_predecessors, np.float64).reshape(n, 3, 4),
            np.array(self.on_successors, np.float64).reshape(n, 3, 4),
            np.array(self.slides, np.int32).ravel(),
            np.array(self.turnings, np.int32),
            np.array(self.leads, np.float64),
            np.array(self.seconds, np.float64).reshape(n, 3),
            np.array(self.starts, np.int32),
            np.array(self.q, np.int32),
            np.array(self.v, np.int32),
            np.array(self.factors, np.float64),
            np.array(self.constants, np.float64),
        )

    def add(self, name: str, kind: Kind, count: int, columns: Sequence[int], block: int) -> None:
        rows = slice(self.count, self.count + count)
        self.constraints.append(
            Constraint(name, kind, rows, np.array(sorted(columns), dtype=np.int64), block)
        )
        self.count += count

    def let_slide(self) -> None:
        """Take the rows of translation from the last loop."""
        last = self.constraints.pop()
        count = last.rows.stop - last.rows.start - sum(self.slides[-1])
        self.slides[-1] = (False, False, False)
        self.count = last.rows.start
        self.add(last.name, last.kind, count, last.columns.tolist(), last.block)


Task = Literal["pose", "position", "rotation"]
"""What of a frame is wanted somewhere."""


class Target(NamedTuple):
    """A frame of a link that is to meet a frame on the root.

    Where the frame on the root is comes with each configuration.
    """

    link: str
    task: Task
    T_link_frame: NDArray[np.float64]


def compile_loops(model: Model, *, target: Target | None = None) -> Loops:
    """The loops, couplings and mimics of a model's robot, and a target as one more loop."""
    from ...graph import AggregateGraph, ConnectivityGraph  # importing mechanics must be quick

    robot = model.robot
    if target is not None:
        name = f"{target.link} at its target"
        link = _link_of(model, target.link)
        type_ = "spherical" if target.task == "position" else "fixed"
        robot = robot.add(Loop(name, type_, robot.root.name, link))
    graph = ConnectivityGraph(robot)
    clusters = AggregateGraph(graph)
    rows = _Rows()
    block_of = {
        cluster.index: number
        for number, cluster in enumerate(
            c for c in clusters.clusters if c.loops or c.couplings or c.mimics
        )
    }
    for loop in robot.loops:
        if loop.kind.demands.rows:
            cluster = clusters.cluster_of(max(graph.ends(loop)))
            _add_loop(rows, model, graph, loop, block_of[cluster.index])
    if target is not None:
        rows.on_predecessors[-1] = np.eye(4)[:3]
        rows.on_successors[-1] = target.T_link_frame[:3]
        rows.successors[-1] = model.link_number(target.link)
        if target.task == "rotation":
            rows.let_slide()
    for coupling in robot.couplings:
        if clusters.digraph.motions.constraints(coupling):
            cluster = clusters.cluster_of(max(graph.ends(coupling)))
            _add_coupling(rows, model, graph, coupling, block_of[cluster.index])
    for pair in graph.mimics:
        if pair.follower.dof:
            cluster = clusters.cluster_of(graph.joint_index(pair.follower.name))
            _add_mimic(rows, model, pair, block_of[cluster.index])
    own: list[list[Constraint]] = [[] for _ in block_of]
    for constraint in rows.constraints:
        own[constraint.block].append(constraint)
    blocks = tuple(
        _block(model, own[block_of[c.index]], c.links, tuple(j.name for j in c.joints))
        for c in clusters.clusters
        if c.index in block_of
    )
    return Loops(
        model,
        *rows.arrays(),
        [block.rows.tolist() for block in blocks],
        [block.columns.tolist() for block in blocks],
        -1 if target is None else len(rows.predecessors) - 1,
        constraints=tuple(rows.constraints),
        blocks=blocks,
        nv=model.nv,
    )


def _link_of(model: Model, name: str) -> str:
    """The link that a link or frame of the model is on."""
    return model.frames[name][0] if name in model.frames else name


def _block(
    model: Model,
    constraints: Sequence[Constraint],
    links: tuple[str, ...],
    joints: tuple[str, ...],
) -> LoopBlock:
    own = [np.r_[c.rows] for c in constraints]
    columns = [np.r_[model.joints[name].v] for name in joints if name in model.joints]
    empty = np.zeros(0, dtype=np.int64)
    return LoopBlock(
        np.concatenate([empty, *own]).astype(np.int64),
        np.concatenate([empty, *columns]).astype(np.int64),
        links,
        tuple(name for name in joints if name in model.joints),
    )


def _add_loop(rows: _Rows, model: Model, graph: ConnectivityGraph, loop: Loop, block: int) -> None:
    axes = np.eye(4)
    axes[:3, :3] = frame_axes(loop)
    on_predecessor = loop.predecessor_origin.matrix() @ axes
    on_successor = loop.successor_origin.matrix() @ axes
    if not (np.isfinite(on_predecessor).all() and np.isfinite(on_successor).all()):
        raise ModelError(f"the origins of loop {loop.name!r} are not finite")
    second = np.array([1.0, 0.0, 0.0])
    demands = loop.kind.demands
    if demands.turning == 1:
        second = axes[:3, :3].T @ unit_axis(loop.second_axis, loop.name)
        if np.hypot(second[0], second[1]) < NEAR_AXIS:
            raise ModelError(
                f"loop {loop.name!r} is {loop.type} and its two axes are parallel; "
                "give it an <axis2> across its <axis>"
            )
    rows.predecessors.append(model.link_number(loop.predecessor))
    rows.successors.append(model.link_number(loop.successor))
    rows.on_predecessors.append(on_predecessor[:3])
    rows.on_successors.append(on_successor[:3])
    rows.slides.append(demands.slides)
    rows.turnings.append(demands.turning)
    rows.leads.append(loop.lead)
    rows.seconds.append(second)
    columns = [
        column
        for side in graph.subchains(loop)
        for slot in _slots(model, graph, side)
        for column in range(slot.v.start, slot.v.stop)
    ]
    rows.add(loop.name, "loop", demands.rows, columns, block)


def _slots(model: Model, graph: ConnectivityGraph, bodies: Sequence[int]) -> list[Coordinates]:
    names = [graph.joints[body - 1].name for body in bodies]
    return [model.joints[name] for name in names if name in model.joints]


def _add_coupling(
    rows: _Rows, model: Model, graph: ConnectivityGraph, coupling: Coupling, block: int
) -> None:
    """Eq. 8: the positions towards the predecessor, minus ratio times those to the successor."""
    factors: list[tuple[str, float]] = [
        (graph.joints[body - 1].name, factor)
        for side, factor in zip(graph.subchains(coupling), (1.0, -coupling.ratio), strict=True)
        for body in side
        if graph.joints[body - 1].kind.moves
    ]
    width = {_width(model, name) for name, _ in factors}
    if len(width) != 1:
        raise ModelError(
            f"coupling {coupling.name!r} adds joints of different degrees of freedom: "
            + ", ".join(name for name, _ in factors)
        )
    (count,) = width
    for k in range(count):
        _add_linear(rows, model, [(name, k, factor) for name, factor in factors], 0.0)
    columns = [
        column
        for name, _ in factors
        if name in model.joints
        for column in range(model.joints[name].v.start, model.joints[name].v.stop)
    ]
    rows.add(coupling.name, "coupling", count, columns, block)


def _width(model: Model, name: str) -> int:
    slot = model.joints.get(name)
    if slot is not None:
        if slot.quaternion is not None:
            raise ModelError(f"joint {name!r} is {slot.type}; an orientation has no ratio")
        return slot.nq
    return len(model.locked[name])


def _add_mimic(rows: _Rows, model: Model, pair: MimicPair, block: int) -> None:
    """Position of the follower, minus multiplier times the leader's, minus the offset."""
    terms = [(pair.follower.name, 0, 1.0), (pair.leader.name, 0, -pair.multiplier)]
    moving = [term for term in terms if model.robot.joints[term[0]].kind.moves]
    _add_linear(rows, model, moving, -pair.offset)
    columns = [model.joints[name].v.start for name, _, _ in moving if name in model.joints]
    rows.add(pair.follower.name, "mimic", 1, columns, block)


def _add_linear(
    rows: _Rows, model: Model, terms: Sequence[tuple[str, int, float]], constant: float
) -> None:
    for name, k, factor in terms:
        slot = model.joints.get(name)
        if slot is None:
            constant += factor * model.locked[name][k]
        else:
            rows.q.append(slot.q.start + k)
            rows.v.append(slot.v.start + k)
            rows.factors.append(factor)
    rows.starts.append(len(rows.q))
    rows.constants.append(constant)

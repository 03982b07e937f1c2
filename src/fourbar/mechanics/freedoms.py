"""How many ways a mechanism can move."""

from __future__ import annotations

from typing import NamedTuple

from ..robot import Robot
from .loops.chart import Chart
from .loops.declared import joint_names
from .loops.error import LoopError
from .model import Model


class BlockMobility(NamedTuple):
    """The counts of one cluster; `declared` is False where fourbar chose the independent joints."""

    links: tuple[str, ...]
    n: int
    n_c: int
    rank: int
    independent: tuple[str, ...]
    declared: bool


class Mobility(NamedTuple):
    """Counts at a closed pose in general position.

    `n` tree velocities, `n_c` equations of which `rank` count, `mobility` = n - rank velocities to
    choose. `independent` names their joints (`ball[0]` for one velocity of several). `problem` is
    empty, or says why the declared coordinates do not work; the ones here then do, and so do those
    of `choice`, which keeps as many of the declared ones as it can.
    """

    n: int
    n_c: int
    rank: int
    mobility: int
    independent: tuple[str, ...]
    blocks: tuple[BlockMobility, ...]
    problem: str
    choice: tuple[str, ...] = ()


def mobility(source: Robot | Model) -> Mobility:
    """Mobility, rank and independent coordinates of a robot.

    Raises LoopError when the mechanism cannot be closed, GraphError when the links do not form a
    tree.
    """
    model = source if isinstance(source, Model) else Model(source)
    problem, choice = "", ()
    try:
        at = model.chart
    except LoopError as error:
        if error.residual is not None:
            raise
        problem, choice, at = str(error), error.choice, model.automatic_chart
    loops = model.loops
    blocks = tuple(
        BlockMobility(
            block.links,
            int(block.columns.size),
            int(block.rows.size),
            at.ranks[k],
            joint_names(model, sorted(set(block.columns.tolist()) - set(at.dependent[k].tolist()))),
            at.declared[k],
        )
        for k, block in enumerate(loops.blocks)
    )
    rank = sum(at.ranks)
    return Mobility(
        model.nv, loops.n_c, rank, model.nv - rank, names_of(model, at), blocks, problem, choice
    )


def names_of(model: Model, at: Chart) -> tuple[str, ...]:
    """The joints of the independent velocities."""
    return joint_names(model, at.v.tolist())

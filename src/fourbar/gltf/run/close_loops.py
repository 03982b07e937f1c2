"""Closing loops for a file: positions of the extension's DOFs to a Model's q and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ... import rules
from ...diagnostics import ROBOT, Report
from ...robot import Planar, Robot, Vector3
from ..dofs import from_model, to_model
from ..findings import report_part

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...mechanics import Model

_SAME = 1e-9
"""Positions closer than this [rad or m] are what they were."""

DofPositions = Mapping[str, tuple[float, ...]]
DofAxes = Mapping[str, Sequence[Vector3]]
NO_AXES: DofAxes = {}


def close(
    robot: Robot, positions: DofPositions, *, planar: Planar, report: Report
) -> dict[str, tuple[float, ...]] | None:
    """The closed positions next to the given ones; None, with a finding, where there are none.

    Positions within the joints' limits are preferred.
    """
    from ...graph import GraphError
    from ...mechanics import Model, ModelError
    from ...mechanics.loops import LoopError, assemble

    try:
        model = Model(robot, planar=planar, simd="generic")
        q0 = configuration(model, positions)
        try:
            found = assemble(model, None, q0, limits=True).q
        except LoopError:
            found = assemble(model, None, q0).q
    except (LoopError, ModelError, GraphError) as error:
        note = "The file shows every joint at rest, with the loops open."
        report_part(report, rules.gltf.NOT_ASSEMBLED, str(error), note, robot=robot, path=ROBOT)
        return None
    return {**positions, **dof_positions(model, found, positions)}


def configuration(
    model: Model, positions: DofPositions, axes: DofAxes = NO_AXES
) -> NDArray[np.float64]:
    """The q (nq,) of a model from DOF values by joint; joints without any are neutral.

    `axes` are those of the DOFs in a file, by joint.
    """
    q = model.neutral.copy()
    for name, slot in model.joints.items():
        values = positions.get(name)
        if values:
            q[slot.q] = to_model(model.robot.joints[name], values, axes.get(name))
    return q


def dof_positions(
    model: Model, q: NDArray[np.float64], near: DofPositions, axes: DofAxes = NO_AXES
) -> dict[str, tuple[float, ...]]:
    """The DOF values of all moving joints; those that rounding alone has moved stay."""
    found: dict[str, tuple[float, ...]] = {}
    for name, slot in model.joints.items():
        values = from_model(model.robot.joints[name], q[slot.q].tolist(), axes.get(name))
        before = near.get(name, values)
        unchanged = all(abs(a - b) < _SAME for a, b in zip(values, before, strict=True))
        found[name] = before if unchanged else values
    return found

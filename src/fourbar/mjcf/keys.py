"""Named configurations as keyframes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .. import rules
from ..diagnostics import PartPath, Report
from ..mechanics.error import ModelError
from ..mechanics.loops import LoopError
from ..robot.source import span_of
from ..transfer.lowering import Lowered
from ..transfer.naming import Names
from ..transfer.positions import positions_at
from ..xml.node import Node
from .bodies import Bodies
from .text import written

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..mechanics import Model

HOME = "home"


class Keys:
    """Where each number of MuJoCo's qpos comes from."""

    def __init__(self, lowered: Lowered, bodies: Bodies, model: Model) -> None:
        self.lowered = lowered
        self.model = model
        self.joints = bodies.joints
        names = {name: freedom for freedom, name in bodies.joints.items()}
        self.order = tuple(names[node.attributes["name"]] for node in bodies.joint_nodes())

    def qpos(self, q: NDArray[np.float64]) -> tuple[float, ...]:
        """MuJoCo's qpos for a configuration of the model."""
        at = positions_at(self.lowered, self.model, q)
        found: list[float] = []
        for name in self.order:
            values = at[name]
            if len(values) >= 4:  # a quaternion at the end: w first
                values = (*values[:-4], values[-1], *values[-4:-1])
            found += values
        return tuple(found)

    def keyframe(self, home: NDArray[np.float64], report: Report) -> Node:
        """`home` first, which is given. Then the configurations that close."""
        node = Node("keyframe")
        names = Names()
        node.add(Node("key", {"name": names.give(HOME), "qpos": written(self.qpos(home))}))
        robot = self.model.robot
        for configuration in robot.configurations:
            try:
                q = self.model.configuration(configuration.label)
            except (LoopError, ModelError) as error:
                path = PartPath("configuration", configuration.label)
                report.add(
                    rules.formats.NOT_HELD,
                    f"configuration '{configuration.label}' is not a keyframe: {error}",
                    span=span_of(robot.source, path),
                    path=path,
                )
                continue
            name = names.give(configuration.label)
            node.add(Node("key", {"name": name, "qpos": written(self.qpos(q))}))
        return node

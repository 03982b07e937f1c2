"""Named configurations as keyframes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from .. import rules
from ..diagnostics import PartPath, Report, Rule
from ..mechanics.error import ModelError
from ..mechanics.loops import LoopError, closure
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

HOME, START = "home", "start"


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

    def keyframe(
        self, home: NDArray[np.float64], report: Report, *, controls: Sequence[str] = ()
    ) -> Node:
        """`home` first, which is given. Then the configurations of the description.

        Where one of these is called `home`, the first is `start`. `controls` are the elementary
        joints whose positions actuators hold, in the order of these: each key asks for its own.
        """
        node = Node("keyframe")
        robot = self.model.robot
        labels = [each.label for each in robot.configurations]
        first = Names(labels).give(START if HOME in labels else HOME)
        names = Names([first])
        node.add(self._key(first, home, controls))
        for configuration in robot.configurations:
            try:
                q = self.model.configuration(configuration.label)
            except ModelError as error:
                what = f"is not a keyframe: {error}"
                self._add(report, rules.formats.NOT_HELD, configuration.label, what)
                continue
            except LoopError:  # MuJoCo pulls soft loops together: the file may have them open
                q = self.model.configuration(configuration.label, coordinates="spanning")
                gap = float(np.abs(closure(self.model, q)[0]).max())
                what = f"is written as it is, with loops that are open by {gap:.2g} m or rad"
                self._add(report, rules.formats.START_NOT_CLOSED, configuration.label, what)
            name = names.give(configuration.label)
            node.add(self._key(name, q, controls))
        return node

    def _key(self, name: str, q: NDArray[np.float64], controls: Sequence[str]) -> Node:
        key = Node("key", {"name": name, "qpos": written(self.qpos(q))})
        if controls:
            at = positions_at(self.lowered, self.model, q)
            key.attributes["ctrl"] = written([at[freedom][0] for freedom in controls])
        return key

    def _add(self, report: Report, rule: Rule, label: str, what: str) -> None:
        path = PartPath("configuration", label)
        span = span_of(self.model.robot.source, path)
        report.add(rule, f"configuration '{label}' {what}", span=span, path=path)

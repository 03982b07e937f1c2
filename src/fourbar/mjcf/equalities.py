"""Loops, mimics and couplings as MuJoCo's equality constraints."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .. import rules
from ..diagnostics import PartPath, Report
from ..robot import Pose
from ..robot.source import span_of
from ..spatial.rotation import quaternion_of_rpy
from ..transfer.closures import PointPair, Weld
from ..transfer.lowering import Lowered
from ..transfer.naming import Names
from ..transfer.relations import Relation
from ..xml.node import Node
from .bodies import Bodies
from .marks import SOLIMP, SOLREF
from .options import LoopStyle
from .text import placed, quaternion, written

if TYPE_CHECKING:
    from ..mechanics import Model

STIFF = {"solref": written(SOLREF)}
FIRM = {"solimp": written(SOLIMP)}

_WHERE_CLOSED = 1e-9
"""[m] How near the two points of a loop have to be at zero for the form with an anchor."""


class Equalities:
    """Collects `<equality>` and `<tendon>`, and puts sites into bodies.

    `locks` are the names of those that hold a joint whose limits are equal.
    """

    def __init__(
        self, lowered: Lowered, bodies: Bodies, *, style: LoopStyle, report: Report
    ) -> None:
        self.equality = Node("equality")
        self.tendon = Node("tendon")
        self.locks: list[str] = []
        self._lowered = lowered
        self._bodies = bodies
        self._anchored = style == "anchor"
        self._report = report
        self._names = Names(own=(*lowered.robot.loops.names, *lowered.robot.couplings.names))
        self._sites = Names()
        self._light = {body.name for body in lowered.closures.bodies}
        self._zero: Callable[[str], Pose] | None = None

    def build(self, model: Model) -> None:
        """Write every closure and relation."""
        if self._anchored:
            self._zero = _poses_at_zero(model)
        for pair in self._lowered.closures.points:
            self._connect(pair)
        for weld in self._lowered.closures.welds:
            self._weld(weld)
        for relation in self._lowered.relations:
            self._relate(relation)

    def _add(self, tag: str, name: str, attributes: dict[str, str]) -> str:
        given = self._names.give(name)
        self.equality.add(Node(tag, {"name": given, **attributes}))
        return given

    def _connect(self, pair: PointPair) -> None:
        if self._anchored and self._meets_at_zero(pair):
            attributes = self._both(pair) | {"anchor": written(pair.on_predecessor.xyz)}
        else:
            attributes = self._both_sites(pair)
        self._add("connect", pair.name, attributes | STIFF)

    def _weld(self, weld: Weld) -> None:
        if self._anchored:
            T = weld.on_predecessor @ weld.on_successor.inverse()
            turn = quaternion(quaternion_of_rpy(T.rpy))
            attributes = self._both(weld) | {
                "anchor": "0 0 0",
                "relpose": f"{written(T.xyz)} {turn}",
            }
        else:
            attributes = self._both_sites(weld)
        firm = FIRM if weld.predecessor in self._light else {}
        self._add("weld", weld.name, attributes | STIFF | firm)

    def _both(self, closure: PointPair | Weld) -> dict[str, str]:
        names = self._bodies.names
        return {"body1": names[closure.predecessor], "body2": names[closure.successor]}

    def _both_sites(self, closure: PointPair | Weld) -> dict[str, str]:
        one = self._site(closure.predecessor, f"{closure.name}:p", closure.on_predecessor)
        two = self._site(closure.successor, f"{closure.name}:s", closure.on_successor)
        return {"site1": one, "site2": two}

    def _site(self, body: str, name: str, place: Pose) -> str:
        given = self._sites.give(name)
        self._bodies.nodes[body].add(Node("site", {"name": given, "group": "4", **placed(place)}))
        return given

    def _meets_at_zero(self, pair: PointPair) -> bool:
        """Whether both points are in one place when all joints are at zero."""
        assert self._zero is not None
        here = (self._zero(pair.predecessor) @ pair.on_predecessor).xyz
        there = (self._zero(pair.successor) @ pair.on_successor).xyz
        gap = max(abs(a - b) for a, b in zip(here, there, strict=True))
        if gap <= _WHERE_CLOSED:
            return True
        path = PartPath("loop", pair.loop)
        self._report.add(
            rules.formats.LOOP_NOT_ANCHORED,
            f"loop '{pair.loop}' is open by {gap:.3g} m when all joints are at zero; "
            "it is written by sites",
            span=span_of(self._lowered.robot.source, path),
            path=path,
        )
        return False

    def _relate(self, relation: Relation) -> None:
        joints = self._bodies.joints
        (first, factor), *others = relation.terms
        if factor == 0.0 and len(others) == 1:
            (first, factor), others = others[0], [relation.terms[0]]
        if len(others) <= 1 and factor != 0.0:
            slope = -others[0][1] / factor if others else 0.0
            coefficients = (-relation.constant / factor, slope, 0.0, 0.0, 0.0)
            attributes = {"joint1": joints[first]}
            if others:
                attributes["joint2"] = joints[others[0][0]]
            attributes["polycoef"] = written(coefficients)
            given = self._add("joint", relation.name, attributes | STIFF)
            if relation.kind == "locked":
                self.locks.append(given)
            return
        tendon = self._names.give(f"{relation.name}:sum")
        node = self.tendon.add(Node("fixed", {"name": tendon}))
        for name, each in relation.terms:
            node.add(Node("joint", {"joint": joints[name], "coef": written((each,))}))
        constant = written((-relation.constant, 0.0, 0.0, 0.0, 0.0))
        attributes = {"tendon1": tendon, "polycoef": constant}
        self._add("tendon", relation.name, attributes | STIFF)


def _poses_at_zero(model: Model) -> Callable[[str], Pose]:
    """The poses of links with every joint at MuJoCo's zero, mimics included."""
    import numpy as np

    from ..mechanics import forward_kinematics
    from ..mechanics.manifold import neutral

    data = model.data()
    forward_kinematics(
        model, data, neutral(model.joints.values(), model.nq), coordinates="spanning"
    )
    poses = np.array(data.poses)
    return lambda link: Pose.from_matrix(poses[model.link_number(link)])

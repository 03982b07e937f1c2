"""A robot as a graph: links are nodes, joints are edges, and loop joints close its loops."""

from __future__ import annotations

from functools import cached_property
from typing import cast

from ..diagnostics import Report
from ..robot import Joint, Robot, UnknownNameError
from ..robot.values import kind_of_value
from .ancestry import Ancestry
from .error import GraphError
from .findings import Findings
from .loops import LoopJoint, MimicPair, find_loop_joints, find_mimics
from .tree import spanning_tree


class ConnectivityGraph:
    """Bodies, tree joints and loop joints of a robot in regular numbering.

    Body 0 is the root link, a body's number is larger than its parent's, and edge i joins body i
    to its parent (Featherstone, Rigid Body Dynamics Algorithms, section 4.1.2). Where this leaves
    a choice, the joint earliest in the document comes first.

    A robot whose joints are no tree raises `GraphError`. So does one with a loop joint or mimic
    that refers to nothing or to itself, unless a `report` is passed: then the finding goes into
    the report and that loop joint or mimic is left out.

    Attributes
    ----------
    bodies
        Link names by body number.
    joints
        `joints[i - 1]` is edge i, the tree joint between body i and its parent.
    parents
        Parent of each body by number; -1 for the root.
    loop_joints
        Loops, then couplings, in document order: edges N_B + 1 to N_J.
    mimics
        Joints that follow another one, with their leaders; no edges of their own.
    """

    def __init__(self, robot: Robot, *, report: Report | None = None) -> None:
        if not isinstance(cast("object", robot), Robot):
            has_one = isinstance(getattr(robot, "robot", None), Robot)
            use = "; use its `robot`" if has_one else ""
            raise TypeError(f"expected a Robot, got {kind_of_value(robot)}{use}")
        findings = Findings(robot, Report() if report is None else report)
        tree = spanning_tree(findings)
        self.robot = robot
        self.loop_joints: tuple[LoopJoint, ...] = find_loop_joints(findings)
        self.mimics: tuple[MimicPair, ...] = find_mimics(findings)
        if tree is None or (report is None and findings.errors):
            raise GraphError(findings.report)
        self.bodies: tuple[str, ...] = tree.bodies
        self.joints: tuple[Joint, ...] = tree.joints
        self.parents: tuple[int, ...] = tree.parents
        self._numbers = tree.numbers

    def __repr__(self) -> str:
        return (
            f"<ConnectivityGraph {self.robot.name!r}: {self.N_B} bodies besides the root, "
            f"{self.N_L} loop joints>"
        )

    @property
    def N_B(self) -> int:
        """Number of bodies besides the root, which is the number of tree joints."""
        return len(self.joints)

    @property
    def N_L(self) -> int:
        """Number of loop joints (loops and couplings)."""
        return len(self.loop_joints)

    @property
    def N_J(self) -> int:
        """Number of edges: N_B tree joints and N_L loop joints."""
        return self.N_B + self.N_L

    @cached_property
    def ancestry(self) -> Ancestry:
        """Depths and O(log N_B) ancestor queries."""
        return Ancestry(self.parents)

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """The children of each body, by number."""
        below: list[list[int]] = [[] for _ in self.bodies]
        for i in range(1, len(self.bodies)):
            below[self.parents[i]].append(i)
        return tuple(map(tuple, below))

    def index(self, link: str) -> int:
        """The body number of a link."""
        try:
            return self._numbers[link]
        except KeyError:
            raise UnknownNameError("link", link, self.bodies) from None

    def joint_index(self, joint: str) -> int:
        """The number of a tree joint, which is that of its child body."""
        return self._numbers[self.robot.joints[joint].child]

    def ancestors(self, i: int) -> tuple[int, ...]:
        """All j with j ≼ i: the path from the root to body i, both included."""
        path: list[int] = []
        while i >= 0:
            path.append(i)
            i = self.parents[i]
        path.reverse()
        return tuple(path)

    def nca(self, a: int, b: int) -> int:
        """The nearest common ancestor of two bodies (eq. 4 of the URDF+ paper)."""
        return self.ancestry.nca(a, b)

    def ends(self, loop: LoopJoint) -> tuple[int, int]:
        """The predecessor's and the successor's body number."""
        return self.index(loop.predecessor), self.index(loop.successor)

    def subchains(self, loop: LoopJoint) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The path subchains nu_p and nu_s: bodies below the NCA towards each end, parent first.

        Eq. 5 and algorithm 4 of the URDF+ paper. A subchain is empty where its end is the NCA.
        """
        p, s = self.ends(loop)
        top = self.nca(p, s)
        return self._subchain(p, top), self._subchain(s, top)

    def _subchain(self, body: int, top: int) -> tuple[int, ...]:
        chain: list[int] = []
        while body != top:
            chain.append(body)
            body = self.parents[body]
        chain.reverse()
        return tuple(chain)

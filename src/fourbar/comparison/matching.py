"""Which part of one robot is which part of the other.

Names come first: those that the caller maps, then equal ones. What is left is matched by
structure, from the root outwards: among the joints of two bodies that belong together, those whose
subtrees have the same shape and that are nearest to each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..diagnostics import did_you_mean
from ..numerics import COMPARE_LENGTH
from ..robot import Joint, Robot
from .difference import ComparisonError, Renamed
from .side import Side

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST_PAIRS = 250_000
"""More pairs of joints on one body than these are matched in document order."""


class Match(NamedTuple):
    """Parts of the first robot and their counterparts in the second, by name; bodies by number."""

    bodies: dict[int, int]
    links: dict[str, str]
    joints: dict[str, str]
    loops: dict[str, str]
    couplings: dict[str, str]
    renamed: tuple[Renamed, ...]


class Given(NamedTuple):
    """The names that the caller maps, by kind of part."""

    links: dict[str, str]
    joints: dict[str, str]
    loops: dict[str, str]
    couplings: dict[str, str]


def given_names(a: Robot, b: Robot, names: Mapping[str, str]) -> Given:
    """What each mapping is about: every kind of part that has the old name and the new one.

    ComparisonError for names that no part has.
    """
    given = Given({}, {}, {}, {})
    for old, new in names.items():
        found = False
        for kind, into in zip(Given._fields, given, strict=True):
            if old in getattr(a, kind) and new in getattr(b, kind):
                if new in into.values():
                    raise ComparisonError(f"two parts of the first robot are mapped to {new!r}")
                into[old] = new
                found = True
        if not found:
            raise ComparisonError(_unmapped(a, b, old, new))
    return given


def _unmapped(a: Robot, b: Robot, old: str, new: str) -> str:
    for which, robot, name in (("first", a, old), ("second", b, new)):
        known = [n for kind in Given._fields for n in getattr(robot, kind).names]
        if name not in known:
            close = did_you_mean(name, known)
            return f"the {which} robot has no part named {name!r}{close}"
    return f"{old!r} and {new!r} are parts of different kinds"


def named_pairs(a: Sequence[str], b: Sequence[str], given: Mapping[str, str]) -> dict[str, str]:
    """The parts that the caller maps and those of equal name."""
    pairs = dict(given)
    taken = set(given.values())
    known = set(b)
    for name in a:
        if name not in pairs and name in known and name not in taken:
            pairs[name] = name
    return pairs


def match(a: Side, b: Side, given: Given) -> Match:
    """Match what has a name in common, then what has its place in common."""
    return _Matcher(a, b, given).run()


class _Matcher:
    def __init__(self, a: Side, b: Side, given: Given) -> None:
        self.a, self.b, self.given = a, b, given
        self.bodies: dict[int, int] = {}
        self.taken: set[int] = set()
        self.links = named_pairs(a.robot.links.names, b.robot.links.names, given.links)
        between_a, between_b = a.edges, b.edges
        between = {x: y for x, y in given.joints.items() if x in between_a and y in between_b}
        self.joints = named_pairs(tuple(between_a), tuple(between_b), between)
        self.taken_joints = set(self.joints.values())
        self.guessed: set[str] = set()
        """Joints of the first robot whose counterpart might be another one as well."""
        shapes: dict[object, int] = {}
        self.shape_a, self.shape_b = _shapes(a, shapes), _shapes(b, shapes)

    def run(self) -> Match:
        self._bodies_by_links()
        self._bodies_by_joints()
        self._pair(0, 0)
        for number in range(len(self.a.bodies)):  # parents come first
            if number in self.bodies:
                self._match_below(number, self.bodies[number])
        self._links_by_place()
        loops = self._constraints("loops", self.given.loops)
        couplings = self._constraints("couplings", self.given.couplings)
        return Match(
            self.bodies, self.links, self.joints, loops, couplings, self._renamed(loops, couplings)
        )

    def _pair(self, one: int, two: int) -> bool:
        if one in self.bodies or two in self.taken:
            return False
        self.bodies[one] = two
        self.taken.add(two)
        return True

    def _bodies_by_links(self) -> None:
        """Two bodies belong together when they share more links than with any other."""
        votes: dict[tuple[int, int], int] = {}
        for one, two in self.links.items():
            key = self.a.body_of[one], self.b.body_of[two]
            votes[key] = votes.get(key, 0) + 1
        for one, two in sorted(votes, key=lambda key: (-votes[key], key)):
            self._pair(one, two)

    def _bodies_by_joints(self) -> None:
        """The ends of a joint that both have belong together, where the other ends do."""
        between_a, between_b = self.a.edges, self.b.edges
        for one, two in self.joints.items():
            (parent_a, child_a), (parent_b, child_b) = between_a[one], between_b[two]
            swapped = self.bodies.get(parent_a) == child_b
            self._pair(child_a, parent_b if swapped else child_b)

    def _match_below(self, one: int, two: int) -> None:
        """Match the joints that hang on two bodies and have no counterpart yet."""
        taken = self.taken_joints
        left = [j for j in self.a.children[one] if j.name not in self.joints]
        right = [j for j in self.b.children[two] if j.name not in taken]
        if not left or not right:
            return
        for j, k in self._likeliest(left, right):
            if j.name in self.joints or k.name in taken:
                continue
            child_a, child_b = self.a.body_of[j.child], self.b.body_of[k.child]
            if self.bodies.get(child_a, child_b) != child_b:
                continue  # its child is another body's counterpart
            if child_a not in self.bodies and child_b in self.taken:
                continue
            self.joints[j.name] = k.name
            taken.add(k.name)
            self._pair(child_a, child_b)
            choice = any(other is not k and self._alike(j, other) for other in right)
            if choice and not self._same_place(j, k):
                self.guessed.add(j.name)

    def _alike(self, j: Joint, k: Joint) -> bool:
        """Whether two joints are of one type, with the same kinds of joints below them."""
        below = self.shape_a[self.a.body_of[j.child]], self.shape_b[self.b.body_of[k.child]]
        return j.type == k.type and below[0] == below[1]

    def _same_place(self, j: Joint, k: Joint) -> bool:
        return bool(np.abs(_placed(self.a, j) - _placed(self.b, k)).max() < COMPARE_LENGTH)

    def _likeliest(self, left: list[Joint], right: list[Joint]) -> Iterable[tuple[Joint, Joint]]:
        """Pairs of joints, the most alike first: by their subtrees, their types, their places."""
        if len(left) * len(right) > _MOST_PAIRS:
            return zip(left, right, strict=False)
        frames = [
            np.array([_placed(side, j) for j in joints])
            for side, joints in ((self.a, left), (self.b, right))
        ]
        far = np.abs(frames[0][:, None] - frames[1][None]).max(axis=2)
        below = [
            [shape[side.body_of[j.child]] for j in joints]
            for side, shape, joints in (
                (self.a, self.shape_a, left),
                (self.b, self.shape_b, right),
            )
        ]
        cost = [
            (below[0][x] != below[1][y], j.type != k.type, far[x, y], x, y)
            for x, j in enumerate(left)
            for y, k in enumerate(right)
        ]
        return ((left[x], right[y]) for *_, x, y in sorted(cost))

    def _links_by_place(self) -> None:
        """In bodies that belong together: the top links, then those in the same place."""
        taken = set(self.links.values())
        for one, two in self.bodies.items():
            left = [n for n in self.a.bodies[one].links if n not in self.links]
            right = [n for n in self.b.bodies[two].links if n not in taken]
            tops = self.a.bodies[one].top, self.b.bodies[two].top
            if tops[0] in left and tops[1] in right:
                self.links[tops[0]] = tops[1]
                left.remove(tops[0])
                right.remove(tops[1])
            anchor = anchors(self.a, self.b, one, two, self.links)
            for name in left:
                frame = on_anchor(self.a, name, anchor[0])
                for other in right:
                    if np.abs(frame - on_anchor(self.b, other, anchor[1])).max() < COMPARE_LENGTH:
                        self.links[name] = other
                        right.remove(other)
                        break

    def _constraints(self, kind: str, given: Mapping[str, str]) -> dict[str, str]:
        """Loops or couplings: by name, then by the bodies that they connect."""
        own, others = getattr(self.a.robot, kind), getattr(self.b.robot, kind)
        pairs = named_pairs(own.names, others.names, given)
        taken = set(pairs.values())
        for part in own:
            if part.name in pairs:
                continue
            ends = {self.bodies.get(self.a.body_of[e]) for e in (part.predecessor, part.successor)}
            for other in others:
                if other.name in taken:
                    continue
                if ends == {self.b.body_of[e] for e in (other.predecessor, other.successor)}:
                    pairs[part.name] = other.name
                    taken.add(other.name)
                    break
        return pairs

    def _renamed(
        self, loops: Mapping[str, str], couplings: Mapping[str, str]
    ) -> tuple[Renamed, ...]:
        found: list[Renamed] = []
        for kind, pairs, given in (
            ("link", self.links, self.given.links),
            ("joint", self.joints, self.given.joints),
            ("loop", loops, self.given.loops),
            ("coupling", couplings, self.given.couplings),
        ):
            found += [
                Renamed(kind, x, y, x in given, self._is_guess(kind, x))
                for x, y in pairs.items()
                if x != y
            ]
        return tuple(found)

    def _is_guess(self, kind: str, name: str) -> bool:
        """Whether a joint, or the joint that a link hangs on, was matched by a guess."""
        if kind == "link" and name in self.a.body_of:
            parent = self.a.bodies[self.a.body_of[name]].parent
            return parent is not None and parent.name in self.guessed
        return kind == "joint" and name in self.guessed


def anchors(a: Side, b: Side, one: int, two: int, links: Mapping[str, str]) -> tuple[str, str]:
    """The first link of two bodies that both robots have; the top ones where there is none."""
    for name in a.bodies[one].links:
        other = links.get(name)
        if other is not None and b.body_of[other] == two:
            return name, other
    return a.bodies[one].top, b.bodies[two].top


def on_anchor(side: Side, link: str, anchor: str) -> NDArray[np.float64]:
    """A link seen from another link of its body."""
    return np.linalg.inv(side.frame(anchor)) @ side.frame(link)


def _placed(side: Side, joint: Joint) -> NDArray[np.float64]:
    """Where a joint is on the body that it hangs on, and which way its axis points there."""
    T = side.frame(joint.parent) @ joint.origin.matrix()
    axis = T[:3, :3] @ np.array(joint.axis) if joint.kind.axes else np.zeros(3)
    return np.concatenate([T.ravel(), axis / (float(np.linalg.norm(axis)) or 1.0)])


def _shapes(side: Side, known: dict[object, int]) -> list[int]:
    """A number for the shape of every subtree: equal ones have equal joint types below them."""
    numbers = [0] * len(side.bodies)
    for body in reversed(side.bodies):
        below = sorted((j.type, numbers[side.body_of[j.child]]) for j in side.children[body.number])
        numbers[body.number] = known.setdefault(tuple(below), len(known))
    return numbers

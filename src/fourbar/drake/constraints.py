"""Drake's constraints and collision filters as elements, in both of its spellings.

URDF has values in attributes (`<drake:ball_constraint_p_AP value="0 0 1"/>`), SDFormat as text
(`<drake:ball_constraint_p_AP>0 0 1</drake:ball_constraint_p_AP>`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..markup import number, numbers
from ..robot import CollisionPair
from ..transfer.closures import PointPair
from ..xml.node import Node

NAMESPACE = "http://drake.mit.edu"
_STIFF = 1e300
"""[N m/rad or N/m] As good as rigid: Drake 1.51 wants a number here, and does not read `inf`."""


class Spelling:
    """How a file has values, and what it calls things; URDF's is this one."""

    def leaf(self, tag: str, attribute: str, value: str) -> Node:
        """An element with one value, which is in an attribute."""
        return Node(tag, {attribute: value})

    def link(self, link: str) -> str:
        """The name of a link in the file."""
        return link

    def name(self, wanted: str) -> str:
        """A name for something that is added."""
        return wanted


def ball_nodes(balls: Iterable[PointPair], spelling: Spelling) -> Iterator[Node]:
    """`<drake:ball_constraint>`s."""
    for ball in balls:
        node = Node("drake:ball_constraint", {"name": spelling.name(ball.name)})
        for side, link in (("A", ball.predecessor), ("B", ball.successor)):
            tag = f"drake:ball_constraint_body_{side}"
            node.add(spelling.leaf(tag, "name", spelling.link(link)))
        for point, pose in (("AP", ball.on_predecessor), ("BQ", ball.on_successor)):
            values = numbers(value + 0.0 for value in pose.xyz)
            node.add(spelling.leaf(f"drake:ball_constraint_p_{point}", "value", values))
        yield node


def tendon_node(
    name: str, terms: Iterable[tuple[str, float]], constant: float, spelling: Spelling
) -> Node:
    """The sum of factor * position over the joints, plus the constant, is zero."""
    node = Node("drake:tendon_constraint", {"name": spelling.name(name)})
    for joint, factor in terms:
        attributes = {"name": joint, "a": number(factor)}
        node.add(Node("drake:tendon_constraint_joint", attributes))
    for word, value in (
        ("offset", constant + 0.0),
        ("lower_limit", 0.0),
        ("upper_limit", 0.0),
        ("stiffness", _STIFF),
        ("damping", 0.0),
    ):
        node.add(spelling.leaf(f"drake:tendon_constraint_{word}", "value", number(value)))
    return node


def filter_nodes(pairs: Iterable[CollisionPair], spelling: Spelling) -> Iterator[Node]:
    """A `<drake:collision_filter_group>` per link, with the groups that it may overlap."""
    partners: dict[str, list[str]] = {}
    for pair in pairs:
        one, two = pair.link1, pair.link2
        partners.setdefault(two, [])
        if two not in partners.setdefault(one, []) and one not in partners[two]:
            partners[one].append(two)
    groups = {link: spelling.name(f"{link}:filter") for link in partners}
    for link, others in partners.items():
        node = Node("drake:collision_filter_group", {"name": groups[link]})
        node.add(spelling.leaf("drake:member", "link", spelling.link(link)))
        for other in others:
            tag = "drake:ignored_collision_filter_group"
            node.add(spelling.leaf(tag, "name", groups[other]))
        yield node

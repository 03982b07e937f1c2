"""What Drake adds to SDFormat: points that meet, tendons and collision filters."""

from __future__ import annotations

from ..record import replace
from ..robot import CollisionPair, ContactExtension, Coupling, Joint, Mimic, Robot, Vector3
from ..robot.coupled import coupling_of
from ..transfer.error import TransferError
from ..transfer.missing import Missing
from ..transfer.raising import Meeting, raised_light_bodies, raised_points
from ..xml.tree import Element
from .frames import Frames, floats
from .models import child_of

BALL, TENDON = "drake:ball_constraint", "drake:tendon_constraint"
GROUP = "drake:collision_filter_group"
_MOST_PAIRS = 200_000
TAGS = frozenset((BALL, TENDON, GROUP))


def with_drake(robot: Robot, elements: list[Element], frames: Frames, missing: Missing) -> Robot:
    """The robot with what Drake's elements of its model are; what is nothing of ours is counted."""
    balls = [element for element in elements if element.tag == BALL]
    loops = raised_points(
        _meeting(number, element, robot, frames) for number, element in enumerate(balls, 1)
    )
    robot = robot.replace(loops=(*robot.loops, *loops))
    for number, element in enumerate((e for e in elements if e.tag == TENDON), 1):
        robot = _tied(robot, element, number, frames, missing)
    pairs = _pairs([element for element in elements if element.tag == GROUP], frames)
    if pairs:
        robot = robot.with_extension(ContactExtension(pairs))
    return raised_light_bodies(robot)


def follows(element: Element) -> Mimic | None:
    """The `<drake:mimic>` of a joint."""
    mimic = child_of(element, "drake:mimic")
    if mimic is None:
        return None
    values = [mimic.attributes.get(word, "0") for word in ("multiplier", "offset")]
    multiplier, offset = (_one("drake:mimic", text) for text in values)
    return Mimic(mimic.attributes.get("joint", ""), multiplier, offset)


def _meeting(number: int, element: Element, robot: Robot, frames: Frames) -> Meeting:
    ends = [frames.text(element, f"{BALL}_body_{side}") for side in "AB"]
    for link in ends:
        if link not in robot.links:
            raise TransferError(f"<{BALL}>: link '{link}' does not exist")
    points: list[Vector3] = []
    for tag in (f"{BALL}_p_AP", f"{BALL}_p_BQ"):
        values = floats(frames.text(element, tag))
        if len(values) != 3:
            raise TransferError(f"<{tag}> has 3 numbers, got {len(values)}")
        points.append((values[0], values[1], values[2]))
    name = element.attributes.get("name") or f"ball_constraint_{number}"
    return Meeting(name, ends[0], ends[1], points[0], points[1])


def _one(tag: str, text: str) -> float:
    values = floats(text)
    if len(values) != 1:
        raise TransferError(f"<{tag}> must be one number, got '{text[:40]}'")
    return values[0]


def _tied(robot: Robot, element: Element, number: int, frames: Frames, missing: Missing) -> Robot:
    """With a tendon without play as a mimic or coupling."""
    terms: dict[str, float] = {}
    for child in element.children:
        if child.tag == f"{TENDON}_joint":
            joint = child.attributes.get("name", "")
            if joint not in robot.joints:
                raise TransferError(f"<{TENDON}>: joint '{joint}' does not exist")
            terms[joint] = terms.get(joint, 0.0) + _one(child.tag, child.attributes.get("a", ""))
    texts = [
        frames.text(element, f"{TENDON}_{word}")
        for word in ("offset", "lower_limit", "upper_limit")
    ]
    offset, lower, upper = (_one(TENDON, text) if text else None for text in texts)
    name = element.attributes.get("name") or f"tendon_constraint_{number}"
    found: Joint | Coupling | None = None
    if lower is not None and lower == upper and all(terms.values()):
        found = _relation(name, terms, lower - (offset or 0.0), robot)
    if found is None:
        missing.add("tendon constraints that are not couplings", frames.model.place(element))
        return robot
    return robot.update(found) if isinstance(found, Joint) else robot.add(found)


def _relation(
    name: str, terms: dict[str, float], constant: float, robot: Robot
) -> Joint | Coupling | None:
    """What makes the sum of the terms equal to a constant."""
    if len(terms) != 2:
        return None if constant else coupling_of(name, terms, robot)
    (follower, a), (leader, b) = terms.items()
    joint = robot.joints[follower]
    if joint.mimic is not None:
        return None
    return replace(joint, mimic=Mimic(leader, -b / a, constant / a))


def _pairs(elements: list[Element], frames: Frames) -> tuple[CollisionPair, ...]:
    """The links of groups that may overlap, each pair once."""
    members: dict[str, list[str]] = {}
    for element in elements:
        inner = [child for child in element.children if child.tag == "drake:member"]
        members[element.attributes.get("name", "")] = [frames.own_text(child) for child in inner]
    found: dict[tuple[str, str], CollisionPair] = {}
    for element in elements:
        own = members[element.attributes.get("name", "")]
        for child in element.children:
            if child.tag != "drake:ignored_collision_filter_group":
                continue
            for one in own:
                for two in members.get(frames.own_text(child), ()):
                    if one != two and (two, one) not in found:
                        found[one, two] = CollisionPair(one, two)
                if len(found) > _MOST_PAIRS:
                    most = f"{_MOST_PAIRS:,} pairs of links"
                    raise TransferError(f"the groups of <{GROUP}> name more than {most}")
    return tuple(found.values())

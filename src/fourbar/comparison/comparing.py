"""Compare two robots: what moves, weighs, bounds and looks otherwise, and where it is written."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING

from .. import rules
from ..diagnostics import PartPath, Severity, unknown
from ..graph import GraphError
from ..mechanics import ModelError
from ..robot import Robot, RobotError
from .closures import compare_loops
from .contacts import compare_contacts
from .difference import (
    CATEGORIES,
    Category,
    Comparison,
    ComparisonError,
    Difference,
    Place,
    Renamed,
    Tolerances,
)
from .expanding import Expanded, expand
from .masses import compare_masses
from .matching import Given, Match, given_names, match, named_pairs
from .motion import Agreement, compare_frames, compare_joints, compare_poses, open_poses
from .ratings import compare_ratings
from .relations import compare_mobility, compare_relations
from .shapes import ShapeComparer
from .side import Side
from .surfaces import Surfaces

if TYPE_CHECKING:
    from ..formats import Source
    from ..packages import StrPath

_NO_NAMES: Mapping[str, str] = {}
_DEFAULT = Tolerances()
_MOST_POSES = 100_000
_OPEN = 6
"""Open configurations for comparing joints; a motion that differs shows in the first."""


def compare(
    a: Robot | Source,
    b: Robot | Source,
    *,
    names: Mapping[str, str] = _NO_NAMES,
    tolerances: Tolerances = _DEFAULT,
    ignore: Collection[Category] = (),
    strict_names: bool = False,
    poses: int = 20,
    seed: int = 0,
    packages: Mapping[str, StrPath] | None = None,
) -> Comparison:
    """What two robots, or two files of any readable format, do not share physically.

    Two descriptions are equal where they describe the same mechanism: how it is indented, in which
    order, on which of several links that fixed joints join a mass or a shape is written, and how
    parts are called does not count. Every difference has its place in both files.

    Parameters
    ----------
    a, b
        The robots, or the files that they are in.
    names
        Parts of the first robot and what they are called in the second. Equal names belong
        together; what is left is matched by structure and place.
    tolerances
        How far numbers may differ.
    ignore
        Categories not to look at, such as "color".
    strict_names
        Count other names, and links that only one of the robots has, as differences.
    poses
        How many random configurations, loops closed, to compare all links at.
    seed
        For the random configurations.
    packages
        Package names and their folders, for mesh files.

    Raises
    ------
    ComparisonError
        Where one of them is not one connected mechanism, or `names` has a name that no part has;
        for a negative seed, and for fewer than 0 or more than 100,000 poses.
    LoadError
        Where a file contains no robot.
    """
    for category in ignore:
        if category not in CATEGORIES:
            raise ValueError(unknown("category", str(category), CATEGORIES).message)
    if not 0 <= poses <= _MOST_POSES:
        raise ComparisonError(f"poses must be from 0 to {_MOST_POSES:,}, got {poses:,}")
    if seed < 0:
        raise ComparisonError(f"seed must not be negative, got {seed}")
    one, two = (_robot(source, packages) for source in (a, b))
    given = given_names(one, two, names)
    left, right = _sides(expand(one, two), expand(two, one), given)
    found = match(left, right, given)
    renamed = _renamed(one, two, found)
    notes: list[str] = []
    differences = [
        *_structure(left, right, found),
        *_mechanism(left, right, found, tolerances, seed),
    ]
    freedom, difference = compare_mobility(left, right, notes)
    differences += [] if difference is None else [difference]
    surfaces = Surfaces(one, two, packages, tolerances.surface)
    shapes = ShapeComparer(left, right, found, tolerances, surfaces)
    for group in ("visual", "collision"):
        if group not in ignore:
            differences += shapes.compare(group)
    differences += compare_contacts(left, right, found)
    agreement = compare_poses(left, right, found, count=poses, seed=seed) if poses else None
    if isinstance(agreement, str):
        notes.append(agreement)
        agreement = None
    if agreement is not None:
        differences += _poses(left, right, found, agreement, differences, tolerances)
    notes += _planar(one, two)
    notes += _controllers(one, two)
    if surfaces.unread:
        notes.append(_unread(sorted(surfaces.unread)))
    notes += _left_out(one, two)
    only_a = tuple(n for n in one.links.names if n not in found.links)
    there = set(found.links.values())
    only_b = tuple(n for n in two.links.names if n not in there)
    if strict_names:
        differences += _names(left, right, renamed, only_a, only_b)
    order = {category: i for i, category in enumerate(CATEGORIES)}
    kept = [d for d in differences if d.category not in ignore]
    return Comparison(
        one.name,
        two.name,
        tuple(sorted(kept, key=lambda d: order[d.category])),
        renamed,
        only_a,
        only_b,
        {
            "links": len(found.links),
            "bodies": len(found.bodies),
            "joints": len(found.joints),
            "loops": len(found.loops),
        },
        0 if agreement is None else agreement.configurations,
        None if agreement is None else agreement.far,
        None if agreement is None else agreement.turn,
        freedom,
        tuple(notes),
    )


def _mechanism(
    a: Side, b: Side, found: Match, tolerances: Tolerances, seed: int
) -> Iterator[Difference]:
    """How joints move and what bounds them, what closes loops, what links weigh."""
    at = open_poses(a, b, found, count=_OPEN, seed=seed)
    yield from compare_joints(a, b, found, at, tolerances)
    yield from compare_frames(a, b, found, tolerances)
    yield from compare_ratings(a, b, found, tolerances)
    yield from compare_loops(a, b, found, tolerances, seed)
    yield from compare_relations(a, b, found, tolerances)
    yield from compare_masses(a, b, found, tolerances)


def _left_out(a: Robot, b: Robot) -> list[str]:
    """What readers warned of and left out, where the two files do not have as much of it."""
    one, two = (_warned(robot) for robot in (a, b))
    return [
        f"not compared: {what} ({one.get(what, 0)} in the first robot, {two.get(what, 0)} in the "
        "second)"
        for what in dict.fromkeys((*one, *two))
        if one.get(what, 0) != two.get(what, 0)
    ]


def _warned(robot: Robot) -> dict[str, int]:
    found = None if robot.source is None else robot.source.found
    return {
        str(finding.facts["what"]): int(str(finding.facts["count"]))
        for finding in (() if found is None else found.report)
        if finding.rule is rules.formats.PART_NOT_MODELLED
        and finding.severity is Severity.WARNING
        and "count" in finding.facts
    }


def _planar(a: Robot, b: Robot) -> list[str]:
    """What a description leaves open about planar joints."""
    planar = any(joint.kind.wide is not None for robot in (a, b) for joint in robot.joints)
    return ["planar joints are compared as joints that also turn"] if planar else []


def _controllers(a: Robot, b: Robot) -> list[str]:
    """Elements for controllers, which most formats have no place for."""
    notes: list[str] = []
    for element, what in (("safety_controller", "soft limits"), ("calibration", "calibrations")):
        one, two = (
            sum(getattr(joint, element) is not None for joint in robot.joints) for robot in (a, b)
        )
        if one != two:
            counts = f"{one} in the first robot, {two} in the second"
            notes.append(f"{what} are compared only where both have them ({counts})")
    return notes


def _unread(names: list[str]) -> str:
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f"mesh files that cannot be read were compared by name: {', '.join(names[:3])}{more}"


def _robot(source: Robot | Source, packages: Mapping[str, StrPath] | None) -> Robot:
    if isinstance(source, Robot):
        return source
    from ..formats import load

    return load(source, packages=packages, lossless=False)


def _sides(one: Expanded, two: Expanded, given: Given) -> tuple[Side, Side]:
    """Both robots as bodies; a joint that only one of them fixes is between bodies in both."""
    a, b = one.robot, two.robot
    pairs = named_pairs(a.joints.names, b.joints.names, given.joints)
    moving = [(x, y) for x, y in pairs.items() if a.joints[x].kind.moves or b.joints[y].kind.moves]
    sides: list[Side] = []
    for which, (robot, origins) in enumerate((one, two)):
        number = ("first", "second")[which]
        try:
            side = Side(robot, cuts={pair[which] for pair in moving}, origins=origins)
            _ = side.model
        except (GraphError, ModelError, RobotError) as error:
            raise ComparisonError(f"the {number} robot cannot be compared: {error}") from error
        sides.append(side)
    return sides[0], sides[1]


def _structure(a: Side, b: Side, found: Match) -> Iterator[Difference]:
    """Joints and loops that only one of the robots has, and joints between other bodies."""
    for side, matched, which in (
        (a, set(found.joints), "first"),
        (b, set(found.joints.values()), "second"),
    ):
        for name in side.edges:
            if name not in matched:
                joint = side.robot.joints[name]
                place = side.place(PartPath("joint", name), joint.type)
                yield _only(side is a, f"joint '{name}'", place, which)
        loops = set(found.loops) if side is a else set(found.loops.values())
        for loop in side.robot.loops:
            if loop.name not in loops:
                place = side.place(PartPath("loop", loop.name), loop.type)
                yield _only(side is a, f"loop '{loop.name}'", place, which, "loop")
    yield from _elsewhere(a, b, found)


def _only(
    first: bool, subject: str, place: Place, which: str, category: Category = "structure"
) -> Difference:
    ends = (place, None) if first else (None, place)
    return Difference(category, subject, f"is only in the {which} robot", *ends)


def _elsewhere(a: Side, b: Side, found: Match) -> Iterator[Difference]:
    """Joints of both robots whose ends are not the same bodies."""
    own, others = a.edges, b.edges
    for name, other in found.joints.items():
        ends = [found.bodies.get(n) for n in own[name]]
        its = list(others[other])
        if None not in ends and ends not in (its, its[::-1]):
            j, k = a.robot.joints[name], b.robot.joints[other]
            first = a.place(PartPath("joint", name), f"{j.parent} -> {j.child}")
            second = b.place(PartPath("joint", other), f"{k.parent} -> {k.child}")
            yield Difference("structure", f"joint '{name}'", "links", first, second)


def _poses(
    a: Side,
    b: Side,
    found: Match,
    agreement: Agreement,
    differences: list[Difference],
    tolerances: Tolerances,
) -> Iterator[Difference]:
    """A difference of poses that nothing found so far explains."""
    depth = 1 + len(found.bodies)
    explained = any(
        d.category in ("structure", "type", "origin", "axis", "frame", "loop", "mimic", "coupling")
        for d in differences
    )
    far = agreement.far > 4.0 * depth * tolerances.length
    turned = agreement.turn > 4.0 * depth * tolerances.angle
    if explained or agreement.link is None or not (far or turned or agreement.note):
        return
    link = agreement.link
    first = a.place(PartPath("link", link))
    second = b.place(PartPath("link", found.links[link]))
    what = agreement.note or "pose over random configurations"
    yield Difference("pose", f"link '{link}'", what, first, second, "m", agreement.far)


def _renamed(a: Robot, b: Robot, found: Match) -> tuple[Renamed, ...]:
    """The parts with other names; links within a chain of joints that was made here have none."""
    return tuple(
        part
        for part in found.renamed
        if part.kind != "link" or (part.a in a.links and part.b in b.links)
    )


def _names(
    a: Side,
    b: Side,
    renamed: tuple[Renamed, ...],
    only_a: tuple[str, ...],
    only_b: tuple[str, ...],
) -> Iterator[Difference]:
    for part in renamed:
        first = a.place(PartPath(part.kind, part.a), part.a)
        second = b.place(PartPath(part.kind, part.b), part.b)
        yield Difference("name", f"{part.kind} '{part.a}'", "name", first, second)
    for name in only_a:
        place = a.place(PartPath("link", name))
        yield Difference("name", f"link '{name}'", "is only in the first robot", place, None)
    for name in only_b:
        place = b.place(PartPath("link", name))
        yield Difference("name", f"link '{name}'", "is only in the second robot", None, place)

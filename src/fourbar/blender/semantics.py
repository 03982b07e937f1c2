"""The SRDF file of a scene's robot: groups, states and disabled collisions, edited as text.

The text has the names that parts were imported with, as the description has; an export gives it the
names of the scene. All that is not edited stays byte for byte as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations

from ..diagnostics import Report
from ..formats import LoadError
from ..markup import attributes, numbers
from ..record import record, replace
from ..robot import Robot, RobotError
from ..urdf.rename_srdf import renamed_srdf
from ..urdf.semantics import Semantics, references
from ..urdf.srdf import parse_srdf, read_states
from ..xml.edits import Editor, Edits, apply_edits
from ..xml.tree import Document, Element
from .names import free_name
from .reading import SceneRobot

Values = Mapping[str, tuple[float, ...]]

_EVERY_JOINT = "all"
"""The group of the states that are saved in Blender, where no other has the same joints."""


@record
class SrdfParts:
    """What a panel shows of an SRDF file: names of groups, labels of states, pairs of links."""

    groups: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()


@record
class WrittenSrdf:
    """An SRDF file as it is exported, and how many references to parts that are gone it lost."""

    data: bytes
    dropped: int


def new_srdf(robot: str) -> bytes:
    """A file that has nothing in it yet."""
    return f'<?xml version="1.0"?>\n<robot{attributes({"name": robot})}>\n</robot>\n'.encode()


@lru_cache(maxsize=8)
def srdf_parts(data: bytes) -> SrdfParts:
    """What is in a file; nothing where it is none."""
    document = parse_srdf(data, file="", report=Report())
    if document is None:
        return SrdfParts()
    found = Semantics(document)
    states = [(e.attributes.get("group"), e.attributes.get("name", "")) for e in _states(found)]
    return SrdfParts(
        tuple(found.groups),
        tuple(name if group is None else f"{group}/{name}" for group, name in states),
        tuple(map(_links, found.all("disable_collisions"))),
    )


def checked_srdf(data: bytes, file: str) -> bytes:
    """The same bytes; LoadError where they are no SRDF file."""
    _parsed(data, file)
    return data


def with_semantics(found: SceneRobot, data: bytes | None) -> Robot:
    """The robot of a scene with the states and the disabled collisions of its file."""
    if data is None or parse_srdf(data, file="", report=Report()) is None:
        return found.robot
    document = _parsed(renamed_semantics(data, found))
    return read_states(document, found.robot, report=Report())


def renamed_semantics(data: bytes, found: SceneRobot, robot: str | None = None) -> bytes:
    """The text with the names that links and joints have in the scene, and with this robot's."""
    document = _parsed(data)
    links, joints = (scene_names(found, kind) for kind in ("link", "joint"))
    own = document.root.attributes.get("name", found.robot.name)
    return renamed_srdf(document, robot=robot or own, links=links, joints=joints)


def source_names(found: SceneRobot, kind: str, names: Iterable[str]) -> list[str]:
    """The names that parts of the scene have in the text; ValueError where one is another's."""
    own = {new: old for (k, new), old in found.renamed.items() if k == kind}
    taken = set(own.values())
    written: list[str] = []
    for name in names:
        if name not in own and name in taken:
            raise ValueError(f"'{name}' was the name of another {kind}; use a third name")
        written.append(own.get(name, name))
    return written


def scene_names(found: SceneRobot, kind: str) -> dict[str, str]:
    """The names that renamed parts have in the scene, by those in the text."""
    return {old: new for (k, new), old in found.renamed.items() if k == kind}


def as_written_in(robot: Robot, found: SceneRobot) -> SceneRobot:
    """The scene without the new names that another text of its robot does not have."""
    parts = {"link": robot.links, "joint": robot.joints}
    kept = {
        (kind, new): old
        for (kind, new), old in found.renamed.items()
        if kind in parts and new in parts[kind] and old not in parts[kind]
    }
    return replace(found, renamed=kept)


# Edits


def with_pairs(data: bytes, links: Sequence[str], reason: str) -> bytes:
    """Collisions between all of these links are switched off; pairs that are so already stay."""
    known = {frozenset(pair) for pair in srdf_parts(data).pairs}
    lines = [
        _tag("disable_collisions", link1=one, link2=two, reason=reason)
        for one, two in combinations(links, 2)
        if frozenset((one, two)) not in known
    ]
    return _appended(data, lines)


def without_pairs(data: bytes, links: Iterable[str]) -> bytes:
    """Collisions between these links are looked at again."""
    chosen = set(links)
    document = _parsed(data)
    gone = [e for e in Semantics(document).all("disable_collisions") if set(_links(e)) <= chosen]
    return _without(document, gone)


def with_group(data: bytes, name: str, joints: Iterable[str], links: Iterable[str] = ()) -> bytes:
    """A new group of joints and links; ValueError where the name is taken."""
    if name in srdf_parts(data).groups:
        raise ValueError(f"duplicate group '{name}'")
    return _appended(data, _group_lines(name, joints, links))


def without_group(data: bytes, name: str) -> bytes:
    """The file without a group, its states and end effectors, and all that refers to it.

    ValueError where there is none of that name.
    """
    document = _parsed(data)
    found = Semantics(document)
    if name not in found.groups:
        raise ValueError(f"group '{name}' does not exist")
    groups = [e for e in found.all("group") if e.attributes.get("name") == name]
    others = [e for e in found.all("group") if e not in groups]
    parts = [e for other in others for e in other.children if e.tag == "group"]
    ends = found.all("end_effector")
    gone = [
        *groups,
        *(e for e in parts if e.attributes.get("name") == name),
        *(e for e in (*_states(found), *ends) if e.attributes.get("group") == name),
    ]
    editor = Editor(document)
    orphans = [e for e in ends if e.attributes.get("parent_group") == name and e not in gone]
    return _without(document, gone, *(editor.remove_attribute(e, "parent_group") for e in orphans))


# Exports


def write_semantics(
    data: bytes | None, base: Robot, found: SceneRobot, saved: Mapping[str, Values]
) -> WrittenSrdf:
    """The SRDF file of a scene.

    Parameters
    ----------
    data
        The file that was imported or begun in Blender; None where there is none.
    base
        The robot that was imported: what is missing in the scene is gone.
    saved
        The configurations that were saved in Blender, by joints of the scene.
    """
    robot = found.robot
    if data is None and not saved:
        raise RobotError(
            f"'{robot.name}' has no named configurations, groups or disabled collisions, which are "
            "all that an .srdf file holds"
        )
    links, joints = (scene_names(found, kind) for kind in ("link", "joint"))
    begun = new_srdf(robot.name) if data is None else data
    # Many files have another robot's name than the description: that stays until it is changed.
    name = None if robot.name == base.name else robot.name
    document = _parsed(renamed_semantics(begun, found, name))
    gone = {
        "link": {links.get(n, n) for n in base.links.names} - set(robot.links.names),
        "joint": {joints.get(n, n) for n in base.joints.names} - set(robot.joints.names),
    }
    lost = list(_lost(Semantics(document), gone))
    data = _without(document, lost)
    dropped = len(lost)
    for name, values in saved.items():
        positions = {joint: value for joint, value in values.items() if joint in robot.joints}
        dropped += len(values) - len(positions)
        if positions:
            data = _with_state(data, robot, name, positions)
    return WrittenSrdf(data, dropped)


def _lost(found: Semantics, gone: Mapping[str, set[str]]) -> Iterator[Element]:
    """What names a part that is gone."""
    for kind, names in gone.items():
        for element, attribute, _ in references(found, kind):
            if element.attributes.get(attribute) in names:
                yield element
    for state in _states(found):
        yield from (e for e in state.children if e.attributes.get("name") in gone["joint"])
    for element in found.all("joint_property"):
        if element.attributes.get("joint_name") in gone["joint"]:
            yield element


def _with_state(data: bytes, robot: Robot, name: str, positions: Values) -> bytes:
    """A state of all its joints, in the group that has them; one of that name is replaced."""
    found = Semantics(_parsed(data))
    group = next((g for g in found.groups if _moving(found, g, robot) == set(positions)), None)
    if group is None:
        group = free_name(_EVERY_JOINT, found.groups)
        data = _appended(data, _group_lines(group, positions, ()))
    document = _parsed(data)
    wanted = (name, group)
    before = [
        e
        for e in _states(Semantics(document))
        if (e.attributes.get("name"), e.attributes.get("group")) == wanted
    ]
    lines = [f"<group_state{attributes({'name': name, 'group': group})}>"]
    lines += [
        f"  {_tag('joint', name=joint, value=numbers(value))}" for joint, value in positions.items()
    ]
    return _appended(_without(document, before), [*lines, "</group_state>"])


def _moving(found: Semantics, group: str, robot: Robot) -> set[str]:
    """The joints of a group that have a position; a chain has fixed ones too."""
    return {name for name in found.joints_of(group, robot) if robot.joints[name].kind.moves}


def _group_lines(name: str, joints: Iterable[str], links: Iterable[str]) -> list[str]:
    inside = [f"  {_tag('joint', name=joint)}" for joint in joints]
    inside += [f"  {_tag('link', name=link)}" for link in links]
    return [f"<group{attributes({'name': name})}>", *inside, "</group>"]


def _tag(tag: str, **values: str) -> str:
    return f"<{tag}{attributes(values)}/>"


def _appended(data: bytes, lines: Sequence[str]) -> bytes:
    if not lines:
        return data
    document = _parsed(data)
    return apply_edits(data, Editor(document).append_child(document.root, *lines))


def _without(document: Document, elements: Iterable[Element], *others: Edits) -> bytes:
    editor = Editor(document)
    edits: list[Edits] = [editor.remove_element(e) for e in {e.start: e for e in elements}.values()]
    several = (*edits, *others)
    return apply_edits(document.text.data, (edit for each in several for edit in each))


def _states(found: Semantics) -> list[Element]:
    return found.all("group_state")


def _links(element: Element) -> tuple[str, str]:
    return element.attributes.get("link1", ""), element.attributes.get("link2", "")


def _parsed(data: bytes, file: str = "robot.srdf") -> Document:
    report = Report()
    document = parse_srdf(data, file=file, report=report)
    if document is None:
        raise LoadError(report)
    return document

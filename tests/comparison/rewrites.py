"""Other ways of writing the same robot: indentation, order, numbers, names, merged links."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from collections.abc import Callable

import fourbar as fb
from fourbar.robot.rename import rename
from fourbar.urdf.write import write_urdf

Names = dict[str, str]

_NUMBERS = ("origin", "axis", "axis2", "box", "sphere", "cylinder", "color", "mass", "limit")


def reindented(robot: fb.Robot, rng: random.Random) -> tuple[fb.Robot, Names]:
    """Other white space, attributes in another order."""
    root = ET.fromstring(write_urdf(robot))
    for element in root.iter():
        items = list(element.attrib.items())
        rng.shuffle(items)
        element.attrib.clear()
        element.attrib.update(items)
    ET.indent(root, space=rng.choice(["\t", " ", "      "]))
    return _read(root), {}


def reordered(robot: fb.Robot, rng: random.Random) -> tuple[fb.Robot, Names]:
    """The parts, and the elements of parts, in another order."""
    root = ET.fromstring(write_urdf(robot))
    for element in root.iter():
        if element.tag in ("robot", "link", "joint", "visual", "collision", "inertial"):
            children = list(element)
            rng.shuffle(children)
            element[:] = children
    return _read(root), {}


def renumbered(robot: fb.Robot, rng: random.Random) -> tuple[fb.Robot, Names]:
    """Numbers with nine digits, angles with a turn more, axes of another length."""
    root = ET.fromstring(write_urdf(robot))
    for element in root.iter():
        for name in ("xyz", "rpy", "size", "rgba", "value", "radius", "length", "lower", "upper"):
            if element.tag in _NUMBERS and name in element.attrib:
                numbers = [float(x) for x in element.attrib[name].split()]
                if name == "rpy" and rng.random() < 0.3:
                    numbers[2] += 2 * 3.141592653589793
                if element.tag in ("axis", "axis2"):
                    numbers = [2.0 * x for x in numbers]
                element.attrib[name] = " ".join(f"{x:.12e}" for x in numbers)
    return _read(root), {}


def renamed(robot: fb.Robot, rng: random.Random) -> tuple[fb.Robot, Names]:
    """Some links and joints with other names, which the caller does not give."""
    links = _fresh(robot.links.names, rng, "body")
    joints = _fresh(robot.joints.names, rng, "hinge")
    loops = _fresh(robot.loops.names, rng, "closure")
    return rename(robot, links=links, joints=joints, loops=loops), {}


def mapped(robot: fb.Robot, rng: random.Random) -> tuple[fb.Robot, Names]:
    """All links and joints with other names, in an order that tells nothing; all are mapped."""
    links = dict(zip(robot.links.names, _shuffled(len(robot.links), "l", rng), strict=True))
    joints = dict(zip(robot.joints.names, _shuffled(len(robot.joints), "j", rng), strict=True))
    made = rename(robot, links=links, joints=joints)
    root = ET.fromstring(write_urdf(made))
    children = list(root)
    rng.shuffle(children)
    root[:] = children
    # A name that a link and a joint share has two counterparts: one mapping cannot say both.
    both = set(links) & set(joints)
    names = {old: new for old, new in (links | joints).items() if old not in both}
    return _read(root), names


def merged(robot: fb.Robot, rng: random.Random) -> tuple[fb.Robot, Names]:
    """Links over fixed joints as one."""
    return robot.merge_fixed(), {}


Rewrite = Callable[[fb.Robot, random.Random], tuple[fb.Robot, Names]]
REWRITES: tuple[Rewrite, ...] = (
    reindented,
    reordered,
    renumbered,
    renamed,
    mapped,
    merged,
)


def composed(robot: fb.Robot, steps: list[Rewrite], rng: random.Random) -> tuple[fb.Robot, Names]:
    """Several rewrites, one after the other; what is mapped is mapped from the first names."""
    names: Names = {}
    for step in sorted(steps, key=lambda step: step is mapped):
        if step is renamed and mapped in steps:
            continue  # the caller would have to map names that are not in the first robot
        robot, given = step(robot, rng)
        names |= given
    return robot, names


def _read(root: ET.Element) -> fb.Robot:
    return fb.loads(ET.tostring(root, encoding="utf-8"))


def _fresh(names: tuple[str, ...], rng: random.Random, word: str) -> Names:
    chosen = [name for name in names if rng.random() < 0.5]
    return {name: f"{word} {rng.randrange(10**9)} {i}" for i, name in enumerate(chosen)}


def _shuffled(count: int, letter: str, rng: random.Random) -> list[str]:
    numbers = list(range(count))
    rng.shuffle(numbers)
    return [f"{letter}{number}" for number in numbers]

"""An SRDF file as the rules see it: groups, states, end effectors, disabled collisions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from ..diagnostics import PartPath, Span
from ..robot import Robot
from ..xml.tree import Document, Element

SRDF = PartPath("srdf")
"""The place of findings in an SRDF file."""


class Semantics:
    """The element tree of an SRDF file and lookups in it."""

    def __init__(self, document: Document) -> None:
        self.document = document

    def all(self, tag: str) -> list[Element]:
        """The elements of that tag below the root."""
        return [child for child in self.document.root.children if child.tag == tag]

    def span(self, element: Element, attribute: str | None = None) -> Span:
        """Where an element, or one of its attributes, stands."""
        if attribute is None:
            return self.document.element_span(element)
        return self.document.attribute_span(element, attribute)

    @cached_property
    def groups(self) -> dict[str, Element]:
        """Groups by name; the first of a name counts."""
        found: dict[str, Element] = {}
        for element in self.all("group"):
            found.setdefault(element.attributes.get("name", ""), element)
        return found

    def joints_of(self, name: str, robot: Robot) -> set[str]:
        """The joints of a group, its chains and its subgroups (circles end)."""
        found: set[str] = set()
        seen: set[str] = set()
        pending = [name]
        while pending:
            group = self.groups.get(pending.pop())
            if group is None or group.attributes.get("name", "") in seen:
                continue
            seen.add(group.attributes.get("name", ""))
            for child in group.children:
                if child.tag == "joint":
                    found.add(child.attributes.get("name", ""))
                elif child.tag == "link":
                    joints = robot.parent_joints.get(child.attributes.get("name", ""), ())
                    found.update(joint.name for joint in joints)
                elif child.tag == "chain":
                    base, tip = (child.attributes.get(k, "") for k in ("base_link", "tip_link"))
                    found.update(joint for joint in chain(robot, base, tip) or ())
                elif child.tag == "group":
                    pending.append(child.attributes.get("name", ""))
        return {joint for joint in found if joint in robot.joints}

    def links_of(self, name: str, robot: Robot) -> set[str]:
        """The links that a group moves or names."""
        links = {robot.joints[joint].child for joint in self.joints_of(name, robot)}
        group = self.groups.get(name)
        for child in group.children if group is not None else ():
            if child.tag == "link":
                links.add(child.attributes.get("name", ""))
        return links


def chain(robot: Robot, base: str, tip: str) -> list[str] | None:
    """The joints from `tip` up to `base`; None where `base` is not above `tip`."""
    joints: list[str] = []
    seen: set[str] = set()
    link = tip
    while link != base:
        above = robot.parent_joints.get(link)
        if not above or link in seen:
            return None
        seen.add(link)
        joints.append(above[0].name)
        link = above[0].parent
    return joints


def references(semantics: Semantics, kind: str) -> Iterator[tuple[Element, str, str]]:
    """Every place that names a `link` or `joint`: element, attribute, what it is for."""
    for group in semantics.all("group"):
        what = f"group '{group.attributes.get('name', '')}'"
        for child in group.children:
            if child.tag == kind:
                yield child, "name", what
            elif child.tag == "chain" and kind == "link":
                yield child, "base_link", what
                yield child, "tip_link", what
    if kind == "link":
        for tag in ("disable_collisions", "enable_collisions"):
            for element in semantics.all(tag):
                yield element, "link1", f"<{tag}>"
                yield element, "link2", f"<{tag}>"
        for element in semantics.all("disable_default_collisions"):
            yield element, "link", "<disable_default_collisions>"
        for element in semantics.all("end_effector"):
            yield element, "parent_link", f"end effector '{element.attributes.get('name', '')}'"
        for element in semantics.all("virtual_joint"):
            yield element, "child_link", f"virtual joint '{element.attributes.get('name', '')}'"
        for element in semantics.all("link_sphere_approximation"):
            yield element, "link", "<link_sphere_approximation>"
    else:
        for element in semantics.all("passive_joint"):
            yield element, "name", "<passive_joint>"

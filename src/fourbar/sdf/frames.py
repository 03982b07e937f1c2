"""The frames of an SDFormat model: links, joints and frames, each relative to another."""

from __future__ import annotations

from math import radians

from ..spatial.frame import NOWHERE, Frame, compose
from ..spatial.rotation import quaternion_of_rpy, unit_quaternion
from ..transfer.error import TransferError
from ..xml.tree import Document, Element

MODEL = "__model__"
KEPT = "fourbar:description"
"""The element with the words of a description, which other programs pass over."""
NAMESPACE = "https://github.com/fourbar/fourbar"


class Frames:
    """Resolves where everything is in the model, when it is first asked for."""

    def __init__(self, document: Document, model: Element) -> None:
        self._document = document
        self._given: dict[str, tuple[Element, str]] = {}
        self._known: dict[str, Frame] = {MODEL: NOWHERE, "world": NOWHERE, "": NOWHERE}
        for element in model.children:
            name = element.attributes.get("name", "")
            if element.tag == "link":
                self._given[name] = (element, MODEL)
            elif element.tag == "joint":
                self._given[name] = (element, self.text(element, "child"))
            elif element.tag == "frame":
                self._given[name] = (element, element.attributes.get("attached_to", MODEL))

    def __contains__(self, name: str) -> bool:
        return name in self._given or name in self._known

    def check(self) -> None:
        """Raise TransferError where a pose cannot be resolved, whether it is needed or not."""
        for name, (element, _) in self._given.items():
            try:
                self.of(name)
            except TransferError as error:
                raise TransferError(f"{element.tag} '{name}': {error}") from None

    def text(self, element: Element, tag: str) -> str:
        """The text of a child element; empty without one."""
        child = child_of(element, tag)
        return "" if child is None else self.own_text(child)

    def own_text(self, element: Element) -> str:
        """The text inside an element."""
        return self._document.inner_text(element)

    def of(self, name: str) -> Frame:
        """The frame of that name in the model."""
        waiting: list[str] = []
        while name not in self._known:
            if name in waiting:
                raise TransferError(f"the pose of '{name}' depends on itself")
            if name not in self._given:
                raise TransferError(f"frame '{name}' does not exist")
            waiting.append(name)
            name = self._base(name)
        for each in reversed(waiting):
            self._known[each] = compose(
                self._known[self._base(each)], self.pose(self._given[each][0])
            )
        return self._known[waiting[0] if waiting else name]

    def _base(self, name: str) -> str:
        element, default = self._given[name]
        pose = child_of(element, "pose")
        return default if pose is None else pose.attributes.get("relative_to", "") or default

    def pose(self, element: Element) -> Frame:
        """The `<pose>` of an element, relative to whatever it is relative to."""
        pose = child_of(element, "pose")
        if pose is None:
            return NOWHERE
        values = floats(self._document.inner_text(pose))
        turned = pose.attributes.get("rotation_format", "euler_rpy") == "quat_xyzw"
        if not values:
            return NOWHERE
        if len(values) != (7 if turned else 6):
            raise TransferError(f"a pose has {7 if turned else 6} numbers, got {len(values)}")
        xyz = (values[0], values[1], values[2])
        if turned:
            return xyz, unit_quaternion(values[3:])
        degrees = pose.attributes.get("degrees", "false") in ("true", "1")
        r, p, y = (radians(value) if degrees else value for value in values[3:])
        return xyz, quaternion_of_rpy((r, p, y))


def child_of(element: Element, tag: str) -> Element | None:
    """The first child of that tag."""
    return next((child for child in element.children if child.tag == tag), None)


def floats(text: str) -> tuple[float, ...]:
    """Numbers separated by spaces."""
    try:
        return tuple(float(word) for word in text.split())
    except ValueError:
        raise TransferError(f"'{text[:40]}' is not a list of numbers") from None

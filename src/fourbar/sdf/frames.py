"""The frames of an SDFormat model: links, joints and frames, each relative to another."""

from __future__ import annotations

from math import radians

from ..spatial.frame import NOWHERE, Frame, compose, inverse
from ..spatial.rotation import quaternion_of_rpy, unit_quaternion
from ..transfer.base import WORLD
from ..transfer.error import TransferError
from ..xml.tree import Document, Element
from .models import NESTING, SdfModel, child_of

MODEL = "__model__"
KEPT = "fourbar:description"
"""The element with the words of a description, which other programs pass over."""
NAMESPACE = "https://github.com/fourbar/fourbar"


class Frames:
    """Resolves where everything in a model is, when it is first asked for.

    Parts of nested models are `MODEL::PART`. The world is where the pose of the model says.
    """

    def __init__(self, model: SdfModel) -> None:
        self.model = model
        self._given: dict[str, tuple[Element, str]] = {}
        self._joints: dict[str, str] = {}
        self._known: dict[str, Frame] = {MODEL: NOWHERE, "": NOWHERE}
        self._nested = {name: Frames(inner) for name, inner in model.nested.items()}
        joints: list[Element] = []
        for element in model.element.children:
            name = element.attributes.get("name", "")
            if element.tag == "joint":
                joints.append(element)
            elif element.tag == "link":
                self._add("link", name, element, MODEL)
            elif element.tag == "frame":
                base = element.attributes.get("attached_to", "") or MODEL
                self._add("frame", name, element, base)
        for name, inner in model.nested.items():
            self._add("model", name, inner.placed[0], MODEL)
        for joint in joints:
            name = joint.attributes.get("name", "")
            if name in self._joints:
                place = model.place(joint)()
                raise TransferError(f"two joints are called '{name}'", span=place)
            # Old files have links and joints of one name: a frame of that name is the link's.
            key = f"{name}{NESTING}joint" if name in self._given else name
            self._joints[name] = key
            self._given[key] = (joint, self.text(joint, "child"))

    def _add(self, tag: str, name: str, element: Element, base: str) -> None:
        if name in self._given:
            place = self.model.place(element)()
            raise TransferError(f"the name of {tag} '{name}' exists twice", span=place)
        self._given[name] = (element, base)

    def stand(self) -> None:
        """Put the model where its own pose has it in the world."""
        at = self.placed_at(self.model)
        self._known["world"] = inverse(at)

    def __contains__(self, name: str) -> bool:
        if name in self._given or name in self._known or name == WORLD:
            return True
        head, _, rest = name.partition(NESTING)
        return bool(rest) and head in self._nested and rest in self._nested[head]

    def check(self) -> None:
        """Raise TransferError where a pose cannot be resolved, whether it is needed or not."""
        for name, (element, _) in self._given.items():
            try:
                self.of(name)
            except TransferError as error:
                place = self.model.place(element)()
                raise TransferError(f"{element.tag} '{name}': {error}", span=place) from None
        for inner in self._nested.values():
            inner.check()

    def text(self, element: Element, tag: str) -> str:
        """The text of a child element; empty without one."""
        return self.model.text(element, tag)

    def own_text(self, element: Element) -> str:
        """The text inside an element."""
        return self.model.document.inner_text(element)

    def joint(self, name: str) -> Frame:
        """The frame of the joint of that name in the model."""
        head, _, rest = name.partition(NESTING)
        if rest and head in self._nested:
            return compose(self.of(head), self._nested[head].joint(rest))
        return self.of(self._joints.get(name, name))

    def of(self, name: str) -> Frame:
        """The frame of that name in the model."""
        waiting: list[str] = []
        while name not in self._known:
            if name in waiting:
                raise TransferError(f"the pose of '{name}' depends on itself")
            waiting.append(name)
            name = self._base(name)
        for each in reversed(waiting):
            self._known[each] = compose(self._known[self._base(each)], self._own(each))
        return self._known[waiting[0] if waiting else name]

    def _base(self, name: str) -> str:
        if name in self._given:
            element, default = self._given[name]
            pose = child_of(element, "pose")
            return default if pose is None else relative_to(pose) or default
        head, _, rest = name.partition(NESTING)
        if not rest or head not in self._nested:
            raise TransferError(f"frame '{name}' does not exist")
        return head

    def _own(self, name: str) -> Frame:
        """Where a frame is, seen from what it is relative to."""
        if name in self._nested:
            return self.placed_at(self._nested[name].model)
        if name in self._given:
            return self.pose(self._given[name][0])
        head, _, rest = name.partition(NESTING)
        return self._nested[head].of(rest)

    def placed_at(self, model: SdfModel) -> Frame:
        """Where the frame of a model is, so that its placement frame is where its pose says."""
        at = pose_of(*model.placed)
        if not model.placement_frame:
            return at
        inner = next((f for f in self._nested.values() if f.model is model), self)
        return compose(at, inverse(inner.of(model.placement_frame)))

    def pose(self, element: Element) -> Frame:
        """The `<pose>` of an element, relative to whatever it is relative to."""
        return pose_of(element, self.model.document)

    def on_link(self, element: Element, way: str, link: str, model: SdfModel) -> Frame:
        """The `<pose>` of a shape on link `link` of the model at `way`."""
        own = pose_of(element, model.document)
        pose = child_of(element, "pose")
        frame = "" if pose is None else relative_to(pose)
        if not frame:
            return own
        if way + frame not in self:
            raise TransferError(f"frame '{frame}' does not exist")
        return compose(inverse(self.of(way + link)), compose(self.of(way + frame), own))


def relative_to(pose: Element) -> str:
    """The frame that a `<pose>` is seen from, empty where it is the default; 1.6 calls it so."""
    return pose.attributes.get("relative_to", "") or pose.attributes.get("frame", "")


def pose_of(element: Element, document: Document) -> Frame:
    """The `<pose>` of an element; nowhere else without one."""
    pose = child_of(element, "pose")
    if pose is None:
        return NOWHERE
    values = floats(document.inner_text(pose))
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


def floats(text: str) -> tuple[float, ...]:
    """Numbers separated by spaces."""
    try:
        return tuple(float(word) for word in text.split())
    except ValueError:
        raise TransferError(f"'{text[:40]}' is not a list of numbers") from None

"""Which robot a scene has become, compared with the one that it was imported from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..record import record, replace
from ..robot import Coupling, Joint, Link, Loop, Robot, RobotError, Sensor
from ..robot.edit import remove
from ..robot.rename import rename
from . import scene
from .control import controls_of
from .fields import inertial_of, with_joint_properties, with_motion
from .identity import Identified, identify
from .names import role_of, without_suffix
from .places import Places
from .scene import ObjectLink, SceneObject
from .settings import new_settings, with_settings
from .shapes import NewMesh, ShapeReader
from .surfaces import with_colors

_UNSCALED = 1e-6
"""Blender's scales are of single precision."""


@record
class Problem:
    """Why something in the scene is not what a robot can be; `object` is where to look."""

    message: str
    object: str = ""


@record
class SceneRobot:
    """The robot of a scene.

    `renamed` has the imported names by kind and new name. `problems` keep it from being exported,
    `remarks` are about what an export leaves out or writes otherwise.
    `meshes` are files that have to be written, because their shapes were edited or made here.
    `objects` are the names of objects by kind and name of the part, `shapes` those of shapes by
    role, link and number, `ends` those of the successor frames of loops.
    """

    robot: Robot
    renamed: Mapping[tuple[str, str], str]
    problems: tuple[Problem, ...]
    meshes: tuple[NewMesh, ...]
    objects: Mapping[tuple[str, str], str]
    shapes: Mapping[tuple[str, str, int], str]
    ends: Mapping[str, str]
    remarks: tuple[Problem, ...] = ()


def read_scene(
    base: Robot, objects: Iterable[SceneObject], *, meshes: str = "meshes", suffix: str = "stl"
) -> SceneRobot:
    """The robot that objects describe.

    Parameters
    ----------
    base
        The robot that was imported; an empty one for a robot made in Blender.
    objects
        The objects of one robot, its root among them.
    meshes
        What stands before the names of new mesh files in the description.
    suffix
        The format of new mesh files: `stl` or `obj`.
    """
    return _Reader(base, list(objects), meshes, suffix).read()


class _Reader:
    def __init__(self, base: Robot, objects: list[SceneObject], meshes: str, suffix: str) -> None:
        self.base = base
        self.objects = {obj.name: obj for obj in objects}
        self.problems: list[Problem] = []
        self.places = Places(self.objects)
        self.parts = {kind: identify(objects, kind) for kind in ("link", "joint", "loop")}
        self.parts["coupling"] = identify(objects, "coupling")
        self.names = {part.object.name: part.name for p in self.parts.values() for part in p}
        self.shapes = ShapeReader(base, self.places, meshes, suffix)

    def read(self) -> SceneRobot:
        base = self.base
        for kind, parts in self.parts.items():
            self._report_names(kind, parts)
        links = self._made("link", base.links, self._link)
        joints = self._made("joint", base.joints, self._joint)
        loops = self._made("loop", base.loops, self._loop)
        couplings = self._made("coupling", base.couplings, self._coupling)
        rest = self._rest()
        materials = with_colors(rest.materials, self.objects.values())
        roots = [obj for obj in self.objects.values() if obj.kind == "robot"]
        robot = rest.replace(
            name=identify(roots, "robot")[0].name if roots else base.name,
            links=_once(links),
            joints=_once(joints),
            loops=_once(loops),
            couplings=_once(couplings),
            sensors=tuple(self._sensors()),
            materials=materials,
        )
        self._report_islands(robot)
        return SceneRobot(
            robot,
            self._renamed(),
            tuple(self.problems),
            tuple(self.shapes.new),
            {(kind, p.name): p.object.name for kind, parts in self.parts.items() for p in parts},
            {
                (role, self.names[link], number): name
                for (role, link, number), name in self.shapes.objects.items()
            },
            {
                part.name: _target(part.object.properties.get("successor_frame"))
                for part in self.parts["loop"]
            },
            tuple(self._remarks()),
        )

    def _remarks(self) -> Iterator[Problem]:
        """What a user did to objects that a description has no place for."""
        for kind, parts in self.parts.items():
            for part in parts:
                obj = part.object
                if not part.is_copy and without_suffix(obj.name) != part.name != _made_as(obj):
                    text = f"{kind} '{obj.name}' is written as '{part.name}'"
                    yield Problem(f"{text}: other tools refuse some characters", obj.name)
                if any(abs(s - 1.0) > _UNSCALED for s in obj.scale):
                    yield Problem(f"{kind} '{obj.name}' is scaled, which is not written", obj.name)
        for obj in self.objects.values():
            if obj.kind == "mesh" and not role_of(obj.name) and self.places.link_above(obj):
                text = f"mesh '{obj.name}' is not exported: assign it as a visual or collision"
                yield Problem(text, obj.name)

    def _made(self, kind: str, known: Iterable[Any], make: Any) -> list[Any]:
        """The parts of a kind: those of the description in its order, then new ones."""
        order = {part.name: number for number, part in enumerate(known)}
        parts = sorted(self.parts[kind], key=lambda p: order.get(p.source or "", len(order)))
        made: list[Any] = []
        for part in parts:
            try:
                made.append(make(part))
            except (RobotError, TypeError, ValueError) as error:
                self.problems.append(Problem(f"{kind} '{part.name}': {error}", part.object.name))
        return made

    # Parts

    def _link(self, part: Identified) -> Link:
        before = self.base.links.get(part.source or "") or Link(part.name)
        visuals, collisions = self.shapes.read(part.object.name, part.source)
        return replace(
            before,
            name=part.name,
            inertial=inertial_of(part.object.properties, before.inertial),
            visuals=visuals,
            collisions=collisions,
        )

    def _joint(self, part: Identified) -> Joint:
        obj, known = part.object, self.base.joints.get(part.source or "")
        parent, child = self._end(part, "parent_link"), self._end(part, "child_link")
        before = known or Joint(part.name, "fixed", parent, child)
        mimic = obj.properties.get("mimic")
        follows = None if mimic is None else self._name(mimic)
        if isinstance(mimic, ObjectLink) and not follows:
            self.problems.append(
                Problem(f"joint '{part.name}' mimics a joint that is gone", obj.name)
            )
            follows = None
        joint = with_joint_properties(before, obj.properties, follows)
        frame = self._object(obj.properties.get("parent_link"))
        origin = self.places.origin(obj, frame, before.origin if known else None)
        return replace(joint, name=part.name, parent=parent, child=child, origin=origin)

    def _loop(self, part: Identified) -> Loop:
        obj, known = part.object, self.base.loops.get(part.source or "")
        predecessor, successor = self._end(part, "predecessor"), self._end(part, "successor")
        before = known or Loop(part.name, "revolute", predecessor, successor)
        far = self.objects.get(_target(obj.properties.get("successor_frame")))
        first, second = (
            self._object(obj.properties.get(side)) for side in ("predecessor", "successor")
        )
        kept = (before.predecessor_origin, before.successor_origin) if known else (None, None)
        if far is None:
            self.problems.append(Problem(f"loop '{part.name}' has lost one of its ends", obj.name))
        return replace(
            with_motion(before, obj.properties),
            name=part.name,
            predecessor=predecessor,
            successor=successor,
            predecessor_origin=self.places.origin(obj, first, kept[0]),
            successor_origin=before.successor_origin
            if far is None
            else self.places.origin(far, second, kept[1]),
        )

    def _coupling(self, part: Identified) -> Coupling:
        predecessor, successor = self._end(part, "predecessor"), self._end(part, "successor")
        before = self.base.couplings.get(part.source or "")
        ratio = float(self._value(part.object, "ratio", 1.0))
        made = before or Coupling(part.name, predecessor, successor)
        return replace(
            made, name=part.name, predecessor=predecessor, successor=successor, ratio=ratio
        )

    def _sensors(self) -> Iterable[Sensor]:
        found = [obj for obj in self.objects.values() if obj.kind == "sensor"]
        for part in identify(found, "sensor"):
            obj = part.object
            number: int = obj.properties.get(scene.INDEX, len(self.base.sensors))
            imported = number < len(self.base.sensors)
            known = imported and not part.is_copy
            kind = str(self._value(obj, "type", ""))
            before = (
                self.base.sensors[number]
                if imported
                else Sensor(part.name, extra=new_settings(kind))
            )
            link = self.places.link_above(obj)
            on_joint = obj.properties.get("parent_joint")
            parent = before.parent if link is None else self.names.get(link, "")
            if on_joint is not None:
                parent = before.parent
            rate = obj.properties.get("update_rate")
            settings = obj.properties.get(scene.SETTINGS)
            frame = obj.parent if on_joint is not None else link
            yield replace(
                before,
                name=part.name,
                parent=parent,
                parent_joint="" if on_joint is None else self._name(on_joint),
                type=str(self._value(obj, "type", before.type)),
                update_rate=None if rate is None else float(rate),
                extra=before.extra if settings is None else with_settings(before.extra, settings),
                origin=self.places.origin(obj, frame, before.origin if known else None),
            )

    # References

    def _value(self, obj: SceneObject, name: str, default: object) -> Any:
        value = obj.properties.get(name)
        return default if value is None else value

    def _end(self, part: Identified, side: str) -> str:
        """The name of a link that a part is on."""
        name = self._name(part.object.properties.get(side))
        if not name:
            what = side.replace("_", " ")
            text = f"{part.object.kind} '{part.name}' has no {what}"
            self.problems.append(Problem(text, part.object.name))
        return name

    def _name(self, value: object) -> str:
        """What a property refers to: the name of a part, or a name that is none's."""
        if isinstance(value, ObjectLink):
            return self.names.get(value.name, "")
        return value if isinstance(value, str) else ""

    def _object(self, value: object) -> str | None:
        name = _target(value)
        return name if name in self.objects else None

    # The rest of the description

    def _rest(self) -> Robot:
        """The imported robot without what is gone, with new names in what has no objects."""
        gone = {
            kind: {part.name for part in parts}
            - {p.source for p in self.parts[kind] if p.source is not None}
            for kind, parts in (("link", self.base.links), ("joint", self.base.joints))
        }
        free = [replace(joint, mimic=None) for joint in self.base.joints]
        left = self.base.replace(joints=free)
        roots = [obj for obj in self.objects.values() if obj.kind == "robot"]
        edited = roots[0].properties.get(scene.CONTROL) if roots else None
        if edited is not None:
            left = left.replace(ros2_control=controls_of(edited, self.base.ros2_control))
        if gone["link"] or gone["joint"]:
            left = remove(left, links=gone["link"], joints=gone["joint"])
        changed = {
            kind: {p.source: p.name for p in self.parts[kind] if p.source not in (None, p.name)}
            for kind in ("link", "joint")
        }
        names = {
            kind: {str(old): new for old, new in found.items()} for kind, found in changed.items()
        }
        # Links and joints come from their objects, whose new names may not fit together yet.
        left = left.replace(links=(), joints=(), loops=(), couplings=())
        if names["link"] or names["joint"]:
            left = rename(left, links=names["link"], joints=names["joint"])
        return left

    def _renamed(self) -> dict[tuple[str, str], str]:
        return {
            (kind, part.name): part.source
            for kind, parts in self.parts.items()
            for part in parts
            if part.source is not None and part.source != part.name
        }

    # Problems

    def _report_names(self, kind: str, parts: Sequence[Identified]) -> None:
        seen: dict[str, str] = {}
        for part in parts:
            if part.name in seen:
                text = (
                    f"duplicate {kind} name '{part.name}' ('{seen[part.name]}' and "
                    f"'{part.object.name}')"
                )
                self.problems.append(Problem(text, part.object.name))
            seen.setdefault(part.name, part.object.name)

    def _report_islands(self, robot: Robot) -> None:
        """Every link must lead back to one root."""
        carriers = {p.name: p.object.name for p in self.parts["joint"]}
        whole = len(self.problems)
        for joint in robot.joints:
            for side, link in (("parent", joint.parent), ("child", joint.child)):
                if link and link not in robot.links:
                    text = f"{side} link '{link}' of joint '{joint.name}' does not exist"
                    self.problems.append(Problem(text, carriers.get(joint.name, "")))
        roots = robot.roots
        if len(roots) == 1 and not any(len(found) > 1 for found in robot.parent_joints.values()):
            reached = _reached(robot, roots[0].name)
            islands = [link.name for link in robot.links if link.name not in reached]
        else:
            islands = [link.name for link in roots[1:]]
        objects = {p.name: p.object.name for p in self.parts["link"]}
        if not robot.links:
            self.problems.append(Problem("the robot has no links"))
        elif not roots and len(self.problems) == whole:
            self.problems.append(Problem("the joints form a cycle, so there is no root link"))
        for name in islands:
            text = f"link '{name}' is not connected to '{roots[0].name}'; add a joint between them"
            self.problems.append(Problem(text, objects.get(name, "")))


def _once(parts: Iterable[Any]) -> list[Any]:
    """Parts without those whose name another has, which is a problem of its own."""
    return list({part.name: part for part in reversed(list(parts))}.values())[::-1]


def _made_as(obj: SceneObject) -> object:
    """The name that a part was imported or made with, whatever Blender calls its object."""
    return obj.properties.get(scene.NAME)


def _target(value: object) -> str:
    return value.name if isinstance(value, ObjectLink) else ""


def _reached(robot: Robot, root: str) -> set[str]:
    found, pending = {root}, [root]
    while pending:
        for joint in robot.child_joints.get(pending.pop(), ()):
            if joint.child not in found:
                found.add(joint.child)
                pending.append(joint.child)
    return found

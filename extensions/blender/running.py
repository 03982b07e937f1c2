# SPDX-License-Identifier: GPL-3.0-or-later
"""Robots that move: positions of joints in, transforms of links out.

The position of a joint is a property of the root, so that it has a slider, limits and keyframes.
What it does to the child link is written on the link's Empty; the joint's Empty stays where
`<origin>` puts it. All names here are those of objects: references do not survive an undo.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import tau
from typing import TYPE_CHECKING

import bpy

from fourbar import FourbarError
from fourbar.blender.motion import Motion, Turn
from fourbar.blender.posing import Poser, Slider
from fourbar.blender.scene import NAME, SLIDER
from fourbar.blender.semantics import with_semantics

from . import robots

if TYPE_CHECKING:
    from fourbar.robot import Robot

    from .make_objects import Made
    from .rigs import Rig

PROBLEM = "fourbar_problem"
"""Of a root: why the last pose was not taken."""

Values = dict[str, tuple[float, ...]]


class Running:
    """A robot of the scene as it can be computed with.

    `links` and `keys` are, by joint, the object of its child link and the property of its position.
    `places` are the parts as they were when this was made: where they differ, it is out of date.
    """

    def __init__(
        self,
        root: bpy.types.Object,
        robot: Robot,
        joints: Mapping[str, bpy.types.Object],
        links: Mapping[str, bpy.types.Object],
        objects: Iterable[bpy.types.Object],
    ) -> None:
        self.poser = Poser(robot)
        self.links: dict[str, str] = {}
        self.keys: dict[str, str] = {}
        for joint in self.poser.robot.joints:
            obj, child = joints.get(joint.name), links.get(joint.child)
            if obj is not None and child is not None and joint.name in self.poser.model.joints:
                self.links[joint.name] = child.name
                self.keys[joint.name] = str(obj.get(SLIDER, ""))
        self.root = root.name
        self.written: dict[str, Motion] = {}
        self.rig: Rig | None = None
        self.rigged_q: object = None  # the configuration that the bones show
        self.places = places(objects)

    @classmethod
    def of_scene(cls, root: bpy.types.Object) -> Running:
        """As the objects of a scene say."""
        found, objects = robots.scene_robot(root), robots.objects_of(root)
        joints, links = (
            {name: objects[o] for (k, name), o in found.objects.items() if k == kind}
            for kind in ("joint", "link")
        )
        robot = with_semantics(found, robots.srdf_of(root))
        return cls(root, robot, joints, links, objects.values())


def places(objects: Iterable[bpy.types.Object]) -> dict[str, tuple[object, ...]]:
    """All of joints, loops and couplings that a motion depends on."""
    return {o.name: place(o) for o in objects if robots.kind_of(o) in _SHAPING}


def place(obj: bpy.types.Object) -> tuple[object, ...]:
    """What a motion depends on, of one object."""
    values = [obj.get(name) for name in _NUMBERS]
    plain = [v.to_list() if hasattr(v, "to_list") else v for v in values]
    ends = [obj.get(name) for name in _ENDS]
    names = [end.name if isinstance(end, bpy.types.ID) else end for end in ends]
    return (*obj.location, *obj.rotation_euler, *map(repr, plain), *names)


_SHAPING = ("joint", "loop", "loop_successor", "coupling")
_NUMBERS = ("type", "axis", "axis2", "pitch", "lower", "upper", "multiplier", "offset", "ratio")
_NUMBERS += ("independent",)
_ENDS = ("parent_link", "child_link", "mimic", "predecessor", "successor", "successor_frame")

_running: dict[int, Running] = {}


def forget() -> None:
    """Let go of everything: the file, or its past, is another one now."""
    _running.clear()


def forget_robot(root: bpy.types.Object) -> None:
    """Let go of one robot, which has been changed."""
    _running.pop(root.session_uid, None)


def running(root: bpy.types.Object) -> Running:
    """The robot as it can be computed with, made where there is none; FourbarError without one."""
    found = _running.get(root.session_uid)
    if found is None:
        found = Running.of_scene(root)
        joints = {str(o.get(NAME, "")): o for o in robots.parts_of(root, "joint")}
        _take_up(root, found, joints)
    return found


def start_running(made: Made, robot: Robot) -> Running | None:
    """A robot that was just made, and so is what its description says.

    None, with the reason on its root, where it cannot be computed with.
    """
    joints = made.of_kind("joint")
    try:
        run = Running(made.root, robot, joints, made.of_kind("link"), made.objects.values())
    except (FourbarError, ValueError) as error:
        tell(made.root, str(error))
        return None
    _take_up(made.root, run, joints)
    return run


def _take_up(root: bpy.types.Object, run: Running, joints: Mapping[str, bpy.types.Object]) -> None:
    ensure_sliders(root, run, joints)
    _resume(root, run)
    _running[root.session_uid] = run


def outdated(obj: bpy.types.Object) -> str | None:
    """The name of the root of a robot that a part was moved of since it was computed with."""
    for run in _running.values():
        before = run.places.get(obj.name)
        if before is not None:
            return None if before == place(obj) else run.root
    root = robots.root_of(obj)  # of a part that is new, or has another name now
    return None if root is None or is_running(root) is None else root.name


def is_running(root: bpy.types.Object) -> Running | None:
    """The robot as it can be computed with, if it was needed before."""
    return _running.get(root.session_uid)


def _resume(root: bpy.types.Object, run: Running) -> None:
    """Go on from the pose that a file was saved in."""
    values = read_values(root, run)
    if values.keys() >= run.poser.model.joints.keys():
        run.poser.resume(values)


def ensure_sliders(
    root: bpy.types.Object, run: Running, joints: Mapping[str, bpy.types.Object]
) -> None:
    """Give the root a property for every joint that moves, with limits and a unit."""
    from fourbar.blender.names import slider_name

    for slider in run.poser.sliders:
        key = run.keys.get(slider.joint)
        if key and key in root:
            _limit(root, key, slider)
            continue
        if slider.joint not in run.links:
            continue
        key = key or slider_name(slider.joint, root)  # one that a user deleted comes back
        root[key] = slider.values[0] if len(slider.values) == 1 else list(slider.values)
        run.keys[slider.joint] = key
        obj = joints.get(slider.joint)
        if obj is not None:
            obj[SLIDER] = key
        _limit(root, key, slider)
        root.property_overridable_library_set(f'["{bpy.utils.escape_identifier(key)}"]', True)


def _limit(root: bpy.types.Object, key: str, slider: Slider) -> None:
    shown = root.id_properties_ui(key)
    options: dict[str, object] = {"description": f"Position of {slider.joint}"}
    if slider.unit == "rad":
        options |= {"subtype": "ANGLE", "precision": 3}
    elif slider.unit == "m":
        options |= {"subtype": "DISTANCE", "precision": 4}
    if slider.lower is not None and slider.upper is not None:
        options |= {"min": slider.lower, "max": slider.upper}
        options |= {"soft_min": slider.lower, "soft_max": slider.upper}
    elif slider.unit == "rad":
        options |= {"soft_min": -tau, "soft_max": tau}
    shown.update(**options)


def read_values(root: bpy.types.Object, run: Running) -> Values:
    """The positions that the properties of a root have, original or evaluated."""
    found: Values = {}
    for joint, key in run.keys.items():
        value = root.get(key)
        if value is not None:
            found[joint] = (value,) if isinstance(value, float | int) else tuple(value)
    return found


def write_pose(root: bpy.types.Object, run: Running) -> None:
    """Put links and sliders where the pose has them; only what changes is written."""
    objects = robots.collection_of(root)
    found = robots.objects_of(root) if objects is None else {o.name: o for o in objects.objects}
    if any(name not in found for name in run.links.values()):
        found = robots.objects_of(root)
    for joint, motion in run.poser.motions().items():
        if joint in run.links and run.written.get(joint) != motion:
            obj = found.get(run.links[joint])
            if obj is not None:
                _write_motion(obj, motion)
                run.written[joint] = motion
    for joint, values in run.poser.values().items():
        key = run.keys.get(joint)
        if key is None:
            continue
        shown = root.get(key)
        if len(values) == 1:
            if shown != values[0]:
                root[key] = values[0]
        elif shown is None or tuple(shown) != values:
            root[key] = list(values)


def _write_motion(obj: bpy.types.Object, motion: Motion) -> None:
    obj.location = motion.location
    if isinstance(motion.rotation, Turn):
        if obj.rotation_mode != "AXIS_ANGLE":
            obj.rotation_mode = "AXIS_ANGLE"
        obj.rotation_axis_angle = (motion.rotation.angle, *motion.rotation.axis)
    else:
        if obj.rotation_mode != "QUATERNION":
            obj.rotation_mode = "QUATERNION"
        obj.rotation_quaternion = motion.rotation


def catch_up(root: bpy.types.Object) -> None:
    """Take names and positions that a script has set without telling Blender."""
    run = is_running(root)
    if run is not None:
        objects = robots.objects_of(root)
        if not all(name in objects for name in (*run.places, *run.links.values())):
            forget_robot(root)
            run = try_running(root)
    # Of what is animated, the evaluated values count, which the handlers have taken.
    if run is None or root.animation_data is not None:
        return
    if run.poser.follow(read_values(root, run), limits=True) or run.poser.problem:
        write_pose(root, run)
        tell(root, run.poser.problem)


def show_pose(root: bpy.types.Object, run: Running) -> None:
    """Write a pose that an operator chose, and say what was in the way."""
    write_pose(root, run)
    tell(root, run.poser.problem)
    # Not its keyframes: a pose that was chosen holds until the frame changes.
    root.update_tag(refresh={"OBJECT"})


def tell(root: bpy.types.Object, problem: str) -> None:
    """Keep the reason for a pose that was not taken, for the panel."""
    if root.get(PROBLEM, "") != problem:
        root[PROBLEM] = problem


def try_running(root: bpy.types.Object) -> Running | None:
    """The robot as it can be computed with; None, with the reason on the root, without one."""
    try:
        return running(root)
    except (FourbarError, ValueError) as error:
        tell(root, str(error))
        return None

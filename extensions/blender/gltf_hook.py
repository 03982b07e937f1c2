# SPDX-License-Identifier: GPL-3.0-or-later
"""Joints in what Blender's own glTF exporter writes (EXT_robot_kinematics).

Blender's exporter writes meshes, materials and textures; its nodes of a robot's objects are put
into the tree that the extension asks for, with the exact numbers of the description. While a robot
is exported, Blender's axes are kept and the top nodes are turned instead, so that the nodes of the
robot have the description's axes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from logging import getLogger
from math import sqrt
from typing import Any

import bpy

from fourbar import FourbarError
from fourbar.blender.gltf_nodes import RobotNodes, node_motion, robot_nodes, with_nodes
from fourbar.blender.trajectory import as_motion
from fourbar.gltf.read.extension import EXTENSION
from fourbar.spatial.rotation import Quaternion, matrix_of, product
from fourbar.spatial.vector import applied

from . import robots, running
from .motions import is_animated, played
from .preferences import is_gltf_wanted

_UPRIGHT: Quaternion = (-sqrt(0.5), 0.0, 0.0, sqrt(0.5))
"""From z up to y up, as Blender's exporter turns: about x by a quarter."""
_TURNED = "fourbar_turned"
"""Of the exporter's settings: the top nodes have to be turned by us."""
_LEFT_OUT = ("rig", "coupling")
"""Objects that are for working in Blender: the extension describes what they mean."""
_FLOAT = 5126

only: str | None = None
"""The root of the one robot that is exported, by our own operator; None for all of a scene."""
exported: list[str] = []
"""The roots of the robots that the last export has written with joints."""


def turn_axes(settings: dict[str, Any]) -> None:
    """Before an export: keep Blender's axes where a robot is exported; we turn its top nodes."""
    exported.clear()
    if settings.get("gltf_yup") and is_gltf_wanted() and any(_is_chosen(settings)):
        settings["gltf_yup"], settings[_TURNED] = False, True


def _is_chosen(settings: dict[str, Any]) -> Iterator[bool]:
    """Whether each robot of the file is among what the exporter was asked for."""
    for scene in bpy.data.scenes:
        for root in robots.roots(scene):
            collection = bpy.data.collections.get(settings.get("gltf_collection") or "")
            yield not (
                (settings.get("gltf_selected") and not root.select_get())
                or (settings.get("gltf_visible") and not root.visible_get())
                or (settings.get("gltf_renderable") and root.hide_render)
                or (collection is not None and root.name not in collection.all_objects)
            )


class JointsOfRobots:
    """What Blender's exporter calls while it works; one for each export."""

    def __init__(self) -> None:
        self.gathered: dict[str, list[Any]] = {}
        self.nodes: dict[str, Any] = {}
        self.models: list[dict[str, Any]] = []
        self.collisions: list[tuple[dict[str, Any], Any]] = []

    def gather_tree_filter_tag_hook(self, tree: Any, settings: dict[str, Any]) -> None:
        """Leave out what is for working in Blender, bones included; what hangs on it stays."""
        for node in tree.nodes.values() if is_gltf_wanted() else ():
            if robots.kind_of(node.blender_object) in _LEFT_OUT:
                node.keep_tag = False

    def gather_node_hook(self, node: Any, obj: Any, settings: dict[str, Any]) -> None:
        """Remember the node of an object; instances of collections have further ones."""
        if obj is not None and obj.library is None:
            self.gathered.setdefault(obj.name, []).append(node)

    def gather_gltf_hook(
        self, active: int, scenes: list[Any], animations: list[Any], settings: dict[str, Any]
    ) -> None:
        """All nodes are there, and point to each other: put those of robots in order.

        Whatever goes wrong, the exporter goes on: what it writes must stand upright.
        """
        if not is_gltf_wanted():
            return
        moving: list[Any] = []
        try:
            moving = self._robots(scenes, animations, settings)
        finally:
            if settings.get(_TURNED):
                self._stand(scenes, animations)
            animations[:0] = moving

    def _robots(
        self, scenes: list[Any], animations: list[Any], settings: dict[str, Any]
    ) -> list[Any]:
        """Put the nodes of all robots in order; their animations."""
        self.nodes = self._own_nodes()
        moving: list[Any] = []
        roots = [r for s in bpy.data.scenes for r in robots.roots(s) if r.name in self.nodes]
        for root in dict.fromkeys(roots):
            if only not in (None, root.name):
                continue
            try:
                moving += self._robot(root, scenes, settings)
            except (FourbarError, ValueError) as error:
                _warn(settings, f"'{root.name}' is exported without joints: {error}")
                continue
            exported.append(root.name)
            settings["gltf_gpu_instances"] = False  # would take nodes away from links
        if only is not None and only in exported:
            self._leave_alone(scenes, bpy.data.objects[only])
        carriers = {id(node) for node in self._carriers()}
        if not moving and any(
            id(c.target.node) in carriers for a in animations for c in a.channels
        ):
            text = "keyframes of links are left out: those of sliders or of a rig are exported"
            _warn(settings, text)
        _clean(animations, scenes, carriers)
        _drop_still(animations, [self.nodes[name] for name in exported])
        return moving

    def _own_nodes(self) -> dict[str, Any]:
        """The node of each object itself: not one of those that instances of a collection show.

        Nodes of instances are below the node of the object that shows the collection.
        """
        shown: set[int] = set()
        holders = [o.name for o in bpy.data.objects if o.instance_type == "COLLECTION"]
        pending = [n for name in holders for n in self.gathered.get(name, ())]
        while pending:
            for child in pending.pop().children or ():
                shown.add(id(child))
                pending.append(child)
        # An object that is parented to one that shows a collection has no other node.
        return {
            name: next((n for n in nodes if id(n) not in shown), nodes[0])
            for name, nodes in self.gathered.items()
        }

    def _leave_alone(self, scenes: list[Any], root: Any) -> None:
        """Leave one robot of all that was gathered, where it is in the scene."""
        node = self.nodes[root.name]
        if root.parent is not None:
            place, turn, scale = root.matrix_world.decompose()
            node.matrix = None
            node.translation, node.scale = list(place), list(scale)
            node.rotation = [turn.x, turn.y, turn.z, turn.w]
        for scene in scenes:
            scene.nodes = [node]

    def _robot(self, root: Any, scenes: list[Any], settings: dict[str, Any]) -> list[Any]:
        """The nodes of one robot as the extension wants them; its animations."""
        running.catch_up(root)
        run = running.running(root)
        found = robots.scene_robot(root)
        if found.problems:
            raise ValueError(found.problems[0].message)
        if not found.robot.joints:
            raise ValueError("it has none")  # the extension's empty list would not be written
        planned = robot_nodes(found, root.name, run.poser.model, run.poser.q)
        for finding in planned.report:
            _warn(settings, f"'{root.name}': {finding.message}")
        made = self._place(planned, scenes)
        model = with_nodes(planned.model, made.__getitem__)
        for link in model["links"]:
            for entry in link.get("collisions", ()):
                self._collision(entry)
        self.models.append(model)
        if not (settings.get("gltf_animations") and is_animated(root)):
            return []
        return _animations(planned, made, root, run)

    def _place(self, planned: RobotNodes, scenes: list[Any]) -> list[Any]:
        """The exporter's node of each object, or a new one, where the extension wants it."""
        gltf = import_module("io_scene_gltf2.io.com.gltf2_io")
        own = {n: self.nodes[o] for n, o in planned.objects.items() if o in self.nodes}
        top = planned.model["rootNode"]
        mine = {id(node) for number, node in own.items() if number != top}
        for holder in (*scenes, *self.nodes.values()):
            key = "nodes" if hasattr(holder, "nodes") else "children"
            setattr(holder, key, [n for n in getattr(holder, key) or () if id(n) not in mine])
        made = [own.get(number) or _new_node(gltf) for number in range(len(planned.nodes))]
        for number, (node, wanted) in enumerate(zip(made, planned.nodes, strict=True)):
            node.name = wanted["name"]
            node.children = [made[child] for child in wanted.get("children", ())] + node.children
            if number != top:
                node.matrix = None
                node.translation, node.rotation = wanted.get("translation"), wanted.get("rotation")
                if node.mesh is None:
                    node.scale = None
        return made

    def _collision(self, entry: dict[str, Any]) -> None:
        """Collisions show no mesh: they are shapes, or point to a mesh once that has a number."""
        node = entry["node"]
        if "shape" in entry:
            node.mesh = node.scale = None
        elif node.mesh is not None:
            self.collisions.append((entry, node))

    def _carriers(self) -> Iterator[Any]:
        """The nodes that joints move or that are fixed to a link: theirs is our animation."""
        for model in self.models:
            for link in model["links"]:
                yield from (link["node"], *link.get("visualNodes", ()))
                yield from link.get("collisionNodes", ())
            for joint in model["joints"]:
                yield joint["originNode"]

    def _stand(self, scenes: list[Any], animations: list[Any]) -> None:
        """Turn what is at the top upright; what is animated gets a node above it."""
        gltf = import_module("io_scene_gltf2.io.com.gltf2_io")
        animated = {id(c.target.node) for a in animations for c in a.channels}
        R = matrix_of(_UPRIGHT)
        above: dict[int, Any] = {}
        for node in {id(n): n for scene in scenes for n in scene.nodes}.values():
            if id(node) in animated or node.matrix is not None:
                above[id(node)] = holder = _new_node(gltf)
                holder.name, holder.children = f"{node.name}_upright", [node]
                holder.rotation = list(_UPRIGHT)
                continue
            x, y, z, w = node.rotation or (0.0, 0.0, 0.0, 1.0)
            node.rotation = list(product(_UPRIGHT, (x, y, z, w)))
            if node.translation is not None:
                a, b, c = node.translation
                node.translation = list(applied(R, (a, b, c)))
        for scene in scenes:
            scene.nodes = [above.get(id(node), node) for node in scene.nodes]
        for model in self.models:
            model["rootNode"] = above.get(id(model["rootNode"]), model["rootNode"])

    def gather_gltf_extensions_hook(self, gltf: Any, settings: dict[str, Any]) -> None:
        """Everything has its number: collisions let go of their meshes, and models are added."""
        if not self.models:
            return
        for entry, node in self.collisions:
            entry["mesh"], node.mesh = node.mesh, None
        extensions = import_module("io_scene_gltf2.io.com.gltf2_io_extensions")
        # Nodes in it become their numbers on the way.
        content = extensions.Extension(EXTENSION, {"models": self.models}, required=False)
        gltf.extensions[EXTENSION] = content


def _new_node(gltf: Any) -> Any:
    fields = ("camera", "children", "extensions", "extras", "matrix", "mesh", "name", "rotation")
    fields += ("scale", "skin", "translation", "weights")
    return gltf.Node(**{**dict.fromkeys(fields), "children": []})


def _clean(animations: list[Any], scenes: list[Any], carriers: set[int]) -> None:
    """Drop the channels of nodes that are gone, and of those that joints move.

    Channels of materials, lights and cameras (KHR_animation_pointer) are none of ours.
    """
    kind = import_module("io_scene_gltf2.io.com.gltf2_io").Node
    there: set[int] = set()
    pending = [node for scene in scenes for node in scene.nodes]
    while pending:
        node = pending.pop()
        there.add(id(node))
        pending += node.children or ()
    kept = there - carriers
    _keep(
        animations,
        lambda c, _: not isinstance(c.target.node, kind) or id(c.target.node) in kept,
    )


def _drop_still(animations: list[Any], roots: list[Any]) -> None:
    """Drop the channels of roots that stay where they are: their keyframes are those of joints."""
    ours = {id(node) for node in roots}
    _keep(animations, lambda c, a: id(c.target.node) not in ours or not _is_still(a, c))


def _is_still(animation: Any, channel: Any) -> bool:
    output = animation.samplers[channel.sampler].output
    data, count = output.buffer_view.data, output.count
    row = len(data) // max(count, 1)
    return data == data[:row] * count


def _keep(animations: list[Any], wanted: Callable[[Any, Any], bool]) -> None:
    """Keep some channels, the samplers that they use, and animations that have any."""
    for animation in animations:
        kept = [c for c in animation.channels if wanted(c, animation)]
        used = sorted({c.sampler for c in kept})
        animation.samplers = [animation.samplers[number] for number in used]
        for channel in kept:
            channel.sampler = used.index(channel.sampler)
        animation.channels = kept
    animations[:] = [a for a in animations if a.channels]


def _animations(planned: RobotNodes, made: list[Any], root: Any, run: Any) -> list[Any]:
    """The frame range as an animation of the nodes that carry joints, at the exporter's times."""
    scene = bpy.context.scene
    start = scene.frame_start / (scene.render.fps / scene.render.fps_base)
    times, rows = played(scene, run)
    motion = as_motion(run.poser.model, [start + t for t in times], rows)
    found = node_motion(planned, motion)
    if found is None:
        return []
    gltf = import_module("io_scene_gltf2.io.com.gltf2_io")
    keys = _accessor(gltf, found.times, "SCALAR", 1, [found.first], [found.last])
    channels, samplers = [], []
    for track in found.tracks:
        values = _accessor(gltf, track.rows, f"VEC{track.width}", track.width)
        samplers.append(
            gltf.AnimationSampler(
                extensions=None, extras=None, input=keys, interpolation="LINEAR", output=values
            )
        )
        target = gltf.AnimationChannelTarget(
            extensions=None, extras=None, node=made[track.node], path=track.path
        )
        channels.append(
            gltf.AnimationChannel(
                extensions=None, extras=None, sampler=len(samplers) - 1, target=target
            )
        )
    name = "motion" if only is not None else f"{root.name} motion"
    return [
        gltf.Animation(
            channels=channels, extensions=None, extras=None, name=name, samplers=samplers
        )
    ]


def _accessor(
    gltf: Any, data: bytes, kind: str, width: int, low: Any = None, high: Any = None
) -> Any:
    try:
        binary = import_module("io_scene_gltf2.io.exp.binary_data")
    except ImportError:  # until Blender 4.2
        binary = import_module("io_scene_gltf2.io.exp.gltf2_io_binary_data")
    return gltf.Accessor(
        buffer_view=binary.BinaryData(data),
        byte_offset=None,
        component_type=_FLOAT,
        count=len(data) // (4 * width),
        extensions=None,
        extras=None,
        max=high,
        min=low,
        name=None,
        normalized=None,
        sparse=None,
        type=kind,
    )


def _warn(settings: dict[str, Any], message: str) -> None:
    (settings.get("log") or getLogger("fourbar")).warning(message)

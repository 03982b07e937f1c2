# SPDX-License-Identifier: GPL-3.0-or-later
"""Findings about a robot: a list that selects the object, explanations, and fixes.

A check runs in a thread on the text that an export would write, so that Blender never waits.
"""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import NamedTuple

import bpy

import fourbar as fb
from fourbar.blender import SceneRobot
from fourbar.blender.findings import Finding, findings_of
from fourbar.blender.labels import edits_since
from fourbar.lint import fix_text
from fourbar.reading import Content

from . import overlays, robots
from .classes import Reporting, counted, registrar
from .on_robot import OnRobot
from .texts import rebuild

_ICONS = {"error": "CANCEL", "warning": "ERROR", "info": "INFO", "note": "INFO"}
_done: SimpleQueue[_Result] = SimpleQueue()
_started = 0
_settling: dict[tuple[str, str], float] = {}
"""When to check a root of a scene, by their names: a moment after the last change."""
_PAUSE = 0.05
_SETTLED = 0.5
"""How often to look for results, and how long nothing must change before a live check [s]."""


class FourbarFinding(bpy.types.PropertyGroup):
    """One row of the list."""

    code: bpy.props.StringProperty()
    severity: bpy.props.StringProperty()
    message: bpy.props.StringProperty()
    object: bpy.props.StringProperty()
    rule: bpy.props.StringProperty()
    fix: bpy.props.StringProperty()
    safe: bpy.props.BoolProperty()
    line: bpy.props.IntProperty()


def _show_collisions(state: FourbarScene, context: bpy.types.Context) -> None:
    for obj in context.view_layer.objects:
        if robots.kind_of(obj) == "collision":
            obj.hide_set(not state.collisions)


def _draw_again(state: FourbarScene, context: bpy.types.Context) -> None:
    overlays.forget()


class FourbarScene(bpy.types.PropertyGroup):
    """What the panels remember of a scene."""

    findings: bpy.props.CollectionProperty(type=FourbarFinding)
    active: bpy.props.IntProperty()
    checked: bpy.props.StringProperty()
    live: bpy.props.BoolProperty(
        name="Live", description="Check again after every change, in a thread", default=False
    )
    collisions: bpy.props.BoolProperty(name="Collisions", default=False, update=_show_collisions)
    frames: bpy.props.BoolProperty(
        name="Joint frames",
        description="The x, y and z axes of joints in red, green and blue",
        default=True,
        update=_draw_again,
    )
    axes: bpy.props.BoolProperty(name="Joint axes", default=False, update=_draw_again)
    ranges: bpy.props.BoolProperty(name="Joint limits", default=False, update=_draw_again)
    masses: bpy.props.BoolProperty(name="Centres of mass", default=False, update=_draw_again)
    inertias: bpy.props.BoolProperty(
        name="Inertia",
        description="The solid ellipsoid with the mass and inertia of each link",
        default=False,
        update=_draw_again,
    )
    gaps: bpy.props.BoolProperty(name="Loop gaps", default=True, update=_draw_again)
    names: bpy.props.BoolProperty(name="Names", default=False, update=_draw_again)
    selected_only: bpy.props.BoolProperty(
        name="Selected only", description="Of selected objects alone", update=_draw_again
    )
    edits: bpy.props.StringProperty()


class FOURBAR_UL_findings(bpy.types.UIList):
    """Findings by severity."""

    def draw_item(self, context, layout, data, item, icon, active_data, active_property) -> None:
        """Code and message; a wrench where there is a fix."""
        row = layout.row(align=True)
        row.label(text=f"{item.code} {item.message}", icon=_ICONS.get(item.severity, "INFO"))
        if item.fix:
            row.label(text="", icon="MODIFIER")


class _Snapshot(NamedTuple):
    content: Content
    packages: dict[str, str]
    scene: SceneRobot
    edits: list[str]


class Checked(NamedTuple):
    """What a check gives: findings, and what was changed since the import."""

    findings: list[Finding]
    edits: list[str]


class _Result(NamedTuple):
    """What a thread found, about which root of which scene; of several, the last one counts."""

    number: int
    root: str
    scene: str
    checked: Checked


def check_now(root: bpy.types.Object) -> Checked:
    """All findings about the robot as it would be exported, waiting for them."""
    return _check(_snapshot(root))


def _snapshot(root: bpy.types.Object) -> _Snapshot:
    """All that a thread needs, as plain values."""
    description = robots.description_of(root)
    found = robots.scene_robot(root)
    written = description.export(found, force=True)
    content = Content(written.data, description.file, description.path)
    edits = edits_since(description.robot, found.robot)
    return _Snapshot(content, description.packages, found, edits)


def _check(work: _Snapshot) -> Checked:
    report = fb.check(work.content, packages=work.packages, format="urdf")
    findings = findings_of(report, work.scene)
    return Checked(findings, work.edits)


def _try_check(work: _Snapshot) -> Checked:
    """The findings; a check that fails is one itself, so that nobody waits for it for ever."""
    try:
        return _check(work)
    except (fb.FourbarError, OSError, ValueError) as error:
        return Checked([Finding("check", "failed", "error", str(error))], work.edits)


def show(scene: bpy.types.Scene, root: str, checked: Checked) -> None:
    """Put findings into the list of a scene, and edits into the panel of the robot."""
    state = scene.fourbar
    state.findings.clear()
    state.edits = "\n".join(checked.edits)
    for finding in checked.findings:
        row = state.findings.add()
        row.code, row.severity, row.message = finding.code, finding.severity, finding.message
        row.object, row.rule = finding.object, finding.rule
        row.fix, row.safe, row.line = finding.fix, finding.is_safe, finding.line
    state.active = min(state.active, max(len(checked.findings) - 1, 0))
    state.checked = root


class FOURBAR_OT_check(OnRobot, bpy.types.Operator):
    """Check the robot as it would be exported"""

    bl_idname = "fourbar.check"
    bl_label = "Check"

    wait: bpy.props.BoolProperty(name="Wait", description="Block until it is done", default=False)

    def run(self, context: bpy.types.Context) -> None:
        """Start a thread, or wait."""
        root = robots.chosen_root(context)
        if self.wait or bpy.app.background:
            show(context.scene, root.name, check_now(root))
            return
        start(root, context.scene)


def start(root: bpy.types.Object, scene: bpy.types.Scene) -> Thread:
    """Check in a thread; a timer shows what it finds, unless a later one is under way."""
    global _started
    _started += 1
    number, name, where, work = _started, root.name, scene.name, _snapshot(root)
    thread = Thread(
        target=lambda: _done.put(_Result(number, name, where, _try_check(work))), daemon=True
    )
    thread.start()
    _listen(collect)
    return thread


def collect() -> float | None:
    """Show the findings of the last check that was started, when they are there."""
    try:
        found = _done.get_nowait()
    except Empty:
        return _PAUSE
    if found.number < _started:
        return 0.0  # an older one, perhaps of another file: the one that counts is to come
    scene = bpy.data.scenes.get(found.scene)
    if scene is not None:
        show(scene, found.root, found.checked)
        _redraw()
    return None


def after_change(root: bpy.types.Object, scene: bpy.types.Scene) -> None:
    """Check again when a user has stopped changing things for a moment, if that is wanted."""
    if scene.fourbar.live:
        _settling[root.name, scene.name] = monotonic() + _SETTLED
        _listen(settle)


def settle() -> float | None:
    """Start the checks of robots that have not been changed for a moment."""
    now = monotonic()
    for (name, where), due in list(_settling.items()):
        if due > now:
            continue
        del _settling[name, where]
        root, scene = bpy.data.objects.get(name), bpy.data.scenes.get(where)
        if root is not None and scene is not None and robots.kind_of(root) == "robot":
            start(root, scene)
    return min(_settling.values()) - now if _settling else None


def _listen(timer: Callable[[], float | None]) -> None:
    """Let Blender call a function again and again, until it returns None."""
    if not bpy.app.timers.is_registered(timer):
        bpy.app.timers.register(timer, first_interval=_PAUSE)


def _redraw() -> None:
    for window in bpy.context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "VIEW_3D":
                area.tag_redraw()


def _chosen(state: FourbarScene) -> FourbarFinding:
    """The finding that is active in the list."""
    if not state.findings:
        raise ValueError("there are no findings")
    return state.findings[min(state.active, len(state.findings) - 1)]


class FOURBAR_OT_select_finding(Reporting, bpy.types.Operator):
    """Select the object that the finding is about, and look at it"""

    bl_idname = "fourbar.select_finding"
    bl_label = "Show"
    bl_options = {"REGISTER", "UNDO"}

    def run(self, context: bpy.types.Context) -> None:
        """Select and frame it."""
        state = context.scene.fourbar
        found = _chosen(state)
        obj = context.view_layer.objects.get(found.object)
        if obj is None and found.object in bpy.data.objects:
            raise ValueError(f"'{found.object}' is not in this view layer")
        if obj is None and found.line:
            self._show_line(context, state.checked, found.line)
            return
        if obj is None:
            raise ValueError("this finding is about the robot as a whole")
        obj.hide_set(False)  # what is hidden cannot be selected
        for other in context.selected_objects:
            other.select_set(False)
        obj.select_set(True)
        context.view_layer.objects.active = obj
        if context.area is not None and context.area.type == "VIEW_3D":
            region = next(r for r in context.area.regions if r.type == "WINDOW")
            with context.temp_override(region=region):
                bpy.ops.view3d.view_selected()

    def _show_line(self, context: bpy.types.Context, name: str, line: int) -> None:
        """Put the cursor of the description's text where no object is made of it."""
        root = bpy.data.objects.get(name)
        text = None if root is None else root.get(robots.TEXT)
        if text is None:
            raise ValueError(f"line {line} of the description, which has no object")
        text.current_line_index = min(line, len(text.lines)) - 1
        for area in context.screen.areas if context.screen else ():
            if area.type == "TEXT_EDITOR":
                area.spaces.active.text = text
        self.report({"INFO"}, f"line {line} of the text '{text.name}', which has no object")


class FOURBAR_OT_explain(Reporting, bpy.types.Operator):
    """Write the rule of the finding into a text: why it matters, and what to write instead"""

    bl_idname = "fourbar.explain"
    bl_label = "Explain"
    bl_options = {"REGISTER", "UNDO"}

    def run(self, context: bpy.types.Context) -> None:
        """Write the rule's page into a text."""
        from fourbar.blender.findings import explanation

        state = context.scene.fourbar
        code = _chosen(state).code
        name = f"{code}.md"
        text = bpy.data.texts.get(name) or bpy.data.texts.new(name)
        text.clear()
        text.write(explanation(code))
        self.report({"INFO"}, f"{name} is in the text editor")


class FOURBAR_OT_apply_fix(OnRobot, bpy.types.Operator):
    """Fix what can be fixed without a doubt; with *Only this*, the selected finding's rule alone"""

    bl_idname = "fourbar.apply_fix"
    bl_label = "Fix"

    only: bpy.props.BoolProperty(name="Only this rule", default=False)
    unsafe: bpy.props.BoolProperty(
        name="Also unsafe ones", description="Fixes that change the meaning", default=False
    )

    def run(self, context: bpy.types.Context) -> None:
        """Change the text, and make the robot from it again."""
        root = robots.chosen_root(context)
        state = context.scene.fourbar
        only = _chosen(state).code if self.only else None
        work = _snapshot(root)
        content, packages = work.content, work.packages
        fixed = fix_text(
            str(content.path or content.file),
            data=content.data,
            only=only,
            unsafe=self.unsafe,
            packages=packages,
            format="urdf",
        )
        if not fixed.applied:
            self.report({"INFO"}, "there is nothing to fix")
            return
        made = rebuild(context, root, fixed.data)
        show(context.scene, made.name, check_now(made))
        self.report({"INFO"}, f"{counted(len(fixed.applied), 'finding')} fixed")


_register, _unregister = registrar(
    [
        FourbarFinding,
        FourbarScene,
        FOURBAR_UL_findings,
        FOURBAR_OT_check,
        FOURBAR_OT_select_finding,
        FOURBAR_OT_explain,
        FOURBAR_OT_apply_fix,
    ]
)


def register() -> None:
    """Add the list to scenes."""
    _register()
    bpy.types.Scene.fourbar = bpy.props.PointerProperty(type=FourbarScene)


def unregister() -> None:
    """Take it away; what a thread finds then is nobody's."""
    _settling.clear()
    for timer in (collect, settle):
        if bpy.app.timers.is_registered(timer):
            bpy.app.timers.unregister(timer)
    del bpy.types.Scene.fourbar
    _unregister()

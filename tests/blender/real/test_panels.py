"""G7: no panel fails, whatever object is active; every operator, property and icon exists."""

from __future__ import annotations

from typing import Any

import pytest


class Layout:
    """Takes what a panel draws, and checks that Blender could draw it."""

    def __init__(self, bpy: Any, drawn: list[str]) -> None:
        self.bpy, self.drawn = bpy, drawn
        items = bpy.types.UILayout.bl_rna.functions["label"].parameters["icon"].enum_items
        self.icons = set(items.keys())

    def row(self, **_: Any) -> Layout:
        return self

    column = box = split = row

    def label(self, *, text: str, icon: str = "NONE") -> None:
        assert isinstance(text, str)
        assert icon in self.icons
        self.drawn.append(text)

    def prop(self, data: Any, name: str, *, text: str = "", icon: str = "NONE", **_: Any) -> None:
        assert icon in self.icons
        if name.startswith("["):
            data.path_resolve(name)
        else:
            assert name in data.bl_rna.properties, name
        self.drawn.append(text or name)

    def operator(self, name: str, *, text: str = "", icon: str = "NONE") -> Any:
        assert icon in self.icons
        family, _, own = name.partition(".")
        properties = getattr(getattr(self.bpy.ops, family), own).get_rna_type()
        self.drawn.append(text or properties.name)
        return type("Properties", (), dict.fromkeys(properties.properties.keys()))()

    def operator_menu_enum(self, name: str, prop: str, **options: Any) -> None:
        family, _, own = name.partition(".")
        assert prop in getattr(getattr(self.bpy.ops, family), own).get_rna_type().properties
        self.drawn.append(options["text"])

    def template_list(self, kind: str, _: str, data: Any, name: str, *rest: Any, **__: Any) -> None:
        assert hasattr(self.bpy.types, kind)
        assert name in data.bl_rna.properties


def draw_all(blender) -> dict[str, list[str]]:
    """Everything that the panels show for the active object."""
    bpy = blender.bpy
    found = {}
    for panel in (*blender.panels.PANELS, *blender.devices.PANELS):
        poll = getattr(panel, "poll", None)
        if poll is None or poll(bpy.context):
            drawn: list[str] = []
            fake = type("Self", (), {"layout": Layout(bpy, drawn)})()
            panel.draw(fake, bpy.context)
            found[panel.bl_label] = drawn
    return found


def draw_with_each_object(blender) -> None:
    """Make every object of the scene active once, and draw all panels."""
    bpy = blender.bpy
    for obj in list(bpy.context.view_layer.objects):
        bpy.context.view_layer.objects.active = obj
        draw_all(blender)


@pytest.mark.parametrize("name", ["four_bar", "stewart", "humanoid"])
def test_panels_draw_with_every_object_active(blender, name: str) -> None:
    bpy = blender.bpy
    draw_all(blender)
    bpy.ops.fourbar.import_gallery(robot=name)
    bpy.ops.fourbar.check()
    root = blender.robots.roots(bpy.context.scene)[0]
    for obj in list(blender.robots.objects_of(root).values()):
        bpy.context.view_layer.objects.active = obj
        shown = draw_all(blender)
        kind = obj["fourbar_kind"]
        assert ("Link" in shown) == (kind == "link")
        assert ("Joint" in shown) == (kind == "joint")
        assert shown["Pose"]
    bpy.context.view_layer.objects.active = None
    draw_all(blender)
    for name in blender.overlays.SWITCHES:
        setattr(bpy.context.scene.fourbar, name, True)
    blender.overlays.drawing_of(bpy.context.scene)


def test_overlays_are_made_once_per_change(blender) -> None:
    """Arcs over the limits, ellipsoids with the inertia, crosses where loops close, names."""
    import numpy as np

    import fourbar as fb

    bpy, overlays = blender.bpy, blender.overlays
    bpy.ops.fourbar.import_gallery(robot="four_bar")
    state = bpy.context.scene.fourbar
    for name in overlays.SWITCHES:
        setattr(state, name, True)
    first = overlays.drawing_of(bpy.context.scene)
    assert overlays.drawing_of(bpy.context.scene) is first
    robot = fb.load("gallery:four_bar")
    texts = {label.text for label in first.labels}
    assert {p.name for p in (*robot.links, *robot.joints, *robot.loops)} == texts
    assert overlays.overlay.GREEN in first.lines
    assert not any(color[0] == 1.0 and color[1] < 0.5 for color in first.lines)
    root = blender.robots.roots(bpy.context.scene)[0]
    root["crank"] = 0.5
    root.update_tag()
    bpy.context.view_layer.update()
    second = overlays.drawing_of(bpy.context.scene)
    assert second is not first
    assert not np.array_equal(*(d.lines[overlays._INERTIA] for d in (first, second)))
    state.selected_only = True
    for obj in bpy.context.selected_objects:
        obj.select_set(False)
    assert not overlays.drawing_of(bpy.context.scene).lines
    # Blender tells no handler of a selection, or of what is hidden.
    bpy.data.objects["crank"].select_set(True)
    assert overlays.drawing_of(bpy.context.scene).lines
    state.selected_only = False
    root.hide_set(True)
    assert not overlays.drawing_of(bpy.context.scene).lines


def test_panels_draw_what_a_user_has_broken(blender) -> None:
    """Properties that were deleted or overwritten by hand."""
    bpy = blender.bpy
    bpy.ops.fourbar.import_gallery(robot="four_bar")
    root = bpy.context.object
    root["fourbar_configurations"] = "[not json"
    del root["rocker"]
    draw_with_each_object(blender)
    bpy.data.objects["crank"].location.x += 0.1
    bpy.context.view_layer.update()
    bpy.ops.fourbar.reset_pose()
    assert "rocker" in root  # a slider that was deleted comes back
    draw_with_each_object(blender)


def test_the_panel_lists_what_was_edited(blender) -> None:
    bpy = blender.bpy
    bpy.ops.fourbar.import_gallery(robot="four_bar")
    bpy.ops.fourbar.check()
    assert "Unchanged since the import" in draw_all(blender)["Robot"]
    bpy.data.objects["rocker_link"]["mass"] = 7.0
    bpy.ops.fourbar.check()
    shown = draw_all(blender)["Robot"]
    assert "1 edit since the import" in shown
    assert "link rocker_link: inertial" in shown


def test_labels_are_those_of_the_seed(blender) -> None:
    bpy = blender.bpy
    bpy.ops.fourbar.import_gallery(robot="ur20")
    root = blender.robots.roots(bpy.context.scene)[0]
    shape = next(blender.robots.parts_of(root, "collision"))
    bpy.context.view_layer.objects.active = shape.parent
    text = draw_all(blender)["Link"]
    assert "Auto-Calculate Inertia (Locked)" in text
    assert f"{shape.name}: Imported collision: Geometry preserved" in text
    shape.parent.select_set(True)
    bpy.ops.fourbar.lock_inertia(lock=False)
    shape.location.x += 1.0
    text = draw_all(blender)["Link"]
    assert "Auto-Calculate Inertia" in text
    assert f"{shape.name}: Not where the file has it" in text
    frame = bpy.data.objects["tool0"]
    bpy.context.view_layer.objects.active = frame
    assert "Virtual frame (no geometry)" in draw_all(blender)["Link"]


def test_panels_survive_undo_reload_delete_and_a_second_scene(blender, tmp_path) -> None:
    bpy = blender.bpy
    bpy.ops.fourbar.import_gallery(robot="four_bar")
    bpy.ops.ed.undo_push(message="import")
    bpy.ops.fourbar.random_pose(seed=2)
    bpy.ops.ed.undo_push(message="pose")
    bpy.ops.ed.undo()
    draw_all(blender)
    root = blender.robots.roots(bpy.context.scene)[0]
    other = bpy.data.scenes.new("other")
    other.collection.children.link(blender.robots.collection_of(root))
    assert blender.robots.roots(other)
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "a.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "a.blend"))
    draw_with_each_object(blender)
    root = blender.robots.roots(bpy.context.scene)[0]
    bpy.context.view_layer.objects.active = root
    for obj in list(blender.robots.objects_of(root).values())[1:]:
        if obj.get("fourbar_kind") == "link":
            bpy.data.objects.remove(obj)
            draw_all(blender)
            break
    bpy.data.objects.remove(root)
    draw_all(blender)


def test_disabling_loses_nothing(blender, tmp_path) -> None:
    """G8: a file that is saved without the extension is whole with it again."""
    import sys

    import fourbar as fb

    bpy = blender.bpy
    bpy.ops.fourbar.import_gallery(robot="six_bar")
    bpy.ops.fourbar.random_pose(seed=5)
    pose = dict(blender.running.running(bpy.context.object).poser.values())
    extension = sys.modules["fourbar_extension"]
    extension.unregister()
    try:
        bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "a.blend"))
        bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "a.blend"))
    finally:
        extension.register()
    draw_with_each_object(blender)
    root = blender.robots.roots(bpy.context.scene)[0]
    again = blender.running.running(root).poser.values()
    assert again == pose
    assert blender.exports.export_urdf(root, tmp_path / "out.urdf").is_patched
    assert (tmp_path / "out.urdf").read_bytes() == fb.gallery.path("six_bar").read_bytes()

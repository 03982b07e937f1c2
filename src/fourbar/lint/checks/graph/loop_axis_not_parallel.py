"""The check of G347 loop-axis-not-parallel."""

from __future__ import annotations

from .... import rules
from ....markup import numbers
from ....robot import Vector3
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Compare the axes."""
    for loop, axis in context.misaligned_loops:
        path = PartPath("loop", loop.name)
        better = numbers(_rounded(axis))
        element, editor = context.element(path), context.editor
        fix = None
        written = None if element is None else element.find("axis")
        if element is not None and editor is not None:
            edits = (
                editor.append_child(element, f'<axis xyz="{better}"/>')
                if written is None
                else editor.set_attribute(written, "xyz", better)
            )
            fix = context.fix(f"write {better}", edits, safe=False)
        given = written is not None or element is None or element.tag != "loop"
        used = numbers(loop.axis)
        whose = (
            f"the axis of loop '{loop.name}' ({used})"
            if given
            else f"loop '{loop.name}' has no <axis>, and the one that is used ({used})"
        )
        yield context.find(
            rules.graph.LOOP_AXIS_NOT_PARALLEL,
            path if written is None else path / "axis" / "xyz",
            f"{whose} is not parallel to the joints of its cycle, which turn about {better} in its "
            "frame; the loop locks them",
            fix=fix,
        )


def _rounded(axis: Vector3) -> Vector3:
    """As the first joint of the cycle points, without the noise of turning it."""
    x, y, z = (round(component, 9) + 0.0 for component in axis)
    return x, y, z

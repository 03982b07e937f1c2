"""The check of S144 color-range."""

from __future__ import annotations

from .... import rules
from ....markup import number
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Look at every colour."""
    for path, color in _colors(context):
        if all(0.0 <= value <= 1.0 for value in color):
            continue
        fix = None
        if all(value == int(value) and 0 <= value <= 255 for value in color):
            alpha = 1.0 if color[3] == 1.0 else color[3] / 255
            values = (*(value / 255 for value in color[:3]), alpha)
            text = " ".join(number(round(value, 4)) for value in values)
            fix = context.set_attribute(path, text, f'write rgba="{text}"', safe=False)
        message = f"a colour must be between 0 and 1, got {' '.join(map(number, color))}"
        yield context.find(rules.schema.COLOR_RANGE, path, message, fix=fix)


def _colors(context: Context) -> list[tuple[PartPath, tuple[float, ...]]]:
    found: list[tuple[PartPath, tuple[float, ...]]] = [
        (PartPath("material", material.name) / "color" / "rgba", material.color)
        for material in context.robot.materials
        if material.color is not None
    ]
    for link in context.robot.links:
        for i, visual in enumerate(link.visuals):
            if visual.material is not None and visual.material.color is not None:
                path = PartPath("link", link.name).item("visual", i) / "material" / "color" / "rgba"
                found.append((path, visual.material.color))
    return found

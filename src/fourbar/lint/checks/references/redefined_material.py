"""The check of R212 redefined-material."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Compare every definition with the first one of its name."""
    first = {m.name: (m, f"material[{m.name}]") for m in context.robot.materials}
    for link in context.robot.links:
        for i, visual in enumerate(link.visuals):
            material = visual.material
            if material is None or material.is_reference or not material.name:
                continue
            path = f"link[{link.name}].visual[{i}].material"
            known, place = first.setdefault(material.name, (material, path))
            if (known.color, known.texture) != (material.color, material.texture):
                where = "the robot's" if place.startswith("material") else f"that of {place}"
                message = f"material '{material.name}' is not {where} of the same name"
                yield context.find(rules.references.REDEFINED_MATERIAL, path, message)

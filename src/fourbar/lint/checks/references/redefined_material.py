"""The check of R212 redefined-material."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Compare every definition with the first one of its name."""
    first = {m.name: (m, PartPath("material", m.name)) for m in context.robot.materials}
    for link in context.robot.links:
        for i, visual in enumerate(link.visuals):
            material = visual.material
            if material is None or material.is_reference or not material.name:
                continue
            path = PartPath("link", link.name).item("visual", i) / "material"
            known, place = first.setdefault(material.name, (material, path))
            if (known.color, known.texture) != (material.color, material.texture):
                yield context.find(
                    rules.references.REDEFINED_MATERIAL,
                    path,
                    f"material '{material.name}' is defined again with another colour or texture",
                    facts={"name": material.name},
                    related=context.related(place, "first defined here"),
                )

"""Lists of spheres, as motion planners read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ..markup import escape_attribute, number
from ..robot import Sphere
from .collision import CoverError, LinkCover

SphereFormat = Literal["srdf", "curobo", "xrdf"]

FORMATS: dict[str, SphereFormat] = {
    ".srdf": "srdf",
    ".yml": "curobo",
    ".yaml": "curobo",
    ".xrdf": "xrdf",
}
"""By the extension of a file."""

Spheres = dict[str, list[tuple[tuple[float, float, float], float]]]
"""Centres and radii [m] by the names of links."""


def write_spheres(rows: Sequence[LinkCover], *, robot: str, format: SphereFormat) -> str:
    """The text of a file with the spheres of links.

    Parameters
    ----------
    format
        "srdf": `<link_sphere_approximation>` elements; "curobo": the YAML that cuRobo's robot files
        include as `collision_spheres`; "xrdf": Isaac's extended description, geometry part.

    Raises
    ------
    CoverError
        For shapes that are not spheres.
    """
    spheres = _spheres(rows)
    match format:
        case "srdf":
            return _srdf(spheres, robot)
        case "curobo":
            return "\n".join(["collision_spheres:", *_yaml(spheres, "  ")]) + "\n"
        case "xrdf":
            head = ["format: xrdf", "format_version: 1.0", "collision:"]
            head += ["  geometry: fourbar_spheres", "geometry:", "  fourbar_spheres:"]
            return "\n".join([*head, "    spheres:", *_yaml(spheres, "      ")]) + "\n"


def _spheres(rows: Sequence[LinkCover]) -> Spheres:
    found: Spheres = {}
    for row in rows:
        for shape in row.shapes:
            if not isinstance(shape.geometry, Sphere):
                raise CoverError(
                    f"link '{row.link}' has a {shape.kind}, and this format holds spheres only; "
                    "use the method 'spheres' or 'sphere'"
                )
            found.setdefault(row.link, []).append((shape.origin.xyz, shape.geometry.radius))
    return found


def _srdf(spheres: Spheres, robot: str) -> str:
    lines = ['<?xml version="1.0"?>', f'<robot name="{escape_attribute(robot)}">']
    for link, balls in spheres.items():
        lines.append(f'  <link_sphere_approximation link="{escape_attribute(link)}">')
        for centre, radius in balls:
            place = " ".join(map(number, centre))
            lines.append(f'    <sphere center="{place}" radius="{number(radius)}"/>')
        lines.append("  </link_sphere_approximation>")
    return "\n".join([*lines, "</robot>"]) + "\n"


def _yaml(spheres: Spheres, indent: str) -> list[str]:
    lines: list[str] = []
    for link, balls in spheres.items():
        # A string in double quotes means the same in JSON and in YAML.
        lines.append(f"{indent}{_quoted(link)}:")
        for centre, radius in balls:
            place = ", ".join(map(number, centre))
            lines.append(f"{indent}  - center: [{place}]")
            lines.append(f"{indent}    radius: {number(radius)}")
    return lines


def _quoted(text: str) -> str:
    import json

    return json.dumps(text, ensure_ascii=False)

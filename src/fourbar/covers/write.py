"""Collision shapes in descriptions: the text with few bytes changed, or another robot."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..assets.made_source import MadeMesh
from ..assets.mesh import Primitive, TriangleMesh
from ..assets.used_files import used_files
from ..assets.write_stl import write_stl
from ..diagnostics import Edit, PartPath
from ..files import write_atomic
from ..formats.editable import edited_text
from ..markup import escape_attribute, number
from ..reading import Reading
from ..record import replace
from ..robot import Box, Capsule, Collision, Cylinder, Mesh, Pose, Robot, Sphere
from ..xml.edits import Editor, Edits
from ..xml.tree import Document, Element
from .collision import LinkCover
from .cover import Body

if TYPE_CHECKING:
    from ..files import OpenedFiles

NONE_IN_USE: Mapping[str, Path] = {}

Collisions = Mapping[str, Sequence[Collision]]
"""The collision elements of links, by name."""


class Written(NamedTuple):
    """Collision elements of links, and the mesh files that they name, as bytes by file name."""

    collisions: dict[str, list[Collision]]
    meshes: dict[str, bytes]


def collisions_of(
    rows: Sequence[LinkCover],
    *,
    address: str,
    capsules: bool = False,
    in_use: Mapping[str, Path] = NONE_IN_USE,
) -> Written:
    """Shapes as a description has them.

    Parameters
    ----------
    address
        What stands before the names of mesh files, such as `package://arm/meshes`.
    capsules
        Write `<capsule>`; otherwise a cylinder and two spheres, which are the same.
    in_use
        Files that are not replaced by others, by their names in lower case (`files_in_use`).
    """
    written = Written({}, {})
    for row in rows:
        if row.problem or row.kept:
            continue
        elements: list[Collision] = []
        bodies = sum(isinstance(shape.geometry, Body) for shape in row.shapes)
        for shape in row.shapes:
            if isinstance(shape.geometry, Body):
                data = _stl(shape.geometry)
                name = _file_name(row.link, bodies, written.meshes, data, in_use)
                written.meshes[name] = data
                mesh = Mesh(f"{address}/{name}" if address else name)
                elements.append(Collision(mesh, shape.origin))
            elif isinstance(shape.geometry, Capsule) and not capsules:
                elements += split_capsule(shape.geometry, shape.origin)
            else:
                elements.append(Collision(shape.geometry, shape.origin))
        written.collisions[row.link] = elements
    return written


def made_meshes(written: Written) -> dict[PartPath, MadeMesh]:
    """The meshes by the paths of the collision shapes that they are."""
    return {
        PartPath("link", link).item("collision", number): MadeMesh(
            shape.geometry.filename, written.meshes[shape.geometry.filename.rpartition("/")[2]]
        )
        for link, shapes in written.collisions.items()
        for number, shape in enumerate(shapes)
        if isinstance(shape.geometry, Mesh)
    }


def split_capsule(capsule: Capsule, origin: Pose) -> list[Collision]:
    """A capsule as a cylinder and two spheres."""
    if capsule.length == 0.0:
        return [Collision(Sphere(capsule.radius), origin)]
    ends = [origin @ Pose((0.0, 0.0, half * capsule.length)) for half in (-0.5, 0.5)]
    return [
        Collision(Cylinder(capsule.radius, capsule.length), origin),
        *(Collision(Sphere(capsule.radius), Pose(end.xyz)) for end in ends),
    ]


def files_in_use(
    robot: Robot,
    folder: str | Path,
    *,
    replaced: Collection[str] = (),
    opened: OpenedFiles | None = None,
) -> dict[str, Path]:
    """The files of a folder that shapes of a robot are in, by their names in lower case.

    `replaced` has the links whose collision shapes do not count.
    """
    place = Path(folder).resolve()
    skipped = {PartPath("link", name).part for name in replaced}
    found: dict[str, Path] = {}
    for path, file in used_files(robot, opened=opened):
        if path.has("collision") and path.part in skipped:
            continue
        for each in (file.absolute(), file.resolve()):
            if each.parent.resolve() == place:
                found[each.name.lower()] = each
    return found


def write_meshes(meshes: Mapping[str, bytes], folder: str | Path) -> None:
    """Write mesh files into a folder, which is made."""
    if meshes:
        Path(folder).mkdir(parents=True, exist_ok=True)
    for name, data in meshes.items():
        write_atomic(Path(folder) / name, data)


def relative_address(folder: str | Path, output: str | Path) -> str:
    """How a description names files of a folder that may be beside it."""
    near = os.path.relpath(Path(folder).resolve(), Path(output).resolve().parent)
    return near.replace(os.sep, "/")


def with_collisions(robot: Robot, collisions: Collisions) -> Robot:
    """The robot with these collision shapes, by the names of links."""
    links = [
        replace(link, collisions=tuple(collisions[link.name])) if link.name in collisions else link
        for link in robot.links
    ]
    return robot.replace(links=links)


def edited(reading: Reading, collisions: Collisions) -> bytes | None:
    """The bytes of a URDF file with these shapes; None where it has no text of its own."""
    robot = reading.robot
    if robot is None:
        return None

    def change(document: Document, editor: Editor) -> Iterator[Edit]:
        for name, shapes in collisions.items():
            element = document.named("link", name)
            if element is not None and list(robot.links[name].collisions) != list(shapes):
                yield from replace_collisions(editor, element, shapes)

    return edited_text(reading, change)


def replace_collisions(editor: Editor, link: Element, shapes: Sequence[Collision]) -> Edits:
    """Put shapes in the place of the first collision, or behind the last visual."""
    lines = [line for shape in shapes for line in collision_lines(shape)]
    old = [child for child in link.children if child.tag == "collision"]
    if old:
        text = f"{editor.newline}{editor.indent(old[0])}".join(lines)
        edits = editor.replace_element(old[0], text)
        return edits + tuple(edit for more in old[1:] for edit in editor.remove_element(more))
    visuals = [child for child in link.children if child.tag == "visual"]
    return (
        editor.insert_after(visuals[-1], *lines) if visuals else editor.append_child(link, *lines)
    )


def collision_lines(shape: Collision) -> list[str]:
    """A `<collision>` element, line by line."""
    lines = ["<collision>"]
    if not shape.origin.is_identity:
        turn = f' rpy="{_numbers(shape.origin.rpy)}"' if any(shape.origin.rpy) else ""
        lines.append(f'  <origin xyz="{_numbers(shape.origin.xyz)}"{turn}/>')
    return [*lines, f"  <geometry>{_element(shape)}</geometry>", "</collision>"]


def _element(shape: Collision) -> str:
    match shape.geometry:
        case Box(size=size):
            return f'<box size="{_numbers(size)}"/>'
        case Sphere(radius=radius):
            return f'<sphere radius="{number(radius)}"/>'
        case Cylinder(radius=radius, length=length):
            return f'<cylinder radius="{number(radius)}" length="{number(length)}"/>'
        case Capsule(radius=radius, length=length):
            return f'<capsule radius="{number(radius)}" length="{number(length)}"/>'
        case Mesh(filename=filename):
            return f'<mesh filename="{escape_attribute(filename)}"/>'
        case _:
            raise TypeError(f"{type(shape.geometry).__name__} is not written as a collision")


def _numbers(values: Sequence[float]) -> str:
    return " ".join(map(number, values))


def _stl(body: Body) -> bytes:
    return write_stl(TriangleMesh((Primitive.from_arrays(body.points, body.triangles),)))


def _file_name(
    link: str, bodies: int, taken: Mapping[str, bytes], data: bytes, in_use: Mapping[str, Path]
) -> str:
    stem = re.sub(r"[^\w.-]+", "_", link) or "link"
    lower = {name.lower() for name in taken}  # some file systems do not tell them apart
    while True:
        first = f"{stem}.stl" if bodies == 1 else f"{stem}_0.stl"
        names = (first if k == 0 else f"{stem}_{k}.stl" for k in range(10**6))
        name = next(name for name in names if name.lower() not in lower)
        file = in_use.get(name.lower())
        if file is None or _holds(file, data):
            return name
        stem = f"{stem}_collision"


def _holds(file: Path, data: bytes) -> bool:
    try:
        return file.stat().st_size == len(data) and file.read_bytes() == data
    except OSError:
        return False

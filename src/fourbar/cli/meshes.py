"""`fourbar meshes`: what is in mesh files, and smaller ones in their place."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..diagnostics import Report
from ..robot import Mesh
from .failure import OK, CommandError
from .options.changed_output import SAME_FORMAT, check_output
from .options.color import colored
from .options.json_output import add_json, json_text
from .options.numbers import positive_length, whole_number
from .options.own_input import add_rewriting
from .options.progress import Progress
from .options.robot import add_input, exit_status, read_whole, show_findings
from .options.shown import plain

if TYPE_CHECKING:
    from ..meshes import MeshFacts, PreparedMesh
    from ..meshes.files import MeshFiles
    from ..reading import Reading

HELP = "Show what is in the mesh files of a robot or a folder; simplify and convert them"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    add_input(parser, others="a mesh file, a folder of them")
    add_rewriting(parser, "file")
    group = parser.add_argument_group("writing")
    group.add_argument(
        "-o",
        "--output",
        metavar="OUTPUT",
        help="write the description with the new meshes; for a mesh or a folder as FILE, the "
        "folder to write to. " + SAME_FORMAT,
    )
    group.add_argument(
        "--meshes",
        metavar="FOLDER",
        help="folder for the meshes (default: OUTPUT without extension, plus _meshes)",
    )
    group.add_argument(
        "--simplify",
        metavar="DISTANCE",
        type=positive_length,
        help="take away triangles as long as the surface moves by at most so much, such as 0.5mm "
        "or 0.0005 [m]",
    )
    group.add_argument(
        "--triangles",
        metavar="N",
        type=whole_number(4),
        help="with --simplify: keep at least this many triangles",
    )
    group.add_argument(
        "--outwards",
        action="store_true",
        help="with --simplify: new surfaces contain the old ones; meshes that are not closed stay",
    )
    group.add_argument(
        "--convert",
        choices=("keep", "stl", "obj", "glb"),
        default="keep",
        help="format of the meshes (default: keep, which writes STL as STL and all else as GLB)",
    )
    group.add_argument(
        "--texture-size",
        metavar="PIXELS",
        type=whole_number(4),
        help="maximum width and height of images",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Look at the files; write others if asked to."""
    from ..error import FourbarError
    from ..meshes.files import SUFFIXES, find_meshes, is_mesh

    asked = (args.simplify, args.triangles, args.outwards, args.convert != "keep")
    writing = any(asked) or args.texture_size
    if args.output is None and (writing or args.meshes):
        raise CommandError("nothing is written without -o OUTPUT")
    for option in ("triangles", "outwards"):
        if getattr(args, option) and args.simplify is None:
            text = f"--{option} needs --simplify DISTANCE: how far the surface may move"
            raise CommandError(text)
    reading: Reading | None = None
    report = Report()
    try:
        if Path(args.file).is_dir() or (args.input_format is None and is_mesh(args.file)):
            if not Path(args.file).exists():
                raise CommandError(f"'{args.file}' does not exist")
            found = find_meshes(args.file, report=report, packages=dict(args.package))
            if not found.files:
                known = ", ".join(SUFFIXES)
                raise CommandError(f"no mesh file in '{args.file}'; expected one of: {known}")
        else:
            reading, robot, report = read_whole(args)
            if args.output is not None:
                check_output(reading, args.output)
            found = find_meshes(robot, report=report, packages=dict(args.package))
        if args.output is None:
            return _survey(found, reading, report, args)
        return _prepare(found, reading, report, args)
    except (FourbarError, ValueError) as error:
        raise CommandError(str(error)) from error


def _show(report: Report, reading: Reading | None, args: argparse.Namespace) -> None:
    """Findings about the description as other commands show them; without one, all."""
    if reading is not None:
        show_findings(report, args)
    elif len(report):
        sys.stderr.write(report.render("text", color=colored(args, sys.stderr)))


# Looking


def _survey(
    found: MeshFiles, reading: Reading | None, report: Report, args: argparse.Namespace
) -> int:
    from ..meshes.survey import look_at

    rows: list[MeshFacts] = []
    with Progress("reading", "file") as progress:
        for file in found.files:
            rows.append(look_at(file, found, report))
            progress(len(rows), len(found.files))
    _show(report, reading, args)
    if args.json:
        facts = {"files": [_facts(row) for row in rows]}
        sys.stdout.write(json_text("meshes", 1, facts))
    else:
        sys.stdout.write(_text(rows) if rows else _without_files(reading))
    return exit_status(report)


def _without_files(reading: Reading | None) -> str:
    """The files that a description names may be missing, which findings are about."""
    robot = None if reading is None else reading.robot
    shapes = () if robot is None else (s for x in robot.links for s in (*x.visuals, *x.collisions))
    named = any(isinstance(shape.geometry, Mesh) for shape in shapes)
    return "no mesh file was found\n" if named else "no mesh files\n"


def _facts(row: MeshFacts) -> dict[str, Any]:
    return {
        "file": row.file.name,
        "bytes": row.bytes,
        "triangles": row.triangles,
        "vertices": row.vertices,
        "size": None if row.size is None else list(row.size),
        "closed": row.closed,
        "openEdges": row.open_edges,
        "materials": row.materials,
        "textures": row.textures,
        "textureBytes": row.texture_bytes,
        "visuals": sum(use.group == "visual" for use in row.file.uses),
        "collisions": sum(use.group == "collision" for use in row.file.uses),
        "scales": [list(scale) for scale in dict.fromkeys(use.scale for use in row.file.uses)],
        "sameAs": row.file.same_as,
    }


def _text(rows: list[MeshFacts]) -> str:
    width = max(4, *(len(row.file.name) for row in rows))
    extents = [_extent(row) for row in rows]
    wide = max(20, *map(len, extents))
    lines = [
        f"{'file':<{width}}  {'size':>9}  {'triangles':>9}  {'extent [mm]':>{wide}}  {'scale':>7}"
        f"  closed  materials  used by"
    ]
    for row, extent in zip(rows, extents, strict=True):
        lines.append(f"{row.file.name:<{width}}  {_cells(row, f'{extent:>{wide}}')}")
    copies = [row for row in rows if row.file.same_as is not None]
    total = f"{_files(len(rows))}, {_bytes(sum(row.bytes for row in rows))}"
    triangles = sum(row.triangles for row in rows)
    total += f", {triangles:,} {'triangle' if triangles == 1 else 'triangles'}"
    if copies:
        total += f"; {len(copies)} of them copies ({_bytes(sum(row.bytes for row in copies))})"
    return "\n".join([*lines, total]) + "\n"


def _extent(row: MeshFacts) -> str:
    return " x ".join(plain(length * 1e3, 4) for length in row.size or ())


def _cells(row: MeshFacts, extent: str) -> str:
    if row.size is None:
        return f"{_bytes(row.bytes):>9}  cannot be read"
    scales = {use.scale for use in row.file.uses}
    scale = "" if not scales else "several" if len(scales) > 1 else _scale(*scales)
    closed = "yes" if row.closed else "no"
    materials = str(row.materials)
    if row.textures:
        materials += f", {row.textures} textures ({_bytes(row.texture_bytes)})"
    used = [
        f"{count} {group}{'s' if count > 1 else ''}"
        for group in ("visual", "collision")
        if (count := sum(use.group == group for use in row.file.uses))
    ]
    note = "" if row.file.same_as is None else f"  copy of {row.file.same_as}"
    return (
        f"{_bytes(row.bytes):>9}  {row.triangles:>9,}  {extent}  {scale:>7}"
        f"  {closed:<6}  {materials:<9}  {', '.join(used)}{note}"
    ).rstrip()


def _scale(scale: tuple[float, float, float]) -> str:
    x, y, z = scale
    return f"{x:g}" if x == y == z else f"{x:g} {y:g} {z:g}"


# Writing


def _prepare(
    found: MeshFiles, reading: Reading | None, report: Report, args: argparse.Namespace
) -> int:
    from ..meshes import prepare_meshes

    output = Path(args.output)
    folder = output
    if reading is not None:
        folder = Path(args.meshes or output.with_name(f"{output.stem}_meshes"))
    rows: list[PreparedMesh] = []
    source = args.file if reading is None else found
    with Progress("writing", "file") as progress:
        for row in prepare_meshes(
            source,
            folder,
            tolerance=args.simplify,
            triangles=args.triangles,
            outwards=args.outwards,
            convert=args.convert,
            texture_size=args.texture_size,
            report=report,
            packages=dict(args.package),
        ):
            rows.append(row)
            progress(len(rows), len(found.files))
    if reading is not None:
        _write_description(reading, rows, folder, output)
    _show(report, reading, args)
    if args.json:
        facts = {"files": [_prepared_facts(row) for row in rows]}
        sys.stdout.write(json_text("meshes", 1, facts))
    else:
        sys.stdout.write(_prepared_text(rows))
    return exit_status(report) or (OK if all(row.target for row in rows) else 1)


def _write_description(
    reading: Reading, rows: list[PreparedMesh], folder: Path, output: Path
) -> None:
    from ..assets.made_source import MadeMesh
    from ..formats.changed import save_changed
    from ..meshes.rename import edited

    near = os.path.relpath(folder.resolve(), output.resolve().parent).replace(os.sep, "/")
    names = {
        use.path: f"{near}/{row.target}"
        for row in rows
        if row.target is not None
        for use in row.file.uses
    }
    if reading.robot is not None:
        data = {row.target: (folder / row.target).read_bytes() for row in rows if row.target}
        made = {
            use.path: MadeMesh(names[use.path], data[row.target])
            for row in rows
            if row.target is not None
            for use in row.file.uses
        }
        save_changed(reading, reading.robot, output, lambda: edited(reading, names), made=made)


def _prepared_facts(row: PreparedMesh) -> dict[str, Any]:
    return {
        "file": row.file.name,
        "target": row.target,
        "triangles": list(row.triangles),
        "bytes": list(row.bytes),
        "distance": row.distance,
        "sameAs": row.file.same_as,
    }


def _prepared_text(rows: list[PreparedMesh]) -> str:
    if not rows:
        return "no mesh files\n"
    width = max(4, *(len(row.file.name) for row in rows))
    wide = max(10, *(len(row.target or "") for row in rows))
    lines = [
        f"{'file':<{width}}  {'written as':<{wide}}  {'triangles':>21}  {'size':>21}"
        f"  moved by at most [mm]"
    ]
    for row in rows:
        if row.target is None:
            lines.append(f"{row.file.name:<{width}}  cannot be read")
            continue
        cells = f"{row.file.name:<{width}}  {row.target:<{wide}}"
        if row.file.same_as is not None:
            lines.append(f"{cells}  a copy of {row.file.same_as}")
            continue
        triangles = f"{row.triangles[0]:,} to {row.triangles[1]:,}"
        size = f"{_bytes(row.bytes[0])} to {_bytes(row.bytes[1])}"
        moved = f"{row.distance * 1e3:.3g}"
        lines.append(f"{cells}  {triangles:>21}  {size:>21}  {moved:>8}")
    before, after = (sum(row.bytes[k] for row in rows) for k in (0, 1))
    lines.append(f"{_files(len(rows))}, {_bytes(before)} to {_bytes(after)}")
    return "\n".join(lines) + "\n"


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count:,} files"


def _bytes(count: float) -> str:
    for unit in ("B", "kB", "MB"):
        if count < 1000:
            return f"{count:.3g} {unit}"
        count /= 1000
    return f"{count:.3g} GB"

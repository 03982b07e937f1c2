"""`fourbar collide`: collision shapes that contain what a robot looks like."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ..robot.values import count
from .collide_table import cover_text, coverage_text
from .failure import CommandError
from .options.changed_output import SAME_FORMAT, check_folder, check_output
from .options.collision_shapes import add_shapes, check_used, given_options
from .options.json_output import add_json, json_text
from .options.moved_output import save_moved
from .options.own_input import add_rewriting, refuse_own_input
from .options.progress import Progress
from .options.robot import add_input, exit_status, read_whole, show_findings

if TYPE_CHECKING:
    from ..covers import LinkCover
    from ..reading import Reading
    from ..robot import Robot

_SPHERES = ("spheres", "sphere")
HELP = "Make collision shapes that contain the visuals, and report how well they fit"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    add_input(parser)
    add_shapes(parser)
    add_rewriting(parser, "file")
    parser.add_argument(
        "--link",
        metavar="LINK",
        action="append",
        default=[],
        help="only this link (repeatable; default: all that have visuals)",
    )
    parser.add_argument(
        "--missing", action="store_true", help="only links that have no collision shapes"
    )
    parser.add_argument(
        "--measure",
        action="store_true",
        help="make nothing, but measure the collision shapes that the file has",
    )
    group = parser.add_argument_group("writing")
    group.add_argument(
        "-o",
        "--output",
        metavar="OUTPUT",
        help="write the description with these shapes; spheres as .srdf "
        "(link_sphere_approximation), .yml (cuRobo) or .xrdf. " + SAME_FORMAT,
    )
    group.add_argument(
        "--meshes",
        metavar="FOLDER",
        help="folder for the meshes (default: OUTPUT without extension, plus _collision)",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Make shapes, and write them if asked to."""
    from ..error import FourbarError

    if args.meshes and args.output is None:
        raise CommandError("nothing is written without -o OUTPUT")
    if args.measure and (args.output is not None or args.missing):
        raise CommandError("--measure does not go with -o OUTPUT or --missing")
    check_used(args)
    reading, robot, report = read_whole(args)
    if args.measure:
        return _measure(robot, reading, args)
    try:
        if args.output is not None:
            _check_output(reading, args)
        with Progress("enclosing", "link") as progress:
            rows = _compute(robot, reading, args, progress)
        show_findings(report, args)
        told = [] if args.output is None else _write(reading, robot, rows, args)
    except (FourbarError, ValueError) as error:
        raise CommandError(str(error)) from error
    if args.json:
        from ..covers.facts import as_facts

        facts = {"robot": robot.name, "links": [as_facts(row) for row in rows]}
        sys.stdout.write(json_text("collide", 1, facts))
    else:
        sys.stdout.write(cover_text(rows, args))
    sys.stdout.flush()  # what was made comes before where it went
    for line in told:
        print(line, file=sys.stderr)
    return exit_status(report) or int(any(row.problem or row.too_far for row in rows))


def _check_output(reading: Reading, args: argparse.Namespace) -> None:
    """Refuse what cannot be written before it is computed, which may take minutes."""
    from ..covers.write_spheres import FORMATS
    from ..error import FourbarError
    from ..formats.table import FORMATS as DESCRIPTIONS

    output = Path(args.output)
    form = FORMATS.get(output.suffix.lower())
    if form is None:
        try:
            check_output(reading, output)
        except FourbarError as error:
            known = [suffix for each in DESCRIPTIONS for suffix in each.writers]
            known = [suffix for suffix in known if suffix not in FORMATS]
            lists = f"; for spheres also {', '.join(FORMATS)}" if args.method in _SPHERES else ""
            what = f"cannot write '{output.suffix}' files"
            if not output.suffix:
                what = f"'{output}' has no extension"
            text = f"{what}; expected one of: {', '.join(dict.fromkeys(known))}{lists}"
            raise CommandError(text) from error
        return
    refuse_own_input(args, rewrites=())  # these files are no descriptions
    check_folder(output)
    if args.method not in _SPHERES:
        raise CommandError(
            f"'{output.suffix}' files hold spheres only; use --method {' or '.join(_SPHERES)}"
        )
    if form == "srdf" and output.exists():
        raise CommandError(f"'{output}' exists; write the spheres to a new file")


def _measure(robot: Robot, reading: Reading, args: argparse.Namespace) -> int:
    """What the file has."""
    from ..covers import collision_coverage
    from ..error import FourbarError

    report = reading.report
    try:
        with Progress("measuring", "link") as progress:
            rows = collision_coverage(
                robot,
                links=list(dict.fromkeys(args.link)) or None,
                packages=dict(args.package),
                opened=reading.opened,
                report=report,
                progress=progress,
            )
    except FourbarError as error:
        raise CommandError(str(error)) from error
    show_findings(report, args)
    if args.json:
        from ..covers.facts import coverage_facts

        facts = {"robot": robot.name, "links": [coverage_facts(row) for row in rows]}
        sys.stdout.write(json_text("coverage", 1, facts))
    else:
        sys.stdout.write(coverage_text(rows))
    return exit_status(report) or int(any(row.problem for row in rows))


def _compute(
    robot: Robot, reading: Reading, args: argparse.Namespace, progress: Progress
) -> list[LinkCover]:
    from ..covers import collision_shapes

    asked: list[str] = args.link
    names = list(dict.fromkeys(asked)) or [link.name for link in robot.links if link.visuals]
    links = [robot.links[name] for name in names]
    given = given_options(args)
    given.pop("replace", None)
    return collision_shapes(
        robot,
        links=[link.name for link in links if not (args.missing and link.collisions)],
        keep=not args.replace,
        **given,
        packages=dict(args.package),
        opened=reading.opened,
        report=reading.report,
        progress=progress,
    )


def _write(
    reading: Reading, robot: Robot, rows: list[LinkCover], args: argparse.Namespace
) -> list[str]:
    """Meshes first, so that a description never names what is not there; returns what to tell."""
    from ..covers.write import (
        collisions_of,
        edited,
        files_in_use,
        made_meshes,
        relative_address,
        with_collisions,
        write_meshes,
    )
    from ..covers.write_spheres import FORMATS, write_spheres
    from ..files import write_atomic

    output = Path(args.output)
    if rows and all(row.problem for row in rows):
        return [f"nothing was made; {output} is not written"]
    if (form := FORMATS.get(output.suffix.lower())) is not None:
        write_atomic(output, write_spheres(rows, robot=robot.name, format=form).encode())
        return [f"wrote {sum(len(row.shapes) for row in rows)} spheres to {output}"]
    folder = Path(args.meshes or output.with_name(f"{output.stem}_collision"))
    replaces = output.exists() and Path(args.file).exists() and output.samefile(args.file)
    gone = [row.link for row in rows if not (row.problem or row.kept)] if replaces else []
    written = collisions_of(
        rows,
        address=relative_address(folder, output),
        capsules=args.capsules,
        in_use=files_in_use(robot, folder, replaced=gone, opened=reading.opened),
    )
    changed = with_collisions(robot, written.collisions)
    replaced, unused = _others_in(folder, written.meshes, changed)
    write_meshes(written.meshes, folder)
    save_moved(
        reading,
        changed,
        output,
        lambda: edited(reading, written.collisions),
        replaced=written.collisions,
        made=made_meshes(written),
    )
    links = len(written.collisions)
    told = [f"wrote the collision shapes of {count(links, 'link')} to {output}"]
    if kept := sum(row.kept for row in rows):
        told.append(f"kept the collision shapes of {count(kept, 'link')}")
    if replaced and args.meshes:
        told.append(f"replaced other meshes in {folder}: {', '.join(replaced)}")
    if unused:
        told.append(f"not used by {output}, but in {folder}: {', '.join(unused)}")
    return told


def _others_in(
    folder: Path, meshes: Mapping[str, bytes], robot: Robot
) -> tuple[list[str], list[str]]:
    """The STL files of a folder that get another content, and those that the robot does not use."""
    from ..robot import Mesh

    if not folder.is_dir():
        return [], []
    there = sorted(file.name for file in folder.iterdir() if file.suffix.lower() == ".stl")
    replaced = [
        name for name in there if name in meshes and (folder / name).read_bytes() != meshes[name]
    ]
    shapes = [shape for link in robot.links for shape in (*link.visuals, *link.collisions)]
    used = {
        shape.geometry.filename.rpartition("/")[2]
        for shape in shapes
        if isinstance(shape.geometry, Mesh)
    }
    return replaced, [name for name in there if name not in used]

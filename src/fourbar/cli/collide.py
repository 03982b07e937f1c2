"""`fourbar collide`: collision shapes that contain what a robot looks like."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..robot.values import count
from .failure import CommandError
from .options.changed_output import SAME_FORMAT, check_folder, check_output
from .options.json_output import add_json, json_text
from .options.moved_output import save_moved
from .options.numbers import positive, positive_length, whole_number
from .options.own_input import add_rewriting, refuse_own_input
from .options.progress import Progress
from .options.robot import add_input, exit_status, read_whole, show_findings

if TYPE_CHECKING:
    from ..covers import LinkCover, LinkCoverage
    from ..reading import Reading
    from ..robot import Robot

HELP = "Make collision shapes that contain the visuals, and report how well they fit"
_METHODS = ("auto", "box", "cylinder", "capsule", "sphere", "spheres", "hull", "parts")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    add_input(parser)
    add_rewriting(parser, "file")
    parser.add_argument(
        "--method",
        choices=_METHODS,
        default="auto",
        help="the shapes to make (default: auto, the primitive that a surface is, else the "
        "smallest one that is not much larger than the hull, else the hull)",
    )
    parser.add_argument(
        "--per",
        choices=("link", "visual"),
        default="link",
        help="one shape for each link or for each visual (default: link)",
    )
    parser.add_argument(
        "--max-volume-ratio",
        metavar="RATIO",
        type=positive,
        help="auto: largest volume of a primitive over that of the hull (default: 1.3)",
    )
    parser.add_argument(
        "--max-excess",
        metavar="DISTANCE",
        type=positive_length,
        help="how far shapes may reach beyond the visuals: where they reach farther, auto goes on "
        "to hulls, to a shape for each visual and to parts; what is left is reported, and the exit "
        "status is 1",
    )
    parser.add_argument(
        "--replace",
        action="store_true",
        help="auto: also where the collision shapes of the file contain the visuals and fit better "
        "(default: those stay)",
    )
    parser.add_argument(
        "--max-vertices",
        metavar="N",
        type=whole_number(8),
        help="of a hull, at least 8 (default: 64); one with more becomes a simpler body around it",
    )
    parser.add_argument(
        "--max-parts",
        metavar="N",
        type=whole_number(1),
        help="with --method parts: how many convex parts at most (default: 8)",
    )
    parser.add_argument(
        "--concavity",
        metavar="VALUE",
        type=positive,
        help="with --method parts: CoACD divides what differs from its hull by more, from 0.01 "
        "(many parts) to 1 (default: 0.05)",
    )
    parser.add_argument(
        "--time-limit",
        metavar="SECONDS",
        type=positive,
        help="with --method parts: for the parts of one link (default: 60)",
    )
    parser.add_argument(
        "--spheres",
        metavar="N",
        type=whole_number(1),
        help="with --method spheres: how many at most (default: 16); fewer are made if they reach "
        "no more than the tolerance beyond the visuals",
    )
    parser.add_argument(
        "--tolerance",
        metavar="DISTANCE",
        type=positive_length,
        help="a surface within this distance of a primitive is that primitive (default: 1mm)",
    )
    parser.add_argument(
        "--capsules",
        action="store_true",
        help="write <capsule>, and let auto choose it; without it a capsule is written as a "
        "cylinder and two spheres",
    )
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
    _check_used(args)
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
        sys.stdout.write(_text(rows, args.method))
    sys.stdout.flush()  # what was made comes before where it went
    for line in told:
        print(line, file=sys.stderr)
    return exit_status(report) or int(any(row.problem or row.too_far for row in rows))


_USED: dict[str, tuple[str, ...]] = {
    "max_volume_ratio": ("auto",),
    "max_excess": _METHODS,
    "replace": ("auto",),
    "max_vertices": ("auto", "hull", "parts"),
    "max_parts": ("auto", "parts"),
    "concavity": ("auto", "parts"),
    "time_limit": ("auto", "parts"),
    "spheres": ("spheres",),
    "tolerance": _METHODS,
    "capsules": ("auto", "capsule"),
}
"""The methods that options are about."""
_OF_PARTS = ("max_parts", "concavity", "time_limit")


def _given(args: argparse.Namespace) -> dict[str, Any]:
    """What was given of these options."""
    return {name: value for name in _USED if (value := getattr(args, name)) not in (None, False)}


def _check_used(args: argparse.Namespace) -> None:
    """Refuse options that would change nothing."""
    for name in _given(args):
        option = f"--{name.replace('_', '-')}"
        if args.measure:
            raise CommandError(f"{option} has no effect with --measure")
        if args.method not in _USED[name]:
            raise CommandError(
                f"{option} has no effect with --method {args.method}; it is for "
                f"{' and '.join(_USED[name])}"
            )
        if name in _OF_PARTS and args.method == "auto" and args.max_excess is None:
            raise CommandError(
                f"{option} has no effect with --method auto, which makes parts only with "
                "--max-excess"
            )


def _check_output(reading: Reading, args: argparse.Namespace) -> None:
    """Refuse what cannot be written before it is computed, which may take minutes."""
    from ..covers.write_spheres import FORMATS

    output = Path(args.output)
    form = FORMATS.get(output.suffix.lower())
    if form is None:
        check_output(reading, output)
        return
    refuse_own_input(args, rewrites=())  # these files are no descriptions
    check_folder(output)
    if args.method not in ("sphere", "spheres"):
        raise CommandError(
            f"'{output.suffix}' files hold spheres only; use --method spheres or sphere"
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
        facts = {"robot": robot.name, "links": [_coverage_facts(row) for row in rows]}
        sys.stdout.write(json_text("coverage", 1, facts))
    else:
        sys.stdout.write(_coverage_text(rows))
    return exit_status(report) or int(any(row.problem for row in rows))


def _compute(
    robot: Robot, reading: Reading, args: argparse.Namespace, progress: Progress
) -> list[LinkCover]:
    from ..covers import collision_shapes

    asked: list[str] = args.link
    names = list(dict.fromkeys(asked)) or [link.name for link in robot.links if link.visuals]
    links = [robot.links[name] for name in names]
    given = _given(args)
    given.pop("replace", None)
    return collision_shapes(
        robot,
        method=args.method,
        links=[link.name for link in links if not (args.missing and link.collisions)],
        per=args.per,
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
        relative_address,
        with_collisions,
        write_meshes,
    )
    from ..covers.write_spheres import FORMATS, write_spheres
    from ..files import write_atomic

    output = Path(args.output)
    if (form := FORMATS.get(output.suffix.lower())) is not None:
        write_atomic(output, write_spheres(rows, robot=robot.name, format=form).encode())
        return [f"wrote {sum(len(row.shapes) for row in rows)} spheres to {output}"]
    folder = Path(args.meshes or output.with_name(f"{output.stem}_collision"))
    written = collisions_of(rows, address=relative_address(folder, output), capsules=args.capsules)
    changed = with_collisions(robot, written.collisions)
    replaced, unused = _others_in(folder, written.meshes, changed)
    write_meshes(written.meshes, folder)
    save_moved(
        reading,
        changed,
        output,
        lambda: edited(reading, written.collisions),
        replaced=written.collisions,
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


# Output

_CLOSE = 0.02
"""Bounds are shown as such where they are larger than what was found by more than this share."""


def _text(rows: list[LinkCover], method: str) -> str:
    if not rows:
        return "no link has visuals to enclose\n"
    width = max([len(row.link) for row in rows] + [4])
    shapes = [_shapes(row) for row in rows]
    wide = max([len(text) for text in shapes] + [6])
    lines = [
        f"{'link':<{width}}  {'shapes':<{wide}}  {'outside':>7}  {'excess':>8}  {'volume':>6}",
        f"{'':<{width}}  {'':<{wide}}  {'[mm]':>7}  {'[mm]':>8}  {'/ hull':>6}",
    ]
    for row, text in zip(rows, shapes, strict=True):
        if row.problem:
            lines.append(f"{row.link:<{width}}  not computed: {row.problem}")
            continue
        ratio = "" if row.volume_ratio is None else f"{row.volume_ratio:.2f}"
        excess = _excess(row.excess, row.found)
        numbers = f"{0:>7}  {excess:>8}  {ratio:>6}"
        line = f"{row.link:<{width}}  {text:<{wide}}  {numbers}"
        lines.append("  ".join([line, *_notes(row, method)]).rstrip())
    return "\n".join(lines) + "\n"


def _excess(bound: float, found: float) -> str:
    """In mm; a bound that is much larger than what was found is marked."""
    text = f"{bound * 1e3:.2f}"
    return text if bound - found <= max(_CLOSE * bound, 5e-6) else f"<={text}"


def _coverage_facts(row: LinkCoverage) -> dict[str, Any]:
    return {
        "link": row.link,
        "outside": row.outside,
        "outsideBound": row.outside_bound,
        "where": list(row.where),
        "excess": row.excess,
        "excessFound": row.excess_found,
        "farthest": list(row.farthest),
        "problem": row.problem or None,
    }


def _coverage_text(rows: list[LinkCoverage]) -> str:
    if not rows:
        return "no link has visuals\n"
    width = max([len(row.link) for row in rows] + [4])
    lines = [
        f"{'link':<{width}}  {'outside':>7}  {'excess':>8}  where it sticks out most",
        f"{'':<{width}}  {'[mm]':>7}  {'[mm]':>8}  [m]",
    ]
    for row in rows:
        if row.problem:
            lines.append(f"{row.link:<{width}}  not measured: {row.problem}")
            continue
        outside = f"{row.outside * 1e3:.2f}"
        numbers = f"{outside:>7}  {_excess(row.excess, row.excess_found):>8}"
        place = ""
        if float(outside):
            # Adding zero turns -0 into 0.
            place = " ".join(f"{round(value, 3) + 0.0:.3f}" for value in row.where)
        lines.append(f"{row.link:<{width}}  {numbers}  {place}".rstrip())
    return "\n".join(lines) + "\n"


def _shapes(row: LinkCover) -> str:
    if row.kept:
        return "kept"
    kinds = Counter(shape.kind for shape in row.shapes)
    if len(row.shapes) == 1 and row.shapes[0].kind == "hull":
        from ..covers.facts import shape_facts

        return f"hull of {shape_facts(row.shapes[0])['vertices']} vertices"
    return ", ".join(kind if n == 1 else count(n, kind) for kind, n in kinds.items())


def _notes(row: LinkCover, method: str) -> list[str]:
    notes: list[str] = []
    if row.kept:
        notes.append("the file's own shapes contain the visuals and fit better")
    if not row.closed:
        notes.append("the visuals are not closed")
    elif row.exact and all(shape.kind != "hull" for shape in row.shapes):
        kinds = dict.fromkeys(shape.kind for shape in row.shapes)
        one = len(row.shapes) == 1
        notes.append(f"is a {' and a '.join(kinds)}" if one else "is made of these")
    if method == "parts" and len(row.shapes) == 1:
        notes.append("one part; a smaller --concavity makes more")
    if row.stopped:
        notes.append("the search could not place more spheres")
    if row.too_far:
        notes.append("reaches farther than --max-excess")
    return notes

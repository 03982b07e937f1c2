"""`fourbar inertia`: mass and inertia from shapes, next to what the file has."""

from __future__ import annotations

import argparse
import sys
from math import degrees
from typing import TYPE_CHECKING

from ..robot.values import count
from .failure import CommandError
from .options.changed_output import SAME_FORMAT, check_output
from .options.json_output import add_json, json_text
from .options.moved_output import save_moved
from .options.numbers import named_value, positive
from .options.own_input import add_rewriting
from .options.progress import Progress
from .options.robot import add_input, exit_status, read_whole, show_findings
from .options.shown import plain

if TYPE_CHECKING:
    from ..reading import Reading
    from ..robot import Robot
    from ..shapes import LinkInertia

HELP = "Compute mass and inertia from shapes, compare them with the file, or write them"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    add_input(parser)
    add_rewriting(parser, "file")
    parser.add_argument(
        "--from",
        dest="shapes",
        choices=("auto", "visual", "collision"),
        default="auto",
        help="which shapes to measure (default: auto, those that are closed, visuals first)",
    )
    parser.add_argument(
        "--open",
        choices=("hull", "refuse"),
        default="hull",
        help="what to do with a mesh that is not closed: use its convex hull, or leave the link "
        "out (default: hull)",
    )
    parser.add_argument(
        "--overlaps",
        choices=("count", "refuse"),
        default="count",
        help="what to do with shapes that share space: count it twice, or leave the link out "
        "(default: count)",
    )
    group = parser.add_argument_group("mass (default: as in the file)")
    group.add_argument(
        "--density",
        metavar="[LINK=]VALUE",
        action="append",
        default=[],
        type=_optional_name,
        help="density of all links or of one [kg/m^3] (repeatable)",
    )
    group.add_argument(
        "--material",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        type=named_value,
        help="density of the visuals of a material [kg/m^3] (repeatable)",
    )
    group.add_argument(
        "--mass",
        metavar="LINK=VALUE",
        action="append",
        default=[],
        type=named_value,
        help="mass of a link [kg] (repeatable)",
    )
    group.add_argument(
        "--masses",
        choices=("keep", "density"),
        help="keep: a mass in the file counts more than a density; density: it does not count "
        "(default: it counts where no density is given)",
    )
    group = parser.add_argument_group("writing")
    group.add_argument(
        "-o",
        "--output",
        metavar="OUTPUT",
        help="write the description with the computed inertia; links that have an inertia are "
        "locked and stay as they are, unless --link or --all selects them. " + SAME_FORMAT,
    )
    group.add_argument(
        "--link",
        metavar="LINK",
        action="append",
        default=[],
        help="compute and write only this link, even if it has an inertia (repeatable)",
    )
    group.add_argument("--all", action="store_true", help="write every link, locked or not")
    group.add_argument(
        "--principal",
        action="store_true",
        help="turn the inertial frames to the principal axes, so that tensors are diagonal",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Compare, and write if asked to."""
    from ..error import FourbarError

    reading, robot, report = read_whole(args)
    if args.all and args.link:
        raise CommandError("--all and --link cannot be combined")
    try:
        if args.output is not None:
            check_output(reading, args.output)
        with Progress("measuring", "link") as progress:
            rows = _compute(robot, reading, args, progress)
    except (FourbarError, ValueError) as error:
        raise CommandError(str(error)) from error
    show_findings(report, args)
    written = [row for row in rows if row.computed is not None and not is_locked(row, args)]
    if args.json:
        from ..shapes.facts import as_facts

        links = [as_facts(row, locked=is_locked(row, args)) for row in rows]
        sys.stdout.write(json_text("inertia", 1, {"robot": robot.name, "links": links}))
    else:
        sys.stdout.write(_text(rows, args))
    if args.output is not None:
        sys.stdout.flush()  # what was computed comes before where it went
        failed = any(_is_missed(row, args) for row in rows)
        if failed and not written:
            print(f"nothing was computed; {args.output} is not written", file=sys.stderr)
            return exit_status(report) or 1
        _write(reading, robot, written, args.output)
        print(
            f"wrote the inertia of {count(len(written), 'link')} to {args.output}", file=sys.stderr
        )
        if not written and rows:
            told = "all links keep the inertia of the file; --all or --link NAME replaces it"
            print(told, file=sys.stderr)
        return exit_status(report) or int(failed)
    return exit_status(report)


def is_locked(row: LinkInertia, args: argparse.Namespace) -> bool:
    """Whether the link keeps the inertia of the file because nobody selected it."""
    return row.file is not None and not args.all and row.link not in args.link


def _is_missed(row: LinkInertia, args: argparse.Namespace) -> bool:
    """Whether a link was to be written and is not."""
    wanted = row.link in args.link or bool(row.shapes)
    return wanted and row.computed is None and not is_locked(row, args)


def _compute(
    robot: Robot, reading: Reading, args: argparse.Namespace, progress: Progress
) -> list[LinkInertia]:
    from ..shapes import inertia_table
    from ..shapes.inertia import check_materials

    densities = dict(args.density)
    masses = dict(args.mass)
    if twice := [name for name in masses if name in densities]:
        raise CommandError(f"link '{twice[0]}' has a --mass and a --density; give one of them")
    check_materials(robot, dict(args.material))
    return inertia_table(
        robot,
        links=list(dict.fromkeys(args.link)) or None,
        density=densities.pop(None, None),
        masses=args.masses,
        link_masses=masses,
        link_densities=densities,
        materials=dict(args.material),
        shapes=args.shapes,
        open_mesh=args.open,
        overlapping=args.overlaps,
        principal=args.principal,
        packages=dict(args.package),
        opened=reading.opened,
        report=reading.report,
        progress=progress,
    )


def _write(reading: Reading, robot: Robot, rows: list[LinkInertia], output: str) -> None:
    """The text of the file with the numbers changed; another format, or xacro, written whole."""
    from ..shapes.write import edited, with_inertials

    computed = {row.link: row.computed for row in rows if row.computed is not None}
    changed = with_inertials(robot, computed)
    save_moved(reading, changed, output, lambda: edited(reading, computed))


# Output


def _text(rows: list[LinkInertia], args: argparse.Namespace) -> str:
    if not rows:
        return "no link has shapes\n"
    width = max([len(row.link) for row in rows] + [4])
    head = f"{'link':<{width}}  {'from':<9}  {'volume':>9}  {'mass':>9}  {'file':>9}"
    lines = [f"{head}  {'centre':>8}  {'moments':>15}  {'axes':>6}  state"]
    lines.append(
        f"{'':<{width}}  {'':<9}  {'[cm^3]':>9}  {'[kg]':>9}  {'[kg]':>9}"
        f"  {'[mm]':>8}  {'file/computed':>15}  {'[deg]':>6}"
    )
    for row in rows:
        lines.append(f"{row.link:<{width}}  {_cells(row)}  {_state(row, args)}")
        lines += [f"  {note}" for note in _notes(row)]
    return "\n".join(lines) + "\n"


def _cells(row: LinkInertia) -> str:
    agreement = row.agreement
    volume = "" if row.volume is None else plain(row.volume * 1e6, 4)
    mass = "" if row.computed is None else plain(row.computed.mass, 4)
    file = "" if row.file is None else plain(row.file.mass, 4)
    distance = "" if agreement is None else plain(round(agreement.distance * 1e3, 4), 3)
    moments = ""
    if agreement is not None and agreement.moments is not None:
        low, high = min(agreement.moments), max(agreement.moments)
        moments = f"{low:.3g} to {high:.3g}" if f"{low:.3g}" != f"{high:.3g}" else f"{low:.3g}"
    angle = ""
    if agreement is not None and agreement.angle is not None:
        angle = f"{degrees(agreement.angle):.1f}"
    return (
        f"{row.group or '':<9}  {volume:>9}  {mass:>9}  {file:>9}"
        f"  {distance:>8}  {moments:>15}  {angle:>6}"
    )


def _state(row: LinkInertia, args: argparse.Namespace) -> str:
    if row.computed is None:
        return "locked" if row.file is not None else "not computed"
    return "locked" if is_locked(row, args) else "computed"


def _notes(row: LinkInertia) -> list[str]:
    notes: list[str] = []
    if row.problem and (row.shapes or row.file is None):
        notes.append(f"not computed: {row.problem}")
    hulls = [shape.path.steps[-1] for shape in row.shapes if shape.of == "hull"]
    if hulls:
        one = len(hulls) == 1
        end = "is not closed; its hull was" if one else "are not closed; their hulls were"
        notes.append(f"{', '.join(map(str, hulls))} {end} measured")
    notes += [
        f"{again.steps[-1]} is {first.steps[-1]} again, and counts once"
        for again, first in row.repeated
    ]
    if row.overlaps and row.volume:
        most = max(row.overlaps, key=lambda overlap: overlap.volume)
        pair = most.what
        twice = sum(overlap.volume for overlap in row.overlaps)
        pairs = len(row.overlaps)
        what = f"{pair} overlap" if pairs == 1 else f"{pairs} pairs of shapes overlap, most {pair}"
        share = f"{100 * min(twice / row.volume, 1.0):.2g} %"
        notes.append(f"{what}: about {plain(twice * 1e6, 2)} cm^3 ({share}) count twice")
    return notes


# Arguments


def _optional_name(text: str) -> tuple[str | None, float]:
    name, sign, value = text.rpartition("=")
    return (name if sign else None), positive(value)

"""`fourbar convert`: from one format to another, by extension."""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from ..diagnostics import Report, Severity
from ..formats import writable_text
from ..formats.table import (
    DIALECTS,
    FORMATS,
    Format,
    either,
    function,
    output_format,
    suffix_of,
    suffixes_with,
    titles_with,
)
from ..gltf.basis import DEFAULT_BASIS, BasisName
from ..mjcf.options import Actuators, LoopStyle, MeshFormat
from ..robot import Robot
from ..robot.aside import own_errors
from ..transfer.base import Base
from ..transfer.inertia import InertiaPolicy
from .failure import FINDINGS, CommandError
from .options.json_output import add_json, json_text
from .options.planar import add_planar
from .options.progress import Progress
from .options.robot import accepted, add_input, exit_status, read_input, show_findings
from .options.smaller import add_simplify, add_texture_size

if TYPE_CHECKING:
    from ..formats.output import Written
    from ..transfer import Agreement

HELP = "Convert a robot description; the output's extension selects the format"


class _Option(NamedTuple):
    """An option of the command, the writer's keyword for it, and the value that changes nothing."""

    flag: str
    keyword: str
    default: object

    def value(self, args: argparse.Namespace) -> Any:
        """What the writer gets."""
        given = getattr(args, self.flag[2:].replace("-", "_"))
        if self.keyword == "buffer":
            return f"{Path(args.output).stem}.bin" if given else None
        return not given if self.flag.startswith("--no-") else given


_OPTIONS = (
    _Option("--basis", "basis", DEFAULT_BASIS),
    _Option("--planar", "planar", "xy"),
    _Option("--no-visuals", "visuals", True),
    _Option("--no-collisions", "collisions", True),
    _Option("--no-animations", "animations", True),
    _Option("--compress", "compress", False),
    _Option("--simplify", "simplify", None),
    _Option("--texture-size", "texture_size", None),
    _Option("--external", "buffer", None),
    _Option("--base", "base", "auto"),
    _Option("--loop-style", "loop_style", "auto"),
    _Option("--actuators", "actuators", "none"),
    _Option("--inertia", "inertia", "repair"),
    _Option("--mesh-format", "mesh_format", "auto"),
    _Option("--scene", "scene", False),
    _Option("--assets", "assets", None),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    add_input(parser)
    parser.add_argument("output", metavar="OUTPUT", help=f"the file to write: {writable_text()}")
    group = parser.add_argument_group(f"options for {titles_with('visuals')} output")
    add_planar(group)
    group.add_argument("--no-visuals", action="store_true", help="leave out visual shapes")
    group.add_argument("--no-collisions", action="store_true", help="leave out collision shapes")
    add_texture_size(group)
    group = parser.add_argument_group(f"options for {titles_with('basis')} output")
    group.add_argument(
        "--basis",
        choices=get_args(BasisName),
        default=DEFAULT_BASIS,
        help="axes: glTF's everywhere, or URDF's below one rotated root node "
        f"(default: {DEFAULT_BASIS})",
    )
    group.add_argument("--no-animations", action="store_true", help="leave out preview animations")
    group.add_argument(
        "--compress", action="store_true", help="quantise the geometry and compress it with meshopt"
    )
    add_simplify(group)
    group.add_argument(
        "--external",
        action="store_true",
        help="write the data of a .gltf to a .bin file next to it",
    )
    group = parser.add_argument_group(f"options for {either(_inside(), 'and')} input")
    group.add_argument(
        "--meshes",
        metavar="FOLDER",
        help=f"folder for the meshes of {either(_addressed())} files (default: OUTPUT without "
        "extension, plus _meshes)",
    )
    _add_simulator_options(parser)
    add_json(parser, "print what was written as JSON")


def _add_simulator_options(parser: argparse.ArgumentParser) -> None:
    titles = {f.name: f.title for f in FORMATS}
    dialects = dict.fromkeys(titles[row.name] for rows in DIALECTS.values() for row in rows)
    group = parser.add_argument_group(f"options for {either(tuple(dialects), 'and')} output")
    group.add_argument(
        "--dialect",
        choices=tuple(DIALECTS),
        help="write what a program adds to the format: Drake's joints and constraints",
    )
    group = parser.add_argument_group(f"options for {titles_with('base')} output")
    group.add_argument(
        "--base",
        choices=get_args(Base),
        default="auto",
        help="hold the root or let it float (default: as described)",
    )
    group.add_argument(
        "--inertia",
        choices=get_args(InertiaPolicy),
        default="repair",
        help="repair inertias that simulators refuse, or stop (default: repair)",
    )
    group.add_argument(
        "--prove",
        action="store_true",
        help="compare poses, masses, gravity and loops with what MuJoCo computes from the file, "
        "for SDFormat with Drake (the tree), for USD with what is read back from it",
    )
    group = parser.add_argument_group(f"options for {titles_with('assets')} output")
    group.add_argument(
        "--assets", metavar="FOLDER", help="for meshes and images (default: OUTPUT_assets)"
    )
    suffixes = ", ".join(suffixes_with("scene"))
    group = parser.add_argument_group(f"options for {titles_with('scene')} output ({suffixes})")
    group.add_argument(
        "--loop-style",
        choices=get_args(LoopStyle),
        default="auto",
        help="loops as points and welds, as light bodies with the joint of the loop, by anchors, "
        "or left out (default: auto, points and welds where they are exact)",
    )
    group.add_argument(
        "--actuators",
        choices=get_args(Actuators),
        default="none",
        help="what to write for driven joints (default: none)",
    )
    group.add_argument(
        "--mesh-format",
        choices=get_args(MeshFormat),
        default="auto",
        help="of mesh files (default: auto, STL, and OBJ where there are textures)",
    )
    group.add_argument(
        "--scene", action="store_true", help="also write OUTPUT_scene.xml with a floor and light"
    )


def run(args: argparse.Namespace) -> int:
    """Read, then write the parts that could be read."""
    collecting = gc.isenabled()
    gc.disable()  # what is left over goes with the process, which ends soon
    try:
        return _convert(args)
    finally:
        if collecting:
            gc.enable()


def _convert(args: argparse.Namespace) -> int:
    from ..formats import LoadError, SaveError, writable
    from ..formats.output import put

    if suffix_of(args.output) not in writable():
        raise CommandError(
            f"cannot write '{args.output}'; expected one of: {', '.join(writable())}"
        )
    try:
        target = output_format(args.output, dialect=args.dialect)
    except SaveError as error:
        raise CommandError(str(error)) from error
    _refuse_idle_options(args, target)
    robot, report = read_input(args)
    if robot is None or (args.strict and own_errors(report)):
        show_findings(report, args)
    robot = accepted(robot, report, args.file, strict=args.strict)
    try:
        if target.addresses:
            robot = _with_meshes(robot, args, report)
        content = _written(robot, args, target, report)
    except (LoadError, SaveError) as error:
        if not len(error.report):
            raise CommandError(str(error)) from error
        if error.report is not report:
            report.extend(error.report)
        show_findings(report, args)
        return FINDINGS
    except ValueError as error:
        raise CommandError(str(error)) from error
    show_findings(report, args)
    accepted(robot, report, args.file, strict=args.strict)
    proven = None if not args.prove else _prove(robot, args, target)
    put(args.output, content)
    if args.json:
        facts = _facts(robot, args, content, report)
        if proven is not None:
            facts["proof"] = {**proven._asdict(), "holds": proven.holds}
        sys.stdout.write(json_text("convert", 1, facts))
    elif proven is not None:
        from ..transfer.agreement import table

        sys.stdout.write(table(proven))
    return exit_status(report)


def _facts(
    robot: Robot, args: argparse.Namespace, content: Written, report: Report
) -> dict[str, Any]:
    """What was written, and what was found on the way."""
    names = sorted(content) if isinstance(content, dict) else [""]
    files = [Path(args.output).parent / name if name else Path(args.output) for name in names]
    return {
        "robot": robot.name,
        "output": args.output,
        "files": [{"file": str(file), "bytes": file.stat().st_size} for file in files],
        "links": len(robot.links),
        "joints": len(robot.joints),
        "loops": len(robot.loops),
        "couplings": len(robot.couplings),
        "errors": report.count(Severity.ERROR),
        "warnings": report.count(Severity.WARNING),
    }


def _refuse_idle_options(args: argparse.Namespace, target: Format) -> None:
    """CommandError for an option that would change nothing in this output."""
    suffix = suffix_of(args.output)
    idle = [
        (option.flag, suffixes_with(option.keyword))
        for option in _OPTIONS
        if option.value(args) != option.default and not target.takes(suffix, option.keyword)
    ]
    if args.prove and target.prove is None:
        proven = (suffix for form in FORMATS if form.prove for suffix in form.writers)
        idle.append(("--prove", tuple(proven)))
    if args.meshes is not None and not target.addresses:
        idle.append(("--meshes", _addressed()))
    for flag, suffixes in idle:
        expected = ", ".join(suffixes)
        instead = ""
        if flag == "--prove":
            instead = f". Without it, then: fourbar compare {args.file} {args.output}"
        raise CommandError(
            f"{flag} has no effect on '{args.output}'; it is for {expected}{instead}"
        )
    if args.meshes is not None and suffix_of(args.file) not in _inside():
        raise CommandError(
            f"--meshes is for the meshes inside a {either(_inside())} file; "
            f"'{args.file}' is not one"
        )


def _addressed() -> tuple[str, ...]:
    """The extensions of files that have the addresses of meshes."""
    return tuple(suffix for form in FORMATS if form.addresses for suffix in form.writers)


def _inside() -> tuple[str, ...]:
    """The extensions of files that have meshes inside."""
    return tuple(suffix for form in FORMATS for suffix in form.inside)


def _written(robot: Robot, args: argparse.Namespace, target: Format, report: Report) -> Written:
    """The content of the output, with the options that its writer takes."""
    from ..formats.output import written

    options = _options(args, target)
    options["dialect"] = args.dialect
    suffix = suffix_of(args.output)
    if target.takes(suffix, "report"):
        options["report"] = report
    if not target.takes(suffix, "progress"):
        return written(robot, args.output, **options)
    with Progress("converting", "shape") as progress:
        return written(robot, args.output, progress=progress, **options)


def _options(args: argparse.Namespace, target: Format) -> dict[str, Any]:
    """The options of the command line that the writer of the output takes."""
    suffix = suffix_of(args.output)
    given = {option.keyword: option.value(args) for option in _OPTIONS}
    given["packages"] = dict(args.package)
    return {name: value for name, value in given.items() if target.takes(suffix, name)}


def _prove(robot: Robot, args: argparse.Namespace, target: Format) -> Agreement:
    """The differences; CommandError, and nothing is written, where they are too large."""
    from ..transfer.agreement import table
    from ..transfer.error import TransferError

    try:
        assert target.prove is not None
        prove: Callable[..., Agreement] = function(target.prove)
        found = prove(robot, stem=Path(args.output).stem, **_options(args, target))
    except TransferError as error:
        raise CommandError(str(error)) from error
    if not found.holds:
        message = table(found).rstrip()
        raise CommandError(message, FINDINGS)
    return found


def _with_meshes(robot: Robot, args: argparse.Namespace, report: Report) -> Robot:
    """The robot with the meshes of the file it was read from as files beside the output."""
    from ..assets.mesh_source import HoldsMeshes

    if not isinstance(robot.source, HoldsMeshes):
        return robot
    from ..gltf import extract_meshes

    output = Path(args.output)
    folder = Path(args.meshes) if args.meshes else output.with_name(f"{output.stem}_meshes")
    try:
        name = folder.resolve().relative_to(output.resolve().parent).as_posix()
    except ValueError:
        name = folder.resolve().as_posix()
    return extract_meshes(robot, folder, name=name, report=report)

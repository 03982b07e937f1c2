"""`fourbar edit`: operations on a description, one after the other."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..formats import writable_text
from .edited import EditedSemantics, EditedText
from .failure import CommandError
from .operation_proof import attached, prove, zero_at
from .options.changed_output import SAME_FORMAT
from .options.json_output import add_json, json_text
from .options.operations import add_operations
from .options.own_input import add_rewriting
from .options.robot import accepted, add_input, exit_status, read_file, show_findings

if TYPE_CHECKING:
    from ..diagnostics import Report
    from ..reading import Reading
    from ..robot import Robot

HELP = "Re-root, cut, attach, rename, merge, split, scale or mirror a description"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    add_input(parser)
    add_rewriting(parser, "file", "srdf")
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUTPUT",
        action="append",
        default=[],
        help=f"the file to write: {writable_text()} (repeatable; default: URDF on standard "
        f"output). {SAME_FORMAT}",
    )
    parser.add_argument(
        "--diff", action="store_true", help="print what would change in the text; write nothing"
    )
    parser.add_argument(
        "--prove",
        action="store_true",
        help="compute where every body is before and after, and write nothing if one is elsewhere "
        "than the operation means, or has another mass",
    )
    add_json(parser, "print what was written and what has changed as JSON (with --output)")
    add_operations(parser)


def run(args: argparse.Namespace) -> int:
    """Apply the operations, then write."""
    from ..error import FourbarError
    from ..formats import connected

    if not args.operations:
        raise CommandError("no operation; see: fourbar edit --help")
    if args.diff and args.output:
        raise CommandError("--diff and --output cannot be combined")
    if args.json and not args.output:
        raise CommandError(
            "--json prints what was written; write the robot to a file with --output"
        )
    _refuse_idle_options(args)
    reading = read_file(args)
    robot, report = connected(reading)
    show_findings(report, args)
    robot = accepted(robot, report, args.file, strict=args.strict)
    first, text = robot, EditedText(reading if robot is reading.robot else None)
    semantics = EditedSemantics(reading)
    stale: list[str] = []
    try:
        proofs: list[dict[str, Any]] = []
        for name, value, apply in _operations(args):
            changed = apply(robot)
            if args.prove:
                proofs.append(prove(args, name, value, robot, changed))
            stale += _report_stale(robot, changed)
            semantics.follow(name, robot, changed)
            robot = changed
            text.follow(robot)
        _write(args, first, robot, text, semantics, reading)
        if args.json:
            facts = {**_facts(args, reading, first, robot, report), "stale": stale}
            if args.prove:
                facts["proofs"] = proofs
            sys.stdout.write(json_text("edit", 1, facts))
    except FourbarError as error:
        raise CommandError(str(error)) from error
    return exit_status(report)


def _operations(args: argparse.Namespace) -> Iterator[tuple[str, Any, Callable[[Robot], Robot]]]:
    """Names, values and functions; new zeros that follow each other are set together."""
    pending: dict[str, float] = {}
    for name, value in args.operations:
        if name == "zero":
            joint, position = value
            if joint in pending:
                raise CommandError(f"--zero gives two positions for joint '{joint}'")
            if isinstance(position, tuple):
                raise CommandError(f"--zero takes one number for joint '{joint}'")
            pending[joint] = position
            continue
        if pending:
            yield "zero", pending, _zeros(pending)
            pending = {}
        yield name, value, _operation(args, name, value)
    if pending:
        yield "zero", pending, _zeros(pending)


def _zeros(positions: dict[str, float]) -> Callable[[Robot], Robot]:
    from .options.pose import refuse_degrees_of_lengths

    def apply(robot: Robot) -> Robot:
        refuse_degrees_of_lengths(dict(positions), robot)
        changed = robot.set_zero(positions)
        for name in positions:
            lower, upper = changed.joints[name].bounds
            if not lower <= 0.0 <= upper:
                print(f"note: the new zero of joint '{name}' is beyond its limits", file=sys.stderr)
        return changed

    return apply


def _operation(args: argparse.Namespace, name: str, value: Any) -> Callable[[Robot], Robot]:
    match name:
        case "root":
            return lambda robot: robot.rerooted(value)
        case "subtree":
            return lambda robot: robot.subtree(value)
        case "chain":
            return lambda robot: robot.extract_chain(*value)
        case "attach":
            return lambda robot: _attach(robot, args, *value)
        case "rename":
            return lambda robot: _rename(robot, *value)
        case "prefix":
            return lambda robot: robot.prefixed(value)
        case "merge_fixed":
            return lambda robot: _merge(robot, args.keep)
        case "merge":
            return lambda robot: robot.merge_fixed(value)
        case "split":
            return lambda robot: _split_link(robot, *value)
        case "scale":
            return lambda robot: _noted(robot, robot.scaled(value, masses=args.masses))
        case "mirror":
            return lambda robot: _noted(robot, robot.mirrored(value))
        case "move_frame":
            return lambda robot: _noted(robot, robot.move_frame(*value), link=value[0])
        case _:
            return lambda robot: robot.set_zero(zero_at(robot, value))


def _attach(robot: Robot, args: argparse.Namespace, file: str, link: str) -> Robot:
    from ..formats.addresses import seen_from
    from ..robot import IDENTITY

    other = attached(args, file)
    if robot.source is not None and robot.source.path is not None:
        other = seen_from(other, robot.source.path.parent)
    at = IDENTITY if args.attach_at is None else args.attach_at
    return robot.attach(other, to=link, origin=at, prefix=args.attach_prefix)


def _rename(robot: Robot, old: str, new: str) -> Robot:
    from ..robot import UnknownNameError
    from ..robot.rename import refuse_taken, rename

    kinds = ("links", "joints", "loops", "couplings")
    having = {kind: {old: new} for kind in kinds if old in getattr(robot, kind)}
    if not having:
        names = [name for kind in kinds for name in getattr(robot, kind).names]
        raise UnknownNameError("part", old, names)
    refuse_taken(robot, old, new)
    return rename(robot, **having)


def _merge(robot: Robot, keep: list[str]) -> Robot:
    from ..robot.operations.merging import obstacle

    merged = robot.merge_fixed(keep=keep)
    for joint in merged.joints:
        if not joint.kind.moves and joint.child not in keep:
            print(
                f"note: joint '{joint.name}' stays: {obstacle(merged, joint.name)}", file=sys.stderr
            )
    return merged


def _split_link(robot: Robot, link: str, new: str, shapes: list[tuple[str, int]]) -> Robot:
    visuals = [number for kind, number in shapes if kind == "visual"]
    collisions = [number for kind, number in shapes if kind == "collision"]
    return robot.split_link(link, new, visuals=visuals, collisions=collisions)


def _noted(before: Robot, after: Robot, *, link: str | None = None) -> Robot:
    """Say what stays as it was written though lengths and directions have changed."""
    from ..robot.operations.mentions import unmodelled

    blocks = [g for g in before.gazebo if link is None or g.reference == link]
    if blocks and (kept := unmodelled(before)):
        what = ", ".join(kept[:4]) + (" and more" if len(kept) > 4 else "")
        print(f"note: fourbar does not model {what}: it stays as written", file=sys.stderr)
    return after


def _facts(
    args: argparse.Namespace, reading: Reading, before: Robot, robot: Robot, report: Report
) -> dict[str, Any]:
    """What was written, and which parts are new or gone."""
    from ..diagnostics import Severity
    from ..formats.changed import changed_format

    changes = {
        kind: _changes(getattr(before, kind).names, getattr(robot, kind).names)
        for kind in ("links", "joints", "loops", "couplings")
    }
    return {
        "robot": robot.name,
        "operations": [name for name, _ in args.operations],
        "files": [
            {
                "file": output,
                "format": changed_format(reading, output).name,
                "bytes": Path(output).stat().st_size,
            }
            for output in args.output
        ],
        **changes,
        "errors": report.count(Severity.ERROR),
        "warnings": report.count(Severity.WARNING),
    }


def _changes(before: Sequence[str], after: Sequence[str]) -> dict[str, Any]:
    old, new = set(before), set(after)
    return {
        "before": len(before),
        "after": len(after),
        "added": [name for name in after if name not in old],
        "removed": [name for name in before if name not in new],
    }


def _report_stale(before: Robot, after: Robot) -> Sequence[str]:
    """Say which old names are left in text that fourbar does not change."""
    from ..robot.operations.mentions import stale_mentions

    left = stale_mentions(before, after)
    if left:
        names = ", ".join(f"'{name}'" for name in left[:4])
        more = f" and {len(left) - 4} more" if len(left) > 4 else ""
        print(
            f"note: text that fourbar does not model still has {names}{more}; change it by hand",
            file=sys.stderr,
        )
    return left


def _write(
    args: argparse.Namespace,
    before: Robot,
    robot: Robot,
    text: EditedText,
    semantics: EditedSemantics,
    reading: Reading,
) -> None:
    from ..files import write_atomic
    from ..formats import dumps, save
    from ..formats.changed import changed_format, save_changed

    kept = text.data is not None
    data = text.data if text.data is not None else dumps(robot).encode()
    if text.original is not None and not kept:
        print(
            "note: the text of the file could not be kept; all of it is written again",
            file=sys.stderr,
        )
    if args.diff:
        own = text.original if kept and text.original is not None else dumps(before).encode()
        sys.stdout.write(_diff(args.file, own, data))
        return
    if not args.output:
        sys.stdout.write(data.decode("utf-8", "replace"))
    for output in args.output:
        if changed_format(reading, output).name != "srdf":
            lost = save_changed(reading, robot, output, partial(text.seen_from, robot, output))
            show_findings(lost, args)
        elif semantics.data is not None:
            write_atomic(output, semantics.data)
        else:
            semantics.report_losses()
            save(robot, output)
    written = [changed_format(reading, output) for output in args.output]
    if robot.configurations and written and not any(form.configurations for form in written):
        names = " and ".join(dict.fromkeys(form.title for form in written))
        have = "has" if names == written[0].title else "have"
        print(
            f"note: {names} {have} no named configurations; use -o NAME.srdf as well",
            file=sys.stderr,
        )


def _diff(name: str, before: bytes, after: bytes) -> str:
    from difflib import unified_diff

    return "".join(
        unified_diff(
            before.decode("utf-8", "replace").splitlines(keepends=True),
            after.decode("utf-8", "replace").splitlines(keepends=True),
            f"{name} (before)",
            f"{name} (after)",
        )
    )


def _refuse_idle_options(args: argparse.Namespace) -> None:
    """CommandError for details of an operation that is not there."""
    names = {name for name, _ in args.operations}
    for option, given, operation in (
        ("--keep", args.keep, "merge_fixed"),
        ("--attach-prefix", args.attach_prefix, "attach"),
        ("--attach-at", args.attach_at, "attach"),
        ("--masses", args.masses != "density", "scale"),
    ):
        if given and operation not in names:
            needed = operation.replace("_", "-")
            raise CommandError(f"{option} has no effect without --{needed}")

"""`fourbar view`: robots in the browser, read again whenever their files change."""

from __future__ import annotations

import argparse
import errno
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from ..formats.table import readable_text
from .failure import FAILED, CommandError
from .options.json_output import add_json, json_text
from .options.planar import add_planar
from .options.pose import add_set, set_positions
from .options.robot import (
    accepted,
    add_reading_options,
    reading_options,
    refuse_idle_arguments,
    refuse_unreadable,
    show_findings,
)
from .options.smaller import add_simplify, add_texture_size
from .streams import standard_input

if TYPE_CHECKING:
    from types import FrameType

    from ..viewer.handle import RobotHandle
    from ..viewer.live import View
    from ..viewer.source import Source

HELP = "Show and move robots in the browser; changes to their files appear at once"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="*",
        help=f"a {readable_text()} file, a folder that contains one, gallery:NAME, robot:NAME, "
        "or - for standard input; none opens a page that offers recent files and the gallery",
    )
    add_reading_options(parser)
    group = parser.add_argument_group("pose (for a single robot)")
    add_set(group, "set a joint to a position")
    group.add_argument(
        "--named",
        metavar="NAME",
        help="start in a named configuration, such as an SRDF group state",
    )
    group.add_argument(
        "--trajectory", metavar="FILE", help="motion to replay: a .csv, .json or .npz file"
    )
    add_planar(group)
    group = parser.add_argument_group("big robots")
    add_simplify(group)
    add_texture_size(group)
    group = parser.add_argument_group("server")
    group.add_argument(
        "--port",
        metavar="N",
        type=int,
        default=0,
        help="port to listen on (default: any free port)",
    )
    group.add_argument(
        "--host",
        metavar="ADDRESS",
        default="127.0.0.1",
        help="address to listen on (default: 127.0.0.1, reachable only from this machine)",
    )
    group.add_argument(
        "--no-open", action="store_true", help="print the address without opening a browser"
    )
    group.add_argument(
        "--xacro-uploads",
        action="store_true",
        help="expand xacro files that are dropped on the page (default: refuse them)",
    )
    group.add_argument("--no-watch", action="store_true", help="do not reload when files change")
    add_json(group, "print the address as JSON, in one line")


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    with _End() as end:
        return _run(args, end)


class _End:
    """Waits for Ctrl-C, `kill`, or a failure in another thread.

    Not with KeyboardInterrupt: raised in the middle of an import it can be lost. A byte in a pipe
    cannot, and holds the exit status.
    """

    def __enter__(self) -> Self:
        self._reader, self._writer = os.pipe()
        self._before = {
            number: signal.signal(number, self._signalled)
            for number in (signal.SIGINT, signal.SIGTERM)
        }
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        os.close(self._reader)
        os.close(self._writer)

    def now(self, status: int) -> None:
        """End with this exit status; from a signal handler or any thread."""
        with suppress(OSError):  # it has ended already
            os.write(self._writer, bytes([status]))

    def _signalled(self, number: int, frame: FrameType | None) -> None:
        self.now(0)

    def wait(self) -> int:
        """The exit status, when it is time."""
        return os.read(self._reader, 1)[0]


def _run(args: argparse.Namespace, end: _End) -> int:
    from ..formats import LoadError
    from ..viewer.listen import ListenError
    from ..viewer.live import View

    if (args.set or args.named or args.trajectory) and len(args.files) != 1:
        raise CommandError("--set, --named and --trajectory work with a single robot only")
    if args.set and args.named:
        raise CommandError("--set and --named cannot be combined")
    refuse_idle_arguments(args, args.files)
    try:
        sources = [_source(args, file) for file in args.files]
        _refuse(args, sources)
        trajectory = _trajectory(args.trajectory)
        view = View(
            port=args.port,
            host=args.host,
            watch=not args.no_watch,
            xacro_uploads=args.xacro_uploads,
        )
    except LoadError as error:
        raise CommandError(error.report.errors[0].message) from error
    except (ListenError, FileNotFoundError) as error:
        raise CommandError(str(error)) from error
    with view:
        _show(args, view, sources, trajectory, end)
        return end.wait()


def _show(
    args: argparse.Namespace,
    view: View,
    sources: list[Source],
    trajectory: tuple[str, bytes] | None,
    end: _End,
) -> None:
    from threading import Thread

    from ..viewer.recent import remember

    handles = [view.add(source) for source in sources]
    remember([path for source in sources if (path := source.page_path) is not None])
    elsewhere = None if view.is_local else view.url_from_elsewhere
    if args.json:
        facts = {"url": view.url, "urlFromElsewhere": elsewhere, "files": args.files}
        print(json_text("view", 1, facts, indent=None), end="", flush=True)
    else:
        print(f"{view.url}  (press Ctrl-C to stop)", flush=True)
        if elsewhere is not None:
            print(f"{elsewhere}  (from other machines)", flush=True)
    if elsewhere is not None:
        print(
            f"fourbar {args.command}: warning: on {args.host}, anyone who can reach this machine "
            "and has the address can see the robot and upload files",
            file=sys.stderr,
        )
    if not args.no_open:
        view.open(failed=lambda: print("no browser found; open the address above", file=sys.stderr))
    if trajectory is not None:
        handles[0].attach_trajectory(*trajectory)
    # The robots have to be read first, which Ctrl-C shall not wait for.
    Thread(target=_when_read, args=(args, handles, end), daemon=True).start()


def _when_read(args: argparse.Namespace, handles: list[RobotHandle], end: _End) -> None:
    """Say what is to be known about the robots, and take the pose that was asked for."""
    from ..diagnostics import Report
    from ..formats import LoadError

    for file, handle in zip(args.files, handles, strict=True):
        try:
            handle.robot  # noqa: B018 - waits until it is read
            report = handle.report or Report()
        except LoadError as error:
            report = error.report
        show_findings(report, args, file)
    if args.set or args.named:
        _pose(args, handles[0], end)


def _pose(args: argparse.Namespace, handle: RobotHandle, end: _End) -> None:
    """Take the pose that was asked for; the command ends if the robot has no such pose."""
    from ..formats import LoadError
    from ..mechanics.error import ModelError
    from ..robot import UnknownNameError

    try:
        if args.named:
            handle.configuration(args.named)
        else:
            handle.set(set_positions(args))
    except LoadError:
        return  # the page shows what is wrong
    except (CommandError, UnknownNameError, ModelError, ValueError) as error:
        print(f"fourbar {args.command}: {error}", file=sys.stderr)
        end.now(FAILED)


def _source(args: argparse.Namespace, file: str) -> Source:
    from ..viewer.source import Source, as_source

    options: dict[str, Any] = reading_options(args)
    if file == "-":
        data = standard_input().read()
        return Source(data, "<stdin>", options, watched=False, **_shown(args))
    if Path(file).is_dir():
        from dataclasses import replace

        from ..viewer.choose import choose_below
        from ..viewer.scene_changes import folder_labels

        chosen, others = choose_below(Path(file), options)
        if chosen is None:
            raise FileNotFoundError(f"folder '{file}' does not contain a {readable_text()} file")
        if others:
            named = ", ".join(str(other) for other in others[:5])
            more = f" and {len(others) - 5} more" if len(others) > 5 else ""
            print(f"showing {chosen}; the folder also contains {named}{more}", file=sys.stderr)
        source = as_source(str(chosen), watch=not args.no_watch, **_shown(args), **options)
        labels = folder_labels(Path(file), others)
        return replace(source, label=chosen.relative_to(file).as_posix(), others=labels)
    return as_source(file, watch=not args.no_watch, **_shown(args), **options)


def _shown(args: argparse.Namespace) -> dict[str, Any]:
    """How pages get the robot."""
    return {
        "planar": args.planar,
        "simplify": args.simplify,
        "texture_size": args.texture_size,
    }


def _refuse(args: argparse.Namespace, sources: list[Source]) -> None:
    """CommandError for errors with `--strict`, and for files beside the robot that are missing.

    Before anything is shown: robots are read once more for it, and only where there is a reason to.
    """
    if not args.strict and args.srdf is None and isinstance(args.loops, bool):
        return
    from ..formats import connected
    from ..robot.aside import own_errors

    for file, source in zip(args.files, sources, strict=True):
        reading = source.read()
        refuse_unreadable(reading)
        robot, report = connected(reading, strict=args.strict)
        if args.strict:
            if robot is None or own_errors(report):
                show_findings(report, args, file)
            accepted(robot, report, file, strict=True)


def _trajectory(file: str | None) -> tuple[str, bytes] | None:
    if file is None:
        return None
    from ..viewer.limits import MAX_TRAJECTORY

    path = Path(file)
    if not path.is_file():
        raise FileNotFoundError(f"'{file}' does not exist")
    with path.open("rb") as stream:
        data = stream.read(MAX_TRAJECTORY + 1)
    if len(data) > MAX_TRAJECTORY:
        message = f"'{file}' is larger than {MAX_TRAJECTORY >> 20} MiB"
        raise OSError(errno.EFBIG, message)
    return path.name, data

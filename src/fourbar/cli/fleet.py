"""`fourbar fleet`: one job for many robots, or for many configurations of one."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..fleet.jobs import JOBS as ROBOT_JOBS
from ..lint.settings import TARGETS
from ..robot.values import count
from .configurations import JOBS as SPACE_JOBS
from .configurations import SPACE_TAKES, add_space_arguments, run_space
from .failure import FINDINGS, OK, CommandError
from .options.json_output import add_json, json_text
from .options.numbers import named_value, positive, positive_length, whole_number
from .options.robot import package_folder
from .variations import JOBS as VARIED_JOBS
from .variations import VARIED, add_variation_arguments, run_variations

if TYPE_CHECKING:
    from ..fleet import Outcome

HELP = "Do one job for many robots, or for many configurations of one"

_ROBOT_JOBS = tuple(ROBOT_JOBS)
_JOBS = (*_ROBOT_JOBS, *SPACE_JOBS, *VARIED_JOBS)
_WORDS = {
    **{name: job.help for name, job in ROBOT_JOBS.items()},
    **{name: job.help for name, job in SPACE_JOBS.items()},
    **VARIED_JOBS,
}
_MEGABYTE = 1 << 20
_SECONDS = 60
_MEGABYTES = 2048
_EACH = ("time_limit", "memory_limit", "no_thumbnails")
"""Options of all jobs for robots."""
_TAKES: Mapping[str, tuple[str, ...]] = {
    "check": ("select", "ignore", "target", "config", "isolated", "no_pages"),
    "convert": ("to",),
    "inertia": ("to", "density", "material", "masses", "all"),
    "collide": (
        *("to", "method", "per", "tolerance", "max_vertices", "max_parts", "missing"),
        "spheres",
    ),
    "compare": ("against",),
}
"""Options of the jobs for robots."""
_ENDED = {"timeout": "stopped at the time limit", "memory": "stopped at the memory limit"}
"""How those are counted whose status is not a word for it."""
_ASIDE = ("select", "ignore", "target", "config", "isolated", "to", "no_pages")
"""Those that are not handed on as they are."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    parser.add_argument(
        "job",
        metavar="JOB",
        choices=_JOBS,
        help="; ".join(f"{name}: {words}" for name, words in _WORDS.items()),
    )
    parser.add_argument(
        "sources",
        metavar="SOURCE",
        nargs="+",
        help="a folder, an archive (.zip, .tar, .tar.gz), a description, or a .txt file with one "
        "of these in each line; for jobs over configurations one robot, also gallery:NAME",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FOLDER",
        default="fleet",
        help="folder for all results; a second run does what is missing or changed "
        "(default: fleet)",
    )
    group = parser.add_argument_group("workers")
    group.add_argument(
        "-j",
        "--jobs",
        metavar="N",
        type=whole_number(1),
        help="processes on this machine (default: one for each core)",
    )
    group.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="work on the cluster of this Dask scheduler, such as tcp://host:8786",
    )
    group.add_argument(
        "--time-limit",
        metavar="SECONDS",
        type=positive,
        help=f"for each robot (default: {_SECONDS})",
    )
    group.add_argument(
        "--memory-limit",
        metavar="MB",
        type=whole_number(1),
        help=f"for each robot (default: {_MEGABYTES})",
    )
    group.add_argument(
        "--no-thumbnails", action="store_true", default=None, help="do not draw the robots"
    )
    group.add_argument(
        "--no-pages",
        action="store_true",
        default=None,
        help="check: no page for each robot with its findings",
    )
    group = parser.add_argument_group("jobs")
    group.add_argument("--select", metavar="CODES", help="check: run only these rules")
    group.add_argument("--ignore", metavar="CODES", help="check: rules to skip")
    group.add_argument(
        "--target", metavar="TARGETS", help=f"check: tools that will load: {', '.join(TARGETS)}"
    )
    group.add_argument(
        "--config",
        metavar="FILE",
        help="check: configuration file (default: for each robot, the nearest fourbar.toml or "
        "pyproject.toml in a parent folder)",
    )
    group.add_argument(
        "--isolated", action="store_true", default=None, help="check: ignore configuration files"
    )
    group.add_argument(
        "--to",
        metavar="EXTENSION",
        help="convert, inertia, collide, vary: such as .glb, .urdf or .xml (default: .glb for "
        "convert, else .urdf)",
    )
    group.add_argument(
        "--density", metavar="VALUE", type=positive, help="inertia: of all links [kg/m^3]"
    )
    group.add_argument(
        "--material",
        metavar="NAME=VALUE",
        action="append",
        type=named_value,
        help="inertia: density of the visuals of a material [kg/m^3] (repeatable)",
    )
    group.add_argument(
        "--masses",
        choices=("keep", "density"),
        help="inertia: whether a mass in the file counts more than a density, or does not count",
    )
    group.add_argument(
        "--all", action="store_true", default=None, help="inertia: write links that have one too"
    )
    group.add_argument(
        "--method",
        choices=("auto", "box", "cylinder", "capsule", "sphere", "spheres", "hull", "parts"),
        help="collide: the shapes to make (default: auto)",
    )
    group.add_argument(
        "--per",
        choices=("link", "visual"),
        help="collide: one shape for each link or for each visual (default: link)",
    )
    group.add_argument(
        "--tolerance",
        metavar="DISTANCE",
        type=positive_length,
        help="collide: a surface within this distance of a primitive is one (default: 1mm)",
    )
    group.add_argument(
        "--max-vertices",
        metavar="N",
        type=whole_number(8),
        help="collide: of a hull (default: 64)",
    )
    group.add_argument(
        "--max-parts",
        metavar="N",
        type=whole_number(1),
        help="collide: convex parts of a link with --method parts (default: 8)",
    )
    group.add_argument(
        "--missing",
        action="store_true",
        default=None,
        help="collide: only links without collision shapes",
    )
    group.add_argument(
        "--against", metavar="FOLDER", help="compare: where the other robots are, by equal names"
    )
    group.add_argument(
        "--package",
        metavar="NAME=FOLDER",
        action="append",
        default=[],
        type=package_folder,
        help="folder of a package used in package:// addresses (repeatable)",
    )
    add_space_arguments(parser)
    add_variation_arguments(parser)
    add_json(parser, "print counts as JSON")


def run(args: argparse.Namespace) -> int:
    """Do the job; 1 if it could not be done for a robot or a link, or check found errors."""
    from ..fleet import FleetError, Limits
    from ..fleet import run as run_fleet
    from ..lint import SettingsError

    _refuse_foreign(args)
    options = _options(args)
    if args.cluster is not None and args.jobs is not None:
        raise CommandError("--jobs is for this machine; a cluster has its own workers")
    if args.job not in _ROBOT_JOBS:
        packages = options.get("reading", {}).get("packages", {})
        job = run_space if args.job in SPACE_JOBS else run_variations
        what = "configuration" if args.job in SPACE_JOBS else "robot"
        with _Ticker(what) as ticker:
            return job(args, packages, ticker.tick)
    try:
        with _Ticker("robot") as ticker:
            outcome = run_fleet(
                args.job,
                args.sources,
                output=args.output,
                executor=args.cluster,
                workers_count=args.jobs,
                limits=Limits(
                    args.time_limit or _SECONDS, (args.memory_limit or _MEGABYTES) * _MEGABYTE
                ),
                thumbnails=not args.no_thumbnails,
                pages=not args.no_pages,
                options=options,
                on_row=lambda _, done, total: ticker.tick(done, total),
            )
    except (FleetError, SettingsError) as error:
        raise CommandError(str(error)) from error
    facts = _facts(outcome, args)
    sys.stdout.write(json_text("fleet", 1, facts) if args.json else _text(outcome, facts))
    bad = not outcome.ok or any(facts[name] for name in ("errors", "different", "problems"))
    return FINDINGS if bad else OK


def _refuse_foreign(args: argparse.Namespace) -> None:
    """CommandError for an option that the job does not take."""
    robots = {job: (*_EACH, *_TAKES.get(job, ())) for job in _ROBOT_JOBS}
    takes = {**robots, **SPACE_TAKES, **VARIED}
    for name in sorted({name for names in takes.values() for name in names}):
        given = getattr(args, name) not in (None, [])
        if given and name not in takes.get(args.job, ()):
            hint = "; --cell says how many places there are" if _on_lattice(args, name) else ""
            raise CommandError(f"--{name.replace('_', '-')} has no effect on {args.job}{hint}")


def _on_lattice(args: argparse.Namespace, name: str) -> bool:
    """Whether a number is asked for of a job whose places are a lattice."""
    return name == "number" and args.job in SPACE_JOBS and SPACE_JOBS[args.job].on_lattice


def _options(args: argparse.Namespace) -> dict[str, Any]:
    """Options of the job."""
    options: dict[str, Any] = {}
    if args.package:
        options["reading"] = {"packages": dict(args.package)}
    if args.job == "check":
        from ..fleet.settings import NEAREST
        from ..lint import SettingsError
        from ..lint.settings import codes, targets

        try:
            for name in ("select", "ignore"):
                if getattr(args, name) is not None:
                    options[name] = list(codes(getattr(args, name), where=f"--{name}"))
            if args.target is not None:
                options["targets"] = list(targets(args.target, where="--target"))
            if not args.isolated or args.config is not None:
                options["config"] = args.config or NEAREST
        except SettingsError as error:
            raise CommandError(str(error)) from error
    if args.to is not None and args.job in _ROBOT_JOBS:
        from ..formats import writable

        suffix = args.to if args.to.startswith(".") else f".{args.to}"
        if suffix not in writable():
            raise CommandError(
                f"cannot write '{suffix}' files; expected one of: {', '.join(writable())}"
            )
        options["to"] = suffix
    if args.job == "compare" and args.against is None:
        raise CommandError("compare needs a folder to compare with; use --against FOLDER")
    if args.job in _ROBOT_JOBS:
        for name in _TAKES.get(args.job, ()):
            if name not in _ASIDE and getattr(args, name) is not None:
                options["materials" if name == "material" else name] = getattr(args, name)
        if "materials" in options:
            options["materials"] = dict(options["materials"])
    return options


def _facts(outcome: Outcome, args: argparse.Namespace) -> dict[str, Any]:
    rows = outcome.rows
    statuses = Counter(row.status for row in rows)
    return {
        "job": args.job,
        "output": args.output,
        "robots": len(rows) - outcome.without_robot,
        "withoutRobot": outcome.without_robot,
        "duplicates": sum(len(row.duplicates) for row in rows),
        "resumed": sum(row.resumed for row in rows),
        "statuses": dict(sorted(statuses.items())),
        "errors": sum(row.facts.get("errors", 0) for row in rows),
        "warnings": sum(row.facts.get("warnings", 0) for row in rows),
        "different": sum(not row.facts.get("equal", True) for row in rows),
        "problems": sum(row.facts.get("problems", 0) for row in rows),
        "leftOut": len(outcome.found.left_out),
    }


def _text(outcome: Outcome, facts: dict[str, Any]) -> str:
    lines = [
        f"{row.file}: {row.status}: {row.problem}" for row in outcome.rows if row.status != "ok"
    ]
    lines += [
        f"{row.file}: {count(row.facts['problems'], 'link')} not computed"
        for row in outcome.rows
        if row.facts.get("problems")
    ]
    words = [count(facts["robots"], "robot")]
    if facts["withoutRobot"]:
        words.append(f"{count(facts['withoutRobot'], 'file')} without one")
    if facts["duplicates"]:
        words.append(count(facts["duplicates"], "duplicate"))
    if facts["resumed"]:
        words.append(f"{facts['resumed']} from an earlier run")
    for status, number in facts["statuses"].items():
        words.append(f"{number} {_ENDED.get(status, status)}")
    if facts["errors"] or facts["warnings"]:
        words.append(count(facts["errors"], "error"))
        words.append(count(facts["warnings"], "warning"))
    if facts["different"]:
        words.append(f"{facts['different']} different")
    if facts["problems"]:
        words.append(f"{count(facts['problems'], 'link')} not computed")
    if facts["leftOut"]:
        words.append(f"{facts['leftOut']} left out")
    lines.append(", ".join(words))
    lines.append(f"see {facts['output']}/summary.html")
    return "\n".join(lines) + "\n"


class _Ticker:
    """A bar with rate and remaining time on a terminal; a line now and then elsewhere."""

    _EVERY = 10.0

    def __init__(self, unit: str) -> None:
        from time import monotonic

        self._unit = unit
        self._bar: Any = None
        self._clock = monotonic
        self._since = self._said = monotonic()
        self._last = (0, 0)

    def tick(self, done: int, total: int) -> None:
        """Show how far it is."""
        self._last = (done, total)
        if sys.stderr.isatty():
            if self._bar is None:
                from tqdm import tqdm

                self._bar = tqdm(desc=f"{self._unit}s", unit=self._unit, leave=False)
            self._bar.total = total
            self._bar.update(done - self._bar.n)
            return
        now = self._clock()
        if now - self._said >= self._EVERY and done < total:
            self._said = now
            rate = done / (now - self._since)
            left = (total - done) / rate
            text = f"{done:,} of {total:,} {self._unit}s, {rate:,.1f}/s, {left:.0f} s left"
            print(text, file=sys.stderr)

    def __enter__(self) -> _Ticker:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
        if kind is KeyboardInterrupt:
            done, total = self._last
            far = f"{done:,} of {total:,} {self._unit}s are done" if total else "nothing is done"
            text = f"fourbar fleet: interrupted: {far}; the same command does the rest"
            print(text, file=sys.stderr)

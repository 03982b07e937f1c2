"""What can be done for every robot of a fleet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from math import isfinite
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ..record import record
from ..robot.values import count
from .artefacts import Artefact
from .error import FleetError

if TYPE_CHECKING:
    from ..assets.made_source import MadeMesh
    from ..diagnostics import PartPath, Report
    from ..reading import Reading
    from ..robot import Robot


class Subject(NamedTuple):
    """A robot on which a job is done; `folder` and `key` are for its artefacts.

    `report` has what reading found, and why parts of it are no robot.
    """

    reading: Reading
    robot: Robot | None
    report: Report
    name: str
    folder: Path
    key: str

    @property
    def connected(self) -> Robot:
        """The robot; FleetError where none can be read."""
        if self.robot is None:
            raise FleetError(self.why_none)
        return self.robot

    @property
    def why_none(self) -> str:
        """Why no robot can be read."""
        first = next(iter(self.report.errors), None)
        return "no robot can be read" + ("" if first is None else f": {first.message}")

    def json(self, facts: Mapping[str, Any]) -> Artefact:
        """An artefact of plain values."""
        import json

        try:  # without line breaks, which `json` writes ten times slower
            text = json.dumps(facts, ensure_ascii=False, allow_nan=False)
        except ValueError:
            text = json.dumps(finite(facts), ensure_ascii=False, allow_nan=False)
        return Artefact(self.folder / f"{self.key}.json", text.encode() + b"\n")

    def description(
        self,
        robot: Robot,
        suffix: str,
        options: Mapping[str, Any],
        report: Report,
        *,
        made: Mapping[PartPath, MadeMesh] | None = None,
    ) -> list[Artefact]:
        """A robot in a folder of its own, with the files that its format puts beside it.

        `made` has the meshes that were made for it, by the paths of shapes.
        """
        from ..formats.changed import refuse_unwritten
        from ..formats.output import main_file, written
        from ..formats.table import output_format

        path = self.folder / self.key / f"robot{suffix}"
        target = output_format(path)
        given: dict[str, Any] = {"report": report, "packages": _packages(options)}
        keywords = {name: value for name, value in given.items() if target.takes(suffix, name)}
        new = made or {}
        if new and not target.addresses:
            from ..assets.made_source import with_made_meshes

            robot = with_made_meshes(robot, new, original=self.connected)
        content = written(robot, path, **keywords)
        refuse_unwritten(report, new)
        artefacts = [Artefact(path, main_file(content))]
        if isinstance(content, dict):
            artefacts += [
                Artefact(path.parent / name, data) for name, data in content.items() if name
            ]
        return artefacts


Result = tuple[dict[str, Any], list[Artefact]]


@record
class Job:
    """What a job does in a word, the function that does it, and the options that it takes."""

    help: str
    function: Callable[[Subject, Mapping[str, Any]], Result]
    takes: tuple[str, ...] = ()
    page: Callable[[Subject, Artefact, str], str] | None = None  # with the address of a thumbnail


CHECK = ("select", "ignore", "targets")
"""Options of the job `check`, which are those of `fourbar.check`."""


def _check(subject: Subject, options: Mapping[str, Any]) -> Result:
    from ..diagnostics.render.json import finding
    from ..lint import check

    chosen = {name: options[name] for name in CHECK if name in options}
    report = check(subject.reading, settings=options.get("settings"), **chosen)
    found = [finding(diagnostic) for diagnostic in report]
    counts = Counter(str(diagnostic.severity) for diagnostic in report)
    codes = Counter(diagnostic.code for diagnostic in report)
    facts = {
        "errors": counts["error"],
        "warnings": counts["warning"],
        "codes": dict(sorted(codes.items())),
    }
    return facts, [subject.json({"file": subject.name, "diagnostics": found})]


def _check_page(subject: Subject, artefact: Artefact, thumbnail: str) -> str:
    import json

    from .finding_page import findings_page

    name = "" if subject.robot is None else subject.robot.name
    found = json.loads(artefact.data)["diagnostics"]
    home = "../../summary.html"
    return findings_page(name, subject.name, found, thumbnail=thumbnail, summary=home)


def _info(subject: Subject, options: Mapping[str, Any]) -> Result:
    from ..overview import overview

    facts = overview(subject.connected)
    short = ("jointTypes", "treeDof", "constraints", "sensors", "transmissions")
    return {name: facts[name] for name in short}, [subject.json(facts)]


def _convert(subject: Subject, options: Mapping[str, Any]) -> Result:
    from ..diagnostics import Report

    suffix, report = options.get("to", ".glb"), Report()
    made = subject.description(subject.connected, suffix, options, report)
    counts = Counter(str(diagnostic.severity) for diagnostic in report)
    size = sum(len(artefact.data) for artefact in made)
    facts = {"to": suffix, "size": size, "files": len(made)}
    return facts | {"errors": counts["error"], "warnings": counts["warning"]}, made


INERTIA = ("density", "masses", "materials", "shapes", "open_mesh", "principal")
"""Options of the job `inertia`, which are those of `inertia_table`; and "all"."""


def _inertia(subject: Subject, options: Mapping[str, Any]) -> Result:
    from ..diagnostics import Report
    from ..shapes import inertia_table
    from ..shapes.facts import as_facts
    from ..shapes.write import with_inertials

    robot = subject.connected
    chosen = {name: options[name] for name in INERTIA if name in options}
    rows = inertia_table(robot, packages=_packages(options), **chosen)
    every = options.get("all", False)
    links = [as_facts(row, locked=row.file is not None and not every) for row in rows]
    off = [r.agreement for r in rows if r.agreement is not None]
    new = {r.link: r.computed for r in rows if r.computed and (every or r.file is None)}
    failed = {r.link: r.problem for r in rows if r.shapes and r.computed is None}
    if failed and not any(row.computed for row in rows):
        raise FleetError(_nothing("computed", failed))
    facts = {
        "computed": sum(row.computed is not None for row in rows),
        "written": len(new),
        "problems": len(failed),
        "farthestCentre": max((a.distance for a in off), default=None),
    }
    changed = with_inertials(robot, new)
    made = subject.description(changed, options.get("to", ".urdf"), options, Report())
    return finite(facts), [*made, subject.json({"robot": robot.name, "links": links})]


COLLIDE = (
    *("method", "per", "max_volume_ratio", "max_vertices", "spheres", "max_parts"),
    *("tolerance", "capsules"),
)
"""Options of the job `collide`, which are those of `collision_shapes`; and "missing"."""


def _collide(subject: Subject, options: Mapping[str, Any]) -> Result:
    from ..covers import collision_shapes
    from ..covers.facts import as_facts
    from ..covers.write import collisions_of, made_meshes, with_collisions
    from ..diagnostics import Report

    robot = subject.connected
    chosen = {name: options[name] for name in COLLIDE if name in options}
    asked = None
    if options.get("missing"):
        asked = [link.name for link in robot.links if link.visuals and not link.collisions]
    rows = collision_shapes(robot, links=asked, packages=_packages(options), keep=True, **chosen)
    failed = {row.link: row.problem for row in rows if row.problem}
    if failed and len(failed) == len(rows):
        raise FleetError(_nothing("made", failed))
    kinds = Counter(shape.kind for row in rows for shape in row.shapes)
    facts = {
        "shapes": dict(sorted(kinds.items())),
        "kept": sum(row.kept for row in rows),
        "problems": len(failed),
        "largestExcess": max((row.excess for row in rows), default=None),
    }
    # A name that no folder beside the source has: addresses of files there are moved.
    folder = f"collision_{subject.key[:8]}"
    new = collisions_of(rows, address=folder, capsules=options.get("capsules", False))
    suffix = options.get("to", ".urdf")
    home = subject.folder / subject.key
    meshes = [Artefact(home / folder / name, data) for name, data in new.meshes.items()]
    changed = with_collisions(robot, new.collisions)
    made = subject.description(changed, suffix, options, Report(), made=made_meshes(new))
    links = [as_facts(row) for row in rows]
    return finite(facts), [*made, *meshes, subject.json({"robot": robot.name, "links": links})]


def _compare(subject: Subject, options: Mapping[str, Any]) -> Result:
    from ..comparison import as_facts, compare
    from ..formats import connected, read

    folder = options.get("against")
    if folder is None:
        raise FleetError("compare needs a folder to compare with; use --against FOLDER")
    other = counterpart(subject.name, Path(folder))
    if other is None:
        raise FleetError(f"'{folder}' has no file for '{subject.name}'")
    reading = read(other, **options.get("reading", {}))
    robot, _ = connected(reading)
    if robot is None:
        raise FleetError(f"no robot can be read from '{other}'")
    found = compare(subject.connected, robot, packages=_packages(options))
    categories = Counter(difference.category for difference in found.differences)
    facts = {"equal": found.equal, "differences": dict(sorted(categories.items()))}
    return facts, [subject.json(as_facts(found))]


def _nothing(done: str, failed: Mapping[str, str]) -> str:
    """Why a job gave nothing for any link, by the first of them."""
    link, why = next(iter(failed.items()))
    more = f" (and {count(len(failed) - 1, 'more link')})" if len(failed) > 1 else ""
    return f"nothing was {done}: link '{link}': {why}{more}"


def _packages(options: Mapping[str, Any]) -> Mapping[str, str] | None:
    return options.get("reading", {}).get("packages")


def counterpart(name: str, folder: Path) -> Path | None:
    """The file of another folder for a description: the same path below it, as far as it goes."""
    path = PurePosixPath(name)
    parts = path.relative_to(path.anchor).parts  # an absolute path would lead to itself
    for start in range(len(parts)):
        found = folder.joinpath(*parts[start:])
        if found.is_file():
            return found
    return None


JOBS: Mapping[str, Job] = {
    "check": Job("findings of all rules", _check, (*CHECK, "config"), _check_page),
    "convert": Job("another format for each robot", _convert, ("to",)),
    "info": Job("counts, degrees of freedom and mass", _info),
    "inertia": Job(
        "mass and inertia from shapes: next to what files have, and in a description",
        *(_inertia, ("to", "all", *INERTIA)),
    ),
    "collide": Job(
        "collision shapes that contain the visuals, in a description with its meshes",
        *(_collide, ("to", "missing", *COLLIDE)),
    ),
    "compare": Job(
        "physical differences from the robots of another folder", _compare, ("against",)
    ),
}


def finite(value: Any) -> Any:
    """The value with None for what JSON has no number for."""
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, Mapping):
        items = cast("Mapping[str, Any]", value).items()
        return {str(key): finite(each) for key, each in items}
    if isinstance(value, list | tuple):
        return [finite(each) for each in cast("list[Any]", value)]
    return value

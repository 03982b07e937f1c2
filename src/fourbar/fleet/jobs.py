"""What can be done for every robot of a fleet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from math import isfinite
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ..record import record
from .error import FleetError

if TYPE_CHECKING:
    from ..reading import Reading
    from ..robot import Robot


class Artefact(NamedTuple):
    """A file to write."""

    path: Path
    data: bytes


class Subject(NamedTuple):
    """A robot on which a job is done; `folder` and `key` are for its artefacts."""

    reading: Reading
    robot: Robot | None
    name: str
    folder: Path
    key: str

    @property
    def connected(self) -> Robot:
        """The robot; FleetError where none can be read."""
        if self.robot is None:
            first = next(iter(self.reading.report.errors), None)
            why = "" if first is None else f": {first.message}"
            raise FleetError(f"no robot can be read{why}")
        return self.robot

    def json(self, facts: Mapping[str, Any]) -> Artefact:
        """An artefact of plain values."""
        import json

        try:  # without line breaks, which `json` writes ten times slower
            text = json.dumps(facts, ensure_ascii=False, allow_nan=False)
        except ValueError:
            text = json.dumps(finite(facts), ensure_ascii=False, allow_nan=False)
        return Artefact(self.folder / f"{self.key}.json", text.encode() + b"\n")


Result = tuple[dict[str, Any], list[Artefact]]


@record
class Job:
    """What a job does in a word, and the function that does it."""

    help: str
    function: Callable[[Subject, Mapping[str, Any]], Result]


def _check(subject: Subject, options: Mapping[str, Any]) -> Result:
    from ..diagnostics.render.json import finding
    from ..lint import check

    chosen = {name: options[name] for name in ("select", "ignore", "targets") if name in options}
    report = check(subject.reading, **chosen)
    found = [finding(diagnostic) for diagnostic in report]
    counts = Counter(str(diagnostic.severity) for diagnostic in report)
    codes = Counter(diagnostic.code for diagnostic in report)
    facts = {
        "errors": counts["error"],
        "warnings": counts["warning"],
        "codes": dict(sorted(codes.items())),
    }
    return facts, [subject.json({"file": subject.name, "diagnostics": found})]


def _info(subject: Subject, options: Mapping[str, Any]) -> Result:
    from ..overview import overview

    facts = overview(subject.connected)
    short = ("jointTypes", "treeDof", "constraints", "sensors", "transmissions")
    return {name: facts[name] for name in short}, [subject.json(facts)]


def _convert(subject: Subject, options: Mapping[str, Any]) -> Result:
    from ..diagnostics import Report
    from ..formats.output import main_file, written
    from ..formats.table import output_format

    robot = subject.connected
    suffix = options.get("to", ".glb")
    path = subject.folder / subject.key / f"robot{suffix}"
    report = Report()
    target = output_format(path)
    given: dict[str, Any] = {
        "report": report,
        "packages": options.get("reading", {}).get("packages"),
    }
    keywords = {name: value for name, value in given.items() if target.takes(suffix, name)}
    content = written(robot, path, **keywords)
    made = [Artefact(path, main_file(content))]
    if isinstance(content, dict):
        made += [Artefact(path.parent / name, data) for name, data in content.items() if name]
    counts = Counter(str(diagnostic.severity) for diagnostic in report)
    size = sum(len(artefact.data) for artefact in made)
    facts = {"to": suffix, "size": size, "files": len(made)}
    return facts | {"errors": counts["error"], "warnings": counts["warning"]}, made


def _inertia(subject: Subject, options: Mapping[str, Any]) -> Result:
    from ..shapes import inertia_table
    from ..shapes.facts import as_facts

    robot = subject.connected
    density = options.get("density")
    packages = options.get("reading", {}).get("packages")
    rows = inertia_table(robot, density=density, packages=packages)
    links = [as_facts(row, locked=row.file is not None) for row in rows]
    off = [r.agreement for r in rows if r.agreement is not None]
    facts = {
        "computed": sum(row.computed is not None for row in rows),
        "problems": sum(bool(row.problem) for row in rows),
        "farthestCentre": max((a.distance for a in off), default=None),
    }
    return finite(facts), [subject.json({"robot": robot.name, "links": links})]


def _collide(subject: Subject, options: Mapping[str, Any]) -> Result:
    from ..covers import collision_shapes
    from ..covers.facts import as_facts

    robot = subject.connected
    packages = options.get("reading", {}).get("packages")
    rows = collision_shapes(robot, method=options.get("method", "auto"), packages=packages)
    kinds = Counter(shape.kind for row in rows for shape in row.shapes)
    facts = {
        "shapes": dict(sorted(kinds.items())),
        "problems": sum(bool(row.problem) for row in rows),
        "largestExcess": max((row.excess for row in rows), default=None),
    }
    links = [as_facts(row) for row in rows]
    return finite(facts), [subject.json({"robot": robot.name, "links": links})]


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
    packages = options.get("reading", {}).get("packages")
    found = compare(subject.connected, robot, packages=packages)
    categories = Counter(difference.category for difference in found.differences)
    facts = {"equal": found.equal, "differences": dict(sorted(categories.items()))}
    return facts, [subject.json(as_facts(found))]


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
    "check": Job("findings of all rules", _check),
    "convert": Job("another format for each robot", _convert),
    "info": Job("counts, degrees of freedom and mass", _info),
    "inertia": Job("mass and inertia from shapes, next to what files have", _inertia),
    "collide": Job("collision shapes that contain the visuals", _collide),
    "compare": Job("physical differences from the robots of another folder", _compare),
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

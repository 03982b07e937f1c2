"""One robot: read it, know its content, do the job, keep the result."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..diagnostics import Report
from ..error import FourbarError
from ..files import write_atomic
from ..formats import Content, connected, read
from .companions import companions
from .jobs import JOBS, Artefact, Subject
from .resident import Gauge

if TYPE_CHECKING:
    from ..reading import Reading
    from ..robot import Robot

_SMALLEST = b'<robot name="r"><link name="a"/></robot>'


def do(request: dict[str, Any], gauge: Gauge) -> dict[str, Any]:
    """The answer to a request: a row's values, or those of a row that is there already.

    Raises ResidentError where more was in memory than may be, before anything is kept.
    """
    from time import perf_counter

    since = perf_counter()
    path, output = Path(request["path"]), Path(request["output"])
    options: dict[str, Any] = json.loads(request["options"])
    try:
        content = Content(path.read_bytes(), request["name"], path)
    except OSError as error:
        return {"status": "refused", "problem": f"cannot open the file: {error.strerror}"}
    reading = read(content, **options.get("reading", {}))
    robot, report = connected(reading)
    known, size = _content(reading, robot, options)
    if known in request["known"]:
        return {"status": "known", "known": known}
    words = (known, request["name"], request["job"], request["options"], __version__)
    key = sha256("\0".join(map(str, (*words, request["thumbnails"]))).encode()).hexdigest()[:32]
    kept = output / "rows" / key[:2] / f"{key}.json"
    if kept.is_file():
        return {**json.loads(kept.read_bytes()), "known": known, "resumed": True}
    row: dict[str, Any] = {"key": key, "status": "ok", "problem": "", "bytes": size}
    row |= {"robot": {}, "facts": {}, "artefact": "", "thumbnail": ""}
    made: list[Artefact] = []
    try:
        if robot is not None:
            row["robot"] = _overview(robot)
        subject = Subject(
            reading, robot, report, request["name"], output / "artefacts" / key[:2], key
        )
        row["facts"], made = JOBS[request["job"]].function(subject, options)
        if robot is None:  # findings alone are not a robot
            row |= {"status": "refused", "problem": subject.why_none}
    except (FourbarError, ValueError) as error:  # others, such as a full disk, may pass
        row |= {"status": "refused", "problem": str(error)}
    artefact = made[0].path.relative_to(output).as_posix() if made else ""
    if request["thumbnails"] and robot is not None:
        picture = _thumbnail(robot, output, key, options)
        if picture is not None:
            row["thumbnail"] = picture.path.relative_to(output).as_posix()
            made.append(picture)
    gauge.check()
    for each in made:
        each.write()
    row["artefact"] = artefact
    row["seconds"] = perf_counter() - since
    kept.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(kept, json.dumps(row, sort_keys=True, ensure_ascii=False))
    return {**row, "known": known}


def warm() -> None:
    """Import what jobs need, before any of them is timed."""
    from ..lint import check

    reading = read(_SMALLEST)
    robot, _report = connected(reading)
    check(reading)
    if robot is not None:
        _overview(robot)


def _content(reading: Reading, robot: Robot | None, options: dict[str, Any]) -> tuple[str, int]:
    """A hash over the description and all that it refers to, and their size [bytes]."""
    from ..assets import locate
    from ..packages import PackageFinder

    digest, size = sha256(), 0
    finder = PackageFinder(reading.options.packages, near=reading.content and reading.content.path)
    files = list(reading.files)
    for address in () if robot is None else _addresses(robot):
        base = None if robot is None or robot.source is None else robot.source.path
        found = locate(address, base=base, finder=finder, report=Report())
        digest.update(address.encode("utf-8", "surrogatepass") + b"\0")
        if found is not None:
            files.append(found.path)
    other = options.get("against")
    if other is not None and reading.content is not None:
        files += [p for p in [_counterpart(reading.content.file, other)] if p is not None]
    for path in dict.fromkeys(files):
        try:
            data = path.read_bytes() if path.is_file() else b""
        except OSError:
            data = b""
        for content in (data, *(inside for _, inside in companions(path, data))):
            size += len(content)
            digest.update(sha256(content).digest())
    return digest.hexdigest(), size


def _addresses(robot: Robot) -> list[str]:
    """The mesh and image files that a robot names."""
    from ..robot import Mesh

    found: dict[str, None] = {}
    for link in robot.links:
        for shape in (*link.visuals, *link.collisions):
            if isinstance(shape.geometry, Mesh):
                found[shape.geometry.filename] = None
        for visual in link.visuals:
            if visual.material is not None and visual.material.texture is not None:
                found[visual.material.texture] = None
    for material in robot.materials:
        if material.texture is not None:
            found[material.texture] = None
    return [address for address in found if address.strip()]


def _counterpart(name: str, folder: str) -> Path | None:
    from .jobs import counterpart

    return counterpart(name, Path(folder))


def _overview(robot: Robot) -> dict[str, Any]:
    from ..overview import overview

    facts = overview(robot)
    names = ("robot", "links", "joints", "loops", "dof", "mass", "visuals", "collisions")
    return {name: facts[name] for name in names} | {"problem": facts["problem"]}


def _thumbnail(robot: Robot, output: Path, key: str, options: dict[str, Any]) -> Artefact | None:
    """A picture, where the robot can be drawn; None where it has nothing to show."""
    from .thumbnail import draw

    try:
        packages = options.get("reading", {}).get("packages")
        picture = draw(robot, packages=packages)
    except (FourbarError, ValueError, OSError):
        return None
    if picture is None:
        return None
    return Artefact(output / "thumbnails" / key[:2] / f"{key}.png", picture)

"""One robot: read it, know its content, do the job, keep the result."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..diagnostics import Report
from ..error import FourbarError
from ..formats import Content, connected, read
from .artefacts import Artefact
from .companions import companions
from .jobs import JOBS, Subject, counterpart
from .resident import Gauge
from .settings import settings_from

if TYPE_CHECKING:
    from ..reading import Reading
    from ..robot import Robot

_SMALLEST = b'<robot name="r"><link name="a"/></robot>'


def do(request: dict[str, Any], gauge: Gauge) -> dict[str, Any]:
    """The answer to a request: a row's values, or the key of a row that is there already.

    Raises ResidentError where more was in memory than may be, before anything is kept.
    """
    from time import perf_counter

    since = perf_counter()
    if request["problem"]:
        return {"status": "refused", "problem": request["problem"]}
    path, output = Path(request["path"]), Path(request["output"])
    options: dict[str, Any] = json.loads(request["options"])
    try:
        content = Content(path.read_bytes(), request["name"], path)
    except OSError as error:
        return {"status": "refused", "problem": f"cannot open the file: {error.strerror}"}
    settings = settings_from(request["settings"])
    if settings is not None:
        options["settings"] = settings
        chosen: dict[str, Any] = options.get("reading", {})
        given: dict[str, str] = chosen.get("packages") or {}
        options["reading"] = {**chosen, "packages": {**settings.packages, **given}}
    reading = read(content, **options.get("reading", {}))
    robot, report = connected(reading)
    known, size = _content(reading, robot, options, request["settings"])
    if known in request["known"]:
        return {"status": "known", "known": known}
    words = [known, request["name"], request["job"], request["options"], __version__]
    words += [str(request[name]) for name in ("thumbnails", "pages")]
    key = sha256("\0".join(words).encode("utf-8", "surrogatepass")).hexdigest()[:32]
    if key in request["kept"]:
        return {"status": "kept", "key": key, "known": known}
    row: dict[str, Any] = {"key": key, "status": "ok", "problem": "", "bytes": size}
    row |= {"robot": {}, "facts": {}, "artefact": "", "thumbnail": "", "page": ""}
    made: list[Artefact] = []
    job = JOBS[request["job"]]
    subject = Subject(reading, robot, report, request["name"], output / "artefacts" / key[:2], key)
    try:
        if robot is not None:
            row["robot"] = _overview(robot)
        row["facts"], made = job.function(subject, options)
        if robot is None:  # findings alone are not a robot
            row |= {"status": "refused", "problem": subject.why_none}
    except (FourbarError, ValueError) as error:  # others, such as a full disk, may pass
        row |= {"status": "refused", "problem": str(error)}
    main = made[0] if made else None
    if request["thumbnails"] and robot is not None:
        picture = _thumbnail(robot, output, key, options)
        if picture is not None:
            row["thumbnail"] = picture.path.relative_to(output).as_posix()
            made.append(picture)
    if request["pages"] and job.page is not None and main is not None:
        picture = row["thumbnail"] and f"../../{row['thumbnail']}"
        text = job.page(subject, main, picture)
        page = Artefact(subject.folder / f"{key}.html", text.encode("utf-8", "surrogatepass"))
        row["page"] = page.path.relative_to(output).as_posix()
        made.append(page)
    gauge.check()
    for each in made:
        each.write()
    if main is not None:
        row["artefact"] = main.path.relative_to(output).as_posix()
    return {**row, "seconds": perf_counter() - since, "known": known}


def warm() -> None:
    """Import what jobs need, before any of them is timed."""
    from ..lint import check

    reading = read(_SMALLEST)
    robot, _report = connected(reading)
    check(reading)
    if robot is not None:
        _overview(robot)


def _content(
    reading: Reading, robot: Robot | None, options: dict[str, Any], settings: str
) -> tuple[str, int]:
    """A hash over settings, the description and all that it refers to; the files' size [bytes]."""
    from ..assets import locate
    from ..packages import PackageFinder

    digest, size = sha256(settings.encode("utf-8", "surrogatepass")), 0
    content = reading.content
    files = list(reading.files)
    addresses = [] if robot is None else _addresses(robot)
    if addresses:
        finder = PackageFinder(reading.options.packages, near=content and content.path)
        base = None if robot is None or robot.source is None else robot.source.path
        for address in addresses:
            found = locate(address, base=base, finder=finder, report=Report())
            digest.update(address.encode("utf-8", "surrogatepass") + b"\0")
            if found is not None:
                files.append(found.path)
    other = options.get("against")
    if other is not None and content is not None:
        files += [p for p in [counterpart(content.file, Path(other))] if p is not None]
    for path in dict.fromkeys(files):
        # What was read of the description is what counts, whatever the file has become since.
        data = content.data if content and path == content.path else _bytes(path)
        for inside in (data, *(more for _, more in companions(path, data))):
            size += len(inside)
            digest.update(sha256(inside).digest())
    return digest.hexdigest(), size


def _bytes(path: Path) -> bytes:
    """What a file has; nothing where it cannot be read."""
    try:
        return path.read_bytes() if path.is_file() else b""
    except OSError:
        return b""


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

"""Read and write robots by file extension.

Formats live in packages of their own and are imported when a file of theirs comes along.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from .diagnostics import Report, SourceText
from .files import write_atomic
from .robot import Robot
from .urdf import rules
from .urdf.error import LoadError
from .urdf.parse import Limits, parse
from .urdf.read import read_document
from .urdf.read_loop import CouplingConvention
from .xml.tree import Origin

PathLike = str | os.PathLike[str]
Source = PathLike | bytes | IO[bytes] | IO[str]

# Where the writer of each extension is; the dots keep higher layers out of this one's imports.
_WRITERS = {
    ".urdf": "fourbar.urdf.write:write_urdf",
    ".srdf": "fourbar.urdf.srdf:write_srdf",
    ".glb": "fourbar.gltf.write.glb:glb_parts",
    ".gltf": "fourbar.gltf.write.glb:write_gltf",
    ".html": "fourbar.viewer.html:write_html",
}
_GLTF_READER = "fourbar.gltf.read.robot:read_robot"
_GLTF_VALIDATOR = "fourbar.gltf.validation:validate"
_MAX_BYTES = 1 << 30
_GLTF_SUFFIXES = (".glb", ".gltf")
_READ_SUFFIXES = (".urdf", ".xacro", ".xml", *_GLTF_SUFFIXES)


def load(
    source: Source,
    *,
    packages: Mapping[str, PathLike] | None = None,
    arguments: Mapping[str, str] | None = None,
    coupling: CouplingConvention | None = None,
    srdf: Source | None = None,
    format: str | None = None,
) -> Robot:
    """The robot in a file (path, `gallery:NAME`, bytes or open file); raises LoadError on errors.

    `packages` maps package names to folders, `arguments` are for xacro, `coupling` ("paper" or
    "parser") overrides which side an unstated ratio multiplies, `srdf` adds group states, and
    `format` ("urdf", "xacro" or "gltf") overrides what the extension says.
    """
    robot, report = read(
        source,
        packages=packages,
        arguments=arguments,
        coupling=coupling,
        srdf=srdf,
        format=format,
    )
    if robot is None or not report.ok:
        raise LoadError(report)
    return robot


def loads(text: str | bytes, **options: Any) -> Robot:
    """The robot in a text; raises LoadError on errors. Options as for `load`."""
    return load(text.encode() if isinstance(text, str) else text, **options)


def read(
    source: Source,
    *,
    packages: Mapping[str, PathLike] | None = None,
    arguments: Mapping[str, str] | None = None,
    coupling: CouplingConvention | None = None,
    srdf: Source | None = None,
    format: str | None = None,
    limits: Limits | None = None,
) -> tuple[Robot | None, Report]:
    """The robot, as far as it can be read, and all findings; never raises on content.

    The robot is None when there is no well-formed `<robot>` at all. Options as for `load`.
    """
    report = Report()
    content = _content(source, report)
    if content is None:
        return None, report
    data, file, path = content
    if _is_gltf(data, file, format):
        robot = _function(_GLTF_READER)(
            data, file=file, report=report, resolve=beside(path), path=path
        )
        if robot is not None and srdf is not None:
            robot = _with_states(robot, srdf, report)
        return robot, report
    origins: Iterable[Origin | None] = ()
    if format == "xacro" or (format is None and file.lower().endswith(".xacro")):
        from .packages import PackageFinder
        from .xacro import expand

        finder = PackageFinder(packages, near=path)
        expanded = expand(
            data, file=file, arguments=arguments or {}, finder=finder, report=report, path=path
        )
        if expanded is None:
            return None, report
        data, origins = expanded.data, expanded.places
        file = f"{file} (expanded)"
    elif Path(file).suffix not in ("", Path(file).suffix.lower()):
        message = f"'{Path(file).suffix}' is read as '{Path(file).suffix.lower()}'"
        span = SourceText(file, b"").span(0, 0)
        report.add(rules.UPPERCASE_EXTENSION, message, span=span)
    document = parse(data, file=file, report=report, limits=limits)
    if document is None:
        return None, report
    document.path = path
    document.set_origins(origins)
    robot = read_document(document, report, coupling=coupling)
    if robot is not None and srdf is not None:
        robot = _with_states(robot, srdf, report)
    return robot, report


def validate(source: Source, *, format: str | None = None) -> Report | None:
    """What the validator of a format says; None for formats whose reader says it all."""
    if not isinstance(source, str | os.PathLike | bytes):
        return None
    report = Report()
    content = _content(source, report)
    if content is None or not _is_gltf(content[0], content[1], format):
        return None
    data, file, path = content
    _function(_GLTF_VALIDATOR)(data, file=file, report=report, resolve=beside(path))
    return report


def save(robot: Robot, path: PathLike, **options: Any) -> None:
    """Write the robot in the format of the path's extension, whole or not at all.

    The options are those of the format's writer: `fourbar.gltf.convert` lists those of `.glb`,
    `.gltf` and `.html`.
    """
    written: bytes | str | list[bytes] | dict[str, bytes] = _writer(path)(robot, **options)
    if not isinstance(written, dict):
        write_atomic(path, written)
        return
    # Several files: the one that names the others comes last, so that it never names nothing.
    for name, data in sorted(written.items(), reverse=True):
        write_atomic(Path(path).with_name(name) if name else path, data)


def dumps(robot: Robot) -> str:
    """The robot as canonical URDF+ text."""
    from .urdf.write import write_urdf

    return write_urdf(robot)


def writable() -> tuple[str, ...]:
    """The extensions that `save` knows."""
    return tuple(_WRITERS)


def readable(path: PathLike) -> bool:
    """Whether a file's extension is one that `read` expects."""
    return Path(path).suffix.lower() in _READ_SUFFIXES


def _writer(path: PathLike) -> Any:
    suffix = Path(path).suffix.lower()
    if suffix not in _WRITERS:
        known = ", ".join(_WRITERS)
        raise ValueError(f"cannot write '{suffix or os.fspath(path)}' files; known are {known}")
    return _function(_WRITERS[suffix])


def _function(place: str) -> Any:
    module, _, function = place.partition(":")
    return getattr(import_module(module), function)


def _is_gltf(data: bytes, file: str, format: str | None) -> bool:
    if format is not None:
        return format == "gltf"
    return data.startswith(b"glTF") or file.lower().endswith(_GLTF_SUFFIXES)


def beside(path: Path | None) -> Callable[[str], bytes | None]:
    """Reads the files that a glTF file names, from its own folder and below only."""

    def resolve(name: str) -> bytes | None:
        if path is None or "://" in name:
            return None
        folder = path.resolve().parent
        try:
            target = (folder / name).resolve()
            if not target.is_relative_to(folder):
                return None
            with target.open("rb") as stream:
                return stream.read(_MAX_BYTES)
        except (OSError, ValueError):
            return None

    return resolve


def _content(source: Source, report: Report) -> tuple[bytes, str, Path | None] | None:
    """The bytes, the name to show, and the path where there is one."""
    if isinstance(source, bytes):
        return source, "<string>", None
    if not isinstance(source, str | os.PathLike):
        data = source.read()
        name = getattr(source, "name", "<stream>")
        path = Path(name) if isinstance(name, str) and Path(name).is_file() else None
        return data.encode() if isinstance(data, str) else data, str(name), path
    file = os.fspath(source)
    try:
        if file.startswith("gallery:"):
            from . import gallery

            path = gallery.path(file)
        else:
            path = Path(file)
        return path.read_bytes(), file, path
    except (OSError, ValueError) as error:
        # ValueError: a path with a null character in it.
        reason = getattr(error, "strerror", None) or str(error)
        span = SourceText(file, b"").span(0, 0)
        report.add(rules.UNREADABLE, f"cannot open '{file}': {reason}", span=span)
        return None


def _with_states(robot: Robot, srdf: Source, report: Report) -> Robot:
    from .urdf.srdf import read_srdf

    content = _content(srdf, report)
    if content is None:
        return robot
    return read_srdf(content[0], robot, file=content[1], report=report)

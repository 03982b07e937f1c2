"""An MJCF file compiled by MuJoCo, which opens no file itself."""

from __future__ import annotations

import re
import warnings
from collections.abc import Generator
from contextlib import contextmanager
from math import isnan
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from ... import rules
from ...diagnostics import ROBOT, Report, Span
from ...files import OpenedFiles
from ...reading import Content, Job
from ...transfer.error import TransferError
from ...xml.parse import parse
from ...xml.tree import Document
from ..library import import_mujoco
from .includes import IncludedTwiceError, apart, expanded
from .places import MjcfSource
from .size import too_much

_MOST_FILES = 200
_MOST_BYTES = 1 << 26
_TAGS = {
    "bodies": ("body",),
    "joints": ("joint", "freejoint"),
    "geoms": ("geom",),
    "tendons": ("fixed", "spatial"),
}
"""What elements are called in a file, of kinds that have names of their own."""
_LINE = re.compile(r"\bline (\d+)")
_TETRAHEDRON = (
    [0.0, 0.0, 0.0, 0.1, 0.0, 0.0, 0.0, 0.1, 0.0, 0.0, 0.0, 0.1],
    [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
)


class MeshAsset(NamedTuple):
    """A mesh as the file has it: relative to the file, before MuJoCo centres it."""

    file: str
    scale: tuple[float, float, float]
    refpos: tuple[float, float, float]
    refquat: tuple[float, float, float, float]


class CompiledFile(NamedTuple):
    """What MuJoCo makes of a file, and what it was not shown: meshes and images by name."""

    mj: Any
    spec: Any
    model: Any
    meshes: dict[str, MeshAsset]
    textures: dict[str, str]
    source: MjcfSource
    lines: dict[str, dict[int, str]]
    """What MuJoCo knows of where elements are, by kind and number, once it was asked for."""

    def place(self, kind: str, number: int) -> Span | None:
        """Where an element of the compiled model is written, such as number 3 of the `geoms`."""
        lines = self.lines.get(kind)
        if lines is None:
            lines = self.lines[kind] = {
                int(element.id): str(element.info).rpartition(" ")[2]
                for element in getattr(self.spec, kind)
            }
        line = lines.get(number, "")
        return self.source.line_span(int(line), *_TAGS.get(kind, ())) if line.isdecimal() else None


def compile_file(job: Job) -> CompiledFile | None:
    """Compile the file of a job; None with the reason in the report."""
    content, report = job.content, job.report
    document = parse(content.data, file=content.file, report=report, limits=job.options.limits)
    if document is None:
        return None
    source = MjcfSource(document, content.path, job.options)
    if document.root.tag != "mujoco":
        note = "Use the file that includes it."
        refuse(report, source, f"<{document.root.tag}> is part of another file", note)
        return None
    try:
        mj = import_mujoco()
    except TransferError:
        note = "Install it with: pip install 'fourbar[mujoco]'"
        refuse(report, source, "reading MJCF needs MuJoCo, which is not installed", note)
        return None
    attached: list[str] = []
    includes = _included(document, content.path, job.opened, report, source, attached)
    if includes is None:
        return None
    parts = {
        name: part
        for name, data in includes.items()
        if (part := _parsed(data, content, name)) is not None
    }
    try:
        whole = expanded(document, parts)
    except IncludedTwiceError as error:
        report.add(rules.formats.MJCF_UNREADABLE, str(error), span=error.span, path=ROBOT)
        return None
    excess = too_much(document, parts)
    if excess is not None:
        refuse(report, source, excess)
        return None
    models = apart(whole, {name: parts[name] for name in attached if name in parts})
    source = MjcfSource(document, content.path, job.options, whole=whole, models=models.values())
    files = includes | {name: model.data for name, model in models.items()}
    said: list[str] = []
    try:
        with _listening(mj, said):
            data = content.data if whole is document else whole.text.data
            text = data.decode("utf-8-sig")
            spec = mj.MjSpec.from_string(text, include=files, assets=dict(files))
            meshes, textures = _without_files(mj, spec, job)
            spec.compiler.fusestatic = False
            spec.compiler.discardvisual = False
            model = spec.compile()
    except (ValueError, UnicodeDecodeError) as error:
        refuse(report, source, *_reason(str(error)))
        return None
    for text in said:
        message = f"MuJoCo warns: {' '.join(text.split())}"
        span = source.span(ROBOT)
        report.add(rules.formats.PART_NOT_MODELLED, message, span=span, path=ROBOT)
    return CompiledFile(mj, spec, model, meshes, textures, source, {})


@contextmanager
def _listening(mj: Any, said: list[str]) -> Generator[None]:
    """Takes what MuJoCo warns of, which it would print and write into a file of its own."""
    mj.set_mju_user_warning(said.append)
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            yield
        said += [str(each.message) for each in caught]
    finally:
        mj.set_mju_user_warning(None)


def _reason(text: str) -> tuple[str, int | None]:
    """MuJoCo's message in one line, and the line of the file that it names."""
    found = _LINE.search(text)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    message = lines[0].removeprefix("XML Error: ").removeprefix("Error: ") if lines else "no reason"
    return f"MuJoCo cannot read the file: {message}", int(found[1]) if found else None


def refuse(report: Report, source: MjcfSource, message: str, at: str | int | None = None) -> None:
    """Report that there is no robot; `at` is a line of the file, or a way out."""
    span = source.line_span(at) if isinstance(at, int) else None
    notes = (at,) if isinstance(at, str) else ()
    report.add(
        rules.formats.MJCF_UNREADABLE,
        message,
        span=span or source.span(ROBOT),
        path=ROBOT,
        notes=notes,
    )


def _included(
    document: Document,
    path: Path | None,
    opened: OpenedFiles,
    report: Report,
    source: MjcfSource,
    attached: list[str],
) -> dict[str, bytes] | None:
    """The files that a file includes, and those that they do, from its folder and below.

    `attached` gets those that are models of their own.
    """
    found: dict[str, bytes] = {}
    pending = _includes_of(document, attached)
    total = 0
    while pending:
        name = pending.pop(0)
        if name in found:
            continue
        data = None if path is None else _read_below(path, name, opened)
        total += 0 if data is None else len(data)
        if data is None or len(found) >= _MOST_FILES or total > _MOST_BYTES:
            most = f"{_MOST_FILES} files and {_MOST_BYTES >> 20} MB"
            reason = "cannot be read" if data is None else f"is beyond the limit of {most}"
            refuse(report, source, f"the included file '{name}' {reason}")
            return None
        found[name] = data
        inner = parse(data, file=name, report=Report())
        if inner is not None:
            pending += _includes_of(inner, attached)
    return found


def _parsed(data: bytes, content: Content, name: str) -> Document | None:
    """An included file, called as the file that includes it is, from the same folder."""
    own = "" if content.path is None else content.path.name
    folder = content.file.removesuffix(own) if own else ""
    return parse(data, file=f"{folder}{name}", report=Report())


def _includes_of(document: Document, attached: list[str]) -> list[str]:
    names: list[str] = []
    pending = [document.root]
    while pending:
        element = pending.pop()
        pending += element.children
        if element.tag in ("include", "model") and "file" in element.attributes:
            names.append(element.attributes["file"])
            if element.tag == "model":
                attached.append(names[-1])
    return names


def _read_below(path: Path, name: str, opened: OpenedFiles) -> bytes | None:
    folder = path.resolve().parent
    try:
        target = (folder / name).resolve()
        if not target.is_relative_to(folder):
            return None
        data = opened.read(target, most=_MOST_BYTES + 1)
    except (OSError, ValueError):
        return None
    return data if len(data) <= _MOST_BYTES else None


def _without_files(mj: Any, spec: Any, job: Job) -> tuple[dict[str, MeshAsset], dict[str, str]]:
    """Take meshes and images out of a spec; those that masses depend on are put in as points."""
    needed = _weighed(mj, spec)
    meshes: dict[str, MeshAsset] = {}
    for mesh in spec.meshes:
        if not mesh.file:
            continue
        folder = mesh.compiler.meshdir or spec.meshdir or ""
        file = _joined(folder, mesh.file, strip=bool(spec.strippath))
        name = mesh.name or PurePosixPath(mesh.file).stem
        meshes[name] = MeshAsset(
            file, _triple(mesh.scale), _triple(mesh.refpos), _four(mesh.refquat)
        )
        points = _points(job, file) if name in needed else None
        mesh.name = name
        mesh.file = ""
        if points is None:
            mesh.uservert, mesh.userface = _TETRAHEDRON
            mesh.scale = [1.0, 1.0, 1.0]
            if name in needed:
                job.report.add(
                    rules.assets.ASSET_NOT_FOUND,
                    f"'{file}' cannot be read, and a body takes its mass from it",
                    path=ROBOT,
                )
        else:
            mesh.uservert, mesh.userface = points
    textures: dict[str, str] = {}
    for texture in spec.textures:
        if texture.file:
            folder = texture.compiler.texturedir or spec.texturedir or ""
            file = _joined(folder, texture.file, strip=bool(spec.strippath))
            name = texture.name or PurePosixPath(texture.file).stem
            textures[name] = file
            texture.name, texture.file = name, ""
        texture.cubefiles = [""] * 6
        texture.builtin = mj.mjtBuiltin.mjBUILTIN_FLAT
        texture.width = texture.height = 1
        if texture.type != mj.mjtTexture.mjTEXTURE_2D:
            texture.height = 6
    return meshes, textures


def _weighed(mj: Any, spec: Any) -> set[str]:
    """The meshes that MuJoCo needs for masses, or to fit primitive shapes to."""
    found: set[str] = set()
    policy = int(spec.compiler.inertiafromgeom)
    for body in spec.bodies:
        computed = policy == 1 or (policy == 2 and not body.explicitinertial)
        for geom in body.geoms:
            if not geom.meshname:
                continue
            light = geom.mass == 0.0 or (isnan(geom.mass) and geom.density == 0.0)
            fitted = geom.type != mj.mjtGeom.mjGEOM_MESH
            if fitted or (computed and not light and body.name != "world"):
                found.add(geom.meshname)
    return found


def _points(job: Job, file: str) -> tuple[list[float], list[int]] | None:
    """The triangles of a mesh file as MuJoCo takes them."""
    from ...assets.load import load_mesh

    if job.content.path is None:
        return None
    path = job.content.path.parent / file
    mesh = load_mesh(path, report=Report(), finder=job.finder, confined=job.options.confined)
    if mesh is None or not mesh.triangle_count:
        return None
    joined = mesh.joined()
    return joined.positions.ravel().tolist(), joined.triangles.ravel().tolist()


def _joined(folder: str, file: str, *, strip: bool) -> str:
    name = PurePosixPath(file.replace("\\", "/"))
    if strip:
        name = PurePosixPath(name.name)
    return str(PurePosixPath(folder.replace("\\", "/")) / name)


def _triple(values: Any) -> tuple[float, float, float]:
    x, y, z = (float(value) for value in values)
    return (x, y, z)


def _four(values: Any) -> tuple[float, float, float, float]:
    w, x, y, z = (float(value) for value in values)
    return (w, x, y, z)

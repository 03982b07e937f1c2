"""The files a description names, each located and read once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from math import hypot
from typing import TYPE_CHECKING, Any

from ... import rules
from ...diagnostics import Diagnostic, PartPath, Related, Report, Severity
from ...gltf_file.suffixes import is_gltf_name
from ...record import record, replace
from ...robot import Mesh
from ...shapes.solid import Solid, solid_of_mesh

if TYPE_CHECKING:
    from ...assets import Located, MassProperties, TriangleMesh
    from ...packages import PackageFinder
    from ...robot.source import Up
    from ..context import Context

_OPEN = ("A550", "A552")
_LARGEST = 20.0
_KEPT = 400_000
"""Triangles that are kept for comparing surfaces; the meshes after that many are not."""


@record
class Use:
    """A place that names a file."""

    path: PartPath
    uri: str
    is_mesh: bool


@record
class Body:
    """What a mesh file holds, unscaled: bounds [m], triangles, mass properties if it has any.

    `is_bare`: a part of it has neither colours nor texture coordinates of its own. `unmapped` is a
    texture of its own that it has no coordinates for.
    """

    low: tuple[float, ...]
    high: tuple[float, ...]
    triangles: int
    mass: MassProperties | None
    is_bare: bool
    unmapped: str | None

    def diagonal(self, scale: tuple[float, float, float]) -> float:
        """The length of the diagonal of the bounds, scaled [m]."""
        sides = zip(self.low, self.high, scale, strict=True)
        return hypot(*((high - low) * factor for low, high, factor in sides))

    def is_huge(self, scale: tuple[float, float, float]) -> bool:
        """Whether it must be in another unit; a ground plane may be as large as it likes."""
        flat = any(low == high for low, high in zip(self.low, self.high, strict=True))
        return not flat and self.diagonal(scale) > _LARGEST


class Assets:
    """Located files, and what their meshes hold."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._bodies: dict[str, Body | None] = {}
        self._meshes: dict[str, TriangleMesh] = {}
        self._kept = 0

    @property
    def known(self) -> bool:
        """Whether files can be looked for: the description is one itself."""
        document = self._context.document
        return document is not None and document.path is not None

    @cached_property
    def uses(self) -> dict[str, list[Use]]:
        """Every address, and the places that name it."""
        found: dict[str, list[Use]] = {}
        for use in _uses(self._context):
            if use.uri.strip():
                found.setdefault(use.uri, []).append(use)
        return found

    @cached_property
    def found(self) -> list[Diagnostic]:
        """What locating and reading the files finds, at the first place that names each."""
        context = self._context
        diagnostics = [
            context.find(rules.assets.ASSET_NOT_FOUND, use.path, "the file name is empty")
            for use in _uses(context)
            if not use.uri.strip()
        ]
        if not self.known:
            return diagnostics
        for uri, uses in self.uses.items():
            diagnostics += self._located[uri][1]
            if not self._context.settings.meshes:
                continue
            if uses[0].is_mesh:
                self.body(uri)
            else:
                self._look(uri)
        return diagnostics + self._read

    def body(self, uri: str) -> Body | None:
        """What the mesh at that address holds; None where it cannot be read (or may not be)."""
        if uri not in self._bodies:
            self._bodies[uri] = self._load(uri) if self._context.settings.meshes else None
        return self._bodies[uri]

    def mesh(self, uri: str) -> TriangleMesh | None:
        """The mesh at that address, unscaled; None where it is unknown or was too large to keep."""
        self.body(uri)
        return self._meshes.get(uri)

    def properties(self, mesh: Mesh) -> Solid | None:
        """Volume, centre, inertia and bounds of a mesh, scaled as the robot says."""
        body = self.body(mesh.filename) if self.known else None
        if body is None or body.mass is None or 0 in mesh.scale or body.is_huge(mesh.scale):
            return None
        return solid_of_mesh(body.mass, body.low, body.high, mesh.scale)

    def everywhere(self, finding: Diagnostic) -> Diagnostic:
        """The finding with its fix made at every place that names the file."""
        fix, span = finding.fix, finding.span
        uses = next((u for u in self.uses.values() if u[0].path == finding.path), list[Use]())
        document = self._context.document
        if fix is None or span is None or document is None or len(uses) < 2:
            return finding
        data = document.text.data
        written = data[span.start : span.end]
        edits = list(fix.edits)
        for use in uses[1:]:
            other = self._context.span(use.path)
            if other is None or data[other.start : other.end] != written:
                continue
            shift = other.start - span.start
            edits += [replace(e, start=e.start + shift, end=e.end + shift) for e in fix.edits]
        return finding.with_fix(replace(fix, edits=tuple(edits)))

    # Files

    @cached_property
    def _finder(self) -> PackageFinder:
        from ...packages import PackageFinder

        document = self._context.document
        near = document.path if document is not None else None
        known: Mapping[str, Any] = {} if document is None else document.packages
        packages = {**known, **self._context.settings.packages}
        return PackageFinder(packages, near=near, opened=self._context.opened)

    @property
    def _confined(self) -> bool:
        document = self._context.document
        return document is not None and document.confined

    @cached_property
    def _up(self) -> Up:
        """The axis that is up in glTF meshes; what goes against the standard is a finding."""
        document = self._context.document
        asked = "auto" if document is None else document.gltf_up
        if asked != "auto":
            return asked
        from ...assets.gltf_up import settled_up

        report = Report()
        up = settled_up(
            self._context.robot, self._turned, report=report, find_span=self._context.span
        )
        self._read.extend(report)
        return up

    def _turned(self, mesh: Mesh, path: PartPath) -> TriangleMesh | None:
        from ...assets import load_mesh

        located = self._located.get(mesh.filename, (None, []))[0]
        if located is None:
            return None
        return load_mesh(
            located.path,
            report=Report(),
            finder=self._finder,
            confined=self._confined,
            name=mesh.filename,
        )

    @cached_property
    def _located(self) -> dict[str, tuple[Located | None, list[Diagnostic]]]:
        from ...assets import locate

        document = self._context.document
        located: dict[str, tuple[Located | None, list[Diagnostic]]] = {}
        for uri, uses in self.uses.items():
            report = Report()
            report.sources = self._context.found.sources
            path = uses[0].path
            span = self._context.span(path)
            base = document.path if document is not None else None
            place = locate(
                uri,
                base=base,
                finder=self._finder,
                report=report,
                confined=self._confined,
                span=span,
                path=path,
            )
            calls = self._context.calls(path)
            found = [
                _elsewhere(replace(_here(each), related=(*each.related, *calls)), uses)
                for each in report
            ]
            located[uri] = (place, found)
        return located

    @cached_property
    def _read(self) -> list[Diagnostic]:
        return []

    def _load(self, uri: str) -> Body | None:
        located = self._located.get(uri, (None, []))[0]
        if located is None:
            return None
        from ...assets import load_mesh, measure_mass

        uses = self.uses[uri]
        report = Report()
        mesh = load_mesh(
            located.path,
            report=report,
            finder=self._finder,
            confined=self._confined,
            name=uri,
            gltf_up=self._up if is_gltf_name(uri) else "y",
        )
        bounds = mesh.bounds if mesh is not None else None
        mass = None
        if mesh is not None and bounds is not None:
            mass = measure_mass(mesh, file=uri, report=report, open_mesh="hull")
        found = [finding for finding in report if _wanted(finding)]
        if any(finding.code == "A552" for finding in found):
            # A flat mesh: that it is open as well goes without saying.
            found = [finding for finding in found if finding.code != "A550"]
        self._read.extend(self._placed(finding, uses) for finding in found)
        if mesh is None or bounds is None:
            return None
        if self._kept + mesh.triangle_count <= _KEPT:
            self._meshes[uri] = mesh
            self._kept += mesh.triangle_count
        low, high = (tuple(map(float, corner)) for corner in bounds)
        flat = [part for part in mesh.primitives if part.data.texcoords is None]
        bare = any(part.material is None and part.data.colors is None for part in flat)
        own = (part.material.texture for part in flat if part.material is not None)
        unmapped = next((texture.name for texture in own if texture is not None), None)
        return Body(low, high, mesh.triangle_count, mass, bare, unmapped)

    def _look(self, uri: str) -> None:
        """Read an image that the robot itself names."""
        located = self._located[uri][0]
        if located is None:
            return
        from ...assets import Texture, prepare_texture

        report = Report()
        try:
            texture = Texture(uri, self._finder.opened.read(located.path))
        except OSError:
            return
        prepare_texture(texture, report=report)
        uses = self.uses[uri]
        self._read.extend(self._placed(finding, uses) for finding in report if _wanted(finding))

    def _placed(self, finding: Diagnostic, uses: list[Use]) -> Diagnostic:
        """A finding inside a mesh file, told where the robot names the file."""
        path = uses[0].path
        severity = finding.severity
        if finding.code in _OPEN and not any(use.path.has("collision") for use in uses):
            severity = Severity.INFO  # to look at, a mesh need not be closed
        related = finding.related
        if finding.span is not None and finding.span.line > 1:
            related = (Related(finding.span, "in this file"), *related)
        related = (*related, *self._context.calls(path))
        span = self._context.span(path)
        message = f"'{uses[0].uri}': {finding.message}"
        placed = replace(
            finding, message=message, span=span, path=path, related=related, severity=severity
        )
        return _elsewhere(placed, uses)


def _here(finding: Diagnostic) -> Diagnostic:
    # A package that is not installed on this machine is not a mistake of the description.
    if finding.code == "A502":
        return finding.with_severity(Severity.WARNING)
    return finding


def _wanted(finding: Diagnostic) -> bool:
    # What is missing here for looking closer says nothing about the file.
    return "needs" not in finding.facts


def _elsewhere(finding: Diagnostic, uses: list[Use]) -> Diagnostic:
    more = len(uses) - 1
    if not more or finding.severity is Severity.INFO:
        return finding
    places = "other place uses" if more == 1 else "other places use"
    return finding.with_notes(f"{more} {places} this file.")


def _uses(context: Context) -> Iterator[Use]:
    robot = context.robot
    for path, geometry in context.geometries:
        if isinstance(geometry, Mesh):
            yield Use(path / "mesh" / "filename", geometry.filename, True)
    for material in robot.materials:
        if material.texture:
            yield Use(
                PartPath("material", material.name) / "texture" / "filename",
                material.texture,
                False,
            )
    for link in robot.links:
        for i, visual in enumerate(link.visuals):
            if visual.material is not None and visual.material.texture:
                path = (
                    PartPath("link", link.name).item("visual", i)
                    / "material"
                    / "texture"
                    / "filename"
                )
                yield Use(path, visual.material.texture, False)

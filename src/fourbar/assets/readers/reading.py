"""What a reader has at hand: the bytes, the way to other files, and where findings go."""

from __future__ import annotations

from collections.abc import Callable

from ... import rules
from ...diagnostics import PartPath, Report, Rule, Severity, SourceText, Span
from ...robot.source import Up
from ..limits import (
    MAX_FINDINGS,
    MAX_PRIMITIVES,
    MAX_SIDE_FILES,
    MAX_TRIANGLES,
    MAX_VERTICES,
)
from ..material import Texture
from ..mesh import Primitive

__all__ = ["MeshReading", "RefusedError", "Resolve", "Tally"]

Resolve = Callable[[str], bytes | None]
"""From the name of a file beside the mesh, as the mesh writes it, to its bytes, or None."""

_EXCERPT_LIMIT = 1 << 22
_LONG_LINE = 1 << 16


class RefusedError(Exception):
    """Ends the reading of a file that cannot be trusted any further. Never leaves `assets`."""

    def __init__(self, rule: Rule, message: str, *, at: int | None = None) -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message
        self.at = at


class MeshReading:
    """One mesh file being read.

    Attributes
    ----------
    data, file, report, resolve, path, gltf_up
        As for `read_mesh`.
    text
        Whether positions are lines and columns; in binary files a column is a byte.
    failed
        Whether an error was found.
    """

    def __init__(
        self,
        data: bytes,
        file: str,
        report: Report,
        resolve: Resolve | None = None,
        path: PartPath | None = None,
        *,
        gltf_up: Up = "y",
    ) -> None:
        self.data = data
        self.gltf_up: Up = gltf_up
        self.file = file
        self.report = report
        self.resolve = resolve
        self.path = path
        self.text = False
        self.failed = False
        self._counts: dict[str, int] = {}
        self._side_files: dict[str, bytes | None] = {}
        self._textures: dict[str, Texture | None] = {}

    def add(
        self,
        rule: Rule,
        message: str,
        *,
        at: int | None = None,
        notes: tuple[str, ...] = (),
        severity: Severity | None = None,
    ) -> None:
        """Record a finding at byte `at` of the file; of one rule only the first ones."""
        count = self._counts[rule.code] = self._counts.get(rule.code, 0) + 1
        if count > MAX_FINDINGS:
            return
        if count == MAX_FINDINGS:
            notes = (*notes, "Further findings of this kind are not listed.")
        self.failed |= (severity or rule.severity) is Severity.ERROR
        self.report.add(
            rule, message, span=self._span(at or 0), path=self.path, notes=notes, severity=severity
        )

    def _span(self, at: int) -> Span:
        if not self.text:
            return Span(self.file, at, at, 1, at + 1, 1, at + 1)
        if len(self.data) <= _EXCERPT_LIMIT and self.file not in self.report.sources:
            self.report.add_source(SourceText(self.file, self.data))
        # Counting line feeds is all that is needed; `SourceText` would index every line.
        line = self.data.count(b"\n", 0, at) + 1
        begin = self.data.rfind(b"\n", 0, at) + 1
        column = len(self.data[begin:at][-_LONG_LINE:].decode("utf-8", "replace")) + 1
        end = min(at + 1, len(self.data))
        return Span(self.file, at, end, line, column, line, column + end - at)

    def side_file(self, name: str) -> bytes | None:
        """The bytes of a file that the mesh names, or None. Each is asked for once."""
        if self.resolve is None or not name.strip():
            return None
        if name not in self._side_files:
            if len(self._side_files) >= MAX_SIDE_FILES:
                message = f"the mesh refers to more than {MAX_SIDE_FILES} other files"
                raise RefusedError(rules.assets.MESH_TOO_LARGE, message)
            self._side_files[name] = self.resolve(name)
        return self._side_files[name]

    def texture(self, name: str, *, at: int | None = None) -> Texture | None:
        """The image of that name; a missing one is reported once."""
        if name not in self._textures:
            data = self.side_file(name)
            self._textures[name] = None if data is None else Texture(name, data)
            if data is None:
                self.add(
                    rules.assets.TEXTURE_MISSING,
                    f"the texture '{_short(name)}' does not exist",
                    at=at,
                )
        return self._textures[name]


class Tally:
    """What a mesh has grown to, so that small files do not make large meshes."""

    def __init__(self) -> None:
        self.vertices = self.triangles = self.primitives = 0

    def add(self, primitive: Primitive, *, at: int | None = None) -> None:
        """Count a primitive; refuse the mesh when it is too much."""
        self.vertices += primitive.data.vertex_count
        self.triangles += primitive.data.count
        self.primitives += 1
        for count, limit, what in (
            (self.vertices, MAX_VERTICES, "vertices"),
            (self.triangles, MAX_TRIANGLES, "triangles"),
            (self.primitives, MAX_PRIMITIVES, "parts of one material"),
        ):
            if count > limit:
                raise RefusedError(
                    rules.assets.MESH_TOO_LARGE, f"the mesh has more than {limit:,} {what}", at=at
                )


def _short(name: str) -> str:
    return name if len(name) <= 80 else name[:77] + "..."

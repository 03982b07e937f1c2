"""What a rule sees of one robot."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from ..diagnostics import NO_FACTS, Diagnostic, Fix, PartPath, Related, Report, Rule, Severity, Span
from .settings import Settings

if TYPE_CHECKING:
    from ..files import OpenedFiles
    from ..graph.planar import Misaligned
    from ..mechanics import Mobility
    from ..mechanics.loops import LoopError
    from ..robot import Geometry, Joint, Link, Pose, Robot
    from ..shapes.solid import Solid
    from ..urdf.semantics import Semantics
    from ..xml.edits import Editor, Edits
    from ..xml.tree import Document, Element
    from .facts.agreement import Comparison
    from .facts.assets import Assets
    from .facts.bodies import Bodies
    from .facts.coverage import Coverage
    from .facts.sizes import Size
    from .text.rename import Mentions

_VAST = 80
"""Velocities in one closed part beyond which its mobility is not computed."""


class Context:
    """The robot, the document it was read from (None for one made in memory), and lookups.

    `found` holds what the readers and the graph said before the rules run.
    """

    def __init__(
        self,
        robot: Robot,
        found: Report,
        settings: Settings,
        *,
        document: Document | None = None,
        editable: bool = False,
        semantics: Semantics | None = None,
        opened: OpenedFiles | None = None,
    ) -> None:
        self.robot = robot
        self.found = found
        self.settings = settings
        self.document = document
        self.editable = editable and document is not None and not document.origins
        self.semantics = semantics
        self.opened = opened
        self.placed_shapes: dict[tuple[Geometry, Pose], Solid | None] = {}
        self.comparisons: dict[str, tuple[Comparison, ...]] = {}
        self._properties: dict[str, Solid | None] = {}
        self._coverage: dict[str, Coverage | None] = {}

    @property
    def is_other_format(self) -> bool:
        """Whether the robot was read from a file that is not URDF, with demands of its own."""
        return self.document is None and self.robot.source is not None

    # Findings

    def find(
        self,
        rule: Rule,
        path: PartPath,
        message: str,
        *,
        element: Element | None = None,
        attribute: str | None = None,
        span: Span | None = None,
        notes: tuple[str, ...] = (),
        fix: Fix | None = None,
        severity: Severity | None = None,
        facts: Mapping[str, object] = NO_FACTS,
        related: tuple[Related, ...] = (),
    ) -> Diagnostic:
        """A finding at `path`; `element` says its place where the path alone does not."""
        if span is None or element is not None:  # in the document, not in a file beside it
            related = (*related, *self.calls(path, element))
        if span is None:
            span = self.span(path, element, attribute)
        level = rule.severity if severity is None else severity
        return Diagnostic(rule, message, span, path, notes, fix, level, facts, related)

    def related(
        self, path: PartPath, label: str, element: Element | None = None
    ) -> tuple[Related, ...]:
        """Another place in the robot for a finding; empty where it has none in a file."""
        span = self.span(path, element)
        return () if span is None else (Related(span, label),)

    def span(
        self, path: PartPath, element: Element | None = None, attribute: str | None = None
    ) -> Span | None:
        """Where the part at `path` is written: the element given, or the nearest around it."""
        document = self.document
        if document is None:
            source = self.robot.source
            return source.span(path) if source is not None else None
        if element is None:
            return document.span(path)
        if attribute is not None:
            return document.attribute_span(element, attribute)
        return document.element_span(element)

    def calls(self, path: PartPath, element: Element | None = None) -> tuple[Related, ...]:
        """The macro calls by which the part at `path`, or the element given, came."""
        if self.document is not None and element is not None:
            return self.document.calls(element)
        source = self.document or self.robot.source
        return source.calls_at(path) if source is not None else ()

    # Source

    def element(self, path: PartPath) -> Element | None:
        """The element at `path`, as written; None where the path leads past what is there."""
        found = self.document.find(path) if self.document is not None else None
        return found.element if found is not None and found.complete else None

    def element_at(self, finding: Diagnostic) -> Element | None:
        """The innermost element whose start tag or text the finding points at."""
        span, document = finding.span, self.document
        if span is None or document is None or span.file != document.text.name:
            return None
        found, children = None, [document.root]
        while children:
            inside = [e for e in children if e.start <= span.start]
            if not inside or (found is not None and inside[-1].start < found.start):
                break
            last = inside[-1]
            if last.close != last.start and span.start > last.close:
                break
            found, children = last, last.children
        return found

    @cached_property
    def editor(self) -> Editor | None:
        """Makes edits; None where the text is not the file's own (memory, xacro, re-encoded)."""
        if not self.editable or self.document is None:
            return None
        from ..xml.edits import Editor

        return Editor(self.document)

    @cached_property
    def mentions(self) -> Mentions:
        """Where links and joints are named."""
        from .text.rename import mentions

        return mentions(self.document.root) if self.document is not None else {}

    def fix(self, description: str, *edits: Edits, safe: bool = True) -> Fix | None:
        """A fix from these edits; None where there are none."""
        joined = tuple(edit for group in edits for edit in group)
        return Fix(description, joined, safe) if joined else None

    def set_attribute(
        self, path: PartPath, value: str, description: str, *, safe: bool = True
    ) -> Fix | None:
        """The fix that gives the attribute at `path` another value."""
        element = None if path.owner is None else self.element(path.owner)
        if element is None or self.editor is None:
            return None
        edits = self.editor.set_attribute(element, path.last, value)
        return self.fix(description, edits, safe=safe)

    # Structure

    @cached_property
    def bodies(self) -> Bodies:
        """Links that fixed joints weld together."""
        from .facts.bodies import Bodies

        return Bodies(self.robot)

    @cached_property
    def is_tree(self) -> bool:
        """False where the graph found no spanning tree."""
        return not any(
            d.code.startswith("G30") and d.severity is Severity.ERROR for d in self.found
        )

    @cached_property
    def moving_joints(self) -> tuple[Joint, ...]:
        """The joints that are not fixed."""
        return tuple(joint for joint in self.robot.joints if joint.kind.moves)

    @cached_property
    def misaligned_loops(self) -> list[Misaligned]:
        """Loops whose axis locks the planar cycle they close."""
        from ..graph.planar import misaligned_loops

        return misaligned_loops(self.robot) if self.is_tree else []

    def is_misaligned(self, links: Collection[str]) -> bool:
        """Whether such a loop is among these links: what locks them is known then."""
        return any(loop.predecessor in links for loop, _ in self.misaligned_loops)

    @property
    def mobility(self) -> Mobility | None:
        """How the closed parts of the robot move; None where there are none or they do not close.

        Needs the mechanics, and with it numpy: only robots with loops or couplings pay for it.
        """
        return self._closure[0]

    @property
    def open_loops(self) -> LoopError | None:
        """Why the mechanism cannot be assembled; None where it can."""
        return self._closure[1]

    @cached_property
    def _closure(self) -> tuple[Mobility | None, LoopError | None]:
        robot = self.robot
        broken = any(
            d.code.startswith(("G3", "R2"))
            and d.severity is Severity.ERROR
            and not self._is_about_states(d)
            for d in self.found
        )
        if broken or not (robot.loops or robot.couplings) or self._is_vast:
            return None, None
        from ..mechanics import mobility
        from ..mechanics.loops import LoopError

        try:
            return mobility(robot), None
        except LoopError as error:
            return None, error
        except ValueError:
            # What the mechanics refuses (a zero axis, an infinite origin) has its own finding.
            return None, None

    def _is_about_states(self, finding: Diagnostic) -> bool:
        """Whether it is in the SRDF file, which does not make the robot another."""
        semantics, span = self.semantics, finding.span
        return (
            semantics is not None and span is not None and span.file == semantics.document.text.name
        )

    @property
    def _is_vast(self) -> bool:
        """Whether closing a part of the robot could take more than about a second."""
        from ..graph import AggregateGraph, GraphError

        try:
            clusters = AggregateGraph(self.robot).clusters
        except GraphError:
            return True
        return max((c.freedom.n for c in clusters if c.freedom.n_c), default=0) > _VAST

    # Geometry: made once, because several rules go through all of it

    @cached_property
    def geometries(self) -> tuple[tuple[PartPath, Geometry], ...]:
        """Path and geometry of every visual and collision."""
        from .facts.sizes import geometries

        return tuple(geometries(self.robot))

    @cached_property
    def sizes(self) -> tuple[Size, ...]:
        """Every size of every geometry."""
        from .facts.sizes import sizes

        return tuple(size for path, shape in self.geometries for size in sizes(path, shape))

    @cached_property
    def origins(self) -> tuple[tuple[PartPath, Pose], ...]:
        """Path and pose of every origin that is not the identity."""
        from .facts.origins import origins

        return tuple(origins(self.robot))

    @cached_property
    def assets(self) -> Assets:
        """The files the description names: located, and their meshes."""
        from .facts.assets import Assets

        return Assets(self)

    def shape_properties(self, link: Link) -> Solid | None:
        """Volume, centre, inertia and bounds of a link's shapes; None where they are unknown."""
        if link.name not in self._properties:
            from .facts.shapes import shape_properties

            self._properties[link.name] = shape_properties(link, self)
        return self._properties[link.name]

    def coverage(self, link: Link) -> Coverage | None:
        """How a link's visuals and collisions cover each other; None where that is unknown."""
        if link.name not in self._coverage:
            from .facts.coverage import measure

            self._coverage[link.name] = measure(self, link)
        return self._coverage[link.name]

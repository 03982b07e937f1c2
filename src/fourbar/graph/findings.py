"""Where the parts of the graph put what they find."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..diagnostics import NO_FACTS, Fix, PartPath, Related, Report, Rule
from ..robot import Robot
from ..robot.references import Missing, wording

# Comparing names is slow; a file full of unknown names must not take minutes.
_SUGGESTIONS = 50


class Findings:
    """Adds findings about one robot to a report, with their place in its file.

    What the report already says (same code, same path) is not said again: a reader that found an
    unknown link and a graph that stumbles over it make one finding.
    """

    def __init__(self, robot: Robot, report: Report) -> None:
        self.robot = robot
        self.report = report
        self.errors = 0
        self._suggestions = 0
        self._known = {(d.code, d.path) for d in report}

    def add(
        self,
        rule: Rule,
        path: PartPath,
        message: str,
        *,
        notes: tuple[str, ...] = (),
        fix: Fix | None = None,
        facts: Mapping[str, object] = NO_FACTS,
        related: Iterable[tuple[PartPath, str]] = (),
    ) -> None:
        """Record a finding about the element at `path`, such as `loop[knee].successor`.

        `related` are other places in the robot, each with a label.
        """
        self.errors += rule.severity.rank == 0
        if (rule.code, path) in self._known:
            return
        self._known.add((rule.code, path))
        source = self.robot.source
        span, others = None, list[Related]()
        if source is not None:
            span = source.span(path)
            for where, label in related:
                other = source.span(where)
                if other is not None:
                    others.append(Related(other, label))
            others.extend(source.calls_at(path))
        self.report.add(
            rule,
            message,
            span=span,
            path=path,
            notes=notes,
            fix=fix,
            facts=facts,
            related=tuple(others),
        )

    def add_missing(self, missing: Missing) -> None:
        """Record a name that leads nowhere; only the first fifty get a suggestion."""
        self._suggestions += 1
        known = missing.known if self._suggestions <= _SUGGESTIONS else ()
        message, facts = wording(self.robot, missing, known)
        notes = (missing.consequence,) if missing.consequence else ()
        self.add(missing.rule, missing.path, message, notes=notes, facts=facts)

"""What a finding says beyond its message, for formats without excerpts."""

from __future__ import annotations

from ..diagnostic import Diagnostic


def further_lines(diagnostic: Diagnostic) -> list[str]:
    """The related places as `leg.urdf:3:5: first defined here`, then the notes."""
    return [*(f"{each.span}: {each.label}" for each in diagnostic.related), *diagnostic.notes]

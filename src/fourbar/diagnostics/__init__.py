"""Findings about a robot description, as a compiler would give them."""

from .diagnostic import Diagnostic, Edit, Fix
from .nearest import did_you_mean, nearest
from .report import Report, summary
from .rule import FixSafety, Rule, Severity
from .span import SourceText, Span

__all__ = [
    "Diagnostic",
    "Edit",
    "Fix",
    "FixSafety",
    "Report",
    "Rule",
    "Severity",
    "SourceText",
    "Span",
    "did_you_mean",
    "nearest",
    "summary",
]

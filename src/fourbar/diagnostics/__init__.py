"""Findings about a robot description, as a compiler would give them."""

from .diagnostic import NO_FACTS, Diagnostic, Edit, Fix, Related
from .part_path import ROBOT, PartPath, Step
from .pointer import Pointer
from .report import Report, summary
from .rule import FixSafety, Rule, Severity
from .span import SourceText, Span
from .suggestions import Wording, did_you_mean, does_not_exist, nearest, suggesting, unknown

__all__ = [
    "NO_FACTS",
    "ROBOT",
    "Diagnostic",
    "Edit",
    "Fix",
    "FixSafety",
    "PartPath",
    "Pointer",
    "Related",
    "Report",
    "Rule",
    "Severity",
    "SourceText",
    "Span",
    "Step",
    "Wording",
    "did_you_mean",
    "does_not_exist",
    "nearest",
    "suggesting",
    "summary",
    "unknown",
]

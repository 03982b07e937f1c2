"""Compare robots physically: `compare`, and its result as text, Markdown and plain values."""

from .comparing import compare
from .difference import (
    CATEGORIES,
    Category,
    Comparison,
    ComparisonError,
    Difference,
    Place,
    Renamed,
    Tolerances,
)
from .report import as_facts, as_markdown, as_text

__all__ = [
    "CATEGORIES",
    "Category",
    "Comparison",
    "ComparisonError",
    "Difference",
    "Place",
    "Renamed",
    "Tolerances",
    "as_facts",
    "as_markdown",
    "as_text",
    "compare",
]

"""A comment silences a finding that is not there.

## What it does

Finds `fourbar: ignore` comments whose rule finds nothing in the element they stand for. Rules
that did not run are left alone.

## Why it matters

The reason for the comment is gone, and it would hide the next mistake of that kind.

## Example

```xml
<!-- fourbar: ignore P402: measured -->
<link name="base"/>
```

## Use instead

```xml
<link name="base"/>
```

## Fix safety

Safe: the comment is removed, or only the code that is not needed.
"""

from __future__ import annotations

from ....diagnostics import Edit, Span
from ...rule import WARNING, Context, Diagnostic, Fix, Rule

RULE = Rule(
    "S190", "unused-suppression", WARNING, "A comment silences a finding that is not there."
)


def unused(
    context: Context, span: Span, words: list[str], codes: dict[str, str], *, editable: bool
) -> Diagnostic:
    """The finding about a comment."""
    which = ", ".join(words)
    fix = None
    if editable and context.document is not None and len(words) == len(codes):
        fix = _removal(context.document.text.data, span)
    message = f"nothing to ignore: {which} finds nothing here"
    return context.find(RULE, "robot", message, span=span, fix=fix)


def _removal(data: bytes, span: Span) -> Fix:
    """Take the comment away; with its line, where it has one to itself."""
    start, end = span.start, span.end
    line_start, line_end = data.rfind(b"\n", 0, start) + 1, data.find(b"\n", end)
    if line_end >= 0 and not (data[line_start:start] + data[end:line_end]).strip():
        start, end = line_start, line_end + 1
    return Fix("remove the comment", (Edit(span.file, start, end, ""),))

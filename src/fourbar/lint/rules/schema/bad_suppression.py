"""A comment for fourbar cannot be understood.

## What it does

Finds `fourbar:` comments that are not `ignore CODE...: reason` or `ignore-file CODE...:
reason`, and codes that no rule has.

## Why it matters

It silences nothing, though somebody meant it to.

## Example

```xml
<!-- fourbar: ignore P999: measured -->
<link name="base"/>
```

## Use instead

```xml
<!-- fourbar: ignore P402: measured -->
<link name="base"/>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ....diagnostics import Span
from ...rule import WARNING, Context, Diagnostic, Rule

RULE = Rule("S192", "bad-suppression", WARNING, "A comment for fourbar cannot be understood.")


def unknown_code(context: Context, span: Span, word: str) -> Diagnostic:
    """The finding about a code that no rule has."""
    return context.find(RULE, "robot", f"there is no rule '{word}'", span=span)


def malformed(context: Context, span: Span, text: str) -> Diagnostic:
    """The finding about a comment of another form."""
    shown = text if len(text) <= 40 else f"{text[:37]}..."
    message = f"'{shown}' is not understood; write: fourbar: ignore CODE: reason"
    return context.find(RULE, "robot", message, span=span)

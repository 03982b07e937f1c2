"""A comment silences a finding without saying why.

## What it does

Finds `fourbar: ignore CODE` without a reason behind a colon.

## Why it matters

The next reader cannot tell whether the finding is harmless or was merely in the way.

## Example

```xml
<!-- fourbar: ignore R207 -->
<link name="2nd"/>
```

## Use instead

```xml
<!-- fourbar: ignore R207: the name is on the nameplate -->
<link name="2nd"/>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ....diagnostics import Span
from ...rule import INFO, Context, Diagnostic, Rule

RULE = Rule(
    "S191", "unexplained-suppression", INFO, "A comment silences a finding without saying why."
)


def unexplained(context: Context, span: Span) -> Diagnostic:
    """The finding about a comment."""
    message = "give the reason behind a colon: <!-- fourbar: ignore CODE: why -->"
    return context.find(RULE, "robot", message, span=span)

"""The file does not state which side the ratio of a coupling multiplies.

## What it does

Finds a `<ratio>` without `of`. The paper that defines URDF+ and the public parsers read it in
opposite ways; the spelling of the link references decides, and the message tells you which one was
used.

## Why it matters

A reader of the other convention turns a reduction of 6 into a step-up of 6.

## Example

```xml
<coupling name="belt">
  <predecessor link="wheel"/>
  <successor link="motor"/>
  <ratio value="6"/>
</coupling>
```

## Use instead

```xml
<coupling name="belt">
  <predecessor link="wheel"/>
  <successor link="motor"/>
  <ratio value="6" of="predecessor"/>
</coupling>
```

## Fix safety

Safe: `of` states the side that was used.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S121",
    name="ratio-convention",
    severity=Severity.INFO,
    summary="The file does not state which side the ratio of a coupling multiplies.",
    since="0.1",
    fix="safe",
)

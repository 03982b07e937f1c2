"""The link does not exist.

## What it does

Looks up every link that a joint, loop, coupling or sensor refers to.

## Why it matters

The part is not attached to anything. Parsers stop, or drop it.

## Example

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tpi"/>
  <axis xyz="0 0 1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
</joint>
```

## Fix safety

Unsafe: the name becomes the one it resembles, if there is one.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="R201",
    name="unknown-link",
    severity=Severity.ERROR,
    summary="The link does not exist.",
    since="0.1",
    fix="unsafe",
)

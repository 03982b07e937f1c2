"""A Gazebo block refers to a part that does not exist.

## What it does

Looks up `reference` of `<gazebo>` among links and joints.

## Why it matters

Gazebo drops the block: friction, colours and sensors in it are silently lost.

## Example

```xml
<gazebo reference="lowr">
  <mu1>0.9</mu1>
</gazebo>
```

## Use instead

```xml
<gazebo reference="lower">
  <mu1>0.9</mu1>
</gazebo>
```

## Fix safety

Unsafe: the name becomes the one it resembles.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C650",
    name="gazebo-unknown-reference",
    severity=Severity.WARNING,
    summary="A Gazebo block refers to a part that does not exist.",
    since="0.1",
    fix="unsafe",
)

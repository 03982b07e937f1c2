"""Unknown joint type.

## What it does

Compares `type` with the joint types that URDF and URDF+ have; the message lists them where none is
similar. A `<drake:joint>` is compared with the types that fourbar reads of Drake's.

## Why it matters

Parsers stop, or silently weld the two links together.

## Example

```xml
<joint name="elbow" type="continous">
  <parent link="base"/>
  <child link="tip"/>
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

Unsafe: the type becomes the one it resembles.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S110",
    name="unknown-joint-type",
    severity=Severity.ERROR,
    summary="Unknown joint type.",
    since="0.1",
    fix="unsafe",
)

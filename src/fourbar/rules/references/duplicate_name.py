"""Duplicate name.

## What it does

Finds a second link, joint, loop, coupling or material with the same name. The first one is used.

## Why it matters

References cannot tell them apart. Parsers stop, or drop one of them.

## Example

```xml
<link name="base"/>
<link name="base">
  <visual>
    <geometry>
      <sphere radius="0.1"/>
    </geometry>
  </visual>
</link>
```

## Use instead

```xml
<link name="base"/>
<link name="base_duplicate_1">
  <visual>
    <geometry>
      <sphere radius="0.1"/>
    </geometry>
  </visual>
</link>
```

## Fix safety

Safe if both are the same: the duplicate is removed. Otherwise unsafe: the later one becomes
`NAME_duplicate_1`, and so does the `<child>` of the later of several joints that lead to the name.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="R203",
    name="duplicate-name",
    severity=Severity.ERROR,
    summary="Duplicate name.",
    since="0.1",
    fix="safe",
)

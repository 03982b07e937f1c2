"""The name of a link or joint contains a slash.

## What it does

Looks for `/` inside the names of links and joints.

## Why it matters

A slash separates the levels of a path: TF prefixes, USD prims and Blender's data paths read
`arm/wrist` as `wrist` below `arm`, and find neither.

## Example

```xml
<link name="arm/wrist"/>
```

## Use instead

```xml
<link name="arm_wrist"/>
```

## Fix safety

Unsafe: slashes become underscores here and in the references in this file.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="R216",
    name="slash-in-name",
    severity=Severity.WARNING,
    summary="The name of a link or joint contains a slash.",
    since="0.1",
    fix="unsafe",
)

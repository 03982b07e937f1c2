"""The file uses a non-canonical URDF+ spelling.

## What it does

Finds the other spellings that public files use: `name=` for `link=`, `<constraint>` for
`<loop>` and `<coupling>`, `gear_ratio`, origins beside the element they belong to. All are
read.

## Why it matters

Each public parser reads only some of them. The canonical form is read by fourbar and the urdfdom
fork.

## Example

```xml
<coupling name="belt">
  <predecessor name="wheel"/>
  <successor name="motor"/>
  <ratio value="6" of="predecessor"/>
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

Safe: the element is rewritten in the canonical spelling. Where the spelling decides which side
a ratio multiplies (S121), that is fixed first.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S120",
    name="urdfplus-dialect",
    severity=Severity.INFO,
    summary="The file uses a non-canonical URDF+ spelling.",
    since="0.1",
    fix="safe",
)

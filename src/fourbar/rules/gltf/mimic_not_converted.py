"""A mimic cannot be kept in glTF.

## What it does

Looks for joints that mimic one that does not exist or does not have exactly one degree of freedom,
and for joints that mimic each other in a cycle.

## Why it matters

In the file, one degree of freedom follows one other. The mimic is left out: the joint then moves on
its own.

## Example

```xml
<joint name="pivot" type="continuous">
  <parent link="base"/>
  <child link="arm"/>
  <axis xyz="0 0 1"/>
  <mimic joint="mount"/>
</joint>
```

## Use instead

```xml
<joint name="pivot" type="continuous">
  <parent link="base"/>
  <child link="arm"/>
  <axis xyz="0 0 1"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E759",
    name="mimic-not-converted",
    severity=Severity.WARNING,
    summary="A mimic cannot be kept in glTF.",
    since="0.1",
)

"""A named configuration has the wrong number of values for a joint.

## What it does

Looks for positions of named configurations (SRDF group states) that do not match their joint: one
number per degree of freedom, four for the orientation of a spherical joint, seven for a floating
one. A planar joint takes two; with `planar="xyt"` also the angle about its normal.

## Why it matters

The file leaves the joint out of the configuration, and the joint stays where it is.

## Example

```xml
<group_state name="home" group="all">
  <joint name="pivot" value="0 0 0"/>
</group_state>
```

## Use instead

```xml
<group_state name="home" group="all">
  <joint name="pivot" value="0.5"/>
</group_state>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E758",
    name="configuration-not-converted",
    severity=Severity.WARNING,
    summary="A named configuration has the wrong number of values for a joint.",
    since="0.1",
)

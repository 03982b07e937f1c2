"""A joint that does not have one position has a <spring>.

## What it does

Finds `<spring>` in joints with several degrees of freedom. In fixed joints it is a leftover (S143).

## Why it matters

A spring is at one position, that of a joint that turns about or moves along one axis. It has no
effect elsewhere: dynamics, simulation and other formats leave it out.

## Example

```xml
<joint name="elbow" type="spherical">
  <parent link="base"/>
  <child link="tip"/>
  <spring stiffness="20" rest="0.1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <spring stiffness="20" rest="0.1"/>
</joint>
```

## Fix safety

There is no fix. The type and the spring contradict each other.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S152",
    name="spring-without-use",
    severity=Severity.WARNING,
    summary="A joint that does not have one position has a <spring>.",
    since="0.1",
)

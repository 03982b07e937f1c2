"""The target ignores damping or friction of joints.

## What it does

Finds `<dynamics>` whose damping or friction the target reads over, or reads and does not use.

## Why it matters

Efforts and accelerations come out as if the joint ran without losses, without a warning.

| target | damping | friction | known from |
| --- | --- | --- | --- |
| Pinocchio | not used | not used | 4.1.0, tried: `rnea` and `aba` do not change with either |
| KDL | not read | not read | `kdl_parser` makes joints of origin, axis and type |
| Drake | used | not used | its reader warns that friction is not supported |
| MuJoCo | used | used | 4.0.0, tried: `dof_damping`, `dof_frictionloss` |
| Newton | used | used | its reader takes both over |

## Example

```xml
<link name="tip"/>
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
  <dynamics damping="0.5"/>
</joint>
```

## Use instead

```xml
<link name="tip"/>
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
</joint>
```

With Pinocchio, add `model.damping * v` to what `rnea` gives, and take it from what `aba` gets.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="T811",
    name="damping-ignored",
    severity=Severity.WARNING,
    summary="The target ignores damping or friction of joints.",
    since="0.1",
    targets=("kdl", "drake", "pinocchio"),
)

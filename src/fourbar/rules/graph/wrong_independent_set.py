"""The joints called independent do not determine the mechanism.

## What it does

Computes the mobility of every closed part at an assembled pose, and whether the joints that say
`independent` determine all others there.

Closed parts of more than 80 velocities are left alone.

## Why it matters

With too few, the mechanism moves where nobody commands it; with too many, commands contradict
each other.

## Example

```xml
<!-- a four-bar linkage, mobility 1 -->
<joint name="drive" type="continuous" independent="true">
<joint name="knee" type="continuous" independent="true">
<joint name="rock" type="continuous" independent="false">
```

## Use instead

```xml
<joint name="drive" type="continuous" independent="true">
<joint name="knee" type="continuous" independent="false">
<joint name="rock" type="continuous" independent="false">
```

## Fix safety

Unsafe: `independent` is set to a choice that works. Which joints have motors, only the builder
knows.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="G340",
    name="wrong-independent-set",
    severity=Severity.ERROR,
    summary="The joints called independent do not determine the mechanism.",
    since="0.1",
    fix="unsafe",
)

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

from ...independent import choice_fix
from ...rule import ERROR, Context, Findings, Rule

RULE = Rule(
    "G340",
    "wrong-independent-set",
    ERROR,
    "The joints called independent do not determine the mechanism.",
)


def check(context: Context) -> Findings:
    """Ask the mechanics."""
    found = context.mobility
    if found is None or not found.problem:
        return
    problem, _, choice = found.problem.partition(". A choice that works: ")
    names = tuple(choice.split(", ")) if choice else ()
    for block in found.blocks:
        joints = [
            joint
            for joint in context.robot.joints
            if joint.child in block.links and joint.independent is not None
        ]
        if not joints or block.declared:
            continue
        place = next((joint for joint in joints if joint.independent), joints[0])
        yield context.find(
            RULE,
            f"joint[{place.name}].independent",
            problem,
            notes=(f"a choice that works: {choice}",) if choice else (),
            fix=choice_fix(context, block, names) if names else None,
        )

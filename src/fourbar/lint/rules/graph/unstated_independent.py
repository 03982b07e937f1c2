"""A closed mechanism does not say which joints are independent.

## What it does

Finds loops and couplings among joints of which none says `independent`.

## Why it matters

Each tool chooses for itself, and the choice decides what a command means. fourbar picks a
well-conditioned set and names it here.

## Example

```xml
<joint name="drive" type="continuous">
```

## Use instead

```xml
<joint name="drive" type="continuous" independent="true">
```

## Fix safety

Safe: `independent` states the choice that is taken anyway.
"""

from __future__ import annotations

from ...independent import choice_fix
from ...rule import INFO, Context, Findings, Rule

RULE = Rule(
    "G342",
    "unstated-independent",
    INFO,
    "A closed mechanism does not say which joints are independent.",
)

AFTER = ("G340", "G341")


def check(context: Context) -> Findings:
    """Look for parts without a choice."""
    found = context.mobility
    if found is None:
        return
    for block in found.blocks:
        joints = [joint for joint in context.robot.joints if joint.child in block.links]
        if any(joint.independent is not None for joint in joints) or not joints:
            continue
        if all(joint.mimic is not None or joint.dof == 0 for joint in joints[1:]):
            continue  # a mimic and its leader: nothing to choose
        names = ", ".join(block.independent) or "none"
        yield context.find(
            RULE,
            f"joint[{joints[0].name}]",
            f"no joint of this mechanism says which are independent; taken: {names}",
            fix=choice_fix(context, block, block.independent),
        )

"""A closed mechanism cannot move.

## What it does

Computes the mobility of every closed part; zero is reported.

Closed parts of more than 80 velocities are left alone.

## Why it matters

Its loops and couplings hold all of its joints still. A loop of a freer type (spherical, or
revolute about the right axis) was meant.

## Example

```xml
<loop name="close" type="fixed">
  ...
</loop>
```

## Use instead

```xml
<loop name="close" type="revolute">
  ...
</loop>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("G346", "immobile-mechanism", WARNING, "A closed mechanism cannot move.")

AFTER = ("G341",)


def check(context: Context) -> Findings:
    """Ask the mechanics."""
    found = context.mobility
    for block in found.blocks if found is not None else ():
        if block.n and block.rank == block.n:
            joints = [joint for joint in context.robot.joints if joint.child in block.links]
            names = ", ".join(f"'{joint.name}'" for joint in joints[:6])
            message = f"loops and couplings hold all of these joints still: {names}"
            yield context.find(RULE, f"joint[{joints[0].name}]", message)

"""A joint is called dependent, and nothing constrains it.

## What it does

Looks for `independent="false"` on joints that no loop, coupling or mimic ties to others.

## Why it matters

Nothing determines its position. A loop is missing, or the attribute is on the wrong joint.

## Example

```xml
<joint name="elbow" type="continuous" independent="false">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="continuous" independent="true">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ....graph import AggregateGraph, GraphError
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule(
    "G345",
    "dependent-on-nothing",
    WARNING,
    "A joint is called dependent, and nothing constrains it.",
)


def check(context: Context) -> Findings:
    """Look for joints alone in their cluster."""
    robot = context.robot
    joints = [joint for joint in robot.joints if joint.independent is False and joint.dof]
    if not joints or not context.is_tree:
        return
    try:
        graph = AggregateGraph(robot)
    except GraphError:
        return
    for joint in joints:
        if len(graph.cluster_of(joint.child).bodies) == 1:
            message = f"no loop, coupling or mimic determines joint '{joint.name}'"
            yield context.find(RULE, f"joint[{joint.name}].independent", message)

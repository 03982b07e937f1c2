"""A material of the robot has neither colour nor texture.

## What it does

Looks at the materials directly below `<robot>`.

## Why it matters

A material there is a definition, and this one defines nothing. urdfdom reports an error, Drake
refuses the file.

## Example

```xml
<material name="steel"/>
```

## Use instead

```xml
<material name="steel">
  <color rgba="0.6 0.6 0.7 1"/>
</material>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...rule import WARNING, Context, Findings, Rule

RULE = Rule(
    "S145", "empty-material", WARNING, "A material of the robot has neither colour nor texture."
)

AFTER = ("S10", "S112")


def check(context: Context) -> Findings:
    """Look for colour and texture."""
    for material in context.robot.materials:
        if material.is_reference:
            message = f"material '{material.name}' has neither colour nor texture"
            yield context.find(RULE, f"material[{material.name}]", message)

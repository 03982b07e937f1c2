"""The robot's URDF version is not one that exists.

## What it does

Compares `version` of `<robot>` with 1.0, 1.1 and 1.2.

## Why it matters

urdfdom refuses a file with any other version.

## Example

```xml
<robot name="arm" version="3">
  <link name="base"/>
</robot>
```

## Use instead

```xml
<robot name="arm" version="1.0">
  <link name="base"/>
</robot>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("S132", "unknown-version", WARNING, "The robot's URDF version is not one that exists.")

_KNOWN = ("1.0", "1.1", "1.2")


def check(context: Context) -> Findings:
    """Compare the version with the known ones."""
    version = context.robot.version
    if version is not None and version.strip() not in _KNOWN:
        message = f"there is no URDF version '{version}'; known are {', '.join(_KNOWN)}"
        yield context.find(RULE, "robot.version", message)

"""The YAML file cannot be read.

## What it does

Reads the files of `load_yaml` and reports the line at which one stops being YAML.

## Why it matters

The expansion stops, and there is no robot.

## Example

```xml
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:property name="sizes" value="${load_yaml('broken.yaml')}"/>
  <link name="base_${sizes['length']}"/>
</robot>
```

## Use instead

```xml
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:property name="sizes" value="${load_yaml('sizes.yaml')}"/>
  <link name="base_${sizes['length']}"/>
</robot>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X059",
    name="xacro-yaml",
    severity=Severity.ERROR,
    summary="The YAML file cannot be read.",
    since="0.1",
)

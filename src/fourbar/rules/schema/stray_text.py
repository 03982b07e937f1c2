"""Text appears between elements, where URDF allows none.

## What it does

Finds text in elements that may contain only other elements or attributes. Gazebo, transmission,
ros2_control and unknown elements are left alone.

## Why it matters

Parsers ignore it. It is often left over from an edit: a slash, a bracket, a line that was meant to
be a comment.

## Example

```xml
<link name="base"/>
upper arm, see drawing 12
<link name="tip"/>
```

## Use instead

```xml
<link name="base"/>
<!-- upper arm, see drawing 12 -->
<link name="tip"/>
```

## Fix safety

Safe: the text becomes a comment, unless it contains `--`.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S130",
    name="stray-text",
    severity=Severity.WARNING,
    summary="Text appears between elements, where URDF allows none.",
    since="0.1",
    fix="safe",
)

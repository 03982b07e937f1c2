"""Message printed by xacro or by the file.

## What it does

Passes on what `${xacro.warning(...)}`, `${xacro.error(...)}` and `${xacro.message(...)}` print, and
warnings of xacro itself. An error message is reported as an error, a plain message as an info.

## Why it matters

The author of the file wants you to read it.

## Example

```xml
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  ${xacro.warning('this model has no inertias')}
  <link name="base"/>
</robot>
```

## Use instead

```xml
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <link name="base"/>
</robot>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X060",
    name="xacro-message",
    severity=Severity.WARNING,
    summary="Message printed by xacro or by the file.",
    since="0.1",
)

"""A Gazebo plugin names no library.

## What it does

Looks for `filename` of `<plugin>` in `<gazebo>` blocks.

## Why it matters

Gazebo has nothing to load.

## Example

```xml
<gazebo>
  <plugin name="control"/>
</gazebo>
```

## Use instead

```xml
<gazebo>
  <plugin name="control" filename="libgazebo_ros2_control.so"/>
</gazebo>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...control import descendants, gazebo
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("C651", "plugin-without-file", WARNING, "A Gazebo plugin names no library.")


def check(context: Context) -> Findings:
    """Look for the attribute."""
    for path, _, element in gazebo(context):
        for inner in descendants(element) if element is not None else ():
            if inner.tag == "plugin" and not inner.attributes.get("filename"):
                name = inner.attributes.get("name", "")
                message = f"plugin '{name}' has no filename"
                yield context.find(RULE, f"{path}.plugin", message, element=inner)

"""A link has one shape twice.

## What it does

Finds visuals or collisions of a link with equal geometry and origin.

## Why it matters

Both are drawn and both collide; contacts and mass count double.

## Example

```xml
<link name="arm">
  <collision>
    <geometry>
      <sphere radius="0.1"/>
    </geometry>
  </collision>
  <collision>
    <geometry>
      <sphere radius="0.1"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<link name="arm">
  <collision>
    <geometry>
      <sphere radius="0.1"/>
    </geometry>
  </collision>
</link>
```

## Fix safety

Safe for collisions without a name: the repetition is removed.
"""

from __future__ import annotations

from ...rule import INFO, Context, Findings, Rule

RULE = Rule("P456", "repeated-shape", INFO, "A link has one shape twice.")


def check(context: Context) -> Findings:
    """Compare the shapes of each link."""
    for link in context.robot.links:
        for kind, shapes in (("visual", link.visuals), ("collision", link.collisions)):
            seen: set[object] = set()
            for i, shape in enumerate(shapes):
                key = (shape.geometry, shape.origin)
                if key in seen:
                    path = f"link[{link.name}].{kind}[{i}]"
                    element, fix = context.element(path), None
                    removable = kind == "collision" and not shape.name and not shape.extra
                    if element is not None and context.editor is not None and removable:
                        edits = context.editor.remove_element(element)
                        fix = context.fix("remove the repetition", edits)
                    message = f"link '{link.name}' has this {kind} already"
                    yield context.find(RULE, path, message, fix=fix)
                seen.add(key)

"""A feature needs a higher URDF version than the file states.

## What it does

Finds `<capsule>` (URDF 1.1) and `quat_xyzw` (URDF 1.1) in a robot whose `version` is lower or
missing.

## Why it matters

urdfdom reads the version as 1.0 where it is missing, and then leaves the capsule or the
orientation out.

## Example

```xml
<link name="arm">
  <collision>
    <geometry>
      <capsule radius="0.1" length="0.3"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<robot name="arm" version="1.1">
  <link name="base">
    <collision>
      <geometry>
        <capsule radius="0.1" length="0.3"/>
      </geometry>
    </collision>
  </link>
</robot>
```

## Fix safety

Safe: the robot's version becomes 1.1.
"""

from __future__ import annotations

from ...rule import WARNING, Context, Findings, Rule

RULE = Rule(
    "S131", "newer-feature", WARNING, "A feature needs a higher URDF version than the file states."
)

_NEEDED = (1, 1)


def check(context: Context) -> Findings:
    """Compare what is used with the version."""
    document = context.document
    if document is None or _version(context.robot.version) >= _NEEDED:
        return
    fix = None
    if context.editor is not None:
        fix = context.fix(
            'write version="1.1"', context.editor.set_attribute(document.root, "version", "1.1")
        )
    stated = context.robot.version or "1.0, which is meant where none is stated"
    for link in document.root.children:
        if link.tag != "link":
            continue
        for shape in link.children:
            geometry = shape.find("geometry")
            capsule = geometry.find("capsule") if geometry is not None else None
            origin = shape.find("origin")
            path = f"link[{link.attributes.get('name', '')}].{shape.tag}"
            if capsule is not None:
                message = f"<capsule> needs version 1.1; the file's is {stated}"
                yield context.find(RULE, path, message, element=capsule, fix=fix)
            if origin is not None and "quat_xyzw" in origin.attributes:
                message = f"'quat_xyzw' needs version 1.1; the file's is {stated}"
                yield context.find(
                    RULE, path, message, element=origin, attribute="quat_xyzw", fix=fix
                )


def _version(text: str | None) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in (text or "1.0").split("."))
    except ValueError:
        return _NEEDED  # not a version: unknown-version reports it

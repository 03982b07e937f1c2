r"""The URDF text kept with a part no longer matches it.

## What it does

Compares the URDF text that a part carries in `extras` with the part itself, when a file is read
back.

## Why it matters

The file was edited since it was written. The edit is used, and the original URDF text is dropped.

## Example

```json
"/extensions/EXT_robot_kinematics/models/0/joints/0/extras": {
  "urdf": "<joint name=\"pivot\" type=\"revolute\"><origin xyz=\"0 0 0.1\"/><parent link=\"base\"/><child link=\"arm\"/><axis xyz=\"0 1 0\"/><limit lower=\"-1.5\" upper=\"1.2\" effort=\"10\" velocity=\"2\"/></joint>"
}
```

## Use instead

```json
"/extensions/EXT_robot_kinematics/models/0/joints/0/extras": {
  "urdf": "<joint name=\"pivot\" type=\"revolute\"><origin xyz=\"0 0 0.1\"/><parent link=\"base\"/><child link=\"arm\"/><axis xyz=\"0 1 0\"/><limit lower=\"-1.5\" upper=\"1.5\" effort=\"10\" velocity=\"2\"/></joint>"
}
```

## Fix safety

There is no fix.
"""  # noqa: E501

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E757",
    name="written-form-differs",
    severity=Severity.INFO,
    summary="The URDF text kept with a part no longer matches it.",
    since="0.1",
)

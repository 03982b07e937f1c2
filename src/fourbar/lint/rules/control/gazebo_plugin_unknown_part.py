"""A Gazebo plugin names a joint or link that does not exist.

## What it does

Looks up the text of `<joint>`, `<joint_name>`, `<left_joint>`, `<body_name>`,
`<robot_base_frame>` and the like inside `<plugin>`; only names close to an existing one are
reported, since a plugin may speak of other models.

## Why it matters

The plugin stops at start, or silently does nothing.

## Example

```xml
<gazebo>
  <plugin name="drive" filename="libdrive.so">
    <left_joint>elbo</left_joint>
  </plugin>
</gazebo>
```

## Use instead

```xml
<gazebo>
  <plugin name="drive" filename="libdrive.so">
    <left_joint>elbow</left_joint>
  </plugin>
</gazebo>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...control import descendants, gazebo
from ...names import closest
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule(
    "C652",
    "plugin-unknown-part",
    WARNING,
    "A Gazebo plugin names a joint or link that does not exist.",
)

_JOINTS = (
    "joint",
    "joint_name",
    "jointname",
    "left_joint",
    "right_joint",
    "leftjoint",
    "rightjoint",
)
_LINKS = ("body_name", "bodyname", "link_name", "linkname", "robot_base_frame")


def check(context: Context) -> Findings:
    """Look the names up."""
    document, robot = context.document, context.robot
    if document is None:
        return
    for path, _, element in gazebo(context):
        for inner in descendants(element) if element is not None else ():
            tag = inner.tag.lower()
            kind = "joint" if tag in _JOINTS else "link" if tag in _LINKS else None
            if kind is None or inner.children or inner.attributes:
                continue
            name = document.inner_text(inner)
            known = (robot.joints if kind == "joint" else robot.links).names
            guess, text = closest(name, known)
            if name in known or guess is None or " " in name:
                continue
            yield context.find(
                RULE,
                f"{path}.{inner.tag}",
                f"the plugin names {kind} '{name}', no such {kind}{text}",
                element=inner,
                span=document.text_span(inner),
            )

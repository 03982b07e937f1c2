"""A ros2_control block names a joint that does not exist.

## What it does

Looks up the joints of `<ros2_control>` blocks.

## Why it matters

Controllers claim the interfaces of a joint that the robot does not have: nothing moves, or the
hardware fails to start.

## Example

```xml
<ros2_control name="arm_control" type="system">
  <hardware>
    <plugin>mock_components/GenericSystem</plugin>
  </hardware>
  <joint name="elbo">
    <command_interface name="position"/>
    <state_interface name="position"/>
  </joint>
</ros2_control>
```

## Use instead

```xml
<ros2_control name="arm_control" type="system">
  <hardware>
    <plugin>mock_components/GenericSystem</plugin>
  </hardware>
  <joint name="elbow">
    <command_interface name="position"/>
    <state_interface name="position"/>
  </joint>
</ros2_control>
```

## Fix safety

Unsafe: the name becomes the one it resembles.
"""

from __future__ import annotations

from ...control import all_components
from ...names import closest, correction
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule(
    "C620",
    "ros2-control-unknown-joint",
    WARNING,
    "A ros2_control block names a joint that does not exist.",
)


def check(context: Context) -> Findings:
    """Look the joints up."""
    known = context.robot.joints
    for path, part, element in all_components(context):
        if part.kind == "joint" and part.name and part.name not in known:
            guess, text = closest(part.name, known.names)
            yield context.find(
                RULE,
                path,
                f"ros2_control names joint '{part.name}', no such joint{text}",
                element=element,
                attribute="name",
                fix=correction(context, element, "name", guess),
            )

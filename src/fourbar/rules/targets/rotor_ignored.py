"""The target ignores the inertia of rotors.

## What it does

Finds `drake:rotor_inertia` in the actuators of transmissions where the target reads no
transmissions.

## Why it matters

A rotor behind a gear of 100 counts 10,000 times: at small arms it is most of the inertia of a
joint. Drake adds it to the mass matrix. Pinocchio (4.1.0, tried: `armature`, `rotorInertia` and
`rotorGearRatio` stay at their defaults), MuJoCo (4.0.0, tried: `dof_armature` is zero), KDL (its
reader makes joints of origin, axis and type) and Newton (its reader looks for `link`, `joint` and
`material`) leave it out without a message.

## Example

```xml
<link name="tip"/>
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
</joint>
<transmission name="gear">
  <type>SimpleTransmission</type>
  <joint name="elbow"/>
  <actuator name="motor">
    <drake:rotor_inertia value="2e-5"/>
    <drake:gear_ratio value="100"/>
  </actuator>
</transmission>
```

## Use instead

```xml
<link name="tip"/>
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
</joint>
<transmission name="gear">
  <type>SimpleTransmission</type>
  <joint name="elbow"/>
  <actuator name="motor"/>
</transmission>
```

Set the armature, which is the rotor's inertia times the square of the ratio, in the program:
`model.armature` (Pinocchio), `armature` of the joint (MuJoCo, Newton).

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="T812",
    name="rotor-ignored",
    severity=Severity.WARNING,
    summary="The target ignores the inertia of rotors.",
    since="0.1",
    targets=("mujoco", "kdl", "pinocchio", "newton"),
)

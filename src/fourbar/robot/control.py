"""Actuation and sensing: transmissions, ros2_control blocks, sensors, Gazebo blocks."""

from __future__ import annotations

from typing import Literal

from ..record import record
from .pose import IDENTITY, Pose
from .raw import Extra


@record
class TransmissionEnd:
    """One side of a transmission: a joint or an actuator."""

    name: str
    hardware_interfaces: tuple[str, ...] = ()
    mechanical_reduction: float | None = None
    extra: Extra = ()


@record
class Transmission:
    """A ROS `<transmission>` between actuators and joints."""

    name: str
    type: str = ""
    joints: tuple[TransmissionEnd, ...] = ()
    actuators: tuple[TransmissionEnd, ...] = ()
    mechanical_reduction: float | None = None
    extra: Extra = ()


@record
class Parameter:
    """A named text value."""

    name: str
    value: str


@record
class Interface:
    """A command or state interface of a ros2_control component."""

    name: str
    parameters: tuple[Parameter, ...] = ()
    extra: Extra = ()


@record
class ControlComponent:
    """A joint, sensor or GPIO that a hardware offers."""

    kind: Literal["joint", "sensor", "gpio"]
    name: str
    command_interfaces: tuple[Interface, ...] = ()
    state_interfaces: tuple[Interface, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    extra: Extra = ()


@record
class Hardware:
    """The plugin that talks to a device."""

    plugin: str = ""
    parameters: tuple[Parameter, ...] = ()
    extra: Extra = ()


@record
class Ros2Control:
    """A `<ros2_control>` block: one hardware and what it offers."""

    name: str
    type: str = ""
    hardware: Hardware | None = None
    components: tuple[ControlComponent, ...] = ()
    extra: Extra = ()


@record
class Sensor:
    """A URDF `<sensor>` on a link; its own settings (camera, ray, ...) stay as written.

    One that measures at a joint, such as a force-torque sensor of the iCub, has a `parent_joint`.
    """

    name: str
    parent: str = ""
    type: str = ""
    update_rate: float | None = None
    origin: Pose = IDENTITY
    extra: Extra = ()
    parent_joint: str = ""


@record
class Gazebo:
    """A `<gazebo>` block for a link or joint, or for the robot as a whole."""

    reference: str | None = None
    extra: Extra = ()

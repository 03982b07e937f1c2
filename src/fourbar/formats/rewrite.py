"""Another robot in the text of a file: what does not change keeps its bytes."""

from __future__ import annotations

from ..reading import Reading
from ..robot import Robot, UrdfExtension
from .editable import editable


def rewritten(reading: Reading, robot: Robot) -> bytes | None:
    """The text of a URDF file with the robot that a change has made of it.

    Comments, indentation and everything that the change does not touch stay as they are. None
    where the text is not a file's own (xacro, other formats), or would not read as that robot.
    """
    from ..urdf.write import robot_node
    from ..xml.edits import apply_edits
    from ..xml.patch import patch

    document = editable(reading)
    if document is None or reading.robot is None:
        return None
    edits = patch(document, robot_node(reading.robot), robot_node(robot))
    data = apply_edits(document.text.data, edits)
    again = reread(reading, data).robot
    return data if again is not None and _same(again, robot) else None


def reread(reading: Reading, data: bytes) -> Reading:
    """What reading gives for another text in the place of a file."""
    from .input import read

    content, options = reading.content, reading.options
    assert content is not None
    given = read(data, coupling=options.coupling, format=options.format, loops=False)
    if given.robot is not None and given.robot.source is not None:
        given.robot.source.path = content.path
    return given


def _same(one: Robot, two: Robot) -> bool:
    """Equal, but for what SRDF adds, which URDF does not have, and the order of parts."""

    def parts(robot: Robot) -> tuple[object, ...]:
        return (
            robot.name,
            {link.name: link for link in robot.links},
            {joint.name: joint for joint in robot.joints},
            {loop.name: loop for loop in robot.loops},
            {coupling.name: coupling for coupling in robot.couplings},
            {material.name: material for material in robot.materials},
            robot.transmissions,
            robot.ros2_control,
            robot.sensors,
            robot.extension(UrdfExtension),
        )

    return parts(one) == parts(two)

"""What a joint that does not fit the tree would be as a loop."""

from __future__ import annotations

from ..robot import Joint, Loop


def as_loop(joint: Joint) -> Loop:
    """The loop that means the same as a joint between its parent and child.

    The joint frame on the parent and the child's own frame meet, as they do for the joint;
    limits and dynamics have no place in a loop.
    """
    return Loop(
        joint.name,
        joint.type,
        joint.parent,
        joint.child,
        predecessor_origin=joint.origin,
        axis=joint.axis,
        axis2=joint.axis2,
        pitch=joint.pitch,
    )


def loop_text(joint: Joint) -> str:
    """That loop as a line of URDF+, for a note of a finding."""
    from ..urdf.write import write_loop

    return write_loop(as_loop(joint))

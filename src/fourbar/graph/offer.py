"""What a joint that does not fit the tree would be as a URDF+ loop."""

from __future__ import annotations

from ..robot import Joint, Vector3


def as_loop(joint: Joint) -> str:
    """The `<loop>` that says the same as a joint between its parent and child.

    The joint frame on the parent and the child's own frame meet, as they do for the joint;
    limits and dynamics have no place in a loop.
    """
    from xml.sax.saxutils import quoteattr  # brings the network stack along: only for a finding

    predecessor = f"<predecessor link={quoteattr(joint.parent)}"
    if joint.origin.is_identity:
        predecessor += "/>"
    else:
        origin = f'xyz="{_numbers(joint.origin.xyz)}" rpy="{_numbers(joint.origin.rpy)}"'
        predecessor += f"><origin {origin}/></predecessor>"
    axes = ""
    if joint.kind.axes:
        axes = f'<axis xyz="{_numbers(joint.axis)}"/>'
    if joint.kind.axes > 1 and joint.axis2 is not None:
        axes += f'<axis2 xyz="{_numbers(joint.axis2)}"/>'
    if joint.pitch is not None:
        axes += f'<screw_thread_pitch value="{_number(joint.pitch)}"/>'
    return (
        f'<loop name={quoteattr(joint.name)} type="{joint.type}">{predecessor}'
        f"<successor link={quoteattr(joint.child)}/>{axes}</loop>"
    )


def _numbers(vector: Vector3) -> str:
    return " ".join(map(_number, vector))


def _number(value: float) -> str:
    return repr(float(value)).removesuffix(".0")

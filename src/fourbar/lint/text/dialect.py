"""The canonical spelling of URDF+ elements, as edits of other spellings."""

from __future__ import annotations

from ...markup import escape_attribute
from ...xml.edits import Editor, Edits
from ...xml.tree import Element
from ..context import Context

_SIDES = ("predecessor", "successor")


def canonical(context: Context, owner: Element, place: Element) -> Edits:
    """The edits for the one spelling found at `place` inside `owner` (a joint, loop, ...)."""
    editor = context.editor
    if editor is None or context.document is None:
        return ()
    if place is not owner and place.tag in ("parent", "child", *_SIDES):
        if "link" in place.attributes or (owner.tag != "joint" and _depends(owner)):
            return ()
        return editor.rename_attribute(place, "name", "link")
    if place.tag in ("origin", "predecessor_origin", "successor_origin"):
        return _move_inside(editor, owner, place)
    if owner.tag == "coupling" and place is owner and "type" in owner.attributes:
        return editor.remove_attribute(owner, "type")
    if place.tag == "gear_ratio":
        return editor.rename_element(place, "ratio")
    if place is owner and "gear_ratio" in owner.attributes:
        value = escape_attribute(owner.attributes["gear_ratio"])
        added = editor.append_child(owner, f'<ratio value="{value}"/>')
        return editor.remove_attribute(owner, "gear_ratio") + added
    if owner.tag == "loop_joint" or (owner.tag == "constraint" and owner.find("parent")):
        return _rewrite(context, owner)
    if owner.tag == "constraint":
        return _constraint(editor, owner)
    return ()


def _depends(owner: Element) -> bool:
    """Whether the spelling of the references decides which side the ratio multiplies."""
    ratio = owner.find("ratio")
    if owner.find("gear_ratio") is not None or "gear_ratio" in owner.attributes:
        return True
    return ratio is not None and "of" not in ratio.attributes and not _is_one(ratio)


def _is_one(ratio: Element) -> bool:
    try:
        return abs(float(ratio.attributes.get("value", ""))) == 1.0
    except ValueError:
        return False


def _constraint(editor: Editor, owner: Element) -> Edits:
    if owner.attributes.get("type") == "rolling" or owner.find("ratio") is not None:
        return editor.rename_element(owner, "coupling") + editor.remove_attribute(owner, "type")
    edits = editor.rename_element(owner, "loop")
    if owner.attributes.get("type") == "position":
        edits += editor.set_attribute(owner, "type", "spherical")
    return edits


def _move_inside(editor: Editor, owner: Element, place: Element) -> Edits:
    """`<origin>` beside `<predecessor/>` goes inside it."""
    side = place.tag.removesuffix("_origin")
    if place.tag == "origin":
        before = [c for c in owner.children if c.tag in _SIDES and c.start < place.start]
        if not before:
            return ()
        target = before[-1]
    else:
        found = owner.find(side)
        if found is None:
            return ()
        target = found
    attributes = "".join(f' {k}="{escape_attribute(v)}"' for k, v in place.attributes.items())
    added = editor.append_child(target, f"<origin{attributes}/>")
    return added + editor.remove_element(place)


def _rewrite(context: Context, owner: Element) -> Edits:
    """Spellings with another structure are rewritten from what was read."""
    from ...urdf.write import write_urdf

    document, editor = context.document, context.editor
    if document is None or editor is None:
        return ()
    loop = next((x for x in context.robot.loops if document.named("loop", x.name) is owner), None)
    if loop is None:
        return ()
    text = write_urdf(
        context.robot.replace(
            links=(),
            joints=(),
            couplings=(),
            materials=(),
            transmissions=(),
            ros2_control=(),
            sensors=(),
            configurations=(),
            extensions=(),
            source=None,
            loops=(loop,),
        )
    )
    lines = text[text.index("  <loop") : text.index("</robot>")].rstrip("\n").split("\n")
    indent = editor.indent(owner)
    xml = f"{editor.newline}{indent}".join(line.removeprefix("  ") for line in lines)
    return editor.replace_element(owner, xml)

"""A description's own words inside a file of another format, believed while nothing has changed.

Other formats hold what a robot means; how it was written, and what fourbar does not model, they do
not. The text of the description travels along with a digest of it and of all else in the file.
Where anything has changed since, the file itself counts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from hashlib import sha256

from ..assets.mesh_source import HoldsMeshes
from ..diagnostics import Report
from ..graph.connect import connected
from ..record import record, replace
from ..robot import ArmatureExtension, ContactExtension, Link, Mesh, Robot
from ..urdf.read import read_document
from ..urdf.write import canonical_urdf
from ..xml.node import Node
from ..xml.parse import parse
from ..xml.tree import Element

NAME = "fourbar"
WORDS = f"{NAME}:urdf"
DIGEST = f"{NAME}:digest"


@record
class Kept:
    """The text of a description, and the digest of the file it belongs to."""

    text: str
    digest: str


def kept_of(robot: Robot, digest: str) -> Kept:
    """What goes into a file of that digest."""
    text = canonical_urdf(robot)
    return Kept(text, _together(text, digest))


def _together(text: str, digest: str) -> str:
    """The digest of the description and of all else; line ends and indentation do not count."""
    return digest_of(" ".join((digest, *text.split())))


def digest_of(content: bytes | str) -> str:
    """What two equal contents share."""
    data = content.encode() if isinstance(content, str) else content
    return sha256(data).hexdigest()[:32]


def digest_of_nodes(root: Node) -> str:
    """The digest of XML that is about to be written; indentation does not count."""
    lines: list[str] = []
    pending: list[tuple[int, Node]] = [(0, root)]
    while pending:
        depth, node = pending.pop()
        lines.append(_line(depth, node.tag, node.attributes, (node.text or "").strip()))
        pending += [(depth + 1, child) for child in reversed(node.children)]
    return digest_of("\n".join(lines))


def digest_of_elements(
    root: Element, *, leave: Collection[Element], text_of: Callable[[Element], str] | None = None
) -> str:
    """The same of XML that was read, without some elements; `text_of` gives the text of others."""
    lines: list[str] = []
    pending: list[tuple[int, Element]] = [(0, root)]
    left = {id(element) for element in leave}
    while pending:
        depth, element = pending.pop()
        text = "" if text_of is None or element.children else text_of(element)
        lines.append(_line(depth, element.tag, element.attributes, text))
        inner = [child for child in element.children if id(child) not in left]
        pending += [(depth + 1, child) for child in reversed(inner)]
    return digest_of("\n".join(lines))


def _line(depth: int, tag: str, attributes: Mapping[str, str], text: str) -> str:
    pairs = sorted(attributes.items())
    return f"{depth} {tag} {pairs!r} {text!r}"


def restored(kept: Kept | None, digest: str, found: Robot) -> Robot:
    """The robot as its description has it, where the file is as it was written; else as found.

    Meshes that are files beside it have the addresses that they have there.
    """
    if kept is None or kept.digest != _together(kept.text, digest):
        return found
    report = Report()
    document = parse(kept.text.encode(), file=NAME, report=report)
    robot = None if document is None else read_document(document, report)
    if robot is None:
        return found
    robot = connected(robot, report)
    links = list(robot.links)
    if not isinstance(found.source, HoldsMeshes):
        links = [_with_meshes(link, found) for link in links]
    robot = robot.replace(links=links, configurations=found.configurations, source=found.source)
    robot = robot.with_extension(found.extension(ContactExtension))
    return _with_armatures(robot, found)


def _with_armatures(robot: Robot, found: Robot) -> Robot:
    """With the armatures of the file, but for those that are rotors of transmissions."""
    if not found.armatures:
        return robot
    rotors: set[str] = set()
    if robot.transmissions:
        from ..mechanics import Model

        model = Model(robot)
        rotors = {name for name, slot in model.joints.items() if model.armature[slot.v].any()}
    armatures = (a for a in found.armatures if a.joint in robot.joints and a.joint not in rotors)
    return robot.with_extension(ArmatureExtension(tuple(armatures)))


def _with_meshes(link: Link, found: Robot) -> Link:
    """With the shapes of the file where one of them is a mesh, whose address is another there."""
    if link.name not in found.links:
        return link
    shapes = (*link.visuals, *link.collisions)
    if not any(isinstance(shape.geometry, Mesh) for shape in shapes):
        return link
    there = found.links[link.name]
    return replace(link, visuals=there.visuals, collisions=there.collisions)

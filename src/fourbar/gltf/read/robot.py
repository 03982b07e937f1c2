"""Robots from the bytes of a `.glb` or `.gltf` file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ... import rules
from ...diagnostics import PartPath, Report, Severity
from ...gltf_file.container import Resolve
from ...gltf_file.document import GltfDocument
from ...gltf_file.json_value import as_list, as_object, as_text
from ...robot import Configuration, JointPosition, Mesh, Planar, Robot
from ...robot.kind import kind_of
from ..dofs import to_model
from ..findings import GltfFindings
from ..urdf_text import robot_of_urdf_text
from ..validation.model import check_model
from .embedded_meshes import EmbeddedShape, GltfSource
from .extension import ModelRecord, read_models
from .joint import read_coupling, read_joint, read_loop
from .link import collision_mesh, collisions_of, read_link
from .model_basis import basis_of
from .nodes import Node, read_nodes
from .open_document import open_document
from .placement import Placement
from .same_parts import same_coupling, same_joint, same_link, same_loop
from .visual_nodes import VisualNodes


def read_robot(
    data: bytes,
    *,
    file: str,
    report: Report,
    resolve: Resolve | None = None,
    path: Path | None = None,
) -> Robot | None:
    """The first robot of a file; a file with several is reported. Never raises on content.

    Parameters
    ----------
    file
        The name that findings show.
    report
        Takes the findings.
    resolve
        From the name of a file beside this one (a buffer, an image) to its bytes.
    path
        Where the file is, if it is somewhere.
    """
    robots = read_robots(data, file=file, report=report, resolve=resolve, path=path)
    if len(robots) > 1:
        names = ", ".join(f"'{robot.name}'" for robot in robots[:8])
        GltfFindings(report, file).add(
            rules.gltf.SEVERAL_ROBOTS,
            "/extensions/EXT_robot_kinematics/models",
            f"the file contains {len(robots)} robots ({names}); the first is used",
            "Use fourbar.gltf.read_robots to read all of them.",
        )
    return robots[0] if robots else None


def read_robots(
    data: bytes,
    *,
    file: str,
    report: Report,
    resolve: Resolve | None = None,
    path: Path | None = None,
) -> list[Robot]:
    """All robots of a file that are whole; the options are those of `read_robot`."""
    findings = GltfFindings(report, file)
    document = open_document(data, findings, resolve=resolve)
    if document is None:
        return []
    nodes = read_nodes(document.root, findings)
    if nodes is None:
        return []
    models = read_models(document.root, len(nodes), findings)
    if not models:
        if findings.count == 0:
            findings.add(
                rules.gltf.GLTF_WITHOUT_ROBOT,
                "/extensions",
                "the file has no EXT_robot_kinematics extension",
            )
        return []
    robots: list[Robot] = []
    for model in models:
        if not model.whole:
            continue
        before = report.count(Severity.ERROR)
        check_model(model, nodes, findings)
        if report.count(Severity.ERROR) > before or findings.full:
            continue
        robot = read_model(model, nodes, document, findings, path=path)
        if robot is not None:
            robots.append(robot)
    return robots


def read_model(
    model: ModelRecord,
    nodes: list[Node],
    document: GltfDocument,
    findings: GltfFindings,
    *,
    path: Path | None = None,
) -> Robot | None:
    """The robot of a model that has been checked; None, with an error, where it can be none."""
    return _Reader(model, nodes, document, findings, findings.file, path).read()


class _Reader:
    def __init__(
        self,
        model: ModelRecord,
        nodes: list[Node],
        document: GltfDocument,
        findings: GltfFindings,
        file: str,
        path: Path | None,
    ) -> None:
        self.model = model
        self.nodes = nodes
        self.placement = Placement(nodes)
        self.shown = VisualNodes(model, nodes, self.placement)
        self.visual_nodes = [self.shown.of(link) for link in model.links]
        self.findings = findings
        self.file = Path(file).name
        self.basis = basis_of(model)
        self.root = document.root
        self.source = GltfSource(file, path, document)
        self.planar: Planar = planar_of(model)

    def read(self) -> Robot | None:
        model, placement, basis = self.model, self.placement, self.basis
        links = [
            read_link(link, self.nodes, self.shown, visuals, basis, self.root, self.file)
            for link, visuals in zip(model.links, self.visual_nodes, strict=True)
        ]
        found = [read_joint(j, model.links, model.joints, placement, basis) for j in model.joints]
        closing = [read_loop(loop, model.links, placement, basis) for loop in model.loops]
        joints = [joint for joint in found if joint is not None]
        loops = [loop for loop in closing if loop is not None]
        if len(joints) < len(found) or len(loops) < len(closing):
            return None
        couplings = [read_coupling(coupling, model.links) for coupling in model.couplings]
        robot = Robot(
            model.name,
            links,
            joints,
            loops,
            couplings,
            source=self.source,
        )
        robot = robot.replace(configurations=self._configurations(robot))
        robot = self._as_written(robot)
        self._remember_meshes(robot)
        return robot

    # The words of the description

    def _as_written(self, robot: Robot) -> Robot:
        """The robot with the description's own words for everything that is still as it was."""
        parts: list[str] = []
        for record in (
            *self.model.links,
            *self.model.joints,
            *self.model.loops,
            *self.model.couplings,
        ):
            text = (as_object(record.place.value.get("extras")) or {}).get("urdf")
            if isinstance(text, str):
                parts.append(text)
        extras = as_object(self.model.place.value.get("extras")) or {}
        listed_others = as_list(extras.get("otherXml")) or []
        others = [text for text in listed_others if isinstance(text, str)]
        listed = as_object(extras.get("attributes")) or {}
        attributes = {key: value for key, value in listed.items() if isinstance(value, str)}
        if not parts and not others and not attributes:
            return robot
        written = robot_of_urdf_text(
            {**attributes, "name": robot.name}, parts, others, is_tree=len(robot.roots) == 1
        )
        if written is None:
            message = "the URDF text in extras is damaged and is ignored"
            self.findings.add(rules.gltf.WRITTEN_FORM_DIFFERS, self.model.place.pointer, message)
            return robot
        return robot.replace(
            links=self._choose(robot.links, written.links, self.model.links, self._same_link),
            joints=self._choose(robot.joints, written.joints, self.model.joints, self._same_joint),
            loops=self._choose(robot.loops, written.loops, self.model.loops, self._same_loop),
            couplings=self._choose(
                robot.couplings, written.couplings, self.model.couplings, same_coupling
            ),
            materials=written.materials,
            transmissions=written.transmissions,
            ros2_control=written.ros2_control,
            sensors=written.sensors,
            extensions=written.extensions,
        )

    def _choose(self, found: Any, written: Any, records: Any, same: Any) -> list[Any]:
        chosen: list[Any] = []
        for part, record in zip(found, records, strict=True):
            words = written.get(part.name)
            if words is not None and same(words, part):
                chosen.append(words)
                continue
            if words is not None:
                message = f"'{part.name}' differs from its URDF text in extras; the text is ignored"
                self.findings.add(
                    rules.gltf.WRITTEN_FORM_DIFFERS, record.place.at("extras"), message
                )
            chosen.append(part)
        return chosen

    def _same_link(self, a: Any, b: Any) -> bool:
        return same_link(a, b, self.basis)

    def _same_joint(self, a: Any, b: Any) -> bool:
        return same_joint(a, b, self.basis, planar=self.planar)

    def _same_loop(self, a: Any, b: Any) -> bool:
        return same_loop(a, b, self.basis)

    # Configurations and meshes

    def _configurations(self, robot: Robot) -> list[Configuration]:
        place = self.model.place.object("configurations")
        configurations: list[Configuration] = []
        for key, value in place.members() if place is not None else ():
            entry = as_object(value)
            if key in ("extras", "extensions") or entry is None:
                continue
            positions: list[JointPosition] = []
            listed = as_list(entry.get("jointPositions")) or []
            for joint, given in zip(self.model.joints, listed, strict=False):
                values = [] if given is None else as_list(given) or [given]
                if values and len(values) == len(joint.dofs):
                    axes = [self.basis.vector_back(dof.axis) for dof in joint.dofs]
                    found = to_model(robot.joints[joint.name], values, axes)
                    positions.append(JointPosition(joint.name, found))
            extras = as_object(entry.get("extras")) or {}
            name, group = as_text(extras.get("name")), as_text(extras.get("group"))
            configurations.append(Configuration(name or key, tuple(positions), group))
        return configurations

    def _remember_meshes(self, robot: Robot) -> None:
        """Which mesh of the file each mesh of the description is."""
        parts = zip(self.model.links, self.visual_nodes, robot.links, strict=True)
        for record, visual_nodes, link in parts:
            path = PartPath("link", link.name)
            for number, (visual, node) in enumerate(zip(link.visuals, visual_nodes, strict=True)):
                if isinstance(visual.geometry, Mesh):
                    mesh = self.nodes[node].mesh
                    self._remember(path.item("visual", number), mesh, record.node, node)
            shapes = zip(link.collisions, collisions_of(record), strict=True)
            for number, (collision, (node, entry)) in enumerate(shapes):
                if isinstance(collision.geometry, Mesh):
                    mesh = collision_mesh(node, entry, self.nodes)
                    self._remember(path.item("collision", number), mesh, record.node, node)

    def _remember(self, path: PartPath, mesh: int | None, link: int, node: int) -> None:
        if mesh is not None:
            scale = self.shown.place(link, node)[2]
            self.source.remember(path, EmbeddedShape(mesh, self.basis, scale))


def planar_of(model: ModelRecord) -> Planar:
    """Which coordinates the planar joints of a file have."""
    for joint in model.joints:
        kind = kind_of(joint.type)
        if kind is not None and len(joint.dofs) > kind.dof:
            return "xyt"
    return "xy"

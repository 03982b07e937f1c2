"""A robot of a glTF file at run time: set joint positions, ask where things are.

The semantics of section "Runtime behaviour" of the specification, without a Robot or a Model:
only nodes move, as in any viewer.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ...diagnostics import Report
from ...formats import LoadError
from ...gltf_file.container import Resolve
from ...robot import RobotError, UnknownNameError, Vector3
from ...robot.kind import kind_of
from ...robot.values import kind_of_value
from ...spatial.frame import compose
from ...spatial.rotation import Quaternion, angles_xyz, matrix_of, unit_quaternion
from ..basis import Basis
from ..findings import GltfFindings
from ..read.extension import DofRecord, JointRecord, ModelRecord, read_models
from ..read.nodes import read_nodes
from ..read.open_document import open_document
from ..validation.model import check_model
from .displacement import displaced, displacement

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...mechanics import Model

Value = float | Sequence[float]


@dataclass(frozen=True, slots=True)
class SceneJoint:
    """A joint as a user sees it: names, limits [rad or m] per DOF, whom it follows."""

    name: str
    type: str
    lower: tuple[float, ...]
    upper: tuple[float, ...]
    velocity: tuple[float | None, ...]
    effort: tuple[float | None, ...]
    default: tuple[float, ...]
    follows: str | None

    @property
    def dof(self) -> int:
        """Degrees of freedom."""
        return len(self.default)


class RobotScene:
    """One robot of a file, in the authored pose at first.

    Parameters
    ----------
    data
        The bytes of a `.glb` or `.gltf` file.
    model
        Which of the file's robots, by number or name.
    resolve
        From the name of a file beside it to its bytes.

    Raises LoadError where the file has errors.
    """

    def __init__(
        self,
        data: bytes,
        *,
        model: int | str = 0,
        file: str = "robot.glb",
        resolve: Resolve | None = None,
    ) -> None:
        if not isinstance(cast("object", data), bytes | bytearray | memoryview):
            raise TypeError(f"expected the bytes of a .glb file, got {kind_of_value(data)}")
        report = Report()
        findings = GltfFindings(report, file)
        document = open_document(data, findings, resolve=resolve)
        nodes = None if document is None else read_nodes(document.root, findings)
        models: list[ModelRecord] = []
        if document is not None and nodes is not None:
            models = read_models(document.root, len(nodes), findings)
        record = _choose(models, model)
        if record is not None and nodes is not None and record.whole:
            check_model(record, nodes, findings)
        if record is None or nodes is None or document is None or not report.ok:
            if report.ok:
                from ... import rules

                findings.add(
                    rules.gltf.GLTF_WITHOUT_ROBOT, "/extensions", f"robot {model!r} does not exist"
                )
            raise LoadError(report)
        self.name = record.name
        self.joints = {joint.name: _joint(joint, record) for joint in record.joints}
        self._file = file
        self._document = document
        self._model = record
        self._nodes = nodes
        self._records = {joint.name: joint for joint in record.joints}
        self._links = {link.name: link.node for link in record.links}
        self._order = _topological(record)
        self._positions = {
            joint.name: tuple(dof.default for dof in joint.dofs) for joint in record.joints
        }
        self._channels: dict[int, tuple[DofRecord, float]] = {}
        self._worlds: dict[int, Any] = {}

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, model: int | str = 0) -> RobotScene:
        """From a file; buffers beside it are found."""
        from ...formats.content import beside

        place = Path(path)
        return cls(place.read_bytes(), model=model, file=str(path), resolve=beside(place))

    # Positions

    @property
    def positions(self) -> dict[str, tuple[float, ...]]:
        """The DOF values of every joint [rad or m]."""
        return dict(self._positions)

    def get(self, joint: str) -> tuple[float, ...]:
        """The DOF values of one joint [rad or m]."""
        self._record(joint)
        return self._positions[joint]

    def set(self, positions: Mapping[str, Value], *, clamp: bool = False) -> None:
        """Move joints; followers follow, all else stays. Loops are left to `close`.

        With `clamp`, positions are held within the limits (followers never are). A joint that
        mimics another cannot be set.
        """
        changes: dict[str, tuple[float, ...]] = {}
        for name, value in positions.items():
            record = self._record(name)
            if record.mimic is not None:
                leader = self._model.joints[record.mimic.joint].name
                raise RobotError(f"joint {name!r} mimics {leader!r}; set that one instead")
            values = tuple(float(v) for v in np.atleast_1d(np.asarray(value, dtype=np.float64)))
            count = len(record.dofs)
            if len(values) != count or not np.isfinite(values).all():
                noun = "value" if count == 1 else "values"
                raise RobotError(f"joint {name!r} needs {count} finite {noun}, got {value!r}")
            if clamp:
                seen = self.joints[name]
                values = tuple(np.clip(values, seen.lower, seen.upper).tolist())
            changes[name] = values
        self._positions.update(changes)
        self._follow()

    def set_pose(
        self, joint: str, translation: Sequence[float], quaternion: Sequence[float]
    ) -> None:
        """Place a floating joint's child (or turn a spherical one's), in the file's axes.

        The nested rotations are Rx Ry Rz; the three angles are solved for.
        """
        record = self._record(joint)
        basis = self._basis()
        angles = angles_xyz(basis.quaternion_back(unit_quaternion(tuple(quaternion))))
        kind = kind_of(record.type)
        if kind is not None and kind.orientation is not None:
            place = basis.vector_back(tuple(translation))[: kind.orientation]
            self.set({joint: (*place, *angles)})
        else:
            raise RobotError(f"joint {joint!r} is {record.type} and has no free orientation")

    def pose_of(self, joint: str) -> tuple[tuple[float, ...], Quaternion]:
        """Translation and rotation across a joint, in the file's axes."""
        frame = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0))
        for dof, value in zip(self._record(joint).dofs, self._positions[joint], strict=True):
            frame = compose(frame, displacement(dof, value))
        return frame

    def configuration(self, name: str) -> None:
        """Take a named configuration of the file; joints it leaves out stay."""
        place = self._model.place.object("configurations")
        members = {} if place is None else place.value
        known = {key: members[key] for key in members if key not in ("extras", "extensions")}
        if name not in known:
            raise UnknownNameError("configuration", name, known)
        listed = known[name]["jointPositions"]
        self.set(
            {
                joint.name: value
                for joint, value in zip(self._model.joints, listed, strict=True)
                if value is not None and joint.mimic is None and joint.dofs
            }
        )

    def rest(self) -> None:
        """Back to the authored pose."""
        for joint in self._model.joints:
            self._positions[joint.name] = tuple(dof.default for dof in joint.dofs)
        self._channels.clear()
        self._worlds.clear()

    # Loops

    @property
    def gap(self) -> float:
        """The largest opening of a loop [m or rad]; 0 without loops."""
        from .loop_gap import loop_gap

        gaps = [0.0]
        for loop in self._model.loops:
            T = np.linalg.inv(self.world(loop.predecessor_node)) @ self.world(loop.successor_node)
            gaps.append(loop_gap(loop, _frame(T)))
        return max(gaps)

    def close(self, *held: str) -> None:
        """Close all loops and couplings from the present positions, with some joints held.

        Raises `fourbar.mechanics.loops.LoopError` where they do not close, and LoadError where the
        file has joints of a type that only it knows.
        """
        from ...mechanics.loops import assemble
        from .close_loops import configuration, dof_positions

        model = self._mechanism
        axes = self._axes
        q0 = configuration(model, self._positions, axes)
        stay = {name: q0[model.joint(name).q].tolist() for name in held}
        found = assemble(model, stay, q0).q
        self._positions.update(dof_positions(model, found, self._positions, axes))
        self._follow()

    @cached_property
    def _axes(self) -> dict[str, list[Vector3]]:
        """The axes of each joint's DOFs, in the description's axes."""
        basis = self._basis()
        return {
            joint.name: [basis.vector_back(dof.axis) for dof in joint.dofs]
            for joint in self._model.joints
        }

    @cached_property
    def _mechanism(self) -> Model:
        """The same robot for computing; made when loops are to be closed."""
        from ...mechanics import Model
        from ..read.robot import planar_of, read_model

        report = Report()
        findings = GltfFindings(report, self._file)
        robot = read_model(self._model, self._nodes, self._document, findings)
        if robot is None:
            raise LoadError(report)
        return Model(robot, planar=planar_of(self._model))

    # Places

    def world(self, node: int) -> NDArray[np.float64]:
        """The transform (4, 4) of a node in the scene, in glTF's axes."""
        if not 0 <= node < len(self._nodes):
            raise IndexError(
                f"node index {node} is out of range: the file has {len(self._nodes)} nodes"
            )
        chain = [node]
        while chain[-1] not in self._worlds:
            parent = self._nodes[chain[-1]].parent
            if parent is None:
                self._worlds[chain[-1]] = self._local(chain[-1])
                break
            chain.append(parent)
        for above, each in zip(reversed(chain), reversed(chain[:-1]), strict=False):
            self._worlds[each] = self._worlds[above] @ self._local(each)
        return self._worlds[node].copy()

    def link_pose(self, link: str) -> NDArray[np.float64]:
        """The transform (4, 4) of a link in the root node's frame, in the description's axes."""
        if link not in self._links:
            raise UnknownNameError("link", link, self._links)
        T = np.linalg.inv(self.world(self._model.root_node)) @ self.world(self._links[link])
        P = np.zeros((4, 4))
        for place, axis in enumerate(self._basis().order):
            P[axis, place] = 1.0
        P[3, 3] = 1.0
        return P @ T @ P.T

    # Inside

    def _record(self, joint: str) -> JointRecord:
        try:
            return self._records[joint]
        except KeyError:
            raise UnknownNameError("joint", joint, self._records) from None

    def _basis(self) -> Basis:
        from ..read.model_basis import basis_of

        return basis_of(self._model)

    def _follow(self) -> None:
        for joint in self._order:
            mimic = joint.mimic
            if mimic is None:
                continue
            leader = self._positions[self._model.joints[mimic.joint].name]
            self._positions[joint.name] = (mimic.multiplier * leader[0] + mimic.offset,)
        self._worlds.clear()
        self._channels = {
            node: (dof, value)
            for joint in self._model.joints
            for node, dof, value in zip(
                joint.dof_nodes, joint.dofs, self._positions[joint.name], strict=True
            )
        }

    def _local(self, number: int) -> NDArray[np.float64]:
        node = self._nodes[number]
        if node.matrix is not None:
            return np.array(node.matrix).reshape(4, 4).T
        translation, rotation = node.translation, node.rotation
        driven = self._channels.get(number)
        if driven is not None:
            translation, rotation = displaced(*driven, (translation, rotation))
        T = np.eye(4)
        T[:3, :3] = np.array(matrix_of(rotation)) * np.array(node.scale)
        T[:3, 3] = translation
        return T


def _choose(models: list[ModelRecord], which: int | str) -> ModelRecord | None:
    if isinstance(which, str):
        return next((model for model in models if model.name == which), None)
    return models[which] if 0 <= which < len(models) else None


def _joint(joint: JointRecord, model: ModelRecord) -> SceneJoint:
    return SceneJoint(
        joint.name,
        joint.type,
        tuple(-np.inf if dof.lower is None else dof.lower for dof in joint.dofs),
        tuple(np.inf if dof.upper is None else dof.upper for dof in joint.dofs),
        tuple(dof.velocity for dof in joint.dofs),
        tuple(dof.effort for dof in joint.dofs),
        tuple(dof.default for dof in joint.dofs),
        None if joint.mimic is None else model.joints[joint.mimic.joint].name,
    )


def _topological(model: ModelRecord) -> list[JointRecord]:
    """Joints with leaders before followers; mimics have been checked for circles."""
    order: list[JointRecord] = []
    done: set[int] = set()
    for start in range(len(model.joints)):
        chain: list[int] = []
        at: int | None = start
        while at is not None and at not in done:
            chain.append(at)
            mimic = model.joints[at].mimic
            at = None if mimic is None else mimic.joint
        for number in reversed(chain):
            done.add(number)
            order.append(model.joints[number])
    return order


def _frame(T: NDArray[np.float64]) -> tuple[tuple[float, float, float], Quaternion]:
    from ...spatial.rotation import quaternion_of_matrix

    x, y, z = (float(c) for c in T[:3, 3])
    return (x, y, z), quaternion_of_matrix(T[:3, :3].tolist())

"""The description of a robot: every input becomes one, every output is made from one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from ..record import field_names, record, replace
from .armature import Armature, ArmatureExtension
from .configuration import Configuration
from .contact import CollisionPair, ContactExtension
from .control import Gazebo, Ros2Control, Sensor, Transmission
from .error import RobotError
from .extension import Extension, UrdfExtension
from .joint import Joint
from .link import Link, Visual
from .loop import Coupling, Loop
from .material import Material
from .named import HasName, Named
from .pose import IDENTITY, Pose
from .raw import Extra
from .source import Source
from .values import check_text, checked_items, count

if TYPE_CHECKING:
    from typing import Any, Self

    from .link import Inertial
    from .operations.mirroring import Plane
    from .operations.scaling import Masses

T = TypeVar("T", bound=HasName)
E = TypeVar("E", bound=Extension)

Part = (
    Link
    | Joint
    | Loop
    | Coupling
    | Material
    | Transmission
    | Ros2Control
    | Sensor
    | Gazebo
    | Configuration
)


def _named(items: Iterable[T], kind: type[T]) -> Named[T]:
    if isinstance(items, Named):
        return items
    return Named(checked_items(items, kind, f"{kind.__name__.lower()}s of a robot"))


@record
class Robot:
    """Links and joints by name and in document order, and all else a description says.

    Immutable: every change gives a new robot. Names are unique within links, joints, materials,
    loops and couplings; references may name what does not exist (`fourbar.check` reports them).
    `extensions` hold what only one format has, in a value of that format's own.
    """

    name: str
    links: Named[Link]
    joints: Named[Joint]
    loops: Named[Loop]
    couplings: Named[Coupling]
    materials: Named[Material]
    transmissions: tuple[Transmission, ...]
    ros2_control: tuple[Ros2Control, ...]
    sensors: tuple[Sensor, ...]
    configurations: tuple[Configuration, ...]
    extensions: tuple[Extension, ...]
    source: Source | None

    def __init__(
        self,
        name: str = "robot",
        links: Iterable[Link] = (),
        joints: Iterable[Joint] = (),
        loops: Iterable[Loop] = (),
        couplings: Iterable[Coupling] = (),
        materials: Iterable[Material] = (),
        transmissions: Iterable[Transmission] = (),
        ros2_control: Iterable[Ros2Control] = (),
        sensors: Iterable[Sensor] = (),
        configurations: Iterable[Configuration] = (),
        extensions: Iterable[Extension] = (),
        source: Source | None = None,
    ) -> None:
        # Written out because the fields are narrower than what a caller may pass.
        values: dict[str, object] = {
            "name": name,
            "links": _named(links, Link),
            "joints": _named(joints, Joint),
            "loops": _named(loops, Loop),
            "couplings": _named(couplings, Coupling),
            "materials": _named(materials, Material),
            "transmissions": tuple(transmissions),
            "ros2_control": tuple(ros2_control),
            "sensors": tuple(sensors),
            "configurations": tuple(configurations),
            "extensions": tuple(e for e in extensions if e != type(e)()),
            "source": source,
        }
        self.__dict__.update(values)
        check_text(self, "name")

    def __eq__(self, other: object) -> bool:
        """Whether the descriptions are equal, wherever they come from."""
        if type(other) is not type(self):
            return NotImplemented
        return self.described() == other.described()

    def __hash__(self) -> int:
        return hash(self.described())

    def described(self) -> tuple[object, ...]:
        """All fields but `source`: what two equal robots share."""
        return tuple(self.__dict__[name] for name in field_names(Robot) if name != "source")

    def __repr__(self) -> str:
        counts = [count(len(self.links), "link"), count(len(self.joints), "joint")]
        if self.loops:
            counts.append(count(len(self.loops), "loop"))
        if self.couplings:
            counts.append(count(len(self.couplings), "coupling"))
        return f"<Robot {self.name!r}: {', '.join(counts)}>"

    def __getstate__(self) -> dict[str, Any]:
        # A copy for another process keeps the description, not the file it was read from.
        return {name: self.__dict__[name] for name in field_names(Robot)} | {"source": None}

    # What only some formats have

    def extension(self, kind: type[E]) -> E:
        """What one format adds, such as `UrdfExtension`; an empty one where there is nothing."""
        return next((e for e in self.extensions if isinstance(e, kind)), kind())

    def with_extension(self, extension: Extension) -> Self:
        """A copy in which one format adds this, instead of what it has added before."""
        others = [e for e in self.extensions if type(e) is not type(extension)]
        return replace(self, extensions=(*others, extension))

    @property
    def gazebo(self) -> tuple[Gazebo, ...]:
        """The `<gazebo>` blocks of a URDF."""
        return self.extension(UrdfExtension).gazebo

    @property
    def armatures(self) -> tuple[Armature, ...]:
        """What rotors add to the inertia of joints, as MJCF and USD state it."""
        return self.extension(ArmatureExtension).armatures

    @property
    def disabled_collisions(self) -> tuple[CollisionPair, ...]:
        """The pairs of links that may overlap: `<disable_collisions>` of SRDF."""
        return self.extension(ContactExtension).disabled

    @property
    def version(self) -> str | None:
        """The `version` of a URDF."""
        return self.extension(UrdfExtension).version

    @property
    def extra(self) -> Extra:
        """What a URDF has below `<robot>` that fourbar does not model."""
        return self.extension(UrdfExtension).extra

    def _repr_html_(self) -> str:
        from .html import robot_html

        return robot_html(self)

    # Structure

    @cached_property
    def parent_joints(self) -> Mapping[str, tuple[Joint, ...]]:
        """The joints whose child is each link; a well-formed tree has at most one."""
        return _by(self.joints, "child")

    @cached_property
    def child_joints(self) -> Mapping[str, tuple[Joint, ...]]:
        """The joints whose parent is each link, in document order."""
        return _by(self.joints, "parent")

    @cached_property
    def roots(self) -> tuple[Link, ...]:
        """The links that are no joint's child, in document order."""
        return tuple(link for link in self.links if link.name not in self.parent_joints)

    @property
    def root(self) -> Link:
        """The one root link; a robot with none or several raises ValueError."""
        if len(self.roots) != 1:
            names = ", ".join(link.name for link in self.roots) or "none"
            raise RobotError(f"robot {self.name!r} has {len(self.roots)} root links: {names}")
        return self.roots[0]

    def chain(self, start: str, end: str) -> tuple[Joint, ...]:
        """The joints on the way from one link to another, in that order.

        The way goes up to the nearest link that is above both (`joint.child` is nearer to `start`)
        and down again. Loops are not taken; links that no joints connect raise ValueError.
        """
        from .paths import chain

        return chain(self, start, end)

    def subtree(self, link: str) -> Self:
        """A link and all below it as a robot of its own, with the loops and couplings inside.

        Raises ValueError where a loop, a coupling or a mimic connects it with the rest.
        """
        from .paths import subtree

        return subtree(self, link)

    def extract_chain(self, start: str, end: str) -> Self:
        """The links and joints on the way between two links as a robot of its own.

        Raises ValueError where a loop, a coupling or a mimic connects it with the rest.
        """
        from .paths import extract_chain

        return extract_chain(self, start, end)

    @property
    def mass(self) -> float:
        """The sum of all links' masses [kg]."""
        return sum(link.inertial.mass for link in self.links if link.inertial)

    @cached_property
    def defined_materials(self) -> Mapping[str, Material]:
        """Materials by name: the robot's own, then those that a visual defines in passing."""
        defined = {material.name: material for material in self.materials}
        for link in self.links:
            for visual in link.visuals:
                material = visual.material
                if material is not None and not material.is_reference:
                    defined.setdefault(material.name, material)
        return defined

    def material_of(self, visual: Visual) -> Material | None:
        """The material of a visual, with a reference looked up among the defined ones."""
        material = visual.material
        if material is not None and material.is_reference:
            return self.defined_materials.get(material.name, material)
        return material

    # Change

    def replace(self, **changes: Any) -> Self:
        """A copy with some fields changed."""
        return replace(self, **changes)

    def add(self, *parts: Part) -> Self:
        """A copy with links, joints, loops, materials, ... appended."""
        from .edit import add

        return add(self, parts)

    def update(self, *parts: Link | Joint | Loop | Coupling | Material) -> Self:
        """A copy in which each part takes the place of the one of its kind and name."""
        from .edit import update

        return update(self, parts)

    def remove_joint(self, name: str) -> Self:
        """A copy without that joint and what refers to it."""
        from .edit import remove

        return remove(self, joints={name})

    def remove_link(self, name: str, *, subtree: bool = False) -> Self:
        """A copy without that link and what refers to it; with `subtree`, without all below it."""
        from .edit import remove_link

        return remove_link(self, name, subtree=subtree)

    def rename_link(self, old: str, new: str) -> Self:
        """A copy with the link renamed and every reference following."""
        from .rename import rename

        return rename(self, links={self.links[old].name: new})

    def rename_joint(self, old: str, new: str) -> Self:
        """A copy with the joint renamed and every reference following."""
        from .rename import rename

        return rename(self, joints={self.joints[old].name: new})

    def prefixed(self, prefix: str) -> Self:
        """A copy with every name in it prefixed."""
        from .rename import prefixed

        return prefixed(self, prefix)

    def attach(
        self,
        other: Robot,
        *,
        to: str,
        origin: Pose = IDENTITY,
        prefix: str = "",
        joint: str | Joint | None = None,
    ) -> Self:
        """A copy with another robot's root fixed to link `to`.

        `prefix` goes before every name of the other robot. `joint` names the new fixed joint, or
        is a joint to use instead (its parent and child are set).
        """
        from .edit import attach

        return attach(self, other, to=to, origin=origin, prefix=prefix, joint=joint)

    # Operations: the same robot described otherwise, or another size or hand of it

    def rerooted(self, link: str) -> Self:
        """A copy whose root is that link; no link moves, and positions keep their meaning.

        A joint that turns about an axis away from its parent's frame gets a massless link there;
        re-rooting back takes it out again.
        """
        from .operations.rerooting import rerooted

        return rerooted(self, link)

    def merge_fixed(self, *joints: str, keep: Collection[str] = ()) -> Self:
        """A copy in which the children of fixed joints are part of their parents.

        Mass, shapes, sensors, loops and references go with them. Without names, all fixed joints
        are merged but those whose child is in `keep`, those that something refers to, such as a
        `<gazebo>` block, and those that would give mass to a root called `world`: simulators have
        no place for it. A joint that is named and cannot go raises ValueError.
        """
        from .operations.merging import merge_fixed

        return merge_fixed(self, joints, keep=keep)

    def split_link(
        self,
        link: str,
        new: str,
        *,
        joint: str | None = None,
        origin: Pose = IDENTITY,
        visuals: Collection[int] = (),
        collisions: Collection[int] = (),
        inertial: Inertial | None = None,
    ) -> Self:
        """A copy with a part of a link as a link of its own, fixed to it at `origin`.

        `visuals` and `collisions` are the numbers of the shapes that go; `inertial` is what the new
        link weighs, in its own frame, and is taken from the old one.
        """
        from .operations.merging import split_link

        return split_link(
            self,
            link,
            new,
            joint=joint,
            origin=origin,
            visuals=visuals,
            collisions=collisions,
            inertial=inertial,
        )

    def move_frame(self, link: str, pose: Pose) -> Self:
        """A copy in which a link's frame is where `pose` is in the old one; nothing else moves.

        The frame of a link that turns has to stay on the axis.
        """
        from .operations.framing import move_frame

        return move_frame(self, link, pose)

    def set_zero(self, positions: Mapping[str, float]) -> Self:
        """A copy in which joints are at zero where they were at these positions [rad or m].

        Limits, mimics, configurations and control count from there.
        """
        from .operations.zeroing import set_zero

        return set_zero(self, positions)

    def scaled(self, factor: float, *, masses: Masses = "density") -> Self:
        """A copy in which all lengths are `factor` times as long.

        Masses go with the third power of it, or stay with masses="keep". Efforts, damping,
        friction and the stiffness of springs stay.
        """
        from .operations.scaling import scaled

        return scaled(self, factor, masses=masses)

    def mirrored(self, plane: Plane = "xz") -> Self:
        """A copy that is the mirror image in a plane of the root link's frame.

        Positions mean the mirrored motion; meshes get a negative scale.
        """
        from .operations.mirroring import mirrored

        return mirrored(self, plane)


def _by(joints: Iterable[Joint], side: str) -> dict[str, tuple[Joint, ...]]:
    found: dict[str, list[Joint]] = {}
    for joint in joints:
        found.setdefault(getattr(joint, side), []).append(joint)
    return {link: tuple(group) for link, group in found.items()}

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .mechanics.dynamics.derivatives import ForwardDerivatives, InverseDerivatives

_Triple = tuple[float, float, float]
_Six = tuple[float, float, float, float, float, float]
_Buffer = Any  # with the buffer protocol; its type would need Python 3.12

class Element:
    """An XML element and the bytes it was written in."""

    def __init__(self, tag: str, attributes: dict[str, str], start: int) -> None: ...
    @property
    def tag(self) -> str:
        """The name in its tags."""
    @property
    def attributes(self) -> dict[str, str]:
        """Values by name."""
    @property
    def children(self) -> list[Element]:
        """The elements inside it."""
    @property
    def start(self) -> int:
        """The byte offset of its `<`."""
    @property
    def close(self) -> int:
        """The byte offset where it was closed: its end tag, or the end of a `/>` tag."""
    def find(self, tag: str, /) -> Element | None:
        """Return the first child of that tag."""

class TreeBuilder:
    """Collects the events of an expat parser into elements."""

    def __init__(self, parser: Any, max_depth: int, max_elements: int) -> None: ...
    @property
    def root(self) -> Element | None:
        """The outermost element."""
    @property
    def open(self) -> Element | None:
        """The innermost element that is not closed yet."""
    @property
    def comments(self) -> list[tuple[Element | None, int, str]]:
        """Parent, number of children before it, and text of each comment."""
    def start(self, tag: str, attributes: dict[str, str], /) -> None:
        """Open an element; RecursionError where they nest too deep, OverflowError at too many."""
    def end(self, tag: str, /) -> None:
        """Close the innermost element."""
    def comment(self, text: str, /) -> None:
        """Remember a comment and its place."""

class Plan:
    """Which attributes and children of an element become which fields of a record.

    An attribute is (name, field, kind, required); a kind is "text", "name" (not empty), "flag",
    "number", a count of numbers, or a frozenset of words. A child is (tag, field, how, plan,
    required): "one" record, "many" in a tuple, "spread" into the fields of the record around it,
    or "either" of several, by the tag of its only child.
    """

    def __init__(
        self,
        make: type | None,
        defaults: dict[str, object],
        attributes: tuple[tuple[str, str, str | int | frozenset[str], bool], ...],
        children: tuple[tuple[str, str, str, Plan | dict[str, Plan], bool], ...],
    ) -> None: ...
    def read(self, element: Element, /) -> Any | None:
        """Return the record of an element in which nothing is unknown, missing or wrong."""

def scan(
    data: bytes, max_depth: int, max_elements: int, /
) -> tuple[Element, list[tuple[Element | None, int, str]]] | None:
    """Read a plain, well-formed XML text in UTF-8 into its root element and comments.

    None if it is anything else, or exceeds a limit: a parser then says what it is.
    """

def read_numbers(
    attributes: dict[str, str], names: tuple[str, ...], /
) -> tuple[float | None, ...] | None:
    """Return one finite number (None where absent) per name.

    None as a whole if any of them cannot be read, or if there are attributes of other names.
    """

def read_vector(text: str, count: int, /) -> tuple[float, ...] | None:
    """Return `count` finite numbers, or None if the text is not just that."""

def parse_numbers(text: str, /) -> tuple[float, ...]:
    """Return the white-space separated decimal numbers in ``text``.

    Numbers are rounded like ``float`` does; ``nan``, ``inf`` and ``infinity`` are accepted in
    any case. Hexadecimal numbers, underscores and non-ASCII digits are not.

    Raises
    ------
    ValueError
        With ``args == (message, start, end)``: the character range ``text[start:end]`` of the
        first token that is not a number.
    """

# Meshes. Arrays come in as anything with the buffer protocol and go out as memoryviews.

class Triangles:
    """Triangles of one material, which never change."""

    def __init__(
        self,
        positions: _Buffer,
        triangles: _Buffer,
        normals: _Buffer | None = None,
        texcoords: _Buffer | None = None,
        colors: _Buffer | None = None,
    ) -> None: ...
    @property
    def positions(self) -> memoryview:
        """(n, 3) float32 [m]."""
    @property
    def normals(self) -> memoryview | None:
        """(n, 3) float32 unit vectors."""
    @property
    def texcoords(self) -> memoryview | None:
        """(n, 2) float32."""
    @property
    def colors(self) -> memoryview | None:
        """(n, 4) float32, linear."""
    @property
    def triangles(self) -> memoryview:
        """(m, 3) uint32 numbers of vertices, which nobody has checked."""
    @property
    def vertex_count(self) -> int: ...
    @property
    def count(self) -> int: ...
    def transform(self, T: Sequence[float]) -> Triangles:
        """Return them moved, turned and scaled by an affine transform, row by row."""
    def merge(self) -> Triangles:
        """Return them with equal vertices made one."""
    def crease(self, cosine: float) -> Triangles:
        """Return them with new normals, split where edges are sharp."""
    def tidy(self) -> tuple[Triangles, int, int, int, bool, int]:
        """Return what is sound.

        Then triangles left out for missing vertices; vertices that are not finite, and triangles
        left out for them; whether texture coordinates were dropped; and normals without direction,
        for which all are dropped.
        """
    def bounds(self) -> tuple[_Triple, _Triple] | None:
        """Return the lowest and highest coordinates of what triangles use."""
    def pack(
        self, order: tuple[int, int, int]
    ) -> tuple[bytes, bytes | None, bytes | None, bytes | None, bytes, _Triple, _Triple]:
        """Return the bytes of a glTF buffer; axis order[i] becomes axis i.

        Positions, normals, texture coordinates, colours (16 bits) and vertex numbers (16 bits for
        fewer than 65535 vertices); then the lowest and highest coordinates.
        """
    def hull(self) -> tuple[int, Triangles]:
        """Return the dimension of the hull of the vertices in use, and its surface."""
    def moments(self) -> tuple[float, _Triple, _Six]:
        """As the function `moments`."""
    def winding_numbers(self, points: _Buffer) -> memoryview:
        """Return how often the closed surface goes around each (n, 3) float64 point."""

def join(parts: Sequence[Triangles], bare: bool) -> Triangles:
    """Return all in one, with the attributes that all parts have, or just positions."""

def simplify(
    parts: Sequence[Triangles],
    wanted: int,
    distance: float,
    texcoord: float,
    color: float,
    normal: float,
) -> tuple[list[Triangles], float]:
    """Return the parts with at most `wanted` triangles together, or as few as tolerances allow.

    Then how far any point of either surface is from the other, at most [m].
    """

def decode_attributes(data: bytes, count: int, stride: int) -> bytes:
    """Return elements of `stride` bytes that meshoptimizer compressed; ValueError if damaged."""

def decode_indices(data: bytes, count: int, width: int) -> bytes:
    """Return indices of `width` bytes that meshoptimizer compressed; ValueError if damaged."""

def decode_triangles(data: bytes, count: int, width: int) -> bytes:
    """Return indices of `width` bytes, compressed as triangles; ValueError if damaged."""

def encode_attributes(data: bytes, stride: int) -> bytes:
    """Return compressed elements of `stride` bytes, as EXT_meshopt_compression has them."""

def encode_indices(data: bytes, width: int) -> bytes:
    """Return compressed indices of `width` bytes, as EXT_meshopt_compression has them."""

def assemble(
    corners: _Buffer,
    stride: int,
    starts: _Buffer | None,
    runs: Sequence[tuple[int, int]] | None,
    positions: tuple[_Buffer, int],
    normals: tuple[_Buffer, int] | None,
    texcoords: tuple[_Buffer, int] | None,
    colors: tuple[_Buffer, int] | None,
    budget: int,
) -> tuple[Triangles, int, int, int, bool, bool, bool]:
    """Return the triangles of polygons whose corners number values.

    Then how many polygons there were, were left out, and were cut blindly, `budget` being spent;
    and whether normals, texture coordinates and colours were left out for numbers that are too
    large. See `fourbar.assets.readers.polygons`.
    """

def corner_starts(sizes: _Buffer) -> memoryview | None:
    """Return the first corner of each polygon, and the end of the last.

    None where a size is negative or there are too many corners.
    """

def unroll(corners: _Buffer, stride: int, fan: bool) -> memoryview:
    """Return the corners of the triangles of a fan, or of a strip."""

def count_edges(triangles: _Buffer) -> tuple[int, int, int, int, bool]:
    """Return how many edges there are, beside one triangle, beside more than two, and turned.

    Turned: two triangles run through it the same way. Last, whether every edge is run through
    equally often both ways: the triangles enclose a volume.
    """

def convex_hull(points: _Buffer) -> tuple[int, memoryview, memoryview, memoryview]:
    """Return the dimension of the hull of (n, 3) float64 points, its corners and its faces.

    Corners are numbers of points; of the faces, where each starts, and the corners of all. Without
    points the dimension is -1.
    """

# Around points: 12 numbers are the axes x, y and z one after the other, and the centre. Raises
# ValueError for points in one plane.

def smallest_box(points: _Buffer) -> list[float]:
    """Return the frame of the smallest box over the faces of the hull of (n, 3) float64 points."""

def smallest_cylinder(points: _Buffer) -> list[float]:
    """Return the frame of a small cylinder along z."""

def smallest_capsule(points: _Buffer) -> list[float]:
    """Return the frame of a small capsule along z."""

def smallest_ball(points: _Buffer) -> list[float]:
    """Return the centre of the smallest ball around any points."""

def outer_hull(points: _Buffer, most: int) -> memoryview:
    """Return the (k, 3) corners of a convex body around points, k <= most, which is 8 or more."""

class Inside(Enum):
    """What counts as inside of a surface.

    Nothing; what a closed one goes around; of an open one, where it fills more than half of the
    view.
    """

    NONE = ...
    CLOSED = ...
    OPEN = ...

class TriangleTree:
    """A surface that is asked for distances."""

    def __init__(self, points: _Buffer, triangles: _Buffer) -> None: ...
    def distances(self, points: _Buffer, inside: Inside) -> memoryview:
        """Return how far (n, 3) float64 points are; negative inside."""
    def farthest(
        self,
        points: _Buffer,
        triangles: _Buffer,
        inside: Inside,
        gap: float,
        budget: int,
        share: float = 0.05,
    ) -> tuple[float, float, _Triple]:
        """Return bounds of the largest distance from triangles to the surface.

        The upper one, the lower one, and where that is. What is inside has none. They are `gap`,
        or this share of the lower one, apart, unless `budget` divisions were too few.
        """
    def pieces_beyond(
        self,
        points: _Buffer,
        triangles: _Buffer,
        inside: Inside,
        beyond: float,
        finest: float,
        most: int,
    ) -> tuple[memoryview, memoryview]:
        """Return the pieces of triangles that are farther than `beyond`, nine numbers each.

        Then how far their middles are. What is farther only in part is cut, until its sides are at
        most `finest` or there are `most` pieces; then its middle decides.
        """

def hull_corners(points: _Buffer, starts: _Buffer) -> tuple[memoryview, memoryview]:
    """Return the numbers of the points that are corners of the hulls of groups.

    Then where each group starts in them. Groups are behind each other and start at `starts`.
    """

def moments(points: _Buffer, triangles: _Buffer) -> tuple[float, _Triple, _Six]:
    """Return volume, centre and inertia (xx, yy, zz, xy, xz, yz) about it, for a density of 1."""

class Meaning(Enum):
    """What numbers of a mesh file stand for."""

    PLAIN = ...
    TEXCOORD = ...
    COLOR = ...

def select_columns(
    numbers: _Buffer, offset: int, stride: int, columns: Sequence[int], meaning: Meaning
) -> memoryview:
    """Return columns of rows of float64 as float32, in the terms of glTF.

    Texture coordinates have v downwards; colours are linear and have an opacity.
    """

def parse_floats(data: bytes, start: int, end: int) -> tuple[memoryview[float], int]:
    """Return the numbers in `data[start:end]` as float64.

    The second value is the offset in `data` of the first token that is no number, or -1.
    """

def parse_integers(data: bytes, start: int, end: int) -> tuple[memoryview, int]:
    """Return the integers in `data[start:end]`, clipped to 32 bits.

    The second value is the offset in `data` of the first token that is no integer, or -1.
    """

def find_number_runs(data: bytes, least: int) -> list[tuple[int, int]]:
    """Return begins and ends of stretches of numbers between `>` and `<`.

    Only those of at least `least` bytes.
    """

def read_stl(data: bytes, offset: int, count: int) -> Triangles:
    """Return the triangles of a binary STL file. Raises IndexError where they are outside."""

def parse_stl(data: bytes) -> tuple[Triangles, str, int, bool]:
    """Return the triangles of an STL file written as text.

    Then what is wrong with it (or ""), where, and whether its last solid is closed.
    """

def parse_obj(data: bytes) -> dict[str, Any]:
    """Return the arrays, all flat, and the statements of an OBJ file.

    `positions`, `colors`, `texcoords` and `normals` are float32 with 3, 4, 2 and 3 numbers each, in
    the terms of glTF; `corners` int32 numbers of a position, a texture coordinate and a normal from
    0, -1 for none; `starts` uint32 the first corner of each face, and the end of the last;
    `statements` are (faces before it, begin, end) of the lines `o`, `g`, `usemtl` and `mtllib`;
    `others` counts lines, points and curves, `unknown` lines of no known word; `problem` is ""
    unless reading stopped at `offset`.
    """

def walk_ply(
    data: bytes,
    offset: int,
    records: int,
    properties: list[tuple[int, int]],
    chosen: int,
    big_endian: bool,
) -> tuple[memoryview, memoryview, int]:
    """Return where the chosen list of each binary PLY record starts, its length, and the end.

    Properties are (bytes of the count, 0 for no list; bytes of an item). Fewer records than asked
    for where the data ends before.
    """

# ---- mechanics -------------------------------------------------------------------------------

_Floats = NDArray[np.float64]
_Frame = Literal["world", "local", "local_world_aligned"]
_Columns = Literal["all", "support"]

class Compiled:
    """A robot's tree as flat arrays: what kernels work on. `fourbar.mechanics.Model` derives."""

    def __init__(
        self,
        parents: NDArray[np.int32],
        motions: NDArray[np.int32],
        axes: NDArray[np.int32],
        pitches: _Floats,
        placements: _Floats,
        masses: _Floats,
        moments: _Floats,
        tensors: _Floats,
        frame_bodies: NDArray[np.int32],
        frame_placements: _Floats,
        frame_numbers: dict[str, int],
        simd: str,
        /,
    ) -> None: ...
    @property
    def nq(self) -> int:
        """The number of entries in a configuration q."""
    @property
    def nv(self) -> int:
        """The number of entries in a velocity v: the degrees of freedom."""
    @property
    def simd(self) -> str:
        """The instruction set of the kernels in use: v4, v3, v2 or generic."""
    def _support(self, link: str | int, /) -> list[int]: ...
    def _sincos(self, x: _Floats, /) -> tuple[_Floats, _Floats]: ...

class Workspace:
    """Memory for results. `fourbar.mechanics.Data` derives."""

    def __init__(self, model: Compiled, batch: int, /) -> None: ...
    @property
    def _model(self) -> Compiled: ...
    @property
    def _batch(self) -> int: ...
    @property
    def _level(self) -> int: ...
    @property
    def poses(self) -> _Floats:
        """Every link's T_world_link, (links, 4, 4), in the order of `model.link_names`."""
    def pose(self, link: str | int) -> _Floats:
        """Return a link's T_world_link, (4, 4)."""

def available_cores(root: str = "/") -> int:
    """Return how many cores this process may use: affinity, and quotas of control groups."""

def simd_levels() -> list[str]:
    """Return the instruction sets this machine has kernels for, best first."""

def motion_kinds() -> list[str]:
    """Return the names of the elementary motions; the place of each is its number."""

def quantity_functions() -> list[tuple[str, str, int]]:
    """Return the functions that read a quantity from a Data: name, quantity, level."""

def solve_inverse(
    model: Compiled,
    link: str,
    point: _Floats | None,
    position: bool,
    rotation: bool,
    tolerances: tuple[float, float],
    most_iterations: int,
    targets: _Floats,
    seeds: _Floats,
    limits: _Floats,
    posture_gain: float,
    follower_places: NDArray[np.int32],
    follower_values: _Floats,
    q: _Floats,
    report: _Floats,
    threads: int,
) -> None:
    """Fill `q` and `report` (converged, position error, rotation error, iterations)."""

def forward_kinematics(
    model: Compiled,
    data: Workspace,
    q: ArrayLike,
    v: ArrayLike | None = None,
    a: ArrayLike | None = None,
    *,
    coordinates: Literal["independent", "spanning"] = "independent",
) -> None:
    """Compute every link's pose, with v also velocities and with a also accelerations.

    Raises LoopError where q is open; coordinates="spanning" takes any q.
    """

def jacobian(
    model: Compiled,
    data: Workspace,
    link: str | int,
    *,
    frame: _Frame = "local_world_aligned",
    point: ArrayLike | None = None,
    columns: _Columns = "all",
    out: _Floats | None = None,
    threads: int | None = None,
) -> _Floats:
    """Return the 6 x nv matrix J with [linear; angular velocity] = J v."""

def linear_jacobian(
    model: Compiled,
    data: Workspace,
    link: str | int,
    *,
    frame: _Frame = "local_world_aligned",
    point: ArrayLike | None = None,
    columns: _Columns = "all",
    out: _Floats | None = None,
    threads: int | None = None,
) -> _Floats:
    """Return the first three rows of `jacobian`: linear velocity = J_v v."""

def angular_jacobian(
    model: Compiled,
    data: Workspace,
    link: str | int,
    *,
    frame: _Frame = "local_world_aligned",
    point: ArrayLike | None = None,
    columns: _Columns = "all",
    out: _Floats | None = None,
    threads: int | None = None,
) -> _Floats:
    """Return the last three rows of `jacobian`: angular velocity = J_w v."""

def jacobian_dot(
    model: Compiled,
    data: Workspace,
    link: str | int,
    *,
    frame: _Frame = "local_world_aligned",
    point: ArrayLike | None = None,
    columns: _Columns = "all",
    out: _Floats | None = None,
    threads: int | None = None,
) -> _Floats:
    """Return the time derivative of `jacobian` while joints move with v, 6 x nv."""

def jacobian_dot_times_v(
    model: Compiled,
    data: Workspace,
    link: str | int,
    *,
    frame: _Frame = "local_world_aligned",
    point: ArrayLike | None = None,
    out: _Floats | None = None,
    threads: int | None = None,
) -> _Floats:
    """Return `jacobian_dot` times v, (6,): the acceleration that velocities alone cause."""

def frame_velocity(
    model: Compiled,
    data: Workspace,
    link: str | int,
    *,
    frame: _Frame = "local_world_aligned",
    point: ArrayLike | None = None,
    out: _Floats | None = None,
    threads: int | None = None,
) -> _Floats:
    """Return J v, (6,): linear [m/s], then angular velocity [rad/s]."""

def frame_acceleration(
    model: Compiled,
    data: Workspace,
    link: str | int,
    *,
    frame: _Frame = "local_world_aligned",
    point: ArrayLike | None = None,
    out: _Floats | None = None,
    threads: int | None = None,
) -> _Floats:
    """Return J a + dJ/dt v, (6,): the time derivative of `frame_velocity` in the same frame."""

def center_of_mass(
    model: Compiled,
    data: Workspace,
    *,
    moving_only: bool = False,
    out: _Floats | None = None,
    threads: int | None = None,
) -> _Floats:
    """Return the centre of mass in world axes [m], (3,)."""

def center_of_mass_jacobian(
    model: Compiled,
    data: Workspace,
    *,
    moving_only: bool = False,
    out: _Floats | None = None,
    threads: int | None = None,
) -> _Floats:
    """Return the 3 x nv matrix J with velocity of the centre of mass = J v."""

def kinematics(
    model: Compiled,
    q: ArrayLike,
    link: str | int,
    *,
    frame: _Frame = "local_world_aligned",
    point: ArrayLike | None = None,
    columns: _Columns = "all",
    out: tuple[_Floats, _Floats] | None = None,
    threads: int | None = None,
    coordinates: Literal["independent", "spanning"] = "independent",
) -> tuple[_Floats, _Floats]:
    """Return poses (n, 4, 4) and Jacobians (n, 6, nv) of configurations (n, nq)."""

# Loops

class LoopChoice:
    """Which columns of each cluster of a LoopSystem follow from the others."""

    def __init__(self, loops: LoopSystem, dependent: Sequence[Sequence[int]], /) -> None: ...

class LoopSystem:
    """Loops, couplings and mimics as flat arrays. `fourbar.mechanics.loops.Loops` derives."""

    def __init__(
        self,
        model: Compiled,
        predecessors: NDArray[np.int32],
        successors: NDArray[np.int32],
        on_predecessors: _Floats,
        on_successors: _Floats,
        slides: NDArray[np.int32],
        turnings: NDArray[np.int32],
        leads: _Floats,
        seconds: _Floats,
        linear_starts: NDArray[np.int32],
        linear_q: NDArray[np.int32],
        linear_v: NDArray[np.int32],
        linear_factors: _Floats,
        constants: _Floats,
        block_rows: Sequence[Sequence[int]],
        block_columns: Sequence[Sequence[int]],
        target: int,
        /,
    ) -> None: ...
    @property
    def n_c(self) -> int:
        """The number of equations: rows of phi and K."""
    def _evaluate(self, q: _Floats, target: _Floats | None = None) -> tuple[_Floats, _Floats]: ...
    def _search(
        self,
        q: _Floats,
        targets: _Floats | None,
        attempts: Sequence[Sequence[Sequence[int]]],
        drawn: _Floats,
        bounds: tuple[_Floats, _Floats] | None,
        tolerance: float,
        steps: int,
        threads: int,
    ) -> tuple[_Floats, _Floats, list[int], list[int]]: ...
    def _follow(
        self,
        q: _Floats,
        goals: _Floats,
        entries: Sequence[int],
        choice: LoopChoice,
        tolerance: float,
        stride: float,
        most: int,
        steps: int,
        threads: int,
        /,
    ) -> tuple[_Floats, _Floats]: ...
    def _trace(
        self,
        q: _Floats,
        goals: _Floats,
        drive_q: int,
        drive_v: int,
        dependent: Sequence[int],
        rows: Sequence[int],
        watched: Sequence[int],
        tolerance: float,
        /,
    ) -> tuple[_Floats, _Floats, list[tuple[int, int, _Floats]], int, _Floats]: ...

_Pair = TypeVar("_Pair", bound=tuple[Any, ...])

def explicit_jacobian(
    model: Compiled,
    data: Workspace,
    choice: LoopChoice,
    v: ArrayLike | None,
    result: type[_Pair],
) -> _Pair:
    """Return G (nv, nu) and g (nv,) as `result(G, g)`; a Data for a batch gives a leading axis."""

def closed_jacobian(
    model: Compiled,
    q: ArrayLike,
    link: str | int,
    choice: LoopChoice,
    *,
    frame: _Frame = "local_world_aligned",
    point: ArrayLike | None = None,
    out: _Floats | None = None,
    threads: int | None = None,
) -> _Floats:
    """Return J G (6, nu) at a closed q (nq,), or (n, 6, nu) at (n, nq)."""

class Mechanism:
    """Masses, friction and loops of a Model, compiled. The core keeps it with its Model."""

    def __init__(
        self,
        model: Compiled,
        loops: LoopSystem | None,
        choice: LoopChoice | None,
        rows: Sequence[Sequence[int]],
        gravity: _Floats,
        armature: _Floats,
        damping: _Floats,
        friction: _Floats,
        stiffness: _Floats,
        rest: _Floats,
        tolerance: float,
        consistency: float,
        driven: bool,
    ) -> None: ...

def simulate_rows(
    model: Compiled,
    q: _Floats,
    v: _Floats,
    tau: _Floats,
    effort: Callable[[float, _Floats, _Floats], ArrayLike] | None,
    integrator: int,
    dt: float,
    steps: int,
    rest: float,
    every: int,
    relative: float,
    absolute: float,
    tolerance: float,
    friction: bool,
    frames: Sequence[int],
    wrenches: _Floats,
    reference: Literal["world", "local", "local_world_aligned"],
    stop_columns: Sequence[int],
    stop_positions: _Floats,
    stop_signs: _Floats,
    restitution: _Floats,
    spring_columns: Sequence[int],
    stiffness: _Floats,
    rests: _Floats,
    threads: int,
) -> tuple[
    _Floats,
    _Floats,
    _Floats,
    _Floats,
    list[tuple[int, int, float, int, float]],
    list[tuple[str, int, float, int, float]],
]:
    """Return q, v, a, tau of all samples, events, and why rows ended early."""

def solve_bounded(W: _Floats, b: _Floats, lower: _Floats, upper: _Floats) -> tuple[_Floats, bool]:
    """Return x within bounds that brings w = W x + b to rest, and whether it does.

    What simulations find who is held with, for tests: w is zero between bounds, not negative at a
    lower and not positive at an upper one. W is symmetric without negative eigenvalues.
    """

def link_wrenches(
    model: Compiled,
    q: _Floats,
    v: _Floats,
    a: _Floats,
    gravity: _Floats,
    masses: _Floats,
    moments: _Floats,
    tensors: _Floats,
) -> tuple[_Floats, _Floats]:
    """Return poses of links (n, links, 4, 4), and the wrenches that they need (n, links, 6)."""

def carry_wrenches(
    poses: _Floats,
    needs: _Floats,
    multipliers: _Floats,
    parents: NDArray[np.int32],
    links: NDArray[np.int32],
    origins: _Floats,
    held: _Floats,
    rows: NDArray[np.int32],
    axes: _Floats,
    frame: Literal["joint", "local_world_aligned", "world"],
) -> tuple[_Floats, _Floats]:
    """Return what joints (n, vectors, joints, 6) and loops (n, vectors, loops, 6) transmit."""

_Wrenches = Mapping[str, ArrayLike] | None
_Coordinates = Literal["independent", "spanning"]
_Efforts = Literal["drives", "independent", "spanning"]

def inverse_dynamics(
    model: Compiled,
    data: Workspace | None,
    q: ArrayLike,
    v: ArrayLike | None,
    a: ArrayLike | None,
    *,
    wrenches: _Wrenches = None,
    frame: _Frame = "local_world_aligned",
    friction: bool = True,
    drives: Any = None,
    coordinates: _Efforts = "drives",
    out: _Floats | None = None,
    threads: int | None = None,
) -> _Floats:
    """Return the efforts at the drives that move the robot with v and a, (nv,) [N m or N]."""

def forward_dynamics(
    model: Compiled,
    data: Workspace | None,
    q: ArrayLike,
    v: ArrayLike | None,
    tau: ArrayLike | None,
    *,
    wrenches: _Wrenches = None,
    frame: _Frame = "local_world_aligned",
    friction: bool = True,
    coordinates: _Coordinates = "independent",
    out: _Floats | None = None,
    threads: int | None = None,
) -> _Floats:
    """Return the accelerations of all joints, (nv,), under efforts tau (nv,) [N m or N]."""

def mass_matrix(
    model: Compiled,
    data: Workspace | None,
    q: ArrayLike,
    *,
    coordinates: _Coordinates = "independent",
    out: _Floats | None = None,
    threads: int | None = None,
) -> _Floats:
    """Return M (nu, nu), whole and symmetric, with kinetic energy u M u / 2."""

def inverse_mass_matrix(
    model: Compiled,
    data: Workspace | None,
    q: ArrayLike,
    *,
    coordinates: _Coordinates = "independent",
    out: _Floats | None = None,
    threads: int | None = None,
) -> _Floats:
    """Return the inverse of `mass_matrix`."""

def bias(
    model: Compiled,
    data: Workspace | None,
    q: ArrayLike,
    v: ArrayLike | None,
    *,
    gravity: bool = True,
    friction: bool = False,
    coordinates: _Coordinates = "independent",
    out: _Floats | None = None,
    threads: int | None = None,
) -> _Floats:
    """Return b (nu,) of M du + b = f: what velocities and gravity ask of the independent joints."""

def gravity(
    model: Compiled,
    data: Workspace | None,
    q: ArrayLike,
    *,
    drives: Any = None,
    coordinates: _Efforts = "drives",
    out: _Floats | None = None,
    threads: int | None = None,
) -> _Floats:
    """Return the efforts at the drives that hold the pose, (nv,) [N m or N]."""

def coriolis_matrix(
    model: Compiled,
    data: Workspace | None,
    q: ArrayLike,
    v: ArrayLike,
    *,
    coordinates: _Coordinates = "independent",
    out: _Floats | None = None,
    threads: int | None = None,
) -> _Floats:
    """Return C (nu, nu) with C u = bias without gravity, and dM/dt - 2 C skew."""

def inverse_dynamics_derivatives(
    model: Compiled,
    data: Workspace | None,
    q: ArrayLike,
    v: ArrayLike | None,
    a: ArrayLike | None,
    *,
    wrenches: _Wrenches = None,
    frame: _Frame = "local_world_aligned",
    friction: bool = True,
    coordinates: _Coordinates = "independent",
    threads: int | None = None,
) -> InverseDerivatives:
    """Derivatives of the efforts f along positions, velocities and accelerations, u and du held."""

def dynamics_derivatives(
    model: Compiled,
    data: Workspace | None,
    q: ArrayLike,
    v: ArrayLike | None,
    a: ArrayLike | None,
    *,
    wrenches: _Wrenches = None,
    frame: _Frame = "local_world_aligned",
    friction: bool = True,
    coordinates: _Coordinates = "independent",
    dual: bool = False,
    tau: ArrayLike | None = None,
    threads: int | None = None,
) -> tuple[_Floats, _Floats, _Floats]:
    """Return d(f - G^T tau)/dq, df/du and M, (nu, nu) each."""

def forward_dynamics_derivatives(
    model: Compiled,
    data: Workspace | None,
    q: ArrayLike,
    v: ArrayLike | None,
    tau: ArrayLike | None,
    *,
    wrenches: _Wrenches = None,
    frame: _Frame = "local_world_aligned",
    friction: bool = True,
    coordinates: _Coordinates = "independent",
    threads: int | None = None,
) -> ForwardDerivatives:
    """Derivatives of the independent accelerations along positions, velocities and efforts."""

def dynamics_energy(
    model: Compiled,
    data: Workspace | None,
    q: ArrayLike,
    v: ArrayLike | None,
    *,
    coordinates: _Coordinates = "independent",
    threads: int | None = None,
) -> _Floats:
    """Return kinetic and potential energy, (2,) [J]."""

def dynamics_momentum(
    model: Compiled,
    data: Workspace | None,
    q: ArrayLike,
    v: ArrayLike,
    *,
    about: Literal["center_of_mass", "origin"] = "center_of_mass",
    coordinates: _Coordinates = "independent",
    threads: int | None = None,
) -> _Floats:
    """Return linear and angular momentum, (6,) [kg m/s, kg m^2/s]."""

def dynamics_centroidal(
    model: Compiled,
    data: Workspace | None,
    q: ArrayLike,
    v: ArrayLike | None,
    *,
    coordinates: _Coordinates = "independent",
    threads: int | None = None,
) -> tuple[_Floats, _Floats]:
    """Return A (6, nu) and dA/dt v (6,)."""

def explicit_form(
    model: Compiled,
    data: Workspace | None,
    q: ArrayLike,
    v: ArrayLike | None,
    *,
    coordinates: _Coordinates = "independent",
    threads: int | None = None,
) -> tuple[_Floats, _Floats]:
    """Return G (nv, nu) and g (nv,) with v = G u and a = G du + g; q is checked to be closed."""

def data_positions(data: Workspace, /) -> _Floats:
    """Return the configurations that a Data holds: (nq,), or (n, nq) for a batch."""

def watch_loops(model: Compiled, loops: LoopSystem | None, tolerance: float) -> None:
    """Have forward_kinematics and others refuse what is open by more than the tolerance."""

def pivots(A: _Floats, groups: Sequence[int], tolerance: float, /) -> tuple[int, list[int], float]:
    """Return rank, columns in the order of their pivots, and the last pivot over the first."""

def least_squares(A: _Floats, b: _Floats, tolerance: float, /) -> _Floats:
    """Return the shortest x that makes |A x - b| smallest."""

def loop_residual(model: Compiled, data: Workspace) -> _Floats:
    """Return phi (n_c,): how far every loop, coupling and mimic is from closed [m or rad]."""

def loop_jacobian(
    model: Compiled, data: Workspace, v: ArrayLike | None = None
) -> tuple[_Floats, _Floats]:
    """Return K (n_c, nv) and k (n_c,) = -dK v, zero without v."""

def closure_gaps(model: Compiled, q: ArrayLike, *, threads: int | None = None) -> _Floats:
    """Return phi (n_c,) at q (nq,), or (n, n_c) at (n, nq): `closure` without K."""

def closure(
    model: Compiled,
    q: ArrayLike,
    *,
    columns: _Columns = "all",
    out: tuple[_Floats, _Floats] | None = None,
    threads: int | None = None,
) -> tuple[_Floats, _Floats]:
    """Return phi (n_c,) and K (n_c, nv) at q (nq,), or with a leading axis at (n, nq)."""

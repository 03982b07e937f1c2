"""Every callable of the compiled module, with arguments that it accepts."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple
from xml.parsers import expat

import numpy as np

import fourbar as fb
from fourbar import _native
from fourbar.mechanics import Model
from fourbar.mechanics.compile import compile_robot
from fourbar.mechanics.dynamics.force_paths import force_paths
from fourbar.mechanics.loops import compile as loop_compiler
from fourbar.mechanics.loops.explicit import ExplicitJacobian


class Call(NamedTuple):
    """A callable and the arguments of one use; `name` is its place in `_native`."""

    name: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    keywords: Mapping[str, Any] = MappingProxyType({})


class Record:
    """What a Plan fills."""


class Sample:
    """A robot with loops and quaternions, and what calls need of it. Made anew for each test."""

    def __init__(self) -> None:
        self.robot = fb.load("gallery:stewart")
        self.model = Model(self.robot)
        self.loops = self.model.loops
        self.link = self.model.link_names[-1]
        self.dependent = [[*range(12), *range(18, 24)]]
        self.choice = _native.LoopChoice(self.loops, self.dependent)
        self.q = np.array(fb.assemble(self.model).q)
        self.data = self.model.data()
        self.batch = self.model.data(3)
        v = np.full(self.model.nv, 0.1)
        fb.forward_kinematics(self.model, self.data, self.q, v, v)
        fb.forward_kinematics(self.model, self.batch, self.rows(3), [v] * 3, [v] * 3)

    def rows(self, count: int) -> np.ndarray:
        return np.tile(self.q, (count, 1))

    def loop_arguments(self) -> tuple[Any, ...]:
        """What the LoopSystem of the model is made from."""
        seen: list[tuple[Any, ...]] = []

        class Recorder(_native.LoopSystem):
            def __init__(self, *arrays: Any, **_: Any) -> None:
                seen.append(arrays)
                super().__init__(*arrays)

        compiled, loop_compiler.Loops = loop_compiler.Loops, Recorder
        try:
            loop_compiler.compile_loops(self.model)
        finally:
            loop_compiler.Loops = compiled
        return seen[0]


def dynamics_calls(at: Sample) -> list[Call]:
    model, data, nv = at.model, at.data, at.model.nv
    chart = model.chart
    nu = chart.size
    rates = np.zeros(nv)
    options = {"wrenches": {at.link: np.ones(6)}, "frame": "local", "friction": True, "threads": 1}
    efforts = options | {"coordinates": "drives", "drives": None, "out": np.empty(nv)}
    plain = {"coordinates": "spanning", "threads": 1}
    square = {"coordinates": "independent", "out": np.empty((nu, nu)), "threads": 1}
    q, v = at.q, rates
    return [
        Call(
            "Mechanism",
            _native.Mechanism,
            (
                model,
                model.loops,
                chart.native,
                [rows.tolist() for rows in chart.rows],
                np.array([0.0, 0.0, -9.81]),
                np.zeros(nv),
                np.zeros(nv),
                np.zeros(nv),
                np.zeros(nv),
                np.zeros(nv),
                1e-10,
                1e-8,
                True,
            ),
        ),
        Call("inverse_dynamics", _native.inverse_dynamics, (model, data, q, v, None), efforts),
        Call(
            "forward_dynamics",
            _native.forward_dynamics,
            (model, at.batch, at.rows(3), np.zeros((3, nv)), np.ones((3, nu))),
            options | {"coordinates": "independent", "out": np.empty((3, nv))},
        ),
        Call("mass_matrix", _native.mass_matrix, (model, data, q), square),
        Call("inverse_mass_matrix", _native.inverse_mass_matrix, (model, None, q), square),
        Call(
            "bias",
            _native.bias,
            (model, data, q, v),
            plain | {"gravity": False, "friction": True, "out": np.empty(nv)},
        ),
        Call("gravity", _native.gravity, (model, None, at.rows(5)), {"coordinates": "drives"}),
        Call("coriolis_matrix", _native.coriolis_matrix, (model, data, q, v), square),
        Call(
            "dynamics_derivatives",
            _native.dynamics_derivatives,
            (model, data, q, v, rates),
            options | {"coordinates": "independent", "dual": True, "tau": rates},
        ),
        Call(
            "inverse_dynamics_derivatives",
            _native.inverse_dynamics_derivatives,
            (model, data, q, v, rates),
            options | {"coordinates": "spanning"},
        ),
        Call(
            "forward_dynamics_derivatives",
            _native.forward_dynamics_derivatives,
            (model, data, q, v, rates),
            options | {"coordinates": "spanning"},
        ),
        Call("dynamics_energy", _native.dynamics_energy, (model, data, q, v), plain),
        Call(
            "dynamics_momentum", _native.dynamics_momentum, (model, data, q, v), {"about": "origin"}
        ),
        Call("dynamics_centroidal", _native.dynamics_centroidal, (model, data, q, None), plain),
        Call("explicit_form", _native.explicit_form, (model, data, q, v), {"threads": 1}),
        *link_calls(at),
        *simulation_calls(at),
    ]


def link_calls(at: Sample) -> list[Call]:
    model = at.model
    links = len(model.robot.links)
    rates = np.zeros((2, model.nv))
    paths = force_paths(model)
    poses = np.tile(np.eye(4), (2, links, 1, 1))
    multipliers = np.ones((2, 3, len(model.loops.blocks[0].rows)))
    tables = (paths.parents, paths.ends, paths.origins, paths.held, paths.rows, paths.axes)
    inertias = (np.ones(links), np.ones((links, 3)), np.ones((links, 9)))
    return [
        Call(
            "link_wrenches",
            _native.link_wrenches,
            (model, at.rows(2), rates, rates, np.zeros(3), *inertias),
        ),
        Call(
            "carry_wrenches",
            _native.carry_wrenches,
            (poses, np.ones((2, links, 6)), multipliers, *tables, "world"),
        ),
    ]


def simulation_calls(at: Sample) -> list[Call]:
    rates = np.zeros((2, at.model.nv))
    stops = ([chart_column(at)], np.array([-9.0]), np.array([1.0]), np.array([0.5]))
    springs = ([chart_column(at)], np.array([1.0]), np.array([0.1]))
    wrenches = ([1], np.ones((1, 6)), "local")
    # Steps so long that a motion of many ends early.
    steps = (10.0, 2, 0.5, 1, 1e-8, 1e-10, 1e-10, True)
    return [
        Call(
            "simulate_rows",
            _native.simulate_rows,
            (at.model, at.rows(2), rates, rates, None, 1, *steps, *wrenches, *stops, *springs, 1),
        ),
        Call(
            "solve_bounded",
            _native.solve_bounded,
            (np.eye(2), np.array([1.0, -1.0]), np.array([-2.0, 0.0]), np.array([2.0, 3.0])),
        ),
    ]


def chart_column(at: Sample) -> int:
    """An entry of v of a joint with one velocity."""
    return next(slot.v.start for slot in at.model.joints.values() if slot.nv == 1)


def mechanics_calls() -> list[Call]:
    at = Sample()
    model, data, link, nq, nv = at.model, at.data, at.link, at.model.nq, at.model.nv
    bodies = compile_robot(at.robot, planar="xy", locked={}, frames={}, payload={})
    options = {"frame": "local", "point": np.zeros(3), "out": None, "threads": 1}
    rows = len(at.loops.support[0])
    calls = [
        Call("Compiled", _native.Compiled, (*bodies.arrays(), "")),
        Call("Compiled._support", model._support, (link,)),
        Call("Compiled._sincos", model._sincos, (np.zeros(4),)),
        Call("Workspace", _native.Workspace, (model, 2)),
        Call("Workspace.pose", data.pose, (link,)),
        Call("available_cores", _native.available_cores, ("/",)),
        Call("simd_levels", _native.simd_levels, ()),
        Call("motion_kinds", _native.motion_kinds, ()),
        Call("quantity_functions", _native.quantity_functions, ()),
        Call("data_positions", _native.data_positions, (data,)),
        Call(
            "forward_kinematics",
            _native.forward_kinematics,
            (model, data, at.q, np.zeros(nv), np.zeros(nv)),
        ),
        Call(
            "kinematics",
            _native.kinematics,
            (model, at.rows(5), link),
            options | {"out": (np.empty((5, 4, 4)), np.empty((5, 6, nv)))},
        ),
        Call(
            "solve_inverse",
            _native.solve_inverse,
            (
                model,
                link,
                np.zeros(3),
                True,
                True,
                (1e-9, 1e-9),
                20,
                np.tile(np.eye(4), (2, 1, 1)),
                at.rows(1),
                np.ascontiguousarray([np.full(nq, -9.0), np.full(nq, 9.0), at.q]),
                0.1,
                np.array([[0, 0, 1, 1]], np.int32),
                np.array([[2.0, 0.1]]),
                at.rows(2),
                np.zeros((2, 4)),
                1,
            ),
        ),
        *dynamics_calls(at),
        Call("LoopChoice", _native.LoopChoice, (at.loops, at.dependent)),
        Call("LoopSystem", _native.LoopSystem, at.loop_arguments()),
        Call("LoopSystem._evaluate", at.loops._evaluate, (at.q, None)),
        Call(
            "LoopSystem._search",
            at.loops._search,
            (
                at.rows(2) + 0.01,
                None,
                [at.dependent, [list(range(nv))]],
                at.rows(9) + 0.2,
                (np.full(nq, -9.0), np.full(nq, 9.0)),
                1e-10,
                20,
                1,
            ),
        ),
        Call(
            "LoopSystem._follow",
            at.loops._follow,
            (
                at.rows(2),
                at.rows(2)[:, 12:18] + 0.01,
                list(range(12, 18)),
                at.choice,
                1e-10,
                0.2,
                4,
                20,
                1,
            ),
        ),
        Call(
            "LoopSystem._trace",
            at.loops._trace,
            (
                at.q,
                at.q[12] + np.array([0.01, 0.02]),
                12,
                12,
                at.dependent[0],
                list(range(18)),
                [0, 1],
                1e-10,
            ),
        ),
        Call("watch_loops", _native.watch_loops, (model, at.loops, 1e-10)),
        Call("pivots", _native.pivots, (np.eye(3), [0, 1, 2], 1e-8)),
        Call("least_squares", _native.least_squares, (np.eye(3), np.ones(3), 1e-8)),
        Call("loop_residual", _native.loop_residual, (model, data)),
        Call("loop_jacobian", _native.loop_jacobian, (model, data, np.zeros(nv))),
        Call("closure_gaps", _native.closure_gaps, (model, at.rows(5)), {"threads": 1}),
        Call(
            "closure",
            _native.closure,
            (model, at.rows(5)),
            {
                "columns": "support",
                "out": (np.empty((5, at.loops.n_c)), np.empty((5, rows))),
                "threads": 1,
            },
        ),
        Call(
            "explicit_jacobian",
            _native.explicit_jacobian,
            (model, data, at.choice, np.zeros(nv), ExplicitJacobian),
        ),
        Call("closed_jacobian", _native.closed_jacobian, (model, at.q, link, at.choice), options),
        Call("closed_jacobian", _native.closed_jacobian, (model, at.rows(5), link, at.choice)),
    ]
    for name, _, _ in _native.quantity_functions():
        own = ({"moving_only": True} if "mass" in name else options) | {"out": None, "threads": 1}
        if name in ("jacobian", "linear_jacobian", "angular_jacobian", "jacobian_dot"):
            own["columns"] = "support"
        for filled in (data, at.batch):
            given = (model, filled) if "mass" in name else (model, filled, link)
            calls.append(Call(name, getattr(_native, name), given, own))
    return calls


def mesh_calls() -> list[Call]:
    positions = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]], np.float32)
    texcoords = np.ascontiguousarray(positions[:, :2])
    colors = np.ones((4, 4), np.float32)
    corners = np.array([[0, 1, 2], [1, 3, 2]], np.uint32)
    triangles = _native.Triangles(positions, corners, positions, texcoords, colors)
    signed = array("i", corners.ravel().tolist())
    flat = positions.ravel()
    packed = corners.tobytes()
    text = b"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
    text += b"endloop\nendfacet\nendsolid a\n"
    ply = np.array([3], "B").tobytes() + np.array([0, 1, 2], "<i4").tobytes()
    own = "Triangles."
    solid = np.eye(4, 3)
    faces = np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]], np.uint32)
    tree = _native.TriangleTree(solid, faces)
    return [
        Call("TriangleTree", _native.TriangleTree, (solid, faces)),
        Call("TriangleTree.distances", tree.distances, (solid, _native.Inside.OPEN)),
        Call(
            "TriangleTree.farthest", tree.farthest, (solid, faces, _native.Inside.CLOSED, 0.1, 100)
        ),
        Call(
            "TriangleTree.pieces_beyond",
            tree.pieces_beyond,
            (solid, faces, _native.Inside.CLOSED, 0.1, 0.1, 100),
        ),
        Call("hull_corners", _native.hull_corners, (solid, np.array([0, 2], np.uint32))),
        Call("smallest_box", _native.smallest_box, (solid,)),
        Call("smallest_cylinder", _native.smallest_cylinder, (solid,)),
        Call("smallest_capsule", _native.smallest_capsule, (solid,)),
        Call("smallest_ball", _native.smallest_ball, (solid,)),
        Call("outer_hull", _native.outer_hull, (solid, 16)),
        Call("Triangles", _native.Triangles, (positions, corners, positions, texcoords, colors)),
        Call(own + "transform", triangles.transform, (tuple(np.eye(4).ravel().tolist()),)),
        Call(own + "merge", triangles.merge, ()),
        Call(own + "crease", triangles.crease, (0.5,)),
        Call(own + "tidy", triangles.tidy, ()),
        Call(own + "bounds", triangles.bounds, ()),
        Call(own + "pack", triangles.pack, ((0, 1, 2),)),
        Call(own + "hull", triangles.hull, ()),
        Call(own + "moments", triangles.moments, ()),
        Call(own + "winding_numbers", triangles.winding_numbers, (np.eye(3),)),
        Call("convex_hull", _native.convex_hull, (np.eye(3),)),
        Call("moments", _native.moments, (np.eye(4, 3), corners)),
        Call("join", _native.join, ([triangles, triangles], False)),
        Call(
            "assemble",
            _native.assemble,
            (
                signed,
                1,
                array("I", [0, 3, 6]),
                [(0, 2)],
                (flat, 0),
                (flat, 0),
                (flat[:8], 0),
                (np.ones(16, np.float32), 0),
                100,
            ),
        ),
        Call("corner_starts", _native.corner_starts, (array("i", [3, 3]),)),
        Call("unroll", _native.unroll, (signed, 1, True)),
        Call("count_edges", _native.count_edges, (corners,)),
        Call(
            "select_columns",
            _native.select_columns,
            (np.arange(12.0), 0, 4, [0, 1, 2], _native.Meaning.COLOR),
        ),
        Call("parse_floats", _native.parse_floats, (b"1 2.5 -3e2", 0, 10)),
        Call("parse_integers", _native.parse_integers, (b"1 2 -3", 0, 6)),
        Call("find_number_runs", _native.find_number_runs, (b"<a>1 2 3 4 5</a>", 3)),
        Call("read_stl", _native.read_stl, (bytes(184), 84, 2)),
        Call("parse_stl", _native.parse_stl, (text,)),
        Call("parse_obj", _native.parse_obj, (b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",)),
        Call("simplify", _native.simplify, ([triangles, triangles], 2, 0.1, 0.1, 0.1, 0.1)),
        Call("encode_indices", _native.encode_indices, (packed, 4)),
        Call("encode_attributes", _native.encode_attributes, (flat.tobytes(), 12)),
        Call(
            "decode_indices",
            _native.decode_indices,
            (_native.encode_indices(packed, 4), corners.size, 4),
        ),
        Call(
            "decode_triangles",
            _native.decode_triangles,
            (bytes([0xE1, 0xF0, *bytes(16)]), 3, 4),
        ),
        Call(
            "decode_attributes",
            _native.decode_attributes,
            (_native.encode_attributes(flat.tobytes(), 12), 4, 12),
        ),
        Call("walk_ply", _native.walk_ply, (ply * 2, 0, 2, [(1, 4)], 0, False)),
    ]


def xml_calls() -> list[Call]:
    builder = _native.TreeBuilder(expat.ParserCreate(), 100, 1000)
    builder.start("a", {"b": "1"})
    element = _native.Element("a", {"b": "1"}, 0)
    number = _native.Plan(Record, {"x": 0.0}, (("x", "x", "number", True),), ())
    outer = _native.Plan(
        Record,
        {"a": None, "b": None, "c": "", "d": True, "e": "", "n": ()},
        (
            ("a", "a", 3, False),
            ("c", "c", "text", False),
            ("d", "d", "flag", False),
            ("e", "e", frozenset({"p", "q"}), False),
        ),
        (("b", "b", "one", number, False), ("n", "n", "many", number, False)),
    )
    found = _native.scan(b'<r a="1 2 3"><b x="1"/><n x="2"/><n x="3"/></r>', 100, 1000)
    assert found is not None
    return [
        Call("scan", _native.scan, (b'<r a="1"><!-- c --><b/></r>', 100, 1000)),
        Call(
            "Plan",
            _native.Plan,
            (
                Record,
                {"b": None},
                (("a", "a", "number", True),),
                (("b", "b", "one", number, False),),
            ),
        ),
        Call("Plan.read", outer.read, (found[0],)),
        Call("Element", _native.Element, ("a", {"b": "1"}, 0)),
        Call("Element.find", element.find, ("a",)),
        Call("TreeBuilder", _native.TreeBuilder, (expat.ParserCreate(), 100, 1000)),
        Call("TreeBuilder.start", builder.start, ("a", {"b": "1"})),
        Call("TreeBuilder.comment", builder.comment, ("text",)),
        Call("TreeBuilder.end", builder.end, ("a",)),
        Call("read_numbers", _native.read_numbers, ({"a": "1"}, ("a", "b"))),
        Call("read_vector", _native.read_vector, ("1 2 3", 3)),
        Call("parse_numbers", _native.parse_numbers, ("1 2 3",)),
    ]


def all_calls() -> list[Call]:
    return [*mechanics_calls(), *mesh_calls(), *xml_calls()]

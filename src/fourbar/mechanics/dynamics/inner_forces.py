"""Forces inside a mechanism: what joints, loops, couplings and mimics transmit.

Inverse dynamics of the tree with all loops cut needs efforts r at all joints; drives give tau, and
loops the rest, K^T lambda = r - tau. Their wrenches then act on both of their links, and the sums
of all wrenches on what hangs on a joint are what the joint transmits. Where K has redundant rows,
some of it is undetermined for rigid links: what a vector of null(K^T) changes (Wojtyra, 2005).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from ... import _native
from ...graph import ConnectivityGraph
from ...numerics import (
    DYNAMICS_DETERMINED,
    DYNAMICS_LEAST_EFFORT,
    DYNAMICS_MISFIT,
    DYNAMICS_SLIP,
)
from ..error import unknown_name
from ..loops.chart import rank_tolerance
from ..loops.subspace import subspaces, unit_axis
from .links import link_inertias, link_motions, link_wrenches

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..batch import Frame
    from ..data import Data
    from ..model import Model

ReactionFrame = Literal["joint", "local_world_aligned", "world"]


class Reactions(NamedTuple):
    """What joints transmit: forces [N], then moments [N m].

    Attributes
    ----------
    joints
        The wrench of parent on child at the child's origin, (joints, 6), drives included; fixed
        joints count.
    loops
        The wrench of predecessor on successor at the origin of the loop's frame on the successor,
        (loops, 6), in the axes of that on the predecessor.
    couplings
        The multiplier of each row of a coupling: its effort at a joint is that times the joint's
        factor in the row, (rows,).
    mimics
        Likewise for each joint that mimics another, (mimics,).
    determined
        True where rigid links leave no choice: the same four shapes, as `Determined`.
    indeterminacy
        Rows less rank, for each block of `model.loops`.
    tau
        The efforts at drives, (nv,).
    joint_names, loop_names, coupling_names, mimic_names
        What each row is of.

    A batch has a leading axis in the first four and in `tau`; `determined` holds for all of it.
    """

    joints: NDArray[np.float64]
    loops: NDArray[np.float64]
    couplings: NDArray[np.float64]
    mimics: NDArray[np.float64]
    determined: Determined
    indeterminacy: tuple[int, ...]
    tau: NDArray[np.float64]
    joint_names: tuple[str, ...]
    loop_names: tuple[str, ...]
    coupling_names: tuple[str, ...]
    mimic_names: tuple[str, ...]

    def of(self, name: str) -> NDArray[np.float64]:
        """The wrench of a joint or loop (..., 6), or the effort of a coupling (...,)."""
        for names, values, width in (
            (self.joint_names, self.joints, 1),
            (self.loop_names, self.loops, 1),
            (self.coupling_names, self.couplings, 0),
        ):
            if name in names:
                row = names.index(name)
                return values[..., row, :] if width else values[..., row]
        raise unknown_name(
            "joint", name, [*self.joint_names, *self.loop_names, *self.coupling_names]
        )


class Determined(NamedTuple):
    """Which components of reactions rigid links determine."""

    joints: NDArray[np.bool_]
    loops: NDArray[np.bool_]
    couplings: NDArray[np.bool_]
    mimics: NDArray[np.bool_]


def reactions(
    model: Model,
    data: Data | None,
    q: ArrayLike,
    v: ArrayLike | None = None,
    *,
    a: ArrayLike | None = None,
    tau: ArrayLike | None = None,
    wrenches: Mapping[str, ArrayLike] | None = None,
    wrench_frame: Frame = "local_world_aligned",
    friction: bool = True,
    frame: ReactionFrame = "joint",
    rule: Literal["least"] | ArrayLike = "least",
) -> Reactions:
    """What every joint, loop, coupling and mimic transmits.

    With `a`, in that motion, under the efforts `tau` or those of `inverse_dynamics`; without, in
    the motion that `tau` causes (`forward_dynamics`), or at rest where there is no `tau` either.
    `frame` "joint" writes wrenches of joints in the child's axes, "local_world_aligned" in world
    axes at the child's origin, "world" about the world's origin.

    Where loops are redundant, `rule` "least" takes the smallest wrenches at loops, moments divided
    by the size of the mechanism; or give a compliance for every row of K. `determined` says which
    components no rule changes.
    """
    if frame not in ("joint", "local_world_aligned", "world"):
        raise ValueError(
            f"unknown frame {frame!r}; expected one of: 'joint', 'local_world_aligned', 'world'"
        )
    load: dict[str, Any] = {"wrenches": wrenches, "frame": wrench_frame}
    smooth = a is None and tau is not None
    if smooth:
        a = _native.forward_dynamics(model, data, q, v, tau, friction=friction, **load)
    G, g = _native.explicit_form(model, data, q, v)
    if tau is None:
        tau = _native.inverse_dynamics(model, data, q, v, a, friction=friction, **load)
    single = np.ndim(tau) == 1
    rows = _Rows(model, q, v, a, np.asarray(G), np.asarray(g))
    efforts = rows.spanned(tau)
    needed = np.asarray(
        _native.inverse_dynamics(
            model, None, rows.q, rows.v, rows.a, coordinates="spanning", friction=False, **load
        )
    )
    if friction:
        turned = np.tanh(rows.v / DYNAMICS_SLIP) if smooth else np.sign(rows.v)
        needed = needed + model.damping * rows.v + model.friction * turned
    solver = _LoopForces(model, rows, rule)
    force = solver.solve(needed - efforts)
    left = np.abs(needed - efforts - np.einsum("nij,ni->nj", solver.K, force))
    size = np.abs(needed).max(initial=0.0) + np.abs(efforts).max(initial=0.0)
    if left.size and left.max() > DYNAMICS_MISFIT * max(float(size), DYNAMICS_LEAST_EFFORT):
        raise ValueError(
            f"tau does not cause a: {float(left.max()):.3g} N m or N are missing; give one of them"
        )
    own = link_wrenches(link_inertias(model), rows.motions)
    tree = _LinkTree(model, rows.motions.poses)
    tree.add_loads(own, wrenches, wrench_frame)
    joints = tree.carried(own - solver.on_links(force))
    result = tree.in_frame(joints, frame)
    determined = solver.determined(tree, frame)
    loop_wrenches, couplings, mimics = solver.by_constraint(force)
    shown = (result, loop_wrenches, couplings, mimics, np.asarray(efforts))
    result, loop_wrenches, couplings, mimics, efforts = (x[0] if single else x for x in shown)
    return Reactions(
        result,
        loop_wrenches,
        couplings,
        mimics,
        determined,
        solver.indeterminacy,
        efforts,
        tree.joint_names,
        tuple(c.name for c in model.loops.constraints if c.kind == "loop"),
        tuple(name for _, name in solver.linear_rows("coupling")),
        tuple(name for _, name in solver.linear_rows("mimic")),
    )


def supported_wrench(
    model: Model,
    data: Data | None,
    link: str,
    q: ArrayLike,
    v: ArrayLike | None = None,
    *,
    a: ArrayLike | None = None,
    tau: ArrayLike | None = None,
    wrenches: Mapping[str, ArrayLike] | None = None,
    wrench_frame: Frame = "local_world_aligned",
    friction: bool = True,
    frame: ReactionFrame = "joint",
) -> NDArray[np.float64]:
    """What a force sensor between a link and its parent reads, (6,): the wrench on the link.

    At the link's origin, in its own axes unless `frame` says otherwise. Raises ValueError where
    redundant loops leave a component undetermined; `reactions` has the others.
    """
    found = reactions(
        model,
        data,
        q,
        v,
        a=a,
        tau=tau,
        wrenches=wrenches,
        wrench_frame=wrench_frame,
        friction=friction,
        frame=frame,
    )
    model.link_number(link)
    for row, name in enumerate(found.joint_names):
        if model.robot.joints[name].child != link:
            continue
        if not found.determined.joints[row].all():
            raise ValueError(
                f"rigid links do not determine what joint {name!r} transmits, since loops are "
                "redundant; `reactions` has the components that they do"
            )
        return found.joints[..., row, :]
    raise ValueError(f"link {link!r} is the root; nothing supports it")


class _Rows:
    """States as rows, a leading axis always there."""

    def __init__(
        self,
        model: Model,
        q: ArrayLike,
        v: ArrayLike | None,
        a: ArrayLike | None,
        G: NDArray[np.float64],
        g: NDArray[np.float64],
    ) -> None:
        self.G, self.g = G.reshape(-1, *G.shape[-2:]), g.reshape(-1, g.shape[-1])
        self.independent = np.arange(model.nv) if not model.loops.blocks else model.chart.v
        self.q = np.asarray(q, dtype=np.float64).reshape(-1, model.nq)
        self.nv = model.nv
        self.v = self.moved(v)
        self.a = self.moved(a)
        if a is None or np.shape(a)[-1] != model.nv:
            self.a = self.a + self.g
        self.motions = link_motions(model, self.q, self.v, self.a)

    def moved(self, rates: ArrayLike | None) -> NDArray[np.float64]:
        if rates is None:
            return np.zeros((len(self.q), self.nv))
        values = np.asarray(rates, dtype=np.float64)
        if values.shape[-1] == self.nv:
            return values.reshape(-1, self.nv)
        return np.einsum("nij,nj->ni", self.G, values.reshape(len(self.q), -1))

    def spanned(self, tau: ArrayLike) -> NDArray[np.float64]:
        values = np.asarray(tau, dtype=np.float64)
        if values.shape[-1] == self.nv:
            return values.reshape(-1, self.nv)
        efforts = np.zeros((len(self.q), self.nv))
        efforts[:, self.independent] = values.reshape(len(self.q), -1)
        return efforts


_TREES: WeakKeyDictionary[Model, tuple[tuple[int, ...], tuple[str, ...]]] = WeakKeyDictionary()


class _LinkTree:
    """Links, the joints between them, and sums of wrenches over what hangs on a joint."""

    def __init__(self, model: Model, poses: NDArray[np.float64]) -> None:
        self.model, self.poses = model, poses
        kept = _TREES.get(model)
        if kept is None:
            graph = ConnectivityGraph(model.robot)
            names = tuple(joint.name for joint in graph.joints)
            kept = _TREES[model] = (tuple(graph.parents), names)
        self.parents, self.joint_names = kept

    def add_loads(
        self, own: NDArray[np.float64], wrenches: Mapping[str, ArrayLike] | None, frame: Frame
    ) -> None:
        """Take the wrenches that act on links from what they need."""
        for name, values in (wrenches or {}).items():
            link, on_link = name, np.eye(4)
            if name in self.model.frames:
                link, pose = self.model.frames[name]
                on_link = pose.matrix()
            number = self.model.link_number(link)
            T = self.poses[:, number] @ on_link
            w = np.broadcast_to(np.asarray(values, dtype=np.float64), (len(own), 6))
            force, moment = w[:, :3], w[:, 3:]
            if frame == "local":
                force = np.einsum("nij,nj->ni", T[:, :3, :3], force)
                moment = np.einsum("nij,nj->ni", T[:, :3, :3], moment)
            at = np.zeros((len(own), 3)) if frame == "world" else T[:, :3, 3]
            moment = moment + np.cross(at - self.poses[:, number, :3, 3], force)
            own[:, number] -= np.concatenate([force, moment], axis=-1)

    def carried(self, needs: NDArray[np.float64]) -> NDArray[np.float64]:
        """What every joint transmits (n, joints, 6), from what links need (n, links, 6)."""
        total = needs.copy()
        for child in range(len(self.joint_names), 0, -1):
            parent = self.parents[child]
            arm = self.poses[:, child, :3, 3] - self.poses[:, parent, :3, 3]
            total[:, parent] += total[:, child]
            total[:, parent, 3:] += np.cross(arm, total[:, child, :3])
        return total[:, 1:]

    def in_frame(self, joints: NDArray[np.float64], frame: ReactionFrame) -> NDArray[np.float64]:
        T = self.poses[:, 1:]
        force, moment = joints[..., :3], joints[..., 3:]
        if frame == "joint":
            into = np.swapaxes(T[..., :3, :3], -1, -2)
            force = np.einsum("nlij,nlj->nli", into, force)
            moment = np.einsum("nlij,nlj->nli", into, moment)
        elif frame == "world":
            moment = moment + np.cross(T[..., :3, 3], force)
        return np.concatenate([force, moment], axis=-1)


class _LoopForces:
    """lambda of K^T lambda = r, and the wrenches that it is."""

    def __init__(self, model: Model, rows: _Rows, rule: Literal["least"] | ArrayLike) -> None:
        self.model, self.rows, self.loops = model, rows, model.loops
        self.K = np.asarray(_native.closure(model, rows.q)[1])
        self.scale = self._scale(rule)
        self.tolerance = rank_tolerance(model)
        self.nulls: list[NDArray[np.float64]] = []
        self.indeterminacy = self._find_nulls()
        closing = [c for c in self.loops.constraints if c.kind == "loop"]
        self.frames = [self._frame(c.name) for c in closing]
        self.held = [(c.rows, self._held(c.name)) for c in closing]

    def _scale(self, rule: Literal["least"] | ArrayLike) -> NDArray[np.float64]:
        """Lambda = scale * mu, of which the shortest is taken."""
        if not isinstance(rule, str):
            given = np.asarray(rule, dtype=np.float64)
            count = self.K.shape[1]
            if given.shape != (count,) or not (np.isfinite(given) & (given > 0.0)).all():
                raise ValueError(f"rule must be 'least' or {count} positive numbers, one per row")
            return given**-0.5
        if rule != "least":
            raise ValueError(f"unknown rule {rule!r}; expected 'least' or a number per row of K")
        scale = np.ones(self.K.shape[1])
        for c in self.loops.constraints:
            if c.kind != "loop":
                continue
            links = self.loops.blocks[c.block].links
            points = self.rows.motions.poses[0, [self.model.link_number(n) for n in links], :3, 3]
            size = float(np.linalg.norm(points - points.mean(axis=0), axis=1).max(initial=0.0))
            slides = sum(self.model.robot.loops[c.name].kind.demands.slides)
            scale[c.rows.start + slides : c.rows.stop] = size or 1.0
        return scale

    def _find_nulls(self) -> tuple[int, ...]:
        """Orthonormal bases of the mu that do nothing, row by row of the batch."""
        most: list[int] = []
        for block in self.loops.blocks:
            A = (self.K * self.scale[:, None])[:, block.rows][:, :, block.columns]
            U, sizes, _ = np.linalg.svd(A)
            limit = self.tolerance * np.maximum(sizes.max(axis=-1, initial=0.0), 1e-300)
            ranks = (sizes > limit[:, None]).sum(axis=-1)
            rank = int(ranks.min(initial=len(block.rows)))
            basis = np.zeros((len(self.K), self.K.shape[1], len(block.rows) - rank))
            basis[:, block.rows] = U[:, :, rank:]
            self.nulls.append(basis)
            most.append(len(block.rows) - rank)
        return tuple(most)

    def solve(self, r: NDArray[np.float64]) -> NDArray[np.float64]:
        """The shortest lambda (n, n_c) of every row."""
        force = np.zeros(self.K.shape[:2])
        for block in self.loops.blocks:
            A = (self.K * self.scale[:, None])[:, block.rows][:, :, block.columns]
            inverse = np.linalg.pinv(np.swapaxes(A, -1, -2), rcond=self.tolerance)
            force[:, block.rows] = np.einsum("nij,nj->ni", inverse, r[:, block.columns])
        return force * self.scale

    def _frame(self, name: str) -> tuple[int, int, NDArray[np.float64], NDArray[np.float64]]:
        """The links of a loop, S's origin (n, 3) and the axes of P (n, 3, 3)."""
        loop = self.model.robot.loops[name]
        poses = self.rows.motions.poses
        p, s = self.model.link_number(loop.predecessor), self.model.link_number(loop.successor)
        P = poses[:, p] @ loop.predecessor_origin.matrix()
        S = poses[:, s] @ loop.successor_origin.matrix()
        return p, s, S[:, :3, 3], P[:, :3, :3]

    def _wrenches(self, force: NDArray[np.float64]) -> list[NDArray[np.float64]]:
        """Psi lambda of every loop, (n, 6) in P's axes at S's origin."""
        return [np.einsum("nij,nj->ni", held, force[:, rows]) for rows, held in self.held]

    def _held(self, name: str) -> NDArray[np.float64]:
        """Psi (n, 6, rows) of a loop, in P's axes: the wrenches that its rows of K stand for."""
        loop = self.model.robot.loops[name]
        Psi = np.repeat(subspaces(loop).Psi[None], len(self.K), axis=0)
        if loop.kind.demands.turning == 1:
            # A universal joint holds the couple across its two axes, wherever the second one is.
            poses = self.rows.motions.poses
            p, s = self.model.link_number(loop.predecessor), self.model.link_number(loop.successor)
            P = poses[:, p, :3, :3] @ loop.predecessor_origin.matrix()[:3, :3]
            S = poses[:, s, :3, :3] @ loop.successor_origin.matrix()[:3, :3]
            first = unit_axis(loop.axis, name)
            second = unit_axis(loop.second_axis, name)
            now = np.einsum("nji,njk,k->ni", P, S, second)
            Psi[:, 3:, -1] = np.cross(first, now) / np.linalg.norm(np.cross(first, second))
        return Psi

    def on_links(self, force: NDArray[np.float64]) -> NDArray[np.float64]:
        """What loops exert on every link, (n, links, 6), about its origin in world axes."""
        poses = self.rows.motions.poses
        total = np.zeros((*poses.shape[:2], 6))
        for (p, s, point, R), w in zip(self.frames, self._wrenches(force), strict=True):
            f = np.einsum("nij,nj->ni", R, w[:, :3])
            m = np.einsum("nij,nj->ni", R, w[:, 3:])
            for link, sign in ((s, 1.0), (p, -1.0)):
                arm = point - poses[:, link, :3, 3]
                total[:, link] += sign * np.concatenate([f, m + np.cross(arm, f)], axis=-1)
        return total

    def by_constraint(
        self, force: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Wrenches of loops (n, loops, 6), and lambda of couplings and mimics."""
        wrenches = self._wrenches(force)
        loops = np.stack(wrenches, axis=1) if wrenches else np.zeros((len(force), 0, 6))
        couplings, mimics = (
            force[:, [row for row, _ in self.linear_rows(kind)]] for kind in ("coupling", "mimic")
        )
        return loops, couplings, mimics

    def linear_rows(self, kind: Literal["coupling", "mimic"]) -> list[tuple[int, str]]:
        """The rows of couplings or mimics, and a name for each: `belt[1]` where one has several."""
        return [
            (row, c.name if c.rows.stop - c.rows.start == 1 else f"{c.name}[{row - c.rows.start}]")
            for c in self.loops.constraints
            if c.kind == kind
            for row in range(c.rows.start, c.rows.stop)
        ]

    def determined(self, tree: _LinkTree, frame: ReactionFrame) -> Determined:
        """Which components no vector of null(K^T) changes, in any row of the batch."""
        count = len(tree.joint_names)
        linear = (np.zeros(len(self.linear_rows(kind))) for kind in ("coupling", "mimic"))
        sizes = (np.zeros((count, 6)), np.zeros((len(self.frames), 6)), *linear)
        for basis in self.nulls:
            for k in range(basis.shape[2]):
                force = basis[:, :, k] * self.scale
                joints = tree.in_frame(tree.carried(-self.on_links(force)), frame)
                for size, value in zip(sizes, (joints, *self.by_constraint(force)), strict=True):
                    np.maximum(size, np.abs(value).max(axis=0, initial=0.0), out=size)
        return Determined(*(size < DYNAMICS_DETERMINED for size in sizes))

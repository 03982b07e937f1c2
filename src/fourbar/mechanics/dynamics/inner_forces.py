"""Forces inside a mechanism: what joints, loops, couplings and mimics transmit.

Inverse dynamics of the tree with all loops cut needs efforts r at all joints; drives give tau, and
loops the rest, K^T lambda = r - tau. Their wrenches then act on both of their links, and the sums
of all wrenches on what hangs on a joint are what the joint transmits. Where K has redundant rows,
some of it is undetermined for rigid links: what a vector of null(K^T) changes (Wojtyra, 2005).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from ... import _native
from ...numerics import (
    DYNAMICS_DETERMINED,
    DYNAMICS_LEAST_EFFORT,
    DYNAMICS_MISFIT,
    DYNAMICS_SLIP,
)
from ..effort_unit import effort_unit
from ..error import unknown_name
from .force_paths import ReactionFrame, force_paths
from .links import link_inertias
from .multipliers import find_multipliers

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..batch import Frame
    from ..data import Data
    from ..model import Model


class Reactions(NamedTuple):
    """What joints transmit: forces [N], then moments [N m].

    Attributes
    ----------
    joints
        The wrench of parent on child at the child's origin, (joints, 6), drives included; fixed
        joints count.
    loops
        The wrench of predecessor on successor at the origin of the loop's frame on the successor,
        (loops, 6), in the axes of that on the predecessor, or as `frame` says.
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
    the motion that `tau` causes (`forward_dynamics`). Where there is no `tau` either, independent
    joints keep the velocities v: at rest, without one.
    `frame` "joint" writes wrenches of joints in the child's axes and those of loops in the axes of
    their frame on the predecessor, "local_world_aligned" in world axes at the same points, "world"
    about the world's origin.

    Where loops are redundant, `rule` "least" takes the smallest wrenches at loops, moments divided
    by the size of the mechanism; or give a compliance for every row of K. `determined` says which
    components no rule changes.
    """
    if frame not in ("joint", "local_world_aligned", "world"):
        raise ValueError(
            f"unknown frame {frame!r}; expected one of: 'joint', 'local_world_aligned', 'world'"
        )
    if np.ndim(q) == 2 and not len(np.asarray(q)):
        return _of_nothing(model, frame)
    load: dict[str, Any] = {"wrenches": wrenches, "frame": wrench_frame}
    if a is None and tau is not None:
        a = _native.forward_dynamics(model, data, q, v, tau, friction=friction, **load)
    G, g = _native.explicit_form(model, data, q, v)
    if tau is None:
        tau = _native.inverse_dynamics(model, data, q, v, a, friction=friction, **load)
    single = np.ndim(tau) == 1
    rows = _Rows(model, q, v, a, G, g)
    efforts = rows.spanned(tau)
    needed = _native.inverse_dynamics(
        model, None, rows.q, rows.v, rows.a, coordinates="spanning", friction=False, **load
    )
    if friction:
        turned = np.tanh(rows.v / DYNAMICS_SLIP)
        needed = needed + model.damping * rows.v + model.friction * turned
    paths = force_paths(model)
    mass, moment, tensor = link_inertias(model)
    gravity = np.array(model.gravity, dtype=np.float64)
    poses, own = _native.link_wrenches(
        model, rows.q, rows.v, rows.a, gravity, mass, moment, tensor.reshape(-1, 9)
    )
    for name, values in (wrenches or {}).items():
        _subtract_load(model, poses, own, name, np.asarray(values, dtype=np.float64), wrench_frame)
    K = _native.closure(model, rows.q)[1] if paths.blocks else np.zeros((len(own), 0, model.nv))
    held = find_multipliers(model, paths, K, needed - efforts, poses[0], rule)
    _check_balance(model, needed - efforts, K, held.force, _largest(needed) + _largest(efforts))
    vectors = np.concatenate([held.force[:, None], held.nulls], axis=1)
    carried, closing = paths.carry(poses, own, vectors, frame)
    every = (carried, closing, vectors[..., paths.couplings], vectors[..., paths.mimics])
    joints, loops, couplings, mimics = (x[0, 0] if single else x[:, 0] for x in every)
    return Reactions(
        joints,
        loops,
        couplings,
        mimics,
        Determined(*(_is_untouched(x[:, 1:]) for x in every)),
        held.redundancy,
        efforts[0] if single else efforts,
        paths.joint_names,
        paths.loop_names,
        paths.coupling_names,
        paths.mimic_names,
    )


def _of_nothing(model: Model, frame: ReactionFrame) -> Reactions:
    """Reactions of an empty batch: no rows, and names and determined components as elsewhere."""
    home = model.chart.home if model.loops.blocks else model.neutral
    found = reactions(model, None, home, tau=np.zeros(model.nv), a=None, frame=frame)
    rows = {
        name: getattr(found, name)[None][:0]
        for name in ("joints", "loops", "couplings", "mimics", "tau")
    }
    return found._replace(**rows)


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
        self.G, self.g = (G[None], g[None]) if G.ndim == 2 else (G, g)
        self.independent = np.arange(model.nv) if not model.loops.blocks else model.chart.v
        self.q = np.atleast_2d(np.ascontiguousarray(q, dtype=np.float64))
        self.nv = model.nv
        self.v = self.moved(v)
        self.a = self.moved(a)
        if a is None or np.shape(a)[-1] != model.nv:
            self.a = self.a + self.g

    def moved(self, rates: ArrayLike | None) -> NDArray[np.float64]:
        if rates is None:
            return np.zeros((len(self.q), self.nv))
        values = np.ascontiguousarray(rates, dtype=np.float64)
        if values.shape[-1] == self.nv:
            return np.atleast_2d(values)
        return np.einsum("nij,nj->ni", self.G, values.reshape(len(self.q), -1))

    def spanned(self, tau: ArrayLike) -> NDArray[np.float64]:
        values = np.asarray(tau, dtype=np.float64)
        if values.shape[-1] == self.nv:
            return np.atleast_2d(values)
        efforts = np.zeros((len(self.q), self.nv))
        efforts[:, self.independent] = values.reshape(len(self.q), -1)
        return efforts


def _largest(x: NDArray[np.float64]) -> float:
    return float(np.abs(x).max(initial=0.0))


def _check_balance(
    model: Model,
    r: NDArray[np.float64],
    K: NDArray[np.float64],
    force: NDArray[np.float64],
    size: float,
) -> None:
    """Raise where constraints cannot make the efforts r: tau is not what causes a."""
    missing = np.abs(r - np.matmul(force[:, None], K)[:, 0])
    left = _largest(missing)
    if left > DYNAMICS_MISFIT * max(size, DYNAMICS_LEAST_EFFORT):
        unit = effort_unit(model, [int(missing.max(axis=0).argmax())])
        raise ValueError(f"tau does not cause a: {left:.3g} {unit} are missing; give one of them")


def _is_untouched(changes: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which components no vector of null(K^T) changes, in any row: (n, vectors, ...) to (...)."""
    return np.abs(changes).max(axis=(0, 1), initial=0.0) < DYNAMICS_DETERMINED


def _subtract_load(
    model: Model,
    poses: NDArray[np.float64],
    own: NDArray[np.float64],
    name: str,
    values: NDArray[np.float64],
    frame: Frame,
) -> None:
    """Take a wrench that acts on a link from what it needs."""
    link, on_link = name, np.eye(4)
    if name in model.frames:
        link, pose = model.frames[name]
        on_link = pose.matrix()
    number = model.link_number(link)
    T = poses[:, number] @ on_link
    w = np.broadcast_to(values, (len(own), 6))
    force, moment = w[:, :3], w[:, 3:]
    if frame == "local":
        force = np.einsum("nij,nj->ni", T[:, :3, :3], force)
        moment = np.einsum("nij,nj->ni", T[:, :3, :3], moment)
    at = np.zeros((len(own), 3)) if frame == "world" else T[:, :3, 3]
    moment = moment + np.cross(at - poses[:, number, :3, 3], force)
    own[:, number] -= np.concatenate([force, moment], axis=-1)

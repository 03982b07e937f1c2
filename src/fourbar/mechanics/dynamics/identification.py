"""Efforts as a linear function of masses, armatures, friction and springs: for identification."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

import numpy as np

from ... import _native
from ...numerics import DYNAMICS_SLIP
from ..transform import skew
from .links import link_inertias, link_motions

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..arguments import ChosenCoordinates
    from ..data import Data
    from ..model import Model

Parameters = Literal["inertial", "armature", "damping", "friction", "stiffness"]
INERTIAL = ("m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")
_ENTRIES = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))
_ALL: tuple[Parameters, ...] = get_args(Parameters)


class Regressor(NamedTuple):
    """Y (nu, p), or (n, nu, p), with efforts = Y values.

    `values` (p,) are those of the model, `names` what they are: "link.m", "link.mx" (mass times
    centre), "link.Ixx" (about the link's origin, in its axes), "joint.armature", "joint.damping",
    "joint.friction", and "joint.stiffness" of joints that have a spring, from its rest.
    """

    Y: NDArray[np.float64]
    values: NDArray[np.float64]
    names: tuple[str, ...]


class BaseParameters(NamedTuple):
    """Which combinations of parameters efforts depend on.

    Attributes
    ----------
    names
        One parameter per combination, after which it is named.
    columns
        Their columns in the regressor.
    combinations
        (base, p): row k times all parameters is combination k.
    values
        Those of the model, (base,).
    condition
        Of the reduced regressor: how much noise an identification would amplify.
    """

    names: tuple[str, ...]
    columns: NDArray[np.int64]
    combinations: NDArray[np.float64]
    values: NDArray[np.float64]
    condition: float


def regressor(
    model: Model,
    data: Data | None,
    q: ArrayLike,
    v: ArrayLike | None,
    a: ArrayLike | None,
    *,
    parameters: Sequence[Parameters] = _ALL,
    coordinates: ChosenCoordinates = "independent",
) -> Regressor:
    """Y with Y values = inverse_dynamics(..., coordinates="independent"), with all that acts.

    Links that do not move have no columns. Parameters are of links, so fixed joints leave their
    sums only (`base_parameters`).
    """
    for word in parameters:
        if word not in _ALL:
            raise ValueError(f"unknown parameters {word!r}; expected one of: {', '.join(_ALL)}")
    form, bias = _native.explicit_form(model, data, q, v, coordinates=coordinates)
    single = np.ndim(form) == 2
    rows = np.atleast_2d(np.asarray(q, dtype=np.float64))
    G = np.asarray(form).reshape(len(rows), model.nv, form.shape[-1])
    g = np.asarray(bias).reshape(len(rows), model.nv)
    # Refuses what opens loops, and numbers that are not finite.
    _native.inverse_dynamics(
        model, data, q, v, a, coordinates="spanning" if coordinates == "spanning" else "independent"
    )
    rates = _spanned(v, G, model.nv)
    accelerations = _spanned(a, G, model.nv)
    if a is None or np.shape(a)[-1] != model.nv:
        accelerations = accelerations + g
    parts: list[NDArray[np.float64]] = []
    values: list[NDArray[np.float64]] = []
    names: list[str] = []
    for word in parameters:
        if word == "inertial":
            columns, known, called = _inertial(model, rows, rates, accelerations)
        elif word == "stiffness":
            columns, known, called = _stiffness(model, rows)
        else:
            turned = np.tanh(rates / DYNAMICS_SLIP)
            x = {"armature": accelerations, "damping": rates, "friction": turned}[word]
            columns = x[:, :, None] * np.eye(model.nv)
            known = np.asarray(getattr(model, word))
            called = [f"{name}.{word}" for name in _entries(model)]
        parts.append(columns)
        values.append(known)
        names += called
    whole = np.concatenate([np.zeros((len(rows), model.nv, 0)), *parts], axis=-1)
    Y = np.swapaxes(G, -1, -2) @ whole
    return Regressor(Y[0] if single else Y, np.concatenate([np.zeros(0), *values]), tuple(names))


def base_parameters(
    model: Model,
    Q: ArrayLike,
    V: ArrayLike,
    A: ArrayLike,
    *,
    parameters: Sequence[Parameters] = _ALL,
    tolerance: float = 1e-9,
) -> BaseParameters:
    """Which combinations of parameters the motions (n, nq), (n, nu), (n, nu) can tell apart.

    Parameters are taken in their order; one that those before it explain is left out and added to
    them (Gautier, 1991). Columns whose remainder is below `tolerance` of the longest one count as
    explained.
    """
    if not 0.0 <= tolerance < 1.0:
        raise ValueError(
            f"tolerance must be a share of the longest column, from 0 to below 1, got {tolerance}"
        )
    found = regressor(
        model, None, np.atleast_2d(Q), np.atleast_2d(V), np.atleast_2d(A), parameters=parameters
    )
    if not len(found.Y):
        raise ValueError("Q must have at least one configuration")
    tall = found.Y.reshape(-1, found.Y.shape[-1])
    R: NDArray[np.float64] = np.asarray(np.linalg.qr(tall, mode="r"), dtype=np.float64)
    limit = tolerance * float(np.linalg.norm(R, axis=0).max(initial=0.0))
    base: list[int] = []
    basis = np.zeros((R.shape[0], 0))
    for column in range(R.shape[1]):
        rest = R[:, column]
        for _ in range(2):  # twice is enough: rounding of the first is taken by the second
            rest = rest - basis @ (basis.T @ rest)
        size = float(np.linalg.norm(rest))
        if size > limit and basis.shape[1] < R.shape[0]:
            base.append(column)
            basis = np.column_stack([basis, rest / size])
    reduced = R[:, base]
    combinations = np.zeros((len(base), R.shape[1]))
    if base:
        combinations[:] = np.linalg.lstsq(reduced, R, rcond=None)[0]
    combinations[np.abs(combinations) < tolerance] = 0.0
    combinations[:, base] = np.eye(len(base))
    sizes = np.linalg.svd(reduced, compute_uv=False)
    return BaseParameters(
        tuple(found.names[k] for k in base),
        np.array(base, dtype=np.int64),
        combinations,
        combinations @ found.values,
        float(sizes[0] / sizes[-1]) if base else 1.0,
    )


def _spanned(rates: ArrayLike | None, G: NDArray[np.float64], nv: int) -> NDArray[np.float64]:
    if rates is None:
        return np.zeros((len(G), nv))
    values = np.asarray(rates, dtype=np.float64)
    if values.shape[-1] == nv:
        return values.reshape(len(G), nv)
    return np.einsum("nij,nj->ni", G, values.reshape(len(G), G.shape[2]))


def _entries(model: Model) -> list[str]:
    """A name for every entry of v."""
    return [
        name if slot.nv == 1 else f"{name}[{k}]"
        for name, slot in model.joints.items()
        for k in range(slot.nv)
    ]


def _stiffness(
    model: Model, q: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], list[str]]:
    """Columns (n, nv, springs), their values and names."""
    sprung = [s for s in model.joints.values() if s.nv == 1 and model.stiffness[s.v.start]]
    columns = np.zeros((len(q), model.nv, len(sprung)))
    for number, slot in enumerate(sprung):
        columns[:, slot.v.start, number] = q[:, slot.q.start] - model.rest[slot.v.start]
    known = np.array([model.stiffness[slot.v.start] for slot in sprung], dtype=np.float64)
    return columns, known, [f"{slot.name}.stiffness" for slot in sprung]


def _inertial(
    model: Model,
    q: NDArray[np.float64],
    v: NDArray[np.float64],
    a: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64], list[str]]:
    """Columns (n, nv, 10 links), their values and names, of all links that move."""
    at = link_motions(model, q, v, a)
    inertias = link_inertias(model)
    data = model.data(len(q))
    _native.forward_kinematics(model, data, q, coordinates="spanning")
    columns: list[NDArray[np.float64]] = []
    values: list[NDArray[np.float64]] = []
    names: list[str] = []
    for number in range(len(model.robot.links)):
        name = model.link_names[number]
        if not len(model.support(name)):
            continue
        into = np.swapaxes(at.poses[:, number, :3, :3], -1, -2)
        w, linear, d = (
            np.einsum("nij,nj->ni", into, x[:, number]) for x in (at.turning, at.linear, at.angular)
        )
        W = np.zeros((len(q), 6, 10))
        W[:, :3, 0] = linear
        W[:, :3, 1:4] = skew(d) + skew(w) @ skew(w)
        W[:, 3:, 1:4] = -skew(linear)
        W[:, 3:, 4:] = _of_tensor(d) + skew(w) @ _of_tensor(w)
        J = _native.jacobian(model, data, name, frame="local")
        columns.append(np.swapaxes(J, -1, -2) @ W)
        tensor = inertias.tensor[number]
        values.append(
            np.r_[
                inertias.mass[number],
                inertias.moment[number],
                [tensor[i] for i in _ENTRIES],
            ]
        )
        names += [f"{name}.{word}" for word in INERTIAL]
    empty = np.zeros((len(q), model.nv, 0))
    return (
        np.concatenate([empty, *columns], axis=-1),
        np.concatenate([np.zeros(0), *values]),
        names,
    )


def _of_tensor(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """L (n, 3, 6) with I x = L (Ixx, Ixy, Iyy, Ixz, Iyz, Izz)."""
    L = np.zeros((len(x), 3, 6))
    for k, (i, j) in enumerate(_ENTRIES):
        L[:, i, k] += x[:, j]
        if i != j:
            L[:, j, k] += x[:, i]
    return L

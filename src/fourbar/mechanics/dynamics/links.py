"""Motion and inertia of single links, of which fixed joints make bodies."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from ..._native import forward_kinematics, frame_acceleration, frame_velocity
from ..compile import inertia_about

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..model import Model


class LinkInertias(NamedTuple):
    """Mass (links,), mass times centre (links, 3) and inertia (links, 3, 3) about links' origins.

    In their own axes, payloads included, in the order of `model.link_names`; frames have none.
    """

    mass: NDArray[np.float64]
    moment: NDArray[np.float64]
    tensor: NDArray[np.float64]


class LinkMotions(NamedTuple):
    """Poses (n, links, 4, 4), and motions of links' origins in world axes, (n, links, 3) each.

    `linear` is the acceleration less gravity: what a mass there feels.
    """

    poses: NDArray[np.float64]
    turning: NDArray[np.float64]
    linear: NDArray[np.float64]
    angular: NDArray[np.float64]


_KEPT: WeakKeyDictionary[Model, LinkInertias] = WeakKeyDictionary()


def link_inertias(model: Model) -> LinkInertias:
    """The inertia of every link, with what it carries; computed once per model."""
    kept = _KEPT.get(model)
    if kept is None:
        kept = _KEPT[model] = _link_inertias(model)
    return kept


def _link_inertias(model: Model) -> LinkInertias:
    links = [link.name for link in model.robot.links]
    place = {name: model.link_number(name) for name in links}
    count = len(links)
    found = LinkInertias(np.zeros(count), np.zeros((count, 3)), np.zeros((count, 3, 3)))
    parts = [
        (place[link.name], link.inertial, np.eye(4))
        for link in model.robot.links
        if link.inertial is not None
    ]
    for name, inertial in model.payload.items():
        link, on_link = name, np.eye(4)
        if name in model.frames:
            link, pose = model.frames[name]
            on_link = pose.matrix()
        parts.append((place[link], inertial, on_link))
    for number, inertial, on_link in parts:
        mass, moment, tensor = inertia_about(inertial, on_link)
        found.mass[number] += mass
        found.moment[number] += moment
        found.tensor[number] += tensor
    return found


def link_motions(
    model: Model, q: NDArray[np.float64], v: NDArray[np.float64], a: NDArray[np.float64]
) -> LinkMotions:
    """Motions of all links at rows of configurations (n, nq) with v and a (n, nv)."""
    data = model.data(len(q))
    forward_kinematics(model, data, q, v, a, coordinates="spanning")
    links = range(len(model.robot.links))
    velocities = np.stack([frame_velocity(model, data, k) for k in links], axis=1)
    accelerations = np.stack([frame_acceleration(model, data, k) for k in links], axis=1)
    return LinkMotions(
        np.asarray(data.poses)[:, : len(links)],
        velocities[..., 3:],
        accelerations[..., :3] - model.gravity,
        accelerations[..., 3:],
    )

"""Second-order kinematics of a link."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .._native import jacobian

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from .data import Data
    from .model import Model


def hessian(
    model: Model, data: Data, link: str, *, point: ArrayLike | None = None
) -> NDArray[np.float64]:
    """How the Jacobian changes: H[:, i, j] is the derivative of column i as coordinate j moves.

    Shape (6, nv, nv), with a leading axis for a batch; in world axes at the link's origin or the
    given point [m], so that jacobian_dot = H v. With columns [v_i; w_i] of the Jacobian:

        [w_j x v_i; w_j x w_i]  where j moves the axis of i,  [w_i x v_j; 0]  elsewhere.
    """
    J = jacobian(model, data, link, point=point)
    return hessian_of(J, _carries(model))


def hessian_of(J: NDArray[np.float64], carries: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The Hessian (..., 6, nv, nv) from a Jacobian (..., 6, nv) in world axes."""
    v = np.moveaxis(J[..., :3, :], -1, -2)
    w = np.moveaxis(J[..., 3:, :], -1, -2)
    # [..., i, j, :], moved to the front of i and j in the end
    moved_v = np.cross(w[..., None, :, :], v[..., :, None, :])
    moved_w = np.cross(w[..., None, :, :], w[..., :, None, :])
    still_v = np.cross(w[..., :, None, :], v[..., None, :, :])
    linear = np.where(carries[..., None], moved_v, still_v)
    angular = np.where(carries[..., None], moved_w, 0.0)
    return np.moveaxis(np.concatenate([linear, angular], axis=-1), -1, -3)


def _carries(model: Model) -> NDArray[np.bool_]:
    """carries[i, j]: the axis of velocity i moves with velocity j. Shape (nv, nv)."""
    carries = np.zeros((model.nv, model.nv), dtype=np.bool_)
    for joint in model.joints.values():
        support = model.support(model.robot.joints[joint.name].child)
        for i in range(joint.v.start, joint.v.stop):
            above = support[support < joint.v.start]
            # Axes of quaternion joints are fixed in the child; those of the others turn with the
            # coordinates that come before them.
            own = (
                range(joint.v.start, joint.v.stop)
                if joint.quaternion is not None
                else range(joint.v.start, i + 1)
            )
            carries[i, above] = True
            carries[i, list(own)] = True
    return carries

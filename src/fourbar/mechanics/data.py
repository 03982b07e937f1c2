"""The workspace that results are computed in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._native import Workspace
from .arguments import as_count

if TYPE_CHECKING:
    from .model import Model


class Data(Workspace):
    """Preallocated memory for one Model: made once, used in every call.

    `model.data()` works on one configuration, `model.data(n)` on a batch of n, whose results have
    a leading axis. A Data may be used by one thread at a time; several of them are independent.

    `pose("flange")` is a link's 4 x 4 transform T_world_link and `poses` all of them in the order
    of `model.link_names`. Arrays that functions return are the caller's to keep.
    """

    def __init__(self, model: Model, *, batch: int | None = None) -> None:
        if batch is not None:
            batch = as_count("batch", batch)
        super().__init__(model, -1 if batch is None else batch)

    @property
    def model(self) -> Model:
        """The model this workspace belongs to."""
        return self._model  # pyright: ignore[reportReturnType]

    @property
    def batch(self) -> int | None:
        """The number of configurations, None for a single one."""
        return None if self._batch < 0 else self._batch

    def __repr__(self) -> str:
        state = ("empty", "poses", "poses and velocities", "poses, velocities and accelerations")
        size = "" if self.batch is None else f" of {self.batch} configurations"
        return f"<Data{size} for {self.model.name!r}: {state[self._level]}>"

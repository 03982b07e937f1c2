"""One robot of a live view, as Python sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..diagnostics import Report
    from ..mechanics.arguments import Positions
    from ..mechanics.simulation import Motion
    from ..robot import Robot
    from .marks import Target, TargetCallback
    from .mover import RobotMover


class RobotHandle:
    """Moves one robot of a view, and knows where the page has it."""

    def __init__(self, mover: RobotMover) -> None:
        self._mover = mover

    def __repr__(self) -> str:
        return f"<RobotHandle {self.key!r} of {self._mover.view.guard.url}>"

    @property
    def key(self) -> str:
        """What `view[key]` finds it by."""
        return self._mover.shown.key

    @property
    def id(self) -> str:
        """What the pages call it."""
        return self._mover.shown.id

    @property
    def robot(self) -> Robot:
        """The robot that is shown; waits until it is read, raises LoadError if it cannot be."""
        return self._mover.robot

    @property
    def report(self) -> Report | None:
        """The findings about it, as far as they are known."""
        return self._mover.shown.report

    def ready(self, timeout: float | None = None) -> bool:
        """Wait until everything about the robot is made and checked; False after `timeout` [s]."""
        return self._mover.shown.is_complete.wait(timeout)

    # Where it is

    @property
    def q(self) -> NDArray[Any]:
        """The configuration (nq,) that the page shows, as `fourbar.Model` orders it."""
        return self._mover.q

    @property
    def values(self) -> dict[str, float | tuple[float, ...]]:
        """The positions [rad or m] of all moving joints by name: a number where there is one."""
        q, model = self.q, self._mover.mechanism.model
        found: dict[str, float | tuple[float, ...]] = {}
        for name, slot in model.joints.items():
            entries = tuple(float(x) for x in q[slot.q])
            found[name] = entries[0] if len(entries) == 1 else entries
        return found

    def set(self, positions: Mapping[str, Positions] | ArrayLike) -> None:
        """Move joints: positions [rad or m] by name, or a whole configuration (nq,).

        The others follow where loops, couplings and mimics make them, and stay where they are
        otherwise. Raises UnknownNameError, ValueError or LoopError; the robot then stays.
        """
        import numpy as np

        mechanism = self._mover.mechanism
        if isinstance(positions, Mapping):
            self._mover.move(positions)  # pyright: ignore[reportUnknownArgumentType]
        else:
            q = np.asarray(positions, dtype=np.float64)
            if q.shape != (mechanism.model.nq,) or not np.isfinite(q).all():
                order = ", ".join(mechanism.model.joint_names)
                raise ValueError(
                    f"q has shape {q.shape}, expected ({mechanism.model.nq},) finite numbers: "
                    f"{order}; or use a dict of positions by joint"
                )
            self._mover.take(mechanism.pose(q), halt=True)

    def configuration(self, name: str) -> None:
        """Take a named configuration of the description (an SRDF group state), loops closed."""
        mechanism = self._mover.mechanism
        self._mover.take(mechanism.pose(mechanism.model.configuration(name)), halt=True)

    def reset(self) -> None:
        """Back to the pose that the robot's file shows."""
        self._mover.take(dict(self._mover.mechanism.rest), halt=True)

    # Motions

    def play(self, Q: ArrayLike | Motion, dt: float | None = None, *, loop: bool = False) -> None:
        """Play configurations (n, nq), one every `dt` [s]; the pages interpolate.

        A motion of `simulate` has its own times, and pages show its energies, how far its loops
        are open and its forces. Returns at once; `stop` ends it.
        """
        from ..mechanics.simulation import Motion

        if isinstance(Q, Motion):
            if dt is not None:
                raise ValueError("a motion has its own times; leave out dt")
            self._mover.play_motion(Q, "Simulation", loop=loop)
        elif dt is None:
            raise ValueError("give dt, the seconds between two configurations")
        else:
            self._mover.play_rows(Q, dt, loop=loop)

    def drop(self, *, duration: float = 4.0) -> Motion:
        """Let go of the robot where it is, without efforts of drives, and play what happens.

        Loops stay closed, joints stop at their limits, friction and damping count. Returns the
        motion. Raises what `simulate` does: LoopError where the pose is open, ModelError where a
        joint moves no mass, ValueError where a joint is beyond its limits.
        """
        from ..mechanics.simulation import simulate

        mechanism = self._mover.mechanism
        motion = simulate(mechanism.model, self._mover.closed_q(), duration=duration, every=4)
        self._mover.play_motion(motion, "Drop", loop=False)
        return motion

    def stop(self) -> None:
        """End what is played, here or by a page, where it is now."""
        played = self._mover.played()
        if played is None:
            self._mover.view.post({"type": "stop", "robot": self.id})
            return
        self._mover.take(self._mover.mechanism.pose(played), halt=True)

    # Callbacks and the scene

    def on_change(
        self, callback: Callable[[RobotHandle], object]
    ) -> Callable[[RobotHandle], object]:
        """Call a function with this handle whenever a page moves the robot, or plays a motion.

        It runs in a thread of its own; while it runs, further moves are taken together. What it
        raises is logged and shown on the page. Usable as a decorator.
        """
        self._mover.callbacks.append(callback)
        return callback

    def update(self, robot: Any, **options: Any) -> None:
        """Show another version of the robot; pose and camera are kept."""
        from .source import source_of

        view = self._mover.view
        view.replace(self._mover.shown, source_of(robot, view.watch, options))

    def remove(self) -> None:
        """Take the robot out of the scene."""
        self._mover.view.remove(self.id)

    def attach_trajectory(self, name: str, data: bytes) -> None:
        """Offer a trajectory file (CSV, JSON or NPZ, by its suffix) to the pages."""
        self._mover.attach_trajectory(name, data)

    def target(
        self,
        link: str,
        callback: TargetCallback | None = None,
        *,
        at: Sequence[float] = (0.0, 0.0, 0.0),
    ) -> Target:
        """A handle on a link, at a point in its axes [m]: pages pull the link by it.

        The robot follows in the page, loops closed, within its limits. `callback` is called with
        the target, which has the `position` that was asked for, in a thread of its own.
        """
        return self._mover.view.marks.add_target(self, link, at, callback)

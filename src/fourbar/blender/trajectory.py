"""Motions between files and keyframes: times and joint positions."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..archive import archive_errors
from ..files import write_atomic
from ..gltf.animate.replay import replay
from ..gltf.dofs import to_model
from ..mechanics.dynamics.terms import Energy
from ..mechanics.simulation import Motion
from ..mechanics.tables import MEASURES, TrajectoryError, as_csv, as_npz
from ..record import record
from ..robot import Robot, UnknownNameError
from .posing import Poser

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..mechanics import Model

READABLE = ".csv, .json, .npz, .yaml or .yml"
WRITABLE = ".csv, .json, .npz, .yaml or .yml"


@record
class Trajectory:
    """Positions (n, k) by joint, and the times [s] (n,) if the file has any."""

    positions: Mapping[str, NDArray[np.float64]]
    times: NDArray[np.float64] | None = None

    def configurations(self, poser: Poser) -> NDArray[np.float64]:
        """Configurations (n, nq) of a robot, from the pose that it is in; loops closed.

        Joints that the file leaves out follow, or stay. Raises TrajectoryError where a pose cannot
        be reached, UnknownNameError where the robot has no such joint.
        """
        slots = poser.model.joints
        if self.times is not None and not (np.diff(self.times) > 0.0).all():
            raise TrajectoryError("the times must increase from pose to pose")
        for name, rows in self.positions.items():
            if name not in slots:
                raise UnknownNameError("joint", name, slots)
            if rows.shape[1] != slots[name].nq:
                raise TrajectoryError(
                    f"joint {name!r} has {slots[name].nq} positions, the file {rows.shape[1]}"
                )
        leading = [name for name in self.positions if name in poser.leading]
        drivers = leading or [n for n in self.positions if n not in poser.followers]
        count = len(next(iter(self.positions.values()), ()))
        found: list[NDArray[np.float64]] = []
        for k in range(count):
            if not poser.move({n: tuple(self.positions[n][k].tolist()) for n in drivers}):
                raise TrajectoryError(f"pose {k + 1} of {count}: {poser.problem}")
            found.append(poser.q.copy())
        return np.array(found)


def read_animation(file: Path, robot: Robot, name: str = "") -> Trajectory:
    """An animation of a GLB or glTF file, by default its first, as a motion of a robot."""
    found = replay(file.read_bytes(), file=file.name, animation=name)
    positions: dict[str, NDArray[np.float64]] = {}
    for joint, rows in found.positions.items():
        if joint not in robot.joints:
            raise UnknownNameError("joint", joint, [part.name for part in robot.joints])
        if robot.joints[joint].kind.spans_plane:
            raise TrajectoryError(f"animations of planar joints such as '{joint}' are not read")
        positions[joint] = np.array([to_model(robot.joints[joint], row) for row in rows])
    return Trajectory(positions, np.array(found.times))


def as_motion(model: Model, times: Sequence[float], rows: Sequence[NDArray[np.float64]]) -> Motion:
    """Configurations over time as a motion for `save`; nothing is known of forces."""
    t, q = np.array(times, np.float64), np.array(rows)
    unknown = np.full((len(t), model.nv), np.nan)
    energy = Energy(np.full(len(t), np.nan), np.full(len(t), np.nan))
    return Motion(t, q, unknown, unknown, unknown, energy, np.full(len(t), np.nan), (), model)


def read_trajectory(file: Path) -> Trajectory:
    """The motion in a file: CSV, JSON or NPZ of fourbar, a ROS JointTrajectory as YAML or JSON."""
    try:
        found = _read(file)
    except TrajectoryError:
        raise
    except (*_MALFORMED, RecursionError) as error:
        raise TrajectoryError(f"'{file.name}' is not a motion: {error}") from None
    counts = {len(rows) for rows in found.positions.values()}
    counts |= set() if found.times is None else {len(found.times)}
    if len(counts) > 1:
        lengths = ", ".join(map(str, sorted(counts)))
        raise TrajectoryError(f"the columns of '{file.name}' have different lengths: {lengths}")
    columns = {**found.positions, "time": np.zeros(0) if found.times is None else found.times}
    for name, rows in columns.items():
        if not np.isfinite(rows).all():
            raise TrajectoryError(f"'{name}' in '{file.name}' has values that are not numbers")
    return found


# What the decoders and numpy raise for content that is not as it should be.
_MALFORMED = (AttributeError, KeyError, TypeError, IndexError, ValueError, EOFError, csv.Error)


def _read(file: Path) -> Trajectory:
    match file.suffix.lower():
        case ".csv":
            return _from_csv(file.read_text(encoding="utf-8"))
        case ".npz":
            return _from_npz(file)
        case ".json":
            return _from_values(json.loads(file.read_text(encoding="utf-8")))
        case ".yaml" | ".yml":
            return _from_yaml(file.read_text(encoding="utf-8"))
        case _:
            raise TrajectoryError(f"cannot read a motion from '{file.name}'; use {READABLE}")


def _from_npz(file: Path) -> Trajectory:
    with (
        archive_errors(lambda reason: TrajectoryError(f"'{file.name}' is not a motion: {reason}")),
        file.open("rb") as stream,
        np.load(stream, allow_pickle=False) as arrays,
    ):
        return _from_arrays({name: arrays[name] for name in arrays.files})


def _from_yaml(text: str) -> Trajectory:
    import yaml

    try:
        return _from_values(yaml.safe_load(text))
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from None


def _from_csv(text: str) -> Trajectory:
    rows = list(csv.reader(io.StringIO(text)))
    head, numbers = rows[0], np.array([[float(x) for x in row] for row in rows[1:] if row])
    chosen = [k for k, name in enumerate(head) if name.partition(":")[0] not in MEASURES]
    head, numbers = [head[k] for k in chosen], numbers[:, chosen]
    if head[:1] == ["time"]:
        return Trajectory(_by_joint(head[1:], numbers[:, 1:]), numbers[:, 0])
    return Trajectory(_by_joint(head, numbers))


def _from_arrays(arrays: Mapping[str, NDArray[Any]]) -> Trajectory:
    """`q`, `joints` and perhaps `t`, as fourbar writes them, or else an array for each joint."""
    if "q" in arrays and "joints" in arrays:
        q = np.asarray(arrays["q"], np.float64)
        times = arrays.get("t")
        return Trajectory(
            _by_joint([str(name) for name in arrays["joints"]], q),
            None if times is None else np.asarray(times, np.float64),
        )
    return _of_columns(arrays)


def _by_joint(labels: Sequence[str], rows: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
    """Columns by joint: those of a joint with several are called `name[0]`, `name[1]`, ..."""
    columns: dict[str, list[NDArray[np.float64]]] = {}
    for label, column in zip(labels, rows.T, strict=True):
        name = label.partition("[")[0] if label.endswith("]") else label
        columns.setdefault(name, []).append(column)
    return {name: np.stack(parts, axis=1) for name, parts in columns.items()}


def _from_values(values: Any) -> Trajectory:
    """What fourbar writes as JSON, or a JointTrajectory: joint names, and points with times."""
    if "joint_names" in values:
        points = values["points"]
        rows = np.array([point["positions"] for point in points], dtype=np.float64)
        times = np.array([_seconds(point["time_from_start"]) for point in points])
        named = {name: rows[:, [k]] for k, name in enumerate(values["joint_names"])}
        return Trajectory(named, times)
    times = values.get("times", values.get("time"))
    columns = {name: np.array(rows, np.float64) for name, rows in values["positions"].items()}
    return _of_columns(columns if times is None else {"time": np.array(times), **columns})


def _seconds(time: Any) -> float:
    if isinstance(time, int | float):
        return float(time)
    whole, rest = time.get("sec", time.get("secs", 0)), time.get("nanosec", time.get("nsecs", 0))
    return float(whole) + 1e-9 * float(rest)


def _of_columns(columns: Mapping[str, NDArray[Any]]) -> Trajectory:
    shaped = {
        name: np.asarray(rows, np.float64).reshape(len(rows), -1) for name, rows in columns.items()
    }
    times = shaped.pop("time", None)
    return Trajectory(shaped, None if times is None else times[:, 0])


def write_trajectory(
    file: Path,
    model: Model,
    times: Sequence[float],
    rows: Sequence[NDArray[np.float64]],
) -> None:
    """Write a motion as CSV, JSON, NPZ or a ROS JointTrajectory (YAML); numbers are exact."""
    q, t = np.array(rows), np.array(times, np.float64)
    match file.suffix.lower():
        case ".csv":
            write_atomic(file, as_csv(model, q, t))
        case ".npz":
            write_atomic(file, as_npz(model, q, t))
        case ".json":
            positions = {
                name: (q[:, slot.q.start] if slot.nq == 1 else q[:, slot.q]).tolist()
                for name, slot in model.joints.items()
            }
            content = {"robot": model.name, "times": list(times), "positions": positions}
            write_atomic(file, json.dumps(content))
        case ".yaml" | ".yml":
            write_atomic(file, _joint_trajectory(model, times, q))
        case _:
            raise TrajectoryError(f"cannot write a motion to '{file.name}'; use {WRITABLE}")


def _joint_trajectory(model: Model, times: Sequence[float], q: NDArray[np.float64]) -> str:
    """A trajectory_msgs/JointTrajectory; it has one number for each joint."""
    import yaml

    single = {name: slot.q.start for name, slot in model.joints.items() if slot.nq == 1}
    points = [
        {
            "positions": [float(row[k]) for k in single.values()],
            "time_from_start": {"sec": int(t), "nanosec": round((t - int(t)) * 1e9)},
        }
        for t, row in zip(times, q, strict=True)
    ]
    return yaml.safe_dump({"joint_names": list(single), "points": points}, sort_keys=False)

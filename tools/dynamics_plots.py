"""The plots of docs/concepts/dynamics.md: `python tools/dynamics_plots.py`."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import fourbar as fb
from fourbar.graph.drawing.plot import Curve, Panel, plot

IMAGES = Path(__file__).resolve().parent.parent / "docs/images"


def four_bar() -> str:
    """Effort and bearing force over one turn of the crank."""
    model = fb.Model(fb.load("gallery:four_bar"))
    motion = fb.turn(model, "crank", speed=10.0)
    held = fb.gravity(model, None, motion.q)
    found = fb.reactions(model, None, motion.q, motion.v, a=motion.a)
    angles = np.degrees(motion.q[:, 0])

    def force(name: str) -> list[float]:
        """The part in the plane of the linkage, which rigid bars determine."""
        return np.hypot(*found.of(name)[:, [0, 2]].T).tolist()

    return plot(
        "four_bar: one turn of the crank",
        "crank [degrees]",
        angles.tolist(),
        [
            Panel(
                "effort of the crank [N m]",
                [
                    Curve("at 10 rad/s", motion.tau[:, 0].tolist()),
                    Curve("held", held[:, 0].tolist()),
                ],
            ),
            Panel(
                "force in the plane [N]",
                [Curve(name, force(name)) for name in ("crank", "coupler", "coupler_rocker")],
            ),
        ],
    )


def belt_leg() -> str:
    """What holds the leg with 2 kg on its toes: a motor at the ankle, or one behind the belt."""
    robot = fb.load("gallery:belt_leg")
    toes = {"foot": fb.Inertial(mass=2.0, origin=fb.Pose((0.1, 0.0, 0.0)))}
    direct, belt = (
        fb.Model(robot, drives=["knee", end], payload=toes) for end in ("ankle", "ankle_motor")
    )
    bend = np.linspace(0.0, 1.5, 151)
    Q = np.array([direct.q({"knee": x, "ankle": 0.2}) for x in bend])
    column = [model.joint("knee").v.start for model in (direct, belt)]
    ankle, motor = direct.joint("ankle").v.start, belt.joint("ankle_motor").v.start
    one, two = fb.gravity(direct, None, Q), fb.gravity(belt, None, Q)
    return plot(
        "belt_leg: efforts that hold it with 2 kg on the toes",
        "knee [degrees]",
        np.degrees(bend).tolist(),
        [
            Panel(
                "knee [N m]",
                [
                    Curve("ankle driven directly", one[:, column[0]].tolist()),
                    Curve("ankle driven by the belt", two[:, column[1]].tolist()),
                ],
            ),
            Panel(
                "ankle [N m]",
                [
                    Curve("at the ankle", one[:, ankle].tolist()),
                    Curve("at the motor", two[:, motor].tolist()),
                ],
            ),
        ],
    )


def stewart() -> str:
    """Legs that move against their neighbours, which turns the platform about its axis."""
    model = fb.Model(fb.load("gallery:stewart"))
    w, t = 4.0 * np.pi, np.linspace(0.0, 0.5, 201)
    legs = np.array([1.0, -1.0, 1.0, -1.0, 1.0, -1.0])
    y = 0.03 * np.sin(w * t)[:, None] * legs
    Q = fb.spanning(model, y, model.chart.home)
    tau = fb.inverse_dynamics(
        model, None, Q, 0.03 * w * np.cos(w * t)[:, None] * legs, -(w**2) * y, friction=False
    )
    found = fb.reactions(
        model, None, Q, 0.03 * w * np.cos(w * t)[:, None] * legs, a=-(w**2) * y, friction=False
    )
    return plot(
        "stewart: legs move by 30 mm at 2 Hz, neighbours against each other",
        "time [s]",
        t.tolist(),
        [
            Panel(
                "effort [N]",
                [
                    Curve(f"leg_{k + 1}", tau[:, model.joint(f"leg_{k + 1}").v.start].tolist())
                    for k in range(2)
                ],
            ),
            Panel(
                "force in a ball joint [N]",
                [
                    Curve(name, np.linalg.norm(found.of(name)[:, :3], axis=1).tolist())
                    for name in found.loop_names[:2]
                ],
            ),
        ],
    )


def main() -> None:
    """Write all of them."""
    for make in (four_bar, belt_leg, stewart):
        (IMAGES / f"dynamics-{make.__name__}.svg").write_text(make(), encoding="utf-8")


if __name__ == "__main__":
    main()

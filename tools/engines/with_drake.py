"""SDFormat in Drake: poses of every link of the open tree."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from judge import judge, largest
from pydrake.multibody.parsing import Parser
from pydrake.multibody.plant import MultibodyPlant


def check(folder: Path, case: dict[str, Any]) -> str | float:
    """The largest difference over all rows."""
    plant = MultibodyPlant(0.001)
    Parser(plant).AddModels(str(folder / "robot.sdf"))
    plant.Finalize()
    context = plant.CreateDefaultContext()
    worst = 0.0
    for row in case["rows"]:
        q = plant.GetPositions(context)
        for joint, parts in case["parts"].items():
            values = [row["from_start"][part] for part in parts if part in row["from_start"]]
            whole = [name for name in (joint, f"{joint}_2") if plant.HasJointNamed(name)]
            if not values:
                continue
            if whole:  # a screw has one coordinate and two parts
                at = plant.GetJointByName(whole[0])
                n = at.num_positions()
                q[at.position_start() : at.position_start() + n] = [value[0] for value in values][
                    :n
                ]
            else:
                for part, value in zip(parts, values, strict=True):
                    q[plant.GetJointByName(part).position_start()] = value[0]
        plant.SetPositions(context, q)
        theirs = {
            link: plant.GetFrameByName(link).CalcPoseInWorld(context).GetAsMatrix4()
            for link in row["poses"]
            if plant.HasFrameNamed(link)
        }
        worst = max(worst, largest(row["poses"], theirs))
    return worst


sys.exit(judge("Drake, SDFormat", 1e-11, check))

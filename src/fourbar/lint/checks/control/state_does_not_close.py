"""The check of C684 state-does-not-close."""

from __future__ import annotations

from .... import rules
from ....robot.source import CONFIGURATION
from ...rule import Context, Findings, PartPath

AFTER = ("C681",)


def check(context: Context) -> Findings:
    """Take each state with everything closed."""
    robot = context.robot
    if context.semantics is None or not robot.configurations or not context.is_tree:
        return
    if robot.loops or robot.couplings:
        if context.mobility is None:
            return  # it does not close at all, or closing would take too long
    elif not any(
        position.joint in robot.joints and robot.joints[position.joint].mimic is not None
        for configuration in robot.configurations
        for position in configuration.positions
    ):
        return
    from ....mechanics import Model
    from ....mechanics.loops import LoopError

    try:
        model = Model(robot)
    except ValueError:
        return  # what the mechanics refuses has its own finding
    # Of several states with one label, the last counts, and one finding is enough.
    for label in dict.fromkeys(configuration.label for configuration in robot.configurations):
        try:
            model.configuration(label)
        except LoopError as error:
            path = PartPath(CONFIGURATION, label)
            span = context.semantics.document.span(path)
            yield context.find(rules.control.STATE_DOES_NOT_CLOSE, path, str(error), span=span)
        except ValueError:
            continue  # values that do not fit the joint: C681

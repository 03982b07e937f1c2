"""Whether a USD file holds the robot: written, read back without its own words, and compared."""

from __future__ import annotations

from typing import Unpack

from ..diagnostics import Report
from ..numerics import AGREE_SINGLE
from ..reading import Content, Job, Options
from ..record import replace
from ..robot import Robot
from ..transfer.agreement import Agreement, agree
from ..transfer.error import TransferError
from ..transfer.read_back import ReadBack
from .options import UsdKeywords, options_of
from .read.robot import read
from .write import bytes_of, to_layer


def prove(
    robot: Robot, *, stem: str = "robot", configurations: int = 20, **keywords: Unpack[UsdKeywords]
) -> Agreement:
    """Write the robot as USD, read that again, and compare the two.

    Raises TransferError where OpenUSD is not installed or the file cannot be read.
    """
    # The looks of a robot have no part in it, and its own words would prove nothing.
    options = replace(options_of(None, keywords), visuals=False, collisions=False, lossless=False)
    written = to_layer(robot, report=Report(), stem=stem, options=options)
    report = Report()
    job = Job(Content(bytes_of(written, ".usdc")), Options(lossless=False), report)
    found = read(job)
    if found is None:
        raise TransferError(str(report.errors[0]))
    engine = ReadBack(written.model, found, rounding=AGREE_SINGLE)
    return agree(written.model, engine, configurations=configurations)

"""Draw where the tool of a delta robot gets, at several heights.

python examples/workspace.py [workspace.svg]
"""

import sys
from pathlib import Path

import numpy as np

import fourbar as fb

model = fb.Model(fb.load("gallery:delta"), simd="generic")  # the same on every machine
home = fb.kinematics(model, model.chart.home, "tool").pose[:3, 3]

# A grid of points at each height; inverse kinematics closes the loops and respects the limits.
step = 0.02
side = np.arange(-0.30, 0.30 + step / 2, step)
x, y = (grid.ravel() for grid in np.meshgrid(side, side))
slices: list[tuple[float, np.ndarray]] = []
for height in home[2] + np.array([-0.10, -0.05, 0.0, 0.05]):
    points = np.column_stack([x, y, np.full_like(x, height)])
    found = fb.inverse_kinematics(model, "tool", points, starts=1)
    reached = points[found.converged, :2]
    slices.append((float(height), reached))
    area = 1e4 * step**2 * len(reached)
    print(f"z = {height:6.3f} m: {len(reached):4} of {len(points)} points, {area:5.0f} cm^2")

# A dot for each point that is reached; lower slices are darker.
shapes = [
    f'<circle cx="{px:.3f}" cy="{-py:.3f}" r="{0.008 - 0.0015 * number:.4f}" '
    f'fill="hsl(210 70% {30 + 15 * number}%)"/>'
    for number, (_, reached) in enumerate(slices)
    for px, py in reached
]
head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-0.33 -0.33 0.66 0.66" width="500">'
svg = "\n".join([head, *shapes, "</svg>"])
if len(sys.argv) > 1:
    Path(sys.argv[1]).write_text(svg, encoding="utf-8")

"""How fast a piston moves, where it reverses, and what it takes to push the crank with it.

python examples/engine.py
"""

import numpy as np

import fourbar as fb

model = fb.Model(fb.load("gallery:slider_crank"))
slider = model.joints["slider"]

# A turn of the crank: all joints follow, closed to 1e-10.
turn = fb.trace(model, "crank", np.linspace(0.0, 2.0 * np.pi, 361))
stroke = turn.q[:, slider.q]
print(f"stroke {1e3 * np.ptp(stroke):.1f} mm")
fastest = int(np.argmax(np.abs(turn.rates[:, slider.v.start])))
print(f"fastest at {np.degrees(turn.values[fastest]):.0f} degrees of the crank:", end=" ")
print(f"{1e3 * abs(turn.rates[fastest, slider.v.start]):.1f} mm per rad")
for met in turn.dead_centres:
    print(f"{met.joint} reverses at {np.degrees(met.value):.1f} degrees")

# The other way round: from the top dead centre, the piston drives the crank.
top = turn.dead_centres[0].q
down = fb.trace(model, "slider", top[slider.q] - np.linspace(0.0, 0.1, 11), top)
print(f"0.1 m down, the crank has turned by {np.degrees(down.q[-1, 0] - top[0]):.1f} degrees")

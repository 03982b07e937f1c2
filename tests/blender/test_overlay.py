"""Lines over the view, without Blender."""

from __future__ import annotations

import numpy as np
import pytest

import fourbar as fb
from fourbar.blender import overlay
from fourbar.blender.fields import link_properties


def test_the_ellipsoid_has_the_inertia_of_the_link() -> None:
    """Of a solid ellipsoid with radii a, b, c: I_x = m (b^2 + c^2) / 5."""
    mass, (a, b, c) = 3.0, (0.1, 0.2, 0.4)
    tensor = fb.Inertia(
        ixx=mass * (b * b + c * c) / 5.0,
        iyy=mass * (a * a + c * c) / 5.0,
        izz=mass * (a * a + b * b) / 5.0,
    )
    place = fb.Pose((1.0, 2.0, 3.0), (0.0, 0.0, np.pi / 2.0))
    link = fb.Link("x", fb.Inertial(mass, tensor, place))
    points = overlay.ellipsoid_lines(link_properties(link)) - np.array([1.0, 2.0, 3.0])
    # Turned by a quarter about z.
    assert np.abs(points).max(axis=0) == pytest.approx([b, a, c], rel=1e-9)
    broken = fb.Link("y", fb.Inertial(1.0, fb.Inertia(1.0, 0.0, 0.0, 0.1, 0.0, 0.1)))
    assert len(overlay.ellipsoid_lines(link_properties(broken))) == 0


def test_ranges_of_joints() -> None:
    arc = overlay.range_lines("revolute", (0.0, 0.0, 2.0), -1.0, 0.5, 0.25, 0.2)
    radii = np.linalg.norm(arc, axis=1)
    assert np.abs(arc[:, 2]).max() == 0.0
    assert radii.max() == pytest.approx(0.24)
    rim = arc[np.abs(radii - 0.2) < 1e-9]
    turned = np.arctan2(rim[:, 1], rim[:, 0])
    assert turned.max() - turned.min() == pytest.approx(1.5)
    ruler = overlay.range_lines("prismatic", (1.0, 0.0, 0.0), -0.5, 2.0, 1.0, 0.1)
    assert (ruler[:, 0].min(), ruler[:, 0].max()) == (-0.5, 2.0)
    assert len(overlay.range_lines("revolute", (0, 0, 1), -np.inf, 1.0, 0.0, 1.0)) == 0


def test_gaps_go_from_green_to_red() -> None:
    assert overlay.gap_color(0.0) == overlay.GREEN
    assert overlay.gap_color(1.0) == pytest.approx(overlay.RED)
    reds = [overlay.gap_color(10.0**k)[0] for k in range(-5, -1)]
    assert reds == sorted(reds)

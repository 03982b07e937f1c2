"""Spheres of `fourbar collide` beside published ones, at equal margin.

    python benchmarks/covers.py ROBOT SPHERES

ROBOT is a description with its meshes; SPHERES what somebody has published for it: a file that
cuRobo includes as `collision_spheres` (YAML), or a URDF whose collisions are spheres, as VAMP has.
Published spheres usually leave some of the robot outside. Their margin is what they reach beyond
the visuals after all of a link are made larger by as much as the visuals stick out of them: only
then do they contain them. `fourbar collide` gets that margin as its tolerance, link by link.
"""

from __future__ import annotations

import argparse
import warnings
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np

import fourbar as fb
from fourbar._native import Inside, TriangleTree
from fourbar.assets.disk_meshes import meshes_of
from fourbar.covers.cover import CoverShape
from fourbar.covers.surface import Surface, SurfaceReader, joined
from fourbar.diagnostics import Report

MOST = 400


class Margin(NamedTuple):
    """Of spheres around a surface [m]: what they leave outside, and what they reach beyond."""

    outside: float
    reach: float

    @property
    def covering(self) -> float:
        """What they reach beyond once they are large enough to contain it."""
        return self.outside + self.reach


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("robot", type=Path)
    parser.add_argument("spheres", type=Path)
    args = parser.parse_args()
    warnings.simplefilter("ignore", fb.LoadWarning)
    robot = fb.load(args.robot)
    reader = SurfaceReader(meshes_of(robot, report=Report()), Report())
    print(f"{'link':20}{'published':>10}{'outside':>9}{'reach':>8}{'margin':>8}", end="")
    print(f"{'fourbar':>9}{'outside':>9}{'margin':>8}   [mm]")
    totals = np.zeros(2, int)
    seconds = 0.0
    for link, spheres in published(args.spheres).items():
        if link not in robot.links or not robot.links[link].visuals:
            print(f"{link:20}{len(spheres):10}  not in {args.robot.name}")
            continue
        surfaces, problem = reader.surfaces(robot.links[link])
        if problem:
            raise SystemExit(problem)
        margin = measure(joined(surfaces), spheres)
        start = perf_counter()
        (row,) = fb.collision_shapes(
            robot, links=[link], method="spheres", spheres=MOST, tolerance=margin.covering
        )
        seconds += perf_counter() - start
        totals += len(spheres), len(row.shapes)
        columns = zip((*margin, margin.covering), (9, 8, 8), strict=True)
        theirs = "".join(f"{v * 1e3:{w}.1f}" for v, w in columns)
        ours = f"{len(row.shapes):9}{0:9}{row.excess * 1e3:8.1f}"
        print(f"{link:20}{len(spheres):10}{theirs}{ours}")
    print(f"{'together':20}{totals[0]:10}{'':25}{totals[1]:9}{'':17}   {seconds:.2f} s")


def published(file: Path) -> dict[str, list[tuple[np.ndarray, float]]]:
    """Centres and radii by link."""
    if file.suffix.lower() in (".yml", ".yaml"):
        import yaml

        links = yaml.safe_load(file.read_text())["collision_spheres"]
        return {
            link: [(np.array(s["center"], float), float(s["radius"])) for s in spheres]
            for link, spheres in links.items()
        }
    return {
        link.name: [
            (np.array(c.origin.xyz), c.geometry.radius)
            for c in link.collisions
            if isinstance(c.geometry, fb.Sphere)
        ]
        for link in fb.load(file).links
        if link.collisions
    }


def measure(surface: Surface, spheres: list[tuple[np.ndarray, float]]) -> Margin:
    """Both distances, those of spheres as `fourbar collide` counts them."""
    tree = TriangleTree(surface.points, surface.triangles)
    centres = np.array([centre for centre, _ in spheres])
    depths = -np.asarray(tree.distances(centres, surface.inside))
    reach = max(float((np.array([r for _, r in spheres]) - depths).max()), 0.0)
    balls = [
        CoverShape("sphere", fb.Pose(tuple(centre.tolist())), fb.Sphere(radius)).surface()[0]
        for centre, radius in spheres
    ]
    whole = joined(balls)
    _, outside, _ = TriangleTree(whole.points, whole.triangles).farthest(
        surface.points, surface.triangles, inside=Inside.CLOSED, gap=1e-4, budget=20_000
    )
    return Margin(outside, reach)


if __name__ == "__main__":
    main()

"""Whether collision shapes contain what is visible, on a corpus, by the judge of the tests.

    python benchmarks/containment.py [FOLDER] [--methods ...] [--every N] [--one] [--rows FILE]

Each link of the URDF files in FOLDER, which defaults to the corpus of real robots
($FOURBAR_CORPUS), is given to `fourbar collide` with each method, once for links that look the
same. The judge (tests/covers/containment.py) reads the files that were written with other code and
a bound for every rounding error, and says which triangles it cannot prove inside. `coacd` and
`vhacd` are the parts that CoACD and V-HACD make with their defaults, as they are: for those it is
measured how far the visuals stick out. They run in a process of their own, as `parts` does, for at
most `--seconds` each. `split` is a capsule written as a cylinder and two spheres. `--every N` takes
each N-th link only, `--one` of each robot the link with the fewest triangles, but at least 100
where there is one. Links with few triangles come first. ROWS gets a line of JSON for each result;
what is in it is not computed again, unless it took too long and may take longer now.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import multiprocessing
import os
import sys
import tempfile
import warnings
from collections import defaultdict
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

import fourbar as fb
from fourbar._native import Inside, TriangleTree
from fourbar.assets import convex_hull
from fourbar.assets.disk_meshes import meshes_of
from fourbar.cli import main as command
from fourbar.covers.surface import Surface, SurfaceReader, joined
from fourbar.diagnostics import Report

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.covers.containment import kept, shapes_of, uncovered
from tests.covers.visible import triangles_of

CORPUS = Path(os.environ.get("FOURBAR_CORPUS", Path(__file__).parents[2] / "shared" / "corpus"))
METHODS = ("auto", "box", "cylinder", "capsule", "split", "sphere", "hull", "spheres", "parts")
OTHERS = ("coacd", "vhacd")
LIMITED = ("parts", *OTHERS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=CORPUS)
    parser.add_argument("--methods", nargs="+", default=METHODS, choices=METHODS + OTHERS)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--one", action="store_true")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--rows", type=Path, default=Path("containment.jsonl"))
    args = parser.parse_args()
    warnings.simplefilter("ignore", fb.LoadWarning)
    rows = [json.loads(line) for line in args.rows.open()] if args.rows.exists() else []
    done = {
        (row["file"], row["link"], row["method"])
        for row in rows
        if "skipped" not in row or row.get("limit", args.seconds) >= args.seconds
    }
    with args.rows.open("a") as file:
        links = links_of(args.folder)
        for source, link in (simple(links) if args.one else links)[:: args.every]:
            for method in args.methods:
                row = {"file": str(source.relative_to(args.folder)), "link": link}
                if (row["file"], link, method) in done:
                    continue
                if method in LIMITED:
                    row["limit"] = args.seconds
                start = perf_counter()
                found = (
                    of_other(source, link, method, args.seconds)
                    if method in OTHERS
                    else of_ours(source, link, method, args.seconds)
                )
                row |= {"method": method, **found, "seconds": perf_counter() - start}
                rows.append(row)
                print(json.dumps(row), file=file, flush=True)
    show(rows)


def links_of(folder: Path) -> list[tuple[Path, str]]:
    """The links with visuals, without those that look like an earlier one; small ones first."""
    seen: set[str] = set()
    found: list[tuple[int, Path, str]] = []
    for file in sorted(p for p in folder.rglob("*") if p.suffix.lower() == ".urdf"):
        try:
            robot = fb.load(file)
        except fb.LoadError:
            continue
        for link in robot.links:
            looks = repr([(visual.geometry, visual.origin) for visual in link.visuals])
            if link.visuals and looks not in seen:
                seen.add(looks)
                corners = triangles_of(robot, link.name)
                found.append((0 if corners is None else len(corners), file, link.name))
    return [(file, link) for _, file, link in sorted(found)]


def simple(links: list[tuple[Path, str]]) -> list[tuple[Path, str]]:
    """Of each robot the link that is decomposed soonest without being trivial."""
    best: dict[Path, tuple[bool, str]] = {}
    for file, link in links:
        corners = triangles_of(fb.load(file), link)
        trivial = corners is None or len(corners) < 100
        if file not in best or (best[file][0] and not trivial):
            best[file] = (trivial, link)
    return [(file, link) for file, (_, link) in best.items()]


def of_ours(source: Path, link: str, method: str, seconds: float) -> dict[str, Any]:
    """What the judge finds about the file that `fourbar collide` writes."""
    corners = triangles_of(fb.load(source), link)
    if corners is None:
        return {"skipped": "a visual cannot be read or has no extent"}
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as out:
        output = Path(folder, "out.urdf")
        asked = "capsule" if method == "split" else method
        options = ["--method", asked, "--link", link, "--json"]
        if method in ("auto", "capsule"):
            options.append("--capsules")
        options += ["-o", str(output)]
        if method == "auto":
            options.append("--replace")
        if method == "parts":
            options += ["--time-limit", str(seconds)]
        with contextlib.redirect_stderr(io.StringIO()):
            status = command(["collide", str(source), *options])
        if status:
            (told,) = json.loads(out.getvalue())["links"]
            return {"skipped": told["problem"]}
        shapes = shapes_of(output, links=[link])[link]
        same = kept(output, link)
        # A visual that is its own collision shape needs no proof.
        left = uncovered(triangles_of(fb.load(source), link, without=same), shapes)
    return {"triangles": len(corners), "shapes": len(shapes), "uncovered": len(left)}


def of_other(source: Path, link: str, method: str, seconds: float) -> dict[str, Any]:
    """How far the visuals stick out of the parts of another program."""
    robot = fb.load(source)
    reader = SurfaceReader(meshes_of(robot, report=Report()), Report())
    surfaces, problem = reader.surfaces(robot.links[link])
    if problem:
        return {"skipped": problem}
    surface = joined(surfaces)
    given, taken = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(
        target=decompose, args=(method, surface.points, surface.triangles, taken)
    )
    process.start()
    taken.close()
    try:
        parts = given.recv() if given.poll(seconds) else None
    except EOFError:
        return {"skipped": f"{method} failed"}
    finally:
        process.kill()
        process.join()
    if parts is None:
        return {"skipped": f"took longer than {seconds:g} s"}
    hulls = [convex_hull(np.ascontiguousarray(part, np.float64)) for part in parts]
    solid = [Surface(h.vertices, h.triangles, True) for h in hulls if h.dimension == 3]
    if not solid:
        return {"skipped": "made no solid part"}
    whole = joined(solid)
    tree = TriangleTree(whole.points, whole.triangles)
    _, outside, _ = tree.farthest(
        surface.points, surface.triangles, inside=Inside.CLOSED, gap=1e-5, budget=20_000
    )
    return {"triangles": len(surface.triangles), "shapes": len(hulls), "outside": outside}


def decompose(method: str, points: np.ndarray, triangles: np.ndarray, taken: Any) -> None:
    """The corners of convex parts, made with the defaults of a program, sent to the parent."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    if method == "coacd":
        import coacd

        coacd.set_log_level("off")
        taken.send([part[0] for part in coacd.run_coacd(coacd.Mesh(points, triangles))])
    else:
        import vhacdx

        faces = np.column_stack([np.full(len(triangles), 3), triangles]).ravel()
        taken.send([part[0] for part in vhacdx.compute_vhacd(points, faces.astype(np.uint32))])


def show(rows: list[dict[str, Any]]) -> None:
    methods: dict[str, dict[tuple[str, str], dict[str, Any]]] = defaultdict(dict)
    for row in rows:
        methods[row["method"]][row["file"], row["link"]] = row
    for method, last in methods.items():
        own = last.values()
        done = [row for row in own if "skipped" not in row]
        robots = len({row["file"] for row in done})
        line = f"{method:10}{len(done):6} links of {len(own)}, in {robots} files;"
        line += f"{sum(row['triangles'] for row in done):12,} triangles"
        if method in OTHERS:
            outside = np.array([row["outside"] for row in done]) * 1e3
            low, middle, high = np.percentile(outside, (10, 50, 90)) if done else (0, 0, 0)
            line += f"; outside by [mm] 10 %: {low:.2f}, 50 %: {middle:.2f}, 90 %: {high:.2f}, "
            line += f"most {outside.max(initial=0):.2f}"
        else:
            line += f"; not proven inside: {sum(row['uncovered'] for row in done)} pieces of "
            line += f"{sum(row['uncovered'] > 0 for row in done)} links"
        print(line)


if __name__ == "__main__":
    main()

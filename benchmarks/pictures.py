"""Pictures of robots from our GLB files beside those of urdf-loader, in a real browser.

    python benchmarks/pictures.py OUTPUT.png ROBOT [ROBOT...]

Each ROBOT is a description file or gallery:NAME. It is converted, and drawn twice in headless
Chromium from one camera in one pose: the GLB in plain three.js, the URDF by npm `urdf-loader`. One
row per robot, ours on the left. The table says how well the outlines agree (pixels in both over
pixels in either), and how far colours are apart on average (0 to 255) where both show the robot;
the two have different materials, so that colours agree only roughly.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

import numpy as np
from PIL import Image, ImageDraw

import fourbar as fb
from fourbar.assets import locate
from fourbar.diagnostics import Report
from fourbar.gltf import write_glb
from fourbar.gltf.run.rest_pose import followers_in_order
from fourbar.packages import PackageFinder
from fourbar.record import replace

HERE = Path(__file__).parent
SIZE = 400
_SECONDS = 90


class Handler(SimpleHTTPRequestHandler):
    """Serves the page, the packages of web/, one robot, and the files that it names."""

    def __init__(self, *args: object, scene: Path, files: set[Path], **options: object) -> None:
        self.scene, self.files = scene, files
        super().__init__(*args, **options)

    def translate_path(self, path: str) -> str:
        path = unquote(urlsplit(path).path)
        kind, _, rest = path.lstrip("/").partition("/")
        folders = {"scene": self.scene, "web": HERE.parent / "web", "page": HERE / "pictures"}
        if kind in folders:
            return str(folders[kind] / rest)
        wanted = Path("/" + rest)
        known = any(wanted.is_relative_to(file.parent.parent) for file in self.files)
        return str(wanted if kind == "file" and known else self.scene / "none")

    def log_message(self, *_: object) -> None:
        pass


def prepare(source: str, scene: Path) -> set[Path]:
    """Write GLB, URDF and pose; the mesh files that the URDF names."""
    robot = fb.load(source)
    (scene / "robot.glb").write_bytes(write_glb(robot))
    files: set[Path] = set()
    base = None if robot.source is None else robot.source.path
    finder = PackageFinder(near=base)

    def served(geometry: fb.Geometry) -> fb.Geometry:
        if not isinstance(geometry, fb.Mesh):
            return geometry
        found = locate(geometry.filename, base=base, finder=finder, report=Report())
        if found is None:
            return geometry
        files.add(found.path)
        return replace(geometry, filename="/file" + quote(str(found.path)))

    links = [
        replace(
            link,
            visuals=tuple(replace(v, geometry=served(v.geometry)) for v in link.visuals),
            collisions=(),
        )
        for link in robot.links
    ]
    fb.save(robot.replace(links=links, source=None), scene / "robot.urdf")
    positions = {}
    for joint in robot.joints:
        if joint.dof == 1 and joint.mimic is None:
            lower, upper = joint.bounds
            wanted = 0.4 if joint.type != "prismatic" else 0.0
            positions[joint.name] = min(max(wanted, lower), upper)
    for joint in followers_in_order(robot):
        if joint.mimic is not None and joint.mimic.joint in positions:
            leader = positions[joint.mimic.joint]
            positions[joint.name] = joint.mimic.multiplier * leader + joint.mimic.offset
    (scene / "pose.json").write_text(json.dumps({"positions": positions}))
    return files


def picture(source: str) -> Image.Image:
    """Both drawings of a robot, side by side."""
    with tempfile.TemporaryDirectory() as place:
        scene = Path(place)
        return shoot(scene, prepare(source, scene), page="page.html", columns=2)


def shoot(scene: Path, files: set[Path], *, page: str, columns: int) -> Image.Image:
    """What a page of `pictures/` draws of a scene: squares side by side."""
    browser = shutil.which("chromium") or shutil.which("chrome") or shutil.which("google-chrome")
    if browser is None:
        sys.exit("there is no Chromium")
    handler = partial(Handler, scene=scene, files=files)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    shot = scene / "shot.png"
    command = [
        browser,
        "--headless",
        "--no-sandbox",
        "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader",
        "--hide-scrollbars",
        f"--user-data-dir={scene / 'profile'}",
        f"--window-size={columns * SIZE},{SIZE}",
        "--virtual-time-budget=60000",
        f"--screenshot={shot}",
        f"http://127.0.0.1:{server.server_port}/page/{page}",
    ]
    subprocess.run(command, capture_output=True, timeout=_SECONDS, check=True)
    server.shutdown()
    return Image.open(shot).convert("RGB").crop((0, 0, columns * SIZE, SIZE))


def compare(image: Image.Image) -> tuple[float, float]:
    """How well outlines agree (0 to 1), and the mean distance of colours inside both."""
    pixels = np.asarray(image, np.float64)
    left, right = pixels[:, :SIZE], pixels[:, SIZE:]
    shown = [(side < 250).any(axis=2) for side in (left, right)]
    both, either = shown[0] & shown[1], shown[0] | shown[1]
    if not both.any():
        return 0.0, 255.0
    return both.sum() / either.sum(), float(np.abs(left - right)[both].mean())


def main() -> None:
    target, *sources = sys.argv[1:]
    rows = []
    print(f"{'robot':32}{'outlines':>10}{'colours':>10}{'seconds':>10}")
    for source in sources:
        begin = time.perf_counter()
        image = picture(source)
        name = Path(source).stem.removeprefix("gallery:")
        agree, apart = compare(image)
        print(f"{name:32}{agree:10.3f}{apart:10.1f}{time.perf_counter() - begin:10.1f}", flush=True)
        ImageDraw.Draw(image).text((8, 6), f"{name}: GLB | urdf-loader", fill=(60, 60, 60))
        rows.append(image)
    columns = 2 if len(rows) > 3 else 1
    height = -(-len(rows) // columns)
    sheet = Image.new("RGB", (columns * 2 * SIZE, height * SIZE), (255, 255, 255))
    for number, row in enumerate(rows):
        sheet.paste(row, (number % columns * 2 * SIZE, number // columns * SIZE))
    sheet.quantize(128).save(target, optimize=True)


if __name__ == "__main__":
    main()

"""Robots, the collision shapes of their files, and those of `fourbar collide`, in one picture.

    python benchmarks/collision_pictures.py OUTPUT.png [ROBOT...]

Without names, six robots of the corpus ($FOURBAR_CORPUS) are drawn. Two robots to a row, each three
times from one camera in headless Chromium: visuals, collision shapes of the file (orange, with how
far the visuals stick out of them at most) and those of `fourbar collide` (green, with how far they
reach beyond the visuals at most).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

import fourbar as fb
from fourbar.gltf import write_glb
from fourbar.record import replace
from pictures import shoot

CORPUS = Path(os.environ.get("FOURBAR_CORPUS", Path(__file__).parents[2] / "shared" / "corpus"))
ROBOTS = (
    "urdf_files_dataset/urdf_files/drake/allegro_hand_description/urdf/allegro_hand_description_left.urdf",
    "urdf_files_dataset/urdf_files/robotics-toolbox/pxpincher/urdf/pincher_arm.urdf",
    "urdf_files_dataset/urdf_files/random/xacro_generated/schunk_modular_robotics/schunk_description/urdf/"
    "schunk_pw70.urdf",
    "urdf_files_dataset/urdf_files/ros-industrial/motoman/motoman_sia10d_support/urdf/sia10d.urdf",
    "example-robot-data/robots/hyq_description/robots/hyq_no_sensors.urdf",
    "pypi/pybullet/pybullet_data/husky/husky.urdf",
)
SHRUNK = 260


def touching(robot: fb.Robot) -> fb.Robot:
    """The robot with its collision shapes to look at."""
    links = [
        replace(
            link,
            visuals=tuple(fb.Visual(c.geometry, c.origin) for c in link.collisions),
            collisions=(),
        )
        for link in robot.links
    ]
    return robot.replace(links=links)


def row(source: Path) -> Image.Image:
    """A robot three times."""
    robot = fb.load(source)
    with tempfile.TemporaryDirectory() as place:
        scene = Path(place)
        after = scene / "after.urdf"
        command = [sys.executable, "-m", "fourbar", "collide", str(source)]
        command += ["--replace", "-o", str(after)]
        subprocess.run(command, capture_output=True, check=False)
        (scene / "visual.glb").write_bytes(write_glb(robot))
        (scene / "before.glb").write_bytes(write_glb(touching(robot)))
        (scene / "after.glb").write_bytes(write_glb(touching(fb.load(after))))
        image = shoot(scene, set(), page="collisions.html", columns=3)
    outside = max(row.outside for row in fb.collision_coverage(robot))
    excess = max(row.excess for row in fb.collision_shapes(robot))
    image = image.resize((3 * SHRUNK, SHRUNK), Image.Resampling.LANCZOS)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(13)
    texts = (source.stem.replace("_description", "")[:28], f"file: {outside * 1e3:.0f} mm outside")
    for k, text in enumerate((*texts, f"collide: 0 outside, {excess * 1e3:.0f} mm excess")):
        draw.text((k * SHRUNK + 8, SHRUNK - 20), text, fill=(50, 50, 50), font=font)
    return image


def main() -> None:
    target, *names = sys.argv[1:]
    warnings.simplefilter("ignore", fb.LoadWarning)
    rows = [row(source) for source in map(Path, names or [CORPUS / name for name in ROBOTS])]
    sheet = Image.new("RGB", (6 * SHRUNK, -(-len(rows) // 2) * SHRUNK), (255, 255, 255))
    for number, image in enumerate(rows):
        sheet.paste(image, (number % 2 * 3 * SHRUNK, number // 2 * SHRUNK))
    sheet.quantize(96).save(target, optimize=True)


if __name__ == "__main__":
    main()

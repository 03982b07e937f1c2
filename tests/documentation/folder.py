"""The folder in which pages run: the files of `docs/files`, and what pages call the user's own."""

from __future__ import annotations

import shutil
from pathlib import Path

import fourbar as fb

ROOT = Path(__file__).parents[2]
FILES = ROOT / "docs" / "files"

# Pages whose subject is a file of the reader's do not depend on what is in it.
_OWN = {
    "cart.xacro": """<robot name="cart" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="size" default="1"/><xacro:arg name="ur_type" default=""/>
  <link name="cart_$(arg size)"/>
</robot>
""",
    "ur/package.xml": "<package><name>ur_description</name></package>",
    "src/cart/package.xml": "<package><name>cart</name></package>",
    "src/hand/package.xml": "<package><name>hand</name></package>",
    "src/hand/palm.stl": "solid\nendsolid\n",
    "arm/urdf/arm.urdf": "<robot name='arm'/>",
    "meshes/arm.dae": "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
}


def fill(folder: Path) -> None:
    """Put the files there."""
    for place in (folder, folder / "docs" / "files"):  # by name, and as from the clone
        shutil.copytree(FILES, place, dirs_exist_ok=True)
    shutil.copytree(ROOT / "examples", folder / "examples", dirs_exist_ok=True)
    arm = fb.load("gallery:ur20")
    for name in ("arm.urdf", "left.urdf", "right.urdf"):
        fb.save(arm, folder / name)
    fb.save(fb.load("gallery:four_bar"), folder / "robot.urdf")
    _OWN["arm.urdf.xacro"] = _OWN["cart.xacro"]
    for name, text in _OWN.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")

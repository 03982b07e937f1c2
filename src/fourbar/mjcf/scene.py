"""A floor and light around a robot, in a file of its own."""

from __future__ import annotations

from ..xml.node import Node
from ..xml.write import serialise
from .text import written


def scene_text(name: str, file: str, *, height: float = 0.0) -> str:
    """An MJCF file that includes the robot's; `height` is z of the floor [m]."""
    root = Node("mujoco", {"model": f"{name} scene"})
    root.add(Node("include", {"file": file}))
    visual = root.add(Node("visual"))
    visual.add(Node("headlight", {"diffuse": "0.6 0.6 0.6", "ambient": "0.3 0.3 0.3"}))
    asset = root.add(Node("asset"))
    sky = {"builtin": "gradient", "rgb1": "0.3 0.5 0.7", "rgb2": "0 0 0"}
    asset.add(Node("texture", {"type": "skybox", **sky, "width": "512", "height": "3072"}))
    squares = {"builtin": "checker", "rgb1": "0.2 0.3 0.4", "rgb2": "0.1 0.2 0.3"}
    size = {"width": "300", "height": "300"}
    asset.add(Node("texture", {"name": "scene:floor", "type": "2d", **squares, **size}))
    repeat = {"texuniform": "true", "texrepeat": "5 5", "reflectance": "0.2"}
    asset.add(Node("material", {"name": "scene:floor", "texture": "scene:floor", **repeat}))
    world = root.add(Node("worldbody"))
    world.add(Node("light", {"pos": "0 0 3", "dir": "0 0 -1", "type": "directional"}))
    plane = {"type": "plane", "size": "0 0 0.05", "material": "scene:floor"}
    if height:
        plane["pos"] = written((0.0, 0.0, height))
    world.add(Node("geom", {"name": "scene:floor", **plane}))
    return serialise(root, None)

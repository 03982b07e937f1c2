"""A robot as one HTML file: page, robot and findings inside, nothing from elsewhere."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from typing import TYPE_CHECKING, Unpack

from ..robot import Robot
from .guard import content_policy
from .page import page_parts
from .scene import Pose, page_values
from .source import Source, as_source

if TYPE_CHECKING:
    from pathlib import Path

    from ..diagnostics import Report
    from ..gltf.options import GlbKeywords
    from .messages import MotionRecord, RobotInfo, SceneMessage

SCENE = "fourbar-scene"
LINE = "fourbar-line"
_TITLE = re.compile(r"<title>[^<]*</title>")


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A robot to be put into a page: with its pose and place, if it has them."""

    source: Source
    robot: Robot
    pose: Pose | None = None
    place: tuple[float, float, float] = (0.0, 0.0, 0.0)
    is_placed: bool = False


def write_html(
    robots: Robot | Sequence[Robot],
    *,
    report: Report | None = None,
    **options: Unpack[GlbKeywords],
) -> str:
    """One file with one robot or several; the options are those of `fourbar.gltf.GlbOptions`.

    Missing files are only reported. A robot that is not a tree raises LoadError, a source checkout
    in which the page was not built PageMissingError.
    """
    several = [robots] if isinstance(robots, Robot) else list(robots)
    packages = options.get("packages")
    exhibits = [Exhibit(as_source(robot, packages=packages), robot) for robot in several]
    return scene_html(exhibits, report=report, **options)


def scene_html(
    exhibits: Iterable[Exhibit],
    *,
    report: Report | None = None,
    state: str | None = None,
    **options: Unpack[GlbKeywords],
) -> str:
    """One file with robots in the poses they have.

    `state` is camera and layers as in the address of a link to a view.
    """
    records = [
        _record(f"r{number}", exhibit, report, options)
        for number, exhibit in enumerate(exhibits, start=1)
    ]
    title = ", ".join(record["name"] for record in records) or "fourbar"
    scene: SceneMessage = {"type": "scene", "title": title, "robots": records, "writable": False}
    if state is not None:
        scene["state"] = state
    data = json.dumps(scene, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")
    return _whole_page(title, f'<script type="application/json" id="{SCENE}">{data}</script>\n')


def notebook_html() -> str:
    """The page without a scene: in a notebook, a widget brings it the messages of the kernel."""
    return _whole_page("fourbar", f'<meta name="{LINE}" content="notebook" />\n')


def _whole_page(title: str, more: str) -> str:
    """The page with script and style inside; `more` is what it is to find in its body."""
    text, code, style = page_parts()
    code, style = _inside(code, "script"), _inside(style, "style")
    policy = content_policy(script=f"'{_digest(code)}'", style=f"'{_digest(style)}'")
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{policy}" />\n'
        f"    <title>{escape(title)}</title>\n"
        f"    <style>{style}</style>"
    )
    body = f'{more}<script type="module">{code}</script>\n'
    start, _, rest = text.partition("<head>")
    rest = _TITLE.sub("", rest, count=1)
    top, end, bottom = rest.rpartition("</body>")
    return f"{start}<head>\n    {head}{top}{body}{end}{bottom}"


@dataclass(frozen=True, slots=True)
class Inline:
    """A robot in a notebook's output, without a server: it stays when the notebook is saved."""

    text: str
    height: int

    def __repr__(self) -> str:
        return f"<robots in {len(self.text)} characters of HTML, {self.height} pixels high>"

    def _repr_html_(self) -> str:
        return frame(self.text, height=self.height, inside=True)


def inline(
    robots: Robot | Sequence[Robot], *, height: int = 480, **options: Unpack[GlbKeywords]
) -> Inline:
    """Robots for a notebook's output, `height` [pixels] high; options as for `write_html`."""
    return Inline(write_html(robots, **options), height)


def frame(content: str, *, height: int = 480, inside: bool = False) -> str:
    """The HTML that shows a page (its address, or its text) in a frame of another."""
    attribute = "srcdoc" if inside else "src"
    # Only ASCII: what a page reads in another encoding would no longer have its hash.
    value = escape(content).encode("ascii", "xmlcharrefreplace").decode()
    return (
        f'<iframe {attribute}="{value}" width="100%" height="{int(height)}" '
        'style="border: 0" title="fourbar viewer" allow="fullscreen"></iframe>'
    )


def _record(id: str, exhibit: Exhibit, report: Report | None, options: GlbKeywords) -> RobotInfo:
    from ..diagnostics import Report
    from ..gltf import write_glb
    from .convert import graph_svg
    from .findings import finding_counts, finding_messages, missing_parts

    robot = exhibit.robot
    defaults: GlbKeywords = {
        "lossless": False,
        "packages": exhibit.source.packages,
        "planar": exhibit.source.planar,
    }
    report = Report() if report is None else report
    glb = write_glb(robot, report=report, **(defaults | options))
    graph = graph_svg(robot)
    path = None if robot.source is None else robot.source.path
    source = Source(robot, options=exhibit.source.options)
    checked = source.check(source.read())
    return {
        "id": id,
        "name": robot.name,
        "file": None if path is None else path.name,
        "path": None,
        "version": 1,
        "skeleton": None,
        "glb": _data_url("model/gltf-binary", glb),
        "graph": None if graph is None else _data_url("image/svg+xml", graph),
        "trajectory": None,
        "motions": _motions(robot, options),
        "position": exhibit.place,
        "placed": exhibit.is_placed,
        "pose": None if exhibit.pose is None else page_values(exhibit.pose),
        "diagnostics": finding_messages(checked, robot, folders=_folders(path)),
        "counts": finding_counts(checked),
        "fixable": False,
        "others": [],
        "missing": missing_parts(report, None, robot),
        "failed": None,
    }


def _motions(robot: Robot, options: GlbKeywords) -> list[MotionRecord]:
    """Records of the robot's motions, by the names of their animations in its GLB."""
    from ..gltf.animate.recorded import own_motions
    from .forces import motion_record

    motions = list(options.get("motions", ()))
    return [motion_record(motion, name) for name, motion in own_motions(robot, motions)]


def _folders(path: Path | None) -> tuple[Path, ...]:
    """What is left out of paths in findings: where the file was is nobody's business."""
    return () if path is None else (path.resolve().parent, path.parent)


def _data_url(kind: str, data: bytes) -> str:
    return f"data:{kind};base64,{b64encode(data).decode()}"


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _inside(text: str, element: str) -> str:
    """Text that does not end the element it stands in; scripts and styles mean the same."""
    if element == "style":
        return text.replace("</", "<\\/")
    return text.replace("</script", "\\x3c/script").replace("<!--", "\\x3c!--")

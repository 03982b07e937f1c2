"""Make the pictures of the documentation, each by the command in its row of the table.

    python tools/pictures.py --list               # which command makes which picture
    python tools/pictures.py                      # make all that this machine can make
    python tools/pictures.py gallery.png ...      # make these

`make pictures` runs it. What needs something that is not here (Chromium, the corpus, a graphics
driver) or somebody in front of a window is skipped, with the reason. Look at what changed before
you commit it. `tests/documentation/test_pictures.py` fails for a picture without a row.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
SHOTS = (
    *("checks", "coverage", "drop", "forces", "four_bar"),
    *("graph", "humanoid", "phone", "site", "stewart"),
)
GALLERY_POSES: dict[str, dict[str, float]] = {
    "belt_leg": {"knee": 0.6, "ankle_motor": 0.8},
    "differential": {"pitch": 0.4, "roll": 0.5},
    "four_bar": {"crank": 0.5},
    "gripper": {"screw": 10.0},
    "humanoid": {"left_hip_pitch": -0.6, "left_knee": 1.0},
    "iiwa14": {"iiwa_joint_2": 0.6, "iiwa_joint_4": -1.4, "iiwa_joint_6": 0.9},
    "leg_linkage": {"hip": -0.4, "shank_drive": 0.4},
    "six_bar": {"crank": 0.5},
    "slider_crank": {"crank": 0.7},
    "ur20": {"shoulder_lift_joint": -1.0, "elbow_joint": 1.2},
}
BACKGROUND = (0.95, 0.96, 0.97)
THUMBNAILS = ROOT / "web/viewer/public/assets/thumbs"
THUMBNAIL = 144


class UnavailableError(Exception):
    """Something that a picture needs is not on this machine."""


class Picture(NamedTuple):
    """Pictures that are made together: their files, and the words of a command or a function."""

    files: tuple[str, ...]
    how: tuple[str, ...] | Callable[[], None]

    @property
    def command(self) -> str:
        """What a person types to make them."""
        if callable(self.how):
            return f"python tools/pictures.py {self.files[0]}"
        return " ".join(self.how)


# Pictures that several steps make


def _viewer() -> None:
    """What the browser tests show, as WebP."""
    if _browser() is None:
        raise UnavailableError("needs Chromium")
    with tempfile.TemporaryDirectory(prefix="fourbar-") as folder:
        environment = os.environ | {"FOURBAR_SHOTS": folder}
        words = ["npm", "run", "test:browser", "--", "shots"]
        subprocess.run(words, cwd=ROOT / "web", env=environment, check=True)
        for name in SHOTS:
            _webp(Path(folder, f"viewer-{name}.png"), f"viewer-{name}.webp", 1200)


def _gallery() -> None:
    """Every robot of the gallery, drawn by MuJoCo; most in a moved pose."""
    from PIL import Image, ImageDraw, ImageFont

    import fourbar as fb

    names = fb.gallery.names()
    size, columns = 320, 5
    sheet = Image.new("RGB", (columns * size, -(-len(names) // columns) * size))
    for number, name in enumerate(names):
        picture = _drawn(name, size, GALLERY_POSES.get(name, {}))
        _thumbnail(picture, name)
        ImageDraw.Draw(picture).text((10, size - 24), name, "#333", ImageFont.load_default(14))
        sheet.paste(picture, (number % columns * size, number // columns * size))
    sheet.quantize(256, dither=Image.Dither.NONE).save(IMAGES / "gallery.png", optimize=True)


def _thumbnail(picture: Image.Image, name: str) -> None:
    """The small picture of the viewer's start page."""
    small = picture.resize((THUMBNAIL, THUMBNAIL))
    THUMBNAILS.mkdir(parents=True, exist_ok=True)
    small.save(THUMBNAILS / f"{name}.webp", quality=80)


def _mujoco() -> None:
    """Closed robots of the gallery, drawn by MuJoCo from files that fourbar wrote."""
    from PIL import Image

    sheet = Image.new("RGB", (1440, 480))
    for number, name in enumerate(("stewart", "delta", "six_bar")):
        sheet.paste(_drawn(name, 480, {}), (480 * number, 0))
    sheet.save(IMAGES / "mujoco-closed.webp", quality=85)


def _menagerie() -> None:
    """Cassie and the Robotiq gripper, read from MJCF and moved in the viewer."""
    from PIL import Image

    if _browser() is None or _corpus() is None:
        raise UnavailableError("needs Chromium and the corpus (FOURBAR_CORPUS)")
    with tempfile.TemporaryDirectory(prefix="fourbar-") as folder:
        environment = os.environ | {"FOURBAR_SHOTS": folder}
        words = ["npm", "run", "test:browser", "--", "shots", "-t", "from MJCF"]
        subprocess.run(words, cwd=ROOT / "web", env=environment, check=True)
        sheet = Image.new("RGB", (2000, 700))
        for number, name in enumerate(("cassie", "robotiq")):
            sheet.paste(Image.open(Path(folder, f"viewer-{name}.png")), (1000 * number, 0))
        sheet.save(IMAGES / "mjcf-viewer.webp", quality=85)


def _robots_beside() -> None:
    """Ten robots of the corpus in the browser, beside urdf-loader."""
    if _browser() is None or _corpus() is None:
        raise UnavailableError("needs Chromium and the corpus (FOURBAR_CORPUS)")
    words = ["node", "benchmarks/robots_beside.mjs", "docs/images/robots-beside.webp"]
    environment = os.environ | {"PYTHON": sys.executable}
    subprocess.run(words, cwd=ROOT, env=environment, check=True)


def _loads() -> None:
    """The page that `fourbar loads` writes."""
    with tempfile.TemporaryDirectory(prefix="fourbar-") as folder:
        page, shot = Path(folder, "loads.html"), Path(folder, "loads.png")
        words = ["loads", "gallery:four_bar", "--drive", "crank", "--speed", "10", "-o", str(page)]
        subprocess.run([sys.executable, "-m", "fourbar", *words], check=True)
        _chromium(f"--screenshot={shot}", "--window-size=900,1720", page.as_uri()).wait(60)
        _webp(shot, "loads.webp", 800)


def _fleet() -> None:
    """The page of a fleet: the public robots of the corpus."""
    corpus = _corpus()
    if corpus is None:
        raise UnavailableError("needs the corpus (FOURBAR_CORPUS)")
    with tempfile.TemporaryDirectory(prefix="fourbar-") as folder:
        shot = Path(folder, "summary.png")
        words = ["fleet", "check", ".", "-o", str(Path(folder, "fleet"))]
        # From there, so that the page has no folders of this machine; 1 where there are errors.
        subprocess.run([sys.executable, "-m", "fourbar", *words], cwd=corpus, check=False)
        page = Path(folder, "fleet", "summary.html")
        _chromium(f"--screenshot={shot}", "--window-size=1240,2000", page.as_uri()).wait(60)
        _webp(shot, "fleet-summary.webp", 1240)


def _fleet_volume() -> None:
    """What the tool of the delta reaches, as `fourbar fleet` draws it."""
    with tempfile.TemporaryDirectory(prefix="fourbar-") as folder:
        words = ["fleet", "reach", "gallery:delta", "--link", "tool", "-o", folder]
        subprocess.run([sys.executable, "-m", "fourbar", *words], check=True)
        shutil.copy(Path(folder, "volume.svg"), IMAGES / "fleet-volume.svg")


def _fleet_cloud() -> None:
    """The same around the robot, in the viewer."""
    import fourbar as fb
    from fourbar.fleet import Samples, map_configurations, reach, reached, save_reach

    robot = fb.load("gallery:delta")
    with tempfile.TemporaryDirectory(prefix="fourbar-") as folder:
        page, shot = Path(folder, "delta.html"), Path(folder, "cloud.png")
        job, source = partial(reach, link="tool"), Samples(100_000)
        found = map_configurations(fb.Model(robot), job, source, output=Path(folder, "space"))
        save_reach(reached(found, cell=0.02, column="manipulability"), page, robot=robot)
        words = ("--window-size=1200,750", "--virtual-time-budget=20000")
        _chromium(f"--screenshot={shot}", *words, page.as_uri()).wait(120)
        _webp(shot, "fleet-cloud.webp", 1200)


def _by_hand(reason: str) -> Callable[[], None]:
    """A picture of a window in which somebody has worked."""

    def refuse() -> None:
        raise UnavailableError(f"taken by hand: {reason}")

    return refuse


def _fourbar(*words: str) -> tuple[str, ...]:
    return ("fourbar", *words)


PICTURES: tuple[Picture, ...] = (
    Picture(("layers.svg",), ("python", "tools/generate.py")),
    *(
        Picture(
            (f"graph-{name}.svg",),
            _fourbar("graph", f"gallery:{name}", "-o", f"docs/images/graph-{name}.svg"),
        )
        for name in ("differential", "leg_linkage", "lims2_wrist", "stewart")
    ),
    Picture(
        ("trace-four_bar.svg",),
        _fourbar(
            *("trace", "gallery:four_bar", "--drive", "crank", "--to", "360deg"),
            *("--plot", "docs/images/trace-four_bar.svg"),
        ),
    ),
    Picture(
        ("simulation.svg",),
        _fourbar(
            *("simulate", "gallery:four_bar", "--set", "crank=0.9", "--velocity", "crank=8"),
            *("--no-friction", "--no-limits", "--plot", "docs/images/simulation.svg"),
        ),
    ),
    Picture(
        ("efforts-delta.svg",),
        _fourbar(
            *("efforts", "gallery:delta", "--over", "arm_1", "--over", "arm_2", "--link", "tool"),
            *("-o", "docs/images/efforts-delta.svg"),
        ),
    ),
    Picture(
        tuple(f"dynamics-{name}.svg" for name in ("four_bar", "belt_leg", "stewart")),
        ("python", "tools/dynamics_plots.py"),
    ),
    Picture(
        ("growth-hinges.svg", "growth-four-bars.svg"),
        ("python", "benchmarks/dynamics.py", "--plot", "docs/images/growth.svg"),
    ),
    Picture(
        ("glb-comparison.png",),
        (
            *("python", "benchmarks/pictures.py", "docs/images/glb-comparison.png"),
            *(f"gallery:{n}" for n in ("ur20", "humanoid", "gripper", "delta", "iiwa14")),
            "gallery:mobile_base",
        ),
    ),
    Picture(
        ("collision-gallery.png",),
        ("python", "benchmarks/collision_pictures.py", "docs/images/collision-gallery.png"),
    ),
    Picture(("gallery.png",), _gallery),
    Picture(("loads.webp",), _loads),
    Picture(("mujoco-closed.webp",), _mujoco),
    Picture(("fleet-summary.webp",), _fleet),
    Picture(("fleet-volume.svg",), _fleet_volume),
    Picture(("fleet-cloud.webp",), _fleet_cloud),
    Picture(("mjcf-viewer.webp",), _menagerie),
    Picture(("robots-beside.webp",), _robots_beside),
    Picture(("viewer-marks.webp",), _by_hand("marks set from a Python session, live.md")),
    Picture(("viewer-source.webp",), _by_hand("a part selected and a motion plotted in the page")),
    Picture(tuple(f"viewer-{name}.webp" for name in SHOTS), _viewer),
    Picture(
        ("blender-panel.webp", "blender-rig.webp", "blender-sensor.webp", "blender-stewart.webp"),
        _by_hand("windows of Blender, which has none without a screen"),
    ),
)


# Browsers and files


def _corpus() -> Path | None:
    folder = os.environ.get("FOURBAR_CORPUS")
    return Path(folder) if folder and Path(folder).is_dir() else None


def _browser() -> str | None:
    names = ("chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


def _chromium(*words: str) -> subprocess.Popen[bytes]:
    browser = _browser()
    if browser is None:
        raise UnavailableError("needs Chromium")
    options = ("--headless", "--no-sandbox", "--hide-scrollbars", "--use-angle=swiftshader")
    options += ("--enable-unsafe-swiftshader",)
    return subprocess.Popen([browser, *options, *words], stderr=subprocess.DEVNULL)


def _drawn(name: str, size: int, pose: dict[str, float]) -> Image.Image:
    """A robot of the gallery before a plain background, drawn by MuJoCo."""
    import mujoco
    import numpy as np
    from PIL import Image

    import fourbar as fb

    robot = fb.load(f"gallery:{name}")
    model = fb.Model(robot)
    with tempfile.TemporaryDirectory(prefix="fourbar-") as folder:
        file = Path(folder, f"{name}.xml")
        fb.save(robot, file, base="fixed")
        spec = mujoco.MjSpec.from_file(str(file))
        spec.add_texture(
            type=mujoco.mjtTexture.mjTEXTURE_SKYBOX,
            builtin=mujoco.mjtBuiltin.mjBUILTIN_FLAT,
            rgb1=BACKGROUND,
            rgb2=BACKGROUND,
            width=64,
            height=6 * 64,
        )
        spec.visual.headlight.ambient = 3 * [0.55]
        spec.visual.headlight.diffuse = 3 * [0.7]
        spec.visual.global_.offwidth = spec.visual.global_.offheight = 2 * size
        compiled = spec.compile()
    data = mujoco.MjData(compiled)
    q = model.q(pose)
    # MuJoCo has joints of several coordinates in parts: such robots stay where they are closed.
    for joint in model.joints.values() if pose and model.nq == compiled.nq else ():
        own = mujoco.mj_name2id(compiled, mujoco.mjtObj.mjOBJ_JOINT, joint.name)
        data.qpos[compiled.jnt_qposadr[own]] = q[joint.q.start]
    mujoco.mj_forward(compiled, data)
    try:
        renderer = mujoco.Renderer(compiled, 2 * size, 2 * size)  # larger, so that edges are smooth
    except (AttributeError, RuntimeError, mujoco.FatalError) as error:
        raise UnavailableError("MuJoCo cannot draw here; try MUJOCO_GL=egl") from error
    centres, reach = data.geom_xpos, 0.7 * compiled.geom_rbound[:, None]
    low, high = (centres - reach).min(axis=0), (centres + reach).max(axis=0)
    camera = mujoco.MjvCamera()
    camera.lookat = (low + high) / 2
    camera.azimuth, camera.elevation = 140.0, -20.0
    camera.distance = 1.2 * float(np.linalg.norm(high - low))
    renderer.update_scene(data, camera)
    picture = Image.fromarray(renderer.render())
    renderer.close()
    return picture.resize((size, size), Image.Resampling.LANCZOS)


def _webp(png: Path, name: str, width: int) -> None:
    from PIL import Image

    picture = Image.open(png).convert("RGB")
    if picture.width > width:
        size = (width, round(picture.height * width / picture.width))
        picture = picture.resize(size, Image.Resampling.LANCZOS)
    picture.save(IMAGES / name, quality=85)


def make(picture: Picture) -> str:
    """Run the command of a row; what became of it."""
    try:
        if callable(picture.how):
            picture.how()
        else:
            program, *words = picture.how
            start = [sys.executable, *(["-m", "fourbar"] if program == "fourbar" else [])]
            done = subprocess.run([*start, *words], cwd=ROOT, capture_output=True, text=True)
            if done.returncode:
                return f"FAILED: {done.stderr.strip().splitlines()[-1:]}"
    except UnavailableError as error:
        return f"skipped: {error}"
    return "made"


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--list", action="store_true", help="which command makes which picture")
    parser.add_argument("names", metavar="PICTURE", nargs="*", help="only these")
    args = parser.parse_args()
    known = {file for picture in PICTURES for file in picture.files}
    unknown = [name for name in args.names if name not in known]
    if unknown:
        parser.error(f"no picture is called {', '.join(unknown)}; see --list")
    failed = False
    for picture in PICTURES:
        if args.names and not set(args.names) & set(picture.files):
            continue
        names = " ".join(picture.files)
        if args.list:
            print(f"{names}\n    {picture.command}")
            continue
        became = make(picture)
        failed = failed or became.startswith("FAILED")
        print(f"{names}: {became}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())

"""`<robot-viewer>` in a real browser: it loads, moves, is dragged, and shows names as text."""

from __future__ import annotations

import functools
import http.server
import json
import re
import shutil
import subprocess
import threading
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import fourbar as fb
from fourbar.gltf import write_glb

if TYPE_CHECKING:
    from collections.abc import Iterator

BUNDLE = Path(__file__).parents[2] / "web/three-robot-kinematics/dist/robot-viewer.js"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((found for name in BROWSERS if (found := shutil.which(name))), None)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine"),
    pytest.mark.skipif(not BUNDLE.exists(), reason="not built: run `make web`"),
]

PAGE = """<!doctype html>
<meta http-equiv="Content-Security-Policy" content="default-src 'self'">
<body><robot-viewer src="{src}" controls></robot-viewer>
<script type="module" src="robot-viewer.js"></script>
<script type="module" src="check.js"></script>
"""

CHECK = """
const viewer = document.querySelector("robot-viewer");
const tell = (result) => { document.body.dataset.result = JSON.stringify(result); };
addEventListener("securitypolicyviolation", (event) => {
  document.body.dataset.violated = event.violatedDirective;
});
const frame = () => new Promise((done) => setTimeout(done, 50));
viewer.addEventListener("error", ({ detail }) => tell({ error: detail.message }));
viewer.addEventListener("load", async () => {
  const { robot, shadowRoot } = viewer;
  const canvas = shadowRoot.querySelector("canvas");
  await frame();
  %s
});
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A folder, and the address under which it is served."""
    (tmp_path / "robot-viewer.js").write_bytes(BUNDLE.read_bytes())
    handler = functools.partial(Quiet, directory=str(tmp_path))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield tmp_path, f"http://127.0.0.1:{server.server_port}/page.html"
        server.shutdown()


def run(site: tuple[Path, str], script: str, *, src: str = "robot.glb") -> dict[str, Any]:
    """What the page's script tells after the robot has loaded."""
    folder, address = site
    (folder / "page.html").write_text(PAGE.format(src=src), encoding="utf-8")
    (folder / "check.js").write_text(CHECK % script, encoding="utf-8")
    assert CHROMIUM is not None
    flags = ["--headless", "--no-sandbox", "--enable-unsafe-swiftshader", "--enable-logging=stderr"]
    profile = f"--user-data-dir={folder / 'profile'}"
    waiting = "--virtual-time-budget=20000"
    done = subprocess.run(
        [CHROMIUM, *flags, profile, waiting, "--dump-dom", address],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert "data-violated" not in done.stdout, done.stdout
    found = re.search(r'data-result="([^"]*)"', done.stdout)
    console = "\n".join(line for line in done.stderr.splitlines() if "CONSOLE" in line)
    assert found, done.stdout + console
    return json.loads(unescape(found[1]))


def put(site: tuple[Path, str], robot: fb.Robot) -> None:
    (site[0] / "robot.glb").write_bytes(write_glb(robot))


def test_loads_and_moves_with_loops_closed(site: tuple[Path, str]) -> None:
    put(site, fb.load("gallery:four_bar"))
    result = run(
        site,
        """const { converged, residual } = robot.setJointValue("crank", 1);
        await frame();
        const sliders = [...shadowRoot.querySelectorAll("label")].map((l) => l.innerText);
        tell({ converged, residual, sliders, drawn: canvas.width > 100 });""",
    )
    assert result["converged"]
    assert result["residual"] < 1e-9
    assert result["drawn"]
    assert result["sliders"][0].split()[:2] == ["crank", "1.000"]
    assert len(result["sliders"]) == 3


def test_a_slider_moves_the_robot(site: tuple[Path, str]) -> None:
    put(site, fb.load("gallery:four_bar"))
    result = run(
        site,
        """const slider = shadowRoot.querySelector("input");
        slider.valueAsNumber = 0.5;
        slider.dispatchEvent(new Event("input"));
        tell({ values: Object.fromEntries(robot.getJointValues()) });""",
    )
    assert result["values"]["crank"] == pytest.approx(0.5, abs=1e-6)
    assert abs(result["values"]["rocker"]) > 1e-3


def test_a_link_is_dragged_with_the_pointer(site: tuple[Path, str]) -> None:
    """Presses all over the picture; where a link is hit, the move pulls it, elsewhere it orbits."""
    put(site, fb.load("gallery:four_bar"))
    result = run(
        site,
        """canvas.setPointerCapture = () => {};  // these pointers are not the system's
        const { left, top, width, height } = canvas.getBoundingClientRect();
        const send = (type, x, y) => canvas.dispatchEvent(new PointerEvent(type, {
          pointerId: 7, button: 0, clientX: left + x, clientY: top + y, bubbles: true }));
        let [pulled, worst] = [0, 0];
        robot.addEventListener("change", () => {
          pulled++;
          worst = Math.max(worst, ...[...robot.loops.values()].map((loop) => loop.residual));
        });
        for (let x = 5; x < width; x += 15) for (let y = 5; y < height; y += 15) {
          send("pointerdown", x, y);
          send("pointermove", x + 12, y + 5);
          send("pointerup", x + 12, y + 5);
        }
        tell({ pulled, worst, crank: robot.getJointValue("crank") });""",
    )
    assert result["pulled"] > 0
    assert result["worst"] < 1e-6
    assert result["crank"] != 0


def test_names_are_text(site: tuple[Path, str]) -> None:
    name = "<img src=x onerror=document.body.dataset.hacked=1>"
    robot = fb.load("gallery:four_bar").rename_joint("crank", name)
    put(site, robot)
    result = run(
        site,
        """const shown = shadowRoot.querySelector("label span").textContent;
        const images = shadowRoot.querySelectorAll("img").length;
        await frame();
        tell({ shown, images, hacked: "hacked" in document.body.dataset });""",
    )
    assert result == {"shown": name, "images": 0, "hacked": False}


def test_what_cannot_be_loaded_is_said(site: tuple[Path, str]) -> None:
    (site[0] / "robot.glb").write_bytes(b"this is no robot")
    result = run(site, "tell({})")
    assert result["error"]

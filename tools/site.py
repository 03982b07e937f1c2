"""Write the viewer as a page that needs no server: `make site` puts it beside the documentation.

    python tools/site.py FOLDER

The page opens robots that are dropped onto it, or that `?open=ADDRESS` names. The gallery is with
it, and `element.html`, a page with `<robot-viewer>` elements to try.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
from pathlib import Path

from fourbar import gallery

ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / "src/fourbar/viewer/static"
GALLERY = ROOT / "src/fourbar/gallery/robots"
PARTS = ROOT / "web/site"
ELEMENT = ROOT / "web/three-robot-kinematics/dist/robot-viewer.js"
SCENE = {"type": "scene", "title": "fourbar", "robots": [], "writable": False}


def write(folder: Path) -> None:
    """The page, its scripts and the gallery."""
    if not (STATIC / "index.html").is_file() or not ELEMENT.is_file():
        raise SystemExit("The viewer's page has not been built: run `make web` first.")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(STATIC, folder)
    shutil.copytree(GALLERY, folder / "gallery", ignore=shutil.ignore_patterns("__pycache__"))
    scene = _message("fourbar-scene", SCENE) + "\n    " + _message("fourbar-start", _start())
    offline = '<script type="module" src="./offline.js"></script>'
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    text = text.replace('<div id="app"></div>', f'<div id="app"></div>\n    {scene}\n    {offline}')
    (folder / "index.html").write_text(text, encoding="utf-8")
    for part in ("offline.js", "element.html", "element.css"):
        shutil.copyfile(PARTS / part, folder / part)
    shutil.copyfile(ELEMENT, folder / ELEMENT.name)
    page = sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and "gallery" not in path.parts
    )
    digest = hashlib.sha256(b"".join((folder / name).read_bytes() for name in page)).hexdigest()
    worker = (PARTS / "worker.js").read_text(encoding="utf-8")
    worker = worker.replace('cache = "fourbar-0"', f'cache = "fourbar-{digest[:16]}"')
    worker = worker.replace("page = []", f"page = {json.dumps(['./', *page])}")
    (folder / "worker.js").write_text(worker, encoding="utf-8")
    shutil.copyfile(ELEMENT, folder / "robot-viewer.js")  # for the home page


def _start() -> dict[str, object]:
    """What the page offers to begin with: the gallery that is beside it."""
    offered = [{"name": name, "summary": gallery.summary(name)} for name in gallery.names()]
    return {"type": "start", "gallery": offered, "recent": []}


def _message(name: str, message: dict[str, object]) -> str:
    text = json.dumps(message).replace("</", "<\\/")
    return f'<script type="application/json" id="{name}">{text}</script>'


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    write(parser.parse_args().folder)

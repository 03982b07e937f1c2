"""USD by urdf-usd-converter and mujoco-usd-converter, for fourbar to read."""

from __future__ import annotations

import json
import sys
import traceback
from pathlib import Path


def main(folder: Path) -> int:
    """Convert what `others.json` lists into folders beside it, and say which files came of it."""
    import mujoco_usd_converter
    import urdf_usd_converter

    makers = {
        ".urdf": urdf_usd_converter.Converter,
        ".xml": mujoco_usd_converter.Converter,
    }
    made: dict[str, str] = {}
    for number, source in enumerate(json.loads((folder / "others.json").read_text())):
        target = folder / f"other_{number}"
        try:
            asset = makers[Path(source).suffix]().convert(source, str(target))
            made[source] = str(asset.path)
        except Exception:
            made[source] = traceback.format_exc().strip().splitlines()[-1][:100]
    (folder / "made.json").write_text(json.dumps(made))
    return 0


sys.exit(main(Path(sys.argv[1])))

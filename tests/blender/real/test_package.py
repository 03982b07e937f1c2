"""The zip that users install, in a Blender with nothing else of ours."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ZIP = os.environ.get("FOURBAR_EXTENSION_ZIP", "")

USER = """
import sys
import bpy

bpy.ops.extensions.package_install_files(
    filepath=sys.argv[-2], repo="user_default", enable_on_install=True
)
import fourbar

assert sys.argv[-1] in fourbar.__file__, fourbar.__file__
bpy.ops.wm.read_homefile(use_empty=True)
bpy.ops.fourbar.import_gallery(robot="stewart")
bpy.ops.fourbar.random_pose(seed=1)
bpy.ops.fourbar.check()
bpy.ops.fourbar.export_urdf(filepath=sys.argv[-1] + "/out.urdf")
assert open(sys.argv[-1] + "/out.urdf", "rb").read() == fourbar.gallery.path("stewart").read_bytes()
bpy.ops.export_scene.gltf(filepath=sys.argv[-1] + "/out.glb")
assert fourbar.load(sys.argv[-1] + "/out.glb") == fourbar.load("gallery:stewart")
bpy.ops.preferences.addon_disable(module="bl_ext.user_default.fourbar")
assert not hasattr(bpy.types.Scene, "fourbar")
bpy.ops.preferences.addon_enable(module="bl_ext.user_default.fourbar")
assert bpy.ops.fourbar.reset_pose() == {"FINISHED"}
print("INSTALLED")
"""


def alone(folder: Path) -> dict[str, str]:
    """An environment in which only the zip can bring fourbar."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return kept | {"BLENDER_USER_RESOURCES": str(folder)}


@pytest.mark.skipif(not ZIP, reason="no zip was built (make test-blender)")
def test_the_zip_installs_and_works(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", USER, ZIP, str(tmp_path)],
        env=alone(tmp_path),
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert "INSTALLED" in done.stdout, done.stdout[-2000:] + done.stderr[-2000:]


@pytest.mark.skipif(not ZIP, reason="no zip was built (make test-blender)")
def test_the_manifest_is_valid() -> None:
    import bpy

    folder = Path(bpy.utils.system_resource("SCRIPTS")) / "addons_core" / "bl_pkg" / "cli"
    done = subprocess.run(
        [sys.executable, str(folder / "blender_ext.py"), "validate", ZIP],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "ERROR" not in done.stdout

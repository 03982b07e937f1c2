"""Tests inside Blender itself (bpy): `make test-blender`."""

from __future__ import annotations

import importlib.util
import os
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

EXTENSION = Path(__file__).parents[3] / "extensions" / "blender"

if importlib.util.find_spec("bpy") is None:
    # bpy is made for one version of Python and comes in an environment of its own.
    collect_ignore_glob = ["test_*.py"]


def load_extension() -> ModuleType:
    """The extension from its sources, as Blender would import it."""
    name = "fourbar_extension"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(
            name, EXTENSION / "__init__.py", submodule_search_locations=[str(EXTENSION)]
        )
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]  # half of it would hide the reason from the next test
            raise
        module.register()
    return sys.modules[name]


@pytest.fixture
def blender() -> SimpleNamespace:
    """An empty scene, and the modules of the extension."""
    import bpy

    load_extension()
    bpy.ops.wm.read_factory_settings(use_empty=True)
    # As an installed extension is: Blender's glTF exporter asks all that are in the preferences.
    bpy.context.preferences.addons.new().module = "fourbar_extension"
    names = [file.stem for file in EXTENSION.glob("*.py") if file.stem != "__init__"]
    modules = {name: import_module(f"fourbar_extension.{name}") for name in names}
    return SimpleNamespace(bpy=bpy, **modules)


_ended: list[int] = []


def pytest_sessionfinish(exitstatus: int) -> None:
    """Leave Blender as it was: its classes outlive the interpreter."""
    _ended.append(int(exitstatus))
    extension = sys.modules.pop("fourbar_extension", None)
    if extension is not None:
        import bpy

        bpy.ops.wm.read_factory_settings(use_empty=True)
        extension.unregister()


def pytest_unconfigure() -> None:
    """End here, with the verdict: Blender as a module may wait for its own threads for ever."""
    if "bpy" in sys.modules and _ended:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(_ended[-1])

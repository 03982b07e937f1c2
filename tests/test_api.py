"""The public names."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules, walk_packages

import pytest

import fourbar as fb
from fourbar import _MODULES  # pyright: ignore[reportPrivateUsage]

SOURCES = Path(fb.__file__).parent

# Raised inside and caught there: nobody outside meets them.
CAUGHT_INSIDE = {
    "ArchiveError",
    "ChildError",
    "ResidentError",
    "CommandError",
    "EndlessError",
    "IncludedTwiceError",
    "GltfFileError",
    "LimitError",
    "MadeMeshError",
    "MalformedError",
    "RefusedError",
    "ReportedError",
    "UsageError",
    "XacroError",
}


def test_all_is_the_truth():
    offered = {name for names in _MODULES.values() for name in names}
    assert set(fb.__all__) == offered | {"__version__"}
    assert len(fb.__all__) == len(set(fb.__all__))
    for name in fb.__all__:
        assert getattr(fb, name) is not None
    assert set(dir(fb)) == set(fb.__all__)


def test_packages_are_there_without_importing_them():
    code = "import fourbar as fb; print(fb.gallery.names()[0], fb.lint.check is fb.check)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split()[-1] == "True"
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = fb.nothing


def test_functions_are_functions_and_not_modules():
    assert [name for name in fb.__all__ if inspect.ismodule(getattr(fb, name))] == []


PACKAGES = sorted(found.name for found in walk_packages(fb.__path__, "fourbar.") if found.ispkg)


@pytest.mark.parametrize("package", PACKAGES)
def test_no_module_has_the_name_of_a_function_beside_it(package):
    """Importing the module would put it in the function's place; type checkers take it for it."""
    found = import_module(package)
    # A package that is offered as such, `fourbar.rules.schema`, is what its name says.
    modules = {module.name for module in iter_modules(found.__path__) if not module.ispkg}
    assert modules & set(getattr(found, "__all__", ())) == set()
    folder = SOURCES.joinpath(*package.split(".")[1:])
    for name in _MODULES.get(package.removeprefix("fourbar."), ()):
        assert not (folder / name).is_dir(), name


def test_every_exception_that_is_raised_is_public_and_has_the_common_base():
    defined, raised = set(), set()
    for file in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and node.name.endswith("Error"):
                defined.add(node.name)
            if isinstance(node, ast.Raise) and node.exc is not None:
                called = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
                raised.add(getattr(called, "attr", getattr(called, "id", "")))
    own = {name for name in defined & raised if not name.startswith("_")} - CAUGHT_INSIDE
    assert {"GraphError", "LoadError", "LoopError", "ModelError", "UnknownNameError"} <= own
    assert own - set(fb.__all__) == set()
    public = [getattr(fb, name) for name in fb.__all__ if name.endswith("Error")]
    assert all(issubclass(error, fb.FourbarError) and error.__doc__ for error in public)


def test_import_is_lazy():
    code = "import fourbar, sys; print(sorted(m for m in sys.modules if m.startswith('fourbar')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['fourbar', 'fourbar._version']"

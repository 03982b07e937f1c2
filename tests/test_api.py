"""The public names."""

import re
import subprocess
import sys
from pathlib import Path

import fourbar as fb
from fourbar import _MODULES  # pyright: ignore[reportPrivateUsage]


def test_all_is_the_truth():
    offered = {name for names in _MODULES.values() for name in names}
    assert set(fb.__all__) == offered | {"__version__"}
    for name in fb.__all__:
        assert getattr(fb, name) is not None
    assert set(dir(fb)) == set(fb.__all__)


def test_type_checkers_see_the_same_names():
    text = Path(fb.__file__).read_text()
    block = text[text.index("if TYPE_CHECKING:") : text.index("_MODULES:")]
    for names in _MODULES.values():
        for name in names:
            assert re.search(rf"\b{name}\b", block), name


def test_import_is_lazy():
    code = "import fourbar, sys; print(sorted(m for m in sys.modules if m.startswith('fourbar')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['fourbar', 'fourbar._version']"

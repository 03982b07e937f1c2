"""Coverage-guided fuzzing of one target, or of all in turn.

    python fuzz/run.py urdf --seconds 600
    python fuzz/run.py all --seconds 600         # as long for each

Needs `atheris` (the extra `fuzz`). An input that fails is stored in fuzz/corpus/TARGET/, where
`make test` replays it from then on: repair the cause and commit both. What was learnt about
coverage is kept in build/fuzz/ for the next run.
"""

from __future__ import annotations

import argparse
import gc
import subprocess
import sys
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import FunctionType

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path.insert(0, str(HERE))

_SHORTEST = 4096
"""Inputs may be that long [bytes], or twice as long as the longest seed: more would waste time."""


def main() -> int:
    """Run from the command line."""
    from targets import TARGETS

    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("target", choices=(*TARGETS, "all"), help="what to fuzz")
    parser.add_argument("--seconds", type=int, default=60, help="how long (default 60)")
    args = parser.parse_args()
    names = tuple(TARGETS) if args.target == "all" else (args.target,)
    # A process each: libFuzzer ends the one it runs in.
    return max(_fuzz_apart(name, args.seconds) for name in names)


def _fuzz_apart(name: str, seconds: int) -> int:
    learnt = ROOT / "build" / "fuzz" / name
    failed = ROOT / "build" / "fuzz" / f"{name}-failed"
    for folder in (learnt, failed, HERE / "corpus" / name):
        folder.mkdir(parents=True, exist_ok=True)
    longest = max(_SHORTEST, 2 * _write_seeds(name, learnt))
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import sys; sys.path.insert(0, {str(HERE)!r}); import run; run.fuzz({name!r})",
            f"-max_total_time={seconds}",
            "-timeout=25",
            # A slow run on a busy machine is no finding; tests/test_complexity.py counts work.
            "-report_slow_units=1000",
            "-rss_limit_mb=3000",
            f"-max_len={longest}",
            f"-artifact_prefix={failed}/",
            "-print_final_stats=1",
            str(learnt),
            str(HERE / "corpus" / name),
        ],
        check=False,
    )
    for found in failed.iterdir():
        data = found.read_bytes()
        target = HERE / "corpus" / name / sha256(data).hexdigest()[:16]
        target.write_bytes(data)
        found.unlink()
        print(f"stored {target.relative_to(ROOT)}: {found.name.partition('-')[0]}")
    return 1 if done.returncode else 0


def _write_seeds(name: str, folder: Path) -> int:
    """Write the inputs to begin with; the bytes of the longest."""
    from seeds import seeds

    found = seeds(name)
    for data in found:
        (folder / sha256(data).hexdigest()[:16]).write_bytes(data)
    return max(map(len, found))


def fuzz(name: str) -> None:
    """Let libFuzzer work on one target, with the options of the command line."""
    import atheris
    from mutate import change_xml
    from targets import TARGETS, XML

    def change(data: bytes, most: int, seed: int) -> bytes:
        changed = change_xml(data, seed) if seed % 2 else None
        return atheris.Mutate(data, most) if changed is None else changed[:most]

    for function in _functions():
        atheris.instrument_func(function)
    options = {"custom_mutator": change} if name in XML else {}
    atheris.Setup(sys.argv, TARGETS[name], **options)
    atheris.Fuzz()


def _functions() -> list[FunctionType]:
    """Every function of the package.

    Instrumented one by one: the import hook of an editable install comes before that of atheris,
    and much of the package is imported late.
    """
    import fourbar

    for module in walk_packages(fourbar.__path__, "fourbar."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    folder = str(Path(fourbar.__file__).parent)
    return [
        thing
        for thing in gc.get_objects()
        if isinstance(thing, FunctionType) and thing.__code__.co_filename.startswith(folder)
    ]


if __name__ == "__main__":
    raise SystemExit(main())

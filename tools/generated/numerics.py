"""The constants of tools/numerics.toml in C++, Python and TypeScript, and their documentation."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

from reference.cells import prose

_C, _P, _T = "C++", "Python", "TypeScript"


class Constant(NamedTuple):
    """A number, its unit, the languages that use it, and why it has this value."""

    name: str
    value: str
    unit: str
    used: tuple[str, ...]
    reason: str


class Section(NamedTuple):
    """Constants of one purpose: a namespace in C++, an object in TypeScript, a prefix in Python."""

    name: str
    title: str
    constants: tuple[Constant, ...]


_TABLE = Path(__file__).parents[1] / "numerics.toml"
_NOTE = "Generated from tools/numerics.toml by `make generate`; do not edit."


def files() -> dict[str, str]:
    """The same numbers in three languages, and what they are for."""
    return {
        "native/solvers/numerics.hpp": _cpp(),
        "src/fourbar/numerics.py": _python(),
        "web/three-robot-kinematics/src/numerics.ts": _typescript(),
        "docs/numerics.md": _markdown(),
    }


def _sections() -> list[Section]:
    table = tomllib.loads(_TABLE.read_text(encoding="utf-8"))
    return [
        Section(
            name,
            rows.pop("title"),
            tuple(
                Constant(key, _text(value), unit, tuple(used.split()), reason)
                for key, (value, unit, used, reason) in rows.items()
            ),
        )
        for name, rows in table.items()
    ]


def _text(value: float) -> str:
    """The number as it is written in all three languages: 1e-6 and 1e8, but 0.25 and 60."""
    if isinstance(value, int) or 0.01 <= value < 10000:
        return repr(value)
    mantissa, _, exponent = f"{value:e}".partition("e")
    return f"{mantissa.rstrip('0').rstrip('.')}e{int(exponent)}"


def _used_in(section: Section, language: str) -> list[Constant]:
    return [constant for constant in section.constants if language in constant.used]


def _cpp() -> str:
    lines = [f"// {_NOTE}", "// Units and reasons: docs/numerics.md.", "#pragma once", ""]
    for section in _sections():
        rows = _used_in(section, _C)
        if not rows:
            continue
        shared = section.name == "shared"
        lines += [
            f"// {section.title}.",
            f"namespace fourbar::numerics{'' if shared else '::' + section.name} {{",
        ]
        for row in rows:
            kind = "double" if _is_real(row.value) else "int"
            lines.append(f"constexpr {kind} {row.name} = {row.value};  // [{row.unit}]")
        lines += ["}", ""]
    return "\n".join(lines)


def _python() -> str:
    lines = [
        '"""Tolerances and step constants. Units and reasons: docs/numerics.md.',
        f'\n{_NOTE}\n"""',
        "",
    ]
    for section in _sections():
        rows = _used_in(section, _P)
        if not rows:
            continue
        prefix = "" if section.name in ("closed", "shared") else f"{section.name.upper()}_"
        lines.append(f"# {section.title}.")
        lines += [f"{prefix}{row.name.upper()} = {row.value}  # [{row.unit}]" for row in rows]
        lines.append("")
    return "\n".join(lines)


def _typescript() -> str:
    lines = [f"// {_NOTE}", "// Units and reasons: docs/numerics.md.", ""]
    for section in _sections():
        rows = _used_in(section, _T)
        if not rows:
            continue
        lines += [f"/** {section.title}. */", f"export const {section.name} = {{"]
        for row in rows:
            lines += [f"  /** [{row.unit}] */", f"  {_camel(row.name)}: {row.value},"]
        lines += ["};", ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _markdown() -> str:
    lines = [
        "# Solver tolerances and constants",
        "",
        f"<!-- {_NOTE} -->",
        "",
        "Every tolerance and step constant of the solvers, with its unit and the reason for its",
        "value. The compiled core (`native/solvers/numerics.hpp`), Python (`fourbar.numerics`) and",
        "the page (`web/three-robot-kinematics/src/numerics.ts`) take them from one table,",
        "`tools/numerics.toml`.",
        "",
        "Metres and radians are compared as they are, which suits mechanisms of about a metre.",
        "Pass a larger `tolerance` to the functions that take one where a file is rounded.",
        "",
    ]
    for section in _sections():
        lines += [
            f"## {section.title}",
            "",
            "| name | value | unit | used by | reason |",
            "| --- | --- | --- | --- | --- |",
        ]
        for row in section.constants:
            used = ", ".join(row.used)
            cells = f"{row.value} | {prose(row.unit)} | {used} | {prose(row.reason)}"
            lines.append(f"| `{section.name}.{row.name}` | {cells} |")
        lines.append("")
    return "\n".join([*lines, _ELSEWHERE])


# Measured with tools/same_numbers.py and tools/wasm.py, on all kernels and six gallery robots.
_ELSEWHERE = """## The same numbers elsewhere

`Model(robot, simd="generic")` computes with plain instructions. `tools/same_numbers.py` compares
poses, Jacobians, residuals, constraint Jacobians, efforts, mass matrices, accelerations, closed
poses and a simulated motion of six gallery robots, 64 configurations each, in units of the last
place of the largest number:

| build | against GCC 12, x86-64, plain instructions |
| --- | --- |
| Clang 14 and 21, GCC 16, x86-64 | equal bits |
| the same, x86-64-v2 | equal bits |
| GCC 12, arm64, in QEMU 7.2 | at most 7: poses 2.5, Jacobians 5, efforts 3.5, mass matrices 7 |
| GCC 12 and Clang 14, x86-64, without vector extensions (`FOURBAR_PORTABLE_LANES`) | equal bits |
| Clang 14, wasm32, in Node.js 20 | equal bits; inverse kinematics of open trees 2e-11 rad |

arm64, x86-64-v3 and v4 fuse multiplication and addition, and every compiler chooses for itself
where: at v3, Clang differs from GCC 12 by at most 4 in mass matrices and 6 in motions, but by 5e3
(a share of 1e-12) in accelerations, which divide by the mass matrix. Inverse kinematics takes
arctangents from the C library, which is another one in WebAssembly, and ends at 1e-9 rad.
Accelerations and motions were not compared on arm64; simulation is not in the WebAssembly module.

A test compiles all sources with Clang where there is one (`tests/native/test_compilers.py`), and
every change is built with GCC and with Clang and compared (`.github/workflows/test.yml`). Another
compiles the kernels in C++17 alone with both, `-pedantic-errors`, and compares bits
(`tests/native/test_portable.py`). What depends on the compiler is in two headers,
`native/compiler.hpp` and `native/kernels/lanes/registers.hpp`, but for the question which
instructions the processor has (`native/kernels/tree/machine.hpp`), which portable kernels do not
ask.

## WebAssembly

`python tools/wasm.py build` compiles all kernels and the solvers of loops and inverse kinematics
without Python (`native/wasm/entry.cpp`), and `compare` runs them in Node.js on the same robots,
with accelerations and a mechanism that follows its drive besides. Simulation is not in it: the C++
library of that target has no mutex. The module has 1,104 kB, 319 kB with gzip: as much as the
page's own script (1,168 kB, 335 kB).

`time` moves a slider in small steps, loops closed to 1e-10 and all links placed. Processor time of
a step [us], Node.js 20 on an idle machine; that of the TypeScript solver includes writing to the
scene. Scissor lifts, made for this (`tools/scissor.py`), have one degree of freedom, and a loop at
the middle of each stage:

| robot | unknowns of the largest system | WebAssembly | TypeScript | ratio |
| --- | --- | --- | --- | --- |
| `leg_linkage` | 3 | 0.7 | 1.4 | 2.0 |
| `slider_crank` | 3 | 1.3 | 5.4 | 4.1 |
| `four_bar` | 3 | 1.4 | 5.4 | 3.9 |
| `six_bar` | 5 | 2.6 | 9.0 | 3.4 |
| `delta` | 18 | 10.8 | 29.8 | 2.8 |
| `stewart` | 24 | 12.0 | 40.7 | 3.4 |
| scissor lift, 4 stages | 9 | 5.5 | 16.5 | 3.0 |
| scissor lift, 8 stages | 17 | 19.8 | 39.8 | 2.0 |
| scissor lift, 16 stages | 33 | 109 | 132 | 1.2 |
| scissor lift, 32 stages | 65 | 726 | 603 | 0.8 |

It also pulls a point of a far link in a circle of 10 cm, once around in 200 frames, loops closed to
1e-6 as on a page. The solver of that is not in the module. Milliseconds of a frame, TypeScript:

| robot | link | iterations | mean | longest |
| --- | --- | --- | --- | --- |
| `six_bar` | leg_link | 1.7 | 0.02 | 0.04 |
| `delta` | effector | 1.0 | 0.05 | 0.05 |
| `stewart` | platform | 1.0 | 0.07 | 0.07 |
| scissor lift, 4 stages | top | 2.0 | 0.05 | 0.05 |
| scissor lift, 8 stages | top | 2.0 | 0.17 | 0.17 |
| scissor lift, 16 stages | top | 2.0 | 0.89 | 0.92 |
| scissor lift, 32 stages | top | 2.0 | 6.0 | 6.3 |

The rule set for the page was to use this module where it is at least twice as fast. It is for small
mechanisms, and the page keeps the TypeScript solver all the same:

- Nobody would see the difference. A frame at 60 Hz has 16.7 ms. Where the module is faster by two
  or more, a step of a slider takes at most 0.04 ms in TypeScript and a frame of a drag 0.2 ms; with
  all of the 30 iterations that a frame may have, after a jump of the pointer, about 3 ms (30 times
  the time of one iteration, not measured).
- Where a step begins to count, with dozens of loops that hang together, the module is not faster.
- It would double what the page loads.
- What turns a description into flat arrays is Python here, and would have to be written a second
  time.
"""


def _is_real(value: str) -> bool:
    return "." in value or "e" in value


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)

"""Whether two builds of the core compute the same: other compilers, other processors.

    python tools/same_numbers.py write gcc.npz                # with one build installed
    python tools/same_numbers.py write clang.npz              # with the other
    python tools/same_numbers.py compare gcc.npz clang.npz    # the largest differences, in ulps

With plain instructions unless `--simd` names others. Differences are counted in units of the last
place of the largest number of an array: cancellation makes the last digits of small ones
meaningless. With `--within ULPS`, exit status 1 where one is larger.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

import fourbar as fb

ROBOTS = ("four_bar", "delta", "stewart", "differential", "iiwa14", "humanoid")


def numbers(simd: str) -> dict[str, NDArray[np.float64]]:
    """Results of all kernels, by robot and quantity; the inputs come from numpy alone."""
    found: dict[str, NDArray[np.float64]] = {}
    for name in ROBOTS:
        model = fb.Model(fb.load(f"gallery:{name}"), simd=simd)
        link = model.link_names[-1]
        tree = model.random(64, seed=1, coordinates="spanning")
        pose, jacobian = fb.kinematics(model, tree, link, coordinates="spanning")
        phi, k = fb.closure(model, tree)
        v = np.random.default_rng(2).standard_normal((64, model.nv))
        tau = fb.inverse_dynamics(model, None, tree, v, v, friction=False, coordinates="spanning")
        mass = fb.mass_matrix(model, None, tree, coordinates="spanning")
        a = fb.forward_dynamics(model, None, tree, v, tau, friction=False, coordinates="spanning")
        arrays = {
            "pose": pose,
            "jacobian": jacobian,
            "residual": phi,
            "K": k,
            "tau": tau,
            "M": mass,
            "acceleration": a,
        }
        if model.has_loops:
            arrays["closed pose"] = fb.assemble(model).q
        arrays["motion"] = fb.simulate(model, fb.assemble(model).q, duration=0.05).q
        found |= {f"{name}, {what}": np.asarray(array) for what, array in arrays.items()}
    return {key: array for key, array in found.items() if array.size}


def difference(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """The largest difference, in units of the last place of the largest number."""
    return float(np.abs(a - b).max() / np.spacing(max(np.abs(a).max(), np.finfo(float).tiny)))


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("action", choices=("write", "compare"))
    parser.add_argument("file", nargs="+")
    parser.add_argument("--simd", default="generic", help="instructions (default: plain ones)")
    parser.add_argument("--within", type=float, metavar="ULPS", help="the largest that is allowed")
    args = parser.parse_args()
    if args.action == "write":
        np.savez(args.file[0], **numbers(args.simd))  # pyright: ignore[reportArgumentType]
        return 0
    first, second = (np.load(file) for file in args.file)
    quantities: dict[str, list[float]] = {}
    for key in first.files:
        _, _, what = key.partition(", ")
        quantities.setdefault(what, []).append(difference(first[key], second[key]))
    for what, values in quantities.items():
        print(f"{what:12} {max(values):6.1f} ulp")
    largest = max(max(values) for values in quantities.values())
    return 0 if args.within is None or largest <= args.within else 1  # NaN is not within


if __name__ == "__main__":
    raise SystemExit(main())

"""Clusters of mechanisms with many bodies and loops, whatever their shape.

    make bench, or: python benchmarks/graph.py [BODIES [LOOPS]]

Chains with short and with long loops, a bushy and a flat tree, half the loop joints couplings;
then the strongly connected components alone against networkx, if that is installed.
"""

from __future__ import annotations

import contextlib
import random
import sys

from fourbar.graph import AggregateGraph, ConnectivityGraph, ConstraintDependencyDigraph, check
from fourbar.graph.components import strong_components
from fourbar.robot import Coupling, Joint, Link, Loop, Robot
from timing import best_of


def mechanism(bodies: int, loops: int, *, reach: int, span: int) -> Robot:
    """A tree whose parents lie up to `reach` back, with loop joints up to `span` apart."""
    rng = random.Random(1)
    joints = [
        Joint(f"j{i}", "revolute", f"b{rng.randrange(max(0, i - reach), i)}", f"b{i}")
        for i in range(1, bodies + 1)
    ]
    closing: list[Loop | Coupling] = []
    for k in range(loops):
        p = rng.randrange(bodies)
        s = min(bodies, p + rng.randrange(1, span + 1))
        joint = Coupling(f"k{k}", f"b{p}", f"b{s}", rng.uniform(0.5, 2))
        closing.append(joint if k % 2 else Loop(f"k{k}", "revolute", f"b{p}", f"b{s}"))
    return Robot(
        "mechanism",
        [Link(f"b{i}") for i in range(bodies + 1)],
        joints,
        [joint for joint in closing if isinstance(joint, Loop)],
        [joint for joint in closing if isinstance(joint, Coupling)],
    )


def main(bodies: int = 10_000, loops: int = 2_000) -> None:
    shapes = {
        "chain, short loops": {"reach": 1, "span": 5},
        "chain, long loops": {"reach": 1, "span": bodies},
        "bushy tree": {"reach": 20, "span": bodies},
        "flat tree": {"reach": bodies, "span": bodies},
    }
    print(f"{bodies} bodies, {loops} loop joints")
    print(f"{'shape':<20}{'clusters':>10}{'graph ms':>10}{'clusters ms':>13}{'check ms':>10}")
    for name, shape in shapes.items():
        robot = mechanism(bodies, loops, **shape)
        graph = ConnectivityGraph(robot)
        found = len(AggregateGraph(graph).clusters)
        times = [
            best_of(lambda robot=robot: ConnectivityGraph(robot)),
            best_of(lambda robot=robot: AggregateGraph(ConnectivityGraph(robot))),
            best_of(lambda robot=robot: check(robot)),
        ]
        columns = "".join(f"{t * 1e3:>{w}.0f}" for t, w in zip(times, (10, 13, 10), strict=True))
        print(f"{name:<20}{found:>10}{columns}")
    with contextlib.suppress(ImportError):
        compare_components(mechanism(bodies, loops, reach=20, span=bodies))


def compare_components(robot: Robot) -> None:
    import networkx

    heads = ConstraintDependencyDigraph(ConnectivityGraph(robot)).heads
    digraph = networkx.DiGraph((tail, head) for tail, row in enumerate(heads) for head in row)
    ours = best_of(lambda: strong_components(heads))
    theirs = best_of(lambda: list(networkx.strongly_connected_components(digraph)))
    print(f"components alone: {ours * 1e3:.0f} ms, networkx {theirs * 1e3:.0f} ms")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

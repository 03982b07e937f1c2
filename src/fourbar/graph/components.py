"""Strongly connected components of a digraph."""

from __future__ import annotations

from collections.abc import Sequence


def strong_components(heads: Sequence[Sequence[int]]) -> list[list[int]]:
    """The strongly connected components of the digraph with edges i -> j for j in `heads[i]`.

    Tarjan's algorithm (1972) in linear time, with the call stack as two lists: a chain of ten
    thousand bodies would exhaust Python's. It is forty lines; a library's would be the only
    use of that library, and importing scipy.sparse alone takes longer than all of
    `fourbar check`. Components come in reverse topological order, nodes in no stated order.
    """
    unseen, done = 0, len(heads) + 1
    order = [unseen] * len(heads)  # when first visited, from 1; `done` once in a component
    lowest = [unseen] * len(heads)  # earliest node of the stack reached from here
    stack: list[int] = []
    components: list[list[int]] = []
    clock = 0
    for start in range(len(heads)):
        if order[start] != unseen:
            continue
        path, edges = [start], [iter(heads[start])]
        clock += 1
        order[start] = lowest[start] = clock
        stack.append(start)
        while path:
            node = path[-1]
            for head in edges[-1]:
                if order[head] == unseen:
                    clock += 1
                    order[head] = lowest[head] = clock
                    stack.append(head)
                    path.append(head)
                    edges.append(iter(heads[head]))
                    break
                # A node in a finished component is later than all: it never lowers.
                lowest[node] = min(lowest[node], order[head])
            else:
                path.pop()
                edges.pop()
                if path:
                    lowest[path[-1]] = min(lowest[path[-1]], lowest[node])
                if lowest[node] == order[node]:
                    at = len(stack) - 1
                    while stack[at] != node:
                        at -= 1
                    component = stack[at:]
                    del stack[at:]
                    for member in component:
                        order[member] = done
                    components.append(component)
    return components

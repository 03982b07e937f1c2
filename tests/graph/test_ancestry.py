from hypothesis import given
from hypothesis import strategies as st

from fourbar.graph.ancestry import Ancestry


@st.composite
def trees(draw):
    """Parents in regular numbering, from chains to stars."""
    size = draw(st.integers(1, 60))
    return [-1, *(draw(st.integers(0, i - 1)) for i in range(1, size))]


def path(parents, node):
    nodes = [node]
    while parents[nodes[-1]] >= 0:
        nodes.append(parents[nodes[-1]])
    return nodes[::-1]


@given(trees(), st.data())
def test_ancestors_are_those_found_by_climbing(parents, data):
    ancestry = Ancestry(parents)
    node = data.draw(st.integers(0, len(parents) - 1))
    up = path(parents, node)
    assert ancestry.depths[node] == len(up) - 1
    assert [ancestry.ancestor_at(node, depth) for depth in range(len(up))] == up


@given(trees(), st.data())
def test_the_nca_is_the_largest_common_ancestor(parents, data):
    ancestry = Ancestry(parents)
    a = data.draw(st.integers(0, len(parents) - 1))
    b = data.draw(st.integers(0, len(parents) - 1))
    common = set(path(parents, a)) & set(path(parents, b))
    assert ancestry.nca(a, b) == max(common)
    assert ancestry.is_ancestor(a, b) == (a in path(parents, b))


def test_a_long_chain_takes_few_steps():
    class Counting(list):
        reads = 0

        def __getitem__(self, index):
            self.reads += 1
            return super().__getitem__(index)

    size = 100_000
    ancestry = Ancestry(list(range(-1, size - 1)))
    ancestry.depths = depths = Counting(ancestry.depths)
    assert ancestry.ancestor_at(size - 1, 12_345) == 12_345
    assert depths.reads < 200

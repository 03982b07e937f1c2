"""Every proof on every gallery robot."""

import pytest

from fourbar.gallery import names

from .proofs import PROOFS
from .robots import gallery, states


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("proof", PROOFS, ids=lambda proof: proof.__name__)
def test_gallery(name, proof):
    model = gallery(name)
    for at in states(model, 4, seed=7):
        proof(model, at)


@pytest.mark.peer
@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("which", ["trees", "loops"])
def test_gallery_beside_pinocchio(name, which):
    pytest.importorskip("pinocchio")
    from . import proofs_by_peers

    model = gallery(name)
    for at in states(model, 10, seed=8):
        getattr(proofs_by_peers, which)(model, at)

"""Against Pinocchio on every robot of the corpus and the gallery that both can load.

Not compared, since Pinocchio reads them otherwise or not at all; test_reference.py proves ours:
- planar: Pinocchio has x, y, cos, sin and velocities in the body frame; we have x, y (and theta).
- universal, spherical: its URDF reader refuses them.
- robots without moving joints: asking it for a frame Jacobian with nv = 0 crashes.
Continuous joints are an angle here and cos, sin there: converted. Mimic joints have their entries
in q on both sides. Its centre of mass leaves out links fixed to the world, ours does so when asked.
"""

from pathlib import Path

import numpy as np
import pytest

import fourbar as fb
import fourbar.mechanics as fm
from fourbar.gallery import names, path
from fourbar.graph import GraphError

pin = pytest.importorskip("pinocchio")
pytestmark = [pytest.mark.peer, pytest.mark.slow]

CONFIGURATIONS = 100
LINKS = 3
DIFFERENT = {"planar", "universal", "spherical"}


class Pair:
    """The same robot in both libraries, with the way from our coordinates to theirs."""

    def __init__(self, file: Path) -> None:
        self.model = fm.Model(fb.load(file, strict=True))
        self.peer = pin.buildModelFromUrdf(str(file), mimic=False)
        self.data = self.peer.createData()
        joints = [self.peer.joints[self.peer.getJointId(n)] for n in self.model.joint_names]
        self.slots = list(zip(self.model.joints.values(), joints, strict=True))
        self.columns = np.concatenate([np.arange(j.idx_v, j.idx_v + j.nv) for j in joints])

    def q(self, q):
        result = np.empty(self.peer.nq)
        for ours, theirs in self.slots:
            x = q[ours.q]
            if ours.type == "continuous":
                x = [np.cos(x[0]), np.sin(x[0])]
            result[theirs.idx_q : theirs.idx_q + theirs.nq] = x
        return result

    def v(self, v):
        result = np.empty(self.peer.nv)
        result[self.columns] = v
        return result


def load_pair(file: Path) -> Pair | str:
    """The pair, or why there is none."""
    try:
        model = fm.Model(fb.load(file, strict=True))
    except (fb.LoadError, GraphError):
        return "we refuse it"
    except fm.ModelError as error:
        return str(error)
    if DIFFERENT & {joint.type for joint in model.joints.values()}:
        return "read differently"
    if model.nv == 0:
        return "nothing moves"
    if (model.lower > model.upper).any():
        return "limits are upside down"
    try:
        peer = pin.buildModelFromUrdf(str(file), mimic=False)
    except ValueError:
        return "Pinocchio refuses it"
    if set(peer.names[1:]) != set(model.joint_names):
        return "joints differ"
    return Pair(file)


def compare(pair: Pair, seed: int) -> None:
    model, peer, data = pair.model, pair.peer, pair.data
    rng = np.random.default_rng(seed)
    n = CONFIGURATIONS
    Q = model.random(n, seed=rng, coordinates="spanning")
    V, A = rng.standard_normal((2, n, model.nv))
    batch = model.data(n)
    fm.forward_kinematics(model, batch, Q, V, A, coordinates="spanning")
    links = list(dict.fromkeys([model.link_names[-1], *rng.choice(model.link_names, LINKS)]))
    frames = {
        "world": pin.WORLD,
        "local": pin.LOCAL,
        "local_world_aligned": pin.LOCAL_WORLD_ALIGNED,
    }
    expected: dict[tuple[str, ...], list[np.ndarray]] = {}
    moving_mass = sum(i.mass for i in list(peer.inertias)[1:])
    for q, v, a in zip(Q, V, A, strict=True):
        pq, pv, pa = pair.q(q), pair.v(v), pair.v(a)
        pin.computeJointJacobiansTimeVariation(peer, data, pq, pv)
        pin.forwardKinematics(peer, data, pq, pv, pa)
        pin.updateFramePlacements(peer, data)
        for link in links:
            f = peer.getFrameId(link, pin.BODY)
            expected.setdefault((link, "pose"), []).append(data.oMf[f].homogeneous)
            for name, frame in frames.items():
                J = pin.getFrameJacobian(peer, data, f, frame).reshape(6, -1)
                dJ = pin.getFrameJacobianTimeVariation(peer, data, f, frame).reshape(6, -1)
                expected.setdefault((link, "jacobian", name), []).append(J[:, pair.columns])
                expected.setdefault((link, "jacobian_dot", name), []).append(dJ[:, pair.columns])
                expected.setdefault((link, "frame_velocity", name), []).append(
                    pin.getFrameVelocity(peer, data, f, frame).vector
                )
                # d/dt of the velocity is what Pinocchio calls classical in world axes only.
                acceleration = (
                    pin.getFrameClassicalAcceleration
                    if name == "local_world_aligned"
                    else pin.getFrameAcceleration
                )
                expected.setdefault((link, "frame_acceleration", name), []).append(
                    acceleration(peer, data, f, frame).vector
                )
        if moving_mass > 0.0:
            expected.setdefault(("com",), []).append(pin.centerOfMass(peer, data, pq).copy())
            J = pin.jacobianCenterOfMass(peer, data, pq).reshape(3, -1)
            expected.setdefault(("com_jacobian",), []).append(J[:, pair.columns])
    for key, rows in expected.items():
        match key:
            case ("com",):
                found = fm.center_of_mass(model, batch, moving_only=True)
            case ("com_jacobian",):
                found = fm.center_of_mass_jacobian(model, batch, moving_only=True)
            case (link, "pose"):
                found = batch.pose(link)
            case (link, function, frame):
                found = getattr(fm, function)(model, batch, link, frame=frame)
        rows = np.array(rows)
        # Positions of kilometres (some files have such limits) cannot agree to the picometre.
        scale = max(1.0, np.abs(batch.poses).max(), np.abs(rows).max())
        np.testing.assert_allclose(found, rows, rtol=0, atol=1e-12 * scale, err_msg=str(key))


@pytest.mark.parametrize("name", names())
def test_gallery(name, capfd):
    pair = load_pair(path(name))
    if isinstance(pair, str):
        pytest.skip(pair)
    compare(pair, 0)


@pytest.mark.corpus
def test_corpus(corpus_files, capfd):
    compared = []
    for seed, file in enumerate(corpus_files):
        pair = load_pair(file)
        if isinstance(pair, Pair):
            compare(pair, seed)
            compared.append(file)
    assert len(compared) >= 90

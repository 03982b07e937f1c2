"""What holds for every mechanism at every state, each with its tolerance.

Every function takes a model and a state of it, and asserts. The same ones run over all gallery
robots (test_proofs.py), over robots attached to each other at random (test_attachments.py) and over
the corpus (test_corpus.py). Numbers refer to section "What proves it" of docs/concepts/dynamics.md.

A tolerance is a share of the largest number expected. Where a mass matrix has to be solved with, it
grows with the matrix's condition, once that exceeds 1e4: no solver has more digits than its matrix.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

import fourbar as fb
from fourbar.numerics import DYNAMICS_SLIP

from .linkages import placed, rotation, scaled
from .robots import State, relative

TREE = {"coordinates": "spanning"}
FREE = {"friction": False}
INDEPENDENT = {"coordinates": "independent"}

STENCIL = ((1, 3 / 4), (2, -3 / 20), (3, 1 / 60))
"""Central differences of the sixth order: what they leave out is below rounding at this step."""
STEP = 2e-4


def within(tolerance: float, M: np.ndarray) -> float:
    """The tolerance of what a system with M is solved for."""
    return tolerance * max(1.0, 1e-4 * float(np.linalg.cond(M)))


def slope(at: State, function: Callable[[float], np.ndarray]) -> np.ndarray:
    """The derivative of a function of one number at zero, along a motion that the state allows."""
    return slope_and_doubt(at, function)[0]


def slope_and_doubt(
    at: State, function: Callable[[float], np.ndarray]
) -> tuple[np.ndarray, np.ndarray]:
    """The derivative, and how far rounding may have moved it, both from the same seven values.

    Next to a dead centre joints are fast, and steps have to be shorter. The sixth difference of a
    smooth function vanishes at such steps: what is left of it is rounding (Moré and Wild 2011,
    "Estimating computational noise"), each value's share being its 1/sqrt(924), and never less
    than the last digit. It does not depend on the derivative under test.
    """
    step = STEP / max(1.0, float(np.abs(at.G).max())) ** 2
    pairs = [(function(k * step), function(-k * step)) for k, _ in STENCIL]
    shares = [share for _, share in STENCIL]
    found = sum(share * (up - down) for share, (up, down) in zip(shares, pairs, strict=True))
    sums = [up + down for up, down in pairs]
    middle = function(0.0)
    sixth = sums[2] - 6 * sums[1] + 15 * sums[0] - 20 * middle
    rounding = np.maximum(np.abs(sixth) / np.sqrt(924), np.spacing(np.abs(middle)))
    # All seven values wrong in the worst direction; one sixth difference tells the deviation to
    # within a factor of a few, hence ten of them.
    return found / step, 10 * 2 * np.abs(shares).sum() * rounding / step


def moved(model: fb.Model, q: np.ndarray, step: np.ndarray) -> np.ndarray:
    """The closed configuration a step away along a velocity that loops allow."""
    q = model.integrate(q, step)
    if model.loops.blocks:
        q = fb.spanning(model, fb.independent(model, q), q)
    return q


def chosen(model: fb.Model) -> np.ndarray:
    """Which entries of v are independent."""
    return model.chart.v if model.loops.blocks else np.arange(model.nv)


def has_chart_of(one: fb.Model, other: fb.Model) -> bool:
    """Whether the same joints are independent; where a file declares none, rounding may decide."""
    return np.array_equal(chosen(one), chosen(other))


# 1: three ways


def projected(model: fb.Model, data: fb.Data, at: State) -> np.ndarray:
    """Accelerations of M_u du + b_u = G^T tau, with the tree's H and h."""
    H = fb.mass_matrix(model, data, at.q, **TREE)
    h = fb.bias(model, data, at.q, at.v, **TREE)
    du = np.linalg.solve(at.G.T @ H @ at.G, at.G.T @ (at.tau - h - H @ at.g))
    return at.G @ du + at.g


def lagrange(model: fb.Model, data: fb.Data, at: State) -> np.ndarray:
    """Accelerations of H a + h = tau + K^T lambda, K a = k, in as many rows as K has rank."""
    H = fb.mass_matrix(model, data, at.q, **TREE)
    h = fb.bias(model, data, at.q, at.v, **TREE)
    K, k = np.zeros((0, model.nv)), np.zeros(0)
    if model.loops.blocks:
        fb.forward_kinematics(model, data, at.q)
        K, k = fb.loop_jacobian(model, data, at.v)
        U, sizes, _ = np.linalg.svd(K, full_matrices=False)
        U = U[:, sizes > 1e-8 * sizes[0]]
        K, k = U.T @ K, U.T @ k
    n, m = model.nv, len(K)
    # Rows of K are as large as H's, so that the pivots are.
    size = np.abs(H).max()
    whole = np.block([[H, -size * K.T], [size * K, np.zeros((m, m))]])
    return np.linalg.solve(whole, np.concatenate([at.tau - h, size * k]))[:n]


def three_ways(model: fb.Model, at: State) -> None:
    """1: clusters, projection and Lagrange multipliers have the same accelerations, to 1e-10."""
    data = model.data()
    M = fb.mass_matrix(model, data, at.q)
    a = fb.forward_dynamics(model, data, at.q, at.v, at.tau, **FREE)
    assert relative(a, projected(model, data, at)) < within(1e-10, M)
    assert relative(a, lagrange(model, data, at)) < within(1e-10, M)


# 5: there and back, one and many


def there_and_back(model: fb.Model, at: State) -> None:
    """5: forward dynamics undo inverse dynamics and the other way round, to 1e-11."""
    data = model.data()
    M = fb.mass_matrix(model, data, at.q)
    allowed = within(1e-11, M)
    f = fb.inverse_dynamics(model, data, at.q, at.v, at.a, **FREE, **INDEPENDENT)
    tau = np.zeros(model.nv)
    tau[chosen(model)] = f
    a = fb.forward_dynamics(model, data, at.q, at.v, tau, **FREE)
    assert np.abs(a - at.a).max() < allowed * max(
        np.abs(at.a).max(), np.abs(np.linalg.solve(M, f)).max()
    )
    a = fb.forward_dynamics(model, data, at.q, at.v, at.tau, **FREE)
    f = fb.inverse_dynamics(model, data, at.q, at.v, a, **FREE, **INDEPENDENT)
    H, h = fb.mass_matrix(model, data, at.q, **TREE), fb.bias(model, data, at.q, at.v, **TREE)
    # f is the difference of forces that may be much larger than itself.
    terms = np.abs(at.G.T) @ (np.abs(H) @ np.abs(a) + np.abs(h) + np.abs(at.tau))
    assert np.abs(f - at.G.T @ at.tau).max() < allowed * terms.max()


def one_and_many(model: fb.Model, at: State) -> None:
    """5: a row of a batch, of `dynamics` and of threads is what one call gives, to 1e-11."""
    n = 11
    Q, V, A, TAU = (np.tile(x, (n, 1)) for x in (at.q, at.v, at.a, at.tau))
    M = fb.mass_matrix(model, None, at.q)
    what = ("f", "a", "M", "M_inverse", "bias", "energy", "momentum")
    one = {
        "f": fb.inverse_dynamics(model, None, at.q, at.v, at.a, **INDEPENDENT),
        "a": fb.forward_dynamics(model, None, at.q, at.v, at.tau),
        "M": M,
        "M_inverse": fb.inverse_mass_matrix(model, None, at.q),
        "bias": fb.bias(model, None, at.q, at.v),
        "energy": np.array(fb.energy(model, None, at.q, at.v)[:2]),
        "momentum": np.concatenate(fb.momentum(model, None, at.q, at.v)[:2]),
    }
    for threads in (1, 2):
        many = fb.dynamics(model, Q, V, A, TAU, what=what, threads=threads)
        for name, value in one.items():
            solved = name in ("a", "M_inverse")
            allowed = within(1e-11, M) if solved else 1e-11
            for row in (many[name][0], many[name][-1]):
                assert relative(row, value) < allowed, name


# 6: the mass matrix


def mass_three_ways(model: fb.Model, at: State) -> None:
    """6: M from unit accelerations and from energies, to 1e-11; symmetric and positive."""
    data = model.data()
    M = fb.mass_matrix(model, data, at.q)
    assert np.array_equal(M, M.T)
    assert np.linalg.eigvalsh(M)[0] > 0.0
    bias = fb.bias(model, data, at.q, None)
    n = len(M)
    size = max(np.abs(M).max(), np.abs(bias).max())
    unit = [
        fb.inverse_dynamics(model, data, at.q, None, e, **INDEPENDENT) - bias for e in np.eye(n)
    ]
    assert np.abs(np.array(unit) - M).max() < 1e-11 * size
    energies = fb.energy(model, None, np.tile(at.q, (n, 1)), np.eye(n)).kinetic
    pairs = [(i, j) for i in range(n) for j in range(i)]
    assert relative(2 * energies, np.diag(M)) < 1e-11
    if pairs:
        U = np.array([np.eye(n)[i] + np.eye(n)[j] for i, j in pairs])
        both = fb.energy(model, None, np.tile(at.q, (len(U), 1)), U).kinetic
        found = [both[k] - energies[i] - energies[j] for k, (i, j) in enumerate(pairs)]
        assert np.abs(found - np.array([M[i, j] for i, j in pairs])).max() < 1e-11 * size


# 7: energy


def skew(model: fb.Model, at: State) -> None:
    """7: C u is the bias without gravity, and dM/dt - 2 C is skew, to 1e-9."""
    data = model.data()
    C = fb.coriolis_matrix(model, data, at.q, at.v)
    weightless = fb.bias(model, data, at.q, at.v, gravity=False)
    size = max(np.abs(C).max(), np.abs(fb.mass_matrix(model, data, at.q)).max())
    assert np.abs(C @ at.u - weightless).max() < 1e-9 * size
    rate = slope(at, lambda t: fb.mass_matrix(model, data, moved(model, at.q, t * at.v)))
    found = rate - 2 * C
    assert np.abs(found + found.T).max() < 1e-9 * size


def power(model: fb.Model, at: State) -> None:
    """7: energy grows by the power of efforts less that of friction, to 1e-9."""
    data = model.data()
    f = fb.inverse_dynamics(model, data, at.q, at.v, at.a, **FREE, **INDEPENDENT)

    def total(t: float) -> np.ndarray:
        q = moved(model, at.q, t * at.v)
        return np.array(fb.energy(model, data, q, at.u + t * at.du).total)

    terms = np.abs(f) @ np.abs(at.u) + abs(float(total(0.0)))
    assert abs(float(slope(at, total)) - f @ at.u) < 1e-9 * terms
    rubbed = fb.inverse_dynamics(model, data, at.q, at.v, at.a, **INDEPENDENT) - f
    share = model.damping * at.v + model.friction * np.tanh(at.v / DYNAMICS_SLIP)
    assert abs(rubbed @ at.u - share @ at.v) <= 1e-9 * max(1.0, np.abs(share) @ np.abs(at.v))


# 9: reactions


def moved_to_origin(wrench: np.ndarray, point: np.ndarray, R: np.ndarray) -> np.ndarray:
    """A wrench at a point in axes R, about the world's origin in world axes."""
    force = R @ wrench[:3]
    return np.r_[force, R @ wrench[3:] + np.cross(point, force)]


def tensor_of(inertia: fb.Inertia) -> np.ndarray:
    i = inertia
    return np.array([[i.ixx, i.ixy, i.ixz], [i.ixy, i.iyy, i.iyz], [i.ixz, i.iyz, i.izz]])


def rate_of_momentum(model: fb.Model, data: fb.Data, link: fb.Link) -> np.ndarray:
    """m c'' and the rate of angular momentum about the world's origin, less gravity, by hand."""
    assert link.inertial is not None
    T = data.pose(link.name) @ link.inertial.origin.matrix()
    R, c = T[:3, :3], T[:3, 3]
    tensor = R @ tensor_of(link.inertial.inertia) @ R.T
    point = np.linalg.solve(data.pose(link.name), np.r_[c, 1.0])[:3]
    v = fb.frame_velocity(model, data, link.name, point=point)
    a = fb.frame_acceleration(model, data, link.name, point=point)
    force = link.inertial.mass * (a[:3] - np.array(model.gravity))
    turning = tensor @ a[3:] + np.cross(v[3:], tensor @ v[3:])
    return np.r_[force, turning + np.cross(c, force)]


def balance(model: fb.Model, at: State) -> None:
    """9: every link alone obeys Newton and Euler, loops do no work, and the ground carries it all.

    To 1e-10 of the largest wrench.
    """
    data = model.data()
    push = {model.link_names[-1]: np.array([3.0, -2.0, 1.0, 0.3, 0.2, -0.1])}
    # Whatever efforts cause the motion: those of the independent joints, drives or not.
    f = fb.inverse_dynamics(model, data, at.q, at.v, at.a, wrenches=push, **INDEPENDENT)
    tau = np.zeros(model.nv)
    tau[chosen(model)] = f
    found = fb.reactions(model, data, at.q, at.v, a=at.a, tau=tau, wrenches=push)
    fb.forward_kinematics(model, data, at.q, at.v, at.a)
    sums = {link.name: np.zeros(6) for link in model.robot.links}
    for name, wrench in zip(found.joint_names, found.joints, strict=True):
        joint = model.robot.joints[name]
        T = data.pose(joint.child)
        w = moved_to_origin(wrench, T[:3, 3], T[:3, :3])
        sums[joint.child] += w
        sums[joint.parent] -= w
    work, terms = 0.0, 1.0
    for name, wrench in zip(found.loop_names, found.loops, strict=True):
        loop = model.robot.loops[name]
        P = data.pose(loop.predecessor) @ loop.predecessor_origin.matrix()
        S = data.pose(loop.successor) @ loop.successor_origin.matrix()
        w = moved_to_origin(wrench, S[:3, 3], P[:3, :3])
        sums[loop.successor] += w
        sums[loop.predecessor] -= w
        of_s, of_p = (
            fb.frame_velocity(model, data, link, frame="world")
            for link in (loop.successor, loop.predecessor)
        )
        work += float(w @ (of_s - of_p))
        terms += float(np.abs(w) @ (np.abs(of_s) + np.abs(of_p)))
    assert abs(work) < 1e-10 * terms
    for link, wrench in push.items():
        sums[link] += moved_to_origin(wrench, data.pose(link)[:3, 3], np.eye(3))
    size = max(1.0, *(np.abs(x).max() for x in sums.values()), np.abs(found.joints).max(initial=0))
    root = model.robot.root.name
    whole = np.zeros(6)
    for link in model.robot.links:
        if link.name == root:
            continue
        needed = np.zeros(6)
        if link.inertial is not None:
            needed = rate_of_momentum(model, data, link)
        whole += needed
        assert np.abs(sums[link.name] - needed).max() < 1e-10 * size, link.name
    # The ground's sum has the opposite sign: what it feels. The push comes from outside.
    pushed = sum(moved_to_origin(w, data.pose(link)[:3, 3], np.eye(3)) for link, w in push.items())
    if model.link_names[-1] != root:
        assert np.abs(-sums[root] - (whole - pushed)).max() < 1e-9 * size

    def momentum(t: float) -> np.ndarray:
        q = moved(model, at.q, t * at.v)
        return np.concatenate(fb.momentum(model, None, q, at.u + t * at.du, about="origin")[:2])

    rate = slope(at, momentum)
    weight = np.zeros(6)
    for link in model.robot.links:
        if link.name != root and link.inertial is not None:
            c = (data.pose(link.name) @ link.inertial.origin.matrix())[:3, 3]
            force = link.inertial.mass * np.array(model.gravity)
            weight += np.r_[force, np.cross(c, force)]
    assert np.abs(whole - (rate - weight)).max() < 1e-9 * max(1.0, np.abs(whole).max(), size)


# 12: derivatives


def slopes(model: fb.Model, at: State) -> None:
    """12: derivatives of both dynamics against differences along the manifold, to 1e-7."""
    push = {model.link_names[-1]: np.array([1.0, 2.0, -1.0, 0.1, -0.3, 0.2])}
    options = {"wrenches": push, "friction": not model.friction.any()}
    places = chosen(model)

    def efforts(q: np.ndarray, u: np.ndarray) -> np.ndarray:
        return fb.inverse_dynamics(model, None, q, u, at.du, **options, **INDEPENDENT)

    def accelerations(q: np.ndarray, u: np.ndarray, tau: np.ndarray = at.tau) -> np.ndarray:
        return fb.forward_dynamics(model, None, q, u, tau, **options)[places]

    def by_q(
        function: Callable[[np.ndarray, np.ndarray], np.ndarray],
    ) -> tuple[np.ndarray, float]:
        found = [
            slope_and_doubt(at, lambda t, d=d: function(moved(model, at.q, t * d), at.u))
            for d in at.G.T
        ]
        return np.array([s for s, _ in found]).T, max(float(doubt.max()) for _, doubt in found)

    def by_u(function: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> np.ndarray:
        # Quadratic in u: differences are exact at any step.
        unit = np.eye(len(at.u))
        return np.array([(function(at.q, at.u + e) - function(at.q, at.u - e)) / 2 for e in unit]).T

    found = fb.inverse_dynamics_derivatives(model, None, at.q, at.u, at.du, **options)
    M = fb.mass_matrix(model, None, at.q)
    for ours, expected in ((found.dq, by_q(efforts)[0]), (found.dv, by_u(efforts)), (found.da, M)):
        assert np.abs(ours - expected).max() < 1e-7 * max(1.0, np.abs(expected).max())
    found = fb.forward_dynamics_derivatives(model, None, at.q, at.u, at.tau, **options)
    unit = np.eye(model.nv)
    by_tau = [
        (accelerations(at.q, at.u, at.tau + e) - accelerations(at.q, at.u, at.tau - e)) / 2
        for e in unit
    ]
    # A light joint may accelerate by 1e4 times the derivative, and differences lose those digits.
    by_place, doubt = by_q(accelerations)
    for ours, expected, allowed, lost in (
        (found.dq, by_place, 1e-7, doubt),
        (found.dv, by_u(accelerations), within(1e-7, M), 0.0),
        (found.dtau, np.array(by_tau).T, within(1e-7, M), 0.0),
    ):
        size = max(1.0, float(np.abs(expected).max()))
        assert np.abs(ours - expected).max() < allowed * size + lost


# 15: frames and units


def elsewhere(model: fb.Model, at: State) -> None:
    """15: turned and moved away with gravity, all results stay what they are, to 1e-10."""
    where = fb.Pose((3.0, -40.0, 7.0), (0.4, -1.1, 2.0))
    there = fb.Model(
        placed(model.robot, where),
        gravity=tuple(rotation(where) @ np.array(model.gravity)),
        armature=model.armature,
    )
    M = fb.mass_matrix(model, None, at.q)
    cases = [(fb.forward_dynamics, (at.q, at.v, at.tau), {}, True)]
    if has_chart_of(there, model):
        cases += [
            (fb.inverse_dynamics, (at.q, at.v, at.a), INDEPENDENT, False),
            (fb.mass_matrix, (at.q,), {}, False),
            (fb.coriolis_matrix, (at.q, at.v), {}, False),
        ]
    for function, arguments, options, solved in cases:
        here = function(model, None, *arguments, **options)
        found = function(there, None, *arguments, **options)
        # Coriolis terms can be zero: M is what they are small beside.
        size = max(float(np.abs(here).max()), float(np.abs(M).max()))
        allowed = within(1e-10, M) if solved else 1e-10
        assert np.abs(found - here).max() < allowed * size, function


def lengths(model: fb.Model, factor: float) -> tuple[np.ndarray, np.ndarray]:
    """By what entries of q and of v grow when all lengths do."""
    q, v = np.ones(model.nq), np.ones(model.nv)
    for slot in model.joints.values():
        units = [factor if unit == "m" else 1.0 for unit in slot.units]
        q[slot.q] = units
        # A quaternion's three velocities come after lengths, and are angles.
        v[slot.v] = units[: slot.v.stop - slot.v.start]
    return q, v


def other_units(model: fb.Model, at: State) -> None:
    """15: masses x m, lengths x l, times x t: everything by its dimension, to 1e-10."""
    m, length, t = 3.0, 0.5, 2.0
    robot = model.robot
    of_q, of_v = lengths(model, length)
    there = fb.Model(
        scaled(robot, mass=m, length=length),
        gravity=tuple(np.array(model.gravity) * length / t**2),
        armature=model.armature * m * length**2 / of_v**2,
    )
    plain = fb.Model(robot, gravity=tuple(model.gravity), armature=model.armature)
    q, v, a = at.q * of_q, at.v * of_v / t, at.a * of_v / t**2
    unit = m * length**2 / t**2  # of energy
    own = fb.mass_matrix(plain, None, at.q)
    if has_chart_of(there, plain):
        of_u = of_v[chosen(plain)]
        f = fb.inverse_dynamics(there, None, q, v, a, **FREE, **INDEPENDENT)
        same = fb.inverse_dynamics(plain, None, at.q, at.v, at.a, **FREE, **INDEPENDENT)
        assert relative(f * of_u / unit, same) < 1e-10
        M = fb.mass_matrix(there, None, q) * np.outer(of_u, of_u) / (m * length**2)
        assert relative(M, own) < 1e-10
    tau = at.tau * unit / of_v
    found = fb.forward_dynamics(there, None, q, v, tau, **FREE)
    same = fb.forward_dynamics(plain, None, at.q, at.v, at.tau, **FREE)
    assert relative(found / of_v * t**2, same) < within(1e-10, own)
    energy, here = fb.energy(there, None, q, v), fb.energy(plain, None, at.q, at.v)
    assert relative(np.array(energy[:2]) / unit, here[:2]) < 1e-10


PROOFS = (
    three_ways,
    there_and_back,
    one_and_many,
    mass_three_ways,
    skew,
    power,
    balance,
    slopes,
    elsewhere,
    other_units,
)

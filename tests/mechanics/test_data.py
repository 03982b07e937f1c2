"""Data: results are the caller's, nothing is stale, threads do not meet."""

import contextlib
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import fourbar.mechanics as fm

from .robots import gallery_model

MODEL = gallery_model("iiwa14")
LINK = MODEL.link_names[-1]


def test_results_keep_their_values():
    data = MODEL.data()
    kept, copies = [], []
    for q in MODEL.random(20, seed=0):
        fm.forward_kinematics(MODEL, data, q)
        kept.append((data.pose(LINK), data.poses, fm.jacobian(MODEL, data, LINK)))
        copies.append([x.copy() for x in kept[-1]])
    for results, expected in zip(kept, copies, strict=True):
        for result, copy in zip(results, expected, strict=True):
            assert (result == copy).all()


def test_views_of_results_keep_their_values():
    data = MODEL.data()
    fm.forward_kinematics(MODEL, data, MODEL.neutral)
    view = fm.jacobian(MODEL, data, LINK)[:3]
    before = view.copy()
    for q in MODEL.random(10, seed=0):
        fm.forward_kinematics(MODEL, data, q)
        fm.jacobian(MODEL, data, LINK)
    assert (view == before).all()


def test_dropped_results_are_reused():
    data = MODEL.data()
    fm.forward_kinematics(MODEL, data, MODEL.neutral)
    places = {fm.jacobian(MODEL, data, LINK).ctypes.data for _ in range(50)}
    assert len(places) == 1


def test_reshaped_or_locked_results_are_not_reused():
    data = MODEL.data()
    fm.forward_kinematics(MODEL, data, MODEL.neutral)
    J = fm.jacobian(MODEL, data, LINK)
    with warnings.catch_warnings():  # numpy 2.5 would rather have a view
        warnings.simplefilter("ignore", DeprecationWarning)
        J.shape = (MODEL.nv, 6)
    del J
    fm.jacobian(MODEL, data, LINK).setflags(write=False)
    again = fm.jacobian(MODEL, data, LINK)
    assert again.shape == (6, MODEL.nv)
    assert again.flags.writeable


def test_a_failed_call_leaves_nothing_computed():
    data = MODEL.data()
    fm.forward_kinematics(MODEL, data, MODEL.neutral)
    with contextlib.suppress(ValueError):
        fm.forward_kinematics(MODEL, data, np.full(MODEL.nq, np.nan))
    try:
        fm.jacobian(MODEL, data, LINK)
    except fm.NotComputedError:
        return
    raise AssertionError("a stale Jacobian was returned")


def test_one_data_per_thread():
    Q = MODEL.random(2000, seed=3)
    expected = fm.kinematics(MODEL, Q, LINK, threads=1).jacobian

    def work(part):
        data = MODEL.data()
        results = []
        for q in Q[part]:
            fm.forward_kinematics(MODEL, data, q)
            results.append(fm.jacobian(MODEL, data, LINK))
        return np.array(results)

    parts = [slice(k, None, 4) for k in range(4)]
    with ThreadPoolExecutor(4) as pool:
        for part, found in zip(parts, pool.map(work, parts), strict=True):
            np.testing.assert_allclose(found, expected[part], rtol=0, atol=1e-13)


def test_repr_says_what_is_there():
    data = MODEL.data()
    assert repr(data) == "<Data for 'iiwa14': empty>"
    fm.forward_kinematics(MODEL, data, MODEL.neutral, np.zeros(7))
    assert repr(data) == "<Data for 'iiwa14': poses and velocities>"
    assert repr(MODEL.data(9)) == "<Data of 9 configurations for 'iiwa14': empty>"

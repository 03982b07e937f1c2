"""Wrong input is refused with an exception that says what is wrong; nothing crashes."""

import numpy as np
import pytest

import fourbar.mechanics as fm
from fourbar.mechanics import Model, NotComputedError
from fourbar.robot import UnknownNameError

from .robots import gallery_model, random_robot


@pytest.fixture(scope="module")
def model():
    return gallery_model("ur20")


@pytest.fixture
def data(model):
    data = model.data()
    fm.forward_kinematics(model, data, model.neutral, np.zeros(6), np.zeros(6))
    return data


@pytest.mark.parametrize(
    ("q", "error", "message"),
    [
        (np.zeros(5), ValueError, r"q has shape \(5,\), expected \(6,\)"),
        (np.zeros((6, 1)), ValueError, r"q has shape \(6, 1\), expected \(6,\)"),
        (np.zeros((1, 6), order="F")[:, ::2], ValueError, "q has 2 dimensions, expected 1"),
        (0.0, ValueError, "q has 0 dimensions, expected 1"),
        ([], ValueError, r"q has shape \(0,\)"),
        (np.zeros(6, complex), TypeError, "q holds complex128, expected float64"),
        (np.zeros(6, object), TypeError, "q holds object"),
        (["1"] * 6, TypeError, "q holds <U1"),
        (np.zeros(6, bool), TypeError, "q holds bool"),
        (None, TypeError, "q holds object"),
        ([0, 0, np.nan, 0, 0, 0], ValueError, r"q\[2\] is not finite"),
        ([0, 0, 0, 0, 0, np.inf], ValueError, r"q\[5\] is not finite"),
    ],
)
def test_configuration(model, q, error, message):
    data = model.data()
    with pytest.raises(error, match=message):
        fm.forward_kinematics(model, data, q)
    with pytest.raises(NotComputedError):
        fm.jacobian(model, data, "flange")


@pytest.mark.parametrize(
    "q",
    [
        [0, 1, 2, 3, 4, 5],
        np.arange(6, dtype=np.float32),
        np.arange(6, dtype=np.int8),
        np.arange(12.0)[::2] / 2,
        np.arange(6.0).astype(">f8"),
        np.frombuffer(b"\0" + np.arange(6.0).tobytes(), dtype=np.float64, offset=1),
    ],
)
def test_other_layouts_and_types_of_numbers_are_converted(model, q):
    data = model.data()
    fm.forward_kinematics(model, data, np.arange(6.0))
    expected = data.pose("flange")
    fm.forward_kinematics(model, data, q)
    assert (data.pose("flange") == expected).all()


def test_read_only_configurations_are_fine(model, data):
    q = np.zeros(6)
    q.setflags(write=False)
    fm.forward_kinematics(model, data, q)


def test_velocities(model, data):
    with pytest.raises(ValueError, match=r"v has shape \(7,\)"):
        fm.forward_kinematics(model, data, np.zeros(6), np.zeros(7))
    with pytest.raises(ValueError, match=r"a\[0\] is not finite"):
        fm.forward_kinematics(model, data, np.zeros(6), np.zeros(6), np.full(6, np.nan))
    with pytest.raises(ValueError, match="give v as well as a"):
        fm.forward_kinematics(model, data, np.zeros(6), None, np.zeros(6))


def read_only(shape):
    array = np.zeros(shape)
    array.setflags(write=False)
    return array


@pytest.mark.parametrize(
    ("out", "error", "message"),
    [
        (np.zeros((6, 7)), ValueError, r"out has shape \(6, 7\), expected \(6, 6\)"),
        (np.zeros(36), ValueError, r"out has shape \(36,\)"),
        (np.zeros((6, 6), np.float32), TypeError, "out holds float32"),
        (np.zeros((6, 6), ">f8"), TypeError, "out holds >f8"),
        (np.zeros((6, 6), order="F"), ValueError, "out is not contiguous"),
        (np.zeros((6, 12))[:, ::2], ValueError, "out is not contiguous"),
        (read_only((6, 6)), ValueError, "out is read-only"),
        ([[0.0] * 6] * 6, TypeError, "out is a list"),
    ],
)
def test_outputs(model, data, out, error, message):
    with pytest.raises(error, match=message):
        fm.jacobian(model, data, "flange", out=out)


def test_outputs_of_kinematics(model):
    Q = np.zeros((4, 6))
    with pytest.raises(TypeError, match="out must be a tuple of two arrays"):
        fm.kinematics(model, Q, "flange", out=[1, 2, 3])
    with pytest.raises(ValueError, match=r"out\[1\] has shape \(4, 6, 5\)"):
        fm.kinematics(model, Q, "flange", out=(np.empty((4, 4, 4)), np.empty((4, 6, 5))))


def test_outputs_in_fortran_order(model):
    out = np.empty((50, 4, 4), order="F"), np.empty((50, 6, model.nv))
    with pytest.raises(ValueError, match=r"out\[0\] is not contiguous in C order"):
        fm.kinematics(model, model.random(50, seed=0), model.link_names[-1], out=out)


def test_outputs_that_share_memory(model):
    n, link = 50, model.link_names[-1]
    buffer = np.zeros(16 * n + 6 * model.nv * n)
    poses, jacobians = buffer[: 16 * n].reshape(n, 4, 4), np.empty((n, 6, model.nv))
    q = buffer[-n * model.nq :].reshape(n, model.nq)
    clash = buffer[: 6 * model.nv * n].reshape(n, 6, model.nv)
    with pytest.raises(ValueError, match=r"out\[1\] shares memory with out\[0\]"):
        fm.kinematics(model, np.zeros((n, model.nq)), link, out=(poses, clash))
    inside = buffer[-16 * n :].reshape(n, 4, 4)
    with pytest.raises(ValueError, match=r"out\[0\] shares memory with q"):
        fm.kinematics(model, q, link, out=(inside, jacobians))
    fm.kinematics(model, q, link, out=(poses, jacobians))  # neighbours are fine


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        (
            {"frame": "tool"},
            ValueError,
            "unknown frame 'tool'; expected one of: world, local,",
        ),
        ({"frame": 3}, ValueError, "unknown frame 3; expected one of: world"),
        ({"columns": "some"}, ValueError, "unknown columns 'some'; expected one of: all, support"),
        ({"point": (0, 0)}, ValueError, r"point has shape \(2,\)"),
        ({"point": (0, 0, np.nan)}, ValueError, r"point\[2\] is not finite"),
        ({"threads": 0}, ValueError, "threads must be between 1 and 4096, got 0"),
        ({"threads": "many"}, TypeError, "whole number"),
        ({"speed": 1}, TypeError, "unexpected argument 'speed'"),
    ],
)
def test_options(model, data, options, error, message):
    with pytest.raises(error, match=message):
        fm.jacobian(model, data, "flange", **options)


def test_unknown_links_come_with_the_closest_name(model, data):
    with pytest.raises(UnknownNameError, match="no link named 'flenge'; did you mean 'flange'"):
        fm.jacobian(model, data, "flenge")
    with pytest.raises(UnknownNameError, match="did you mean 'flange'"):
        data.pose("Flange")
    with pytest.raises(IndexError, match="link 99 is out of range: the model has"):
        fm.jacobian(model, data, 99)
    with pytest.raises(IndexError):
        fm.jacobian(model, data, -1)
    with pytest.raises(TypeError, match="link must be a name or a number, got a float"):
        fm.jacobian(model, data, 1.0)


def test_unknown_joints_come_with_the_closest_name(model):
    with pytest.raises(UnknownNameError, match="did you mean 'elbow_joint'"):
        model.q({"elbow_jiont": 1.0})
    with pytest.raises(ValueError, match="'elbow_joint' takes 1 number, not 2"):
        model.q({"elbow_joint": (1.0, 2.0)})


def test_arguments_of_the_wrong_kind(model, data):
    with pytest.raises(TypeError, match="expected a Data, got a Model"):
        fm.forward_kinematics(model, model, np.zeros(6))
    with pytest.raises(TypeError, match="expected a Model, got a str"):
        fm.forward_kinematics("ur20", data, np.zeros(6))
    with pytest.raises(TypeError, match="is missing argument 'link'"):
        fm.jacobian(model, data)
    with pytest.raises(TypeError, match="takes 3 positional arguments but 4 were given"):
        fm.jacobian(model, data, "flange", "world")
    with pytest.raises(TypeError, match="never initialised"):
        fm.forward_kinematics(model, fm.Data.__new__(fm.Data), np.zeros(6))


def test_data_of_another_model(model):
    other = gallery_model("ur20")
    with pytest.raises(ValueError, match="this Data belongs to another Model"):
        fm.forward_kinematics(model, other.data(), np.zeros(6))


def test_results_that_were_not_computed(model):
    data = model.data()
    with pytest.raises(NotComputedError, match="no poses; call forward_kinematics"):
        data.pose("flange")
    with pytest.raises(NotComputedError):
        _ = data.poses
    fm.forward_kinematics(model, data, np.zeros(6), np.zeros(6))
    fm.forward_kinematics(model, data, np.zeros(6))
    with pytest.raises(NotComputedError, match="no velocities"):
        fm.frame_velocity(model, data, "flange")
    fm.forward_kinematics(model, data, np.zeros(6), np.zeros(6))
    with pytest.raises(NotComputedError, match="no accelerations"):
        fm.frame_acceleration(model, data, "flange")


def test_batches(model):
    data = model.data(3)
    with pytest.raises(ValueError, match=r"q has shape \(2, 6\), expected \(3, 6\)"):
        fm.forward_kinematics(model, data, np.zeros((2, 6)))
    spoiled = np.zeros((3, 6))
    spoiled[1, 4] = np.nan
    with pytest.raises(ValueError, match=r"q\[1, 4\] is not finite"):
        fm.forward_kinematics(model, data, spoiled)
    with pytest.raises(ValueError, match=r"q\[1, 4\] is not finite"):
        fm.kinematics(model, spoiled, "flange")
    with pytest.raises(ValueError, match=r"q has shape \(3, 5\), expected \(n, 6\)"):
        fm.kinematics(model, np.zeros((3, 5)), "flange")
    with pytest.raises(ValueError, match="batch must be a whole number"):
        model.data(-1)


def test_a_zero_quaternion():
    model = gallery_model("drone")
    if model.nq == model.nv:
        model = Model(random_robot(1, types=("floating",)))
    data = model.data()
    with pytest.raises(ValueError, match="quaternion of length zero"):
        fm.forward_kinematics(model, data, np.zeros(model.nq))
    with pytest.raises(ValueError, match=r"q\[0\] holds a quaternion of length zero"):
        fm.kinematics(model, np.zeros((2, model.nq)), model.link_names[-1])


def test_a_robot_without_mass():
    import fourbar as fb

    model = Model(fb.Robot("ghost").add(fb.Link("only")))
    data = model.data()
    fm.forward_kinematics(model, data, np.zeros(0))
    with pytest.raises(ValueError, match="the robot has no mass"):
        fm.center_of_mass(model, data)
    assert fm.jacobian(model, data, "only").shape == (6, 0)


def test_batch_sizes(model):
    with pytest.raises(ValueError, match="batch must be a whole number of at least 0, got -1"):
        model.data(-1)
    with pytest.raises(ValueError, match=r"batch must be a whole number of at least 0, got 10\.0"):
        model.data(10.0)

// kinematics: pose and Jacobian of a link for a batch, without a Data.
#include <exception>

#include "boundary/arguments.hpp"
#include "boundary/errors.hpp"
#include "boundary/signature.hpp"
#include "functions.hpp"
#include "options.hpp"

namespace fourbar::mechanics {

using boundary::is_given;
using boundary::Signature;

PyObject* kinematics(PyObject*, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
    static const Signature signature(
        "kinematics", 3, 3,
        {"model", "q", "link", "frame", "point", "columns", "out", "threads", "coordinates"});
    PyObject* slots[9] = {};
    if (!signature.bind(args, given, keywords, slots)) return nullptr;
    auto* compiled = unwrap_model(slots[0]);
    if (compiled == nullptr || !boundary::load_numpy()) return nullptr;
    const Tree& tree = compiled->tree();
    Options options;
    options.request.frame = compiled->find_frame(slots[2]);
    if (options.request.frame < 0) return nullptr;
    if (!options.read(slots[3], slots[4], slots[5], slots[7])) return nullptr;
    bool spanning = false;
    if (!boundary::read_coordinates(slots[8], spanning)) return nullptr;
    Input q;
    if (!q.read_rows(slots[1], "q", -1, tree.nq)) return nullptr;
    const Py_ssize_t n = q.rows();
    Request& request = options.request;
    request.quantity = Quantity::jacobian;
    request.with_pose = true;
    const Py_ssize_t columns = column_count(tree, request);
    if (compiled->refuse_zero_quaternion("q", q.data(), n)) return nullptr;
    if (!spanning && refuse_open(slots[0], *compiled, q.data(), n, n == 1, options.threads)) return nullptr;

    PyObject* poses = nullptr;
    PyObject* matrices = nullptr;
    double* pose_data = nullptr;
    double* matrix_data = nullptr;
    if (is_given(slots[6])) {
        if (!PyTuple_Check(slots[6]) || PyTuple_GET_SIZE(slots[6]) != 2) {
            PyErr_SetString(PyExc_TypeError, "out must be a tuple of two arrays: poses and Jacobians");
            return nullptr;
        }
        pose_data = boundary::output(PyTuple_GET_ITEM(slots[6], 0), "out[0]", {n, 4, 4});
        if (pose_data == nullptr) return nullptr;
        matrix_data = boundary::output(PyTuple_GET_ITEM(slots[6], 1), "out[1]", {n, 6, columns});
        if (matrix_data == nullptr) return nullptr;
        if (boundary::refuse_overlap(
                {{"out[0]", pose_data, 16 * n}, {"out[1]", matrix_data, 6 * columns * n}},
                {{"q", q.data(), tree.nq * n}, options.point_memory()})) {
            return nullptr;
        }
        poses = Py_NewRef(PyTuple_GET_ITEM(slots[6], 0));
        matrices = Py_NewRef(PyTuple_GET_ITEM(slots[6], 1));
    } else {
        poses = boundary::new_array({n, 4, 4}, &pose_data);
        if (poses == nullptr) return nullptr;
        matrices = boundary::new_array({n, 6, columns}, &matrix_data);
        if (matrices == nullptr) {
            Py_DECREF(poses);
            return nullptr;
        }
    }
    PyObject* result = PyTuple_Pack(2, poses, matrices);
    Py_DECREF(poses);
    Py_DECREF(matrices);
    if (result == nullptr) return nullptr;
    const Batch batch{q.data(), nullptr, nullptr, matrix_data, pose_data, n};
    try {
        if (run_batch(*compiled, request, batch, options.threads) < 0) return result;
    } catch (...) {
        Py_DECREF(result);
        return boundary::raise_current();
    }
    Py_DECREF(result);
    boundary::refuse_row("q", q.data(), n, tree.nq);
    return nullptr;
}

}  // namespace fourbar::mechanics

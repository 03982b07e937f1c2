// The functions of fourbar.mechanics that are called in loops, as plain C functions.
#include <cmath>
#include <cstring>
#include <exception>
#include <functional>

#include "docs.hpp"
#include "objects.hpp"
#include "signature.hpp"

namespace fourbar::mechanics {
namespace {

PyTypeObject* model_type = nullptr;
PyTypeObject* data_type = nullptr;
PyObject* frame_words[3] = {};
PyObject* column_words[2] = {};

// The C++ object inside a Model or Data; null with an exception for anything else.
template <class T>
T* unwrap(PyObject* object, PyTypeObject* type, const char* what) {
    if (!PyObject_TypeCheck(object, type)) {
        PyErr_Format(PyExc_TypeError, "expected a %s, not a %s", what, Py_TYPE(object)->tp_name);
        return nullptr;
    }
    if (!nb::inst_ready(object)) {
        PyErr_Format(PyExc_TypeError, "this %s was never initialised", what);
        return nullptr;
    }
    return nb::inst_ptr<T>(object);
}

Workspace* unwrap_data(PyObject* model, PyObject* object) {
    auto* workspace = unwrap<Workspace>(object, data_type, "Data");
    if (workspace == nullptr) return nullptr;
    if (workspace->model() != model) {
        if (unwrap<Compiled>(model, model_type, "Model") != nullptr) {
            PyErr_SetString(PyExc_ValueError, "this Data belongs to another Model");
        }
        return nullptr;
    }
    return workspace;
}

bool refuse_row(const char* name, const double* rows, Py_ssize_t count, int width) {
    for (Py_ssize_t i = 0; i < count * width; ++i) {
        if (std::isfinite(rows[i])) continue;
        if (count == 1) {
            PyErr_Format(PyExc_ValueError, "%s[%zd] is not finite", name, i);
        } else {
            PyErr_Format(PyExc_ValueError, "%s[%zd, %zd] is not finite", name, i / width, i % width);
        }
        return true;
    }
    return false;
}

bool refuse_zero_quaternion(const Compiled& compiled, const double* q, Py_ssize_t rows) {
    const Py_ssize_t row = compiled.find_zero_quaternion(q, rows);
    if (row < 0) return false;
    if (rows == 1) {
        PyErr_SetString(PyExc_ValueError, "q holds a quaternion of length zero; it ends in w = 1 "
                                          "where a joint is not turned");
    } else {
        PyErr_Format(PyExc_ValueError, "q[%zd] holds a quaternion of length zero", row);
    }
    return true;
}

bool is_given(PyObject* argument) { return argument != nullptr && argument != Py_None; }

bool read_threads(PyObject* argument, int& threads) {
    threads = 0;
    if (!is_given(argument)) return true;
    const long number = PyLong_AsLong(argument);
    if (number == -1 && PyErr_Occurred()) return false;
    if (number < 1 || number > 4096) {
        PyErr_Format(PyExc_ValueError, "threads is %ld, expected at least 1", number);
        return false;
    }
    threads = static_cast<int>(number);
    return true;
}

// ---- forward_kinematics ------------------------------------------------------------------------

bool read_batch(Workspace& workspace, PyObject* q, PyObject* v, PyObject* a) {
    const Compiled& compiled = workspace.compiled();
    const Tree& tree = compiled.tree();
    Input in_q, in_v, in_a;
    const Py_ssize_t rows = workspace.batch();
    if (!in_q.read_rows(q, "q", rows, tree.nq)) return false;
    if (is_given(v) && !in_v.read_rows(v, "v", rows, tree.nv)) return false;
    if (is_given(a) && !in_a.read_rows(a, "a", rows, tree.nv)) return false;
    if (refuse_row("q", in_q.data(), rows, tree.nq)) return false;
    if (is_given(v) && refuse_row("v", in_v.data(), rows, tree.nv)) return false;
    if (is_given(a) && refuse_row("a", in_a.data(), rows, tree.nv)) return false;
    if (refuse_zero_quaternion(compiled, in_q.data(), rows)) return false;
    const auto copy = [](const Input& from, std::vector<double>& to) {
        if (!to.empty()) std::memcpy(to.data(), from.data(), sizeof(double) * to.size());
    };
    copy(in_q, workspace.q);
    workspace.level = Level::positions;
    if (is_given(v)) {
        copy(in_v, workspace.v);
        workspace.level = Level::velocities;
    }
    if (is_given(a)) {
        copy(in_a, workspace.a);
        workspace.level = Level::accelerations;
    }
    return true;
}

bool fill(Workspace& workspace, PyObject* q, PyObject* v, PyObject* a) {
    const Compiled& compiled = workspace.compiled();
    const Tree& tree = compiled.tree();
    Input in_q, in_v, in_a;
    if (!in_q.read(q, "q", tree.nq)) return false;
    if (is_given(v) && !in_v.read(v, "v", tree.nv)) return false;
    if (is_given(a) && !in_a.read(a, "a", tree.nv)) return false;
    if (refuse_zero_quaternion(compiled, in_q.data(), 1)) return false;
    // Until everything is known to be good, nothing counts as computed.
    workspace.level = Level::none;
    if (!compiled.kernels().fill(tree, in_q.data(), in_v.data(), in_a.data(), workspace.state.data(),
                                 workspace.poses_data)) {
        refuse_row("q", in_q.data(), 1, tree.nq) ||
            (in_v.data() != nullptr && refuse_row("v", in_v.data(), 1, tree.nv)) ||
            (in_a.data() != nullptr && refuse_row("a", in_a.data(), 1, tree.nv));
        return false;
    }
    workspace.level = Level::positions;
    // Kept for loops, whose residual needs it; a memcpy of no bytes must not see a null pointer.
    if (tree.nq > 0) std::memcpy(workspace.q.data(), in_q.data(), sizeof(double) * workspace.q.size());
    if (in_v.data() != nullptr) {
        // Kept for the quantities that need the joint velocities again.
        std::memcpy(workspace.v.data(), in_v.data(), sizeof(double) * workspace.v.size());
        workspace.level = in_a.data() != nullptr ? Level::accelerations : Level::velocities;
    }
    return true;
}

PyObject* forward_kinematics(PyObject*, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
    static const Signature signature("forward_kinematics", 3, 5, {"model", "data", "q", "v", "a"});
    PyObject* slots[5] = {};
    if (!signature.bind(args, given, keywords, slots)) return nullptr;
    Workspace* workspace = unwrap_data(slots[0], slots[1]);
    if (workspace == nullptr) return nullptr;
    if (is_given(slots[4]) && !is_given(slots[3])) {
        PyErr_SetString(PyExc_ValueError, "accelerations need velocities: give v as well as a");
        return nullptr;
    }
    const bool done = workspace->is_batch() ? read_batch(*workspace, slots[2], slots[3], slots[4])
                                            : fill(*workspace, slots[2], slots[3], slots[4]);
    if (!done) return nullptr;
    Py_RETURN_NONE;
}

// ---- quantities of a link ----------------------------------------------------------------------

// Options that all of them share.
struct Options {
    Request request{};
    Input point;
    PyObject* out = nullptr;
    int threads = 0;
};

int find_frame(Workspace& workspace, PyObject* link) {
    if (workspace.last_link.ptr() == link) return workspace.last_frame;
    const int frame = workspace.compiled().find_frame(link);
    if (frame >= 0) {
        workspace.last_link = nb::borrow(link);
        workspace.last_frame = frame;
    }
    return frame;
}

bool read_options(PyObject* frame, PyObject* point,
                  PyObject* columns, PyObject* out, PyObject* threads, Options& options) {
    Request& request = options.request;
    if (frame != nullptr) {
        const int reference = choose(frame, "frame", frame_words, 3);
        if (reference < 0) return false;
        request.reference = static_cast<Reference>(reference);
    }
    if (columns != nullptr) {
        const int which = choose(columns, "columns", column_words, 2);
        if (which < 0) return false;
        request.support_only = which == 1;
    }
    if (is_given(point)) {
        if (!options.point.read(point, "point", 3)) return false;
        if (refuse_row("point", options.point.data(), 1, 3)) return false;
        request.point = options.point.data();
    }
    options.out = is_given(out) ? out : nullptr;
    return threads == nullptr || read_threads(threads, options.threads);
}

constexpr Py_ssize_t no_columns = -1;  // of a vector; a matrix may have 0

// The array a result goes to: the user's, a reused one, or a new one for a batch.
PyObject* result_array(Workspace& workspace, Pool& pool, PyObject* out, Py_ssize_t rows,
                       Py_ssize_t columns, double** data) {
    const bool is_vector = columns == no_columns;
    if (workspace.is_batch()) {
        const Py_ssize_t n = workspace.batch();
        if (out == nullptr) {
            return is_vector ? new_array({n, rows}, data) : new_array({n, rows, columns}, data);
        }
        *data = is_vector ? output(out, "out", {n, rows}) : output(out, "out", {n, rows, columns});
    } else {
        if (out == nullptr) {
            return is_vector ? pool.take({rows}, data) : pool.take({rows, columns}, data);
        }
        *data = is_vector ? output(out, "out", {rows}) : output(out, "out", {rows, columns});
    }
    return *data == nullptr ? nullptr : Py_NewRef(out);
}

PyObject* evaluate(Workspace& workspace, const Request& request, int threads, PyObject* array,
                   double* data) {
    const Compiled& compiled = workspace.compiled();
    if (workspace.is_batch()) {
        const Batch batch{workspace.q.data(), workspace.v.data(), workspace.a.data(), data, nullptr,
                          workspace.batch()};
        try {
            run_batch(compiled, request, batch, threads);
        } catch (const std::bad_alloc&) {
            Py_DECREF(array);
            return PyErr_NoMemory();
        }
    } else {
        compiled.kernels().evaluate(compiled.tree(), request, workspace.v.data(),
                                    workspace.state.data(), data);
    }
    return array;
}

// rows x nv matrices: Jacobians and their derivatives.
PyObject* link_matrix(const Signature& signature, Quantity quantity, Level level, int first_row,
                      int row_count, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
    PyObject* slots[8] = {};
    if (!signature.bind(args, given, keywords, slots)) return nullptr;
    Workspace* workspace = unwrap_data(slots[0], slots[1]);
    if (workspace == nullptr || !require(*workspace, level)) return nullptr;
    Options options;
    options.request.frame = find_frame(*workspace, slots[2]);
    if (options.request.frame < 0) return nullptr;
    if (!read_options(slots[3], slots[4], slots[5], slots[6],
                      slots[7], options)) {
        return nullptr;
    }
    Request& request = options.request;
    request.quantity = quantity;
    request.first_row = first_row;
    request.row_count = row_count;
    const Tree& tree = workspace->compiled().tree();
    const int columns = request.support_only ? tree.frames[request.frame].width : tree.nv;
    double* data = nullptr;
    PyObject* array =
        result_array(*workspace, row_count == 6 ? workspace->matrices : workspace->half_matrices,
                     options.out, row_count, columns, &data);
    if (array == nullptr) return nullptr;
    return evaluate(*workspace, request, options.threads, array, data);
}

#define FOURBAR_MATRIX(name, quantity, level, first_row, row_count)                                 \
    PyObject* name(PyObject*, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {        \
        static const Signature signature(                                                           \
            #name, 3, 3,                                                                            \
            {"model", "data", "link", "frame", "point", "columns", "out", "threads"});              \
        return link_matrix(signature, quantity, level, first_row, row_count, args, given, keywords); \
    }

FOURBAR_MATRIX(jacobian, Quantity::jacobian, Level::positions, 0, 6)
FOURBAR_MATRIX(linear_jacobian, Quantity::jacobian, Level::positions, 0, 3)
FOURBAR_MATRIX(angular_jacobian, Quantity::jacobian, Level::positions, 3, 3)
FOURBAR_MATRIX(jacobian_dot, Quantity::jacobian_dot, Level::velocities, 0, 6)

// 6-vectors: velocities and accelerations.
PyObject* link_twist(const Signature& signature, Quantity quantity, Level level,
                     PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
    PyObject* slots[7] = {};
    if (!signature.bind(args, given, keywords, slots)) return nullptr;
    Workspace* workspace = unwrap_data(slots[0], slots[1]);
    if (workspace == nullptr || !require(*workspace, level)) return nullptr;
    Options options;
    options.request.frame = find_frame(*workspace, slots[2]);
    if (options.request.frame < 0) return nullptr;
    if (!read_options(slots[3], slots[4], nullptr, slots[5],
                      slots[6], options)) {
        return nullptr;
    }
    options.request.quantity = quantity;
    double* data = nullptr;
    PyObject* array = result_array(*workspace, workspace->twists, options.out, 6, no_columns, &data);
    if (array == nullptr) return nullptr;
    return evaluate(*workspace, options.request, options.threads, array, data);
}

#define FOURBAR_TWIST(name, quantity, level)                                                 \
    PyObject* name(PyObject*, PyObject* const* args, Py_ssize_t given, PyObject* keywords) { \
        static const Signature signature(                                                    \
            #name, 3, 3, {"model", "data", "link", "frame", "point", "out", "threads"});     \
        return link_twist(signature, quantity, level, args, given, keywords);                \
    }

FOURBAR_TWIST(frame_velocity, Quantity::velocity, Level::velocities)
FOURBAR_TWIST(frame_acceleration, Quantity::acceleration, Level::accelerations)
FOURBAR_TWIST(jacobian_dot_times_v, Quantity::bias, Level::velocities)

// ---- centre of mass ----------------------------------------------------------------------------

PyObject* com_quantity(const Signature& signature, Quantity quantity, PyObject* const* args,
                       Py_ssize_t given, PyObject* keywords) {
    PyObject* slots[5] = {};
    if (!signature.bind(args, given, keywords, slots)) return nullptr;
    Workspace* workspace = unwrap_data(slots[0], slots[1]);
    if (workspace == nullptr || !require(*workspace, Level::positions)) return nullptr;
    const Tree& tree = workspace->compiled().tree();
    Request request{};
    request.quantity = quantity;
    if (slots[2] != nullptr) {
        const int answer = PyObject_IsTrue(slots[2]);
        if (answer < 0) return nullptr;
        request.moving_only = answer != 0;
    }
    int threads = 0;
    if (!read_threads(slots[4], threads)) return nullptr;
    const double mass = tree.mass - (request.moving_only ? tree.bodies[0].mass : 0.0);
    if (!(mass > 0.0)) {
        PyErr_Format(PyExc_ValueError, "the %s no mass, so there is no centre of mass",
                     request.moving_only ? "moving links have" : "robot has");
        return nullptr;
    }
    const bool is_matrix = quantity == Quantity::com_jacobian;
    double* data = nullptr;
    PyObject* out = is_given(slots[3]) ? slots[3] : nullptr;
    PyObject* array =
        result_array(*workspace, is_matrix ? workspace->half_matrices : workspace->vectors, out, 3,
                     is_matrix ? tree.nv : no_columns, &data);
    if (array == nullptr) return nullptr;
    return evaluate(*workspace, request, threads, array, data);
}

#define FOURBAR_COM(name, quantity)                                                          \
    PyObject* name(PyObject*, PyObject* const* args, Py_ssize_t given, PyObject* keywords) { \
        static const Signature signature(#name, 2, 2,                                        \
                                         {"model", "data", "moving_only", "out", "threads"}); \
        return com_quantity(signature, quantity, args, given, keywords);                     \
    }

FOURBAR_COM(center_of_mass, Quantity::com)
FOURBAR_COM(center_of_mass_jacobian, Quantity::com_jacobian)

// ---- kinematics: pose and Jacobian of a batch, without a Data -----------------------------------

// Configurations are read while results are written: none may stand in the place of another.
bool refuse_overlap(const char* name, const double* a, Py_ssize_t a_size, const char* other,
                    const double* b, Py_ssize_t b_size) {
    const std::less<const double*> before;
    if (a_size == 0 || b_size == 0 || !before(a, b + b_size) || !before(b, a + a_size)) return false;
    PyErr_Format(PyExc_ValueError, "%s shares memory with %s", name, other);
    return true;
}

PyObject* kinematics(PyObject*, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
    static const Signature signature(
        "kinematics", 3, 3, {"model", "q", "link", "frame", "point", "columns", "out", "threads"});
    PyObject* slots[8] = {};
    if (!signature.bind(args, given, keywords, slots)) return nullptr;
    auto* compiled = unwrap<Compiled>(slots[0], model_type, "Model");
    if (compiled == nullptr || !load_numpy()) return nullptr;
    const Tree& tree = compiled->tree();
    Options options;
    options.request.frame = compiled->find_frame(slots[2]);
    if (options.request.frame < 0) return nullptr;
    if (!read_options(slots[3], slots[4], slots[5], nullptr, slots[7], options)) {
        return nullptr;
    }
    Input q;
    if (!q.read_rows(slots[1], "q", -1, tree.nq)) return nullptr;
    const Py_ssize_t n = q.rows();
    Request& request = options.request;
    request.quantity = Quantity::jacobian;
    request.with_pose = true;
    const Py_ssize_t columns = request.support_only ? tree.frames[request.frame].width : tree.nv;
    if (refuse_zero_quaternion(*compiled, q.data(), n)) return nullptr;

    PyObject* poses = nullptr;
    PyObject* matrices = nullptr;
    double* pose_data = nullptr;
    double* matrix_data = nullptr;
    if (is_given(slots[6])) {
        if (!PyTuple_Check(slots[6]) || PyTuple_GET_SIZE(slots[6]) != 2) {
            PyErr_SetString(PyExc_TypeError, "out is a tuple of two arrays: poses and Jacobians");
            return nullptr;
        }
        pose_data = output(PyTuple_GET_ITEM(slots[6], 0), "out[0]", {n, 4, 4});
        if (pose_data == nullptr) return nullptr;
        matrix_data = output(PyTuple_GET_ITEM(slots[6], 1), "out[1]", {n, 6, columns});
        if (matrix_data == nullptr) return nullptr;
        const Py_ssize_t matrix_size = 6 * columns * n;
        if (refuse_overlap("out[0]", pose_data, 16 * n, "q", q.data(), tree.nq * n) ||
            refuse_overlap("out[1]", matrix_data, matrix_size, "q", q.data(), tree.nq * n) ||
            refuse_overlap("out[1]", matrix_data, matrix_size, "out[0]", pose_data, 16 * n)) {
            return nullptr;
        }
        poses = Py_NewRef(PyTuple_GET_ITEM(slots[6], 0));
        matrices = Py_NewRef(PyTuple_GET_ITEM(slots[6], 1));
    } else {
        poses = new_array({n, 4, 4}, &pose_data);
        if (poses == nullptr) return nullptr;
        matrices = new_array({n, 6, columns}, &matrix_data);
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
    } catch (const std::bad_alloc&) {
        Py_DECREF(result);
        return PyErr_NoMemory();
    }
    Py_DECREF(result);
    refuse_row("q", q.data(), n, tree.nq);
    return nullptr;
}

#define FOURBAR_CALL(name) \
    { #name, reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(name)), \
      METH_FASTCALL | METH_KEYWORDS, docs::name }

PyMethodDef calls[] = {
    FOURBAR_CALL(forward_kinematics),
    FOURBAR_CALL(jacobian),
    FOURBAR_CALL(linear_jacobian),
    FOURBAR_CALL(angular_jacobian),
    FOURBAR_CALL(jacobian_dot),
    FOURBAR_CALL(jacobian_dot_times_v),
    FOURBAR_CALL(frame_velocity),
    FOURBAR_CALL(frame_acceleration),
    FOURBAR_CALL(center_of_mass),
    FOURBAR_CALL(center_of_mass_jacobian),
    FOURBAR_CALL(kinematics),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

bool add_calls(PyObject* module, PyObject* model, PyObject* data) {
    model_type = reinterpret_cast<PyTypeObject*>(model);
    data_type = reinterpret_cast<PyTypeObject*>(data);
    frame_words[0] = PyUnicode_InternFromString("world");
    frame_words[1] = PyUnicode_InternFromString("local");
    frame_words[2] = PyUnicode_InternFromString("local_world_aligned");
    column_words[0] = PyUnicode_InternFromString("all");
    column_words[1] = PyUnicode_InternFromString("support");
    return PyModule_AddFunctions(module, calls) == 0;
}

}  // namespace fourbar::mechanics

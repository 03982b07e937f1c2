// Quantities of a filled Data, and the table of all functions that are called in loops.
#include "calls.hpp"

#include <exception>

#include "boundary/arguments.hpp"
#include "boundary/signature.hpp"
#include "docs.hpp"

namespace fourbar::mechanics {
namespace {

int find_frame(Workspace& workspace, PyObject* link) {
    if (workspace.last_link.ptr() == link) return workspace.last_frame;
    const int frame = workspace.compiled().find_frame(link);
    if (frame >= 0) {
        workspace.last_link = nb::borrow(link);
        workspace.last_frame = frame;
    }
    return frame;
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
    if (!read_options(slots[3], slots[4], slots[5], slots[6], slots[7], options)) return nullptr;
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
    if (!read_options(slots[3], slots[4], nullptr, slots[5], slots[6], options)) return nullptr;
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
    return set_types(model, data) && PyModule_AddFunctions(module, calls) == 0;
}

}  // namespace fourbar::mechanics

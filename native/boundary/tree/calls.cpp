// Quantities of a filled Data, from the table in functions.hpp.
#include <exception>
#include <utility>

#include "boundary/arguments.hpp"
#include "boundary/errors.hpp"
#include "boundary/signature.hpp"
#include "functions.hpp"
#include "options.hpp"

namespace fourbar::mechanics {

using boundary::is_given;
using boundary::Signature;

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

// A result's size for one configuration: a vector has no columns, a matrix may have 0.
struct Size {
    static constexpr Py_ssize_t no_columns = -1;
    Py_ssize_t rows;
    Py_ssize_t columns;
};

Size size_of(const Tree& tree, const Request& request) {
    switch (entry_of(request.quantity).shape) {
        case Shape::columns: return {request.row_count, column_count(tree, request)};
        case Shape::twist: return {request.row_count, Size::no_columns};
        case Shape::point: return {3, Size::no_columns};
        case Shape::point_columns: return {3, tree.nv};
        case Shape::pose:
        case Shape::poses: break;  // read from a Data as they are
    }
    return {4, 4};
}

Pool& pool_of(Workspace& workspace, const Size& size) {
    if (size.columns == Size::no_columns) {
        return size.rows == 6 ? workspace.twists : workspace.vectors;
    }
    return size.rows == 6 ? workspace.matrices : workspace.half_matrices;
}

// The array a result goes to: the user's, a reused one, or a new one for a batch.
PyObject* result_array(Workspace& workspace, PyObject* out, const Size& size,
                       const boundary::Memory& read, double** data) {
    const auto [rows, columns] = size;
    const bool is_vector = columns == Size::no_columns;
    if (!is_given(out)) {
        Pool& pool = pool_of(workspace, size);
        const Py_ssize_t n = workspace.batch();
        if (workspace.is_batch()) {
            return is_vector ? boundary::new_array({n, rows}, data)
                             : boundary::new_array({n, rows, columns}, data);
        }
        return is_vector ? pool.take({rows}, data) : pool.take({rows, columns}, data);
    }
    if (workspace.is_batch()) {
        const Py_ssize_t n = workspace.batch();
        *data = is_vector ? boundary::output(out, "out", {n, rows})
                          : boundary::output(out, "out", {n, rows, columns});
    } else {
        *data = is_vector ? boundary::output(out, "out", {rows})
                          : boundary::output(out, "out", {rows, columns});
    }
    if (*data == nullptr) return nullptr;
    const Py_ssize_t count = workspace.is_batch() ? workspace.batch() : 1;
    const Py_ssize_t written = count * rows * (is_vector ? 1 : columns);
    return boundary::refuse_overlap({{"out", *data, written}}, {read}) ? nullptr : Py_NewRef(out);
}

PyObject* evaluate(Workspace& workspace, const Options& options, PyObject* out) {
    const Compiled& compiled = workspace.compiled();
    const Request& request = options.request;
    double* data = nullptr;
    PyObject* array = result_array(workspace, out, size_of(compiled.tree(), request),
                                   options.point_memory(), &data);
    if (array == nullptr) return nullptr;
    if (!workspace.is_batch()) {
        compiled.kernels().evaluate(compiled.tree(), request, workspace.v.data(),
                                    workspace.state.data(), data);
        return array;
    }
    const Batch batch{workspace.q.data(), workspace.v.data(), workspace.a.data(), data, nullptr,
                      workspace.batch()};
    try {
        run_batch(compiled, request, batch, options.threads);
    } catch (...) {
        Py_DECREF(array);
        return boundary::raise_current();
    }
    return array;
}

bool is_of_link(Shape shape) { return shape == Shape::columns || shape == Shape::twist; }

Signature signature_of(const Function& function) {
    switch (entry_of(function.quantity).shape) {
        case Shape::columns:
            return {function.name, 3, 3,
                    {"model", "data", "link", "frame", "point", "columns", "out", "threads"}};
        case Shape::twist:
            return {function.name, 3, 3,
                    {"model", "data", "link", "frame", "point", "out", "threads"}};
        default:
            return {function.name, 2, 2, {"model", "data", "moving_only", "out", "threads"}};
    }
}

// Positions of arguments in signature_of(); -1 for what a shape does not have.
struct Places {
    int columns, out, threads;
};

constexpr Places places_of(Shape shape) {
    return shape == Shape::columns ? Places{5, 6, 7}
           : shape == Shape::twist ? Places{-1, 5, 6}
                                   : Places{-1, 3, 4};
}

bool read_mass_options(const Tree& tree, PyObject* moving_only, PyObject* threads,
                       Options& options) {
    if (moving_only != nullptr) {
        const int answer = PyObject_IsTrue(moving_only);
        if (answer < 0) return false;
        options.request.moving_only = answer != 0;
    }
    if (!boundary::read_threads(threads, options.threads)) return false;
    const bool moving = options.request.moving_only;
    if (tree.mass - (moving ? tree.bodies[0].mass : 0.0) > 0.0) return true;
    PyErr_Format(PyExc_ValueError, "the %s no mass, so the centre of mass is undefined",
                 moving ? "moving links have" : "robot has");
    return false;
}

template <int number>
PyObject* call(PyObject*, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
    constexpr const Function& function = functions[number];
    constexpr QuantityEntry entry = entry_of(function.quantity);
    constexpr Places at = places_of(entry.shape);
    static const Signature signature = signature_of(function);
    PyObject* slots[boundary::most_parameters] = {};
    if (!signature.bind(args, given, keywords, slots)) return nullptr;
    Workspace* workspace = unwrap_data(slots[0], slots[1]);
    if (workspace == nullptr || !require(*workspace, entry.level)) return nullptr;
    Options options;
    Request& request = options.request;
    request.quantity = function.quantity;
    request.first_row = function.first_row;
    request.row_count = function.row_count;
    if (is_of_link(entry.shape)) {
        request.frame = find_frame(*workspace, slots[2]);
        PyObject* columns = at.columns < 0 ? nullptr : slots[at.columns < 0 ? 0 : at.columns];
        if (request.frame < 0 || !options.read(slots[3], slots[4], columns, slots[at.threads])) {
            return nullptr;
        }
    } else if (!read_mass_options(workspace->compiled().tree(), slots[2], slots[at.threads],
                                  options)) {
        return nullptr;
    }
    return evaluate(*workspace, options, slots[at.out]);
}

PyMethodDef method(const char* name, _PyCFunctionFastWithKeywords function, const char* text) {
    return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)),
            METH_FASTCALL | METH_KEYWORDS, text};
}

template <int... numbers>
bool add_functions(PyObject* module, std::integer_sequence<int, numbers...>) {
    static const std::string texts[] = {documentation(functions[numbers])...};
    static PyMethodDef methods[] = {
        method(functions[numbers].name, call<numbers>, texts[numbers].c_str())...,
        method("forward_kinematics", forward_kinematics, forward_kinematics_documentation),
        method("kinematics", kinematics, kinematics_documentation),
        {nullptr, nullptr, 0, nullptr},
    };
    return PyModule_AddFunctions(module, methods) == 0;
}

}  // namespace

std::string documentation(const Function& function) {
    const QuantityEntry& entry = entry_of(function.quantity);
    const bool of_link = is_of_link(entry.shape);
    std::string text = function.name;
    text += of_link ? "(model, data, link, *, frame='local_world_aligned', point=None, "
                    : "(model, data, *, moving_only=False, ";
    if (entry.shape == Shape::columns) text += "columns='all', ";
    text += "out=None, threads=None)\n--\n\n";
    text += function.summary;
    text += "\n\n";
    text += function.details;
    text += entry.needs_a()   ? "Call forward_kinematics(model, data, q, v, a) first.\n"
            : entry.needs_v() ? "Call forward_kinematics(model, data, q, v) first.\n"
                              : "Call forward_kinematics(model, data, q) first.\n";
    if (of_link) {
        text +=
            "\n`link` is a link or frame by name. `point` [m] is a point on it, in its own axes; its\n"
            "origin by default. `frame` chooses where and in which axes velocities are taken:\n"
            "\"local_world_aligned\" (at the point, world axes), \"local\" (at the point, the link's\n"
            "axes) or \"world\" (at the world's origin, world axes).";
    } else {
        text += "\n`moving_only` leaves out the root link and everything fixed to it.";
    }
    text +=
        " `out` receives the result; for\n"
        "a Data of n configurations results have a leading axis of n, and `threads` limits the\n"
        "threads used.\n";
    return text;
}

bool add_calls(PyObject* module) {
    return boundary::load_words() &&
           add_functions(module, std::make_integer_sequence<int, function_count>());
}

}  // namespace fourbar::mechanics

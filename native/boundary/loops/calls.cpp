// The functions of fourbar.mechanics.loops that are called in loops, as plain C functions.
#include <cmath>
#include <cstring>
#include <exception>
#include <new>

#include "boundary/signature.hpp"
#include "objects.hpp"

namespace fourbar::loops {

using mechanics::Input;
using mechanics::Signature;
using mechanics::Workspace;

namespace {

PyTypeObject* system_type = nullptr;
PyTypeObject* model_type = nullptr;
PyTypeObject* data_type = nullptr;
PyObject* loops_name = nullptr;
PyObject* column_words[2] = {};

bool is_given(PyObject* argument) { return argument != nullptr && argument != Py_None; }

// The loops of a Model: a new reference, held by `owner`.
LoopSystem* find_loops(PyObject* model, nb::object& owner) {
    if (!PyObject_TypeCheck(model, model_type)) {
        PyErr_Format(PyExc_TypeError, "expected a Model, not a %s", Py_TYPE(model)->tp_name);
        return nullptr;
    }
    owner = nb::steal(PyObject_GetAttr(model, loops_name));
    if (!owner.is_valid()) return nullptr;
    if (!PyObject_TypeCheck(owner.ptr(), system_type) || !nb::inst_ready(owner)) {
        PyErr_SetString(PyExc_TypeError, "this model's loops are not compiled");
        return nullptr;
    }
    return nb::inst_ptr<LoopSystem>(owner);
}

Workspace* find_data(PyObject* model, PyObject* object) {
    if (!PyObject_TypeCheck(object, data_type) || !nb::inst_ready(object)) {
        PyErr_Format(PyExc_TypeError, "expected a Data, not a %s", Py_TYPE(object)->tp_name);
        return nullptr;
    }
    Workspace* workspace = nb::inst_ptr<Workspace>(object);
    if (workspace->model() != model) {
        PyErr_SetString(PyExc_ValueError, "this Data belongs to another Model");
        return nullptr;
    }
    return require(*workspace, mechanics::Level::positions) ? workspace : nullptr;
}

PyObject* refuse(const char* name, const double* rows, Py_ssize_t count, int width) {
    for (Py_ssize_t i = 0; i < count * width; ++i) {
        if (std::isfinite(rows[i])) continue;
        if (count == 1) return PyErr_Format(PyExc_ValueError, "%s[%zd] is not finite", name, i);
        return PyErr_Format(PyExc_ValueError, "%s[%zd, %zd] is not finite", name, i / width, i % width);
    }
    return PyErr_Format(PyExc_ValueError, "%s is not finite", name);
}

PyObject* pair(PyObject* first, PyObject* second) {
    if (first == nullptr || second == nullptr) {
        Py_XDECREF(first);
        Py_XDECREF(second);
        return nullptr;
    }
    PyObject* result = PyTuple_New(2);
    if (result == nullptr) {
        Py_DECREF(first);
        Py_DECREF(second);
        return nullptr;
    }
    PyTuple_SET_ITEM(result, 0, first);
    PyTuple_SET_ITEM(result, 1, second);
    return result;
}

// Rows of results for `count` configurations, without a leading axis where `single`.
PyObject* take(mechanics::Pool& pool, bool single, Py_ssize_t count, Py_ssize_t rows,
               Py_ssize_t columns, double** data) {
    if (single) return columns < 0 ? pool.take({rows}, data) : pool.take({rows, columns}, data);
    return columns < 0 ? mechanics::new_array({count, rows}, data)
                       : mechanics::new_array({count, rows, columns}, data);
}

enum class Ending { done, refused, failed };  // refused: not finite; failed: an exception is set

Ending run_single(const LoopSystem& loops, const Batch& one) {
    const bool finite = loops.kernels().evaluate(loops.system(), one.q, one.v, loops.workspace(),
                                                 one.residual, one.jacobian, one.bias);
    return finite ? Ending::done : Ending::refused;
}

// These functions are called from C, which no exception may reach.
Ending run_batch(const LoopSystem& loops, const Batch& batch, Py_ssize_t count, int threads) {
    try {
        const long bad = run(loops, count, threads, [&](long begin, long end, double* scratch) {
            return loops.kernels().batch(loops.system(), batch, begin, end, scratch);
        });
        return bad < 0 ? Ending::done : Ending::refused;
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
    } catch (const std::exception& error) {
        PyErr_SetString(PyExc_RuntimeError, error.what());
    }
    return Ending::failed;
}

// A vector of numbers, as opposed to rows of them.
bool is_one_configuration(PyObject* object) {
    const int dimensions = mechanics::dimension_count(object);
    if (dimensions >= 0 || !PySequence_Check(object)) return dimensions != 2;
    PyObject* first = PySequence_GetItem(object, 0);
    const bool is_row = first != nullptr && PySequence_Check(first);
    Py_XDECREF(first);
    PyErr_Clear();  // an empty sequence is refused with its shape where it is read
    return !is_row;
}

PyObject* loop_residual(PyObject*, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
    static const Signature signature("loop_residual", 2, 2, {"model", "data"});
    PyObject* slots[2] = {};
    if (!signature.bind(args, given, keywords, slots)) return nullptr;
    nb::object owner;
    LoopSystem* loops = find_loops(slots[0], owner);
    if (loops == nullptr) return nullptr;
    Workspace* workspace = find_data(slots[0], slots[1]);
    if (workspace == nullptr) return nullptr;
    const System& system = loops->system();
    const bool single = !workspace->is_batch();
    double* phi = nullptr;
    PyObject* array = take(loops->residuals, single, workspace->batch(), system.rows, -1, &phi);
    if (array == nullptr) return nullptr;
    if (single) {
        loops->kernels().evaluate(system, workspace->q.data(), nullptr, loops->workspace(), phi,
                                  nullptr, nullptr);
        return array;
    }
    const Batch batch{workspace->q.data(), nullptr, phi, nullptr, nullptr, false};
    if (run_batch(*loops, batch, workspace->batch(), 0) == Ending::failed) {
        Py_DECREF(array);
        return nullptr;
    }
    return array;
}

PyObject* loop_jacobian(PyObject*, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
    static const Signature signature("loop_jacobian", 2, 3, {"model", "data", "v"});
    PyObject* slots[3] = {};
    if (!signature.bind(args, given, keywords, slots)) return nullptr;
    nb::object owner;
    LoopSystem* loops = find_loops(slots[0], owner);
    if (loops == nullptr) return nullptr;
    Workspace* workspace = find_data(slots[0], slots[1]);
    if (workspace == nullptr) return nullptr;
    const System& system = loops->system();
    const bool single = !workspace->is_batch();
    const Py_ssize_t count = single ? 1 : workspace->batch();
    Input v;
    if (is_given(slots[2])) {
        const bool read = single ? v.read(slots[2], "v", system.tree.nv)
                                 : v.read_rows(slots[2], "v", count, system.tree.nv);
        if (!read) return nullptr;
    }
    double* K = nullptr;
    double* k = nullptr;
    PyObject* jacobian = take(loops->jacobians, single, count, system.rows, system.tree.nv, &K);
    PyObject* bias = take(loops->biases, single, count, system.rows, -1, &k);
    PyObject* result = pair(jacobian, bias);
    if (result == nullptr) return nullptr;
    if (v.data() == nullptr) {
        std::memset(k, 0, sizeof(double) * static_cast<std::size_t>(count * system.rows));
    }
    double* wanted = v.data() == nullptr ? nullptr : k;
    const Batch batch{workspace->q.data(), v.data(), nullptr, K, wanted, false};
    const Ending ending = single ? run_single(*loops, batch) : run_batch(*loops, batch, count, 0);
    if (ending == Ending::done) return result;
    Py_DECREF(result);
    return ending == Ending::failed ? nullptr : refuse("v", v.data(), count, system.tree.nv);
}

PyObject* closure(PyObject*, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
    static const Signature signature("closure", 2, 2, {"model", "q", "out", "threads", "columns"});
    PyObject* slots[5] = {};
    if (!signature.bind(args, given, keywords, slots)) return nullptr;
    nb::object owner;
    LoopSystem* loops = find_loops(slots[0], owner);
    if (loops == nullptr) return nullptr;
    const System& system = loops->system();
    const Compiled& compiled = *nb::inst_ptr<Compiled>(slots[0]);
    const int nq = system.tree.nq, nv = system.tree.nv;
    if (!mechanics::load_numpy()) return nullptr;
    Input q;
    const bool single = is_one_configuration(slots[1]);
    if (!(single ? q.read(slots[1], "q", nq) : q.read_rows(slots[1], "q", -1, nq))) return nullptr;
    const Py_ssize_t count = single ? 1 : q.rows();
    const Py_ssize_t zero = compiled.find_zero_quaternion(q.data(), count);
    if (zero >= 0) {
        return PyErr_Format(PyExc_ValueError, "configuration %zd holds a quaternion of length zero",
                            zero);
    }
    long threads = 0;
    if (is_given(slots[3])) {
        threads = PyLong_AsLong(slots[3]);
        if (threads == -1 && PyErr_Occurred()) return nullptr;
        if (threads < 1 || threads > 4096) {
            return PyErr_Format(PyExc_ValueError, "threads is %ld, expected at least 1", threads);
        }
    }
    bool entries_only = false;
    if (slots[4] != nullptr) {
        const int which = mechanics::choose(slots[4], "columns", column_words, 2);
        if (which < 0) return nullptr;
        entries_only = which == 1;
    }
    if (entries_only && single) {
        PyErr_SetString(PyExc_ValueError, "columns='support' is for batches: q of shape (n, nq)");
        return nullptr;
    }
    double* phi = nullptr;
    double* K = nullptr;
    PyObject* result = nullptr;
    if (is_given(slots[2])) {
        if (!PyTuple_Check(slots[2]) || PyTuple_GET_SIZE(slots[2]) != 2) {
            PyErr_SetString(PyExc_TypeError, "out is a tuple of two arrays: residual, jacobian");
            return nullptr;
        }
        PyObject* first = PyTuple_GET_ITEM(slots[2], 0);
        PyObject* second = PyTuple_GET_ITEM(slots[2], 1);
        phi = single ? mechanics::output(first, "out[0]", {system.rows})
                     : mechanics::output(first, "out[0]", {count, system.rows});
        if (phi == nullptr) return nullptr;
        K = entries_only ? mechanics::output(second, "out[1]", {count, system.entry_count})
            : single     ? mechanics::output(second, "out[1]", {system.rows, nv})
                         : mechanics::output(second, "out[1]", {count, system.rows, nv});
        if (K == nullptr) return nullptr;
        result = Py_NewRef(slots[2]);
    } else {
        PyObject* residual = take(loops->residuals, single, count, system.rows, -1, &phi);
        PyObject* jacobian =
            entries_only ? take(loops->jacobians, false, count, system.entry_count, -1, &K)
                         : take(loops->jacobians, single, count, system.rows, nv, &K);
        result = pair(residual, jacobian);
    }
    if (result == nullptr) return nullptr;
    const Batch batch{q.data(), nullptr, phi, K, nullptr, entries_only};
    const Ending ending = single ? run_single(*loops, batch)
                                 : run_batch(*loops, batch, count, static_cast<int>(threads));
    if (ending == Ending::done) return result;
    Py_DECREF(result);
    return ending == Ending::failed ? nullptr : refuse("q", q.data(), count, nq);
}

#define FOURBAR_CALL(function) \
    reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)), METH_FASTCALL | METH_KEYWORDS

PyMethodDef methods[] = {
    {"loop_residual", FOURBAR_CALL(loop_residual),
     "loop_residual(model, data)\n--\n\n"
     "phi (n_c,): how far every loop, coupling and mimic is from closed [m or rad].\n\n"
     "Zero exactly where all are closed. Call forward_kinematics(model, data, q) first; a Data for\n"
     "a batch gives (n, n_c)."},
    {"loop_jacobian", FOURBAR_CALL(loop_jacobian),
     "loop_jacobian(model, data, v=None)\n--\n\n"
     "K (n_c, nv) and k (n_c,): K v = 0 and K a = k keep the loops closed.\n\n"
     "K is the derivative of loop_residual, k = -dK v, which is zero at rest (no v). Call\n"
     "forward_kinematics(model, data, q) first; a Data for a batch gives a leading axis."},
    {"closure", FOURBAR_CALL(closure),
     "closure(model, q, *, columns='all', out=None, threads=None)\n--\n\n"
     "phi (n_c,) and K (n_c, nv) at a configuration q (nq,), or (n, n_c) and (n, n_c, nv) at (n, nq).\n\n"
     "The fastest way to many of them: several configurations per instruction, several threads.\n"
     "columns='support' gives K as (n, entries), without what is zero whatever q is; they are at\n"
     "`model.loops.support`. `out` takes the two results without a copy."},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

bool add_calls(PyObject* module, PyObject* system) {
    system_type = reinterpret_cast<PyTypeObject*>(system);
    PyObject* model = PyObject_GetAttrString(module, "Compiled");
    PyObject* data = PyObject_GetAttrString(module, "Workspace");
    if (model == nullptr || data == nullptr) return false;
    // The module keeps both alive.
    model_type = reinterpret_cast<PyTypeObject*>(model);
    data_type = reinterpret_cast<PyTypeObject*>(data);
    Py_DECREF(model);
    Py_DECREF(data);
    loops_name = PyUnicode_InternFromString("loops");
    column_words[0] = PyUnicode_InternFromString("all");
    column_words[1] = PyUnicode_InternFromString("support");
    return loops_name != nullptr && column_words[0] != nullptr && column_words[1] != nullptr &&
           PyModule_AddFunctions(module, methods) == 0;
}

}  // namespace fourbar::loops

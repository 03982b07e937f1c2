// The functions of fourbar.mechanics.loops that are called in loops, as plain C functions.
#include <cmath>
#include <cstring>
#include <exception>
#include <new>

#include "boundary/arguments.hpp"
#include "boundary/errors.hpp"
#include "boundary/signature.hpp"
#include "objects.hpp"

namespace fourbar::loops {

using boundary::Input;
using boundary::is_given;
using boundary::Signature;
using mechanics::Workspace;

namespace {

PyTypeObject* system_type = nullptr;
PyTypeObject* choice_type = nullptr;
PyObject* loops_name = nullptr;

Workspace* find_data(PyObject* model, PyObject* object) {
    Workspace* workspace = mechanics::unwrap_data(model, object);
    return workspace != nullptr && require(*workspace, mechanics::Level::positions) ? workspace
                                                                                    : nullptr;
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
PyObject* take(boundary::Pool& pool, bool single, Py_ssize_t count, Py_ssize_t rows,
               Py_ssize_t columns, double** data) {
    if (single) return columns < 0 ? pool.take({rows}, data) : pool.take({rows, columns}, data);
    return columns < 0 ? boundary::new_array({count, rows}, data)
                       : boundary::new_array({count, rows, columns}, data);
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
    } catch (...) {
        boundary::raise_current();
    }
    return Ending::failed;
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
    if (ending == Ending::refused) boundary::refuse_row("v", v.data(), count, system.tree.nv);
    return nullptr;
}

// For callers that need no K, whose rows times columns are many where loops are.
PyObject* closure_gaps(PyObject*, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
    static const Signature signature("closure_gaps", 2, 2, {"model", "q", "threads"});
    PyObject* slots[3] = {};
    if (!signature.bind(args, given, keywords, slots)) return nullptr;
    nb::object owner;
    LoopSystem* loops = find_loops(slots[0], owner);
    if (loops == nullptr) return nullptr;
    const System& system = loops->system();
    const Compiled& compiled = *nb::inst_ptr<Compiled>(slots[0]);
    if (!boundary::load_numpy()) return nullptr;
    Input q;
    const bool single = is_one_configuration(slots[1]);
    if (!(single ? q.read(slots[1], "q", system.tree.nq)
                 : q.read_rows(slots[1], "q", -1, system.tree.nq))) {
        return nullptr;
    }
    const Py_ssize_t count = single ? 1 : q.rows();
    int threads = 0;
    if (compiled.refuse_zero_quaternion("q", q.data(), count) ||
        !boundary::read_threads(slots[2], threads)) {
        return nullptr;
    }
    double* phi = nullptr;
    PyObject* residual = take(loops->residuals, single, count, system.rows, -1, &phi);
    if (residual == nullptr) return nullptr;
    const Batch batch{q.data(), nullptr, phi, nullptr, nullptr, false};
    const Ending ending = single ? run_single(*loops, batch)
                                 : run_batch(*loops, batch, count, threads);
    if (ending == Ending::done) return residual;
    Py_DECREF(residual);
    if (ending == Ending::refused) boundary::refuse_row("q", q.data(), count, system.tree.nq);
    return nullptr;
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
    if (!boundary::load_numpy()) return nullptr;
    Input q;
    const bool single = is_one_configuration(slots[1]);
    if (!(single ? q.read(slots[1], "q", nq) : q.read_rows(slots[1], "q", -1, nq))) return nullptr;
    const Py_ssize_t count = single ? 1 : q.rows();
    int threads = 0;
    if (compiled.refuse_zero_quaternion("q", q.data(), count) ||
        !boundary::read_threads(slots[3], threads)) {
        return nullptr;
    }
    bool entries_only = false;
    if (slots[4] != nullptr) {
        const int which = boundary::read_columns(slots[4]);
        if (which < 0) return nullptr;
        entries_only = which == 1;
    }
    if (entries_only && single) {
        PyErr_SetString(PyExc_ValueError, "columns='support' needs a batch: q of shape (n, nq)");
        return nullptr;
    }
    double* phi = nullptr;
    double* K = nullptr;
    PyObject* result = nullptr;
    if (is_given(slots[2])) {
        if (!PyTuple_Check(slots[2]) || PyTuple_GET_SIZE(slots[2]) != 2) {
            PyErr_SetString(PyExc_TypeError, "out must be a tuple of two arrays: residual and Jacobian");
            return nullptr;
        }
        PyObject* first = PyTuple_GET_ITEM(slots[2], 0);
        PyObject* second = PyTuple_GET_ITEM(slots[2], 1);
        phi = single ? boundary::output(first, "out[0]", {system.rows})
                     : boundary::output(first, "out[0]", {count, system.rows});
        if (phi == nullptr) return nullptr;
        K = entries_only ? boundary::output(second, "out[1]", {count, system.entry_count})
            : single     ? boundary::output(second, "out[1]", {system.rows, nv})
                         : boundary::output(second, "out[1]", {count, system.rows, nv});
        if (K == nullptr) return nullptr;
        const Py_ssize_t size = entries_only ? system.entry_count : system.rows * nv;
        if (boundary::refuse_overlap(
                {{"out[0]", phi, count * system.rows}, {"out[1]", K, count * size}},
                {{"q", q.data(), count * nq}})) {
            return nullptr;
        }
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
                                 : run_batch(*loops, batch, count, threads);
    if (ending == Ending::done) return result;
    Py_DECREF(result);
    if (ending == Ending::refused) boundary::refuse_row("q", q.data(), count, nq);
    return nullptr;
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
    {"closure_gaps", FOURBAR_CALL(closure_gaps),
     "closure_gaps(model, q, *, threads=None)\n--\n\n"
     "phi (n_c,) at a configuration q (nq,), or (n, n_c) at (n, nq): `closure` without K."},
    {"closure", FOURBAR_CALL(closure),
     "closure(model, q, *, columns='all', out=None, threads=None)\n--\n\n"
     "phi (n_c,) and K (n_c, nv) at a configuration q (nq,), or (n, n_c) and (n, n_c, nv) at (n, nq).\n\n"
     "The fastest way to many of them: several configurations per instruction, several threads.\n"
     "columns='support' gives K as (n, entries), without what is zero for every q; they are at\n"
     "`model.loops.support`. `out` takes the two results without a copy."},
    {"explicit_jacobian", FOURBAR_CALL(explicit_jacobian),
     "explicit_jacobian(model, data, choice, v, result)\n--\n\n"
     "Return G (nv, nu) and g (nv,) as `result(G, g)`; a Data for a batch gives a leading axis.\n\n"
     "Raises LoopError where the independent columns do not determine the others."},
    {"closed_jacobian", FOURBAR_CALL(closed_jacobian),
     "closed_jacobian(model, q, link, choice, *, frame='local_world_aligned', point=None, out=None, "
     "threads=None)\n--\n\n"
     "Return J G (6, nu) at a closed q (nq,), or (n, 6, nu) at (n, nq).\n\n"
     "Raises LoopError where the independent columns do not determine the others."},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

LoopSystem* find_loops(PyObject* model, nb::object& owner) {
    if (mechanics::unwrap_model(model) == nullptr) return nullptr;
    owner = nb::steal(PyObject_GetAttr(model, loops_name));
    if (!owner.is_valid()) return nullptr;
    if (!PyObject_TypeCheck(owner.ptr(), system_type) || !nb::inst_ready(owner)) {
        PyErr_SetString(PyExc_TypeError, "the loops of this Model are not compiled");
        return nullptr;
    }
    LoopSystem* loops = nb::inst_ptr<LoopSystem>(owner);
    if (loops->system().tree.nq == nb::inst_ptr<Compiled>(model)->tree().nq &&
        loops->system().tree.nv == nb::inst_ptr<Compiled>(model)->tree().nv) {
        return loops;
    }
    PyErr_SetString(PyExc_ValueError, "these loops belong to another Model");
    return nullptr;
}

Choice* unwrap_choice(PyObject* object) {
    if (PyObject_TypeCheck(object, choice_type) && nb::inst_ready(object)) {
        return nb::inst_ptr<Choice>(object);
    }
    PyErr_Format(PyExc_TypeError, "expected a LoopChoice, got a %s", Py_TYPE(object)->tp_name);
    return nullptr;
}

bool is_one_configuration(PyObject* object) {
    const int dimensions = boundary::dimension_count(object);
    if (dimensions >= 0 || !PySequence_Check(object)) return dimensions != 2;
    PyObject* first = PySequence_GetItem(object, 0);
    const bool is_row = first != nullptr && PySequence_Check(first);
    Py_XDECREF(first);
    PyErr_Clear();  // an empty sequence is refused with its shape where it is read
    return !is_row;
}

bool add_calls(PyObject* module, PyObject* system, PyObject* choice) {
    system_type = reinterpret_cast<PyTypeObject*>(system);
    choice_type = reinterpret_cast<PyTypeObject*>(choice);
    loops_name = PyUnicode_InternFromString("loops");
    return loops_name != nullptr && PyModule_AddFunctions(module, methods) == 0;
}

}  // namespace fourbar::loops

// The explicit form v = G u, a = G du + g, and Jacobians of links over the independent velocities.
#include <algorithm>
#include <exception>

#include "boundary/arguments.hpp"
#include "boundary/errors.hpp"
#include "boundary/signature.hpp"
#include "boundary/tree/options.hpp"
#include "objects.hpp"
#include "solvers/numerics.hpp"

namespace fourbar::loops {

using boundary::Input;
using boundary::is_given;
using boundary::Signature;
using mechanics::Frame;
using mechanics::Options;
using mechanics::Workspace;

namespace {

// The choice that an argument holds, if it is one for these loops; null with an exception.
const Choice* find_choice(PyObject* argument, const LoopSystem& loops) {
    const Choice* choice = unwrap_choice(argument);
    if (choice == nullptr) return nullptr;
    if (!choice->is_for(loops)) {
        PyErr_SetString(PyExc_ValueError, "these coordinates belong to another model");
        return nullptr;
    }
    if (!choice->fits()) {
        PyErr_SetString(PyExc_ValueError, "a cluster has more dependent columns than rows");
        return nullptr;
    }
    return choice;
}

// True, with a LoopError, where the pivots of the dependent columns of one of `count` rows are too
// different.
bool refuse_singular(PyObject* model, const double* quality, Py_ssize_t count, bool single) {
    const double* bad = std::find_if_not(
        quality, quality + count, [](double share) { return share > numerics::undetermined; });
    if (bad == quality + count) return false;
    const nb::object name = nb::steal(PyObject_GetAttrString(model, "name"));
    if (!name.is_valid()) return true;
    const nb::object where =
        nb::steal(single ? PyUnicode_FromString("here")
                         : PyUnicode_FromFormat("at configuration %zd",
                                                static_cast<Py_ssize_t>(bad - quality)));
    if (!where.is_valid()) return true;
    boundary::raise("fourbar.mechanics.loops", "LoopError",
                    "the independent coordinates of %R do not determine the others %U: the mechanism "
                    "is at a singular pose",
                    name.ptr(), where.ptr());
    return true;
}

// Whether the configurations of a filled Data are closed; false with a LoopError.
bool is_closed(PyObject* model, Workspace& workspace) {
    if (workspace.closed) return true;
    const bool single = !workspace.is_batch();
    Compiled& compiled = *nb::inst_ptr<Compiled>(model);
    workspace.closed = !mechanics::refuse_open(model, compiled, workspace.q.data(),
                                               single ? 1 : workspace.batch(), single, 0);
    return workspace.closed;
}

// A new tuple of two of the given type, which is a tuple or a named one; takes both references.
PyObject* make_result(PyObject* type, PyObject* first, PyObject* second) {
    auto* tuple = reinterpret_cast<PyTypeObject*>(type);
    PyObject* result = first == nullptr || second == nullptr ? nullptr : tuple->tp_alloc(tuple, 2);
    if (result == nullptr) {
        Py_XDECREF(first);
        Py_XDECREF(second);
        return nullptr;
    }
    PyTuple_SET_ITEM(result, 0, first);
    PyTuple_SET_ITEM(result, 1, second);
    return result;
}

bool is_tuple_type(PyObject* type) {
    if (PyType_Check(type) &&
        PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(type), &PyTuple_Type)) {
        return true;
    }
    PyErr_SetString(PyExc_TypeError, "result must be a type of tuples");
    return false;
}

// out (6 x nu) = J G, for the packed columns J (6 x width) of a frame.
void multiply(const Frame& frame, const double* J, const double* G, int nu, double* out) {
    std::fill_n(out, 6 * nu, 0.0);
    int packed = 0;
    for (int run = 0; run < frame.columns_count; ++run) {
        for (int k = 0; k < frame.columns[run].count; ++k, ++packed) {
            const double* row = G + (frame.columns[run].first + k) * nu;
            for (int r = 0; r < 6; ++r) {
                const double factor = J[r * frame.width + packed];
                for (int u = 0; u < nu; ++u) out[r * nu + u] += factor * row[u];
            }
        }
    }
}

// One link's J G for rows of configurations.
struct Outputs {
    const Compiled& compiled;
    const LoopSystem& loops;
    const Choice& choice;
    const mechanics::Request& request;
    const double* q;
    double* out;
    double* quality;

    // Rows begin..end-1, a portion at a time whose G and J stay in the caches. Returns the first row
    // that is not finite, or -1.
    long run(long begin, long end, double* scratch) const {
        constexpr long portion = 64;
        const mechanics::Tree& tree = compiled.tree();
        const Partition& partition = choice.partition();
        const int nu = partition.independent_total;
        const Frame& frame = tree.frames[request.frame];
        const std::size_t size_of_G = static_cast<std::size_t>(tree.nv) * static_cast<std::size_t>(nu);
        const std::size_t size_of_J = 6 * static_cast<std::size_t>(frame.width);
        const AlignedBlock tree_scratch(compiled.kernels().batch_scratch(tree));
        // One more than needed: kernels copy to where results go, even where there are none.
        std::vector<double> G(portion * size_of_G + 1), g(portion * static_cast<std::size_t>(tree.nv) + 1);
        std::vector<double> J(portion * size_of_J + 1);
        for (long first = begin; first < end; first += portion) {
            const long count = std::min(portion, end - first);
            const double* rows = q + first * tree.nq;
            const Explicit task{rows, nullptr, G.data(), g.data(), quality + first};
            const long bad =
                loops.kernels().explicit_form(loops.system(), partition, task, 0, count, scratch);
            if (bad >= 0) return first + bad;
            const mechanics::Batch batch{rows, nullptr, nullptr, J.data(), nullptr, count};
            compiled.kernels().batch(tree, request, batch, 0, count, tree_scratch.data());
            for (long i = 0; i < count; ++i) {
                const auto row = static_cast<std::size_t>(i);
                multiply(frame, J.data() + row * size_of_J, G.data() + row * size_of_G, nu,
                         out + (first + i) * 6 * nu);
            }
        }
        return -1;
    }

    // One configuration; false where it is not finite.
    bool run_single(LoopSystem& memory) const {
        const mechanics::Tree& tree = compiled.tree();
        const int nu = choice.partition().independent_total;
        const auto nv = static_cast<std::size_t>(tree.nv);
        const std::size_t size_of_G = nv * static_cast<std::size_t>(nu);
        if (!memory.tree_workspace) {
            std::vector<double> poses(16 * static_cast<std::size_t>(tree.frame_count));
            memory.tree_workspace =
                std::make_unique<AlignedBlock>(compiled.kernels().workspace_size(tree));
            compiled.kernels().prepare(tree, memory.tree_workspace->data(), poses.data());
        }
        memory.scratch.resize(size_of_G + nv + 6 * nv + 16);
        double* G = memory.scratch.data();
        double* g = G + size_of_G;
        double* J = g + nv;
        double* pose = J + 6 * nv;
        if (!loops.kernels().explicit_single(loops.system(), choice.partition(), q, nullptr,
                                             loops.workspace(), G, g, quality)) {
            return false;
        }
        compiled.kernels().chain(tree, request, q, memory.tree_workspace->data(), pose, J);
        multiply(tree.frames[request.frame], J, G, nu, out);
        return true;
    }
};

}  // namespace

PyObject* explicit_jacobian(PyObject*, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
    static const Signature signature("explicit_jacobian", 5, 5,
                                     {"model", "data", "choice", "v", "result"});
    PyObject* slots[5] = {};
    if (!signature.bind(args, given, keywords, slots)) return nullptr;
    nb::object owner;
    LoopSystem* loops = find_loops(slots[0], owner);
    if (loops == nullptr) return nullptr;
    Workspace* workspace = mechanics::unwrap_data(slots[0], slots[1]);
    if (workspace == nullptr || !require(*workspace, mechanics::Level::positions)) return nullptr;
    const Choice* choice = find_choice(slots[2], *loops);
    if (choice == nullptr || !is_tuple_type(slots[4])) return nullptr;
    if (!is_closed(slots[0], *workspace)) return nullptr;
    const System& system = loops->system();
    const Py_ssize_t nv = system.tree.nv, nu = choice->partition().independent_total;
    const bool single = !workspace->is_batch();
    const Py_ssize_t count = single ? 1 : workspace->batch();
    Input v;
    if (is_given(slots[3]) &&
        !(single ? v.read(slots[3], "v", nv) : v.read_rows(slots[3], "v", count, nv))) {
        return nullptr;
    }
    double* G = nullptr;
    double* g = nullptr;
    PyObject* result =
        single ? make_result(slots[4], loops->explicit_matrices.take({nv, nu}, &G),
                             loops->explicit_biases.take({nv}, &g))
               : make_result(slots[4], boundary::new_array({count, nv, nu}, &G),
                             boundary::new_array({count, nv}, &g));
    if (result == nullptr) return nullptr;
    try {
        double one = 0.0;
        std::vector<double> qualities(single ? 0 : static_cast<std::size_t>(count));
        double* quality = single ? &one : qualities.data();
        const Partition& partition = choice->partition();
        const double* q = workspace->q.data();
        bool finite = false;
        if (single) {
            finite = loops->kernels().explicit_single(system, partition, q, v.data(),
                                                      loops->workspace(), G, g, quality);
        } else {
            if (v.data() == nullptr) std::fill_n(g, count * nv, 0.0);
            const Explicit task{q, v.data(), G, g, quality};
            finite = run(*loops, count, 0, [&](long begin, long end, double* scratch) {
                         return loops->kernels().explicit_form(system, partition, task, begin, end,
                                                               scratch);
                     }) < 0;
        }
        if (finite && !refuse_singular(slots[0], quality, count, single)) return result;
        if (!finite) boundary::refuse_row("v", v.data(), count, system.tree.nv);
    } catch (...) {
        boundary::raise_current();
    }
    Py_DECREF(result);
    return nullptr;
}

PyObject* closed_jacobian(PyObject*, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
    static const Signature signature(
        "closed_jacobian", 4, 4,
        {"model", "q", "link", "choice", "frame", "point", "out", "threads"});
    PyObject* slots[8] = {};
    if (!signature.bind(args, given, keywords, slots)) return nullptr;
    nb::object owner;
    LoopSystem* loops = find_loops(slots[0], owner);
    if (loops == nullptr || !boundary::load_numpy()) return nullptr;
    Compiled& compiled = *nb::inst_ptr<Compiled>(slots[0]);
    const Choice* choice = find_choice(slots[3], *loops);
    if (choice == nullptr) return nullptr;
    Options options;
    options.request.quantity = mechanics::Quantity::jacobian;
    options.request.support_only = true;
    options.request.frame = compiled.find_frame(slots[2]);
    if (options.request.frame < 0 || !options.read(slots[4], slots[5], nullptr, slots[7])) return nullptr;
    const int nq = compiled.tree().nq;
    Input q;
    const bool single = is_one_configuration(slots[1]);
    if (!(single ? q.read(slots[1], "q", nq) : q.read_rows(slots[1], "q", -1, nq))) return nullptr;
    const Py_ssize_t count = single ? 1 : q.rows();
    if (compiled.refuse_zero_quaternion("q", q.data(), count) ||
        mechanics::refuse_open(slots[0], compiled, q.data(), count, single, options.threads)) {
        return nullptr;
    }
    const Py_ssize_t nu = choice->partition().independent_total;
    double* data = nullptr;
    PyObject* result = nullptr;
    if (is_given(slots[6])) {
        data = single ? boundary::output(slots[6], "out", {6, nu})
                      : boundary::output(slots[6], "out", {count, 6, nu});
        if (data == nullptr ||
            boundary::refuse_overlap({{"out", data, count * 6 * nu}},
                                     {{"q", q.data(), count * nq}, options.point_memory()})) {
            return nullptr;
        }
        result = Py_NewRef(slots[6]);
    } else {
        result = single ? loops->outputs.take({6, nu}, &data)
                        : boundary::new_array({count, 6, nu}, &data);
        if (result == nullptr) return nullptr;
    }
    try {
        double one = 0.0;
        std::vector<double> qualities(single ? 0 : static_cast<std::size_t>(count));
        double* quality = single ? &one : qualities.data();
        const Outputs outputs{compiled, *loops, *choice, options.request, q.data(), data, quality};
        const bool finite = single ? outputs.run_single(*loops)
                                   : run(*loops, count, options.threads,
                                         [&](long begin, long end, double* scratch) {
                                             return outputs.run(begin, end, scratch);
                                         }) < 0;
        if (finite && !refuse_singular(slots[0], quality, count, single)) return result;
        if (!finite) boundary::refuse_row("q", q.data(), count, nq);
    } catch (...) {
        boundary::raise_current();
    }
    Py_DECREF(result);
    return nullptr;
}

}  // namespace fourbar::loops

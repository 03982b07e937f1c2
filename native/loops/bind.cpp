// Classes and cold paths of fourbar.mechanics.loops.
#include "bind.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <optional>

#include "objects.hpp"

namespace fourbar::loops {
namespace {

using Rows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Vector = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

nb::object make(std::initializer_list<Py_ssize_t> shape, double** data) {
    if (!mechanics::load_numpy()) throw nb::python_error();
    nb::object array = nb::steal(mechanics::new_array(shape, data));
    if (!array.is_valid()) throw nb::python_error();
    return array;
}

void check_width(std::size_t found, int expected, const char* message) {
    if (found != static_cast<std::size_t>(expected)) throw nb::value_error(message);
}

void check_free(const System& system, const std::vector<std::vector<int>>& free) {
    if (free.size() != static_cast<std::size_t>(system.block_count)) {
        throw nb::value_error("free columns are given for every block");
    }
    for (const auto& columns : free) {
        for (const int column : columns) {
            if (column < 0 || column >= system.tree.nv) throw nb::value_error("a column is out of range");
        }
    }
}

// phi and K at one configuration.
nb::tuple evaluate(LoopSystem& loops, const Vector& q) {
    const System& system = loops.system();
    check_width(q.size(), system.tree.nq, "q does not fit the model");
    double* phi = nullptr;
    double* K = nullptr;
    nb::object residual = make({system.rows}, &phi);
    nb::object jacobian = make({system.rows, system.tree.nv}, &K);
    if (!loops.kernels().evaluate(system, q.data(), nullptr, loops.workspace(), phi, K, nullptr)) {
        throw nb::value_error("q is not finite");
    }
    return nb::make_tuple(residual, jacobian);
}

// The configurations that a Data holds: (nq,), or (n, nq) for a batch.
nb::object data_positions(const mechanics::Workspace& workspace) {
    if (!require(workspace, mechanics::Level::positions)) throw nb::python_error();
    const Py_ssize_t nq = workspace.compiled().tree().nq;
    double* q = nullptr;
    nb::object array = workspace.is_batch() ? make({workspace.batch(), nq}, &q) : make({nq}, &q);
    if (!workspace.q.empty()) {
        std::memcpy(q, workspace.q.data(), sizeof(double) * workspace.q.size());
    }
    return array;
}

// Closes one configuration: q, the largest |phi|, and evaluations of K.
nb::tuple close(LoopSystem& loops, const Vector& start, const std::vector<std::vector<int>>& free,
                const std::optional<std::pair<Vector, Vector>>& bounds, double tolerance, int steps) {
    const System& system = loops.system();
    check_width(start.size(), system.tree.nq, "q does not fit the model");
    check_free(system, free);
    double* q = nullptr;
    nb::object array = make({system.tree.nq}, &q);
    std::memcpy(q, start.data(), sizeof(double) * start.size());
    Limits limits{nullptr, nullptr};
    if (bounds.has_value()) {
        check_width(bounds->first.size(), system.tree.nq, "limits do not fit the model");
        check_width(bounds->second.size(), system.tree.nq, "limits do not fit the model");
        limits = {bounds->first.data(), bounds->second.data()};
    }
    const Outcome outcome = loops.solver().close(q, free, limits, tolerance, steps);
    return nb::make_tuple(array, outcome.residual, outcome.iterations);
}

// Closes many: lanes first, and one by one what they leave open.
nb::tuple close_batch(LoopSystem& loops, const Rows& starts, const Choice& choice, double tolerance,
                      int steps, int threads) {
    const System& system = loops.system();
    check_width(starts.shape(1), system.tree.nq, "q does not fit the model");
    const auto count = static_cast<Py_ssize_t>(starts.shape(0));
    double* q = nullptr;
    double* residual = nullptr;
    nb::object poses = make({count, system.tree.nq}, &q);
    nb::object residuals = make({count}, &residual);
    std::memcpy(q, starts.data(), sizeof(double) * starts.size());
    if (choice.fits(system)) {
        const Closing closing{q, residual, tolerance, 12};
        const long bad = run(loops, count, threads, [&](long begin, long end, double* scratch) {
            return loops.kernels().close(system, choice.partition(), closing, begin, end, scratch);
        });
        if (bad >= 0) throw nb::value_error("a configuration is not finite");
    } else {
        for (Py_ssize_t row = 0; row < count; ++row) residual[row] = 2.0 * tolerance + 1.0;
    }
    for (Py_ssize_t row = 0; row < count; ++row) {
        if (residual[row] <= tolerance) continue;
        double* at = q + row * system.tree.nq;
        std::memcpy(at, starts.data() + row * system.tree.nq,
                    sizeof(double) * static_cast<std::size_t>(system.tree.nq));
        residual[row] =
            loops.solver().close(at, choice.dependent(), {nullptr, nullptr}, tolerance, steps).residual;
    }
    return nb::make_tuple(poses, residuals);
}

// G, g (None without v) and the smallest over the largest pivot of the dependent columns.
nb::tuple explicit_form(LoopSystem& loops, const Rows& q, const std::optional<Rows>& v,
                        const Choice& choice, int threads) {
    const System& system = loops.system();
    check_width(q.shape(1), system.tree.nq, "q does not fit the model");
    if (v.has_value() && (v->shape(0) != q.shape(0) ||
                          v->shape(1) != static_cast<std::size_t>(system.tree.nv))) {
        throw nb::value_error("v does not fit q and the model");
    }
    if (!choice.fits(system)) throw nb::value_error("more dependent columns than rows");
    const auto count = static_cast<Py_ssize_t>(q.shape(0));
    const Py_ssize_t nv = system.tree.nv;
    Explicit task{q.data(), v.has_value() ? v->data() : nullptr, nullptr, nullptr, nullptr};
    nb::object G = make({count, nv, choice.partition().independent_total}, &task.G);
    nb::object g = make({count, nv}, &task.g);
    nb::object quality = make({count}, &task.quality);
    if (!v.has_value()) {
        std::memset(task.g, 0, sizeof(double) * static_cast<std::size_t>(count * nv));
    }
    const long bad = run(loops, count, threads, [&](long begin, long end, double* scratch) {
        return loops.kernels().explicit_form(system, choice.partition(), task, begin, end, scratch);
    });
    if (bad >= 0) throw nb::value_error("a configuration or velocity is not finite");
    return nb::make_tuple(G, g, quality);
}

// The rank of a matrix and its columns in the order of their pivots, with the last pivot's share
// of the first.
nb::tuple pivots(const Rows& A, const std::vector<int>& groups, double tolerance) {
    if (!groups.empty()) {
        check_width(groups.size(), static_cast<int>(A.shape(1)), "a group is given for every column");
    }
    PivotedQr qr;
    qr.factor(A.data(), static_cast<int>(A.shape(0)), static_cast<int>(A.shape(1)), tolerance,
              groups.empty() ? nullptr : groups.data());
    const double share = qr.rank() > 0 ? qr.last_pivot() / qr.first_pivot() : 0.0;
    return nb::make_tuple(qr.rank(), qr.order(), share);
}

// The shortest least-squares solution.
nb::object least_squares(const Rows& A, const Vector& b, double tolerance) {
    check_width(b.size(), static_cast<int>(A.shape(0)), "b has a number for every row of A");
    double* x = nullptr;
    nb::object array = make({static_cast<Py_ssize_t>(A.shape(1))}, &x);
    PivotedQr qr;
    qr.factor(A.data(), static_cast<int>(A.shape(0)), static_cast<int>(A.shape(1)), tolerance);
    qr.solve(b.data(), x);
    return array;
}

}  // namespace

void bind(nb::module_& m) {
    nb::class_<Choice>(m, "LoopChoice")
        .def(nb::init<int, std::vector<std::vector<int>>, std::vector<std::vector<int>>,
                      const std::vector<int>&>());
    auto system =
        nb::class_<LoopSystem>(m, "LoopSystem")
            .def(nb::init<const Compiled&, const Integers&, const Integers&, const Numbers&,
                          const Numbers&, const Integers&, const Integers&, const Numbers&,
                          const Integers&, const Integers&, const Integers&, const Numbers&,
                          const Numbers&, const std::vector<std::vector<int>>&,
                          const std::vector<std::vector<int>>&>())
            .def_prop_ro("n_c", [](const LoopSystem& self) { return self.system().rows; })
            .def("_evaluate", evaluate)
            .def("_close", close, nb::arg("q"), nb::arg("free"), nb::arg("bounds").none(),
                 nb::arg("tolerance"), nb::arg("steps"))
            .def("_close_batch", close_batch)
            .def("_explicit", explicit_form, nb::arg("q"), nb::arg("v").none(), nb::arg("choice"),
                 nb::arg("threads"));
    m.def("data_positions", data_positions);
    m.def("pivots", pivots);
    m.def("least_squares", least_squares);
    if (!add_calls(m.ptr(), system.ptr())) throw nb::python_error();
}

}  // namespace fourbar::loops

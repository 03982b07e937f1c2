// Classes and cold paths of fourbar.mechanics.loops.
#include "bind.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "boundary/lock.hpp"
#include "objects.hpp"
#include "solvers/follow.hpp"
#include "solvers/numerics.hpp"
#include "solvers/search.hpp"
#include "solvers/trace.hpp"

namespace fourbar::loops {
namespace {

using Rows = boundary::Aligned<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Targets = boundary::Aligned<const double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Vector = boundary::Aligned<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

nb::object make(std::initializer_list<Py_ssize_t> shape, double** data) {
    if (!boundary::load_numpy()) throw nb::python_error();
    nb::object array = nb::steal(boundary::new_array(shape, data));
    if (!array.is_valid()) throw nb::python_error();
    return array;
}

void check_width(std::size_t found, int expected, const char* message) {
    if (found != static_cast<std::size_t>(expected)) throw nb::value_error(message);
}

void check_solver(double tolerance, int steps, int threads) {
    if (!(tolerance >= 0.0) || steps < 0 || threads < 0) {
        throw nb::value_error("tolerance, steps and threads must not be negative");
    }
}

// Rows of numbers as boundary::Input reads them: nanobind's ndarray takes ten times as long, which
// is as long as closing a four-bar.
void read_rows(boundary::Input& input, nb::handle rows, const char* name, Py_ssize_t count,
               Py_ssize_t width) {
    if (!boundary::load_numpy() || !input.read_rows(rows.ptr(), name, count, width)) {
        throw nb::python_error();
    }
}

// phi and K at one configuration.
nb::tuple evaluate(const LoopSystem& loops, const Vector& q, const std::optional<Rows>& target) {
    const System& system = loops.system();
    check_width(q.size(), system.tree.nq, "q does not fit the model");
    if ((system.target >= 0) != target.has_value() || (target.has_value() && target->size() != 16)) {
        throw nb::value_error("the target does not fit the system");
    }
    if (target.has_value()) loops.kernels().set_target(loops.workspace(), target->data());
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

// Closes rows of starts: q, the largest |phi| of each, evaluations of K and starts.
nb::tuple search(const LoopSystem& loops, nb::handle starts, const std::optional<Targets>& targets,
                 std::vector<std::vector<std::vector<int>>> columns, nb::handle drawn,
                 const std::optional<std::pair<Vector, Vector>>& bounds, double tolerance, int steps,
                 int threads) {
    const System& system = loops.system();
    const int nq = system.tree.nq;
    boundary::Input first, further;
    read_rows(first, starts, "q", -1, nq);
    read_rows(further, drawn, "drawn", -1, nq);
    const Py_ssize_t count = first.rows();
    if (columns.empty()) throw nb::value_error("attempts must not be empty");
    std::vector<Free> attempts;
    for (auto& own : columns) attempts.emplace_back(system, std::move(own));
    check_solver(tolerance, steps, threads);
    const bool has_target = system.target >= 0;
    if (has_target != targets.has_value() ||
        (has_target && (targets->shape(0) != static_cast<std::size_t>(count) ||
                        targets->shape(1) != 4 || targets->shape(2) != 4))) {
        throw nb::value_error("targets do not fit the system and q");
    }
    SearchSettings settings{attempts, further.data(), static_cast<int>(further.rows()),
                            {nullptr, nullptr}, tolerance, steps};
    if (bounds.has_value()) {
        check_width(bounds->first.size(), system.tree.nq, "limits do not fit the model");
        check_width(bounds->second.size(), system.tree.nq, "limits do not fit the model");
        settings.limits = {bounds->first.data(), bounds->second.data()};
    }
    double* q = nullptr;
    double* residual = nullptr;
    nb::object poses = make({count, nq}, &q);
    nb::object residuals = make({count}, &residual);
    for (Py_ssize_t i = 0; i < count * nq; ++i) {
        q[i] = first.data()[i];
        if (!std::isfinite(q[i])) throw nb::value_error("a configuration is not finite");
    }
    std::vector<Found> found(static_cast<std::size_t>(count));
    const double* T = has_target ? targets->data() : nullptr;
    const auto work = [&](Py_ssize_t begin, Py_ssize_t end) {
        const auto memory = loops.searches.take(system, loops.kernels());
        Search own(system, loops.kernels(), settings, *memory);
        if (count == 1) {
            found[0] = own.run(T, q);
        } else {
            own.run_rows(T, begin, end, q, found.data());
        }
        return -1L;
    };
    if (count == 1) {
        const boundary::Unlocked unlocked;
        work(0, 1);
    } else {
        // A hard row takes a millisecond.
        constexpr Py_ssize_t portion = 128;
        run_rows(count, 1, threads, portion, work);
    }
    nb::list iterations, tried;
    for (Py_ssize_t row = 0; row < count; ++row) {
        const Found& own = found[static_cast<std::size_t>(row)];
        residual[row] = own.residual;
        iterations.append(own.iterations);
        tried.append(own.starts);
    }
    return nb::make_tuple(poses, residuals, iterations, tried);
}

// Moves the entries of q that are independent to rows of goals: lanes first, and one by one what
// they leave open if `steps` are given for that.
nb::tuple follow_goals(const LoopSystem& loops, nb::handle starts, nb::handle goals,
                       const std::vector<int>& entries, const Choice& choice, double tolerance,
                       double stride, int most, int steps, int threads) {
    const System& system = loops.system();
    const int nq = system.tree.nq;
    boundary::Input first, wanted;
    read_rows(first, starts, "q", -1, nq);
    read_rows(wanted, goals, "goals", first.rows(), static_cast<Py_ssize_t>(entries.size()));
    const Py_ssize_t count = first.rows();
    if (!choice.is_for(loops)) throw nb::value_error("these coordinates belong to another model");
    check_solver(tolerance, steps, threads);
    if (!(stride > 0.0) || most < 1) throw nb::value_error("strides must be positive");
    if (entries.size() > static_cast<std::size_t>(system.tree.nq)) {
        throw nb::value_error("q has fewer entries than given");
    }
    for (const int i : entries) {
        if (i < 0 || i >= nq) throw nb::value_error("an entry is out of range");
    }
    double* q = nullptr;
    double* residual = nullptr;
    nb::object poses = make({count, nq}, &q);
    nb::object residuals = make({count}, &residual);
    std::copy_n(first.data(), count * nq, q);
    const Closing closing{q,      wanted.data(), entries.data(), static_cast<int>(entries.size()),
                          stride, most,         residual,       tolerance,
                          numerics::newton::steps_last};
    const bool fits = choice.fits();
    const long bad = run(loops, count, threads, [&](long begin, long end, double* scratch) {
        for (long row = begin; row < end; ++row) residual[row] = HUGE_VAL;
        if (fits) {
            const long refused =
                loops.kernels().close(system, choice.partition(), closing, begin, end, scratch);
            if (refused >= 0) return refused;
        }
        if (fits && steps == 0) return -1L;
        std::optional<Idle<SearchMemory>::Lease> memory;
        for (long row = begin; row < end; ++row) {
            if (residual[row] <= tolerance) continue;
            if (!memory.has_value()) memory.emplace(loops.searches.take(system, loops.kernels()));
            double* at = q + row * nq;
            std::copy_n(first.data() + row * nq, nq, at);
            residual[row] = follow((**memory).solver, closing, choice.dependent(), 
                                   steps > 0 ? steps : numerics::follow::steps,
                                   wanted.data() + row * closing.entry_count, at);
        }
        return -1L;
    });
    if (bad >= 0) throw nb::value_error("a configuration is not finite");
    return nb::make_tuple(poses, residuals);
}

// Moves a drive through goals from a closed q: poses, rates, events (the number of the goal on the
// way to which they lie, column and q), and the number of goals reached with the last pose.
nb::tuple trace(const LoopSystem& loops, const Vector& start, const Vector& goals, int drive_q,
                int drive_v, const std::vector<int>& dependent, const std::vector<int>& rows,
                const std::vector<int>& watched, double tolerance) {
    const System& system = loops.system();
    check_width(start.size(), system.tree.nq, "q does not fit the model");
    const auto is_finite = [](const Vector& values) {
        return std::all_of(values.data(), values.data() + values.size(),
                           [](double x) { return std::isfinite(x); });
    };
    if (!is_finite(start) || !is_finite(goals) || !(tolerance >= 0.0)) {
        throw nb::value_error("q, goals and tolerance must be finite numbers");
    }
    const int nq = system.tree.nq, nv = system.tree.nv;
    const auto all_below = [](std::vector<int> values, int limit) {
        std::sort(values.begin(), values.end());
        return std::adjacent_find(values.begin(), values.end()) == values.end() &&
               (values.empty() || (values.front() >= 0 && values.back() < limit));
    };
    if (drive_q < 0 || drive_q >= nq || drive_v < 0 || drive_v >= nv || !all_below(dependent, nv) ||
        !all_below(watched, nv) || !all_below(rows, system.rows) || rows.size() != dependent.size() ||
        (system.scalars[drive_v] >= 0 && system.scalars[drive_v] != drive_q)) {
        throw nb::value_error("the drive does not fit the model");
    }
    const auto count = static_cast<Py_ssize_t>(goals.size());
    double* q = nullptr;
    double* rates = nullptr;
    double* last = nullptr;
    nb::object poses = make({count, nq}, &q);
    nb::object velocities = make({count, nv}, &rates);
    nb::object end = make({nq}, &last);
    const TraceSettings settings{drive_q, drive_v, dependent, rows, watched, tolerance};
    std::vector<int> numbers;
    std::vector<Event> events;
    Py_ssize_t reached = 0;
    bool interrupted = false;
    {
        boundary::Unlocked unlocked;
        Tracer tracer(system, loops.kernels(), settings, start.data());
        const auto is_interrupted = [&] {
            interrupted = unlocked.is_interrupted();
            return interrupted;
        };
        for (; reached < count; ++reached) {
            if (!tracer.go(goals.data()[reached], is_interrupted)) break;
            std::copy(tracer.q().begin(), tracer.q().end(), q + reached * nq);
            std::copy(tracer.rate().begin(), tracer.rate().end(), rates + reached * nv);
            numbers.resize(tracer.events.size(), static_cast<int>(reached));
        }
        std::copy(tracer.q().begin(), tracer.q().end(), last);
        numbers.resize(tracer.events.size(), static_cast<int>(reached));
        events = std::move(tracer.events);
    }
    if (interrupted) throw nb::python_error();
    nb::list met;
    for (std::size_t n = 0; n < events.size(); ++n) {
        double* at = nullptr;
        nb::object pose = make({nq}, &at);
        std::copy(events[n].q.begin(), events[n].q.end(), at);
        met.append(nb::make_tuple(numbers[n], events[n].column, pose));
    }
    return nb::make_tuple(poses, velocities, met, reached, end);
}

// What a Model's configurations have to close from now on; None is nothing.
void watch_loops(Compiled& compiled, nb::object loops, double tolerance) {
    compiled.closes = !loops.is_none();
    if (!compiled.closes) return;
    const LoopSystem& system = nb::cast<const LoopSystem&>(loops);
    check_width(static_cast<std::size_t>(system.system().tree.nq), compiled.tree().nq,
                "these loops belong to another Model");
    if (!(tolerance >= 0.0)) throw nb::value_error("tolerance must not be negative");
    compiled.open_finder = std::make_unique<OpenLoopFinder>(std::move(loops), tolerance);
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
    auto system =
        nb::class_<LoopSystem>(m, "LoopSystem")
            .def(nb::init<const Compiled&, const Integers&, const Integers&, const Numbers&,
                          const Numbers&, const Integers&, const Integers&, const Numbers&,
                          const Numbers&, const Integers&, const Integers&, const Integers&, const Numbers&,
                          const Numbers&, const std::vector<std::vector<int>>&,
                          const std::vector<std::vector<int>>&, int>())
            .def_prop_ro("n_c", [](const LoopSystem& self) { return self.system().rows; })
            .def("_evaluate", evaluate, nb::arg("q"), nb::arg("target").none() = nb::none())
            .def("_search", search, nb::arg("q"), nb::arg("targets").none(), nb::arg("attempts"),
                 nb::arg("drawn"), nb::arg("bounds").none(), nb::arg("tolerance"),
                 nb::arg("steps"), nb::arg("threads"))
            .def("_follow", follow_goals)
            .def("_trace", trace);
    auto choice = nb::class_<Choice>(m, "LoopChoice")
                      .def(nb::init<const LoopSystem&, const std::vector<std::vector<int>>&>());
    m.def("data_positions", data_positions);
    m.def("watch_loops", watch_loops, nb::arg("model"), nb::arg("loops").none(),
          nb::arg("tolerance"));
    m.def("pivots", pivots);
    m.def("least_squares", least_squares);
    if (!add_calls(m.ptr(), system.ptr(), choice.ptr())) throw nb::python_error();
}

}  // namespace fourbar::loops

// Motions in time: arrays in, arrays and events out.
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "boundary/arguments.hpp"
#include "objects.hpp"
#include "solvers/simulate.hpp"

namespace fourbar::dynamics {
namespace {

using boundary::Aligned;
using Rows = Aligned<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Vector = Aligned<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void check(bool condition, const char* message) {
    if (!condition) throw nb::value_error(message);
}

nb::object make(std::initializer_list<Py_ssize_t> shape, double** data) {
    nb::object array = nb::steal(boundary::new_array(shape, data));
    if (!array.is_valid()) throw nb::python_error();
    return array;
}

// The column and the entry of q of joints with one velocity.
int entry_of_column(const Tree& tree, int column) {
    for (int i = 1; i < tree.body_count; ++i) {
        const mechanics::Body& body = tree.bodies[i];
        if (body.v == column && is_scalar(body.motion)) return body.q;
    }
    throw nb::value_error("stops and springs are at joints of one velocity");
}

// Calls a Python function with copies of the rows, so that it may keep what it gets.
Effort effort_of(const nb::object& function, long rows, int nq, int nv) {
    if (function.is_none()) return nullptr;
    return [function, rows, nq, nv](double t, const double* q, const double* v, double* tau) {
        double* q_data = nullptr;
        double* v_data = nullptr;
        const nb::object q_array = make({rows, nq}, &q_data);
        const nb::object v_array = make({rows, nv}, &v_data);
        std::copy_n(q, rows * nq, q_data);
        std::copy_n(v, rows * nv, v_data);
        const nb::object result = function(t, q_array, v_array);
        boundary::Input input;
        if (!input.read_rows(result.ptr(), "effort", rows, nv)) throw nb::python_error();
        std::copy_n(input.data(), rows * nv, tau);
    };
}

// Runs all rows: the interpreter lock is kept where efforts come from Python.
void run(Simulation& simulation, const Settings& settings, long rows, int threads) {
    constexpr long lanes = 16;  // rows that advance together
    // Steps between two looks for Ctrl-C. How long one takes differs a thousandfold between mechanisms,
    // so the clock decides.
    using Clock = Simulation::Clock;
    constexpr std::chrono::milliseconds between_looks{20};
    long stretch = 1;
    const Py_ssize_t portions = (rows + lanes - 1) / lanes;
    const Py_ssize_t pieces = settings.effort ? 1 : boundary::count_pieces(portions, 1, threads);
    std::vector<std::unique_ptr<Worker>> workers;
    for (Py_ssize_t p = 0; p < pieces; ++p) workers.push_back(simulation.make_worker());
    for (long first = 0, last = 0; first < simulation.moments(); first = simulation.has_reached(last) ? last : first) {
        const Clock::time_point began = Clock::now(), until = began + 2 * between_looks;
        last = first + std::min(simulation.moments() - first, stretch);
        if (settings.effort) {
            simulation.run(*workers[0], 0, rows, first, last, until);
        } else {
            boundary::run_portions(rows, pieces, lanes, [&](Py_ssize_t p, Py_ssize_t begin, Py_ssize_t end) {
                simulation.run(*workers[static_cast<std::size_t>(p)], begin, end, first, last, until);
                return true;
            });
        }
        if (simulation.is_over()) return;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        const Clock::duration taken = Clock::now() - began;
        if (2 * taken < between_looks) {
            stretch = std::min(2 * stretch, simulation.moments());
        } else if (taken > between_looks) {
            stretch = std::max(1L, stretch / 2);
        }
    }
}

nb::object describe(const Failure& failure) {
    constexpr const char* reasons[] = {"none", "refused", "open", "stuck", "unheld"};
    constexpr const char* verdicts[] = {"fine",         "not_finite",   "open",     "velocity",
                                        "acceleration", "undetermined", "singular", "massless"};
    const char* word = failure.reason == Failure::Reason::refused
                           ? verdicts[static_cast<int>(failure.verdict)]
                           : reasons[static_cast<int>(failure.reason)];
    return nb::make_tuple(word, failure.row, failure.t, failure.column, failure.residual);
}

nb::tuple simulate(nb::handle model, const Rows& q, const Rows& v, const Rows& tau, nb::object effort,
                   int integrator, double dt, long steps, double rest, long every, double relative, double absolute,
                   double tolerance, bool friction, const std::vector<int>& frames,
                   const Rows& wrenches, nb::handle reference, const std::vector<int>& stop_columns,
                   const Vector& stop_positions, const Vector& stop_signs,
                   const Vector& restitution,
                   const std::vector<int>& spring_columns, const Vector& stiffness, const Vector& rests,
                   int threads) {
    Compiled* compiled = mechanics::unwrap_model(model.ptr());
    if (compiled == nullptr || !boundary::load_numpy()) throw nb::python_error();
    const CompiledMechanism* owner = find_mechanism(model.ptr(), *compiled, false);
    if (owner == nullptr) throw nb::python_error();
    const Tree& tree = owner->mechanism().tree();
    const auto rows = static_cast<long>(q.shape(0));
    const auto fits = [&](const Rows& array, int width) {
        return array.shape(0) == q.shape(0) && array.shape(1) == static_cast<std::size_t>(width);
    };
    check(fits(q, tree.nq) && fits(v, tree.nv) && fits(tau, tree.nv), "q, v or tau do not fit the model");
    check(integrator >= 0 && integrator <= static_cast<int>(Integrator::adaptive) && dt > 0.0 &&
              std::isfinite(dt) && every > 0 && steps >= 0 && rest >= 0.0 && std::isfinite(rest) && relative > 0.0 && absolute > 0.0 &&
              tolerance >= 0.0 && threads >= 0,
          "dt, steps and tolerances must be positive");
    constexpr long most = std::numeric_limits<int>::max();
    check(every <= most && steps < most, "too many steps");
    check(stop_columns.size() == stop_positions.size() && stop_columns.size() == stop_signs.size() &&
              stop_columns.size() == restitution.size() &&
              spring_columns.size() == stiffness.size() && spring_columns.size() == rests.size() &&
              frames.size() == wrenches.shape(0) && wrenches.shape(1) == 6,
          "stops, springs or wrenches do not fit each other");
    Settings settings;
    settings.integrator = static_cast<Integrator>(integrator);
    settings.dt = dt;
    settings.steps = steps;
    settings.rest = rest;
    settings.every = every;
    settings.relative = relative;
    settings.absolute = absolute;
    for (std::size_t k = 0; k < stop_columns.size(); ++k) {
        const int column = stop_columns[k];
        settings.stops.push_back({column, entry_of_column(tree, column), stop_positions.data()[k],
                                  stop_signs.data()[k] < 0.0 ? -1.0 : 1.0, restitution.data()[k]});
    }
    for (std::size_t k = 0; k < spring_columns.size(); ++k) {
        const int column = spring_columns[k];
        settings.springs.push_back(
            {column, entry_of_column(tree, column), stiffness.data()[k], rests.data()[k]});
    }
    const int frame = boundary::read_frame(reference.ptr());
    if (frame < 0) throw nb::python_error();
    std::vector<Load> loads;
    for (std::size_t k = 0; k < frames.size(); ++k) {
        check(frames[k] >= 0 && frames[k] < tree.frame_count, "a wrench is on a frame of the model");
        loads.push_back({frames[k], static_cast<Reference>(frame), wrenches.data() + 6 * k, 0});
    }
    settings.request.quantity = Quantity::accelerations;
    settings.request.friction = friction ? Friction::smooth : Friction::none;
    settings.request.loads = loads.data();
    settings.request.load_count = static_cast<int>(loads.size());
    settings.effort = effort_of(effort, rows, tree.nq, tree.nv);

    Closed closed;
    if (const loops::LoopSystem* system = owner->loops()) {
        closed = {&system->system(), &system->kernels(), tolerance};
    }
    const long samples = settings.samples();
    check(samples < most, "too many steps");
    Record record{};
    const nb::object q_out = make({rows, samples, tree.nq}, &record.q);
    const nb::object v_out = make({rows, samples, tree.nv}, &record.v);
    const nb::object a_out = make({rows, samples, tree.nv}, &record.a);
    const nb::object tau_out = make({rows, samples, tree.nv}, &record.tau);
    Simulation simulation(owner->mechanism(), owner->kernels(), closed, settings, rows, q.data(), v.data(),
                          tau.data(), record);
    run(simulation, settings, rows, threads);
    auto& events = simulation.events;
    std::stable_sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
        return a.row != b.row ? a.row < b.row : a.t < b.t;
    });
    nb::list met;
    for (const Event& event : events) {
        met.append(nb::make_tuple(static_cast<int>(event.kind), event.row, event.t, event.column,
                                  event.impulse));
    }
    auto& failures = simulation.failures;
    std::sort(failures.begin(), failures.end(), [](const Failure& a, const Failure& b) { return a.row < b.row; });
    nb::list ended;
    for (const Failure& failure : failures) ended.append(describe(failure));
    return nb::make_tuple(q_out, v_out, a_out, tau_out, met, ended);
}

// What holds joints at limits and by friction, for problems of any origin: x, and whether it is a solution.
nb::tuple solve_bounded(const Rows& W, const Vector& b, const Vector& lower, const Vector& upper) {
    if (!boundary::load_numpy()) throw nb::python_error();
    const std::size_t n = b.shape(0);
    check(W.shape(0) == n && W.shape(1) == n && lower.shape(0) == n && upper.shape(0) == n,
          "W, b and bounds do not fit each other");
    check(n < 4096, "at most 4095 unknowns");
    for (std::size_t i = 0; i < n; ++i) {
        check(lower.data()[i] <= 0.0 && upper.data()[i] >= 0.0, "zero must be within all bounds");
    }
    double* x = nullptr;
    const nb::object found = make({static_cast<Py_ssize_t>(n)}, &x);
    Box box;
    const bool solved = box.solve(W.data(), b.data(), lower.data(), upper.data(), static_cast<int>(n), x);
    return nb::make_tuple(found, solved);
}

}  // namespace

void bind_simulation(nb::module_& m) {
    m.def("solve_bounded", solve_bounded, nb::arg("W"), nb::arg("b"), nb::arg("lower"), nb::arg("upper"));
    m.def("simulate_rows", simulate, nb::arg("model"), nb::arg("q"), nb::arg("v"), nb::arg("tau"),
          nb::arg("effort").none(), nb::arg("integrator"), nb::arg("dt"), nb::arg("steps"),
          nb::arg("rest"), nb::arg("every"), nb::arg("relative"), nb::arg("absolute"), nb::arg("tolerance"),
          nb::arg("friction"), nb::arg("frames"), nb::arg("wrenches"), nb::arg("reference"),
          nb::arg("stop_columns"), nb::arg("stop_positions"), nb::arg("stop_signs"), nb::arg("restitution"),
          nb::arg("spring_columns"), nb::arg("stiffness"), nb::arg("rests"), nb::arg("threads"));
}

}  // namespace fourbar::dynamics

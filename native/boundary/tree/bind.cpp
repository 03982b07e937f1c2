// Classes and cold paths of fourbar.mechanics.
#include "bind.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>

#include "functions.hpp"
#include "solvers/inverse.hpp"

namespace fourbar::mechanics {
namespace {

// Every frame's pose: n x frames x 4 x 4 for a batch, computed now; a copy for one configuration.
nb::object all_poses(Workspace& workspace) {
    if (!require(workspace, Level::positions)) throw nb::python_error();
    const Compiled& compiled = workspace.compiled();
    const Py_ssize_t frames = compiled.tree().frame_count;
    double* data = nullptr;
    if (!workspace.is_batch()) {
        nb::object array = nb::steal(boundary::new_array({frames, 4, 4}, &data));
        if (!array.is_valid()) throw nb::python_error();
        std::memcpy(data, workspace.poses_data, sizeof(double) * 16 * static_cast<std::size_t>(frames));
        return array;
    }
    nb::object array = nb::steal(boundary::new_array({workspace.batch(), frames, 4, 4}, &data));
    if (!array.is_valid()) throw nb::python_error();
    Request request{};
    request.quantity = Quantity::poses;
    run_batch(compiled, request,
              {workspace.q.data(), nullptr, nullptr, data, nullptr, workspace.batch()}, 0);
    return array;
}

nb::object pose(Workspace& workspace, nb::handle link) {
    if (!require(workspace, Level::positions)) throw nb::python_error();
    const Compiled& compiled = workspace.compiled();
    const int frame = workspace.is_batch() ? compiled.find_frame(link.ptr())
                                           : compiled.frame_number(link.ptr());
    if (frame < 0) throw nb::python_error();
    double* data = nullptr;
    if (!workspace.is_batch()) {
        nb::object array = nb::steal(workspace.transforms.take({4, 4}, &data));
        if (!array.is_valid()) throw nb::python_error();
        std::memcpy(data, workspace.poses_data + 16 * frame, sizeof(double) * 16);
        return array;
    }
    nb::object array = nb::steal(boundary::new_array({workspace.batch(), 4, 4}, &data));
    if (!array.is_valid()) throw nb::python_error();
    Request request{};
    request.quantity = Quantity::pose;
    request.frame = frame;
    run_batch(compiled, request,
              {workspace.q.data(), nullptr, nullptr, data, nullptr, workspace.batch()}, 0);
    return array;
}

std::vector<int> support(const Compiled& compiled, nb::handle link) {
    const int frame = compiled.find_frame(link.ptr());
    if (frame < 0) throw nb::python_error();
    const Frame& found = compiled.tree().frames[frame];
    std::vector<int> columns;
    for (int run = 0; run < found.columns_count; ++run) {
        for (int k = 0; k < found.columns[run].count; ++k) {
            columns.push_back(found.columns[run].first + k);
        }
    }
    return columns;
}

std::vector<std::string> levels() {
    std::vector<std::string> names;
    for (const char* const* name = available_levels(); *name != nullptr; ++name) names.emplace_back(*name);
    return names;
}

// The names of elementary motions; the place of each is its number in Compiled.
std::vector<std::string> motion_kinds() {
    std::vector<std::string> names;
    for (const MotionEntry& entry : motion_table) names.emplace_back(entry.name);
    return names;
}

// The functions that read a quantity from a Data: name, quantity, and how far the Data must be
// filled (1 positions, 2 velocities, 3 accelerations).
nb::list quantity_functions() {
    nb::list rows;
    for (const Function& function : functions) {
        const QuantityEntry& entry = entry_of(function.quantity);
        rows.append(nb::make_tuple(function.name, entry.name, static_cast<int>(entry.level)));
    }
    return rows;
}

nb::tuple sincos(const Compiled& compiled, nb::handle x) {
    if (!boundary::load_numpy()) throw nb::python_error();
    Input input;
    const Py_ssize_t n = nb::len(x);
    if (!input.read(x.ptr(), "x", n)) throw nb::python_error();
    double* sin = nullptr;
    double* cos = nullptr;
    nb::object first = nb::steal(boundary::new_array({n}, &sin));
    nb::object second = nb::steal(boundary::new_array({n}, &cos));
    if (!first.is_valid() || !second.is_valid()) throw nb::python_error();
    compiled.kernels().sincos(input.data(), n, sin, cos);
    return nb::make_tuple(first, second);
}

using Targets = boundary::Aligned<const double, nb::shape<-1, 4, 4>, nb::c_contig, nb::device::cpu>;
using Table = boundary::Aligned<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using IntegerTable = boundary::Aligned<const int, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Results = boundary::Aligned<double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// Solves for every target; q and `report` (converged, position error, rotation error, iterations)
// are filled. fourbar.mechanics.inverse prepares the arrays.
void solve_inverse(const Compiled& compiled, nb::handle link, nb::handle point, bool position,
                   bool rotation, std::pair<double, double> tolerances, int most_iterations,
                   const Targets& targets, const Table& seeds, const Table& limits,
                   double posture_gain, const IntegerTable& follower_places,
                   const Table& follower_values, const Results& q, const Results& report,
                   int threads) {
    const Tree& tree = compiled.tree();
    const std::size_t count = targets.shape(0);
    const auto nq = static_cast<std::size_t>(tree.nq);
    if (q.shape(0) != count || q.shape(1) != nq || report.shape(0) != count ||
        report.shape(1) != 4 || seeds.shape(1) != nq || limits.shape(0) != 3 ||
        limits.shape(1) != nq || follower_places.shape(0) != follower_values.shape(0) ||
        follower_places.shape(1) != 4 || follower_values.shape(1) != 2) {
        throw nb::value_error("the arrays of an inverse kinematics problem do not fit each other");
    }
    const auto total = static_cast<Py_ssize_t>(count);
    if (compiled.refuse_zero_quaternion("q0", q.data(), total)) throw nb::python_error();
    const auto memory = [](const char* name, const auto& array) {
        return boundary::Memory{name, array.data(), static_cast<Py_ssize_t>(array.size())};
    };
    if (boundary::refuse_overlap({memory("q", q), memory("report", report)},
                                 {memory("targets", targets), memory("seeds", seeds),
                                  memory("limits", limits), memory("followers", follower_values)})) {
        throw nb::python_error();
    }
    InverseSettings settings{};
    settings.frame = compiled.find_frame(link.ptr());
    if (settings.frame < 0) throw nb::python_error();
    Input offset;
    if (!point.is_none()) {
        if (!boundary::load_numpy() || !offset.read(point.ptr(), "point", 3) ||
            boundary::refuse_row("point", offset.data(), 1, 3)) {
            throw nb::python_error();
        }
        settings.point = offset.data();
    }
    settings.position = position;
    settings.rotation = rotation;
    settings.position_tolerance = tolerances.first;
    settings.rotation_tolerance = tolerances.second;
    settings.most_iterations = most_iterations;
    settings.lower = limits.data();
    settings.upper = limits.data() + nq;
    settings.posture = posture_gain > 0.0 ? limits.data() + 2 * nq : nullptr;
    settings.posture_gain = posture_gain;
    for (std::size_t f = 0; f < follower_places.shape(0); ++f) {
        const int* place = follower_places.data() + 4 * f;
        for (int k = 0; k < 4; ++k) {
            const int most = k % 2 == 0 ? tree.nq : tree.nv;
            if (place[k] >= most || place[k] < (k < 2 ? 0 : -1)) {
                throw nb::value_error("a follower is out of range");
            }
        }
        const double* value = follower_values.data() + 2 * f;
        settings.followers.push_back({place[0], place[1], place[2], place[3], value[0], value[1]});
    }
    const Py_ssize_t pieces = boundary::count_pieces(total, 8, threads);
    const std::size_t size = compiled.kernels().workspace_size(tree);
    // All memory is taken here: in a thread of the crew, nobody could report that there is none.
    std::vector<AlignedBlock> workspaces;
    std::vector<InverseSolver> solvers;
    std::vector<double> poses(16 * static_cast<std::size_t>(tree.frame_count));
    for (Py_ssize_t p = 0; p < pieces; ++p) {
        workspaces.emplace_back(size);
        solvers.emplace_back(tree, compiled.kernels(), settings);
        compiled.kernels().prepare(tree, workspaces.back().data(), poses.data());
    }
    // Few at a time: hard problems tend to come together.
    constexpr Py_ssize_t portion = 8;
    boundary::run_portions(total, pieces, portion, [&](Py_ssize_t p, Py_ssize_t begin, Py_ssize_t end) {
        InverseSolver& solver = solvers[static_cast<std::size_t>(p)];
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            const InverseResult result =
                solver.solve(targets.data() + 16 * i, seeds.data(), static_cast<int>(seeds.shape(0)),
                             q.data() + nq * i, workspaces[static_cast<std::size_t>(p)].data());
            double* row = report.data() + 4 * i;
            row[0] = result.converged ? 1.0 : 0.0;
            row[1] = result.position_error;
            row[2] = result.rotation_error;
            row[3] = result.iterations;
        }
        return true;
    });
}

}  // namespace

void bind(nb::module_& m) {
    auto model = nb::class_<Compiled>(m, "Compiled")
                     .def(nb::init<const Integers&, const Integers&, const Integers&,
                                   const Numbers&, const Numbers&, const Numbers&, const Numbers&,
                                   const Numbers&, const Integers&, const Numbers&, nb::dict,
                                   const std::string&>())
                     .def_prop_ro("nq", [](const Compiled& self) { return self.tree().nq; })
                     .def_prop_ro("nv", [](const Compiled& self) { return self.tree().nv; })
                     .def_prop_ro("simd", [](const Compiled& self) { return self.kernels().name; })
                     .def("_support", support)
                     .def("_sincos", sincos);
    auto data = nb::class_<Workspace>(m, "Workspace")
                    .def(nb::init<nb::object, Py_ssize_t>())
                    .def_prop_ro("_model", [](Workspace& self) { return nb::borrow(self.model()); })
                    .def_prop_ro("_batch", [](const Workspace& self) { return self.batch(); })
                    .def_prop_ro("_level", [](const Workspace& self) { return static_cast<int>(self.level); })
                    .def_prop_ro("poses", all_poses)
                    .def("pose", pose, nb::arg("link"));
    m.def("simd_levels", levels);
    m.def("solve_inverse", solve_inverse, nb::arg("model"), nb::arg("link"), nb::arg("point").none(),
          nb::arg("position"), nb::arg("rotation"), nb::arg("tolerances"), nb::arg("most_iterations"),
          nb::arg("targets"), nb::arg("seeds"), nb::arg("limits"), nb::arg("posture_gain"),
          nb::arg("follower_places"), nb::arg("follower_values"), nb::arg("q"), nb::arg("report"),
          nb::arg("threads"));
    m.def("motion_kinds", motion_kinds);
    m.def("quantity_functions", quantity_functions);
    set_types(model.ptr(), data.ptr());
    if (!add_calls(m.ptr())) throw nb::python_error();
}

}  // namespace fourbar::mechanics

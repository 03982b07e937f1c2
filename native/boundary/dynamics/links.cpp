// What single links need, of which fixed joints make bodies: forces inside a robot are sums of these.
#include <nanobind/stl/string.h>

#include <algorithm>
#include <string>
#include <vector>

#include "boundary/arguments.hpp"
#include "objects.hpp"

namespace fourbar::dynamics {
namespace {

using boundary::Aligned;
using Rows = Aligned<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Vector = Aligned<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void check(bool condition, const char* message) {
    if (!condition) throw nb::value_error(message);
}

struct Inertia {
    double mass;
    const double* moment;  // mass times centre of mass, in the link's axes
    const double* tensor;  // about the link's origin, row by row
};

struct Three {
    double x, y, z;
};

Three operator+(const Three& a, const Three& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Three operator*(const Three& a, double s) { return {a.x * s, a.y * s, a.z * s}; }
Three cross(const Three& a, const Three& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
Three vector(const double* from) { return {from[0], from[1], from[2]}; }

// A matrix with rows `stride` apart, or its transpose, times a vector.
Three times(const double* m, int stride, const Three& v) {
    const auto row = [&](int i) { return m[i * stride] * v.x + m[i * stride + 1] * v.y + m[i * stride + 2] * v.z; };
    return {row(0), row(1), row(2)};
}
Three times_transposed(const double* m, int stride, const Three& v) {
    const auto column = [&](int i) { return m[i] * v.x + m[stride + i] * v.y + m[2 * stride + i] * v.z; };
    return {column(0), column(1), column(2)};
}

// Newton and Euler about the link's origin, in world axes; `a` is the acceleration less gravity.
void put_wrench(const Inertia& own, const double* pose, const double* velocity, const Three& a,
                const Three& angular, double* out) {
    const Three w = vector(velocity + 3), h = times(pose, 4, vector(own.moment));
    const Three in_link = times_transposed(pose, 4, w);
    const Three spin = times(own.tensor, 3, in_link);
    const Three turned =
        times(own.tensor, 3, times_transposed(pose, 4, angular)) + cross(in_link, spin);
    const Three force = a * own.mass + cross(angular, h) + cross(w, cross(w, h));
    const Three moment = cross(h, a) + times(pose, 4, turned);
    const double entries[] = {force.x, force.y, force.z, moment.x, moment.y, moment.z};
    std::copy_n(entries, 6, out);
}

nb::tuple link_wrenches(nb::handle model, const Rows& q, const Rows& v, const Rows& a, const Vector& gravity,
                        const Vector& masses, const Rows& moments, const Rows& tensors) {
    Compiled* compiled = mechanics::unwrap_model(model.ptr());
    if (compiled == nullptr || !boundary::load_numpy()) throw nb::python_error();
    const Tree& tree = compiled->tree();
    const auto fits = [&](const Rows& rows, std::size_t count, std::size_t width) {
        return rows.shape(0) == count && rows.shape(1) == width;
    };
    const std::size_t count = q.shape(0), links = masses.shape(0);
    check(fits(q, count, static_cast<std::size_t>(tree.nq)) && fits(v, count, static_cast<std::size_t>(tree.nv)) &&
              fits(a, count, static_cast<std::size_t>(tree.nv)),
          "q, v or a do not fit the model");
    check(gravity.shape(0) == 3 && links <= static_cast<std::size_t>(tree.frame_count) &&
              fits(moments, links, 3) && fits(tensors, links, 9),
          "inertias do not fit the model");
    if (compiled->refuse_zero_quaternion("q", q.data(), static_cast<Py_ssize_t>(count))) throw nb::python_error();
    double* poses_out = nullptr;
    double* wrenches = nullptr;
    const auto rows = static_cast<Py_ssize_t>(count), width = static_cast<Py_ssize_t>(links);
    const nb::object poses = nb::steal(boundary::new_array({rows, width, 4, 4}, &poses_out));
    const nb::object result = nb::steal(boundary::new_array({rows, width, 6}, &wrenches));
    if (!poses.is_valid() || !result.is_valid()) throw nb::python_error();

    const mechanics::Kernels& kernels = compiled->kernels();
    AlignedBlock state(kernels.workspace_size(tree));
    AlignedBlock frames(16 * static_cast<std::size_t>(tree.frame_count));
    kernels.prepare(tree, state.data(), frames.data());
    for (std::size_t row = 0; row < count; ++row) {
        const double* velocities = v.data() + row * static_cast<std::size_t>(tree.nv);
        check(kernels.fill(tree, q.data() + row * static_cast<std::size_t>(tree.nq), velocities,
                           a.data() + row * static_cast<std::size_t>(tree.nv), state.data(), frames.data()),
              "q, v and a must be finite");
        std::copy_n(frames.data(), 16 * links, poses_out + 16 * links * row);
        for (std::size_t link = 0; link < links; ++link) {
            double velocity[6], acceleration[6];
            const auto ask = [&](mechanics::Quantity quantity, double* out) {
                kernels.evaluate(tree, {quantity, static_cast<int>(link)}, velocities, state.data(), out);
            };
            ask(mechanics::Quantity::velocity, velocity);
            ask(mechanics::Quantity::acceleration, acceleration);
            const Three felt = vector(acceleration) + vector(gravity.data()) * -1.0;
            put_wrench({masses.data()[link], moments.data() + 3 * link, tensors.data() + 9 * link},
                       frames.data() + 16 * link, velocity, felt, vector(acceleration + 3),
                       wrenches + 6 * (links * row + link));
        }
    }
    return nb::make_tuple(poses, result);
}

using Cube = Aligned<const double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Poses = Aligned<const double, nb::ndim<4>, nb::c_contig, nb::device::cpu>;
using Integers = mechanics::Integers;

// What the loops of a robot hold, row by row of K.
struct Closing {
    int predecessor, successor;  // links
    const double* on_predecessor;  // 4 x 4
    const double* on_successor;
    const double* held;   // 6 x 6: the wrench of each of its rows, in the predecessor's axes
    int first, count;     // its rows
    const double* axes;   // two of them, where the couple across both is held; and the sine between them
};

struct Wrenches {
    Three force, moment;
};

// Psi lambda of a loop, in the axes of its frame on the predecessor.
Wrenches held_by(const Closing& loop, const double* rows, const double* P, const double* S) {
    double sum[6] = {};
    for (int j = 0; j < loop.count; ++j) {
        double column[6];
        for (int i = 0; i < 6; ++i) column[i] = loop.held[6 * i + j];
        if (loop.axes[6] != 0.0 && j == loop.count - 1) {
            // A universal joint holds the couple across its two axes, wherever the second one is.
            const Three turned = times(S, 4, times(loop.on_successor, 4, vector(loop.axes + 3)));
            const Three now = times_transposed(loop.on_predecessor, 4, times_transposed(P, 4, turned));
            const Three couple = cross(vector(loop.axes), now) * (1.0 / loop.axes[6]);
            column[3] = couple.x;
            column[4] = couple.y;
            column[5] = couple.z;
        }
        for (int i = 0; i < 6; ++i) sum[i] += column[i] * rows[loop.first + j];
    }
    return {vector(sum), vector(sum + 3)};
}

void add(double* to, const Three& force, const Three& moment) {
    const double entries[] = {force.x, force.y, force.z, moment.x, moment.y, moment.z};
    for (int i = 0; i < 6; ++i) to[i] += entries[i];
}

Three origin_of(const double* pose) { return {pose[3], pose[7], pose[11]}; }

// Takes a loop's wrench from what its successor needs, and adds it to its predecessor's needs.
void take_loop(const Closing& loop, const Wrenches& own, const double* P, const double* S, double* totals) {
    const Three at = times(S, 4, origin_of(loop.on_successor)) + origin_of(S);
    const auto turned = [&](const Three& v) { return times(P, 4, times(loop.on_predecessor, 4, v)); };
    const Three force = turned(own.force), moment = turned(own.moment);
    const auto put = [&](int link, const double* pose, double sign) {
        const Three arm = at + origin_of(pose) * -1.0;
        add(totals + 6 * link, force * sign, (moment + cross(arm, force)) * sign);
    };
    put(loop.successor, S, -1.0);
    put(loop.predecessor, P, 1.0);
}

// What joints transmit, from what links need (rows x links x 6, about their origins) and multipliers of K
// (rows x vectors x multipliers), of which the first goes with those needs and the others with none:
// (rows x vectors x joints x 6), and the wrenches of loops. Link k + 1 hangs on parents[k], a smaller number.
nb::tuple carry_wrenches(const Poses& poses, const Cube& needs, const Cube& multipliers, const Integers& parents,
                         const Integers& links, const Cube& origins, const Cube& held, const Integers& rows,
                         const Rows& axes, const std::string& frame) {
    if (!boundary::load_numpy()) throw nb::python_error();
    const std::size_t count = poses.shape(0), width = poses.shape(1), vectors = multipliers.shape(1);
    const std::size_t joints = parents.shape(0), m = held.shape(0), constraints = multipliers.shape(2);
    check(width == joints + 1 && poses.shape(2) == 4 && poses.shape(3) == 4 && needs.shape(0) == count &&
              needs.shape(1) == width && needs.shape(2) == 6 && multipliers.shape(0) == count && vectors > 0,
          "poses, wrenches and multipliers do not fit each other");
    check(links.shape(0) == 2 * m && origins.shape(0) == m && origins.shape(1) == 2 && origins.shape(2) == 16 &&
              held.shape(1) == 6 && held.shape(2) == 6 && rows.shape(0) == 2 * m && axes.shape(0) == m &&
              axes.shape(1) == 7,
          "the arrays of loops do not fit each other");
    const bool in_joint = frame == "joint", about_world = frame == "world";
    for (std::size_t k = 0; k < joints; ++k) {
        check(parents.data()[k] >= 0 && parents.data()[k] <= static_cast<int>(k),
              "links come after those that they hang on");
    }
    std::vector<Closing> loops;
    for (std::size_t n = 0; n < m; ++n) {
        const int* ends = links.data() + 2 * n;
        const int* own = rows.data() + 2 * n;
        check(ends[0] >= 0 && ends[1] >= 0 && static_cast<std::size_t>(ends[0]) < width &&
                  static_cast<std::size_t>(ends[1]) < width && own[0] >= 0 && own[1] >= 0 && own[1] <= 6 &&
                  static_cast<std::size_t>(own[0]) + static_cast<std::size_t>(own[1]) <= constraints,
              "a loop is between links, and its rows are rows of K");
        const double* on = origins.data() + 32 * n;
        loops.push_back({ends[0], ends[1], on, on + 16, held.data() + 36 * n, own[0], own[1],
                         axes.data() + 7 * n});
    }
    double* carried = nullptr;
    double* closing = nullptr;
    const auto size = [](std::size_t n) { return static_cast<Py_ssize_t>(n); };
    const nb::object first =
        nb::steal(boundary::new_array({size(count), size(vectors), size(joints), 6}, &carried));
    const nb::object second =
        nb::steal(boundary::new_array({size(count), size(vectors), size(m), 6}, &closing));
    if (!first.is_valid() || !second.is_valid()) throw nb::python_error();
    std::vector<double> totals(6 * width);
    for (std::size_t row = 0; row < count; ++row) {
        const double* at = poses.data() + 16 * width * row;
        for (std::size_t n = 0; n < vectors; ++n) {
            if (n == 0) {
                std::copy_n(needs.data() + 6 * width * row, 6 * width, totals.data());
            } else {
                std::fill(totals.begin(), totals.end(), 0.0);
            }
            const double* own = multipliers.data() + constraints * (vectors * row + n);
            for (const Closing& loop : loops) {
                const double* P = at + 16 * loop.predecessor;
                const double* S = at + 16 * loop.successor;
                const Wrenches wrench = held_by(loop, own, P, S);
                std::fill_n(closing, 6, 0.0);
                add(closing, wrench.force, wrench.moment);
                closing += 6;
                take_loop(loop, wrench, P, S, totals.data());
            }
            for (std::size_t child = joints; child > 0; --child) {
                const int parent = parents.data()[child - 1];
                const double* from = totals.data() + 6 * child;
                const double* pose = at + 16 * child;
                const Three force = vector(from), moment = vector(from + 3);
                const Three arm = origin_of(pose) + origin_of(at + 16 * parent) * -1.0;
                add(totals.data() + 6 * parent, force, moment + cross(arm, force));
                double* to = carried + 6 * (child - 1);
                std::fill_n(to, 6, 0.0);
                if (in_joint) {
                    add(to, times_transposed(pose, 4, force), times_transposed(pose, 4, moment));
                } else if (about_world) {
                    add(to, force, moment + cross(origin_of(pose), force));
                } else {
                    add(to, force, moment);
                }
            }
            carried += 6 * joints;
        }
    }
    return nb::make_tuple(first, second);
}

}  // namespace

void bind_links(nb::module_& m) {
    m.def("carry_wrenches", carry_wrenches, nb::arg("poses"), nb::arg("needs"), nb::arg("multipliers"),
          nb::arg("parents"), nb::arg("links"), nb::arg("origins"), nb::arg("held"), nb::arg("rows"),
          nb::arg("axes"), nb::arg("frame"));
    m.def("link_wrenches", link_wrenches, nb::arg("model"), nb::arg("q"), nb::arg("v"), nb::arg("a"),
          nb::arg("gravity"), nb::arg("masses"), nb::arg("moments"), nb::arg("tensors"));
}

}  // namespace fourbar::dynamics

// Scratch memory of kernels of dynamics, for one configuration or one per lane.
#pragma once

#include "elimination.hpp"
#include "kernels/loops/householder.hpp"
#include "kernels/loops/rows.hpp"
#include "kernels/tree/carve.hpp"
#include "panel.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

using dynamics::Cluster;
using dynamics::Friction;
using dynamics::is_forward;
using dynamics::Load;
using dynamics::Mechanism;
using dynamics::Order;
using dynamics::Outcome;
using dynamics::Quantity;
using dynamics::Request;
using dynamics::Rows;
using dynamics::Verdict;
using fourbar::loops::Block;

// Least squares with the dependent columns of a block. Dual numbers have none: they use those of their
// values.
template <class S>
struct Solver {};

template <>
struct Solver<Lane> {
    Eliminated factors;

    int rows() const { return factors.plan->rows; }
    FOURBAR_INLINE void solve(Lane* x) const { FOURBAR_LEVEL::solve(factors, x); }
};

// For one configuration by rows, which skips what is zero, unless columns were exchanged.
template <>
struct Solver<double> {
    Factors<double> factors;
    Equations equations;
    const Elimination* plan;  // null where columns were exchanged

    int rows() const { return plan != nullptr ? equations.rows : factors.rows; }
    FOURBAR_INLINE void solve(double* x) const {
        if (plan != nullptr) {
            FOURBAR_LEVEL::solve(equations, *plan, x);
        } else {
            FOURBAR_LEVEL::solve(factors, x);
        }
    }
};

// The explicit form of one block: v_d = X v_i, from the factored dependent columns of K.
template <class S>
struct Form {
    const int* dependent;
    int dependent_count;
    const int* independent;
    int independent_count;
    const int* rows;
    S* X;  // dependent x independent
    Solver<S> solver;
};

// Of one row of a block's equations: whole registers, and one more that reads may run into.
inline long equations_stride(const Block& block) {
    return (block.column_count + lane_count - 1) / lane_count * lane_count + lane_count;
}

// How a joint's motion S changes with what carries it (derivatives.hpp): S', S'' and R.
template <class Space>
struct Slopes {
    Twist<Space> first, second, both;
};

// Of all that hangs on a body: twice its momentum, D and the force that it needs.
template <class Space>
struct Carried {
    typename Space::Vector momentum;
    Matrix<Space> swirl;
    Wrench<Space> force;
};

// Of loads that keep their axes while their links turn.
template <class Space>
struct Held {
    typename Space::Vector force, fixed;
    Matrix<Space> turning;
};

template <class Space>
struct Memory {
    using S = typename Space::Scalar;
    State<Space> state;
    Pose<Space> target;
    S *q, *sin, *cos;
    S *v, *a, *tau;             // nv
    S* f;                       // nu
    Wrench<Space>* forces;      // of bodies
    Rigid<Space>* rigid;
    Rigid<Space>* composite;    // of all that hangs on a body
    Articulated<Space>* inertia;
    Twist<Space>* rates;        // what accelerations add to those of the bias
    Wrench<Space>* columns;     // of entries of v
    S *pivots, *rest;           // likewise
    Demands<Space>* demands;    // of loops
    Form<S>* forms;             // of blocks
    S *K, *k, *phi, *rhs, *matrix, *factors, *X;
    int *order, *touched, *place;
    S* values;
    S *H, *product, *D;
    S* inverse;  // in rows of whole registers
    // About one point of reference for all that hangs together, of bodies and of entries of v:
    typename Space::Vector* arms;
    Twist<Space>* motions;
    Panel<S> panel;  // of motions
    Slopes<Space>* slopes;
    VectorPanel<S> turned;  // of slopes.first, the turning part
    Panel<S> second, both;
    Carried<Space>* carried;
    Held<Space>* held;
};

// Which of the large pieces a quantity needs.
inline bool has_slopes(Quantity quantity) {
    return quantity == Quantity::derivatives || quantity == Quantity::forward_derivatives;
}
inline bool needs_square(const Mechanism& mechanism, Quantity quantity) {
    return quantity == Quantity::mass || quantity == Quantity::inverse_mass ||
           quantity == Quantity::coriolis || has_slopes(quantity) ||
           (quantity == Quantity::accelerations && mechanism.shallow);
}

// From one row of a square matrix to the next, where they are whole registers.
inline long row_stride(int count) { return (count + lane_count - 1) / lane_count * lane_count; }

template <class S>
VectorPanel<S> carve_vectors(std::size_t columns, Carver& carver) {
    // A register may be read from any column on, and rows begin with whole ones.
    const auto stride = static_cast<std::size_t>(row_stride(static_cast<int>(columns)) + lane_count);
    return {carver.take<S>(3 * stride), static_cast<long>(stride)};
}
template <class S>
Panel<S> carve_panel(std::size_t columns, Carver& carver) {
    return {carve_vectors<S>(columns, carver), carve_vectors<S>(columns, carver)};
}

template <class Space>
Memory<Space> carve_memory(const Mechanism& mechanism, Quantity quantity, Carver& carver) {
    using S = typename Space::Scalar;
    const Tree& tree = mechanism.tree();
    const System& system = mechanism.system;
    // Loading and sines may write up to a register more.
    const auto nq = static_cast<std::size_t>(tree.nq + 8);
    const auto nv = static_cast<std::size_t>(tree.nv + 8);
    const auto bodies = static_cast<std::size_t>(tree.body_count);
    Memory<Space> at{};
    at.state.poses = carver.take<Pose<Space>>(bodies);
    at.state.velocities = carver.take<Twist<Space>>(bodies);
    at.state.accelerations = carver.take<Twist<Space>>(bodies);
    at.state.biases = carver.take<Twist<Space>>(1);
    at.q = carver.take<S>(nq);
    at.sin = carver.take<S>(nq);
    at.cos = carver.take<S>(nq);
    at.v = carver.take<S>(nv);
    at.a = carver.take<S>(nv);
    at.tau = carver.take<S>(nv);
    at.f = carver.take<S>(nv);
    at.forces = carver.take<Wrench<Space>>(bodies);
    at.rigid = carver.take<Rigid<Space>>(bodies);
    const bool articulated = is_forward(quantity);
    at.inertia = carver.take<Articulated<Space>>(articulated ? bodies : 0);
    at.rates = carver.take<Twist<Space>>(articulated || system.block_count > 0 ? bodies : 0);
    at.columns = carver.take<Wrench<Space>>(nv);
    at.pivots = carver.take<S>(nv);
    at.rest = carver.take<S>(nv);

    std::size_t squares = 1, entries = 1;
    for (int k = 0; k < system.block_count; ++k) {
        const auto n = static_cast<std::size_t>(system.blocks[k].column_count);
        squares += n * n;
        entries += static_cast<std::size_t>(equations_stride(system.blocks[k]) *
                                            system.blocks[k].row_count);
    }
    const auto rows = static_cast<std::size_t>(system.rows + 1);
    at.demands = carver.take<Demands<Space>>(static_cast<std::size_t>(system.loop_count));
    at.forms = carver.take<Form<S>>(static_cast<std::size_t>(system.block_count));
    at.K = carver.take<S>(static_cast<std::size_t>(system.entry_count) + 1);
    at.k = carver.take<S>(rows);
    at.phi = carver.take<S>(rows);
    at.rhs = carver.take<S>(rows);
    at.matrix = carver.take<S>(entries);
    at.factors = carver.take<S>(2 * nv);
    at.X = carver.take<S>(squares);
    at.order = carver.take<int>(nv);
    at.touched = carver.take<int>(rows);
    at.place = carver.take<int>(nv);
    at.values = carver.take<S>(rows);

    std::size_t own = 1;
    for (int c = 0; c < mechanism.cluster_count; ++c) {
        const auto n = static_cast<std::size_t>(mechanism.clusters[c].column_count);
        own += n * n;
    }
    const bool square = needs_square(mechanism, quantity), slopes = has_slopes(quantity);
    const auto widest = static_cast<std::size_t>(square ? tree.nv : mechanism.widest);
    const auto stride = static_cast<std::size_t>(row_stride(static_cast<int>(widest)));
    at.H = carver.take<S>(widest * stride + 1);
    at.product = carver.take<S>(widest * stride + 1);
    at.D = carver.take<S>(articulated ? own : 0);
    at.inverse = carver.take<S>(square ? widest * stride + 1 : 0);
    at.arms = carver.take<typename Space::Vector>(square ? bodies : 0);
    at.motions = carver.take<Twist<Space>>(square ? nv : 0);
    at.panel = carve_panel<S>(slopes ? nv : 0, carver);
    at.composite = carver.take<Rigid<Space>>(slopes ? bodies : 0);
    at.slopes = carver.take<Slopes<Space>>(slopes ? nv : 0);
    at.turned = carve_vectors<S>(slopes ? nv : 0, carver);
    at.second = carve_panel<S>(slopes ? nv : 0, carver);
    at.both = carve_panel<S>(slopes ? nv : 0, carver);
    at.carried = carver.take<Carried<Space>>(slopes ? bodies : 0);
    at.held = carver.take<Held<Space>>(slopes ? bodies : 0);
    return at;
}

// What no configuration changes.
template <class Space>
void set_constants(const Mechanism& mechanism, bool weightless, Memory<Space>& at) {
    using S = typename Space::Scalar;
    const System& system = mechanism.system;
    set_ground<Space>(at.state);
    const double* g = mechanism.gravity;
    const double share = weightless ? 0.0 : -1.0;
    at.state.accelerations[0].linear = Space::direction(
        Space::scalar(share * g[0]), Space::scalar(share * g[1]), Space::scalar(share * g[2]));
    const S zero = Space::scalar(0.0);
    for (int i = 0; i <= system.entry_count; ++i) at.K[i] = zero;
    for (int i = 0; i < system.rows; ++i) at.k[i] = zero;
    put_linear_columns<Layout::entries, Space>(system, at.K);
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL

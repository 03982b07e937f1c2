// A robot's masses and what closes it, as flat arrays: what kernels of dynamics see of a Model.
// No Python, no names, no ownership.
#pragma once

#include "kernels/loops/kernels.hpp"
#include "kernels/tree/quantity.hpp"

namespace fourbar::dynamics {

using loops::Partition;
using loops::System;
using mechanics::Reference;
using mechanics::Tree;

// Bodies whose accelerations are found together: those of one block of K, or one body alone.
struct Cluster {
    int outer;           // the body that all of them hang on
    const int* bodies;   // parents first
    int body_count;
    const int* columns;  // entries of v, body by body
    int column_count;
    int block;           // of K, or -1 where nothing constrains it
    bool is_leaf;        // nothing hangs on it
};

struct IndexList {
    const int* numbers;
    int count;
};

// How some rows of a block are solved for its dependent columns (elimination.hpp): which entries of
// [K_d | K_i] can differ from zero on the way. Columns are numbered in that order.
struct Elimination {
    int rows;
    int columns;  // of K_d
    int width;    // with those of K_i
    // Of all entries that are or become other than zero: where, column by column, and what in K's entries.
    const int* places;
    const int* sources;
    int entry_count;
    const IndexList* touched;  // by step: rows of its reflector, the diagonal first
    const IndexList* changed;  // by step: later columns that it reflects
    const IndexList* later;    // by row of R: columns of its entries after the diagonal
};

// The entries of v in a block and the rows of K that determine them.
struct Rows {
    const int* all;
    const int* chosen;  // as many as its rank, independent of each other
    Elimination by_all, by_chosen;
};

// Entries of v, or of u, depth first: what hangs on one of them follows it without a gap.
struct Order {
    int count;
    const int* entries;  // by place in this order
    // Of each place: those before it whose inertia it shares, ascending, which carry it or which a loop
    // joins it to; and the first place after all that it carries.
    const int* const* related;
    const int* related_count;
    const int* end;
    bool plain;  // entries are in their places, and the first carries all: as in a chain
};

// At a joint of one velocity: effort -stiffness (q - rest).
struct Spring {
    int column;        // of v
    int entry;         // of q
    double stiffness;  // [N m/rad or N/m]
    double rest;       // [rad or m]
};

struct Mechanism {
    System system;        // with the whole tree, and bodies numbered as there
    Partition partition;  // the chart
    const Rows* rows;     // of each block
    const Cluster* clusters;  // a cluster comes after the one that it hangs on
    int cluster_count;
    int widest;           // most columns of a cluster
    const int* local;     // of each entry of v: its place among the columns of its cluster
    const int* independent;  // entries of v that are u, ascending
    int nu;
    const int* center;  // of each body: the one about whose origin all that hangs together is computed
    Order joints;       // the entries of v, loops cut
    const int* place;   // of each entry of v: where it is in that order
    Order freedoms;     // the entries of u, cluster by cluster
    bool shallow;       // nothing closes it, and few joints carry each other (shallow.hpp)
    double gravity[3];       // [m/s^2]
    const double* armature;  // per entry of v [kg m^2 or kg]
    const double* damping;   // [N m s/rad or N s/m]
    const double* friction;  // [N m or N]
    bool has_dry_friction;
    const Spring* springs;   // of the description
    int spring_count;
    double tolerance;        // of |phi| where loops count as closed [m or rad]
    double consistency;      // of |K v| and |K a - k|, as a share of their terms

    const Tree& tree() const { return system.tree; }
};

enum class Quantity : int {
    efforts,        // M du + b, or h for spanning coordinates
    accelerations,  // a (nv) from efforts
    mass,           // nu x nu
    inverse_mass,   // nu x nu
    coriolis,       // nu x nu
    derivatives,    // of efforts along independent positions, velocities, accelerations: nu x nu each
    forward_derivatives,  // of a tree's accelerations along positions, velocities, efforts: nv x nv each
    energy,         // kinetic, potential
    momentum,       // linear, angular
    centroidal,     // 6 x nu; its derivative times v, 6
    regressor,      // nu x parameters
    explicit_form,  // nv x nu; nv
};

constexpr int quantity_count = static_cast<int>(Quantity::explicit_form) + 1;

// Viscous and Coulomb friction; the latter turns round by tanh(v / v_s).
enum class Friction : int { none, smooth };

// A wrench on a frame: a force [N] and a moment [N m].
struct Load {
    int frame;
    Reference reference;
    const double* values;
    long stride;  // between configurations: 6, or 0 for one that is the same for all
};

// From efforts, not from accelerations.
constexpr bool is_forward(Quantity quantity) {
    return quantity == Quantity::accelerations || quantity == Quantity::forward_derivatives;
}

struct Request {
    Quantity quantity;
    Friction friction = Friction::none;
    bool springs = false;     // whether those of the mechanism act
    bool scattered = false;   // efforts: f at the independent entries of nv, zero elsewhere
    bool weightless = false;
    bool about_origin = false;  // momentum: about the world's origin, not the centre of mass
    bool dual = false;          // derivatives: by dual numbers, as those of closed mechanisms always are
    const Load* loads = nullptr;
    int load_count = 0;
};

// Configurations. Velocities and accelerations are nv or nu wide; null stands for u = 0 and du = 0.
struct Batch {
    const double* q;
    const double* v;
    int v_width;
    const double* x;  // accelerations, or efforts (nv)
    int x_width;
    const double* efforts;  // derivatives: nv that f is counted from; null is none
    double* out;
    double* second;   // of quantities that have two results
    double* third;    // derivatives: M
};

enum class Verdict : int {
    fine,
    not_finite,
    open,          // q does not close the loops
    velocity,      // v opens them
    acceleration,  // a opens them
    undetermined,  // u does not determine v: a dead centre of the chart
    singular,      // K has lost rank: computed with the shortest solution
    massless,      // a motion without inertia
};

struct Outcome {
    Verdict verdict = Verdict::fine;
    long row = -1;
    int column = -1;  // the entry of v of a motion without inertia

    bool is_refused() const { return verdict != Verdict::fine && verdict != Verdict::singular; }
};

}  // namespace fourbar::dynamics

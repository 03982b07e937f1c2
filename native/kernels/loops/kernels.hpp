// The functions that exist once per instruction set, as a table chosen at run time.
#pragma once

#include <cstddef>

#include "system.hpp"

namespace fourbar::loops {

// Which columns of each block follow from the others. Null pointers leave a block alone.
struct Partition {
    const int* const* dependent;  // per block
    const int* dependent_count;
    const int* const* independent;
    const int* independent_count;
    const int* position;  // of each velocity entry among all independent ones, or -1
    int independent_total;
};

// Configurations and where results go; null where a result is not wanted.
struct Batch {
    const double* q;
    const double* v;
    double* residual;  // n_c each
    double* jacobian;  // n_c x nv each, or System::entries only
    double* bias;      // n_c each: -dK v
    bool entries_only = false;
};

// Moves the entries of q that are independent to their goals, a stride at a time; all others
// follow.
struct Closing {
    double* q;            // in: starts; out: where they ended
    const double* goals;  // of each configuration, entry_count each
    const int* entries;
    int entry_count;
    double stride;        // [rad or m]
    int most;             // strides
    double* residual;     // one per configuration: the largest |phi|, infinite where a jump is feared
    double tolerance;
    int steps;
};

struct Descent {
    double* q;              // in: starts; out: the best configurations found
    const double* targets;  // T_world_P of System::target, 4 x 4 each, or null
    const double* lower;    // limits of q, or null
    const double* upper;
    double* residual;       // the largest |phi| of the block
    int* iterations;        // added to
    int block;
    const int* columns;     // that may move
    int column_count;
    double tolerance;
    int steps;
};

struct Explicit {
    const double* q;
    const double* v;  // null: g is not wanted
    double* G;        // nv x ni each
    double* g;        // nv each
    double* quality;  // one each: smallest over largest pivot of the dependent columns
};

struct Kernels {
    const char* name;

    // Doubles of 64-byte aligned scratch, for one configuration and for one thread of a batch.
    std::size_t (*workspace_size)(const System&);
    std::size_t (*batch_scratch)(const System&);
    void (*prepare)(const System&, double* workspace);

    // T_world_P (at least 3 x 4, row by row) of the loop System::target, for `evaluate`.
    void (*set_target)(double* workspace, const double* T);

    // phi, K and -dK v at one configuration; any of the outputs may be null, and bias needs v.
    // False when q or v has a number that is not finite.
    bool (*evaluate)(const System&, const double* q, const double* v, double* workspace,
                     double* residual, double* jacobian, double* bias);

    // Configurations begin..end-1. Returns the first row that is not finite, or -1.
    long (*batch)(const System&, const Batch&, long begin, long end, double* scratch);

    // Newton's method on the dependent columns, all lanes at once, without any safeguard: rows
    // whose residual stays above the tolerance are for the careful solver. Returns the first row
    // that is not finite, or -1.
    long (*close)(const System&, const Partition&, const Closing&, long begin, long end,
                  double* scratch);

    // Levenberg-Marquardt on one block.
    long (*descend)(const System&, const Descent&, long begin, long end, double* scratch);

    // G, g (zero where v is null) and the quality at one configuration, all of them wanted. False
    // when q or v has a number that is not finite.
    bool (*explicit_single)(const System&, const Partition&, const double* q, const double* v,
                            double* workspace, double* G, double* g, double* quality);

    // G and g with v = G u, u the independent entries of v.
    long (*explicit_form)(const System&, const Partition&, const Explicit&, long begin, long end,
                          double* scratch);
};

const Kernels* select_kernels(const char* level);

}  // namespace fourbar::loops

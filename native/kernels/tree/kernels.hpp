// The functions that exist once per instruction set, as a table chosen at run time.
#pragma once

#include "quantity.hpp"

namespace fourbar::mechanics {

// A batch of `count` configurations; v and a may be null where the quantity needs none.
struct Batch {
    const double* q;
    const double* v;
    const double* a;
    double* out;
    double* poses;  // 16 per configuration, for Request::with_pose
    long count;
};

struct Kernels {
    const char* name;

    // Doubles of scratch (64-byte aligned) for one thread of a batch, and for a workspace.
    std::size_t (*batch_scratch)(const Tree&);
    std::size_t (*workspace_size)(const Tree&);

    // Readies a workspace of that size, and the poses of frames on the ground.
    void (*prepare)(const Tree&, double* workspace, double* poses);

    // Fills the workspace up to accelerations, velocities or positions (a, v may be null), and
    // every frame's 4 x 4 pose. False when q, v or a has a number that is not finite.
    bool (*fill)(const Tree&, const double* q, const double* v, const double* a, double* workspace,
                 double* poses);

    // One quantity from a workspace that is filled far enough; v as it was filled with.
    void (*evaluate)(const Tree&, const Request&, const double* v, double* workspace, double* out);

    // Pose and Jacobian of one frame from q alone; the workspace is not filled afterwards. Only the
    // supporting columns, packed. q must be finite.
    void (*chain)(const Tree&, const Request&, const double* q, double* workspace, double* pose,
                  double* jacobian);

    // Configurations begin..end-1 of a batch. Returns the first row that is not finite, or -1.
    long (*batch)(const Tree&, const Request&, const Batch&, long begin, long end,
                  double* scratch);

    // sin and cos of n numbers: what every kernel above uses, exposed for tests.
    void (*sincos)(const double* x, long n, double* sin, double* cos);
};

// The best table for this machine, or the one that $FOURBAR_SIMD names (v2, v3, v4, generic).
// Null when that variable names a level that this machine or build does not have.
const Kernels* select_kernels(const char* wanted);
const char* const* available_levels();

}  // namespace fourbar::mechanics

// Inverse kinematics of one link: damped least squares with limits and a preferred posture.
#pragma once

#include <vector>

#include "kernels/tree/kernels.hpp"

namespace fourbar::mechanics {

// A scalar joint held at multiplier * (another's position) + offset; source -1 is a constant.
struct Follower {
    int q, v;
    int source_q, source_v;
    double multiplier, offset;
};

struct InverseSettings {
    int frame;
    const double* point;      // [m] in the frame; null is its origin
    bool position, rotation;  // which of the two must be reached
    double position_tolerance, rotation_tolerance;
    int most_iterations;
    const double* lower;  // nq
    const double* upper;
    const double* posture;  // nq, or null
    double posture_gain;
    std::vector<Follower> followers;
};

struct InverseResult {
    bool converged;
    double position_error, rotation_error;  // [m], [rad]
    int iterations;

    // What descents lower and starts are compared by: a metre off counts as much as a radian.
    double cost() const {
        return position_error * position_error + rotation_error * rotation_error;
    }
};

// Moves q until the frame is at `target` (4 x 4, row by row). Tries q first, then each of `seeds`
// (rows of nq) until one converges; q ends as the best one found.
class InverseSolver {
public:
    InverseSolver(const Tree& tree, const Kernels& kernels, const InverseSettings& settings);
    InverseResult solve(const double* target, const double* seeds, int seed_count, double* q,
                        double* workspace);

private:
    InverseResult descend(const double* target, double* q, double* workspace);
    void settle(const double* target, double* q, double* workspace, InverseResult& best);
    double distance_to_posture(const double* q) const;
    InverseResult measure(const double* target, const double* q, double* workspace);
    void find_step(const double* q, double damping, double posture_gain);
    void solve_damped(double damping, const double* right, double* dual);
    void advance(const double* q, double* result);

    // A velocity entry that may be chosen freely, and what it does to the link.
    struct Coordinate {
        int v;
        int q;  // its position entry where that is one number, or -1
    };

    const Tree& tree_;
    const Kernels& kernels_;
    const InverseSettings& settings_;
    std::vector<Coordinate> free_;
    std::vector<int> column_of_;  // free coordinate of each supporting column, or -1
    std::vector<double> factor_of_;
    int rows_;
    std::vector<double> packed_, jacobian_, step_, pull_, velocity_;
    std::vector<double> trial_, corrected_, other_;  // configurations
    std::vector<char> frozen_;
    double pose_[16];
    double error_[6];
};

}  // namespace fourbar::mechanics

// Closing from a guess and, where that fails, from further starts.
#pragma once

#include <memory>
#include <vector>

#include "solve.hpp"

namespace fourbar::loops {

struct SearchSettings {
    // What may move, in the order to try it: first with the independent joints where they are, then
    // without. Others stay where the guess has them.
    const std::vector<Free>& attempts;
    const double* drawn;  // configurations to start towards, rows of nq
    int drawn_count;
    Limits limits;
    double tolerance;
    int steps;
};

struct Found {
    double residual = 0.0;  // the largest |phi| of all rows; infinite if closed beyond limits only
    int iterations = 0;     // evaluations of K
    int starts = 1;
};

// What a search works with, reused between searches of the same system. One thread at a time.
struct SearchMemory {
    SearchMemory(const System& system, const Kernels& kernels);

    Solver solver;
    std::unique_ptr<AlignedBlock> scratch;  // most searches end before they need it
    std::vector<double> guess, best, lanes, residuals, targets;
    std::vector<int> counts;
    std::vector<char> moves;
};

// One block after the other, since none changes another. One thread at a time.
class Search {
public:
    Search(const System& system, const Kernels& kernels, const SearchSettings& settings,
           SearchMemory& memory);

    // Moves q, and starts over from nearby and ever farther guesses where it does not close.
    // `target` is T_world_P of the loop that has one, or null.
    Found run(const double* target, double* q);

    // The same for rows begin..end-1 of which the first attempt is all lanes at once.
    void run_rows(const double* targets, long begin, long end, double* q, Found* found);

private:
    struct Best {
        std::vector<double>& q;
        double residual;  // the largest |phi|
        double gap;       // the length of phi, 0 where closed
        bool within;
    };

    bool close_block(int block, const double* target, double* q, Found& found);
    bool try_guess(int block, const Free& free, int steps, Best& best, Found& found);
    bool try_lanes(int block, const Free& free, const double* target, const double* q, int last,
                   bool is_last, Best& best, Found& found);
    void descend(const Descent& descent, long count);
    bool is_within(int block, const double* q) const;
    bool keep(int block, const double* q, double residual, Best& best);

    const System& system_;
    const Kernels& kernels_;
    const SearchSettings& settings_;
    SearchMemory& memory_;
    Solver& solver_;
};

}  // namespace fourbar::loops

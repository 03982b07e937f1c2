#include "search.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "numerics.hpp"

namespace fourbar::loops {

using namespace numerics::search;
using numerics::at_limit;

namespace {

// How far towards what was drawn a start goes: near the guess first.
double share_of(int number) { return std::fmin(1.0, first_share * std::pow(share_growth, number / 2)); }

}  // namespace

SearchMemory::SearchMemory(const System& system, const Kernels& kernels)
    : solver(system, kernels),
      guess(static_cast<std::size_t>(system.tree.nq)),
      best(static_cast<std::size_t>(system.tree.nq)),
      moves(static_cast<std::size_t>(system.tree.nv)) {}

Search::Search(const System& system, const Kernels& kernels, const SearchSettings& settings,
               SearchMemory& memory)
    : system_(system),
      kernels_(kernels),
      settings_(settings),
      memory_(memory),
      solver_(memory.solver) {}

void Search::descend(const Descent& descent, long count) {
    if (!memory_.scratch) memory_.scratch = std::make_unique<AlignedBlock>(kernels_.batch_scratch(system_));
    kernels_.descend(system_, descent, 0, count, memory_.scratch->data());
}

bool Search::is_within(int block, const double* q) const {
    if (settings_.limits.lower == nullptr) return true;
    const Block& own = system_.blocks[block];
    for (int n = 0; n < system_.mover_count; ++n) {
        const Mover& mover = system_.movers[n];
        if (!is_scalar(mover.motion) ||
            std::find(own.columns, own.columns + own.column_count, mover.v) ==
                own.columns + own.column_count) {
            continue;
        }
        if (!(q[mover.q] >= settings_.limits.lower[mover.q] - at_limit &&
              q[mover.q] <= settings_.limits.upper[mover.q] + at_limit)) {
            return false;
        }
    }
    return true;
}

// Notes a pose that is better than the best; true if it is what was sought.
bool Search::keep(int block, const double* q, double residual, Best& best) {
    const bool within = is_within(block, q);
    const bool closed = residual <= settings_.tolerance;
    const bool best_closed = best.residual <= settings_.tolerance;
    // Open poses are told apart by the length of phi: the largest entry depends on the axes.
    const double gap = closed ? 0.0 : solver_.gap(system_.blocks[block], q);
    if (closed && within ? !(best_closed && best.within) : gap < best.gap) {
        std::memcpy(best.q.data(), q, sizeof(double) * best.q.size());
        best.residual = residual;
        best.gap = gap;
        best.within = within;
    }
    return closed && within;
}

bool Search::try_guess(int block, const Free& free, int steps, Best& best, Found& found) {
    const Outcome outcome =
        solver_.close_block(block, free, settings_.limits, settings_.tolerance, steps,
                            memory_.guess.data());
    found.iterations += outcome.iterations;
    return keep(block, memory_.guess.data(), outcome.residual, best);
}

// Starts 1..last-1: all in lanes, then, in the last attempt, one by one those that came nearest.
bool Search::try_lanes(int block, const Free& free, const double* target, const double* q,
                       int last, bool is_last, Best& best, Found& found) {
    const std::vector<int>& columns = free.of(block);
    constexpr int first = 1;
    if (last <= first || columns.empty()) return false;
    const auto nq = static_cast<std::size_t>(system_.tree.nq);
    const auto count = static_cast<std::size_t>(last - first);
    std::fill(memory_.moves.begin(), memory_.moves.end(), char{0});
    for (const int column : columns) memory_.moves[static_cast<std::size_t>(column)] = 1;
    memory_.lanes.resize(count * nq);
    memory_.residuals.resize(count);
    memory_.counts.assign(count, 0);
    memory_.targets.clear();
    for (std::size_t k = 0; k < count; ++k) {
        const int number = first + static_cast<int>(k);
        double* to = memory_.lanes.data() + k * nq;
        between(system_, q, settings_.drawn + static_cast<std::size_t>(number - 1) * nq,
                share_of(number), memory_.moves.data(), to);
        solver_.settle(block, free, to);
        if (target != nullptr) memory_.targets.insert(memory_.targets.end(), target, target + 16);
    }
    const Descent descent{memory_.lanes.data(),
                          target == nullptr ? nullptr : memory_.targets.data(),
                          settings_.limits.lower,
                          settings_.limits.upper,
                          memory_.residuals.data(),
                          memory_.counts.data(),
                          block,
                          columns.data(),
                          static_cast<int>(columns.size()),
                          settings_.tolerance,
                          is_last ? lane_steps : first_lane_steps};
    descend(descent, static_cast<long>(count));
    for (const int n : memory_.counts) found.iterations += n;
    std::vector<std::size_t> order;
    for (std::size_t k = 0; k < count; ++k) {
        if (keep(block, memory_.lanes.data() + k * nq, memory_.residuals[k], best)) {
            found.starts = std::max(found.starts, first + static_cast<int>(k) + 1);
            return true;
        }
        order.push_back(k);
    }
    found.starts = std::max(found.starts, last);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return memory_.residuals[a] < memory_.residuals[b]; });
    for (std::size_t k = 0; is_last && k < order.size() && k < std::size_t{careful_starts}; ++k) {
        std::memcpy(memory_.guess.data(), memory_.lanes.data() + order[k] * nq, sizeof(double) * nq);
        if (try_guess(block, free, settings_.steps, best, found)) return true;
    }
    return false;
}

bool Search::close_block(int block, const double* target, double* q, Found& found) {
    const auto nq = static_cast<std::size_t>(system_.tree.nq);
    memory_.best.assign(q, q + nq);
    Best best{memory_.best, std::numeric_limits<double>::infinity(),
              std::numeric_limits<double>::infinity(), false};
    bool closed = false;
    const int starts = settings_.drawn_count + 1;
    for (std::size_t a = 0; a < settings_.attempts.size() && !closed; ++a) {
        const bool is_last = a + 1 == settings_.attempts.size();
        const Free& free = settings_.attempts[a];
        std::memcpy(memory_.guess.data(), q, sizeof(double) * nq);
        const int last = is_last ? starts : std::min(starts, first_starts);
        const int steps = is_last ? settings_.steps : first_steps;
        closed = try_guess(block, free, steps, best, found) ||
                 try_lanes(block, free, target, q, last, is_last, best, found);
    }
    std::memcpy(q, best.q.data(), sizeof(double) * nq);
    found.residual = std::fmax(found.residual, best.residual);
    return closed;
}

Found Search::run(const double* target, double* q) {
    Found found;
    if (target != nullptr) solver_.set_target(target);
    bool closed = true;
    for (int k = 0; k < system_.block_count; ++k) {
        closed = close_block(k, target, q, found) && closed;
    }
    // Closed, but never within the limits.
    if (!closed && found.residual <= settings_.tolerance) {
        found.residual = std::numeric_limits<double>::infinity();
    }
    return found;
}

void Search::run_rows(const double* targets, long begin, long end, double* q, Found* found) {
    const auto nq = static_cast<std::size_t>(system_.tree.nq);
    const auto count = static_cast<std::size_t>(end - begin);
    std::vector<double> first(q + static_cast<std::size_t>(begin) * nq,
                              q + static_cast<std::size_t>(end) * nq);
    std::vector<double> residuals(count);
    std::vector<int> counts(count, 0);
    for (int k = 0; k < system_.block_count; ++k) {
        const std::vector<int>& columns = settings_.attempts[0].of(k);
        const Descent descent{first.data(),
                              targets == nullptr ? nullptr : targets + begin * 16,
                              settings_.limits.lower,
                              settings_.limits.upper,
                              residuals.data(),
                              counts.data(),
                              k,
                              columns.data(),
                              static_cast<int>(columns.size()),
                              settings_.tolerance,
                              lane_steps};
        descend(descent, static_cast<long>(count));
    }
    for (std::size_t n = 0; n < count; ++n) {
        const std::size_t row = static_cast<std::size_t>(begin) + n;
        const double* target = targets == nullptr ? nullptr : targets + row * 16;
        double* own = first.data() + n * nq;
        if (target != nullptr) solver_.set_target(target);
        Found& result = found[row];
        result = Found{};
        result.residual = solver_.residual(own);
        bool done = result.residual <= settings_.tolerance;
        for (int k = 0; k < system_.block_count && done; ++k) done = is_within(k, own);
        if (done) {
            std::memcpy(q + row * nq, own, sizeof(double) * nq);
        } else {
            result = run(target, q + row * nq);
        }
        result.iterations += counts[n];
    }
}

}  // namespace fourbar::loops

#include "objects.hpp"

namespace fourbar::loops {

using mechanics::span;

LoopSystem::LoopSystem(const Compiled& compiled, const Integers& predecessors,
                       const Integers& successors, const Numbers& on_predecessors,
                       const Numbers& on_successors, const Integers& slides,
                       const Integers& turnings, const Numbers& leads, const Numbers& seconds,
                       const Integers& linear_starts, const Integers& linear_q,
                       const Integers& linear_v, const Numbers& linear_factors,
                       const Numbers& constants,
                       const std::vector<std::vector<int>>& block_rows,
                       const std::vector<std::vector<int>>& block_columns, int target)
    : owned_(compiled.owned(),
             {span(predecessors), span(successors), span(on_predecessors), span(on_successors),
              span(slides), span(turnings), span(leads), span(seconds), span(linear_starts),
              span(linear_q), span(linear_v), span(linear_factors), span(constants)},
             block_rows, block_columns, target),
      kernels_(select_kernels(compiled.kernels().name)) {
    static long made = 0;
    serial_ = ++made;
    check(kernels_ != nullptr, "loops have no kernels for this instruction set");
    workspace_ = AlignedBlock(kernels_->workspace_size(system()));
    kernels_->prepare(system(), workspace_.data());
}

Choice::Choice(const LoopSystem& loops, const std::vector<std::vector<int>>& dependent)
    : serial_(loops.serial()), owned_(loops.system(), dependent) {}

}  // namespace fourbar::loops

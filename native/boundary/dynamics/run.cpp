// Runs kernels of dynamics: one configuration in memory that is kept, many in several threads.
#include <exception>

#include "boundary/threads.hpp"
#include "objects.hpp"

namespace fourbar::dynamics {
namespace {

double* memory_for(std::size_t size, std::unique_ptr<AlignedBlock>& block, std::size_t& held) {
    if (held < size) {
        block = std::make_unique<AlignedBlock>(size);
        held = size;
    }
    return block->data();
}

}  // namespace

Outcome run(const Task& task, bool single, Workspace* workspace) {
    const Mechanism& mechanism = task.owner.mechanism();
    const Kernels& kernels = task.owner.kernels();
    if (single) {
        const std::size_t size = kernels.workspace_size(mechanism, task.request.quantity);
        double* memory = workspace != nullptr
                             ? memory_for(size, workspace->dynamics, workspace->dynamics_size)
                             : memory_for(size, task.owner.workspace, task.owner.workspace_size);
        return kernels.single(mechanism, task.request, task.batch, memory);
    }
    // Waking a thread costs what some hundred bodies cost.
    const Py_ssize_t least = 16 + 1024 / mechanism.tree().body_count;
    const Py_ssize_t pieces = boundary::count_pieces(task.count, least, task.threads);
    const Py_ssize_t step = ((task.count + pieces - 1) / pieces + 15) / 16 * 16;
    std::vector<Outcome> outcomes(static_cast<std::size_t>(pieces));
    // All memory is taken here: in a thread of the crew, nobody could report that there is none.
    std::vector<AlignedBlock> scratch;
    for (Py_ssize_t p = 0; p < pieces; ++p) {
        scratch.emplace_back(kernels.batch_scratch(mechanism, task.request));
    }
    boundary::run_pieces(pieces, [&](Py_ssize_t p) {
        const Py_ssize_t begin = p * step < task.count ? p * step : task.count;
        const Py_ssize_t end = begin + step < task.count ? begin + step : task.count;
        outcomes[static_cast<std::size_t>(p)] =
            kernels.batch(mechanism, task.request, task.batch, begin, end,
                          scratch[static_cast<std::size_t>(p)].data());
    });
    Outcome result;
    for (const Outcome& own : outcomes) {
        if (own.is_refused()) return own;
        if (own.verdict == Verdict::singular && result.row < 0) result = own;
    }
    return result;
}

}  // namespace fourbar::dynamics

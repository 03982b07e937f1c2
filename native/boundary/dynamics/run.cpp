// Runs kernels of dynamics: one configuration in memory that is kept, many in several threads.
#include <mutex>

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
        const std::size_t size = task.owner.size_for(task.request.quantity);
        double* memory = workspace != nullptr
                             ? memory_for(size, workspace->dynamics, workspace->dynamics_size)
                             : memory_for(size, task.owner.workspace, task.owner.workspace_size);
        return kernels.single(mechanism, task.request, task.batch, memory);
    }
    // Waking a thread costs what some hundred bodies cost.
    const Py_ssize_t least = 16 + 1024 / mechanism.tree().body_count;
    const Py_ssize_t pieces = boundary::count_pieces(task.count, least, task.threads);
    // All memory is taken here: in a thread of the crew, nobody could report that there is none.
    std::vector<AlignedBlock> scratch;
    for (Py_ssize_t p = 0; p < pieces; ++p) {
        scratch.emplace_back(kernels.batch_scratch(mechanism, task.request));
    }
    // Multiples of all lane counts; a portion takes some milliseconds.
    const Py_ssize_t share = ((task.count + pieces - 1) / pieces + 15) / 16 * 16;
    constexpr Py_ssize_t most = 1024;
    // The first row that is refused, and the first that is singular.
    std::mutex found;
    Outcome refused, singular;
    boundary::run_portions(task.count, pieces, share < most ? share : most,
                           [&](Py_ssize_t p, Py_ssize_t begin, Py_ssize_t end) {
        const Outcome own = kernels.batch(mechanism, task.request, task.batch, begin, end,
                                          scratch[static_cast<std::size_t>(p)].data());
        if (own.row < 0) return true;
        const std::lock_guard<std::mutex> guard(found);
        Outcome& first = own.is_refused() ? refused : singular;
        if (first.row < 0 || own.row < first.row) first = own;
        return !own.is_refused();
    });
    return refused.row >= 0 ? refused : singular;
}

}  // namespace fourbar::dynamics

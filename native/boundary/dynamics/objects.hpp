// The C++ side of fourbar.mechanics.dynamics: owners of what kernels work on.
#pragma once

#include <memory>
#include <vector>

#include "boundary/loops/objects.hpp"
#include "boundary/tree/objects.hpp"
#include "kernels/dynamics/kernels.hpp"
#include "owners/mechanism.hpp"

namespace fourbar::dynamics {

namespace nb = nanobind;

using mechanics::Compiled;
using mechanics::Numbers;
using mechanics::Workspace;

// A Model's masses, drives' inertia and friction, and what closes it. Immutable but for its scratch
// memory. It refers to the Model, which owns it.
class CompiledMechanism {
public:
    // `loops` and `choice` are None where all loops are cut. `rows` are those of each block of K that
    // determine its dependent columns. `driven` says whether the drives are the independent joints.
    CompiledMechanism(const Compiled& compiled, nb::object loops, nb::object choice,
                      const std::vector<std::vector<int>>& rows, const Numbers& gravity,
                      const Numbers& armature, const Numbers& damping, const Numbers& friction,
                      const Numbers& stiffness, const Numbers& rest,
                      double tolerance, double consistency, bool driven);

    const Mechanism& mechanism() const { return owned_.mechanism(); }
    const Kernels& kernels() const { return *kernels_; }
    bool is_driven() const { return driven_; }
    // Null where there are none, or all of them are cut.
    const loops::LoopSystem* loops() const {
        return loops_owner_.is_none() ? nullptr : &nb::cast<const loops::LoopSystem&>(loops_owner_);
    }

    // Of a workspace for any quantity asked of it so far.
    std::size_t size_for(Quantity quantity) {
        std::size_t& size = sizes_[static_cast<int>(quantity)];
        if (size == 0) size = kernels_->workspace_size(mechanism(), quantity);
        return size;
    }

    // For single calls without a Data, with the interpreter lock held.
    std::unique_ptr<AlignedBlock> workspace;
    std::size_t workspace_size = 0;

private:
    const Kernels* kernels_;
    bool driven_;
    std::size_t sizes_[quantity_count] = {};
    nb::object loops_owner_, choice_owner_;
    OwnedMechanism owned_;
};

// The mechanism of a Model, with its loops or with all of them cut; made when first asked for. Null
// with an exception.
CompiledMechanism* find_mechanism(PyObject* model, Compiled& compiled, bool spanning);

// A result of one configuration or of many.
struct Task {
    CompiledMechanism& owner;
    Request request;
    Batch batch;
    Py_ssize_t count;
    int threads;
};

// Runs a task: in the memory of `workspace` or of the mechanism for one configuration, in several
// threads for many. Throws std::bad_alloc.
Outcome run(const Task& task, bool single, Workspace* workspace);

bool add_calls(PyObject* module);
void bind_links(nb::module_& m);
void bind_simulation(nb::module_& m);
void set_type(PyObject* type);

}  // namespace fourbar::dynamics

// The C++ side of fourbar.mechanics.Model and Data: owners of what kernels work on.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <vector>

#include "boundary/aligned.hpp"
#include "boundary/arrays.hpp"
#include "boundary/threads.hpp"
#include "kernels/memory.hpp"
#include "kernels/tree/kernels.hpp"
#include "owners/tree.hpp"

namespace fourbar::mechanics {

namespace nb = nanobind;

using boundary::Input;
using boundary::Pool;

using Integers = boundary::Aligned<const int, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Numbers = boundary::Aligned<const double, nb::c_contig, nb::device::cpu>;

inline Span<int> span(const Integers& array) { return {array.data(), array.size()}; }
inline Span<double> span(const Numbers& array) { return {array.data(), array.size()}; }

// Tells closed configurations of a robot from open ones. Loops, which know of trees, implement it.
class OpenFinder {
public:
    virtual ~OpenFinder() = default;

    // The first of `count` configurations that is open, or -1. What is not finite is not open.
    virtual Py_ssize_t find(const double* q, Py_ssize_t count, int threads) const = 0;
};

// A compiled robot. Immutable; everything that a kernel's Tree points to.
class Compiled {
public:
    // Arrays over bodies, then over frames; placements are 3 x 4. Body 0 is the ground. `simd` is the
    // instruction set of the kernels, or empty for the best that there is.
    Compiled(const Integers& parents, const Integers& motions, const Integers& axes,
             const Numbers& pitches, const Numbers& placements, const Numbers& masses, const Numbers& moments,
             const Numbers& tensors, const Integers& frame_bodies, const Numbers& frame_placements,
             nb::dict frame_numbers, const std::string& simd);

    const Tree& tree() const { return owned_.tree(); }
    const OwnedTree& owned() const { return owned_; }
    const Kernels& kernels() const { return *kernels_; }
    const nb::dict& frame_numbers() const { return frame_numbers_; }
    const std::vector<int>& quaternions() const { return owned_.quaternions(); }

    // Masses and what closes the robot, compiled when dynamics are first asked for: with loops, and
    // with all of them cut.
    nb::object mechanism, open_mechanism;

    // What has to be closed, asked for with the first configuration; null where `closes` is false.
    std::unique_ptr<OpenFinder> open_finder;
    bool closes = true;

    // The number of the frame with that name or number; -1 with an exception set. The bodies that
    // move it are found as well, a list as long as the way to the ground, and kept.
    int find_frame(PyObject* name) const;
    // The same without them, for those who read what is there for all frames.
    int frame_number(PyObject* name) const;

    // True, with an exception, where one of `rows` configurations has a quaternion of length zero.
    bool refuse_zero_quaternion(const char* name, const double* q, Py_ssize_t rows) const;

private:
    int frame_of(Py_ssize_t number) const;

    const Kernels* kernels_;
    OwnedTree owned_;
    nb::dict frame_numbers_;
};

// A workspace for one Model: the state of one configuration, or the inputs of a batch.
class Workspace {
public:
    Workspace(nb::object model, Py_ssize_t batch);

    const Compiled& compiled() const { return *compiled_; }
    PyObject* model() const { return model_.ptr(); }
    bool is_batch() const { return batch_ >= 0; }
    Py_ssize_t batch() const { return batch_; }

    Level level = Level::none;
    bool closed = false;  // that q closes all loops is known
    std::vector<double> q, v, a;
    AlignedBlock state;
    // Loops ask for the same link again and again: the last name and its number.
    nb::object last_link;
    int last_frame = -1;
    nb::object poses;  // of one configuration: frames x 4 x 4
    double* poses_data = nullptr;
    Pool matrices, half_matrices, twists, vectors, transforms;
    Pool efforts, squares;
    std::unique_ptr<AlignedBlock> dynamics;  // made when first asked for
    std::size_t dynamics_size = 0;

private:
    nb::object model_;
    const Compiled* compiled_;
    Py_ssize_t batch_;
};

// The types whose objects functions take.
void set_types(PyObject* model, PyObject* data);

// The C++ object inside a Model, or inside a Data of that Model; null with an exception for anything
// else.
Compiled* unwrap_model(PyObject* object);
Workspace* unwrap_data(PyObject* model, PyObject* object);

// Raises NotComputedError unless `workspace` is filled up to `level`.
bool require(const Workspace& workspace, Level level);

// True, with a LoopError, where one of `count` configurations does not close the robot.
bool refuse_open(PyObject* model, Compiled& compiled, const double* q, Py_ssize_t count, bool single,
                 int threads);

// Computes a batch in up to `threads` threads. Returns a row that is not finite, or -1.
long run_batch(const Compiled& compiled, const Request& request, const Batch& batch, int threads);

}  // namespace fourbar::mechanics

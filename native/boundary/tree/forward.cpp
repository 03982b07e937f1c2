// forward_kinematics: fills a Data from positions, velocities and accelerations.
#include <cstring>

#include "boundary/arguments.hpp"
#include "boundary/signature.hpp"
#include "functions.hpp"

namespace fourbar::mechanics {

using boundary::is_given;
using boundary::refuse_row;
using boundary::Signature;

namespace {

bool read_batch(PyObject* model, Workspace& workspace, PyObject* q, PyObject* v, PyObject* a,
                bool spanning) {
    Compiled& compiled = *nb::inst_ptr<Compiled>(model);
    const Tree& tree = compiled.tree();
    Input in_q, in_v, in_a;
    const Py_ssize_t rows = workspace.batch();
    if (!in_q.read_rows(q, "q", rows, tree.nq)) return false;
    if (is_given(v) && !in_v.read_rows(v, "v", rows, tree.nv)) return false;
    if (is_given(a) && !in_a.read_rows(a, "a", rows, tree.nv)) return false;
    if (refuse_row("q", in_q.data(), rows, tree.nq)) return false;
    if (is_given(v) && refuse_row("v", in_v.data(), rows, tree.nv)) return false;
    if (is_given(a) && refuse_row("a", in_a.data(), rows, tree.nv)) return false;
    if (compiled.refuse_zero_quaternion("q", in_q.data(), rows)) return false;
    if (!spanning && refuse_open(model, compiled, in_q.data(), rows, false, 0)) return false;
    workspace.closed = !spanning;
    const auto copy = [](const Input& from, std::vector<double>& to) {
        if (!to.empty()) std::memcpy(to.data(), from.data(), sizeof(double) * to.size());
    };
    copy(in_q, workspace.q);
    workspace.level = Level::positions;
    if (is_given(v)) {
        copy(in_v, workspace.v);
        workspace.level = Level::velocities;
    }
    if (is_given(a)) {
        copy(in_a, workspace.a);
        workspace.level = Level::accelerations;
    }
    return true;
}

bool fill(PyObject* model, Workspace& workspace, PyObject* q, PyObject* v, PyObject* a,
          bool spanning) {
    Compiled& compiled = *nb::inst_ptr<Compiled>(model);
    const Tree& tree = compiled.tree();
    Input in_q, in_v, in_a;
    if (!in_q.read(q, "q", tree.nq)) return false;
    if (is_given(v) && !in_v.read(v, "v", tree.nv)) return false;
    if (is_given(a) && !in_a.read(a, "a", tree.nv)) return false;
    if (compiled.refuse_zero_quaternion("q", in_q.data(), 1)) return false;
    // Until everything is known to be good, nothing counts as computed.
    workspace.level = Level::none;
    if (!compiled.kernels().fill(tree, in_q.data(), in_v.data(), in_a.data(), workspace.state.data(),
                                 workspace.poses_data)) {
        refuse_row("q", in_q.data(), 1, tree.nq) ||
            (in_v.data() != nullptr && refuse_row("v", in_v.data(), 1, tree.nv)) ||
            (in_a.data() != nullptr && refuse_row("a", in_a.data(), 1, tree.nv));
        return false;
    }
    if (!spanning && refuse_open(model, compiled, in_q.data(), 1, true, 1)) return false;
    workspace.closed = !spanning;
    workspace.level = Level::positions;
    // Kept for loops, whose residual needs it; a memcpy of no bytes must not see a null pointer.
    if (tree.nq > 0) std::memcpy(workspace.q.data(), in_q.data(), sizeof(double) * workspace.q.size());
    if (in_v.data() != nullptr) {
        // Kept for the quantities that need the joint velocities again.
        std::memcpy(workspace.v.data(), in_v.data(), sizeof(double) * workspace.v.size());
        workspace.level = in_a.data() != nullptr ? Level::accelerations : Level::velocities;
    }
    return true;
}

}  // namespace

PyObject* forward_kinematics(PyObject*, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
    static const Signature signature("forward_kinematics", 3, 5,
                                     {"model", "data", "q", "v", "a", "coordinates"});
    PyObject* slots[6] = {};
    if (!signature.bind(args, given, keywords, slots)) return nullptr;
    Workspace* workspace = unwrap_data(slots[0], slots[1]);
    if (workspace == nullptr) return nullptr;
    if (is_given(slots[4]) && !is_given(slots[3])) {
        PyErr_SetString(PyExc_ValueError, "accelerations need velocities: give v as well as a");
        return nullptr;
    }
    bool spanning = false;
    if (!boundary::read_coordinates(slots[5], spanning)) return nullptr;
    const auto read = workspace->is_batch() ? read_batch : fill;
    if (!read(slots[0], *workspace, slots[2], slots[3], slots[4], spanning)) return nullptr;
    Py_RETURN_NONE;
}

}  // namespace fourbar::mechanics

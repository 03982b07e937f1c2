#include "objects.hpp"

#include <algorithm>
#include <cstring>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <new>
#include <string>

#include "boundary/errors.hpp"
#include "solvers/numerics.hpp"

namespace fourbar::mechanics {
namespace {

// The best kernels for this machine, or those of the level that is wanted.
const Kernels* find_kernels(const std::string& simd) {
    static const char* const of_process = std::getenv("FOURBAR_SIMD");
    const char* const wanted = simd.empty() ? of_process : simd.c_str();
    const Kernels* const chosen = select_kernels(wanted);
    if (chosen != nullptr) return chosen;
    std::string known;
    for (const char* const* name = available_levels(); *name != nullptr; ++name) {
        known += known.empty() ? *name : std::string(", ") + *name;
    }
    throw nb::value_error(((simd.empty() ? "FOURBAR_SIMD=" : "simd=") + std::string(wanted) +
                           " is not available on this machine; expected one of: " + known)
                              .c_str());
}

}  // namespace

Compiled::Compiled(const Integers& parents, const Integers& motions, const Integers& axes,
                   const Numbers& pitches, const Numbers& placements, const Numbers& masses, const Numbers& moments,
                   const Numbers& tensors, const Integers& frame_bodies, const Numbers& frame_placements,
                   nb::dict frame_numbers, const std::string& simd)
    : kernels_(find_kernels(simd)),
      owned_({span(parents), span(motions), span(axes), span(pitches), span(placements), span(masses),
              span(moments), span(tensors), span(frame_bodies), span(frame_placements)}),
      frame_numbers_(std::move(frame_numbers)) {}

int Compiled::find_frame(PyObject* name) const {
    const int frame = frame_number(name);
    // The interpreter lock guards it.
    if (frame >= 0) owned_.find_support(static_cast<std::size_t>(frame));
    return frame;
}

int Compiled::frame_number(PyObject* name) const {
    if (PyUnicode_Check(name)) {
        PyObject* number = PyDict_GetItemWithError(frame_numbers_.ptr(), name);
        if (number != nullptr) return frame_of(PyLong_AsLong(number));
        if (PyErr_Occurred()) return -1;
        PyObject* type = boundary::find_in_package("fourbar.robot", "UnknownNameError");
        if (type == nullptr) return -1;
        PyObject* error = PyObject_CallFunction(type, "sOO", "link", name, frame_numbers_.ptr());
        if (error != nullptr) PyErr_SetObject(type, error);
        Py_XDECREF(error);
        Py_DECREF(type);
        return -1;
    }
    if (!PyIndex_Check(name)) {
        PyErr_Format(PyExc_TypeError, "link must be a name or a number, got a %s",
                     Py_TYPE(name)->tp_name);
        return -1;
    }
    const Py_ssize_t number = PyNumber_AsSsize_t(name, PyExc_IndexError);
    return number == -1 && PyErr_Occurred() ? -1 : frame_of(number);
}

int Compiled::frame_of(Py_ssize_t number) const {
    if (number >= 0 && number < tree().frame_count) return static_cast<int>(number);
    if (!PyErr_Occurred()) {
        PyErr_Format(PyExc_IndexError, "link %zd is out of range: the model has %d", number,
                     tree().frame_count);
    }
    return -1;
}

bool Compiled::refuse_zero_quaternion(const char* name, const double* q, Py_ssize_t rows) const {
    if (quaternions().empty()) return false;
    for (Py_ssize_t row = 0; row < rows; ++row) {
        for (const int first : quaternions()) {
            const double* x = q + row * tree().nq + first;
            const double square = x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3];
            // The rotation divides by this; below, the quotient would overflow.
            if (!(square < numerics::least_square)) continue;
            if (rows == 1) {
                PyErr_Format(PyExc_ValueError,
                             "%s holds a quaternion of length zero; use (0, 0, 0, 1) for a joint "
                             "that is not turned",
                             name);
            } else {
                PyErr_Format(PyExc_ValueError, "%s[%zd] holds a quaternion of length zero", name, row);
            }
            return true;
        }
    }
    return false;
}

Workspace::Workspace(nb::object model, Py_ssize_t batch)
    : state(batch >= 0 ? 1
                       : nb::cast<const Compiled&>(model).kernels().workspace_size(
                             nb::cast<const Compiled&>(model).tree())),
      model_(std::move(model)),
      compiled_(&nb::cast<const Compiled&>(model_)),
      batch_(batch) {
    if (!boundary::load_numpy()) throw nb::python_error();
    const Tree& tree = compiled_->tree();
    if (batch > std::numeric_limits<Py_ssize_t>::max() / (8 * (tree.nq + tree.nv + 1))) {
        throw std::bad_alloc();
    }
    const auto rows = static_cast<std::size_t>(batch >= 0 ? batch : 1);
    q.resize(rows * static_cast<std::size_t>(tree.nq));
    v.resize(rows * static_cast<std::size_t>(tree.nv));
    a.resize(rows * static_cast<std::size_t>(tree.nv));
    if (batch < 0) {
        poses = nb::steal(boundary::new_array({tree.frame_count, 4, 4}, &poses_data));
        if (!poses.is_valid()) throw nb::python_error();
        compiled_->kernels().prepare(tree, state.data(), poses_data);
    }
}

bool require(const Workspace& workspace, Level level) {
    if (workspace.level >= level) return true;
    const char* const missing[] = {"", "poses; call forward_kinematics(model, data, q)",
                                   "velocities; call forward_kinematics(model, data, q, v)",
                                   "accelerations; call forward_kinematics(model, data, q, v, a)"};
    boundary::raise("fourbar.mechanics.error", "NotComputedError", "this Data holds no %s first",
                    missing[static_cast<int>(level)]);
    return false;
}

namespace {

PyTypeObject* model_type = nullptr;
PyTypeObject* data_type = nullptr;

// A slip that is made often: the description in place of what is computed with.
bool is_robot(PyObject* object) {
    return std::strcmp(Py_TYPE(object)->tp_name, "Robot") == 0;
}

template <class T>
T* unwrap(PyObject* object, PyTypeObject* type, const char* what) {
    if (!PyObject_TypeCheck(object, type)) {
        PyErr_Format(PyExc_TypeError, "expected a %s, got a %s%s", what, Py_TYPE(object)->tp_name,
                     type == model_type && is_robot(object) ? "; use fourbar.Model(robot)" : "");
        return nullptr;
    }
    if (!nb::inst_ready(object)) {
        PyErr_Format(PyExc_TypeError, "this %s was never initialised", what);
        return nullptr;
    }
    return nb::inst_ptr<T>(object);
}

}  // namespace

void set_types(PyObject* model, PyObject* data) {
    model_type = reinterpret_cast<PyTypeObject*>(model);
    data_type = reinterpret_cast<PyTypeObject*>(data);
}

Compiled* unwrap_model(PyObject* object) { return unwrap<Compiled>(object, model_type, "Model"); }

Workspace* unwrap_data(PyObject* model, PyObject* object) {
    auto* workspace = unwrap<Workspace>(object, data_type, "Data");
    if (workspace == nullptr) return nullptr;
    if (workspace->model() != model) {
        if (unwrap_model(model) != nullptr) {
            PyErr_SetString(PyExc_ValueError, "this Data belongs to another Model");
        }
        return nullptr;
    }
    return workspace;
}

long run_batch(const Compiled& compiled, const Request& request, const Batch& batch, int threads) {
    const Py_ssize_t count = batch.count;
    if (count == 0) return -1;
    const Tree& tree = compiled.tree();
    const Kernels& kernels = compiled.kernels();
    // Waking a thread costs what a few thousand entries of a Jacobian cost.
    const Py_ssize_t least = 1 + 8192 / (tree.frames[request.frame].width + 8);
    const Py_ssize_t pieces = boundary::count_pieces(count, least, threads);
    // Portions are whole cache lines, so that no two threads write to one.
    constexpr Py_ssize_t most = 16384;
    const Py_ssize_t share = (count / (16 * pieces) + 16) / 16 * 16;

    std::vector<AlignedBlock> scratch;
    for (Py_ssize_t p = 0; p < pieces; ++p) scratch.emplace_back(kernels.batch_scratch(tree));
    std::vector<long> spoiled(static_cast<std::size_t>(pieces), -1);
    boundary::run_portions(count, pieces, pieces == 1 || share > most ? most : share,
                           [&](Py_ssize_t p, Py_ssize_t begin, Py_ssize_t end) {
        const auto piece = static_cast<std::size_t>(p);
        spoiled[piece] = kernels.batch(tree, request, batch, begin, end, scratch[piece].data());
        return spoiled[piece] < 0;
    });
    long first = -1;
    for (const long row : spoiled) {
        if (row >= 0 && (first < 0 || row < first)) first = row;
    }
    return first;
}

}  // namespace fourbar::mechanics

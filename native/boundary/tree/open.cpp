// Open configurations are refused wherever links get poses.
#include <algorithm>

#include "boundary/errors.hpp"
#include "objects.hpp"

namespace fourbar::mechanics {
namespace {

// Has Python compile what closes the robot. False with an exception.
bool prepare(PyObject* model, const Compiled& compiled) {
    const nb::object watch =
        nb::steal(boundary::find_in_package("fourbar.mechanics.loops.closed", "watch"));
    if (!watch.is_valid()) return false;
    const nb::object done = nb::steal(PyObject_CallOneArg(watch.ptr(), model));
    if (!done.is_valid()) return false;
    if (!compiled.closes || compiled.open_finder) return true;
    PyErr_SetString(PyExc_TypeError, "the loops of this Model are not compiled");
    return false;
}

}  // namespace

bool refuse_open(PyObject* model, Compiled& compiled, const double* q, Py_ssize_t count, bool single,
                 int threads) {
    if (!compiled.closes) return false;
    if (!compiled.open_finder && !prepare(model, compiled)) return true;
    if (!compiled.closes) return false;
    try {
        const Py_ssize_t row = compiled.open_finder->find(q, count, threads);
        if (row < 0) return false;
        double* data = nullptr;
        const Py_ssize_t nq = compiled.tree().nq;
        const nb::object pose = nb::steal(boundary::new_array({nq}, &data));
        const nb::object refuse =
            nb::steal(boundary::find_in_package("fourbar.mechanics.loops.closed", "refuse_open"));
        if (!pose.is_valid() || !refuse.is_valid()) return true;
        std::copy_n(q + row * nq, nq, data);
        const nb::object answer = nb::steal(PyObject_CallFunction(
            refuse.ptr(), "OOn", model, pose.ptr(), single ? Py_ssize_t{-1} : row));
        if (answer.is_valid()) PyErr_SetString(PyExc_RuntimeError, "refuse_open() must raise");
    } catch (...) {
        boundary::raise_current();
    }
    return true;
}

}  // namespace fourbar::mechanics

#include "arguments.hpp"

#include <cmath>

#include "signature.hpp"

namespace fourbar::mechanics {
namespace {

PyTypeObject* model_type = nullptr;
PyTypeObject* data_type = nullptr;
PyObject* frame_words[3] = {};
PyObject* column_words[2] = {};

template <class T>
T* unwrap(PyObject* object, PyTypeObject* type, const char* what) {
    if (!PyObject_TypeCheck(object, type)) {
        PyErr_Format(PyExc_TypeError, "expected a %s, not a %s", what, Py_TYPE(object)->tp_name);
        return nullptr;
    }
    if (!nb::inst_ready(object)) {
        PyErr_Format(PyExc_TypeError, "this %s was never initialised", what);
        return nullptr;
    }
    return nb::inst_ptr<T>(object);
}

}  // namespace

bool set_types(PyObject* model, PyObject* data) {
    model_type = reinterpret_cast<PyTypeObject*>(model);
    data_type = reinterpret_cast<PyTypeObject*>(data);
    const char* const frames[] = {"world", "local", "local_world_aligned"};
    const char* const columns[] = {"all", "support"};
    for (int i = 0; i < 3; ++i) {
        frame_words[i] = PyUnicode_InternFromString(frames[i]);
        if (frame_words[i] == nullptr) return false;
    }
    for (int i = 0; i < 2; ++i) {
        column_words[i] = PyUnicode_InternFromString(columns[i]);
        if (column_words[i] == nullptr) return false;
    }
    return true;
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

bool refuse_row(const char* name, const double* rows, Py_ssize_t count, int width) {
    for (Py_ssize_t i = 0; i < count * width; ++i) {
        if (std::isfinite(rows[i])) continue;
        if (count == 1) {
            PyErr_Format(PyExc_ValueError, "%s[%zd] is not finite", name, i);
        } else {
            PyErr_Format(PyExc_ValueError, "%s[%zd, %zd] is not finite", name, i / width, i % width);
        }
        return true;
    }
    return false;
}

bool refuse_zero_quaternion(const Compiled& compiled, const char* name, const double* q,
                            Py_ssize_t rows) {
    const Py_ssize_t row = compiled.find_zero_quaternion(q, rows);
    if (row < 0) return false;
    if (rows == 1) {
        PyErr_Format(PyExc_ValueError,
                     "%s holds a quaternion of length zero; it ends in w = 1 where a joint is not "
                     "turned",
                     name);
    } else {
        PyErr_Format(PyExc_ValueError, "%s[%zd] holds a quaternion of length zero", name, row);
    }
    return true;
}

bool read_options(PyObject* frame, PyObject* point, PyObject* columns, PyObject* out,
                  PyObject* threads, Options& options) {
    Request& request = options.request;
    if (frame != nullptr) {
        const int reference = choose(frame, "frame", frame_words, 3);
        if (reference < 0) return false;
        request.reference = static_cast<Reference>(reference);
    }
    if (columns != nullptr) {
        const int which = choose(columns, "columns", column_words, 2);
        if (which < 0) return false;
        request.support_only = which == 1;
    }
    if (is_given(point)) {
        if (!options.point.read(point, "point", 3)) return false;
        if (refuse_row("point", options.point.data(), 1, 3)) return false;
        request.point = options.point.data();
    }
    options.out = is_given(out) ? out : nullptr;
    return threads == nullptr || read_threads(threads, options.threads);
}

bool read_threads(PyObject* argument, int& threads) {
    threads = 0;
    if (!is_given(argument)) return true;
    const long number = PyLong_AsLong(argument);
    if (number == -1 && PyErr_Occurred()) return false;
    if (number < 1 || number > 4096) {
        PyErr_Format(PyExc_ValueError, "threads is %ld, expected at least 1", number);
        return false;
    }
    threads = static_cast<int>(number);
    return true;
}

}  // namespace fourbar::mechanics

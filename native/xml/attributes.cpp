#include <Python.h>

#include "attributes.hpp"

#include "plain_numbers.hpp"

#include <new>

namespace fourbar::xml {
namespace {

PyObject* none() { Py_RETURN_NONE; }

bool is_dict(PyObject* attributes) {
    if (PyDict_Check(attributes)) return true;
    PyErr_SetString(PyExc_TypeError, "attributes must be a dict");
    return false;
}

}  // namespace

PyObject* read_numbers(PyObject*, PyObject* const* args, Py_ssize_t count) {
    if (count != 2 || !PyTuple_Check(args[1])) {
        PyErr_SetString(PyExc_TypeError, "read_numbers() takes a dict and a tuple of names");
        return nullptr;
    }
    PyObject* const attributes = args[0];
    PyObject* const names = args[1];
    if (!is_dict(attributes)) return nullptr;
    PyObject* const values = PyTuple_New(PyTuple_GET_SIZE(names));
    if (values == nullptr) return nullptr;
    Py_ssize_t found = 0;
    bool plain = true;
    try {
        for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(names) && plain; ++i) {
            PyObject* const text = PyDict_GetItemWithError(attributes, PyTuple_GET_ITEM(names, i));
            PyObject* value = nullptr;
            if (text == nullptr) {
                if (PyErr_Occurred()) break;
                value = none();
            } else {
                NumberList numbers;
                plain = parse_plain(text, numbers) && numbers.size() == 1;
                if (!plain) break;
                value = PyFloat_FromDouble(numbers[0]);
                ++found;
            }
            if (value == nullptr) break;
            PyTuple_SET_ITEM(values, i, value);
        }
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
    }
    if (PyErr_Occurred()) {
        Py_DECREF(values);
        return nullptr;
    }
    // An attribute that nobody asked for must not go unnoticed either.
    if (!plain || found != PyDict_GET_SIZE(attributes)) {
        Py_DECREF(values);
        return none();
    }
    return values;
}

PyObject* read_vector(PyObject*, PyObject* const* args, Py_ssize_t count) {
    if (count != 2 || !PyLong_Check(args[1])) {
        PyErr_SetString(PyExc_TypeError, "read_vector() takes a str and a count");
        return nullptr;
    }
    const Py_ssize_t wanted = PyLong_AsSsize_t(args[1]);
    if (wanted == -1 && PyErr_Occurred()) return nullptr;
    try {
        NumberList numbers;
        if (!parse_plain(args[0], numbers) || static_cast<Py_ssize_t>(numbers.size()) != wanted) {
            return none();
        }
        return as_tuple(numbers);
    } catch (const std::bad_alloc&) {
        return PyErr_NoMemory();
    }
}

}  // namespace fourbar::xml

// Numbers in an element's attributes, many in one call.
#pragma once

#include <Python.h>

namespace fourbar::xml {

PyObject* read_numbers(PyObject* self, PyObject* const* args, Py_ssize_t count);
PyObject* read_vector(PyObject* self, PyObject* const* args, Py_ssize_t count);

}  // namespace fourbar::xml

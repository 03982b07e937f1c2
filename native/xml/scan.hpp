// Reads plain, well-formed XML into elements without a parser's callbacks.
#pragma once

#include <Python.h>

namespace fourbar::xml {

// scan(data, max_depth, max_elements): root and comments, or None where the text is not plain.
PyObject* scan(PyObject* self, PyObject* const* args, Py_ssize_t count);

// Takes the type of the elements it makes; false with an exception set on failure.
bool prepare_scan(PyTypeObject* element_type);

}  // namespace fourbar::xml

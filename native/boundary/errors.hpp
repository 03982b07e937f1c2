// Exceptions of the Python package, which are looked up when they are needed.
#pragma once

#include <Python.h>

namespace fourbar::boundary {

// `name` of the module, a new reference; null with an exception.
PyObject* find_in_package(const char* module, const char* name);

// Raises an exception type of the package with a message as PyErr_Format writes it. Always null.
PyObject* raise(const char* module, const char* type, const char* format, ...);

// Turns the C++ exception that is being handled into a Python one, for functions called from C.
PyObject* raise_current();

}  // namespace fourbar::boundary

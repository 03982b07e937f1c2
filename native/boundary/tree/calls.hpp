// The functions of fourbar.mechanics that are called in loops, as plain C functions.
#pragma once

#include <nanobind/nanobind.h>

namespace fourbar::mechanics {

PyObject* forward_kinematics(PyObject*, PyObject* const* args, Py_ssize_t given, PyObject* keywords);
PyObject* kinematics(PyObject*, PyObject* const* args, Py_ssize_t given, PyObject* keywords);

}  // namespace fourbar::mechanics

// Plans: which attributes and children of an element become which fields of a record.
#pragma once

#include <Python.h>

namespace fourbar::xml {

// Creates the type for elements of `element_type`; null with an exception set on failure.
PyTypeObject* make_plan_type(PyTypeObject* element_type);

}  // namespace fourbar::xml

// Collects an XML parser's events into a tree of elements.
#pragma once

#include <Python.h>

namespace fourbar::xml {

// Creates the type for elements of `element_type`; null with an exception set on failure.
PyTypeObject* make_builder_type(PyTypeObject* element_type);

}  // namespace fourbar::xml

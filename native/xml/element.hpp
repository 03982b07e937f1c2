// An XML element: the node of the tree that `fourbar.urdf` reads robots from.
#pragma once

#include <Python.h>

namespace fourbar::xml {

// A C type because a document has thousands: making one in Python costs ten times as much.
struct Element {
    PyObject_HEAD
    PyObject* tag;         // str
    PyObject* attributes;  // dict[str, str]
    PyObject* children;    // list[Element]; null until there is one or somebody asks
    Py_ssize_t start;      // byte offset of its '<'
    Py_ssize_t close;      // byte offset where it was closed
};

// Creates the type; null with an exception set on failure.
PyTypeObject* make_element_type();

// A new element; references to `tag` and `attributes` are taken.
PyObject* new_element(PyTypeObject* type, PyObject* tag, PyObject* attributes, Py_ssize_t start);

// Gives an element a child; false with an exception set on failure.
bool append_child(Element* element, PyObject* child);

// How many children an element has.
Py_ssize_t child_count(const Element* element);

}  // namespace fourbar::xml

#include <Python.h>
#include <structmember.h>

#include "element.hpp"

#include <cstddef>

namespace fourbar::xml {
namespace {

Element* as_element(PyObject* self) { return reinterpret_cast<Element*>(self); }

int traverse(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));  // an instance of a heap type owns its type
    Py_VISIT(as_element(self)->attributes);
    Py_VISIT(as_element(self)->children);
    return 0;
}

int clear(PyObject* self) {
    Py_CLEAR(as_element(self)->tag);
    Py_CLEAR(as_element(self)->attributes);
    Py_CLEAR(as_element(self)->children);
    return 0;
}

void dealloc(PyObject* self) {
    PyTypeObject* const type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    // Children are freed from here in turn: a deep tree must not exhaust the C stack.
    Py_TRASHCAN_BEGIN(self, dealloc)
    clear(self);
    type->tp_free(self);
    Py_DECREF(type);
    Py_TRASHCAN_END
}

PyObject* construct(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
    static const char* names[] = {"tag", "attributes", "start", nullptr};
    PyObject* tag = nullptr;
    PyObject* attributes = nullptr;
    Py_ssize_t start = 0;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "UO!n", const_cast<char**>(names), &tag,
                                     &PyDict_Type, &attributes, &start)) {
        return nullptr;
    }
    return new_element(type, tag, attributes, start);
}

PyObject* represent(PyObject* self) {
    return PyUnicode_FromFormat("<%U %R>", as_element(self)->tag, as_element(self)->attributes);
}

// The list of children, made when it is first needed: most elements have none. Borrowed.
PyObject* children_of(Element* element) {
    if (element->children == nullptr) element->children = PyList_New(0);
    return element->children;
}

PyObject* get_children(PyObject* self, void*) {
    PyObject* const children = children_of(as_element(self));
    Py_XINCREF(children);
    return children;
}

PyObject* find(PyObject* self, PyObject* tag) {
    PyObject* const children = as_element(self)->children;
    if (children == nullptr) Py_RETURN_NONE;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(children); ++i) {
        PyObject* const child = PyList_GET_ITEM(children, i);
        if (!PyObject_TypeCheck(child, Py_TYPE(self))) continue;
        const int same = PyObject_RichCompareBool(as_element(child)->tag, tag, Py_EQ);
        if (same < 0) return nullptr;
        if (same > 0) {
            Py_INCREF(child);
            return child;
        }
    }
    Py_RETURN_NONE;
}

PyMemberDef members[] = {
    {"tag", T_OBJECT_EX, offsetof(Element, tag), READONLY, "The name in its tags."},
    {"attributes", T_OBJECT_EX, offsetof(Element, attributes), READONLY, "Name to value."},
    {"start", T_PYSSIZET, offsetof(Element, start), READONLY, "Byte offset of its '<'."},
    {"close", T_PYSSIZET, offsetof(Element, close), READONLY, "Byte offset where it closed."},
    {nullptr, 0, 0, 0, nullptr},
};

PyGetSetDef properties[] = {
    {"children", get_children, nullptr, "Elements inside it.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyMethodDef methods[] = {
    {"find", find, METH_O, "find(tag, /)\n--\n\nThe first child of that tag, or None."},
    {nullptr, nullptr, 0, nullptr},
};

PyType_Slot slots[] = {
    {Py_tp_doc, const_cast<char*>("An XML element and the bytes it was written in.")},
    {Py_tp_new, reinterpret_cast<void*>(construct)},
    {Py_tp_dealloc, reinterpret_cast<void*>(dealloc)},
    {Py_tp_traverse, reinterpret_cast<void*>(traverse)},
    {Py_tp_clear, reinterpret_cast<void*>(clear)},
    {Py_tp_repr, reinterpret_cast<void*>(represent)},
    {Py_tp_members, members},
    {Py_tp_getset, properties},
    {Py_tp_methods, methods},
    {0, nullptr},
};

PyType_Spec spec = {"fourbar._native.Element", sizeof(Element), 0,
                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, slots};

}  // namespace

PyTypeObject* make_element_type() {
    return reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
}

PyObject* new_element(PyTypeObject* type, PyObject* tag, PyObject* attributes, Py_ssize_t start) {
    PyObject* const self = type->tp_alloc(type, 0);
    if (self == nullptr) return nullptr;
    Py_INCREF(tag);
    Py_INCREF(attributes);
    Element* const element = as_element(self);
    element->tag = tag;
    element->attributes = attributes;
    element->children = nullptr;
    element->start = start;
    element->close = start;
    return self;
}

bool append_child(Element* element, PyObject* child) {
    PyObject* const children = children_of(element);
    return children != nullptr && PyList_Append(children, child) == 0;
}

Py_ssize_t child_count(const Element* element) {
    return element->children == nullptr ? 0 : PyList_GET_SIZE(element->children);
}

}  // namespace fourbar::xml

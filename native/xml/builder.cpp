#include <Python.h>
#include <structmember.h>

#include "builder.hpp"
#include "element.hpp"

#include <cstddef>

namespace fourbar::xml {
namespace {

PyTypeObject* element_type = nullptr;   // set once, when the module is made
PyObject* byte_index_name = nullptr;    // "CurrentByteIndex"

// `stack` holds the open elements below `holder`, whose one child becomes the root.
struct TreeBuilder {
    PyObject_HEAD
    PyObject* parser;
    PyObject* holder;
    PyObject* stack;
    PyObject* comments;
    Py_ssize_t count;
    Py_ssize_t max_depth;
    Py_ssize_t max_elements;
};

TreeBuilder* as_builder(PyObject* self) { return reinterpret_cast<TreeBuilder*>(self); }

Element* innermost(const TreeBuilder* builder) {
    PyObject* const stack = builder->stack;
    return reinterpret_cast<Element*>(PyList_GET_ITEM(stack, PyList_GET_SIZE(stack) - 1));
}

// Where the parser is; -1 with an exception set on failure.
Py_ssize_t byte_index(const TreeBuilder* builder) {
    PyObject* const index = PyObject_GetAttr(builder->parser, byte_index_name);
    if (index == nullptr) return -1;
    const Py_ssize_t offset = PyLong_AsSsize_t(index);
    Py_DECREF(index);
    return offset;
}

PyObject* start(PyObject* self, PyObject* const* args, Py_ssize_t count) {
    TreeBuilder* const builder = as_builder(self);
    if (count != 2 || !PyUnicode_Check(args[0]) || !PyDict_Check(args[1])) {
        PyErr_SetString(PyExc_TypeError, "start() takes a tag and a dict of attributes");
        return nullptr;
    }
    const Py_ssize_t offset = byte_index(builder);
    if (offset == -1 && PyErr_Occurred()) return nullptr;
    PyObject* const element = new_element(element_type, args[0], args[1], offset);
    if (element == nullptr) return nullptr;
    const bool added = append_child(innermost(builder), element) &&
                       PyList_Append(builder->stack, element) == 0;
    Py_DECREF(element);
    if (!added) return nullptr;
    if (PyList_GET_SIZE(builder->stack) > builder->max_depth) {
        PyErr_SetString(PyExc_RecursionError, "too many nested elements");
        return nullptr;
    }
    if (++builder->count > builder->max_elements) {
        PyErr_SetString(PyExc_OverflowError, "too many elements");
        return nullptr;
    }
    Py_RETURN_NONE;
}

PyObject* end(PyObject* self, PyObject*) {
    TreeBuilder* const builder = as_builder(self);
    const Py_ssize_t open = PyList_GET_SIZE(builder->stack);
    if (open < 2) {
        PyErr_SetString(PyExc_ValueError, "end() without start()");
        return nullptr;
    }
    const Py_ssize_t offset = byte_index(builder);
    if (offset == -1 && PyErr_Occurred()) return nullptr;
    innermost(builder)->close = offset;
    if (PyList_SetSlice(builder->stack, open - 1, open, nullptr) != 0) return nullptr;
    Py_RETURN_NONE;
}

PyObject* comment(PyObject* self, PyObject* text) {
    TreeBuilder* const builder = as_builder(self);
    Element* const parent = innermost(builder);
    PyObject* const owner = reinterpret_cast<PyObject*>(parent);
    PyObject* const entry = Py_BuildValue("(OnO)", owner == builder->holder ? Py_None : owner,
                                          child_count(parent), text);
    if (entry == nullptr) return nullptr;
    const int failed = PyList_Append(builder->comments, entry);
    Py_DECREF(entry);
    if (failed != 0) return nullptr;
    Py_RETURN_NONE;
}

PyObject* root(PyObject* self, void*) {
    const Element* const holder = reinterpret_cast<Element*>(as_builder(self)->holder);
    PyObject* const found = child_count(holder) > 0 ? PyList_GET_ITEM(holder->children, 0) : Py_None;
    Py_INCREF(found);
    return found;
}

PyObject* open_element(PyObject* self, void*) {
    PyObject* const found = reinterpret_cast<PyObject*>(innermost(as_builder(self)));
    PyObject* const shown = found == as_builder(self)->holder ? Py_None : found;
    Py_INCREF(shown);
    return shown;
}

int traverse(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(as_builder(self)->parser);
    Py_VISIT(as_builder(self)->holder);
    Py_VISIT(as_builder(self)->stack);
    Py_VISIT(as_builder(self)->comments);
    return 0;
}

void dealloc(PyObject* self) {
    PyTypeObject* const type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(as_builder(self)->parser);
    Py_XDECREF(as_builder(self)->holder);
    Py_XDECREF(as_builder(self)->stack);
    Py_XDECREF(as_builder(self)->comments);
    type->tp_free(self);
    Py_DECREF(type);
}

// The lists are filled here and never replaced: methods may rely on them.
bool prepare(TreeBuilder* self, PyObject* parser) {
    Py_INCREF(parser);
    self->parser = parser;
    PyObject* const tag = PyUnicode_FromString("");
    PyObject* const attributes = PyDict_New();
    if (tag != nullptr && attributes != nullptr) {
        self->holder = new_element(element_type, tag, attributes, 0);
    }
    Py_XDECREF(tag);
    Py_XDECREF(attributes);
    self->stack = PyList_New(0);
    self->comments = PyList_New(0);
    return self->holder != nullptr && self->stack != nullptr && self->comments != nullptr &&
           PyList_Append(self->stack, self->holder) == 0;
}

PyObject* construct(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
    static const char* names[] = {"parser", "max_depth", "max_elements", nullptr};
    PyObject* parser = nullptr;
    Py_ssize_t max_depth = 0;
    Py_ssize_t max_elements = 0;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "Onn", const_cast<char**>(names), &parser,
                                     &max_depth, &max_elements)) {
        return nullptr;
    }
    PyObject* const self = type->tp_alloc(type, 0);  // zeroed
    if (self == nullptr) return nullptr;
    as_builder(self)->max_depth = max_depth;
    as_builder(self)->max_elements = max_elements;
    if (!prepare(as_builder(self), parser)) {
        Py_DECREF(self);
        return nullptr;
    }
    return self;
}

PyMemberDef members[] = {
    {"comments", T_OBJECT_EX, offsetof(TreeBuilder, comments), READONLY,
     "(parent or None, number of children before it, text) of each comment."},
    {nullptr, 0, 0, 0, nullptr},
};

PyGetSetDef properties[] = {
    {"root", root, nullptr, "The outermost element, or None.", nullptr},
    {"open", open_element, nullptr, "The innermost element not yet closed, or None.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyMethodDef methods[] = {
    {"start", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(start)), METH_FASTCALL,
     "start(tag, attributes, /)\n--\n\nOpen an element. Raises RecursionError or OverflowError at a limit."},
    {"end", end, METH_O, "end(tag, /)\n--\n\nClose the innermost element."},
    {"comment", comment, METH_O, "comment(text, /)\n--\n\nRemember a comment and its place."},
    {nullptr, nullptr, 0, nullptr},
};

PyType_Slot slots[] = {
    {Py_tp_doc, const_cast<char*>("Collects the events of an expat parser into elements.")},
    {Py_tp_new, reinterpret_cast<void*>(construct)},
    {Py_tp_dealloc, reinterpret_cast<void*>(dealloc)},
    {Py_tp_traverse, reinterpret_cast<void*>(traverse)},
    {Py_tp_members, members},
    {Py_tp_getset, properties},
    {Py_tp_methods, methods},
    {0, nullptr},
};

PyType_Spec spec = {"fourbar._native.TreeBuilder", sizeof(TreeBuilder), 0,
                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, slots};

}  // namespace

PyTypeObject* make_builder_type(PyTypeObject* elements) {
    byte_index_name = PyUnicode_InternFromString("CurrentByteIndex");
    if (byte_index_name == nullptr) return nullptr;
    Py_INCREF(elements);
    element_type = elements;
    return reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
}

}  // namespace fourbar::xml

#include <Python.h>

#include "plan.hpp"

#include "element.hpp"
#include "plain_numbers.hpp"

#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

namespace fourbar::xml {
namespace {

PyTypeObject* element_type = nullptr;  // both are set once, when the module is made
PyTypeObject* plan_type = nullptr;

enum class Kind { text, name, flag, word, number, vector };
enum class How { one, many, spread, either };

struct Attribute {
    PyObject* name;
    PyObject* field;
    PyObject* allowed;  // the words of a `word`
    Kind kind;
    std::size_t count;  // the numbers of a `vector`
    bool required;
};

struct Child {
    PyObject* tag;
    PyObject* field;
    PyObject* plan;  // a Plan; for `either` a dict from tags to Plans
    How how;
    bool required;
};

struct Plan {
    PyObject_HEAD
    PyTypeObject* type;  // null where the fields are those of the record around it
    PyObject* defaults;
    std::vector<Attribute>* attributes;
    std::vector<Child>* children;
};

Plan* as_plan(PyObject* self) { return reinterpret_cast<Plan*>(self); }

PyObject* read_record(Plan* plan, Element* element);

// Every function below returns false without an exception where an element is not plain: an
// attribute or child that the plan does not know or misses, one too many, a number that is none.

bool same(PyObject* a, PyObject* b) {
    if (a == b) return true;
    if (PyUnicode_CHECK_INTERNED(a) && PyUnicode_CHECK_INTERNED(b)) return false;
    return PyUnicode_Compare(a, b) == 0;
}

// A new reference to what an attribute says, or null.
PyObject* value_of(const Attribute& attribute, PyObject* text) {
    switch (attribute.kind) {
    case Kind::name:
        if (PyUnicode_GET_LENGTH(text) == 0) return nullptr;
        break;
    case Kind::word:
        if (PySet_Contains(attribute.allowed, text) != 1) return nullptr;
        break;
    case Kind::flag: {
        const bool yes = PyUnicode_CompareWithASCIIString(text, "true") == 0;
        if (!yes && PyUnicode_CompareWithASCIIString(text, "false") != 0) return nullptr;
        PyObject* const truth = yes ? Py_True : Py_False;
        Py_INCREF(truth);
        return truth;
    }
    case Kind::number: {
        NumberList numbers;
        if (!parse_plain(text, numbers) || numbers.size() != 1) return nullptr;
        return PyFloat_FromDouble(numbers[0]);
    }
    case Kind::vector: {
        NumberList numbers;
        if (!parse_plain(text, numbers) || numbers.size() != attribute.count) return nullptr;
        return as_tuple(numbers);
    }
    case Kind::text:
        break;
    }
    Py_INCREF(text);
    return text;
}

bool set_field(PyObject* fields, PyObject* field, PyObject* value) {
    if (value == nullptr) return false;
    const bool set = PyDict_SetItem(fields, field, value) == 0;
    Py_DECREF(value);
    return set;
}

bool read_attributes(const Plan* plan, PyObject* attributes, PyObject* fields) {
    Py_ssize_t found = 0;
    for (const Attribute& attribute : *plan->attributes) {
        PyObject* const text = PyDict_GetItemWithError(attributes, attribute.name);
        if (text == nullptr) {
            if (attribute.required || PyErr_Occurred()) return false;
            continue;
        }
        ++found;
        if (!PyUnicode_Check(text) || !set_field(fields, attribute.field, value_of(attribute, text))) {
            return false;
        }
    }
    return found == PyDict_GET_SIZE(attributes);
}

bool read_fields(Plan* plan, Element* element, PyObject* fields);

// `<geometry>`: its only child decides which record it is.
PyObject* read_either(PyObject* plans, Element* element) {
    if (PyDict_GET_SIZE(element->attributes) != 0 || child_count(element) != 1) return nullptr;
    PyObject* const only = PyList_GET_ITEM(element->children, 0);
    if (!PyObject_TypeCheck(only, element_type)) return nullptr;
    Element* const child = reinterpret_cast<Element*>(only);
    PyObject* const plan = PyDict_GetItemWithError(plans, child->tag);
    return plan == nullptr ? nullptr : read_record(as_plan(plan), child);
}

bool read_child(const Child& child, Element* element, PyObject* fields) {
    switch (child.how) {
    case How::spread:
        return read_fields(as_plan(child.plan), element, fields);
    case How::either:
        return set_field(fields, child.field, read_either(child.plan, element));
    case How::many: {
        PyObject* const list = PyDict_GetItemWithError(fields, child.field);
        PyObject* const made = list == nullptr ? nullptr : read_record(as_plan(child.plan), element);
        if (made == nullptr) return false;
        const bool added = PyList_Append(list, made) == 0;
        Py_DECREF(made);
        return added;
    }
    case How::one:
        break;
    }
    return set_field(fields, child.field, read_record(as_plan(child.plan), element));
}

bool read_children(const Plan* plan, Element* element, PyObject* fields) {
    std::uint64_t seen = 0;
    for (const Child& child : *plan->children) {
        if (child.how == How::many && !set_field(fields, child.field, PyList_New(0))) return false;
    }
    for (Py_ssize_t i = 0; i < child_count(element); ++i) {
        PyObject* const item = PyList_GET_ITEM(element->children, i);
        if (!PyObject_TypeCheck(item, element_type)) return false;
        Element* const inner = reinterpret_cast<Element*>(item);
        std::size_t k = 0;
        while (k < plan->children->size() && !same((*plan->children)[k].tag, inner->tag)) ++k;
        if (k == plan->children->size()) return false;
        const Child& child = (*plan->children)[k];
        const std::uint64_t bit = std::uint64_t{1} << k;
        if (child.how != How::many && (seen & bit) != 0) return false;
        seen |= bit;
        if (!read_child(child, inner, fields)) return false;
    }
    for (std::size_t k = 0; k < plan->children->size(); ++k) {
        const Child& child = (*plan->children)[k];
        if (child.required && (seen & (std::uint64_t{1} << k)) == 0) return false;
        if (child.how == How::many) {
            PyObject* const list = PyDict_GetItemWithError(fields, child.field);
            if (list == nullptr || !set_field(fields, child.field, PyList_AsTuple(list))) {
                return false;
            }
        }
    }
    return true;
}

bool read_fields(Plan* plan, Element* element, PyObject* fields) {
    // One without anything that is asked for may have text in the place of it: `<origin>1 2 3</origin>`.
    if (plan->children->empty() && PyDict_GET_SIZE(element->attributes) == 0) return false;
    return read_attributes(plan, element->attributes, fields) &&
           read_children(plan, element, fields);
}

// The record, made as `record` makes it: a plain object with its fields in `__dict__`.
PyObject* read_record(Plan* plan, Element* element) {
    if (plan->type == nullptr) return nullptr;
    PyObject* const fields = PyDict_Copy(plan->defaults);
    if (fields == nullptr) return nullptr;
    PyObject* made = nullptr;
    if (read_fields(plan, element, fields)) {
        PyObject* const nothing = PyTuple_New(0);
        if (nothing != nullptr) made = PyBaseObject_Type.tp_new(plan->type, nothing, nullptr);
        Py_XDECREF(nothing);
        // By the type's own descriptor: from Python 3.13 on, PyObject_GenericSetDict leaves the
        // fields that live inside the object valid, and they hide those of the dictionary.
        static PyObject* const name = PyUnicode_InternFromString("__dict__");
        if (made != nullptr && PyObject_GenericSetAttr(made, name, fields) != 0) {
            Py_CLEAR(made);
        }
    }
    Py_DECREF(fields);
    return made;
}

PyObject* read(PyObject* self, PyObject* element) {
    if (!PyObject_TypeCheck(element, element_type)) {
        PyErr_SetString(PyExc_TypeError, "read() takes an Element");
        return nullptr;
    }
    try {
        PyObject* const made = read_record(as_plan(self), reinterpret_cast<Element*>(element));
        if (made != nullptr || PyErr_Occurred()) return made;
    } catch (const std::bad_alloc&) {
        return PyErr_NoMemory();
    }
    Py_RETURN_NONE;
}

// Construction. Errors are those of whoever writes a plan, so one message does for all.

bool refuse(const char* message) {
    PyErr_SetString(PyExc_TypeError, message);
    return false;
}

bool take_name(PyObject* name, PyObject*& into) {
    if (!PyUnicode_Check(name)) return refuse("a name must be a str");
    Py_INCREF(name);
    PyUnicode_InternInPlace(&name);
    into = name;
    return true;
}

bool add_attribute(Plan* plan, PyObject* entry) {
    PyObject *name = nullptr, *field = nullptr, *kind = nullptr;
    int required = 0;
    if (!PyTuple_Check(entry) || !PyArg_ParseTuple(entry, "UUOp", &name, &field, &kind, &required)) {
        return refuse("an attribute is (name, field, kind, required)");
    }
    plan->attributes->push_back({nullptr, nullptr, nullptr, Kind::text, 0, required != 0});
    Attribute& made = plan->attributes->back();
    if (!take_name(name, made.name) || !take_name(field, made.field)) return false;
    if (PyFrozenSet_CheckExact(kind)) {
        made.kind = Kind::word;
        Py_INCREF(kind);
        made.allowed = kind;
        return true;
    }
    if (PyLong_Check(kind)) {
        made.kind = Kind::vector;
        made.count = static_cast<std::size_t>(PyLong_AsSize_t(kind));
        return !PyErr_Occurred();
    }
    static constexpr struct {
        const char* word;
        Kind kind;
    } kinds[] = {{"text", Kind::text},
                 {"name", Kind::name},
                 {"flag", Kind::flag},
                 {"number", Kind::number}};
    for (const auto& each : kinds) {
        if (PyUnicode_Check(kind) && PyUnicode_CompareWithASCIIString(kind, each.word) == 0) {
            made.kind = each.kind;
            return true;
        }
    }
    return refuse("a kind is 'text', 'name', 'flag', 'number', a count or a set of words");
}

bool add_child(Plan* plan, PyObject* entry) {
    PyObject *tag = nullptr, *field = nullptr, *inner = nullptr;
    const char* how = nullptr;
    int required = 0;
    if (!PyTuple_Check(entry) ||
        !PyArg_ParseTuple(entry, "UUsOp", &tag, &field, &how, &inner, &required)) {
        return refuse("a child is (tag, field, how, plan, required)");
    }
    if (plan->children->size() == 64) return refuse("a plan has at most 64 children");
    const bool either = std::strcmp(how, "either") == 0;
    if (either ? !PyDict_Check(inner) : !PyObject_TypeCheck(inner, plan_type)) {
        return refuse("a child's plan is a Plan, or a dict of them where 'either' is meant");
    }
    if (either) {
        PyObject *key = nullptr, *value = nullptr;
        Py_ssize_t at = 0;
        while (PyDict_Next(inner, &at, &key, &value)) {
            if (!PyObject_TypeCheck(value, plan_type)) return refuse("expected a dict of Plans");
        }
    }
    plan->children->push_back({nullptr, nullptr, nullptr, How::one, required != 0});
    Child& made = plan->children->back();
    if (either) {
        made.how = How::either;
    } else if (std::strcmp(how, "many") == 0) {
        made.how = How::many;
    } else if (std::strcmp(how, "spread") == 0) {
        made.how = How::spread;
    } else if (std::strcmp(how, "one") != 0) {
        return refuse("a child is read as 'one', 'many', 'spread' or 'either'");
    }
    Py_INCREF(inner);
    made.plan = inner;
    return take_name(tag, made.tag) && take_name(field, made.field);
}

bool add_all(Plan* plan, PyObject* entries, bool (*add)(Plan*, PyObject*)) {
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(entries); ++i) {
        if (!add(plan, PyTuple_GET_ITEM(entries, i))) return false;
    }
    return true;
}

PyObject* construct(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
    static const char* names[] = {"make", "defaults", "attributes", "children", nullptr};
    PyObject *make = nullptr, *defaults = nullptr, *attributes = nullptr, *children = nullptr;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO!O!O!", const_cast<char**>(names), &make,
                                     &PyDict_Type, &defaults, &PyTuple_Type, &attributes,
                                     &PyTuple_Type, &children)) {
        return nullptr;
    }
    if (make != Py_None && !PyType_Check(make)) {
        PyErr_SetString(PyExc_TypeError, "make must be a class or None");
        return nullptr;
    }
    PyObject* const self = type->tp_alloc(type, 0);  // zeroed
    if (self == nullptr) return nullptr;
    Plan* const plan = as_plan(self);
    plan->attributes = new (std::nothrow) std::vector<Attribute>;
    plan->children = new (std::nothrow) std::vector<Child>;
    plan->defaults = PyDict_Copy(defaults);
    if (make != Py_None) {
        Py_INCREF(make);
        plan->type = reinterpret_cast<PyTypeObject*>(make);
    }
    bool good = plan->attributes != nullptr && plan->children != nullptr;
    if (!good) PyErr_NoMemory();
    try {
        good = good && plan->defaults != nullptr && add_all(plan, attributes, add_attribute) &&
               add_all(plan, children, add_child);
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
        good = false;
    }
    if (!good) {
        Py_DECREF(self);
        return nullptr;
    }
    return self;
}

void dealloc(PyObject* self) {
    PyTypeObject* const type = Py_TYPE(self);
    Plan* const plan = as_plan(self);
    if (plan->attributes != nullptr) {
        for (const Attribute& attribute : *plan->attributes) {
            Py_XDECREF(attribute.name);
            Py_XDECREF(attribute.field);
            Py_XDECREF(attribute.allowed);
        }
    }
    if (plan->children != nullptr) {
        for (const Child& child : *plan->children) {
            Py_XDECREF(child.tag);
            Py_XDECREF(child.field);
            Py_XDECREF(child.plan);
        }
    }
    delete plan->attributes;
    delete plan->children;
    Py_XDECREF(plan->defaults);
    Py_XDECREF(reinterpret_cast<PyObject*>(plan->type));
    type->tp_free(self);
    Py_DECREF(type);
}

PyMethodDef methods[] = {
    {"read", read, METH_O,
     "read(element, /)\n--\n\nThe record of a plain element; None for any other."},
    {nullptr, nullptr, 0, nullptr},
};

PyType_Slot slots[] = {
    {Py_tp_doc, const_cast<char*>("Which attributes and children become which fields.")},
    {Py_tp_new, reinterpret_cast<void*>(construct)},
    {Py_tp_dealloc, reinterpret_cast<void*>(dealloc)},
    {Py_tp_methods, methods},
    {0, nullptr},
};

PyType_Spec spec = {"fourbar._native.Plan", sizeof(Plan), 0, Py_TPFLAGS_DEFAULT, slots};

}  // namespace

PyTypeObject* make_plan_type(PyTypeObject* elements) {
    Py_INCREF(elements);
    element_type = elements;
    plan_type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
    return plan_type;
}

}  // namespace fourbar::xml

// Arguments of METH_FASTCALL functions, by position or keyword.
#pragma once

#include <Python.h>

#include <initializer_list>

namespace fourbar::boundary {

constexpr int most_parameters = 14;

// What a function may be called with. Names are interned: a keyword that a call site spells is the
// same object, so looking it up compares pointers.
class Signature {
public:
    // `positional` parameters may be given by position; the first `required` must be given.
    Signature(const char* function, int required, int positional,
              std::initializer_list<const char*> names)
        : function_(function), required_(required), positional_(positional) {
        for (const char* name : names) names_[count_++] = PyUnicode_InternFromString(name);
    }

    // Puts each argument into the slot of its parameter; the others stay null, as they come.
    bool bind(PyObject* const* args, Py_ssize_t given, PyObject* keywords, PyObject** slots) const {
        if (given > positional_) {
            PyErr_Format(PyExc_TypeError, "%s() takes %d positional arguments but %zd were given",
                         function_, positional_, given);
            return false;
        }
        for (Py_ssize_t i = 0; i < given; ++i) slots[i] = args[i];
        if (keywords == nullptr && given >= required_) return true;
        return bind_keywords(args, given, keywords, slots);
    }

private:
    bool bind_keywords(PyObject* const* args, Py_ssize_t given, PyObject* keywords,
                       PyObject** slots) const {
        const Py_ssize_t named = keywords == nullptr ? 0 : PyTuple_GET_SIZE(keywords);
        for (Py_ssize_t i = 0; i < named; ++i) {
            PyObject* keyword = PyTuple_GET_ITEM(keywords, i);
            const int slot = find(keyword);
            if (slot < 0) {
                PyErr_Format(PyExc_TypeError, "%s() got an unexpected argument %R", function_, keyword);
                return false;
            }
            if (slots[slot] != nullptr) {
                PyErr_Format(PyExc_TypeError, "%s() got multiple values for argument %R", function_, keyword);
                return false;
            }
            slots[slot] = args[given + i];
        }
        for (int i = 0; i < required_; ++i) {
            if (slots[i] != nullptr) continue;
            PyErr_Format(PyExc_TypeError, "%s() is missing argument %R", function_, names_[i]);
            return false;
        }
        return true;
    }

    int find(PyObject* keyword) const {
        for (int i = 0; i < count_; ++i) {
            if (names_[i] == keyword) return i;
        }
        for (int i = 0; i < count_; ++i) {
            if (PyUnicode_Compare(names_[i], keyword) == 0) return i;
        }
        return -1;
    }

    const char* function_;
    int required_;
    int positional_;
    int count_ = 0;
    PyObject* names_[most_parameters] = {};
};

// The place of a word among interned `words`, or -1 with an exception that lists them.
inline int choose(PyObject* given, const char* argument, PyObject* const* words, int count) {
    for (int i = 0; i < count; ++i) {
        if (words[i] == given) return i;
    }
    if (PyUnicode_Check(given)) {
        for (int i = 0; i < count; ++i) {
            if (PyUnicode_Compare(words[i], given) == 0) return i;
        }
    }
    PyObject* known = PyUnicode_FromString("");
    for (int i = 0; known != nullptr && i < count; ++i) {
        PyObject* longer = PyUnicode_FromFormat("%U%s%U", known, i == 0 ? "" : ", ", words[i]);
        Py_SETREF(known, longer);
    }
    if (known == nullptr) return -1;
    PyErr_Format(PyExc_ValueError, "unknown %s %R; expected one of: %U", argument, given, known);
    Py_DECREF(known);
    return -1;
}

}  // namespace fourbar::boundary

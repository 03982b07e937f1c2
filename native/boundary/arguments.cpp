#include "arguments.hpp"

#include "signature.hpp"

namespace fourbar::boundary {
namespace {

PyObject* frame_words[3] = {};
PyObject* column_words[2] = {};
PyObject* coordinate_words[2] = {};

template <int count>
bool load(PyObject* (&words)[count], const char* const (&texts)[count]) {
    for (int i = 0; i < count; ++i) {
        if (words[i] == nullptr) words[i] = PyUnicode_InternFromString(texts[i]);
        if (words[i] == nullptr) return false;
    }
    return true;
}

}  // namespace

bool load_words() {
    return load(frame_words, {"world", "local", "local_world_aligned"}) &&
           load(column_words, {"all", "support"}) &&
           load(coordinate_words, {"independent", "spanning"});
}

int read_frame(PyObject* argument) { return choose(argument, "frame", frame_words, 3); }

int read_columns(PyObject* argument) { return choose(argument, "columns", column_words, 2); }

bool read_coordinates(PyObject* argument, bool& spanning) {
    spanning = false;
    if (argument == nullptr) return true;
    const int word = choose(argument, "coordinates", coordinate_words, 2);
    spanning = word == 1;
    return word >= 0;
}

bool read_threads(PyObject* argument, int& threads) {
    constexpr long most = 4096;
    threads = 0;
    if (!is_given(argument)) return true;
    int beyond = 0;  // of a long, up or down
    const long number = PyLong_AsLongAndOverflow(argument, &beyond);
    if (number == -1 && beyond == 0 && PyErr_Occurred()) {
        if (!PyErr_ExceptionMatches(PyExc_TypeError)) return false;
        PyErr_Clear();
        PyErr_Format(PyExc_TypeError, "threads must be a whole number, got %R", argument);
        return false;
    }
    if (beyond != 0 || number < 1 || number > most) {
        PyErr_Format(PyExc_ValueError, "threads must be between 1 and %ld, got %R", most, argument);
        return false;
    }
    threads = static_cast<int>(number);
    return true;
}

}  // namespace fourbar::boundary

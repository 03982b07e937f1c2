// numpy arrays at the boundary: every pointer a kernel gets has passed through here.
//
// A METH_FASTCALL function that reads the array struct takes 40 ns where the buffer protocol takes
// 150 and nanobind's ndarray 500. The struct is mirrored here rather than included from numpy's
// headers, so that building needs no numpy and importing this module does not import it either:
// reading and checking a description must start fast. The mirrored fields are part of numpy's
// stable ABI, and load_numpy() compares them with what numpy says before first use.
#pragma once

#include <Python.h>

#include <initializer_list>

#ifdef Py_GIL_DISABLED
#error "fourbar hands arrays out again by their reference count, which needs the interpreter lock"
#endif

namespace fourbar::boundary {

// Imports numpy on first use. False with a Python exception set when that fails.
bool load_numpy();

// A float64 array to read. Holds a converted copy where the user's array is of another layout.
class Input {
public:
    Input() = default;
    Input(const Input&) = delete;
    Input& operator=(const Input&) = delete;
    ~Input() { Py_XDECREF(copy_); }

    // Takes what numpy can turn into numbers: lists, integers, float32, strided arrays. A `rows` of
    // -1 stands for any number of them. False with an exception that names `name` otherwise.
    bool read(PyObject* object, const char* name, Py_ssize_t width);
    bool read_rows(PyObject* object, const char* name, Py_ssize_t rows, Py_ssize_t width);

    const double* data() const { return data_; }
    Py_ssize_t rows() const { return rows_; }

private:
    bool convert(PyObject* object, const char* name, int dimensions);

    const double* data_ = nullptr;
    Py_ssize_t rows_ = 1;
    PyObject* copy_ = nullptr;
};

// Where results go: the data of `object`, a writable float64 array of exactly this shape in C
// order. Null with an exception otherwise: results are never written to a hidden copy.
double* output(PyObject* object, const char* name, std::initializer_list<Py_ssize_t> shape);

// A new array of this shape, not initialised; its data in `data`. Null with an exception.
PyObject* new_array(std::initializer_list<Py_ssize_t> shape, double** data);

double* array_data(PyObject* array);

// Numbers that a call reads or writes, and the argument they belong to.
struct Memory {
    const char* name;
    const double* data;
    Py_ssize_t size;
};

// True, with an exception, where numbers that are written share memory with others that are read or
// written: results are stored while arguments are still being read.
bool refuse_overlap(std::initializer_list<Memory> written, std::initializer_list<Memory> read);

// True, with an exception that names the place, when a number is not finite.
bool refuse_row(const char* name, const double* rows, Py_ssize_t count, int width);

// The number of axes of an array, -1 for anything else.
int dimension_count(PyObject* object);

// How long the last axis is, of an array or of nested sequences; -1 for anything else.
Py_ssize_t last_axis(PyObject* object);

// Arrays of one shape, handed out again once the user has dropped them. Results are then the
// user's to keep, and a loop that drops them allocates nothing.
class Pool {
public:
    Pool() = default;
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;
    ~Pool() {
        for (PyObject* array : slots_) Py_XDECREF(array);
    }
    PyObject* take(std::initializer_list<Py_ssize_t> shape, double** data);

private:
    static constexpr int size = 6;
    PyObject* slots_[size] = {};
    int oldest_ = 0;
};

}  // namespace fourbar::boundary

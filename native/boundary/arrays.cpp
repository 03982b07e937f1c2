#include "arrays.hpp"

#include <cmath>
#include <cstdint>
#include <functional>
#include <string>

namespace fourbar::boundary {
namespace {

struct NumpyType {
    PyObject_HEAD
    PyTypeObject* type;
    char kind;
    char letter;
    char byte_order;
    char flags;
    int number;
};

struct NumpyArray {
    PyObject_HEAD
    char* data;
    int dimension_count;
    Py_ssize_t* dimensions;
    Py_ssize_t* strides;
    PyObject* base;
    NumpyType* type;
    int flags;
};

constexpr int c_contiguous = 0x0001;
constexpr int aligned = 0x0100;
constexpr int writeable = 0x0400;
constexpr int float64 = 12;

// What numpy gives, all of it or nothing.
PyTypeObject* ndarray = nullptr;
PyObject* numpy_empty = nullptr;
PyObject* numpy_asarray = nullptr;
PyObject* numpy_array = nullptr;
PyObject* numpy_float64 = nullptr;

void forget_numpy() {
    Py_CLEAR(numpy_empty);
    Py_CLEAR(numpy_asarray);
    Py_CLEAR(numpy_array);
    Py_CLEAR(numpy_float64);
    Py_CLEAR(ndarray);
}

const NumpyArray& fields(PyObject* array) { return *reinterpret_cast<NumpyArray*>(array); }

bool is_native_float64(const NumpyArray& array) {
    const char order = array.type->byte_order;
    return array.type->number == float64 && order != (PY_LITTLE_ENDIAN ? '>' : '<');
}

// Whether `object` is an array whose data a kernel may use as it stands.
bool is_plain(PyObject* object, int flags) {
    if (!PyObject_TypeCheck(object, ndarray)) return false;
    const NumpyArray& array = fields(object);
    return (array.flags & flags) == flags && is_native_float64(array);
}

bool attribute_is(PyObject* object, const char* name, Py_ssize_t expected) {
    PyObject* value = PyObject_GetAttrString(object, name);
    if (value == nullptr) return false;
    const Py_ssize_t number = PyNumber_AsSsize_t(value, nullptr);
    Py_DECREF(value);
    return number == expected;
}

// Whether a 2 x 3 array looks through the mirrored struct as numpy describes it.
bool mirror_is_true() {
    double* data = nullptr;
    PyObject* array = new_array({2, 3}, &data);
    if (array == nullptr) return false;
    const NumpyArray& mirrored = fields(array);
    bool same = attribute_is(array, "ndim", mirrored.dimension_count) &&
                mirrored.dimension_count == 2 && mirrored.dimensions[0] == 2 &&
                mirrored.dimensions[1] == 3 && mirrored.strides[0] == 24 && is_native_float64(mirrored);
    PyObject* address = same ? PyObject_GetAttrString(array, "ctypes") : nullptr;
    same = address != nullptr &&
           attribute_is(address, "data", static_cast<Py_ssize_t>(reinterpret_cast<std::intptr_t>(data)));
    Py_XDECREF(address);
    const int wanted = c_contiguous | aligned | writeable;
    same = same && (mirrored.flags & wanted) == wanted;
    Py_DECREF(array);
    return same;
}

std::string shape_text(const Py_ssize_t* shape, int count) {
    std::string text = "(";
    for (int i = 0; i < count; ++i) {
        if (i > 0) text += ", ";
        text += shape[i] < 0 ? std::string("n") : std::to_string(shape[i]);
    }
    return text + (count == 1 ? ",)" : ")");
}

void refuse_shape(const char* name, const NumpyArray& array, const Py_ssize_t* wanted, int count) {
    PyErr_Format(PyExc_ValueError, "%s has shape %s, expected %s", name,
                 shape_text(array.dimensions, array.dimension_count).c_str(),
                 shape_text(wanted, count).c_str());
}

}  // namespace

bool load_numpy() {
    if (ndarray != nullptr) return true;
    PyObject* numpy = PyImport_ImportModule("numpy");
    if (numpy == nullptr) return false;
    const auto take = [&](const char* name) {
        return PyErr_Occurred() ? nullptr : PyObject_GetAttrString(numpy, name);
    };
    ndarray = reinterpret_cast<PyTypeObject*>(take("ndarray"));
    numpy_empty = take("empty");
    numpy_asarray = take("asarray");
    numpy_array = take("array");
    numpy_float64 = take("float64");
    Py_DECREF(numpy);
    if (!PyErr_Occurred() && mirror_is_true()) return true;
    if (!PyErr_Occurred()) {
        PyErr_SetString(PyExc_ImportError,
                        "fourbar does not support the array layout of this numpy version");
    }
    forget_numpy();
    return false;
}

double* array_data(PyObject* array) { return reinterpret_cast<double*>(fields(array).data); }

int dimension_count(PyObject* object) {
    return PyObject_TypeCheck(object, ndarray) ? fields(object).dimension_count : -1;
}

bool Input::convert(PyObject* object, const char* name, int dimensions) {
    PyObject* array = PyObject_CallOneArg(numpy_asarray, object);
    if (array == nullptr) return false;
    const char kind = fields(array).type->kind;
    if (kind != 'f' && kind != 'i' && kind != 'u') {
        PyErr_Format(PyExc_TypeError, "%s holds %S, expected float64", name, fields(array).type);
        Py_DECREF(array);
        return false;
    }
    if (fields(array).dimension_count != dimensions) {
        PyErr_Format(PyExc_ValueError, "%s has %d dimensions, expected %d", name,
                     fields(array).dimension_count, dimensions);
        Py_DECREF(array);
        return false;
    }
    PyObject* arguments = Py_BuildValue("(NO)", array, numpy_float64);
    PyObject* order = Py_BuildValue("{s:s}", "order", "C");
    if (arguments != nullptr && order != nullptr) {
        copy_ = PyObject_Call(numpy_array, arguments, order);
    }
    Py_XDECREF(arguments);
    Py_XDECREF(order);
    if (copy_ != nullptr && !is_plain(copy_, c_contiguous | aligned)) {
        PyErr_Format(PyExc_TypeError, "%s cannot be read as float64", name);
        return false;
    }
    return copy_ != nullptr;
}

bool Input::read(PyObject* object, const char* name, Py_ssize_t width) {
    PyObject* array = object;
    if (!is_plain(object, c_contiguous | aligned)) {
        if (!convert(object, name, 1)) return false;
        array = copy_;
    }
    const NumpyArray& found = fields(array);
    if (found.dimension_count != 1 || found.dimensions[0] != width) {
        refuse_shape(name, found, &width, 1);
        return false;
    }
    data_ = array_data(array);
    return true;
}

bool Input::read_rows(PyObject* object, const char* name, Py_ssize_t rows, Py_ssize_t width) {
    PyObject* array = object;
    if (!is_plain(object, c_contiguous | aligned)) {
        if (!convert(object, name, 2)) return false;
        array = copy_;
    }
    const NumpyArray& found = fields(array);
    if (found.dimension_count != 2 || found.dimensions[1] != width ||
        (rows >= 0 && found.dimensions[0] != rows)) {
        const Py_ssize_t wanted[2] = {rows, width};
        refuse_shape(name, found, wanted, 2);
        return false;
    }
    data_ = array_data(array);
    rows_ = found.dimensions[0];
    return true;
}

double* output(PyObject* object, const char* name, std::initializer_list<Py_ssize_t> shape) {
    if (!PyObject_TypeCheck(object, ndarray)) {
        PyErr_Format(PyExc_TypeError, "%s is a %s, expected a numpy array", name,
                     Py_TYPE(object)->tp_name);
        return nullptr;
    }
    const NumpyArray& array = fields(object);
    const int count = static_cast<int>(shape.size());
    bool same = array.dimension_count == count;
    for (int i = 0; same && i < count; ++i) same = array.dimensions[i] == shape.begin()[i];
    if (!same) {
        refuse_shape(name, array, shape.begin(), count);
    } else if (!is_native_float64(array)) {
        PyErr_Format(PyExc_TypeError, "%s holds %S, expected float64", name, array.type);
    } else if (!(array.flags & c_contiguous) || !(array.flags & aligned)) {
        PyErr_Format(PyExc_ValueError, "%s is not contiguous in C order", name);
    } else if (!(array.flags & writeable)) {
        PyErr_Format(PyExc_ValueError, "%s is read-only", name);
    } else {
        return array_data(object);
    }
    return nullptr;
}

PyObject* new_array(std::initializer_list<Py_ssize_t> shape, double** data) {
    PyObject* sizes = PyTuple_New(static_cast<Py_ssize_t>(shape.size()));
    if (sizes == nullptr) return nullptr;
    Py_ssize_t i = 0;
    for (const Py_ssize_t size : shape) {
        PyObject* number = PyLong_FromSsize_t(size);
        if (number == nullptr) {
            Py_DECREF(sizes);
            return nullptr;
        }
        PyTuple_SET_ITEM(sizes, i++, number);
    }
    PyObject* array = PyObject_CallOneArg(numpy_empty, sizes);
    Py_DECREF(sizes);
    if (array != nullptr) *data = array_data(array);
    return array;
}

bool refuse_overlap(std::initializer_list<Memory> written, std::initializer_list<Memory> read) {
    const std::less<const double*> before;
    const auto overlap = [&](const Memory& a, const Memory& b) {
        return a.size > 0 && b.size > 0 && before(a.data, b.data + b.size) &&
               before(b.data, a.data + a.size);
    };
    for (const Memory* a = written.begin(); a != written.end(); ++a) {
        for (const Memory& b : read) {
            if (!overlap(*a, b)) continue;
            PyErr_Format(PyExc_ValueError, "%s shares memory with %s", a->name, b.name);
            return true;
        }
        for (const Memory* b = written.begin(); b != a; ++b) {
            if (!overlap(*a, *b)) continue;
            PyErr_Format(PyExc_ValueError, "%s shares memory with %s", a->name, b->name);
            return true;
        }
    }
    return false;
}

bool refuse_row(const char* name, const double* rows, Py_ssize_t count, int width) {
    for (Py_ssize_t i = 0; i < count * width; ++i) {
        if (std::isfinite(rows[i])) continue;
        if (count == 1) {
            PyErr_Format(PyExc_ValueError, "%s[%zd] is not finite", name, i);
        } else {
            PyErr_Format(PyExc_ValueError, "%s[%zd, %zd] is not finite", name, i / width, i % width);
        }
        return true;
    }
    return false;
}

Py_ssize_t last_axis(PyObject* object) {
    if (PyObject_TypeCheck(object, ndarray)) {
        const NumpyArray& array = fields(object);
        return array.dimension_count > 0 ? array.dimensions[array.dimension_count - 1] : -1;
    }
    if (!PySequence_Check(object) || PyUnicode_Check(object)) return -1;
    const Py_ssize_t length = PySequence_Size(object);
    PyObject* first = length > 0 ? PySequence_GetItem(object, 0) : nullptr;
    const Py_ssize_t inner = first != nullptr ? last_axis(first) : -1;
    Py_XDECREF(first);
    PyErr_Clear();  // what is no array is refused with its name where it is read
    return inner >= 0 ? inner : length;
}

PyObject* Pool::take(std::initializer_list<Py_ssize_t> shape, double** data) {
    for (PyObject* array : slots_) {
        if (array == nullptr || Py_REFCNT(array) != 1) continue;
        // The user may have reshaped or locked it meanwhile; such an array is not handed out again.
        if (!is_plain(array, c_contiguous | aligned | writeable)) continue;
        const NumpyArray& found = fields(array);
        bool same = found.dimension_count == static_cast<int>(shape.size());
        for (int i = 0; same && i < found.dimension_count; ++i) {
            same = found.dimensions[i] == shape.begin()[i];
        }
        if (!same) continue;
        *data = array_data(array);
        return Py_NewRef(array);
    }
    PyObject* array = new_array(shape, data);
    if (array == nullptr) return nullptr;
    Py_XSETREF(slots_[oldest_], Py_NewRef(array));
    oldest_ = (oldest_ + 1) % size;
    return array;
}

}  // namespace fourbar::boundary

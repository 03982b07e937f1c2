#include "bind.hpp"

#include "attributes.hpp"
#include "builder.hpp"
#include "element.hpp"
#include "plan.hpp"
#include "scan.hpp"

namespace nb = nanobind;

namespace fourbar::xml {
namespace {

PyCFunction fast(PyObject* (*function)(PyObject*, PyObject* const*, Py_ssize_t)) {
    return reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(function));
}

PyMethodDef methods[] = {
    {"read_numbers", fast(read_numbers), METH_FASTCALL,
     "read_numbers(attributes, names, /)\n--\n\n"
     "One finite number or None per name; None as a whole if any cannot be read, or if there\n"
     "are attributes of other names."},
    {"read_vector", fast(read_vector), METH_FASTCALL,
     "read_vector(text, count, /)\n--\n\n"
     "`count` finite numbers, or None if the text is not just that."},
    {"scan", fast(scan), METH_FASTCALL,
     "scan(data, max_depth, max_elements, /)\n--\n\n"
     "The root element and the comments of a plain, well-formed XML text in UTF-8; None if it is\n"
     "anything else, or exceeds a limit."},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

void bind(nb::module_& module) {
    PyTypeObject* const element = make_element_type();
    PyTypeObject* const builder = element == nullptr ? nullptr : make_builder_type(element);
    PyTypeObject* const plan = builder == nullptr ? nullptr : make_plan_type(element);
    if (plan == nullptr || !prepare_scan(element) ||
        PyModule_AddFunctions(module.ptr(), methods) != 0 ||
        PyModule_AddType(module.ptr(), element) != 0 ||
        PyModule_AddType(module.ptr(), builder) != 0 ||
        PyModule_AddType(module.ptr(), plan) != 0) {
        throw nb::python_error();
    }
}

}  // namespace fourbar::xml

#include "objects.hpp"

#include "boundary/errors.hpp"

namespace fourbar::dynamics {
namespace {

PyTypeObject* mechanism_type = nullptr;

const Partition* find_partition(const loops::LoopSystem* loops, const nb::object& owner) {
    if (loops == nullptr) return nullptr;
    const auto& choice = nb::cast<const loops::Choice&>(owner);
    check(choice.is_for(*loops) && choice.fits(), "these coordinates belong to another model");
    return &choice.partition();
}

}  // namespace

CompiledMechanism::CompiledMechanism(const Compiled& compiled, nb::object loops, nb::object choice,
                                     const std::vector<std::vector<int>>& rows, const Numbers& gravity,
                                     const Numbers& armature, const Numbers& damping,
                                     const Numbers& friction, const Numbers& stiffness,
                                     const Numbers& rest, double tolerance, double consistency,
                                     bool driven)
    : kernels_(select_kernels(compiled.kernels().name)),
      driven_(driven),
      loops_owner_(std::move(loops)),
      choice_owner_(std::move(choice)),
      owned_(compiled.tree(), this->loops() == nullptr ? nullptr : &this->loops()->system(),
             find_partition(this->loops(), choice_owner_), rows,
             {mechanics::span(gravity), mechanics::span(armature), mechanics::span(damping),
              mechanics::span(friction), mechanics::span(stiffness), mechanics::span(rest), tolerance, consistency}) {
    check(kernels_ != nullptr, "dynamics have no kernels for this instruction set");
}

CompiledMechanism* find_mechanism(PyObject* model, Compiled& compiled, bool spanning) {
    nb::object& kept = spanning ? compiled.open_mechanism : compiled.mechanism;
    if (!kept.is_valid()) {
        const nb::object compile = nb::steal(
            boundary::find_in_package("fourbar.mechanics.dynamics.compile", "compile_mechanism"));
        if (!compile.is_valid()) return nullptr;
        const nb::object made = nb::steal(
            PyObject_CallFunctionObjArgs(compile.ptr(), model, spanning ? Py_True : Py_False, nullptr));
        if (!made.is_valid()) return nullptr;
        if (!PyObject_TypeCheck(made.ptr(), mechanism_type) || !nb::inst_ready(made)) {
            PyErr_SetString(PyExc_TypeError, "compile_mechanism() must return a Mechanism");
            return nullptr;
        }
        kept = made;
    }
    return nb::inst_ptr<CompiledMechanism>(kept);
}

void set_type(PyObject* type) { mechanism_type = reinterpret_cast<PyTypeObject*>(type); }

}  // namespace fourbar::dynamics

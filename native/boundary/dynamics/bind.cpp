// Classes and cold paths of fourbar.mechanics.dynamics.
#include "bind.hpp"

#include <nanobind/stl/vector.h>

#include "objects.hpp"

namespace fourbar::dynamics {

void bind(nb::module_& m) {
    auto type = nb::class_<CompiledMechanism>(m, "Mechanism")
                    .def(nb::init<const Compiled&, nb::object, nb::object,
                                  const std::vector<std::vector<int>>&, const Numbers&, const Numbers&,
                                  const Numbers&, const Numbers&, const Numbers&, const Numbers&,
                                  double, double, bool>(),
                         nb::arg("model"), nb::arg("loops").none(), nb::arg("choice").none(),
                         nb::arg("rows"), nb::arg("gravity"), nb::arg("armature"), nb::arg("damping"),
                         nb::arg("friction"), nb::arg("stiffness"), nb::arg("rest"),
                         nb::arg("tolerance"), nb::arg("consistency"),
                         nb::arg("driven"));
    set_type(type.ptr());
    if (!add_calls(m.ptr())) throw nb::python_error();
    bind_links(m);
    bind_simulation(m);
}

}  // namespace fourbar::dynamics

// The functions of fourbar.mechanics that read a quantity from a filled Data: one row each.
#pragma once

#include <string>

#include "objects.hpp"

namespace fourbar::mechanics {

struct Function {
    const char* name;
    Quantity quantity;
    int first_row;  // of the six, where the quantity has them
    int row_count;
    const char* summary;  // first line of the docstring
    const char* details;  // further lines, or ""
};

constexpr Function functions[] = {
    {"jacobian", Quantity::jacobian, 0, 6,
     "Return the 6 x nv matrix J with [linear; angular velocity] = J v.",
     "A joint that turns about z through p_i has the column [z x (p - p_i); z], one that slides\n"
     "along z has [z; 0]. `columns=\"support\"` leaves out the columns that are zero for every q;\n"
     "the others are `model.support(link)`.\n"},
    {"linear_jacobian", Quantity::jacobian, 0, 3,
     "Return the first three rows of `jacobian`: linear velocity = J_v v.", ""},
    {"angular_jacobian", Quantity::jacobian, 3, 3,
     "Return the last three rows of `jacobian`: angular velocity = J_w v.", ""},
    {"jacobian_dot", Quantity::jacobian_dot, 0, 6,
     "Return the time derivative of `jacobian` while joints move with v, 6 x nv.", ""},
    {"jacobian_dot_times_v", Quantity::bias, 0, 6,
     "Return `jacobian_dot` times v, (6,): the acceleration that velocities alone cause.", ""},
    {"frame_velocity", Quantity::velocity, 0, 6,
     "Return J v, (6,): linear [m/s], then angular velocity [rad/s].", ""},
    {"frame_acceleration", Quantity::acceleration, 0, 6,
     "Return J a + dJ/dt v, (6,): the time derivative of `frame_velocity` in the same frame.",
     "In \"local_world_aligned\" that is the acceleration of the point [m/s^2] and the angular\n"
     "acceleration [rad/s^2]; in the other two, the spatial acceleration of the literature.\n"},
    {"center_of_mass", Quantity::com, 0, 3, "Return the centre of mass in world axes [m], (3,).", ""},
    {"center_of_mass_jacobian", Quantity::com_jacobian, 0, 3,
     "Return the 3 x nv matrix J with velocity of the centre of mass = J v.",
     "A joint that turns about z through p_i moves it by z x (h_i - m_i p_i) / m, with m_i and\n"
     "h_i the mass and the first moment of everything that hangs on it.\n"},
};

constexpr int function_count = static_cast<int>(sizeof functions / sizeof functions[0]);

// The docstring, which begins with the signature in the form that inspect.signature() reads.
std::string documentation(const Function& function);

// The same for what is not a quantity of a Data.
constexpr const char* forward_kinematics_documentation =
    "forward_kinematics(model, data, q, v=None, a=None, *, coordinates='independent')\n--\n\n"
    "Compute every link's pose, with v also velocities and with a also accelerations.\n\n"
    "q is (nq,), v and a are (nv,); for a Data of n configurations (n, nq) and (n, nv).\n"
    "T_world_child = T_world_parent T_parent_joint T_joint(q). Fills `data`, returns nothing.\n\n"
    "Raises LoopError where q leaves a loop, a coupling or a mimic open by more than\n"
    "`model.tolerance`; coordinates='spanning' takes any q, for the tree with all of them cut.\n";

constexpr const char* kinematics_documentation =
    "kinematics(model, q, link, *, frame='local_world_aligned', point=None, columns='all', "
    "out=None, threads=None, coordinates='independent')\n--\n\n"
    "Return poses (n, 4, 4) and Jacobians (n, 6, nv) of configurations (n, nq).\n";

PyObject* forward_kinematics(PyObject*, PyObject* const* args, Py_ssize_t given, PyObject* keywords);
PyObject* kinematics(PyObject*, PyObject* const* args, Py_ssize_t given, PyObject* keywords);

// Adds all of them to the module.
bool add_calls(PyObject* module);

}  // namespace fourbar::mechanics

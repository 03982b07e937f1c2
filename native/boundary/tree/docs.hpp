// Docstrings of the functions in calls.hpp and calls.cpp, in the form that inspect.signature() reads.
#pragma once

namespace fourbar::mechanics::docs {

#define FOURBAR_LINK_OPTIONS                                                                        \
    "`link` is a link or frame by name. `point` [m] is a point on it, in its own axes; its origin\n" \
    "by default. `frame` says where and in which axes velocities are taken: \"local_world_aligned\"\n" \
    "(at the point, world axes), \"local\" (at the point, the link's axes) or \"world\" (at the\n"      \
    "world's origin, world axes). `out` receives the result; for a Data of n configurations results\n" \
    "have a leading axis of n, and `threads` limits the threads used.\n"

constexpr const char* forward_kinematics =
    "forward_kinematics(model, data, q, v=None, a=None)\n--\n\n"
    "Compute every link's pose, with v also velocities and with a also accelerations.\n\n"
    "q is (nq,), v and a are (nv,); for a Data of n configurations (n, nq) and (n, nv).\n"
    "T_world_child = T_world_parent T_parent_joint T_joint(q). Fills `data`, returns nothing.\n";

constexpr const char* jacobian =
    "jacobian(model, data, link, *, frame='local_world_aligned', point=None, columns='all', "
    "out=None, threads=None)\n--\n\n"
    "The 6 x nv matrix J with [linear; angular velocity] = J v.\n\n"
    "A joint that turns about z through p_i has the column [z x (p - p_i); z], one that slides\n"
    "along z has [z; 0]. `columns=\"support\"` leaves out the columns that are zero whatever q is;\n"
    "the others are `model.support(link)`.\n\n" FOURBAR_LINK_OPTIONS;

constexpr const char* linear_jacobian =
    "linear_jacobian(model, data, link, *, frame='local_world_aligned', point=None, "
    "columns='all', out=None, threads=None)\n--\n\n"
    "The first three rows of jacobian(): linear velocity = J_v v, 3 x nv.\n\n" FOURBAR_LINK_OPTIONS;

constexpr const char* angular_jacobian =
    "angular_jacobian(model, data, link, *, frame='local_world_aligned', point=None, "
    "columns='all', out=None, threads=None)\n--\n\n"
    "The last three rows of jacobian(): angular velocity = J_w v, 3 x nv.\n\n" FOURBAR_LINK_OPTIONS;

constexpr const char* jacobian_dot =
    "jacobian_dot(model, data, link, *, frame='local_world_aligned', point=None, columns='all', "
    "out=None, threads=None)\n--\n\n"
    "The time derivative of jacobian() while joints move with v, 6 x nv.\n\n"
    "Needs forward_kinematics(model, data, q, v).\n\n" FOURBAR_LINK_OPTIONS;

constexpr const char* jacobian_dot_times_v =
    "jacobian_dot_times_v(model, data, link, *, frame='local_world_aligned', point=None, out=None, "
    "threads=None)\n--\n\n"
    "jacobian_dot() times v, (6,): the acceleration that velocities alone cause.\n\n"
    "Needs forward_kinematics(model, data, q, v).\n\n" FOURBAR_LINK_OPTIONS;

constexpr const char* frame_velocity =
    "frame_velocity(model, data, link, *, frame='local_world_aligned', point=None, out=None, "
    "threads=None)\n--\n\n"
    "J v, (6,): linear [m/s], then angular velocity [rad/s].\n\n"
    "Needs forward_kinematics(model, data, q, v).\n\n" FOURBAR_LINK_OPTIONS;

constexpr const char* frame_acceleration =
    "frame_acceleration(model, data, link, *, frame='local_world_aligned', point=None, out=None, "
    "threads=None)\n--\n\n"
    "J a + dJ/dt v, (6,): the time derivative of frame_velocity() in the same frame.\n\n"
    "In \"local_world_aligned\" that is the acceleration of the point [m/s^2] and the angular\n"
    "acceleration [rad/s^2]; in the other two, the spatial acceleration of the literature.\n"
    "Needs forward_kinematics(model, data, q, v, a).\n\n" FOURBAR_LINK_OPTIONS;

constexpr const char* center_of_mass =
    "center_of_mass(model, data, *, moving_only=False, out=None, threads=None)\n--\n\n"
    "The centre of mass in world axes [m], (3,).\n\n"
    "`moving_only` leaves out the root link and what is fixed to it.\n";

constexpr const char* center_of_mass_jacobian =
    "center_of_mass_jacobian(model, data, *, moving_only=False, out=None, threads=None)\n--\n\n"
    "The 3 x nv matrix J with velocity of the centre of mass = J v.\n\n"
    "A joint that turns about z through p_i moves it by z x (h_i - m_i p_i) / m, with m_i and\n"
    "h_i the mass and the first moment of all that hangs on it.\n";

constexpr const char* kinematics =
    "kinematics(model, q, link, *, frame='local_world_aligned', point=None, columns='all', "
    "out=None, threads=None)\n--\n\n"
    "Poses (n, 4, 4) and Jacobians (n, 6, nv) of configurations (n, nq).\n";

}  // namespace fourbar::mechanics::docs

// The functions of fourbar.mechanics.dynamics: one row each.
#pragma once

#include "objects.hpp"

namespace fourbar::dynamics {

// What a parameter is for.
enum class Role : int {
    model,
    data,
    q,
    v,
    a,
    tau,
    wrenches,
    frame,
    friction,
    drives,
    coordinates,
    gravity,
    about,
    dual,
    out,
    threads,
    count,
};

constexpr const char* role_names[] = {"model",    "data",   "q",           "v",       "a",
                                      "tau",      "wrenches", "frame",     "friction", "drives",
                                      "coordinates", "gravity", "about",   "dual",   "out",     "threads"};

constexpr int most_roles = 12;

struct Function {
    const char* name;
    Quantity quantity;
    bool friction;  // whether it counts unless the caller says otherwise
    int positional;
    Role parameters[most_roles];
    int parameter_count;
    const char* documentation;
    const char* result = nullptr;  // the NamedTuple in fourbar.mechanics.dynamics.derivatives that it returns
};

constexpr Function functions[] = {
    {"inverse_dynamics", Quantity::efforts, true, 5,
     {Role::model, Role::data, Role::q, Role::v, Role::a, Role::wrenches, Role::frame, Role::friction,
      Role::drives, Role::coordinates, Role::out, Role::threads},
     12,
     "inverse_dynamics(model, data, q, v, a, *, wrenches=None, frame='local_world_aligned', "
     "friction=True, drives=None, coordinates='drives', out=None, threads=None)\n--\n\n"
     "Return the efforts at the drives that move the robot with v and a, (nv,) [N m or N].\n\n"
     "Joints without a drive have zero. v and a are (nv,), or (nu,) for the independent joints only;\n"
     "None is rest. With coordinates=\"independent\" the result is f (nu,), what the independent\n"
     "joints would have to do; with \"spanning\" all loops are cut, and every joint of the tree has its\n"
     "effort (nv,). `wrenches` are {link: (6,)}, force [N] and moment [N m] that act on links, at\n"
     "their origins in world axes unless `frame` is \"local\" (their own axes) or \"world\" (about the\n"
     "world's origin). Springs of joints act. `friction=False` leaves out damping and friction; Coulomb friction\n"
     "turns round with tanh(v / 1e-3), as in forward_dynamics. q of shape (n, nq) is a batch.\n\n"
     "Raises LoopError where q is open or v or a open it, and ActuationError where the drives cannot\n"
     "do it.\n"},
    {"forward_dynamics", Quantity::accelerations, true, 5,
     {Role::model, Role::data, Role::q, Role::v, Role::tau, Role::wrenches, Role::frame, Role::friction,
      Role::coordinates, Role::out, Role::threads},
     11,
     "forward_dynamics(model, data, q, v, tau, *, wrenches=None, frame='local_world_aligned', "
     "friction=True, coordinates='independent', out=None, threads=None)\n--\n\n"
     "Return the accelerations of all joints, (nv,), under efforts tau (nv,) [N m or N].\n\n"
     "Loops stay closed; coordinates=\"spanning\" cuts them. tau may be (nu,), efforts at the\n"
     "independent joints; None is none. Options are those of inverse_dynamics. Works at dead centres,\n"
     "too, where v is (nv,). Raises LoopError where q is open or v opens it, and ModelError where a\n"
     "joint moves no mass.\n"},
    {"mass_matrix", Quantity::mass, false, 3,
     {Role::model, Role::data, Role::q, Role::coordinates, Role::out, Role::threads},
     6,
     "mass_matrix(model, data, q, *, coordinates='independent', out=None, threads=None)\n--\n\n"
     "Return M (nu, nu), whole and symmetric, with kinetic energy u M u / 2.\n\n"
     "Armatures are on it. coordinates=\"spanning\" gives (nv, nv) of the tree with all loops cut.\n"},
    {"inverse_mass_matrix", Quantity::inverse_mass, false, 3,
     {Role::model, Role::data, Role::q, Role::coordinates, Role::out, Role::threads},
     6,
     "inverse_mass_matrix(model, data, q, *, coordinates='independent', out=None, threads=None)\n--\n\n"
     "Return the inverse of `mass_matrix`. Raises ModelError where a joint moves no mass.\n"},
    {"bias", Quantity::efforts, false, 4,
     {Role::model, Role::data, Role::q, Role::v, Role::gravity, Role::friction, Role::coordinates,
      Role::out, Role::threads},
     9,
     "bias(model, data, q, v, *, gravity=True, friction=False, coordinates='independent', out=None, "
     "threads=None)\n--\n\n"
     "Return b (nu,) of M du + b = f: what velocities and gravity ask of the independent joints.\n\n"
     "`friction=True` adds what friction takes and what springs pull. coordinates=\"spanning\" gives (nv,) of the tree with\n"
     "all loops cut.\n"},
    {"gravity", Quantity::efforts, false, 3,
     {Role::model, Role::data, Role::q, Role::drives, Role::coordinates, Role::out, Role::threads},
     7,
     "gravity(model, data, q, *, drives=None, coordinates='drives', out=None, threads=None)\n--\n\n"
     "Return the efforts at the drives that hold the pose, (nv,) [N m or N].\n\n"
     "Against gravity only: `inverse_dynamics` at rest has springs of joints, too. `drives` and `coordinates` are those of inverse_dynamics.\n"},
    {"coriolis_matrix", Quantity::coriolis, false, 4,
     {Role::model, Role::data, Role::q, Role::v, Role::coordinates, Role::out, Role::threads},
     7,
     "coriolis_matrix(model, data, q, v, *, coordinates='independent', out=None, threads=None)\n--\n\n"
     "Return C (nu, nu) with C u = bias without gravity, and dM/dt - 2 C skew (Christoffel symbols).\n\n"
     "coordinates=\"spanning\" gives (nv, nv) of the tree with all loops cut.\n"},
    {"inverse_dynamics_derivatives", Quantity::derivatives, true, 5,
     {Role::model, Role::data, Role::q, Role::v, Role::a, Role::wrenches, Role::frame, Role::friction,
      Role::coordinates, Role::threads},
     10,
     "inverse_dynamics_derivatives(model, data, q, v, a, *, wrenches=None, "
     "frame='local_world_aligned', friction=True, coordinates='independent', threads=None)\n--\n\n"
     "Derivatives of `inverse_dynamics(..., coordinates=\"independent\")`, u and du held.\n\n"
     "Exact: by recursion for trees (Singh, Russell and Wensing 2022), by dual numbers along the motions\n"
     "that loops allow. Coulomb friction has no slope. `wrenches` stay as they are given in their\n"
     "frame while the links they act on move.\n",
     "InverseDerivatives"},
    {"dynamics_derivatives", Quantity::derivatives, true, 5,
     {Role::model, Role::data, Role::q, Role::v, Role::a, Role::wrenches, Role::frame, Role::friction,
      Role::coordinates, Role::dual, Role::tau, Role::threads},
     12,
     "dynamics_derivatives(model, data, q, v, a, *, wrenches=None, frame='local_world_aligned', "
     "friction=True, coordinates='independent', dual=False, tau=None, threads=None)\n--\n\n"
     "Return d(f - G^T tau)/dq, df/du and M (nu, nu). With `dual`, trees take the way of closed mechanisms,\n"
     "which tests compare.\n"},
    {"forward_dynamics_derivatives", Quantity::forward_derivatives, true, 5,
     {Role::model, Role::data, Role::q, Role::v, Role::tau, Role::wrenches, Role::frame, Role::friction,
      Role::coordinates, Role::threads},
     10,
     "forward_dynamics_derivatives(model, data, q, v, tau, *, wrenches=None, "
     "frame='local_world_aligned', friction=True, coordinates='independent', threads=None)\n--\n\n"
     "Derivatives of the independent accelerations of `forward_dynamics`, u and tau held.\n\n"
     "Where f(q, u, du) = G^T tau, du moves by -M^-1 (df/dq - d(G^T tau)/dq), and G turns as well.\n",
     "ForwardDerivatives"},
    {"dynamics_energy", Quantity::energy, false, 4,
     {Role::model, Role::data, Role::q, Role::v, Role::coordinates, Role::threads},
     6,
     "dynamics_energy(model, data, q, v, *, coordinates='independent', threads=None)\n--\n\n"
     "Return kinetic and potential energy, (2,) [J].\n"},
    {"dynamics_momentum", Quantity::momentum, false, 4,
     {Role::model, Role::data, Role::q, Role::v, Role::about, Role::coordinates, Role::threads},
     7,
     "dynamics_momentum(model, data, q, v, *, about='center_of_mass', coordinates='independent', "
     "threads=None)\n--\n\n"
     "Return linear and angular momentum, (6,) [kg m/s, kg m^2/s].\n"},
    {"dynamics_centroidal", Quantity::centroidal, false, 4,
     {Role::model, Role::data, Role::q, Role::v, Role::coordinates, Role::threads},
     6,
     "dynamics_centroidal(model, data, q, v, *, coordinates='independent', threads=None)\n--\n\n"
     "Return A (6, nu) and dA/dt v (6,).\n"},
    {"explicit_form", Quantity::explicit_form, false, 4,
     {Role::model, Role::data, Role::q, Role::v, Role::coordinates, Role::threads},
     6,
     "explicit_form(model, data, q, v, *, coordinates='independent', threads=None)\n--\n\n"
     "Return G (nv, nu) and g (nv,) with v = G u and a = G du + g; q is checked to be closed.\n"},
};

constexpr int function_count = static_cast<int>(sizeof functions / sizeof functions[0]);

}  // namespace fourbar::dynamics

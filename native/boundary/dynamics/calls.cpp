// The functions of fourbar.mechanics.dynamics, as plain C functions from the table in functions.hpp.
#include <memory>
#include <string>
#include <utility>

#include "boundary/arguments.hpp"
#include "boundary/errors.hpp"
#include "boundary/signature.hpp"
#include "compiler.hpp"
#include "functions.hpp"

namespace fourbar::dynamics {

using boundary::Input;
using boundary::is_given;
using boundary::Signature;

namespace {

PyObject* coordinate_words[3] = {};  // independent, spanning, drives
PyObject* about_words[2] = {};       // center_of_mass, origin
PyTypeObject *inverse_type = nullptr, *forward_type = nullptr;  // of derivatives; found when needed

enum class Chosen : int { independent, spanning, drives };

// The arguments of one call, by what they are for; null where they are not given.
struct Arguments {
    PyObject* of[static_cast<int>(Role::count)] = {};
    PyObject* operator[](Role role) const { return of[static_cast<int>(role)]; }
};

bool is_true(PyObject* argument, bool otherwise, bool& answer) {
    answer = otherwise;
    if (argument == nullptr) return true;
    const int truth = PyObject_IsTrue(argument);
    answer = truth > 0;
    return truth >= 0;
}

// Everything that one call computes with.
class Call {
public:
    Call(const Function& function, const Arguments& arguments)
        : function_(function), at_(arguments) {}

    PyObject* run() {
        if (!find_model() || !read_options()) return nullptr;
        if (request_.quantity == Quantity::forward_derivatives && mechanism().system.block_count > 0) {
            return differentiate_closed();
        }
        if (!read_rows() || !read_wrenches() || !make_result()) {
            return nullptr;
        }
        try {
            const Task task{*owner_, request_, batch_, count_, threads_};
            const Outcome outcome = dynamics::run(task, single_, single_ ? workspace_ : nullptr);
            if (outcome.verdict != Verdict::fine && !explain(outcome)) return nullptr;
        } catch (...) {
            return boundary::raise_current();
        }
        if (distributed_) return distribute();
        if (third_.is_valid()) return pack();
        if (second_.is_valid()) return PyTuple_Pack(2, result_.ptr(), second_.ptr());
        return result_.release().ptr();
    }

private:
    const Mechanism& mechanism() const { return owner_->mechanism(); }

    bool find_model() {
        compiled_ = mechanics::unwrap_model(at_[Role::model]);
        if (compiled_ == nullptr || !boundary::load_numpy()) return false;
        if (is_given(at_[Role::data])) {
            workspace_ = mechanics::unwrap_data(at_[Role::model], at_[Role::data]);
            if (workspace_ == nullptr) return false;
        }
        return true;
    }

    bool has(Role role) const {
        for (int i = 0; i < function_.parameter_count; ++i) {
            if (function_.parameters[i] == role) return true;
        }
        return false;
    }

    bool read_options() {
        request_.quantity = function_.quantity;
        Chosen chosen = has(Role::drives) ? Chosen::drives : Chosen::independent;
        if (at_[Role::coordinates] != nullptr) {
            const int word = boundary::choose(at_[Role::coordinates], "coordinates", coordinate_words,
                                              has(Role::drives) ? 3 : 2);
            if (word < 0) return false;
            chosen = static_cast<Chosen>(word);
        }
        owner_ = find_mechanism(at_[Role::model], *compiled_, chosen == Chosen::spanning);
        if (owner_ == nullptr) return false;
        distributed_ = chosen == Chosen::drives && (is_given(at_[Role::drives]) || !owner_->is_driven());
        request_.scattered = chosen == Chosen::drives && !distributed_;
        bool rubs = function_.friction, heavy = true;
        if (!is_true(at_[Role::dual], false, request_.dual) ||
            !is_true(at_[Role::friction], function_.friction, rubs) ||
            !is_true(at_[Role::gravity], true, heavy) ||
            !boundary::read_threads(at_[Role::threads], threads_)) {
            return false;
        }
        request_.friction = rubs ? Friction::smooth : Friction::none;
        request_.springs = function_.friction || rubs;
        request_.weightless = !heavy || request_.quantity == Quantity::centroidal;
        if (at_[Role::about] != nullptr) {
            const int word = boundary::choose(at_[Role::about], "about", about_words, 2);
            if (word < 0) return false;
            request_.about_origin = word == 1;
        }
        return true;
    }

    // A number per entry of v, or per independent one.
    bool read_rates(PyObject* argument, const char* name, Input& input, const double*& data, int& width) {
        if (!is_given(argument)) return true;
        const int nv = mechanism().tree().nv, nu = mechanism().nu;
        width = nu != nv && boundary::last_axis(argument) == nu ? nu : nv;
        const bool read = single_ ? input.read(argument, name, width)
                                  : input.read_rows(argument, name, count_, width);
        data = input.data();
        return read;
    }

    bool read_rows() {
        const Tree& tree = mechanism().tree();
        PyObject* q = at_[Role::q];
        const bool is_batch = workspace_ != nullptr && workspace_->is_batch();
        single_ = !is_batch && loops::is_one_configuration(q);
        if (!(single_ ? q_.read(q, "q", tree.nq)
                      : q_.read_rows(q, "q", is_batch ? workspace_->batch() : -1, tree.nq))) {
            return false;
        }
        count_ = single_ ? 1 : q_.rows();
        batch_.q = q_.data();
        batch_.v_width = batch_.x_width = tree.nv;
        if (compiled_->refuse_zero_quaternion("q", q_.data(), count_)) return false;
        if (!read_rates(at_[Role::v], "v", v_, batch_.v, batch_.v_width)) return false;
        if (!read_rates(at_[Role::a], "a", x_, batch_.x, batch_.x_width)) return false;
        if (is_forward(request_.quantity)) {
            return read_efforts(batch_.x);
        }
        if (!is_given(at_[Role::tau])) return true;
        return read_efforts(batch_.efforts) &&
               !boundary::refuse_row("tau", batch_.efforts, count_, tree.nv);
    }

    // tau (nv) of every configuration; efforts at the independent joints are put in their places.
    bool read_efforts(const double*& efforts) {
        const int nv = mechanism().tree().nv;
        int width = nv;
        if (!read_rates(at_[Role::tau], "tau", tau_, efforts, width)) return false;
        tau_width_ = width;
        if (efforts != nullptr && width == nv) return true;
        place_efforts(efforts);
        return true;
    }

    // FOURBAR_APART: not part of every call, and kept out of the function that is: its frame would be larger, which
    // costs each call for a small robot a tenth of its time.
    FOURBAR_APART void place_efforts(const double*& efforts) {
        const int nv = mechanism().tree().nv, nu = mechanism().nu;
        efforts_.assign(static_cast<std::size_t>(count_) * static_cast<std::size_t>(nv) + 1, 0.0);
        for (Py_ssize_t row = 0; efforts != nullptr && row < count_; ++row) {
            for (int u = 0; u < nu; ++u) {
                efforts_[static_cast<std::size_t>(row * nv + mechanism().independent[u])] =
                    efforts[row * nu + u];
            }
        }
        efforts = efforts_.data();
    }

    bool read_wrenches() {
        PyObject* wrenches = at_[Role::wrenches];
        int reference = static_cast<int>(Reference::local_world_aligned);
        if (at_[Role::frame] != nullptr) reference = boundary::read_frame(at_[Role::frame]);
        if (reference < 0) return false;
        return !is_given(wrenches) || read_wrenches(wrenches, static_cast<Reference>(reference));
    }

    FOURBAR_APART bool read_wrenches(PyObject* wrenches, Reference reference) {
        if (!PyDict_Check(wrenches)) {
            PyErr_Format(PyExc_TypeError, "wrenches must be a dict {link: wrench}, got a %s",
                         Py_TYPE(wrenches)->tp_name);
            return false;
        }
        PyObject* link = nullptr;
        PyObject* value = nullptr;
        Py_ssize_t place = 0;
        while (PyDict_Next(wrenches, &place, &link, &value)) {
            const int frame = compiled_->find_frame(link);
            if (frame < 0) return false;
            Input& input = *wrench_inputs_.emplace_back(std::make_unique<Input>());
            const bool one = single_ || loops::is_one_configuration(value);
            const char* name = PyUnicode_Check(link) ? PyUnicode_AsUTF8(link) : nullptr;
            const std::string text = std::string("wrenches[") + (name ? name : "link") + "]";
            PyErr_Clear();
            if (!(one ? input.read(value, text.c_str(), 6)
                      : input.read_rows(value, text.c_str(), count_, 6)) ||
                boundary::refuse_row(text.c_str(), input.data(), one ? 1 : count_, 6)) {
                return false;
            }
            loads_.push_back({frame, reference, input.data(), one ? 0L : 6L});
        }
        request_.loads = loads_.data();
        request_.load_count = static_cast<int>(loads_.size());
        return true;
    }

    // An array of `rows`, or of rows x columns, with a leading axis for a batch.
    nb::object array(Py_ssize_t rows, Py_ssize_t columns, double** data) {
        PyObject* made = nullptr;
        if (single_ && workspace_ != nullptr) {
            made = columns < 0 ? workspace_->efforts.take({rows}, data)
                               : workspace_->squares.take({rows, columns}, data);
        } else if (single_) {
            made = columns < 0 ? boundary::new_array({rows}, data)
                               : boundary::new_array({rows, columns}, data);
        } else {
            made = columns < 0 ? boundary::new_array({count_, rows}, data)
                               : boundary::new_array({count_, rows, columns}, data);
        }
        return nb::steal(made);
    }

    bool make_result() {
        const Py_ssize_t nv = mechanism().tree().nv, nu = mechanism().nu;
        Py_ssize_t rows = nu, columns = -1;
        switch (request_.quantity) {
            case Quantity::efforts: rows = request_.scattered ? nv : nu; break;
            case Quantity::accelerations: rows = nv; break;
            case Quantity::mass:
            case Quantity::inverse_mass:
            case Quantity::coriolis:
            case Quantity::derivatives:
            case Quantity::forward_derivatives: columns = nu; break;
            case Quantity::energy: rows = 2; break;
            case Quantity::momentum: rows = 6; break;
            case Quantity::centroidal: rows = 6, columns = nu; break;
            case Quantity::explicit_form: rows = nv, columns = nu; break;
            case Quantity::regressor: break;
        }
        if (is_given(at_[Role::out]) && !distributed_) return take_output(rows, columns);
        result_ = array(rows, columns, &batch_.out);
        if (!result_.is_valid()) return false;
        if (request_.quantity == Quantity::derivatives ||
            request_.quantity == Quantity::forward_derivatives) {
            second_ = array(nu, nu, &batch_.second);
            third_ = array(nu, nu, &batch_.third);
            return second_.is_valid() && third_.is_valid();
        }
        if (request_.quantity == Quantity::centroidal || request_.quantity == Quantity::explicit_form) {
            second_ = array(request_.quantity == Quantity::centroidal ? 6 : nv, -1, &batch_.second);
            if (!second_.is_valid()) return false;
        }
        return true;
    }

    // Results go where the caller says.
    FOURBAR_APART bool take_output(Py_ssize_t rows, Py_ssize_t columns) {
        if (single_) {
            batch_.out = columns < 0 ? boundary::output(at_[Role::out], "out", {rows})
                                     : boundary::output(at_[Role::out], "out", {rows, columns});
        } else {
            batch_.out = columns < 0
                             ? boundary::output(at_[Role::out], "out", {count_, rows})
                             : boundary::output(at_[Role::out], "out", {count_, rows, columns});
        }
        if (batch_.out == nullptr || overlaps(count_ * rows * (columns < 0 ? 1 : columns))) return false;
        result_ = nb::borrow(at_[Role::out]);
        return true;
    }

    // Three results in the NamedTuple of the function, whose fields they are.
    PyObject* pack() {
        PyObject* results[] = {result_.ptr(), second_.ptr(), third_.ptr()};
        if (function_.result == nullptr) return PyTuple_Pack(3, results[0], results[1], results[2]);
        PyTypeObject*& type = request_.quantity == Quantity::derivatives ? inverse_type : forward_type;
        if (type == nullptr) {
            const nb::object found = nb::steal(
                boundary::find_in_package("fourbar.mechanics.dynamics.derivatives", function_.result));
            if (!found.is_valid()) return nullptr;
            if (!PyType_Check(found.ptr()) ||
                !PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(found.ptr()), &PyTuple_Type)) {
                PyErr_Format(PyExc_TypeError, "%s must be a NamedTuple", function_.result);
                return nullptr;
            }
            type = reinterpret_cast<PyTypeObject*>(nb::object(found).release().ptr());
        }
        PyObject* packed = type->tp_alloc(type, 3);
        for (int i = 0; packed != nullptr && i < 3; ++i) PyTuple_SET_ITEM(packed, i, Py_NewRef(results[i]));
        return packed;
    }

    FOURBAR_APART bool overlaps(Py_ssize_t written) const {
        const boundary::Memory out{"out", batch_.out, written};
        const Py_ssize_t v_size = batch_.v == nullptr ? 0 : count_ * batch_.v_width;
        const Py_ssize_t x_size = x_.data() == nullptr ? 0 : count_ * batch_.x_width;
        const Py_ssize_t tau_size = tau_.data() == nullptr ? 0 : count_ * tau_width_;
        if (boundary::refuse_overlap({out}, {{"q", batch_.q, count_ * mechanism().tree().nq},
                                             {"v", batch_.v, v_size},
                                             {"a", x_.data(), x_size},
                                             {"tau", tau_.data(), tau_size}})) {
            return true;
        }
        for (const Load& load : loads_) {
            if (boundary::refuse_overlap({out}, {{"wrenches", load.values,
                                                  load.stride == 0 ? 6 : 6 * count_}})) {
                return true;
            }
        }
        return false;
    }

    // Raises the exception of an outcome, or warns: true where results are good.
    FOURBAR_APART bool explain(const Outcome& outcome) {
        const Tree& tree = mechanism().tree();
        if (outcome.verdict == Verdict::not_finite) {
            boundary::refuse_row("q", batch_.q, count_, tree.nq) ||
                (batch_.v != nullptr && boundary::refuse_row("v", batch_.v, count_, batch_.v_width)) ||
                (x_.data() != nullptr && boundary::refuse_row("a", x_.data(), count_, batch_.x_width)) ||
                (tau_.data() != nullptr && boundary::refuse_row("tau", tau_.data(), count_, tau_width_));
            return false;
        }
        const nb::object refuse = nb::steal(
            boundary::find_in_package("fourbar.mechanics.dynamics.refusal", "refuse"));
        if (!refuse.is_valid()) return false;
        constexpr const char* words[] = {"fine",         "not_finite",   "open",     "velocity",
                                         "acceleration", "undetermined", "singular", "massless"};
        double* q = nullptr;
        const nb::object row = nb::steal(boundary::new_array({tree.nq}, &q));
        if (!row.is_valid()) return false;
        for (int i = 0; i < tree.nq; ++i) q[i] = batch_.q[outcome.row * tree.nq + i];
        const nb::object answer = nb::steal(PyObject_CallFunction(
            refuse.ptr(), "OsniO", at_[Role::model], words[static_cast<int>(outcome.verdict)],
            single_ ? Py_ssize_t{-1} : static_cast<Py_ssize_t>(outcome.row), outcome.column, row.ptr()));
        return answer.is_valid();
    }

    // Of a mechanism with loops, from what other functions compute.
    FOURBAR_APART PyObject* differentiate_closed() {
        const nb::object combine = nb::steal(boundary::find_in_package(
            "fourbar.mechanics.dynamics.derivatives", "closed_forward_derivatives"));
        if (!combine.is_valid()) return nullptr;
        const auto given = [&](Role role) { return at_[role] == nullptr ? Py_None : at_[role]; };
        return PyObject_CallFunctionObjArgs(
            combine.ptr(), at_[Role::model], at_[Role::data], at_[Role::q], at_[Role::v], at_[Role::tau],
            given(Role::wrenches), given(Role::frame),
            request_.friction == Friction::none ? Py_False : Py_True, given(Role::threads), nullptr);
    }

    // f at drives other than the independent joints.
    FOURBAR_APART PyObject* distribute() {
        const nb::object spread = nb::steal(
            boundary::find_in_package("fourbar.mechanics.dynamics.distribution", "distribute"));
        if (!spread.is_valid()) return nullptr;
        PyObject* drives = at_[Role::drives] == nullptr ? Py_None : at_[Role::drives];
        PyObject* out = at_[Role::out] == nullptr ? Py_None : at_[Role::out];
        return PyObject_CallFunctionObjArgs(spread.ptr(), at_[Role::model], at_[Role::q], result_.ptr(),
                                            drives, out, nullptr);
    }

    const Function& function_;
    const Arguments& at_;
    Compiled* compiled_ = nullptr;
    Workspace* workspace_ = nullptr;
    CompiledMechanism* owner_ = nullptr;
    Request request_{};
    Batch batch_{};
    Input q_, v_, x_, tau_;
    int tau_width_ = 0;
    std::vector<std::unique_ptr<Input>> wrench_inputs_;
    std::vector<Load> loads_;
    std::vector<double> efforts_;
    Py_ssize_t count_ = 1;
    bool single_ = true;
    bool distributed_ = false;
    int threads_ = 0;
    nb::object result_, second_, third_;
};

template <int number, int... places>
Signature signature_of(std::integer_sequence<int, places...>) {
    constexpr const Function& function = functions[number];
    return {function.name, function.positional, function.positional,
            {role_names[static_cast<int>(function.parameters[places])]...}};
}

template <int number>
PyObject* call(PyObject*, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
    constexpr const Function& function = functions[number];
    static const Signature signature =
        signature_of<number>(std::make_integer_sequence<int, functions[number].parameter_count>());
    PyObject* slots[boundary::most_parameters] = {};
    if (!signature.bind(args, given, keywords, slots)) return nullptr;
    Arguments arguments;
    for (int i = 0; i < function.parameter_count; ++i) {
        arguments.of[static_cast<int>(function.parameters[i])] = slots[i];
    }
    return Call(function, arguments).run();
}

PyMethodDef method(const char* name, _PyCFunctionFastWithKeywords function, const char* text) {
    return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)),
            METH_FASTCALL | METH_KEYWORDS, text};
}

template <int... numbers>
bool add_functions(PyObject* module, std::integer_sequence<int, numbers...>) {
    static PyMethodDef methods[] = {
        method(functions[numbers].name, call<numbers>, functions[numbers].documentation)...,
        {nullptr, nullptr, 0, nullptr},
    };
    return PyModule_AddFunctions(module, methods) == 0;
}

template <int count>
bool load(PyObject* (&words)[count], const char* const (&texts)[count]) {
    for (int i = 0; i < count; ++i) {
        words[i] = PyUnicode_InternFromString(texts[i]);
        if (words[i] == nullptr) return false;
    }
    return true;
}

}  // namespace

bool add_calls(PyObject* module) {
    return load(coordinate_words, {"independent", "spanning", "drives"}) &&
           load(about_words, {"center_of_mass", "origin"}) &&
           add_functions(module, std::make_integer_sequence<int, function_count>());
}

}  // namespace fourbar::dynamics

// Letting go of the interpreter lock.
#pragma once

#include <Python.h>

namespace fourbar::boundary {

// Without the interpreter lock until the end of the scope. While Python shuts down, the thread never
// comes back from there: its objects may be gone.
//
// nanobind's guard would do but for that: before Python 3.14, asking for the lock of an interpreter
// that shuts down ends the thread by unwinding its stack, and a destructor cannot be unwound through:
// the process aborts.
class Unlocked {
public:
    Unlocked() : state_(PyEval_SaveThread()) {}
    ~Unlocked() { retake(); }
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;

    // Takes the lock to look for signals; whether one of their handlers raised, as Ctrl-C does. Then a
    // Python exception is set. Only Python's main thread gets to see signals.
    bool is_interrupted() {
        retake();
        const bool raised = PyErr_CheckSignals() != 0;
        state_ = PyEval_SaveThread();
        return raised;
    }

private:
    void retake() noexcept;

    PyThreadState* state_;
};

}  // namespace fourbar::boundary

// Motions of open and closed mechanisms in time, from many initial states at once.
//
// The state is (q, v) of the whole tree. Accelerations come from the kernels of dynamics, which honour
// loops exactly; after every step the state is put back on the loops (project.hpp), so that gaps do
// not grow. A joint that reaches a limit is stopped there by an impulse, or thrown back by it, and held
// while it pushes.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "kernels/dynamics/kernels.hpp"
#include "kernels/memory.hpp"
#include "project.hpp"
#include "stops.hpp"

namespace fourbar::dynamics {

enum class Integrator : int { rk4, semi_implicit, implicit, adaptive };

// A spring at a joint of one velocity: effort -stiffness (q - rest).
struct Spring {
    int column;
    int entry;
    double stiffness;
    double rest;
};

// Efforts of all rows at a time: q (rows x nq) and v (rows x nv) to tau (rows x nv).
using Effort = std::function<void(double t, const double* q, const double* v, double* tau)>;

struct Settings {
    Integrator integrator = Integrator::rk4;
    double dt = 0.0;   // of a step, or between the samples of an adaptive integrator
    long every = 1;    // steps from one sample to the next
    long samples = 1;  // with the first state
    double relative = 0.0, absolute = 0.0;  // errors per step of an adaptive integrator
    Request request{};  // friction and loads of accelerations
    std::vector<Stop> stops;
    std::vector<Spring> springs;
    Effort effort;     // null: efforts stay as they are
};

enum class Happening : int { limit, singular };

struct Event {
    Happening kind;
    long row;
    double t;
    int column;      // of the joint that reached its limit, or -1
    double impulse;  // [N m s or N s]
};

// Why a motion ended early.
struct Failure {
    enum class Reason : int { none, refused, open, stuck };
    Reason reason = Reason::none;
    long row = -1;
    double t = 0.0;
    Verdict verdict = Verdict::fine;  // of the kernels, where they refused
    int column = -1;
    double residual = 0.0;            // where loops stay open
};

// Where samples go: samples x width numbers of every row.
struct Record {
    double* q;
    double* v;
    double* a;
    double* tau;
};

// The loops to keep closed: null pointers without any.
struct Closed {
    const loops::System* system = nullptr;
    const loops::Kernels* kernels = nullptr;
    double tolerance = 0.0;  // of |phi| after a step
};

// Memory of one thread.
struct Worker {
    Worker(const Mechanism& mechanism, const Kernels& kernels, const Request& request,
           const Closed& closed);

    AlignedBlock single, batch;
    std::unique_ptr<Projector> projector;
    std::vector<double> armature;  // with what an implicit step adds to it
    std::vector<double> unit;      // efforts of one at a stop
    std::vector<double> responses, W, b, x;
    std::vector<double> wanted;    // speeds at stops that an impulse has to undo
    std::vector<int> held;         // numbers of stops
    Failure failure;
};

class Simulation {
public:
    // q (rows x nq), v (rows x nv) and tau (rows x nv) are copied.
    Simulation(const Mechanism& mechanism, const Kernels& kernels, const Closed& closed,
               const Settings& settings, long rows, const double* q, const double* v,
               const double* tau, const Record& record);

    std::unique_ptr<Worker> make_worker() const;

    // How many moments there are to go through: the start and all steps, or all samples where steps
    // have lengths of their own.
    long moments() const;

    // Takes rows [begin, end) through moments [first, last), after those before. False where the
    // motion of one of them ended early: see `failure`. Rows of different calls at a time differ.
    bool run(Worker& worker, long begin, long end, long first, long last);

    Failure failure;
    std::vector<Event> events;  // of different rows in no order

private:
    // Accelerations a and efforts tau at q, v of rows [begin, end).
    bool accelerate(Worker& worker, long begin, long end, double t, const std::vector<double>& q,
                    const std::vector<double>& v, std::vector<double>& a, std::vector<double>& tau);
    bool judge(Worker& worker, const Outcome& outcome, long begin, long end, double t);
    void find_efforts(double t, long begin, long end, const std::vector<double>& q,
                      const std::vector<double>& v, std::vector<double>& tau);

    // Stops.
    void hold(Worker& worker, long row, const Mechanism& mechanism, const double* q, double* a);
    bool respond(Worker& worker, const Mechanism& mechanism, const double* q);
    void strike(Worker& worker, long row, double t);
    double bounce(const Stop& stop, double speed, long row) const;
    void release(long row);
    double clearance(long row, const double* q) const;

    // Steps of a fixed length: from the state to next_q_, next_v_.
    bool try_step(Worker& worker, long begin, long end, double t, double h);
    bool try_rk4(Worker& worker, long begin, long end, double t, double h);
    bool try_implicit(Worker& worker, long row, double t, double h);
    bool advance(Worker& worker, long begin, long end, double t, double h);
    bool advance_past_stops(Worker& worker, long row, double t, double h);
    bool close(Worker& worker, long row, double t, double* q, double* v);
    void accept(long row);

    // Steps of a length that errors allow.
    bool run_adaptive(Worker& worker, long row, long first, long last);
    bool step_adaptively(Worker& worker, long row);
    bool try_stages(Worker& worker, long row, double h, double& error);
    void interpolate(long row, double share, double* q, double* v) const;
    double first_stop(long row) const;

    bool start(Worker& worker, long begin, long end);
    void put(long row, long sample, const double* q, const double* v, const double* a, const double* tau);
    bool fail(Worker& worker);
    void note(const Event& event);
    double end_time() const;

    Mechanism mechanism_;  // with the tolerances that stages within a step need
    const Kernels& kernels_;
    Closed closed_;
    Settings settings_;
    Record record_;
    long rows_;
    int nq_, nv_;
    std::vector<double> q_, v_, a_, tau_;  // the state
    std::vector<double> given_;            // efforts that stay
    std::vector<double> next_q_, next_v_, next_a_, next_tau_;
    std::vector<double> stage_q_, stage_v_, total_;
    std::vector<double> rate_q_[7], rate_v_[7];  // at the stages of a step
    std::vector<char> touching_;                 // rows x stops
    std::vector<char> singular_;                 // rows
    // Of every row's last adaptive step: where it began, its length, and what errors allow next.
    std::vector<double> from_q_, from_v_, to_q_, to_v_, from_t_, length_, time_, stride_;
    std::mutex guard_;
    std::atomic<bool> failed_{false};
};

}  // namespace fourbar::dynamics

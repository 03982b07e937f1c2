// Motions of open and closed mechanisms in time, from many initial states at once.
//
// The state is (q, v) of the whole tree. Accelerations come from the kernels of dynamics, which honour
// loops exactly; after every step the state is put back on the loops (project.hpp), so that gaps do
// not grow. A joint that reaches a limit is stopped there by an impulse, or thrown back by it, and held
// while it pushes; one that dry friction brings to rest sticks until more than friction pulls at it.
// All that push or hold at a moment do so together (box.hpp). Steps end at such moments; where there are
// too many of them, one step over all of them takes their place.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "kernels/dynamics/kernels.hpp"
#include "kernels/memory.hpp"
#include "box.hpp"
#include "project.hpp"
#include "stops.hpp"

namespace fourbar::dynamics {

enum class Integrator : int { rk4, semi_implicit, implicit, adaptive };

// Efforts of all rows at a time: q (rows x nq) and v (rows x nv) to tau (rows x nv).
using Effort = std::function<void(double t, const double* q, const double* v, double* tau)>;

struct Settings {
    Integrator integrator = Integrator::rk4;
    double dt = 0.0;   // of a step, or between the samples of an adaptive integrator
    long steps = 0;    // of that length
    double rest = 0.0; // of one more, shorter step; 0 for none
    long every = 1;    // steps from one sample to the next; the end is a sample, too
    double relative = 0.0, absolute = 0.0;  // errors per step of an adaptive integrator
    Request request{};  // friction and loads of accelerations
    std::vector<Stop> stops;
    std::vector<Spring> springs;
    Effort effort;     // null: efforts stay as they are

    long moments() const { return steps + (rest > 0.0 ? 2 : 1); }
    long samples() const { return (moments() - 2 + every) / every + 1; }
    double end() const { return static_cast<double>(steps) * dt + rest; }
};

// crowded: joints hit stops so often that a step goes over it all, and some bounced back with less than their
// restitution; once for a motion.
enum class Happening : int { limit, singular, crowded };

struct Event {
    Happening kind;
    long row;
    double t;
    int column;      // of the joint that reached its limit, or -1
    double impulse;  // [N m s or N s]
};

// Why the motion of a row ended early.
struct Failure {
    enum class Reason : int { none, refused, open, stuck, unheld };
    Reason reason = Reason::none;
    long row = -1;
    double t = 0.0;
    Verdict verdict = Verdict::fine;  // of the kernels, where they refused
    int column = -1;                  // of the joint that they name, or that nothing can hold
    double residual = 0.0;            // where loops stay open
};

// Where samples go: samples x width numbers of every row, NaN where a motion has ended.
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

    AlignedBlock single, batch, energy;
    std::unique_ptr<Projector> projector;
    std::vector<double> armature;  // with what an implicit step adds to it
    std::vector<double> unit;      // efforts of one at a grip
    std::vector<Grip> grips;
    std::vector<double> responses, W, b, x, lower, upper;
    std::vector<double> wanted;    // speeds at stops that an impulse has to undo
    std::vector<double> kept_q, kept_v;
    std::vector<int> locks;        // numbers of grips that hold while loops are closed
    std::vector<char> locked;      // entries of v that closing loops leaves alone
    Box box;
    Failure failure;
};

class Simulation {
public:
    using Clock = std::chrono::steady_clock;

    // q (rows x nq), v (rows x nv) and tau (rows x nv) are copied.
    Simulation(const Mechanism& mechanism, const Kernels& kernels, const Closed& closed,
               const Settings& settings, long rows, const double* q, const double* v,
               const double* tau, const Record& record);

    std::unique_ptr<Worker> make_worker() const;

    // How many moments there are to go through: the start and all steps, or all samples where steps
    // have lengths of their own.
    long moments() const;

    // Takes rows [begin, end) through moments [first, last), after those before. Rows whose motion
    // has ended early stay behind. Rows of different calls at a time differ. Between two samples there
    // can be any number of steps of an adaptive integrator: it pauses at `until`, and the same call again
    // goes on from there.
    void run(Worker& worker, long begin, long end, long first, long last, Clock::time_point until);
    bool has_reached(long moment) const;  // all rows that go on have gone through those before
    bool is_over() const;                 // no row goes on

    std::vector<Failure> failures;  // of different rows in no order
    std::vector<Event> events;

private:
    // Accelerations a and efforts tau at q, v of rows [begin, end).
    bool accelerate(Worker& worker, long begin, long end, double t, const std::vector<double>& q,
                    const std::vector<double>& v, std::vector<double>& a, std::vector<double>& tau);
    bool judge(Worker& worker, const Outcome& outcome, long begin, long end, double t);
    void find_efforts(double t, long begin, long end, const std::vector<double>& q,
                      const std::vector<double>& v, std::vector<double>& tau);

    // Accelerations at the state, and which joints are held there. The second leaves behind those rows
    // that have none.
    bool arrive(Worker& worker, long begin, long end, double t);
    void arrive_or_fail(Worker& worker, long begin, long end, double t);

    // Stops and dry friction.
    bool hold(Worker& worker, long row, double t, const Mechanism& mechanism, const double* q, double* a);
    bool respond(Worker& worker, long row, double t, const Mechanism& mechanism, const double* q);
    bool push(Worker& worker, long row, double t, const double* speeds);
    void add_pushes(const Worker& worker, double* v) const;
    void note_limit(const Worker& worker, long row, double t, std::size_t grip);
    void note_crowd(long row, double t, const Stop& stop);
    bool strike(Worker& worker, long row, double t);
    double bounce(const Stop& stop, double speed, long row) const;
    void release(long row);
    void find_slides(long row);
    double clearance(long row, const double* q, const double* v) const;
    bool leaves_stop(long row, const double* q, const double* v) const;
    void find_locks(Worker& worker, long row) const;
    void lock(Worker& worker, double* q, double* v, bool moving) const;
    std::size_t grip_count() const { return settings_.stops.size() + drags_.size(); }

    // Steps of a fixed length: from the state to next_q_, next_v_.
    bool try_step(Worker& worker, long begin, long end, double t, double h);
    bool try_rk4(Worker& worker, long begin, long end, double t, double h);
    bool try_implicit(Worker& worker, long row, double t, double h);
    // Accelerations with damping and springs as they will be after h, and the mechanism that has them.
    bool accelerate_slowly(Worker& worker, long row, double t, double h, Mechanism& mechanism);
    void advance(Worker& worker, long begin, long end, double t, double h);
    bool advance_carefully(Worker& worker, long row, double t, double h);
    bool settle(Worker& worker, long row, double t, double h);
    bool settle_once(Worker& worker, long row, double t, double h);
    bool is_balanced(Worker& worker, long row, double h) const;
    bool find_contact(Worker& worker, long row, double t, double h, double& share);
    // Closes loops, joints of worker.locks held; those that stop there keep their speeds where `moving`.
    bool close(Worker& worker, long row, double t, double* q, double* v, bool moving = false);
    void accept(long row);

    // Steps of a length that errors allow.
    bool run_adaptive(Worker& worker, long row, long last, Clock::time_point until);
    bool step_adaptively(Worker& worker, long row);
    bool settle_adaptively(Worker& worker, long row);
    void count_stop(long row, double t);
    bool try_stages(Worker& worker, long row, double h, double& error);
    void interpolate(long row, double share, double* q, double* v) const;
    double first_stop(long row) const;
    void keep_grips(long row);
    void swap_grips(long row);

    void start(Worker& worker, long begin, long end);
    void put(long row, long sample, const double* q, const double* v, const double* a, const double* tau);
    void put_state(long begin, long end, long sample);
    void fail(const Worker& worker, long row);
    bool is_alive(long row) const { return dead_[static_cast<std::size_t>(row)] == 0; }
    void note(const Event& event);
    // Calls work(first, last) for stretches of rows that go on.
    template <class Work>
    void for_living(long begin, long end, const Work& work) {
        for (long row = begin; row < end;) {
            if (!is_alive(row)) {
                ++row;
                continue;
            }
            long last = row + 1;
            while (last < end && is_alive(last)) ++last;
            work(row, last);
            row = last;
        }
    }

    Mechanism mechanism_;  // with the tolerances that stages within a step need, without dry friction
    std::vector<double> smooth_;  // zeros: what kernels take for dry friction
    std::vector<Drag> drags_;
    const Kernels& kernels_;
    Closed closed_;
    Settings settings_;
    Record record_;
    long rows_;
    int nq_, nv_;
    std::vector<double> q_, v_, a_, tau_;  // the state
    std::vector<double> given_;            // efforts that stay, or those of a function when last asked
    std::vector<double> next_q_, next_v_, next_a_, next_tau_;
    std::vector<double> stage_q_, stage_v_, total_;
    std::vector<double> rate_q_[7], rate_v_[7];  // at the stages of a step
    std::vector<char> touching_;                 // rows x stops
    std::vector<signed char> slides_;            // rows x drags: which way joints slide; 0 sticks
    std::vector<char> held_, gripped_;  // rows x grips: those that held at the state, and when last asked
    std::vector<char> singular_, dead_, crowded_;  // rows
    // Of every row's last adaptive step: where it began, its length, what errors allow next, and stops
    // and slides at its beginning; then a stretch of time and how often joints were stopped in it.
    std::vector<double> from_q_, from_v_, to_q_, to_v_, from_t_, length_, time_, stride_;
    std::vector<char> from_touching_;
    std::vector<signed char> from_slides_;
    std::vector<double> crowd_t_;
    std::vector<int> crowd_;
    std::vector<long> sample_;  // rows: the next one of an adaptive integrator
    std::mutex guard_;
    std::atomic<long> living_{0};
};

}  // namespace fourbar::dynamics

// Motion of a closed mechanism that one joint drives.
#pragma once

#include <functional>
#include <vector>

#include "solve.hpp"

namespace fourbar::loops {

struct TraceSettings {
    int drive_q;
    int drive_v;
    std::vector<int> dependent;  // columns that follow the drive
    std::vector<int> rows;       // as many rows of K, of full rank at the start
    std::vector<int> watched;    // columns of joints of one velocity, save the drive's
    double tolerance;
};

// A pose in which a joint cannot be driven: `column` is that of a joint whose rate passes zero, or
// the drive's own where the determinant of the dependent columns does.
struct Event {
    int column;
    std::vector<double> q;
};

// A closed pose that moves along the curve which the drive leads. One thread at a time.
class Tracer {
public:
    Tracer(const System& system, const Kernels& kernels, const TraceSettings& settings,
           const double* q);

    // Moves the drive to a goal [rad or m]; false if it gets stuck. Between calls of
    // `is_interrupted`, which ends the motion where it is, a thousand steps pass.
    bool go(double goal, const std::function<bool()>& is_interrupted);

    const std::vector<double>& q() const { return q_; }
    const std::vector<double>& rate() const { return rate_; }
    std::vector<Event> events;

private:
    bool try_step(double step, const double* goal);
    void find_rates(const double* K);
    bool find_tangent(const double* q, std::vector<double>& rate, int& determinant);
    void advance();
    void refine(int column);

    const System& system_;
    const TraceSettings& settings_;
    Solver solver_;
    PivotedQr qr_;
    Free free_;
    std::vector<double> q_, rate_, next_, next_rate_, predicted_, step_, A_, b_, x_;
    std::vector<int> signs_;  // of the watched rates, when last other than zero; 0 once counted
    int determinant_ = 1;  // the sign
    int next_determinant_ = 1;
    long count_ = 0;
};

}  // namespace fourbar::loops

#include "threads.hpp"

#include <nanobind/nanobind.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

#include "compiler.hpp"
#include "cores.hpp"
#include "lock.hpp"

#ifdef _WIN32
#include <process.h>
#else
#include <unistd.h>
#endif

namespace fourbar::boundary {
namespace {

// How often a long batch looks whether somebody wants it to end.
constexpr std::chrono::milliseconds between_looks(50);

// Affinity and quotas seldom change, and reading them takes as long as a batch of a hundred
// configurations: asked for once a second at most. The interpreter lock guards the variables.
Py_ssize_t core_count() {
    using Clock = std::chrono::steady_clock;
    static Py_ssize_t known = 0;
    static Clock::time_point asked;
    const Clock::time_point now = Clock::now();
    if (known == 0 || now - asked > std::chrono::seconds(1)) {
        known = available_cores();
        asked = now;
    }
    return known;
}

// Waits until `condition` holds, but not for long: falling asleep and being woken takes about as long
// as a batch of a thousand configurations, and calls in a loop follow each other sooner than that.
template <class Condition>
void look_out(const Condition& condition) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::microseconds(100);
    while (!condition() && Clock::now() < end) {
        for (int i = 0; i < 16 && !condition(); ++i) pause_for_a_moment();
    }
}

// Threads that wait for pieces to take: awake for a moment, then asleep.
class Crew {
public:
    // False when the crew is busy with somebody else's work; then nothing is done.
    bool run(Py_ssize_t pieces, Py_ssize_t cores, const std::function<void(Py_ssize_t)>& work) {
        std::unique_lock<std::mutex> lock(mutex_);
        if (work_ != nullptr) return false;
        hire(std::min(pieces, cores) - 1);
        work_ = &work;
        pieces_ = pieces;
        next_ = 0;
        offered_ = true;
        lock.unlock();
        wake_.notify_all();
        lock.lock();
        // Whatever nobody has taken yet is done here: a late member is not waited for.
        take_pieces(lock);
        lock.unlock();
        look_out([&] { return at_work_.load(std::memory_order_relaxed) == 0; });
        lock.lock();
        done_.wait(lock, [&] { return at_work_ == 0; });
        work_ = nullptr;
        pieces_ = 0;
        return true;
    }

private:
    void hire(Py_ssize_t wanted) {
        try {
            for (; members_ < wanted; ++members_) std::thread([this] { serve(); }).detach();
        } catch (const std::system_error&) {
            // No more threads to be had: those there are do the work.
        }
    }

    void serve() {
        std::unique_lock<std::mutex> lock(mutex_);
        while (true) {
            lock.unlock();
            look_out([&] { return offered_.load(std::memory_order_relaxed); });
            lock.lock();
            wake_.wait(lock, [&] { return next_ < pieces_; });
            ++at_work_;
            take_pieces(lock);
            if (--at_work_ == 0) done_.notify_one();
        }
    }

    void take_pieces(std::unique_lock<std::mutex>& lock) {
        while (next_ < pieces_) {
            const Py_ssize_t piece = next_++;
            offered_ = next_ < pieces_;
            const std::function<void(Py_ssize_t)>& work = *work_;
            lock.unlock();
            work(piece);
            lock.lock();
        }
    }

    std::mutex mutex_;
    std::condition_variable wake_;
    std::condition_variable done_;
    const std::function<void(Py_ssize_t)>* work_ = nullptr;
    Py_ssize_t pieces_ = 0;
    Py_ssize_t next_ = 0;
    Py_ssize_t members_ = 0;
    // Both are written under the mutex; whoever looks out reads them without it.
    std::atomic<bool> offered_{false};
    std::atomic<Py_ssize_t> at_work_{0};
};

// The crew of this process. A forked child has none of its parent's threads and gets a new crew.
// Never deleted: its members wait until the process ends. The interpreter lock guards the variables.
Crew& crew_of_this_process() {
    static Crew* crew = nullptr;
    static int owner = 0;
#ifdef _WIN32
    const int process = _getpid();
#else
    const int process = static_cast<int>(getpid());
#endif
    if (crew == nullptr || owner != process) {
        crew = new Crew;
        owner = process;
    }
    return *crew;
}

}  // namespace

Py_ssize_t count_pieces(Py_ssize_t count, Py_ssize_t least, int threads) {
    const Py_ssize_t most = threads > 0 ? threads : core_count();
    const Py_ssize_t pieces = count / least;
    return pieces < 1 ? 1 : pieces > most ? most : pieces;
}

void run_portions(Py_ssize_t count, Py_ssize_t pieces, Py_ssize_t portion, const Work& work) {
    if (count == 0) return;
    Crew* crew = pieces > 1 ? &crew_of_this_process() : nullptr;
    const Py_ssize_t cores = core_count();
    std::atomic<Py_ssize_t> next{0};
    std::atomic<bool> stopped{false};
    std::mutex failing;
    std::exception_ptr failure;
    bool interrupted = false;
    {
        Unlocked unlocked;
        const std::thread::id caller = std::this_thread::get_id();
        auto looked = std::chrono::steady_clock::now();
        // Threads take portions as they come: one that starts late, or shares its core with another
        // program, takes fewer.
        const auto take = [&](Py_ssize_t piece) {
            while (!stopped.load(std::memory_order_relaxed)) {
                const Py_ssize_t begin = next.fetch_add(portion, std::memory_order_relaxed);
                if (begin >= count) return;
                try {
                    if (!work(piece, begin, std::min(begin + portion, count))) stopped = true;
                } catch (...) {  // memory that is not there must not end the process
                    const std::lock_guard<std::mutex> guard(failing);
                    failure = std::current_exception();
                    stopped = true;
                }
                const auto now = std::chrono::steady_clock::now();
                if (std::this_thread::get_id() != caller || now - looked < between_looks) continue;
                looked = now;
                if (!unlocked.is_interrupted()) continue;
                interrupted = true;
                stopped = true;
            }
        };
        if (crew == nullptr || !crew->run(pieces, cores, take)) take(0);
    }
    if (interrupted) throw nanobind::python_error();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace fourbar::boundary

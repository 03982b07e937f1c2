// Objects that are costly to make, kept between the calls that use them.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace fourbar::loops {

// A lease takes one that is idle, or makes one, and gives it back at its end. Any thread may, with
// or without the interpreter lock. Nobody ever waits: whoever finds the door locked makes an object
// of its own, so a child that was forked while another thread held the lock is not stuck.
template <class T>
class Idle {
public:
    class Lease {
    public:
        Lease(Idle& owner, std::unique_ptr<T> object)
            : owner_(owner), object_(std::move(object)) {}
        Lease(Lease&&) = default;
        ~Lease() {
            if (object_ != nullptr) owner_.give(std::move(object_));
        }
        T& operator*() const { return *object_; }

    private:
        Idle& owner_;
        std::unique_ptr<T> object_;
    };

    Idle() { objects_.reserve(most); }

    template <class... Arguments>
    Lease take(const Arguments&... arguments) {
        const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
        if (!lock.owns_lock() || objects_.empty()) {
            return Lease(*this, std::make_unique<T>(arguments...));
        }
        std::unique_ptr<T> object = std::move(objects_.back());
        objects_.pop_back();
        return Lease(*this, std::move(object));
    }

private:
    static constexpr std::size_t most = 8;

    void give(std::unique_ptr<T> object) {
        const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
        if (lock.owns_lock() && objects_.size() < most) objects_.push_back(std::move(object));
    }

    std::mutex mutex_;
    std::vector<std::unique_ptr<T>> objects_;
};

}  // namespace fourbar::loops

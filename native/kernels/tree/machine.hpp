// Which levels of x86-64 this machine has. Asked of the processor itself: not every compiler knows the
// levels by name (Clang from 17 on), and with some the answer needs a run-time library of theirs.
#pragma once

#include <cpuid.h>

namespace fourbar::mechanics {

class Machine {
public:
    Machine() {
        Registers basic{}, extended{}, structured{};
        basic.read(1);
        extended.read(0x80000001);
        structured.read(7);
        // pni, ssse3, cx16, sse4.1, sse4.2, popcnt; lahf
        v2_ = basic.c_has({0, 9, 13, 19, 20, 23}) && extended.c_has({0});
        // fma, movbe, osxsave, avx, f16c; lzcnt; bmi1, avx2, bmi2; the system saves registers of AVX
        v3_ = v2_ && basic.c_has({12, 22, 27, 28, 29}) && extended.c_has({5}) &&
              structured.b_has({3, 5, 8}) && saved_has({1, 2});
        // avx512 f, dq, cd, bw, vl; the system saves their masks and registers, too
        v4_ = v3_ && structured.b_has({16, 17, 28, 30, 31}) && saved_has({5, 6, 7});
    }

    bool has_v2() const { return v2_; }
    bool has_v3() const { return v3_; }
    bool has_v4() const { return v4_; }

private:
    template <int count>
    static bool all(unsigned bits, const int (&wanted)[count]) {
        for (const int bit : wanted) {
            if ((bits >> bit & 1U) == 0) return false;
        }
        return true;
    }

    struct Registers {
        unsigned a, b, c, d;

        // All zero where the processor does not know the leaf.
        void read(unsigned leaf) { __get_cpuid_count(leaf, 0, &a, &b, &c, &d); }
        template <int count>
        bool b_has(const int (&wanted)[count]) const { return all(b, wanted); }
        template <int count>
        bool c_has(const int (&wanted)[count]) const { return all(c, wanted); }
    };

    // What the operating system saves of a thread's registers; osxsave has to be there.
    template <int count>
    static bool saved_has(const int (&wanted)[count]) {
        unsigned low = 0, high = 0;
        __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
        return all(low, wanted);
    }

    bool v2_, v3_, v4_;
};

}  // namespace fourbar::mechanics

// What C++17 has no word for, in the words of the compiler at hand. Only kernels/lanes/registers.hpp and
// kernels/tree/machine.hpp, which asks the processor what it has, depend on the compiler, too.
//
// FOURBAR_PORTABLE_LANES takes the words of the standard alone, with every compiler: see
// kernels/lanes/portable.hpp.
#pragma once

// FOURBAR_OUTLINE: for what several kernels use and is large: one copy is enough. FOURBAR_APART: also rare.
#if (defined(__GNUC__) || defined(__clang__)) && !defined(FOURBAR_PORTABLE_LANES)

#define FOURBAR_VECTOR_EXTENSIONS 1
#define FOURBAR_INLINE inline __attribute__((always_inline))
#define FOURBAR_INLINE_LAMBDA __attribute__((always_inline))
#define FOURBAR_OUTLINE __attribute__((noinline))
#define FOURBAR_APART __attribute__((noinline, cold))
#define FOURBAR_LIKELY(condition) __builtin_expect(condition, 1)
#define FOURBAR_UNLIKELY(condition) __builtin_expect(condition, 0)

#else

#define FOURBAR_VECTOR_EXTENSIONS 0
#define FOURBAR_INLINE inline
#define FOURBAR_INLINE_LAMBDA
#define FOURBAR_OUTLINE
#define FOURBAR_APART
#define FOURBAR_LIKELY(condition) (condition)
#define FOURBAR_UNLIKELY(condition) (condition)

#endif

namespace fourbar {

// For a loop that waits for another thread: leaves the core to its other half for a moment.
FOURBAR_INLINE void pause_for_a_moment() {
#if FOURBAR_VECTOR_EXTENSIONS && (defined(__x86_64__) || defined(__i386__))
    __builtin_ia32_pause();
#endif
}

}  // namespace fourbar

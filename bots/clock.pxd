# cython: language_level=3
"""A clock that can be read without Python."""

cdef extern from *:
    """
    #ifdef _WIN32
    #include <windows.h>
    static double seconds_now(void) {
        LARGE_INTEGER ticks, frequency;
        QueryPerformanceCounter(&ticks);
        QueryPerformanceFrequency(&frequency);
        return (double)ticks.QuadPart / (double)frequency.QuadPart;
    }
    #else
    #include <time.h>
    static double seconds_now(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    }
    #endif
    """
    double seconds_now() noexcept nogil

# cython: language_level=3
"""A crew of C threads that wait for work together: no Python, no interpreter lock, about a microsecond per piece of work.

Whoever gives the work does it too and waits only for threads that have taken it up, so a thread that is slow to wake
costs nothing, and in a forked process, where the threads are gone, the work is still done. Everybody watches for a
while before going to sleep, because to be woken takes longer than most pieces of work.
"""

cdef extern from *:
    """
    #include <pthread.h>
    #include <stdlib.h>
    #include <time.h>
    #include <unistd.h>

    typedef void (*crew_work_t)(void* what, int thread);
    typedef struct crew_t crew_t;
    typedef struct { crew_t* crew; int number; pthread_t handle; } hand_t;
    struct crew_t {
        crew_work_t work;
        void* what;
        pid_t home;             /* the process that has the threads */
        int hands;
        pthread_mutex_t lock;   /* for going to sleep and for waking, nothing else */
        pthread_cond_t given, finished;
        char apart[128];        /* what follows is watched by all */
        long round;             /* of work, counted */
        int gate;               /* CREW_OPEN while the round may be joined, and how many have joined it */
        int asleep;             /* threads that wait for the next round */
        int waiting;            /* whoever gave the work sleeps until it is finished */
        int over;
        hand_t hand[];
    };

    #define CREW_OPEN (1 << 30)
    #define CREW_PATIENCE 50000     /* ns of watching before sleep */
    #define crew_load(number) __atomic_load_n(number, __ATOMIC_SEQ_CST)
    #define crew_store(number, value) __atomic_store_n(number, value, __ATOMIC_SEQ_CST)
    #define crew_add(number, more) __atomic_add_fetch(number, more, __ATOMIC_SEQ_CST)

    static long crew_now(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return now.tv_sec * 1000000000L + now.tv_nsec;
    }

    /* Takes up the round, if one may be joined that this thread has not done. */
    static int crew_join(crew_t* crew, long* done) {
        int gate = crew_load(&crew->gate);
        while ((gate & CREW_OPEN) && crew_load(&crew->round) != *done)
            if (__atomic_compare_exchange_n(&crew->gate, &gate, gate + 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
                *done = crew_load(&crew->round);
                return 1;
            }
        return 0;
    }

    static void crew_leave(crew_t* crew) {
        if (crew_add(&crew->gate, -1) || !crew_load(&crew->waiting)) return;
        pthread_mutex_lock(&crew->lock);
        pthread_cond_signal(&crew->finished);
        pthread_mutex_unlock(&crew->lock);
    }

    static int crew_join_late(crew_t* crew, long* done) {
        int joined = 0;
        pthread_mutex_lock(&crew->lock);
        crew_add(&crew->asleep, 1);
        while (!crew_load(&crew->over) && !(joined = crew_join(crew, done)))
            pthread_cond_wait(&crew->given, &crew->lock);
        crew_add(&crew->asleep, -1);
        pthread_mutex_unlock(&crew->lock);
        return joined;
    }

    static int crew_await_work(crew_t* crew, long* done) {
        long until = crew_now() + CREW_PATIENCE;
        while (crew_now() < until)
            if (crew_join(crew, done)) return 1;
        return crew_join_late(crew, done);
    }

    static void* crew_hand(void* memory) {
        hand_t* self = (hand_t*)memory;
        long done = 0;
        while (crew_await_work(self->crew, &done)) {
            self->crew->work(self->crew->what, self->number);
            crew_leave(self->crew);
        }
        return NULL;
    }

    static void crew_wake(crew_t* crew) {
        pthread_mutex_lock(&crew->lock);
        pthread_cond_broadcast(&crew->given);
        pthread_mutex_unlock(&crew->lock);
    }

    static void crew_end(crew_t* crew) {
        if (crew == NULL || crew->home != getpid()) return;
        crew_store(&crew->over, 1);
        crew_wake(crew);
        for (int i = 0; i < crew->hands; i++) pthread_join(crew->hand[i].handle, NULL);
        pthread_cond_destroy(&crew->given);
        pthread_cond_destroy(&crew->finished);
        pthread_mutex_destroy(&crew->lock);
        free(crew);
    }

    static crew_t* crew_begin(int hands, crew_work_t work, void* what) {
        crew_t* crew = (crew_t*)calloc(1, sizeof(crew_t) + hands * sizeof(hand_t));
        if (crew == NULL) return NULL;
        crew->work = work;
        crew->what = what;
        crew->home = getpid();
        pthread_mutex_init(&crew->lock, NULL);
        pthread_cond_init(&crew->given, NULL);
        pthread_cond_init(&crew->finished, NULL);
        for (int i = 0; i < hands; i++) {
            crew->hand[i].crew = crew;
            crew->hand[i].number = i + 1;
            if (pthread_create(&crew->hand[i].handle, NULL, crew_hand, &crew->hand[i])) { crew_end(crew); return NULL; }
            crew->hands++;
        }
        return crew;
    }

    static void crew_await_end(crew_t* crew) {
        long until = crew_now() + CREW_PATIENCE;
        while (crew_load(&crew->gate))
            if (crew_now() >= until) {
                pthread_mutex_lock(&crew->lock);
                crew_store(&crew->waiting, 1);
                while (crew_load(&crew->gate)) pthread_cond_wait(&crew->finished, &crew->lock);
                crew_store(&crew->waiting, 0);
                pthread_mutex_unlock(&crew->lock);
            }
    }

    static void crew_work(crew_t* crew) {
        if (crew->home != getpid()) { crew->work(crew->what, 0); return; }  /* a lock may have been held at the fork */
        crew_add(&crew->round, 1);
        crew_store(&crew->gate, CREW_OPEN);
        if (crew_load(&crew->asleep)) crew_wake(crew);
        crew->work(crew->what, 0);
        crew_add(&crew->gate, -CREW_OPEN);
        crew_await_end(crew);
    }

    #define fetch_and_add(number, more) __atomic_fetch_add(number, more, __ATOMIC_RELAXED)

    static void keep_least(int* number, int other) {
        int known = __atomic_load_n(number, __ATOMIC_RELAXED);
        while (other < known
            && !__atomic_compare_exchange_n(number, &known, other, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
    }
    """
    ctypedef void (*work_t "crew_work_t")(void* what, int thread) noexcept nogil
    ctypedef struct crew_t:
        pass
    # NULL where threads cannot be had; each calls work(what, its number from 1 on) once for every crew_work
    crew_t* crew_begin(int hands, work_t work, void* what) noexcept nogil
    # work(what, 0) here, and beside it in the others; returns when all that joined are done
    void crew_work(crew_t* crew) noexcept nogil
    # ends the threads; in a forked process, which has none, it does nothing
    void crew_end(crew_t* crew) noexcept nogil
    int fetch_and_add(int* number, int more) noexcept nogil
    void keep_least(int* number, int other) noexcept nogil

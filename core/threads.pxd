# cython: language_level=3
"""A crew of C threads that wait for work together: no Python, no interpreter lock, a few microseconds per piece of work.

Whoever gives the work does it too and waits only for threads that have taken it up, so a thread that is slow to wake
costs nothing, and in a forked process, where the threads are gone, the work is still done.
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
        pthread_mutex_t lock;
        pthread_cond_t given, finished;
        crew_work_t work;
        void* what;
        long round;             /* of work, counted */
        int open;               /* the round may still be joined */
        int busy;               /* threads that have joined it */
        int over;
        int hands;
        pid_t home;             /* the process that has the threads */
        hand_t hand[];
    };

    #define CREW_PATIENCE 50000     /* ns: the next work comes soon or late, and to be woken takes longer */

    static long crew_now(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return now.tv_sec * 1000000000L + now.tv_nsec;
    }

    static void crew_watch(crew_t* crew, long done) {
        long until = crew_now() + CREW_PATIENCE;
        while (__atomic_load_n(&crew->round, __ATOMIC_RELAXED) == done && crew_now() < until) {}
    }

    static void* crew_hand(void* memory) {
        hand_t* self = (hand_t*)memory;
        crew_t* crew = self->crew;
        long done = 0;
        pthread_mutex_lock(&crew->lock);
        for (;;) {
            while (!crew->over && !(crew->open && crew->round != done))
                pthread_cond_wait(&crew->given, &crew->lock);
            if (crew->over) break;
            done = crew->round;
            crew->busy++;
            pthread_mutex_unlock(&crew->lock);
            crew->work(crew->what, self->number);
            pthread_mutex_lock(&crew->lock);
            if (--crew->busy == 0) pthread_cond_signal(&crew->finished);
            pthread_mutex_unlock(&crew->lock);
            crew_watch(crew, done);
            pthread_mutex_lock(&crew->lock);
        }
        pthread_mutex_unlock(&crew->lock);
        return NULL;
    }

    static void crew_end(crew_t* crew) {
        if (crew == NULL || crew->home != getpid()) return;
        pthread_mutex_lock(&crew->lock);
        crew->over = 1;
        pthread_cond_broadcast(&crew->given);
        pthread_mutex_unlock(&crew->lock);
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

    static void crew_work(crew_t* crew) {
        if (crew->home != getpid()) { crew->work(crew->what, 0); return; }  /* a lock may have been held at the fork */
        pthread_mutex_lock(&crew->lock);
        __atomic_store_n(&crew->round, crew->round + 1, __ATOMIC_RELAXED);
        crew->open = 1;
        pthread_cond_broadcast(&crew->given);
        pthread_mutex_unlock(&crew->lock);
        crew->work(crew->what, 0);
        pthread_mutex_lock(&crew->lock);
        crew->open = 0;
        while (crew->busy) pthread_cond_wait(&crew->finished, &crew->lock);
        pthread_mutex_unlock(&crew->lock);
    }

    #define fetch_and_add(number, more) __atomic_fetch_add(number, more, __ATOMIC_RELAXED)
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

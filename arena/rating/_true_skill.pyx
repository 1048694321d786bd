"""TrueSkill's messages in C, for games of one bot a side; true_skill.py says what they mean.

The factor graph of a game, best first: a skill and a performance for each place, a difference between each two
neighbours, and a cut of that difference to what the result allows. Only the chain of differences is iterated:

    skill --- performance ---+
                        difference --- cut (won, or tied)
    skill --- performance ---+
                        difference --- cut
    skill --- performance ---+

The schedule of the messages and the tolerance are those of the trueskill package, and the tests hold the two together.
Built without fused multiply-adds (setup.py), so that a board does not depend on the processor it was made on.
"""

from libc.math cimport copysign, erfc, exp, fabs, fmax, fmin, sqrt
from libc.stdint cimport int64_t

cdef enum:
    MAX_SEATS = 16
    ROUNDS = 10

cdef double TOLERANCE = 1e-4  # of the last change of a message
cdef double SQRT_2 = sqrt(2.0)
cdef double SQRT_2_PI = 2.5066282746310002
cdef double DEEP = -8.0  # below, a normal tail is computed by its continued fraction
cdef double MOST_W = 1 - 1e-9  # a cut never leaves a variance of zero

cdef struct normal_t:
    double pi  # precision
    double tau  # precision times mean

cdef struct place_t:
    int64_t bot
    int64_t rank
    normal_t skill  # before the game
    normal_t performance  # before the game
    normal_t above  # what the difference to the place above says of the performance
    normal_t below  # what the difference to the place below says of it
    normal_t cut  # what the result says of the difference to the place below
    normal_t posterior  # skill after the game

cdef struct cut_t:
    double v  # how far the mean of a difference shifts
    double w  # how much its variance shrinks


cdef inline double density(double x) noexcept nogil:
    return exp(-0.5 * x * x) / SQRT_2_PI


cdef inline double cumulative(double x) noexcept nogil:
    return 0.5 * erfc(-x / SQRT_2)


cdef double _tail_ratio(double x) noexcept nogil:
    cdef double fraction = -x
    cdef int term
    if x > DEEP:
        return cumulative(x) / density(x)
    for term in range(24, 0, -1):
        fraction = -x + term / fraction
    return 1 / fraction


def tail_ratio(double x):
    """The normal distribution's cumulative(x) / density(x), also where both underflow."""
    return _tail_ratio(x)


cdef inline cut_t won(double diff, double margin) noexcept nogil:
    cdef double x = diff - margin
    cdef double v = 1 / _tail_ratio(x) if x < 0 else density(x) / cumulative(x)
    return cut_t(v, fmin(v * (v + x), MOST_W))


cdef inline cut_t tied(double diff, double margin) noexcept nogil:
    cdef double near = margin - fabs(diff), far = -margin - fabs(diff)
    cdef double ratio = exp(-2 * margin * fabs(diff))  # of the densities at the far and the near end
    cdef double mass = _tail_ratio(near) - ratio * _tail_ratio(far)
    cdef double v = (ratio - 1) / mass
    cdef double w = v * v + (near - ratio * far) / mass
    return cut_t(copysign(v, -diff) if diff != 0 else 0.0, fmin(fmax(w, 0.0), MOST_W))


cdef inline normal_t told_by_above(const place_t* place) noexcept nogil:
    """A performance as all but the difference below it see it."""
    return normal_t(place.performance.pi + place.above.pi, place.performance.tau + place.above.tau)


cdef inline normal_t told_by_below(const place_t* place) noexcept nogil:
    return normal_t(place.performance.pi + place.below.pi, place.performance.tau + place.below.tau)


cdef double truncate(place_t* upper, double margin) noexcept nogil:
    """Cut the difference to the next place to what the result allows; how much that changed."""
    cdef normal_t high = told_by_above(upper), low = told_by_below(upper + 1)
    cdef double diff = high.tau / high.pi - low.tau / low.pi
    cdef double pi = high.pi * low.pi / (high.pi + low.pi)
    cdef double root = sqrt(pi)
    cdef bint tie = upper.rank == (upper + 1).rank
    cdef cut_t cut = tied(diff * root, margin * root) if tie else won(diff * root, margin * root)
    cdef normal_t found = normal_t(pi * cut.w / (1 - cut.w), (pi * diff * cut.w + root * cut.v) / (1 - cut.w))
    cdef double delta = fmax(fabs(found.tau - upper.cut.tau), sqrt(fabs(found.pi - upper.cut.pi)))
    upper.cut = found
    return delta


cdef void tell_lower(place_t* upper) noexcept nogil:
    """Pass on to the next place what the result and the place above it say."""
    cdef normal_t seen = told_by_above(upper)
    cdef double joint
    if upper.cut.pi != 0:
        joint = seen.pi * upper.cut.pi / (seen.pi + upper.cut.pi)
        (upper + 1).above = normal_t(joint, joint * (seen.tau / seen.pi - upper.cut.tau / upper.cut.pi))


cdef void tell_upper(place_t* upper) noexcept nogil:
    cdef normal_t seen = told_by_below(upper + 1)
    cdef double joint
    if upper.cut.pi != 0:
        joint = seen.pi * upper.cut.pi / (seen.pi + upper.cut.pi)
        upper.below = normal_t(joint, joint * (seen.tau / seen.pi + upper.cut.tau / upper.cut.pi))


cdef void settle(place_t* places, int last, double margin) noexcept nogil:
    """Send messages down and up the ranking until they change no more; `last` is the last difference."""
    cdef int turn, x
    cdef double delta
    for turn in range(ROUNDS):
        delta = 0.0 if last else truncate(places, margin)
        for x in range(last):
            delta = fmax(delta, truncate(places + x, margin))
            tell_lower(places + x)
        for x in range(last, 0, -1):
            delta = fmax(delta, truncate(places + x, margin))
            tell_upper(places + x)
        if not last or delta <= TOLERANCE:
            break
    tell_upper(places)
    tell_lower(places + last)


cdef void prepare(place_t* place, double mu, double sigma, double beta2, double tau2) noexcept nogil:
    cdef double pi = 1 / (sigma * sigma + tau2)
    cdef double performance = pi / (1 + beta2 * pi)
    place.skill = normal_t(pi, pi * mu)
    place.performance = normal_t(performance, performance * mu)
    place.above = place.below = place.cut = normal_t(0, 0)


cdef void conclude(place_t* place, double beta2) noexcept nogil:
    cdef double pi = place.above.pi + place.below.pi, tau = place.above.tau + place.below.tau
    cdef double damping = 1 / (1 + beta2 * pi)
    place.posterior = normal_t(place.skill.pi + damping * pi, place.skill.tau + damping * tau)


cdef normal_t mean_of_copies(const place_t* places, int seats, int64_t bot) noexcept nogil:
    cdef normal_t total = normal_t(0, 0)
    cdef int i, copies = 0
    for i in range(seats):
        if places[i].bot == bot:
            total = normal_t(total.pi + places[i].posterior.pi, total.tau + places[i].posterior.tau)
            copies += 1
    return normal_t(total.pi / copies, total.tau / copies)


cdef bint best_first(place_t* places, const int64_t* lineup, const int64_t* ranks, int seats) noexcept nogil:
    """Bots in the order of their ranks, tied ones in the order of their seats; whether there are two different bots."""
    cdef int seat, at
    cdef bint differ = False
    for seat in range(seats):
        at = seat
        while at > 0 and places[at - 1].rank > ranks[seat]:
            places[at].bot, places[at].rank = places[at - 1].bot, places[at - 1].rank
            at -= 1
        places[at].bot, places[at].rank = lineup[seat], ranks[seat]
        differ = differ or lineup[seat] != lineup[0]
    return differ


cdef bint known(const int64_t* lineup, int seats, int64_t bots) noexcept nogil:
    cdef int seat
    for seat in range(seats):
        if not 0 <= lineup[seat] < bots:
            return False
    return True


def enter_games(
    double[::1] mu not None,
    double[::1] sigma not None,
    const int64_t[:, ::1] lineup not None,
    const int64_t[:, ::1] ranks not None,
    const int64_t[::1] rows not None,
    double beta,
    double tau,
    double margin,
):
    """Rate the games `rows` one after the other: `mu` and `sigma`, by bot, are changed in place."""
    cdef place_t places[MAX_SEATS]
    cdef int seats = <int>lineup.shape[1], i
    cdef int64_t g, row, bot, bots = mu.shape[0], games = lineup.shape[0]
    cdef double beta2 = beta * beta, tau2 = tau * tau
    cdef normal_t found
    if not 2 <= seats <= MAX_SEATS or ranks.shape[0] != games or ranks.shape[1] != seats or sigma.shape[0] != bots:
        raise ValueError(f"wanted are games of 2 to {MAX_SEATS} seats, a rank for every seat and a sigma for every mu")
    for g in range(rows.shape[0]):
        row = rows[g]
        if not 0 <= row < games or not known(&lineup[row, 0], seats, bots):
            raise ValueError(f"game {row} is not one of {games} games of {bots} bots")
        if not best_first(places, &lineup[row, 0], &ranks[row, 0], seats):
            continue
        for i in range(seats):
            prepare(&places[i], mu[places[i].bot], sigma[places[i].bot], beta2, tau2)
        settle(places, seats - 2, margin)
        for i in range(seats):
            conclude(&places[i], beta2)
        for i in range(seats):
            bot = places[i].bot
            found = mean_of_copies(places, seats, bot)
            mu[bot], sigma[bot] = found.tau / found.pi, 1 / sqrt(found.pi)

"""A small net in C, and the check of every number it is made from."""
from libc.math cimport exp
from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from core.game cimport GAME_OVER, MAX_ACTIONS, MAX_SEATS, Game, State, action_index_t, action_t, id_of, rules_t

cdef double FARTHEST_LEAD = 4       # in score_scales: what is farther ahead is not told apart

cdef extern from *:
    """
    #include <stdlib.h>
    #include <string.h>

    /* Sums are made element by element, in one order and without fused operations, so that every processor gets the
       same bits; the wider vectors of newer ones are used where the compiler can choose at run time. */
    #if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
    #define NET_CLONES __attribute__((target_clones("avx2", "default"), optimize("fp-contract=off")))
    #define NET_INLINE static inline __attribute__((always_inline))
    #else
    #define NET_CLONES
    #define NET_INLINE static inline
    #endif

    #define NET_CHANGES 512     /* inputs gathered before they are added */

    static float* net_floats(size_t count) {
        return (float*)aligned_alloc(64, (count * sizeof(float) + 63) & ~(size_t)63);
    }

    typedef float net_lane __attribute__((vector_size(32), aligned(4), may_alias));

    /* sums += the rows of weights, each times its factor. The width is a multiple of 8; four lanes at a time stay in
       registers while all rows are added. */
    NET_INLINE void net_add_rows(const int* restrict rows, const float* restrict by, int count,
                                 const float* restrict weights, int width, float* restrict sums) {
        int from = 0;
        for (; from + 32 <= width; from += 32) {
            net_lane* out = (net_lane*)(sums + from);
            net_lane a = out[0], b = out[1], c = out[2], d = out[3];
            for (int i = 0; i < count; i++) {
                const net_lane* row = (const net_lane*)(weights + (size_t)rows[i] * width + from);
                a += by[i] * row[0];
                b += by[i] * row[1];
                c += by[i] * row[2];
                d += by[i] * row[3];
            }
            out[0] = a, out[1] = b, out[2] = c, out[3] = d;
        }
        for (; from < width; from += 8) {
            net_lane* out = (net_lane*)(sums + from);
            net_lane a = out[0];
            for (int i = 0; i < count; i++)
                a += by[i] * *(const net_lane*)(weights + (size_t)rows[i] * width + from);
            out[0] = a;
        }
    }

    /* sums += weights of every input that differs from the reference, times the difference. Widths are multiples of 8. */
    NET_CLONES static void net_differences(const float* restrict numbers, const float* restrict reference, int inputs,
                                           const float* restrict weights, int width, float* restrict sums) {
        int rows[NET_CHANGES], count = 0;
        float by[NET_CHANGES];
        for (int block = 0; block < inputs; block += 8) {
            int end = block + 8 < inputs ? block + 8 : inputs;
            if (end == block + 8 && memcmp(numbers + block, reference + block, 8 * sizeof(float)) == 0)
                continue;
            for (int i = block; i < end; i++) {
                rows[count] = i;
                by[count] = numbers[i] - reference[i];
                count += by[count] != 0;
            }
            if (count > NET_CHANGES - 8) {
                net_add_rows(rows, by, count, weights, width, sums);
                count = 0;
            }
        }
        net_add_rows(rows, by, count, weights, width, sums);
    }

    /* out = biases + weights of every neuron, times what it says. */
    NET_CLONES static void net_layer(const float* restrict neurons, int count, const float* restrict weights, int width,
                                     float* restrict out) {
        int rows[NET_CHANGES], active = 0;
        float by[NET_CHANGES];
        memcpy(out, weights + (size_t)count * width, width * sizeof(float));
        for (int i = 0; i < count; i++) {
            rows[active] = i;
            by[active] = neurons[i];
            active += neurons[i] != 0;
        }
        net_add_rows(rows, by, active, weights, width, out);
    }

    /* Eight sums side by side, added up in one order. */
    NET_CLONES static float net_dot(const float* restrict a, const float* restrict b, int count) {
        float lanes[8] = {0};
        for (int i = 0; i < count; i += 8)
            for (int j = 0; j < 8; j++)
                lanes[j] += a[i + j] * b[i + j];
        return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
    }

    NET_CLONES static void net_rectify(const float* sums, int count, float* out) {
        for (int i = 0; i < count; i++)
            out[i] = sums[i] > 0 ? sums[i] : 0;
    }
    """
    float* net_floats(size_t count) noexcept nogil
    float net_dot(const float* a, const float* b, int count) noexcept nogil
    void net_rectify(const float* sums, int count, float* out) noexcept nogil
    void net_differences(const float* numbers, const float* reference, int inputs, const float* weights, int width,
                         float* sums) noexcept nogil
    void net_layer(const float* sums, int count, const float* weights, int width, float* out) noexcept nogil


cdef class Net:
    def __cinit__(self, layers, dict provenance, prior=None):
        """`layers` are pairs of float32 arrays: weights with a row for each input, and biases. `prior` is such a pair with
        a row for each action."""
        sizes = [len(biases) for _, biases in layers]
        self.outputs = sizes.pop()
        self.inputs, self.hidden = layers[0][0].shape[0], tuple(sizes)
        if not 1 <= len(self.hidden) <= 2 or max(self.hidden) > WIDEST or not 2 <= self.outputs <= MAX_SEATS:
            raise ValueError("a net has one or two hidden layers of at most 256 neurons, and an output for each seat.")
        self.provenance = provenance
        self.wide = padded(self.hidden[0])
        self.narrow = padded(self.hidden[1]) if len(self.hidden) == 2 else 0
        self.first = copy_layer(layers[0], self.inputs, self.wide)
        if self.narrow:
            self.second = copy_layer(layers[1], self.wide, self.narrow)
        self.last = copy_layer(layers[len(sizes)], self.narrow or self.wide, LANE)
        if prior is not None:
            self.choices = len(prior[1])
            self.prior = copy_prior(prior, self.depth())

    def __dealloc__(self):
        free(self.first)
        free(self.second)
        free(self.last)
        free(self.prior)

    cdef int depth(self) noexcept nogil:
        """Neurons of the last hidden layer, as padded."""
        return self.narrow or self.wide

    cdef void finish(self, float* sums, float* neurons, double* shares) noexcept nogil:
        """From the sums of the first layer to the neurons of the last and shares that add up to 1, the mover's first."""
        cdef float out[LANE]
        net_rectify(sums, self.wide, sums)
        if not self.narrow:
            memcpy(neurons, sums, self.wide * sizeof(float))
        else:
            net_layer(sums, self.wide, self.second, self.narrow, neurons)
            net_rectify(neurons, self.narrow, neurons)
        net_layer(neurons, self.depth(), self.last, LANE, out)
        softmax(out, self.outputs, shares)


cdef int padded(int count):
    return (count + LANE - 1) // LANE * LANE


cdef float* copy_layer(layer, int rows, int width) except NULL:
    """The weights with zeros where the layer is padded, and the biases behind them."""
    cdef const float[:, ::1] weights = layer[0]
    cdef const float[::1] biases = layer[1]
    cdef size_t size = <size_t>(rows + 1) * width
    cdef float* memory = net_floats(size)
    cdef int i, count = <int>biases.shape[0]
    if memory == NULL:
        raise MemoryError()
    memset(memory, 0, size * sizeof(float))
    for i in range(weights.shape[0]):
        memcpy(memory + <size_t>i * width, &weights[i, 0], count * sizeof(float))
    memcpy(memory + <size_t>rows * width, &biases[0], count * sizeof(float))
    return memory


cdef float* copy_prior(prior, int width) except NULL:
    """The rows of weights with zeros where the layer is padded, and the biases behind them."""
    cdef const float[:, ::1] weights = prior[0]
    cdef const float[::1] biases = prior[1]
    cdef size_t rows = weights.shape[0]
    cdef float* memory = net_floats(rows * (width + 1))
    cdef size_t i
    if memory == NULL:
        raise MemoryError()
    memset(memory, 0, rows * (width + 1) * sizeof(float))
    for i in range(rows):
        memcpy(memory + i * width, &weights[i, 0], weights.shape[1] * sizeof(float))
    memcpy(memory + rows * width, &biases[0], rows * sizeof(float))
    return memory


cdef void softmax(const float* logits, int count, double* shares) noexcept nogil:
    cdef double top = logits[0], total = 0
    cdef int i
    for i in range(1, count):
        top = max(top, logits[i])
    for i in range(count):
        shares[i] = exp(logits[i] - top)
        total += shares[i]
    for i in range(count):
        shares[i] /= total


cdef class Lens:
    def __cinit__(self, Game game not None):
        cdef int features
        game.sizes(&self.observed, &features)
        self.game, self.size = game, self.observed + game.players
        self.rules, self.tables = game.rules, game.tables
        self.blanked = <uint8_t*>net_floats(game.rules.state_size // sizeof(float) + 1)
        if self.blanked == NULL:
            raise MemoryError()

    def __dealloc__(self):
        free(self.blanked)

    def numbers(self, State state not None, float[::1] out not None):
        """Writes what a net sees of a game that is not over, as its mover."""
        cdef int mover = self.rules.to_move(self.tables, state.memory)
        if state.game != self.game or mover == GAME_OVER or out.shape[0] != self.size:
            raise ValueError("this state is of another game or its game is over, or there is no room for the numbers.")
        self.look(state.memory, mover, &out[0])

    cdef void look(self, const void* state, int seat, float* numbers) noexcept nogil:
        cdef double scores[MAX_SEATS]
        cdef double mean = 0
        cdef int i, players = self.game.players
        memcpy(self.blanked, state, self.rules.state_size)
        self.rules.hide(self.tables, self.blanked, seat)
        memset(numbers, 0, self.size * sizeof(float))
        self.rules.observe(self.tables, self.blanked, seat, numbers)
        for i in range(players):
            scores[i] = self.rules.evaluate(self.tables, state, (seat + i) % players)
            mean += scores[i] / players
        for i in range(players):
            numbers[self.observed + i] = <float>bounded((scores[i] - mean) / self.rules.score_scale)


cdef inline double bounded(double lead) noexcept nogil:
    return max(-FARTHEST_LEAD, min(FARTHEST_LEAD, lead))


cdef class Evaluator:
    def __cinit__(self, Net net not None, Game game not None):
        cdef int seat
        self.lens = Lens(game)
        if net.inputs != self.lens.size or net.outputs != game.players:
            raise ValueError(f"this net was made for another game than {game!r}.")
        self.net, self.game = net, game
        self.rules, self.tables = game.rules, game.tables
        self.numbers = net_floats(net.inputs)
        self.neurons = net_floats(net.depth())
        if net.choices:
            self.index = game.action_index()
            if self.index.count != net.choices:
                raise ValueError(f"this net was made for another game than {game!r}.")
        for seat in range(game.players):
            self.reference[seat] = net_floats(net.inputs)
            self.sums[seat] = net_floats(net.wide)
            if self.reference[seat] == NULL or self.sums[seat] == NULL:
                raise MemoryError()
            memset(self.reference[seat], 0, net.inputs * sizeof(float))
            memcpy(self.sums[seat], net.first + <size_t>net.inputs * net.wide, net.wide * sizeof(float))
        if self.numbers == NULL or self.neurons == NULL:
            raise MemoryError()

    def __dealloc__(self):
        cdef int seat
        free(self.numbers)
        free(self.neurons)
        for seat in range(MAX_SEATS):
            free(self.reference[seat])
            free(self.sums[seat])

    def begin_at(self, State state not None):
        """Makes the position the reference: what is judged after it costs the less the more it has in common with it."""
        self.refuse_other(state)
        self.refer_to(state.memory)

    def shares(self, State state not None):
        """Each seat's chance of the first place in a game that is not over."""
        cdef double utilities[MAX_SEATS]
        self.refuse_other(state)
        self.judge(state.memory, utilities)
        return [utilities[seat] for seat in range(self.game.players)]

    cdef int refuse_other(self, State state) except -1:
        if state.game != self.game or self.rules.to_move(self.tables, state.memory) == GAME_OVER:
            raise ValueError("this state is of another game, or its game is over.")
        return 0

    cdef void refer_to(self, const void* state) noexcept nogil:
        cdef int seat
        cdef size_t width = self.net.wide
        for seat in range(self.game.players):
            self.lens.look(state, seat, self.numbers)
            memcpy(self.reference[seat], self.numbers, self.net.inputs * sizeof(float))
            memcpy(self.sums[seat], self.net.first + <size_t>self.net.inputs * width, width * sizeof(float))
            memset(self.numbers, 0, self.net.inputs * sizeof(float))
            net_differences(self.reference[seat], self.numbers, self.net.inputs, self.net.first, <int>width,
                            self.sums[seat])

    cdef void judge(self, const void* state, double* utilities) noexcept nogil:
        """Each seat's chance of the first place, as the seat to move sees it. The game is not over."""
        cdef float sums[WIDEST]
        cdef double shares[MAX_SEATS]
        cdef int mover = self.rules.to_move(self.tables, state), i
        self.lens.look(state, mover, self.numbers)
        memcpy(sums, self.sums[mover], self.net.wide * sizeof(float))
        net_differences(self.numbers, self.reference[mover], self.net.inputs, self.net.first, self.net.wide, sums)
        self.net.finish(sums, self.neurons, shares)
        for i in range(self.game.players):
            utilities[(mover + i) % self.game.players] = shares[i]

    cdef void expect(self, const action_t* actions, int count, double* shares) noexcept nogil:
        """What share of the visits each of the legal actions should get, at the position judged last. Adds up to 1."""
        cdef float[MAX_ACTIONS] logits
        cdef int width = self.net.depth(), i, id
        cdef const float* biases = self.net.prior + <size_t>self.net.choices * width
        for i in range(count):
            id = id_of(self.index, actions[i])
            logits[i] = 0 if id < 0 else biases[id] + net_dot(self.neurons, self.net.prior + <size_t>id * width, width)
        softmax(logits, count, shares)

    def expected(self, State state not None):
        """The prior: for each legal action, in the order of `state.legal()`, the share of a search's visits that the
        net expects it to get. Adds up to 1. It follows from the mover's view and from what `evaluate` expects of the
        state. For a net with a prior only."""
        cdef double utilities[MAX_SEATS]
        cdef double shares[MAX_ACTIONS]
        cdef action_t actions[MAX_ACTIONS]
        cdef int count, i
        self.refuse_other(state)
        if not self.net.choices:
            raise ValueError("this net has no prior.")
        count = self.rules.legal(self.tables, state.memory, actions)
        self.judge(state.memory, utilities)
        self.expect(actions, count, shares)
        return [shares[i] for i in range(count)]

    def time_evaluating(self, State state not None, int count):
        """Judges the position so many times, with its prior if there is one: for measuring."""
        cdef double utilities[MAX_SEATS]
        cdef double shares[MAX_ACTIONS]
        cdef action_t actions[MAX_ACTIONS]
        cdef int i, legal
        self.refuse_other(state)
        legal = self.rules.legal(self.tables, state.memory, actions)
        with nogil:
            for i in range(count):
                self.judge(state.memory, utilities)
                if self.net.choices:
                    self.expect(actions, legal, shares)

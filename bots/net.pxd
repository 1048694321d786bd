# cython: language_level=3
"""A small net in C: the numbers of a view in, each seat's chance of the first place out. docs/players.md tells more."""
from libc.stdint cimport uint8_t

from core.game cimport MAX_SEATS, Game, State, action_index_t, action_t, rules_t

cdef enum:
    LANE = 8                # layers are padded to whole vectors of so many floats
    WIDEST = 256            # neurons of a hidden layer


cdef class Net:
    """Weights, read-only once loaded: searches share one."""
    cdef readonly int inputs, outputs
    cdef readonly tuple hidden          # neurons of each hidden layer, one or two
    cdef readonly dict provenance       # how the weights came about
    cdef int wide, narrow               # hidden layers as padded; narrow is 0 without a second one
    cdef float* first                   # a row of `wide` weights for each input, then the biases
    cdef float* second                  # a row of `narrow` weights for each neuron, then the biases
    cdef float* last                    # a row of LANE weights for each neuron of the last hidden layer, then the biases
    cdef readonly int choices           # actions that the prior knows, 0 without a prior
    cdef float* prior                   # a row of weights of the last hidden layer for each action, then the biases

    cdef void finish(self, float* sums, float* neurons, double* shares) noexcept nogil
    cdef int depth(self) noexcept nogil


cdef class Lens:
    """How a net sees a state: the observation of the seat to move, and what `evaluate` expects for every seat.

    `evaluate` knows the arithmetic of points, which a small net would have to learn; the net learns what it misses.
    """
    cdef readonly Game game
    cdef readonly int size              # of what it writes
    cdef int observed                   # of that, the observation
    cdef const rules_t* rules
    cdef const void* tables
    cdef uint8_t* blanked               # a state as its mover may know it

    cdef void look(self, const void* state, int seat, float* numbers) noexcept nogil


cdef class Evaluator:
    """A net at work for one search: it sees states as the seat to move may, and remembers where it began.

    The first layer is most of the work. The sums of a reference view are kept, and only inputs that differ from it are
    added: positions of one search have most of their inputs in common.
    """
    cdef readonly Net net
    cdef Lens lens
    cdef Game game
    cdef const rules_t* rules
    cdef const void* tables
    cdef float* numbers                 # what the lens sees
    cdef float* reference[MAX_SEATS]    # what it saw when each seat's sums were made
    cdef float* sums[MAX_SEATS]
    cdef float* neurons                 # the last hidden layer at the position judged last, rectified
    cdef const action_index_t* index    # the dense numbers of actions, NULL for a net without a prior

    cdef int refuse_other(self, State state) except -1
    cdef void refer_to(self, const void* state) noexcept nogil
    cdef void judge(self, const void* state, double* utilities) noexcept nogil
    cdef void expect(self, const action_t* actions, int count, double* shares) noexcept nogil

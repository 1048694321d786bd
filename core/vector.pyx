"""Many games of one kind, stepped side by side in C into numpy arrays: no Python object per step.

    vector = VectorGame(core.load("ganymede"), 1024, range(1024))
    while learning:
        vector.step(choose(vector.observations, vector.legal, vector.counts))
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy, memset
from posix.stdlib cimport posix_memalign

from core.game cimport (
    GAME_OVER, MAX_ACTIONS, MAX_SEATS, NO_ID, Game, State, action_index_t, action_t, id_of, new_state, rules_t, step,
)
from core.ranks cimport win_share
from core.rng cimport mix
from core.threads cimport crew_begin, crew_end, crew_t, crew_work, fetch_and_add, keep_least

from core import observation
from core.errors import BadBuffer, BadOption, IllegalAction, WrongGame, one_of

cdef enum: RANK, WIN, SCORE                         # what a finished game pays

cdef enum: NEXT_STEP, SAME_STEP, DISABLED           # when a slot whose game is over gets the next one

REWARDS = ("rank", "win", "score")
AUTORESETS = ("next_step", "same_step", "disabled")
cdef enum: RUN_OF_SLOTS = 16                        # what a thread takes at a time
cdef enum: APART = 128                              # bytes between what two threads write: a pair of cache lines

ctypedef struct share_t:        # the slots of one thread. It begins with them at every step, so they stay in its cache
    int next                    # that no thread has taken yet
    int end
    char padding[APART]

MOST_SLOTS = 1 << 24
MOST_THREADS = 256


cdef uint64_t seed_of_episode(uint64_t seed, uint64_t episode) noexcept nogil:
    return seed if episode == 0 else mix(mix(seed + <uint64_t>0x9E3779B97F4A7C15) ^ episode)


def episode_seed(seed, episode):
    """The seed of a slot's episode: the slot's own seed first, then what follows from it and the episode's number."""
    return seed_of_episode(seed, episode)


def rewards_of(ranks):
    """What reward="rank" pays for these ranks: 1 for beating all others, -1 for being beaten by all."""
    cdef int given[MAX_SEATS]
    cdef int seats = len(ranks), seat
    if not 1 <= seats <= MAX_SEATS:
        raise BadOption(f"ranks: there are 1 to {MAX_SEATS} of them, not {seats}.")
    for seat in range(seats):
        given[seat] = ranks[seat]
    return [pay_for_rank(given, seats, seat) for seat in range(seats)]


def replay(Game game not None, seed, actions):
    """Every decision of a game that was played, as the seat to move saw it. Returns arrays with a row for each:
    observations, movers, ids of the chosen actions, counts of legal ids, and these ids one after the other."""
    import numpy as np

    cdef int size, width, most = game.rules.max_actions
    game.sizes(&size, &width)
    cdef const uint32_t[::1] made = np.array(actions, np.uint32)
    cdef int decisions = made.shape[0]
    cdef int64_t found = 0
    observations, legal = np.zeros((decisions, size), np.float32), np.empty((decisions + 1) * most, np.int32)
    movers, chosen, counts = np.empty(decisions, np.int8), np.empty(decisions, np.int32), np.empty(decisions, np.int32)
    cdef float[:, ::1] shown = observations
    cdef int32_t[::1] ids = legal, chosen_ids = chosen, legal_counts = counts
    cdef int8_t[::1] seats = movers
    cdef State state = game.new(seed), view = new_state(game)
    cdef decision_t it
    cdef int k
    it.rules, it.tables, it.index = game.rules, game.tables, game.action_index()
    for k in range(decisions):
        it.observation, it.legal = &shown[k, 0], &ids[found]
        if not replay_one(&it, state.memory, view.memory, made[k]):
            raise IllegalAction(f"decision {k + 1}: {made[k]} is not legal there.")
        seats[k], chosen_ids[k], legal_counts[k] = it.mover, it.chosen, it.count
        found += it.count
    return observations, movers, chosen, counts, legal[:found]


ctypedef struct decision_t:     # of a game played again
    const rules_t* rules
    const void* tables
    const action_index_t* index
    float* observation
    int32_t* legal
    int mover
    int chosen
    int count


cdef bint replay_one(decision_t* it, void* state, void* view, action_t action) noexcept nogil:
    """Writes down the position, then applies the action; False if it is not legal."""
    cdef action_t actions[MAX_ACTIONS]
    cdef int k
    it.mover, it.chosen, it.count = it.rules.to_move(it.tables, state), NO_ID, 0
    if it.mover == GAME_OVER:
        return False
    it.count = it.rules.legal(it.tables, state, actions)
    for k in range(it.count):
        it.legal[k] = id_of(it.index, actions[k])
        if actions[k] == action:
            it.chosen = it.legal[k]
    if it.chosen == NO_ID:
        return False
    memcpy(view, state, it.rules.state_size)
    it.rules.hide(it.tables, view, it.mover)
    it.rules.observe(it.tables, view, it.mover, it.observation)
    step(it.rules, it.tables, state, action)
    return True


cdef class VectorGame:
    """`batch` games of one kind, each slot with a seed of its own; every array has a row for each slot.

    After step() and reset() the arrays tell of the position in every slot, from the seat that is to move:
    `observations`, `movers` (-1: the game is over), `legal` ids padded with -1 and `counts` of them, `features` of the
    legal actions if asked for, and of the step that led there `rewards` for every seat and `dones`.

    reward: "rank" pays 1 for beating all others, -1 for being beaten by all; "win" pays 1 to the first, or a share
    of it in a tie; "score" pays the points over game.score_scale. Nothing is paid before the end.
    autoreset: "next_step" begins the next game of a finished slot at the next step, whatever id is given for it;
    "same_step" at once, so that dones and rewards tell of the finished game and the rest of the new one; "disabled"
    leaves it to reset(mask), and a finished slot takes the id -1.
    """
    cdef readonly Game game
    cdef readonly int batch, threads
    cdef readonly str reward, autoreset
    cdef readonly object observations, movers, legal, counts, rewards, dones, features
    cdef readonly long long steps           # calls of step() so far
    cdef const rules_t* rules
    cdef const action_index_t* index
    cdef int kind_of_reward, kind_of_reset, size, width
    cdef size_t stride                      # bytes from one state to the next
    cdef char* states
    cdef char* scratch                      # one blanked state for each thread
    cdef int32_t* ids                       # the legal ones of every slot, out of the caller's reach
    cdef int32_t* ready                     # how many
    cdef uint8_t* over                      # 1: the game is over and no other has begun
    cdef uint64_t* seeds
    cdef int64_t* episodes
    cdef float* shown
    cdef int8_t* shown_movers
    cdef int32_t* shown_legal
    cdef int32_t* shown_counts
    cdef float* shown_rewards
    cdef uint8_t* shown_dones
    cdef float* shown_features
    cdef const int32_t* chosen              # the ids of the step that the threads are at
    cdef const uint8_t* moving              # the slots it is for; NULL: all
    cdef bint checking                      # they look for illegal ids; otherwise they advance the slots
    cdef int wrong                          # the first slot with an illegal id; at least batch: none
    cdef share_t* shares                    # one for each thread
    cdef crew_t* crew

    def __init__(self, Game game not None, batch, seeds, *, threads=1, reward="rank", autoreset="next_step",
                 features=False, buffers=None):
        check_number("batch", batch, MOST_SLOTS)
        check_number("threads", threads, MOST_THREADS)
        check_name("reward", reward, REWARDS)
        check_name("autoreset", autoreset, AUTORESETS)
        seeds = checked_seeds(seeds, batch)
        self.game, self.batch, self.threads = game, batch, min(threads, batch)
        self.reward, self.autoreset = reward, autoreset
        self.kind_of_reward, self.kind_of_reset = REWARDS.index(reward), AUTORESETS.index(autoreset)
        self.rules, self.index = game.rules, game.action_index()
        game.sizes(&self.size, &self.width)
        self.make_arrays(bool(features), checked_buffers(buffers, bool(features)))
        self.make_memory()
        for i, seed in enumerate(seeds):
            self.seeds[<int>i] = seed
        if self.threads > 1:
            self.crew = crew_begin(self.threads - 1, work_on_slots, <void*>self)
            if self.crew == NULL:
                raise MemoryError()
        self.reset()

    def __dealloc__(self):
        crew_end(self.crew)
        free(self.shares)
        free(self.states)
        free(self.scratch)
        free(self.ids)
        free(self.ready)
        free(self.over)
        free(self.seeds)
        free(self.episodes)

    cdef int make_memory(self) except -1:
        cdef int most = self.rules.max_actions
        self.stride = (self.rules.state_size + APART - 1) & ~<size_t>(APART - 1)
        self.states = <char*>zeroed(self.batch, self.stride)
        self.scratch = <char*>zeroed(self.threads, self.stride)
        self.shares = <share_t*>zeroed(self.threads, sizeof(share_t))
        self.ids = <int32_t*>zeroed(<size_t>self.batch * most, sizeof(int32_t))
        self.ready = <int32_t*>zeroed(self.batch, sizeof(int32_t))
        self.over = <uint8_t*>zeroed(self.batch, 1)
        self.seeds = <uint64_t*>zeroed(self.batch, sizeof(uint64_t))
        self.episodes = <int64_t*>zeroed(self.batch, sizeof(int64_t))
        return 0

    cdef int make_arrays(self, bint features, dict given) except -1:
        cdef int most = self.rules.max_actions
        shapes = {
            "observations": ((self.batch, self.size), "float32"), "movers": ((self.batch,), "int8"),
            "legal": ((self.batch, most), "int32"), "counts": ((self.batch,), "int32"),
            "rewards": ((self.batch, self.game.players), "float32"), "dones": ((self.batch,), "bool"),
            "features": ((self.batch, most, self.width), "float32"),
        }
        for name in given:
            observation.room(given[name], f"buffers[{name!r}]", *shapes[name])
        made = {name: observation.room(given.get(name), name, *shapes[name]) for name in shapes
                if features or name != "features"}
        self.observations, self.movers, self.legal = made["observations"], made["movers"], made["legal"]
        self.counts, self.rewards, self.dones = made["counts"], made["rewards"], made["dones"]
        self.features = made.get("features")
        self.legal.fill(-1)
        self.point_at_arrays()
        return 0

    cdef int point_at_arrays(self) except -1:
        cdef float[:, ::1] observations = self.observations
        cdef int8_t[::1] movers = self.movers
        cdef int32_t[:, ::1] legal = self.legal
        cdef int32_t[::1] counts = self.counts
        cdef float[:, ::1] rewards = self.rewards
        cdef uint8_t[::1] dones = self.dones.view("uint8")
        cdef float[:, :, ::1] features
        self.shown, self.shown_movers, self.shown_legal = &observations[0, 0], &movers[0], &legal[0, 0]
        self.shown_counts, self.shown_rewards, self.shown_dones = &counts[0], &rewards[0, 0], &dones[0]
        if self.features is not None:
            features = self.features
            self.shown_features = &features[0, 0, 0]
        return 0

    # ---- what a caller does

    def reset(self, mask=None):
        """Begins the next game in the slots of `mask`; without one, every slot begins again with its first game."""
        cdef uint8_t[::1] chosen
        cdef int i
        if mask is not None:
            chosen = observation.fitting(mask, "mask", (self.batch,), "bool").view("uint8")
        else:
            self.steps = 0
        for i in range(self.batch):
            if mask is None or chosen[i]:
                self.begin(i, 0 if mask is None else self.episodes[i] + 1)
                self.pay_nothing(i)
                self.shown_dones[i] = 0
                self.show(i, self.scratch, 0)

    def step(self, ids, mask=None):
        """One decision in every slot, each by the id of a legal action. If one is not legal, IllegalAction names its
        slot and the step, and nothing has happened. With a mask only the slots in it move; the others stay as they
        are, and their ids do not matter."""
        cdef const int32_t[::1] chosen = observation.fitting(ids, "ids", (self.batch,), "int32")
        cdef const uint8_t[::1] moving
        self.moving = NULL
        if mask is not None:
            moving = observation.fitting(mask, "mask", (self.batch,), "bool").view("uint8")
            self.moving = &moving[0]
        self.chosen, self.wrong = &chosen[0], self.batch
        with nogil:
            self.work(True)
        if self.wrong < self.batch:
            self.refuse(self.wrong, chosen[self.wrong])
        with nogil:
            self.work(False)
        self.steps += 1

    def state(self, i):
        """A copy of the state in slot i."""
        cdef int slot = self.slot(i)
        cdef State state = new_state(self.game)
        memcpy(state.memory, self.states + slot * self.stride, self.rules.state_size)
        return state

    def load(self, i, State state not None):
        """Puts a state into slot i; its episode goes on from there."""
        cdef int slot = self.slot(i)
        if state.game != self.game:
            raise WrongGame(f"slot {slot}: this state is of another game, player count or options.")
        memcpy(self.states + slot * self.stride, state.memory, self.rules.state_size)
        self.over[slot] = self.rules.to_move(self.game.tables, state.memory) == GAME_OVER
        self.pay_nothing(slot)
        self.shown_dones[slot] = self.over[slot]
        self.show(slot, self.scratch, 0)

    def episode(self, i):
        """How many games slot i has finished or given up."""
        return self.episodes[self.slot(i)]

    def close(self):
        """Ends the threads; later steps are made without."""
        crew_end(self.crew)
        self.crew = NULL

    cdef int slot(self, i) except -1:
        if not hasattr(i, "__index__") or not 0 <= i < self.batch:
            raise BadOption(f"there is no slot {i!r}: slots are 0 to {self.batch - 1}.")
        return i.__index__()

    cdef refuse(self, int slot, id):
        at = f"slot {slot}, step {self.steps + 1}"
        if self.over[slot]:
            raise IllegalAction(f"{at}: the game there is over, so its id is -1, not {id}; reset(mask) begins another.")
        if not 0 <= id < self.index.count:
            raise IllegalAction(f"{at}: {id} is no id of an action: ids are 0 to {self.index.count - 1}.")
        raise IllegalAction(f"{at}: id {id} is not legal there: {self.ready[slot]} others are.")

    # ---- one slot

    cdef inline bint moves(self, int i) noexcept nogil:
        return self.moving == NULL or self.moving[i]

    cdef inline bint is_legal(self, int i, int32_t id) noexcept nogil:
        cdef const int32_t* ids = self.ids + <size_t>i * self.rules.max_actions
        cdef int k
        if self.over[i]:
            return self.kind_of_reset != DISABLED or id == -1
        for k in range(self.ready[i]):
            if ids[k] == id:
                return id >= 0
        return False

    cdef void work(self, bint checking) noexcept nogil:
        cdef int thread
        self.checking = checking
        for thread in range(self.threads):
            self.shares[thread].next = <int64_t>self.batch * thread // self.threads
            self.shares[thread].end = <int64_t>self.batch * (thread + 1) // self.threads
        if self.crew == NULL:
            self.work_as(0)
        else:
            crew_work(self.crew)

    cdef void work_as(self, int thread) noexcept nogil:
        """First the thread's own share, then what is left of the others'."""
        cdef char* scratch = self.scratch + thread * self.stride
        cdef share_t* share
        cdef int turn, first
        for turn in range(self.threads):
            share = &self.shares[(thread + turn) % self.threads]
            first = fetch_and_add(&share.next, RUN_OF_SLOTS)
            while first < share.end:
                self.work_on(first, min(first + RUN_OF_SLOTS, share.end), scratch)
                first = fetch_and_add(&share.next, RUN_OF_SLOTS)

    cdef void work_on(self, int first, int end, char* scratch) noexcept nogil:
        cdef int i
        for i in range(first, end):
            if not self.moves(i):
                continue
            if not self.checking:
                self.advance(i, scratch, self.chosen[i])
            elif not self.is_legal(i, self.chosen[i]):
                keep_least(&self.wrong, i)

    cdef void advance(self, int i, char* scratch, int32_t id) noexcept nogil:
        cdef char* state = self.states + i * self.stride
        cdef int mover
        if self.shown_dones[i]:
            self.pay_nothing(i)
        if self.over[i]:
            self.shown_dones[i] = self.kind_of_reset == DISABLED
            if self.kind_of_reset != DISABLED:
                self.begin(i, self.episodes[i] + 1)
                self.show(i, scratch, 0)
            return
        mover = self.rules.to_move(self.game.tables, state)
        step(self.rules, self.game.tables, state, self.index.actions[id])
        self.shown_dones[i] = self.rules.to_move(self.game.tables, state) == GAME_OVER
        if self.shown_dones[i]:
            self.finish(i, state)
        self.show(i, scratch, mover)

    cdef void finish(self, int i, const char* state) noexcept nogil:
        self.pay(i, state)
        if self.kind_of_reset == SAME_STEP:
            self.begin(i, self.episodes[i] + 1)
        else:
            self.over[i] = 1

    cdef void begin(self, int i, int64_t episode) noexcept nogil:
        cdef char* state = self.states + i * self.stride
        memset(state, 0, self.rules.state_size)
        self.rules.deal(self.game.tables, state, seed_of_episode(self.seeds[i], episode))
        self.episodes[i] = episode
        self.over[i] = 0

    cdef void pay_nothing(self, int i) noexcept nogil:
        memset(self.shown_rewards + i * self.game.players, 0, self.game.players * sizeof(float))

    cdef void pay(self, int i, const char* state) noexcept nogil:
        cdef float* rewards = self.shown_rewards + i * self.game.players
        cdef double scores[MAX_SEATS]
        cdef int ranks[MAX_SEATS]
        cdef int seat
        if self.kind_of_reward == SCORE:
            self.rules.scores(self.game.tables, state, scores)
        self.rules.ranks(self.game.tables, state, ranks)
        for seat in range(self.game.players):
            if self.kind_of_reward == RANK:
                rewards[seat] = <float>pay_for_rank(ranks, self.game.players, seat)
            elif self.kind_of_reward == WIN:
                rewards[seat] = <float>win_share(ranks, self.game.players, seat)
            else:
                rewards[seat] = <float>(scores[seat] / self.rules.score_scale)

    cdef void show(self, int i, char* scratch, int last_mover) noexcept nogil:
        """The position to the arrays, as the seat to move knows it; at the end, as the last mover does."""
        cdef const char* state = self.states + i * self.stride
        cdef float* numbers = self.shown + <size_t>i * self.size
        cdef int mover = self.rules.to_move(self.game.tables, state)
        cdef int seat = last_mover if mover == GAME_OVER else mover
        self.shown_movers[i] = mover
        memcpy(scratch, state, self.rules.state_size)
        self.rules.hide(self.game.tables, scratch, seat)
        memset(numbers, 0, self.size * sizeof(float))
        self.rules.observe(self.game.tables, scratch, seat, numbers)
        self.show_legal(i, scratch, mover != GAME_OVER)

    cdef void show_legal(self, int i, const char* view, bint running) noexcept nogil:
        cdef action_t actions[MAX_ACTIONS]
        cdef int most = self.rules.max_actions, k, count = 0
        cdef int32_t* ids = self.ids + <size_t>i * most
        cdef int32_t* shown = self.shown_legal + <size_t>i * most
        if running:
            count = self.rules.legal(self.game.tables, view, actions)
        for k in range(count):
            ids[k] = id_of(self.index, actions[k])
            shown[k] = ids[k]
        for k in range(count, self.ready[i]):
            shown[k] = -1
        if self.shown_features != NULL:
            self.show_features(i, view, actions, count)
        self.ready[i] = count
        self.shown_counts[i] = count

    cdef void show_features(self, int i, const char* view, const action_t* actions, int count) noexcept nogil:
        cdef float* rows = self.shown_features + <size_t>i * self.rules.max_actions * self.width
        memset(rows, 0, <size_t>max(count, self.ready[i]) * self.width * sizeof(float))
        self.rules.features(self.game.tables, view, actions, count, rows)


cdef void* zeroed(size_t count, size_t size) except NULL:
    """Memory that shares no cache line with any other, for free()."""
    cdef void* memory
    if posix_memalign(&memory, APART, max(count * size, APART)):
        raise MemoryError()
    return memset(memory, 0, max(count * size, APART))


cdef void work_on_slots(void* vector, int thread) noexcept nogil:
    (<VectorGame>vector).work_as(thread)


cdef inline double pay_for_rank(const int* ranks, int seats, int seat) noexcept nogil:
    """From 1 for whoever is ahead of all others to -1; the sum is 0. Alone: 1 for a game won, -1 for one lost."""
    cdef int other, beaten = 0
    if seats == 1:
        return 1 if ranks[0] == 1 else -1
    for other in range(seats):
        beaten += (ranks[other] > ranks[seat]) - (ranks[other] < ranks[seat])
    return beaten / <double>(seats - 1)


# ---- bad input

def check_number(name, value, high):
    if type(value) is not int or not 1 <= value <= high:
        raise BadOption(f"{name}: it is a whole number from 1 to {high}, not {value!r}.")


def check_name(name, value, names):
    if value not in names:
        raise BadOption(f"{name}: it is {one_of(names)}, not {value!r}.")


def checked_seeds(seeds, batch):
    try:
        seeds = list(seeds)
    except TypeError:
        raise BadOption(f"seeds: it is a list of {batch} whole numbers, not {type(seeds).__name__}.") from None
    if len(seeds) != batch:
        raise BadOption(f"seeds: there is one for each of the {batch} slots, not {len(seeds)}.")
    for i, seed in enumerate(seeds):
        if not hasattr(seed, "__index__") or not 0 <= seed < 1 << 64:
            raise BadOption(f"seeds[{i}]: a seed is a whole number from 0 to 2**64 - 1, not {seed!r}.")
    return seeds


def checked_buffers(buffers, features):
    names = ("observations", "movers", "legal", "counts", "rewards", "dones", *(("features",) if features else ()))
    if buffers is None:
        return {}
    if not isinstance(buffers, dict):
        raise BadBuffer(f"buffers: it is a dict of arrays by name, not {type(buffers).__name__}.")
    for name in buffers:
        if name not in names:
            raise BadBuffer(f"buffers: there is no array {name!r}: it is one of {one_of(names)}.")
    return buffers

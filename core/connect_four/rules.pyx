"""Connect Four on bitboards: seven bits a column, the lowest six for stones, the seventh always clear.

Everything the contract asks for, in the order of core/game.pxd. docs/adding-a-game.md walks through this file.
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from core.bits cimport all_zero, popcount
from core.errors import BadPosition
from core.game cimport GAME_OVER, Game, action_t, rules_t
from core.observation import each, scaled, which
from core.observe cimport put_number, put_one_of
from core.rng cimport rng_t

cdef enum:
    COLUMNS = 7
    ROWS = 6
    STRIDE = ROWS + 1
    NO_WINNER = 255

cdef uint64_t BOTTOM_ROW = 0x40810204081             # bit 0 of every column
cdef uint64_t ALL_CELLS = 0x40810204081 * 63         # bits 0 to 5 of every column
cdef str STONES = "xo"                               # seat 0 begins


# ---- the state

ctypedef struct state_t:
    uint64_t stones[2]      # the cells of each seat
    uint8_t made            # stones on the board; even: seat 0 to move
    uint8_t winner          # the seat with four in a row, or NO_WINNER
    uint8_t unused[6]       # padding, named so that it stays zero


# ---- set-up

cdef void deal(const void* tables, void* memory, uint64_t seed) noexcept nogil:
    (<state_t*>memory).winner = NO_WINNER


# ---- play

cdef inline bint four_along(uint64_t stones, int shift) noexcept nogil:
    cdef uint64_t pairs = stones & (stones >> shift)
    return pairs & (pairs >> (2 * shift)) != 0


cdef inline bint has_four(uint64_t stones) noexcept nogil:
    return (four_along(stones, 1) or four_along(stones, STRIDE)
            or four_along(stones, STRIDE - 1) or four_along(stones, STRIDE + 1))


cdef int to_move(const void* tables, const void* memory) noexcept nogil:
    cdef const state_t* state = <const state_t*>memory
    if state.winner != NO_WINNER or state.made == COLUMNS * ROWS:
        return GAME_OVER
    return state.made & 1


cdef int legal(const void* tables, const void* memory, action_t* actions) noexcept nogil:
    cdef const state_t* state = <const state_t*>memory
    cdef uint64_t taken = state.stones[0] | state.stones[1]
    cdef int column, count = 0
    for column in range(COLUMNS):
        actions[count] = column
        count += not (taken >> (column * STRIDE + ROWS - 1)) & 1
    return count


cdef void apply(const void* tables, void* memory, action_t column) noexcept nogil:
    cdef state_t* state = <state_t*>memory
    cdef int seat = state.made & 1
    cdef uint64_t taken = state.stones[0] | state.stones[1]
    # Adding the column's lowest cell carries through its stones to the first free cell.
    state.stones[seat] |= (taken + (<uint64_t>1 << (column * STRIDE))) & (<uint64_t>63 << (column * STRIDE)) & ~taken
    state.made += 1
    if has_four(state.stones[seat]):
        state.winner = seat


# ---- results

cdef void scores(const void* tables, const void* memory, double* out) noexcept nogil:
    cdef const state_t* state = <const state_t*>memory
    cdef int seat
    for seat in range(2):
        out[seat] = 0.5 if state.winner == NO_WINNER else <double>(state.winner == seat)


cdef void ranks(const void* tables, const void* memory, int* out) noexcept nogil:
    cdef const state_t* state = <const state_t*>memory
    cdef int seat
    for seat in range(2):
        out[seat] = 1 if state.winner == NO_WINNER or state.winner == seat else 2


cdef inline uint64_t winning_cells(uint64_t stones, uint64_t free) noexcept nogil:
    """The free cells that would make a four for these stones."""
    cdef uint64_t cells = (stones << 1) & (stones << 2) & (stones << 3)
    cdef uint64_t pairs
    cdef int shift
    for shift in range(STRIDE - 1, STRIDE + 2):
        pairs = (stones << shift) & (stones << (2 * shift))
        cells |= pairs & ((stones << (3 * shift)) | (stones >> shift))
        pairs = (stones >> shift) & (stones >> (2 * shift))
        cells |= pairs & ((stones >> (3 * shift)) | (stones << shift))
    return cells & free


cdef inline double promise(uint64_t stones, uint64_t free) noexcept nogil:
    """Cells that would win, and a little for the middle column, through which most fours go."""
    return (0.08 * popcount(winning_cells(stones, free))
            + 0.01 * popcount(stones & (<uint64_t>63 << (3 * STRIDE))))


cdef double evaluate(const void* tables, const void* memory, int seat) noexcept nogil:
    cdef const state_t* state = <const state_t*>memory
    cdef uint64_t free = ALL_CELLS & ~(state.stones[0] | state.stones[1])
    cdef double value
    if state.winner != NO_WINNER:
        return <double>(state.winner == seat)
    value = 0.5 + promise(state.stones[seat], free) - promise(state.stones[1 - seat], free)
    return min(0.95, max(0.05, value))


# ---- who knows what: everything is open, so nothing is blanked and nothing drawn

cdef void hide(const void* tables, void* memory, int seat) noexcept nogil:
    pass


cdef void determinize(const void* tables, void* memory, int seat, rng_t* rng) noexcept nogil:
    pass


# ---- learning

include "observe.pxi"


# ---- trust

cdef const char* check(const void* tables, const void* memory) noexcept nogil:
    cdef const state_t* state = <const state_t*>memory
    cdef uint64_t taken = state.stones[0] | state.stones[1]
    if not all_zero(state.unused, sizeof(state.unused)):
        return b"unused: padding must be zero"
    if state.stones[0] & state.stones[1]:
        return b"board: two stones in one cell"
    if taken & ~ALL_CELLS:
        return b"board: a stone outside the board"
    if taken & ~((taken << 1) | BOTTOM_ROW):
        return b"board: a stone with a free cell below it"
    if state.made != popcount(taken) or popcount(state.stones[0]) != (state.made + 1) // 2:
        return b"board: x begins and stones alternate, so x has as many stones as o, or one more"
    if has_four(state.stones[state.made & 1]):
        return b"board: the seat to move has a four already"
    if (state.winner != NO_WINNER) != has_four(state.stones[1 - (state.made & 1)]):
        return b"winner: it is the seat that made a four with the last stone, and nobody else"
    if state.winner != NO_WINNER and state.winner != 1 - (state.made & 1):
        return b"winner: it is the seat that made the last stone"
    return NULL


cdef rules_t RULES = rules_t(
    state_size=sizeof(state_t), max_actions=COLUMNS, score_scale=0.5,
    deal=deal, to_move=to_move, legal=legal, apply=apply, rollout=NULL,
    scores=scores, ranks=ranks, evaluate=evaluate, hide=hide, determinize=determinize, redraw=NULL,
    observe=observe, features=features, check=check,
)


# ---- the Python face

cdef class ConnectFour(Game):
    """Connect Four: drop stones into seven columns, four in a row win. The yardstick for searches."""

    RULES_VERSION = 1
    SEATS = (2, 2)
    OPTIONS = ()

    def __cinit__(self):
        self.rules = &RULES

    cdef int prepare(self) except -1:
        self.max_decisions = COLUMNS * ROWS
        return 0

    cdef str action_name(self, const void* memory, action_t action):
        return f"column {action + 1}"

    cdef dict describe(self, const void* memory, int seat):
        return {"board": board_rows(<const state_t*>memory)}

    cdef int build(self, dict fields, void* memory) except -1:
        for field in fields:
            if field != "board":
                raise BadPosition(f"{field}: there is no such field, only board.")
        if "board" not in fields:
            raise BadPosition("board: missing; it is a list of six texts of seven cells, the top row first.")
        place_stones(fields["board"], <state_t*>memory)
        return 0

    cdef dict observation_slices(self):
        return observation_slices()

    cdef list feature_names(self):
        return feature_names()

    cdef list every_action(self):
        return list(range(COLUMNS))

    cdef str draw(self, const void* memory, int seat):
        cdef const state_t* state = <const state_t*>memory
        mover = to_move(NULL, memory)
        if mover != GAME_OVER:
            note = f"{STONES[mover]} (seat {mover}) to move"
        elif state.winner == NO_WINNER:
            note = "drawn"
        else:
            note = f"{STONES[state.winner]} (seat {state.winner}) has won"
        rows = [" ".join(row) for row in board_rows(state)]
        return "\n".join([" ".join("1234567"), *rows, note])

    cdef dict list_components(self):
        return {"columns": COLUMNS, "rows": ROWS, "to_win": 4, "stones": list(STONES)}

    cdef dict action_data(self, const void* memory, action_t action):
        return {"kind": "column", "column": action + 1, "targets": [f"column-{action + 1}"]}


cdef list board_rows(const state_t* state):
    """Six texts, the top row first."""
    cdef int row, column, cell
    rows = []
    for row in reversed(range(ROWS)):
        text = ""
        for column in range(COLUMNS):
            cell = column * STRIDE + row
            text += "x" if state.stones[0] >> cell & 1 else "o" if state.stones[1] >> cell & 1 else "."
        rows.append(text)
    return rows


cdef int place_stones(board, state_t* state) except -1:
    cdef int row, column, seat
    if not isinstance(board, list) or len(board) != ROWS:
        raise BadPosition("board: it is a list of six texts, the top row first.")
    for row, text in enumerate(reversed(board)):
        if not isinstance(text, str) or len(text) != COLUMNS or set(text) - set(".xo"):
            raise BadPosition(f"board[{ROWS - 1 - row}]: {text!r} is not seven cells of '.', 'x' and 'o'.")
        for column, stone in enumerate(text):
            if stone != ".":
                seat = STONES.index(stone)
                state.stones[seat] |= <uint64_t>1 << (column * STRIDE + row)
                state.made += 1
    state.winner = NO_WINNER
    for seat in range(2):
        if has_four(state.stones[seat]):
            state.winner = seat
    return 0

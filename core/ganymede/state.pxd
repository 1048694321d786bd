# cython: language_level=3
"""What a game of Ganymede consists of: tables (read-only), state (flat), and the small change both are handled with."""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

ctypedef uint64_t cards_t       # a set of cards of one deck: bit i is the i-th card of the deck file
ctypedef uint32_t settlers_t    # settlers per colour, one byte each

cdef enum:
    COLOURS = 4
    TYPES = 5
    ALL_COLOURS = 15
    MAX_CARDS = 64
    MAX_PARTS = 4
    MAX_SPACES = 64
    MAX_PLACES = 24             # no place of a board holds as many settlers
    MAX_STACK = 10
    NO_SHIP = 0xFF              # a bare site
    HIDDEN = 0xFE               # a card somebody may not know
    PILE = 64                   # operand of DRAW: unseen from the pile

cdef enum:                      # decks
    TILES
    EARTH_DECK
    MARS_DECK
    SHIPS
    DECKS

cdef enum:                      # places of settlers on a board; shuttles of deck d leave place d - 1
    EARTH
    MARS
    SITE_A
    SITE_B
    PLACES

cdef enum:                      # phases
    SETUP
    PLAY
    OVER

cdef enum:                      # frames of the pending stack; without any, the action of the turn is asked for
    ACTION
    END
    TAKE_TILE
    PAY
    MOVE_PAYERS
    EFFECT
    BASIC
    BONUS
    RIGHT
    LAUNCH
    TAKE_SHIP
    PUT_SHIP
    FRAMES

cdef enum:                      # kinds of actions, the top byte of an action
    DO_RECRUIT
    DO_ADAPT
    DO_MOVE
    DO_REPUTATION
    DO_DRAW
    DO_TILE
    DO_SHUTTLE
    DO_DISCARD
    DO_PAY
    DO_BASIC
    DO_PASS
    DO_BONUS
    DO_GIVE_UP
    DO_LAUNCH
    DO_SITE
    DO_UNDER
    KINDS

cdef enum:                      # flags of an effect
    MOVE = 1
    REPUTATION = 2
    DRAW = 4
    TO_BASIC = 8                # one application may be turned into a Basic action
    JOINT_GAIN = 16             # the reputation of all applications is one gain (G21)
    TWO_FOR_BASIC = 32          # two applications may be turned into a Basic action (G15, revised)

cdef enum:                      # what a ship counts (G30)
    FLAT
    PER_SHUTTLE
    PER_SYMBOL
    REPUTATION_AGAIN
    PER_TILE
    PER_SET


# ---- tables

ctypedef struct effect_t:
    uint16_t pairs              # adapts: bit 4 * old + new
    uint8_t recruits            # colours
    uint8_t flags

ctypedef struct card_t:         # a tile or a shuttle
    settlers_t cost             # coloured symbols
    uint8_t symbols             # all symbols, white ones included
    uint8_t discards            # tiles that are part of the cost
    uint8_t type
    uint8_t parts               # more than 1 only for "and" tiles: "or" is one effect with the ways of both
    effect_t effects[MAX_PARTS]

ctypedef struct ship_t:
    uint8_t scoring
    uint8_t of                  # the type or colour counted
    uint8_t worth
    uint8_t times               # at most
    uint8_t less                # settlers fewer than the site says
    uint8_t parts
    effect_t effects[MAX_PARTS]

ctypedef struct tables_t:
    int players
    bint revised
    int max_rounds
    settlers_t supply
    int row[DECKS]              # places
    uint32_t full_rows          # the same as a state's row_sizes
    int size[DECKS]             # cards
    int tile_slots
    int capacity[2]             # Earth, Mars
    int site_size[2]
    int hand_limit
    int end_ships
    int ships_dealt
    int start                   # of the reputation track
    int last_space
    uint64_t bonus_spaces
    uint8_t track_points[MAX_SPACES]
    cards_t start_tiles
    cards_t all[DECKS]
    cards_t of_type[SHIPS][TYPES]
    card_t card[SHIPS][MAX_CARDS]
    ship_t ship[MAX_CARDS]
    cards_t paid_by[2][COLOURS][MAX_PLACES]     # Earth, Mars: shuttles that need at most so many of a colour,
    cards_t paid_by_all[2][MAX_PLACES]          # ... at most so many settlers in all,
    cards_t paid_without_tile[2]                # ... and no tile


# ---- state

ctypedef struct board_t:
    cards_t tiles
    cards_t shuttles[2]         # Earth, Mars; the columns are these, by type
    cards_t hand                # in a view only those the viewer knows
    cards_t launched
    settlers_t place[PLACES]
    uint8_t ship[2]             # on the sites, or NO_SHIP
    uint8_t reputation
    uint8_t hand_size
    uint8_t tile_count          # from here on the sets above, counted: counting bits is slow
    uint8_t launched_count
    uint8_t column[TYPES]       # shuttles by type
    uint8_t tiles_of[TYPES]     # tiles by type

ctypedef struct frame_t:
    settlers_t payers
    uint8_t kind
    uint8_t deck
    uint8_t card
    uint8_t site
    uint8_t left                # applications not finished
    uint8_t part                # the next part of the first of them
    uint8_t stopped             # no more reputation from this gain (G21)
    uint8_t unused

ctypedef struct state_t:
    uint64_t seed
    cards_t row[DECKS]
    cards_t discards
    board_t board[4]
    settlers_t supply
    uint16_t round
    uint16_t rebuilds           # of the tile pile
    uint8_t phase
    uint8_t seat
    uint8_t depth               # of the stack
    uint8_t unused[5]           # padding, named so that it stays zero
    uint32_t row_sizes          # a byte for each deck
    uint8_t pile_size[DECKS]
    uint8_t pile[DECKS][MAX_CARDS]      # bottom first
    uint8_t pile_known[MAX_CARDS]       # per place of the ship pile: the seats that know which ship lies there
    uint8_t hand_known[MAX_CARDS]       # per ship in a hand: the seats that know it is there
    uint8_t unseen[4][16]               # views: ships in a seat's hand the viewer does not know, by who knows them
    frame_t stack[MAX_STACK]            # bottom first, from 1 to depth; place 0 stays empty: the action of the turn


# ---- cards

cdef extern from *:
    int lowest_colour "__builtin_ctz"(unsigned int bits) noexcept nogil

cdef inline cards_t bit(int card) noexcept nogil:
    return <cards_t>1 << card

cdef inline uint32_t one_of(int deck) noexcept nogil:
    """One card in row_sizes."""
    return <uint32_t>1 << (8 * deck)


# ---- settlers

cdef inline settlers_t settler(int colour) noexcept nogil:
    return <settlers_t>1 << (8 * colour)

cdef inline int of_colour(settlers_t settlers, int colour) noexcept nogil:
    return (settlers >> (8 * colour)) & 0xFF

cdef inline int heads(settlers_t settlers) noexcept nogil:
    return (settlers * <settlers_t>0x01010101) >> 24

cdef inline int colours_in(settlers_t settlers) noexcept nogil:
    """The colours that occur, as four bits. Counts stay below 128."""
    return ((((settlers + <settlers_t>0x7F7F7F7F) >> 7) & <settlers_t>0x01010101) * <settlers_t>0x01020408) >> 24 & 15

cdef inline bint has_all(settlers_t settlers, settlers_t wanted) noexcept nogil:
    """At least as many as wanted of every colour."""
    return (((settlers | <settlers_t>0x80808080) - wanted) & <settlers_t>0x80808080) == <settlers_t>0x80808080


# ---- the stack

cdef inline frame_t* top(state_t* state) noexcept nogil:
    return &state.stack[state.depth]

cdef inline frame_t* push(state_t* state, int kind) noexcept nogil:
    cdef frame_t* frame = &state.stack[state.depth + 1]
    state.depth += 1
    frame.kind = kind
    return frame

cdef inline void pop(state_t* state) noexcept nogil:
    memset(&state.stack[state.depth], 0, sizeof(frame_t))
    state.depth -= 1


cdef inline board_t* mover(state_t* state) noexcept nogil:
    return &state.board[state.seat]

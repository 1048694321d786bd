"""Ganymede behind the contract of core/game.pxd. docs/ganymede.md says how decisions are asked; numbers such as G11 are
those of docs/rules/ganymede.md. The files beside this one, all .pxi compiled into this unit:

    state.pxd           the structs: tables, state, board, frame
    effects.pxi         ways of applying an effect, and what each does
    setup.pxi           the deal and the choice of the first ships
    turn.pxi            piles and rows, and the passing of turns
    actions.pxi         the action of a turn, and paying for it
    decisions.pxi       the rest of the pending stack: what is forced, asked and answered
    scoring.pxi         points and ranks
    evaluate.pxi        evaluate() and the rollout policy
    knowledge.pxi       hide and determinize
    check.pxi           whether a state is safe to play on
    tables.pxi          deck file to tables
    position.pxi        to_dict and from_dict
    names.pxi           actions in words and as data
    observe.pxi         the view as numbers, actions as dense numbers and as features
    board.pxi           the board as text
    picture.py          the board as a picture; captions.py has its words
    catalogue.py        what never changes, as plain data

    components.py       reads components.toml, the decks, the track and the limits
    position_reader.py  reads the plain data of a position
    conformance.py      what the property tests ask of this game
    search.toml         settings of the search
    golden/             games that must stay as they are, decision by decision
"""
from itertools import combinations

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memmove, memset

from core.bits cimport all_zero, lowest_bit as lowest, popcount as card_count
from core.cards cimport from_pool, pool_t
from core.ganymede.state cimport *
from core.game cimport GAME_OVER, NOBODY, Game, action_t, rules_t
from core.observe cimport put_at_least, put_bits, put_number, put_one_of
from core.ranks cimport ranks_by
from core.rng cimport rng_below, rng_next, rng_shuffle, rng_t, stream

from core.errors import BadPosition
from core.ganymede.catalogue import catalogue
from core.ganymede.components import COLOURS as COLOUR_NAMES
from core.ganymede.components import MOST_ROUNDS, SCORING, read_components
from core.ganymede.components import TYPES as TYPE_NAMES
from core.ganymede.position_reader import DECKS as DECK_NAMES
from core.ganymede.position_reader import FRAMES as FRAME_FIELDS
from core.ganymede.position_reader import PHASES, SITES, PositionReader
from core.observation import at_least, each, scaled, which
from core.options import Option

PLACE_NAMES = ("earth", "mars", "A", "B")
FRAME_NAMES = ("action", *FRAME_FIELDS)         # in the order of the frames in state.pxd

include "effects.pxi"
include "actions.pxi"
include "decisions.pxi"
include "setup.pxi"
include "turn.pxi"
include "scoring.pxi"
include "evaluate.pxi"
include "knowledge.pxi"
include "check.pxi"
include "observe.pxi"

cdef rules_t RULES = rules_t(
    state_size=sizeof(state_t), max_actions=192, score_scale=15,
    deal=deal, to_move=to_move, legal=legal, apply=apply, rollout=rollout,
    scores=scores, ranks=ranks, evaluate=evaluate, hide=hide, determinize=determinize, redraw=redraw,
    observe=observe, features=features, check=check,
)


cdef class Ganymede(Game):
    """Ganymede: bring settlers over Mars to the ships that leave for Jupiter's moon. 2018 and revised edition."""

    RULES_VERSION = 1
    SEATS = (2, 4)
    OPTIONS = (
        Option("edition", "2018", "the rules of the first or of the revised edition", choices=("2018", "revised")),
        Option("max_rounds", 60, "the game ends after this many rounds at the latest", low=1, high=MOST_ROUNDS),
        Option("components", None, "another file of decks, track and limits", kind="toml"),
    )
    cdef list ids           # of the cards, by deck
    cdef list texts         # what is printed on them
    cdef dict index         # id to place in the deck
    cdef dict deck          # id to deck
    cdef object components

    def __cinit__(self):
        self.rules = &RULES

    cdef int prepare(self) except -1:
        cdef tables_t* t = <tables_t*>self.allocate_tables(sizeof(tables_t))
        components = read_components(self.options["components"], self.players, self.options["edition"])
        self.components = components
        decks = (components.tiles, components.earth, components.mars, components.ships)
        self.ids = components.ids()
        self.index = {card: i for cards in self.ids for i, card in enumerate(cards)}
        self.deck = {card: deck for deck, cards in enumerate(self.ids) for card in cards}
        self.texts = [[text(card) for card in cards] for text, cards in
                      zip((tile_text, shuttle_text, shuttle_text, ship_text), decks)]
        fill_tables(t, components, self.players, self.options["edition"] == "revised", self.options["max_rounds"])
        self.max_decisions = self.players * (2 + most_per_turn(t) * t.max_rounds)
        return 0

    cdef str action_name(self, const void* state, action_t action):
        return word_for(self, <const state_t*>state, action)

    cdef dict describe(self, const void* state, int seat):
        return describe_state(self, <const state_t*>state, seat)

    cdef int build(self, dict fields, void* memory) except -1:
        cdef state_t* state = <state_t*>memory
        cdef const tables_t* t = <const tables_t*>self.tables
        fill_state(self, PositionReader(self.components, self.players).read(fields), state)
        cdef const char* problem = check_state(t, state)
        if problem != NULL:
            raise BadPosition(f"{problem.decode()}.")
        if state.phase == PLAY:
            settle(t, state)
        return 0

    cdef dict observation_slices(self):
        return slices_of(self)

    cdef list feature_names(self):
        return features_of(self)

    cdef list every_action(self):
        return actions_of(<const tables_t*>self.tables)

    cdef str draw(self, const void* memory, int seat):
        return board_text(self, <const state_t*>memory)

    cdef dict list_components(self):
        return catalogue(self.components)

    cdef dict action_data(self, const void* state, action_t action):
        return data_of(self, <const state_t*>state, action)

    cdef dict action_seen(self, const void* state, action_t action, int seat):
        return data_seen_by(self, <const state_t*>state, action, seat)


include "tables.pxi"
include "position.pxi"
include "names.pxi"
include "board.pxi"

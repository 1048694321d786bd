"""Catan Starfarers behind the contract of core/game.pxd. docs/starfarers.md says how decisions are asked; numbers such
as R11, Q5 and D1 are those of docs/rules/starfarers.md.

    state.pxd        the structs, and what their numbers mean
    decisions.pxi    what is pending: settled, asked and answered; to_move, legal and apply
    setup.pxi        the deal and the set-up phase
    turn.pxi         the start and the end of a turn, and of the game
    production.pxi   what a roll brings, the seven, reserve cards
    trade.pxi        trade and build: the supply, building, offers, free trade ships
    flight.pxi       the flight phase: shake, fly, jump, explore, found
    encounters.pxi   encounter cards
    hands.pxi        cards in hands, supply and reserve pile, and what every seat has seen of them
    map.pxi          where a ship may stop and how far it can go
    derived.pxi      what follows from the rest of the state and is kept beside it
    scoring.pxi      points, the win, scores and ranks
    evaluate.pxi     evaluate() and the rollout policy
    knowledge.pxi    hide and determinize
    check.pxi        whether a state is safe to play on
    tables.pxi       components to tables
    position.pxi     to_dict and from_dict
    names.pxi        actions in words and as data
    board.pxi        the board as text
    observe.pxi      the view as numbers, actions as dense numbers and as features
    picture.py       the board as a picture
    catalogue.py     what never changes, as plain data
    components.py    reads and checks board.toml, components.toml and encounters.toml
"""
from libc.stdint cimport int8_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.math cimport exp
from libc.string cimport memcmp, memcpy, memset

from core.bits cimport all_zero, lowest_bit
from core.cards cimport add_to_pool, deal_from_pool, pool_of, pool_t, shuffle_pool
from core.errors import BadOption, BadPosition
from core.fields import Field
from core.game cimport GAME_OVER, MAX_ACTIONS, NOBODY, Game, action_t, rules_t
from core.observation import at_least, each, scaled, which
from core.observe cimport put_at_least, put_bits, put_number, put_one_of
from core.options import Option
from core.ranks cimport ranks_by
from core.rng cimport draw, rng_below, rng_next, rng_shuffle, rng_t, stream
from core.starfarers.catalogue import catalogue
from core.starfarers.components import COLOURS, DISC_NAMES, Components, disc_code
from core.starfarers.components import ICONS as ICON_NAMES, PEOPLES as PEOPLE_NAMES, TOKENS as TOKEN_NAMES
from core.starfarers.components import RESOURCES as RESOURCE_NAMES, UPGRADES as UPGRADE_KINDS
from core.starfarers.state cimport *

include "decisions.pxi"
include "hands.pxi"
include "map.pxi"
include "derived.pxi"
include "setup.pxi"
include "turn.pxi"
include "production.pxi"
include "trade.pxi"
include "flight.pxi"
include "encounters.pxi"
include "scoring.pxi"
include "evaluate.pxi"
include "knowledge.pxi"
include "check.pxi"
include "tables.pxi"
include "names.pxi"
include "position.pxi"
include "board.pxi"
include "observe.pxi"

cdef rules_t RULES = rules_t(
    state_size=sizeof(state_t), max_actions=INTERSECTIONS, score_scale=4.0,
    deal=deal, to_move=to_move, legal=legal, apply=apply, rollout=rollout,
    scores=scores, ranks=ranks, evaluate=evaluate, hide=hide, determinize=determinize, redraw=redraw,
    observe=observe, features=features, check=check,
)

cdef tuple SETUPS = ("beginner", "strategic", "explorer", "wild")
cdef tuple READINGS = ("taken", "alternative")


cdef class Starfarers(Game):
    """Catan Starfarers: explore, colonise and trade between the stars; 15 points win."""

    RULES_VERSION = 1
    SEATS = (3, 4)
    OPTIONS = (
        Option("setup", "beginner", "which tiles lie where, and who knows", choices=SETUPS),
        Option("d1", "taken", "the ranges of encounter cards 14 and 15", choices=READINGS),
        Option("d2", "taken", "a successful flight on card 18", choices=READINGS),
        Option("d3", "taken", "refusing on card 15", choices=READINGS),
        Option("flee_scientists", True, "Scientists boosters count when fleeing"),
        Option("pirate_scientists", True, "Scientists cannons count for the player in the pirate's role"),
        Option("base_scientists", True, "Scientists cannons count against pirate bases"),
        Option("speed_black", 3, "base of a compared speed that shows the black ball", choices=(3, 0)),
        Option("max_offers", 3, "offers to other players per turn", low=0, high=20),
        Option("max_rounds", 200, "after so many rounds the points decide", low=1, high=1000),
        Option("board", None, "the map instead of the game's own", kind="toml"),
        Option("components", None, "sectors, discs, cards and costs instead of the game's own", kind="toml"),
        Option("encounters", None, "the encounter cards instead of the game's own", kind="toml"),
    )
    cdef object components

    def __cinit__(self):
        self.rules = &RULES

    cdef int prepare(self) except -1:
        cdef tables_t* t = <tables_t*>self.allocate_tables(sizeof(tables_t))
        self.components = Components(self.options, self.players)
        fill_options(t, self.players, self.options)
        fill_map(t, self.components.tables)
        fill_sectors(t, self.components.tables)
        fill_numbers(t, self.components.tables)
        fill_friends(t, self.components.tables)
        fill_encounters(t, self.components.tables)
        self.max_decisions = 1000 * t.max_turns + 100
        return 0

    cdef str action_name(self, const void* memory, action_t action):
        return action_in_words(self.components, action)

    cdef dict describe(self, const void* memory, int seat):
        return describe_position(Writer(self.components, self.players), <const state_t*>memory, seat)

    cdef int build(self, dict fields, void* memory) except -1:
        cdef const tables_t* t = <const tables_t*>self.tables
        cdef state_t* s = <state_t*>memory
        cdef const char* problem
        fill_state(self.components, t, fields, s)
        problem = check_parts(t, s)
        if problem != NULL:
            raise BadPosition(f"{problem.decode()}.")
        if s.depth and s.frames[s.depth - 1].kind < FIRST_DECISION:
            settle(t, s)
        return 0

    cdef dict observation_slices(self):
        return slices_of(self.components, <const tables_t*>self.tables)

    cdef list feature_names(self):
        return features_of(self.components)

    cdef list every_action(self):
        return actions_of(<const tables_t*>self.tables)

    cdef str draw(self, const void* memory, int seat):
        return board_text(self.components, <const tables_t*>self.tables, <const state_t*>memory, seat)

    cdef dict list_components(self):
        return catalogue(self.components.board, self.options)

    cdef dict action_data(self, const void* memory, action_t action):
        return action_as_data(self.components, <const state_t*>memory, action)

    cdef dict action_seen(self, const void* memory, action_t action, int seat):
        return action_as_seen(self.components, <const state_t*>memory, action, seat)

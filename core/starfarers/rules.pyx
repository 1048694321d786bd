"""Catan Starfarers. The pieces of the rules are in the .pxi files beside this one; all compile into one unit."""
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.math cimport exp
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

from core.errors import BadOption, BadPosition
from core.game cimport GAME_OVER, MAX_ACTIONS, NOBODY, Game, action_t, rules_t
from core.options import Option
from core.rng cimport draw, rng_below, rng_next, rng_shuffle, rng_t, stream
from core.starfarers.components import COLOURS, DISC_NAMES, Components, disc_code
from core.starfarers.components import ICONS as ICON_NAMES, PEOPLES as PEOPLE_NAMES, TOKENS as TOKEN_NAMES
from core.starfarers.components import RESOURCES as RESOURCE_NAMES, UPGRADES as UPGRADE_KINDS
from core.starfarers.state cimport *

include "decisions.pxi"
include "hands.pxi"
include "map.pxi"
include "derived.pxi"
include "setup.pxi"
include "production.pxi"
include "trade.pxi"
include "flight.pxi"
include "encounters.pxi"
include "scoring.pxi"
include "evaluate.pxi"
include "rollout.pxi"
include "knowledge.pxi"
include "check.pxi"
include "tables.pxi"
include "names.pxi"
include "position.pxi"
include "board.pxi"

WORK[END_TURN] = end_turn
WORK[START_TURN] = start_turn
WORK[SETUP] = setup
WORK[SHAKE] = shake
WORK[RESERVE_DRAW] = reserve_draw
WORK[OPPONENTS_DRAW] = opponents_draw
WORK[FREE_SHIPS] = free_ships
WORK[BRANCH] = branch
WORK[CHECK] = check_box
WORK[EFFECT] = effect
WORK[ENCOUNTER_OVER] = encounter_over

EFFECT_OF[OP_FAME] = effect_fame
EFFECT_OF[OP_GAIN] = effect_gain
EFFECT_OF[OP_GAIN_ANY] = effect_gain_any
EFFECT_OF[OP_SWAP] = effect_swap
EFFECT_OF[OP_PAY] = effect_pay
EFFECT_OF[OP_RETURN_GIFT] = effect_return_gift
EFFECT_OF[OP_LOSE_SWAP] = effect_lose_swap
EFFECT_OF[OP_LOCK] = effect_lock
EFFECT_OF[OP_UPGRADE] = effect_upgrade
EFFECT_OF[OP_DOWNGRADE] = effect_downgrade
EFFECT_OF[OP_FREE_SHIP] = effect_free_ship
EFFECT_OF[OP_JUMP] = effect_jump
EFFECT_OF[OP_ROB_ALL] = effect_rob_all
EFFECT_OF[OP_OPPONENTS_GIVE] = effect_opponents_give
EFFECT_OF[OP_WEAR] = effect_wear
EFFECT_OF[OP_FAME_FOR_PODS] = effect_fame_for_pods
EFFECT_OF[OP_RESHUFFLE] = effect_reshuffle
EFFECT_OF[OP_NEW_ENCOUNTER] = effect_new_encounter


cdef void decision(int kind, legal_t legal_actions, decide_t decide) noexcept:
    LEGAL[kind] = legal_actions
    DECIDE[kind] = decide


decision(SETUP_COLONY, legal_setup_colony, decide_setup_colony)
decision(SETUP_SPACEPORT, legal_setup_spaceport, decide_setup_spaceport)
decision(SETUP_SHIP, legal_setup_ship, decide_setup_ship)
decision(SETUP_UPGRADE, legal_setup_upgrade, decide_setup_upgrade)
decision(RELIEF, legal_relief, decide_relief)
decision(DISCARD, legal_discard, decide_discard)
decision(ROB, legal_rob, decide_rob)
decision(TRADE_BUILD, legal_trade_build, decide_trade_build)
decision(HELP_AGAIN, legal_help_again, decide_help_again)
decision(OFFER_GIVE, legal_offer_give, decide_offer_give)
decision(OFFER_WANT, legal_offer_want, decide_offer_want)
decision(OFFER_WANT_MORE, legal_offer_want_more, decide_offer_want_more)
decision(ANSWER, legal_answer, decide_answer)
decision(CLOSE, legal_close, decide_close)
decision(PLACE_SHIP, legal_place_ship, decide_place_ship)
decision(FLIGHT, legal_flight, decide_flight)
decision(TARGET, legal_target, decide_target)
decision(JUMP_TARGET, legal_jump_target, decide_jump_target)
decision(FOUND, legal_found, decide_found)
decision(FRIENDSHIP, legal_friendship, decide_friendship)
decision(GIFT, legal_gift, decide_gift)
decision(YESNO, legal_yesno, decide_yesno)
decision(PAY, legal_pay, decide_pay)
decision(GAIN, legal_gain, decide_gain)
decision(HAND_OVER, legal_hand_over, decide_hand_over)
decision(LOCK, legal_lock, decide_lock)
decision(UPGRADE, legal_upgrade, decide_upgrade)
decision(DOWNGRADE, legal_downgrade, decide_downgrade)


cdef int to_move(const void* tables, const void* memory) noexcept nogil:
    cdef const state_t* s = <const state_t*>memory
    if s.over:
        return GAME_OVER
    return s.frames[s.depth - 1].seat


cdef int legal(const void* tables, const void* memory, action_t* actions) noexcept nogil:
    cdef const state_t* s = <const state_t*>memory
    cdef const frame_t* top
    if s.over:
        return 0
    top = &s.frames[s.depth - 1]
    return LEGAL[top.kind](<const tables_t*>tables, s, top, actions)


cdef void apply(const void* tables, void* memory, action_t action) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef state_t* s = <state_t*>memory
    cdef frame_t frame = pop(s)
    DECIDE[frame.kind](t, s, frame, action)
    run(t, s)


cdef rules_t RULES
RULES.state_size = sizeof(state_t)
RULES.max_actions = INTERSECTIONS
RULES.score_scale = 4.0
RULES.deal = deal
RULES.to_move = to_move
RULES.legal = legal
RULES.apply = apply
RULES.rollout = rollout
RULES.scores = scores
RULES.ranks = ranks
RULES.evaluate = evaluate
RULES.hide = hide
RULES.determinize = determinize
RULES.check = check

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

    def __dealloc__(self):
        free(self.tables)

    cdef int prepare(self) except -1:
        cdef tables_t* t = <tables_t*>calloc(1, sizeof(tables_t))
        if t == NULL:
            raise MemoryError()
        self.tables = t
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
            run(t, s)
        return 0

    cdef str draw(self, const void* memory, int seat):
        return picture(self.components, <const tables_t*>self.tables, <const state_t*>memory, seat)

"""On Mars behind the contract of core/game.pxd: the vtable and the Game. docs/on_mars.md says how decisions are asked;
numbers such as R57 and ruling 16 are those of docs/rules/on_mars.md.

    state.pxd       the structs, and the words of the game as numbers
    vocabulary.pyx  the words for these numbers
    setup.pxi       the deal, and what players choose in the set-up
    decisions.pxi   actions as numbers; what is pending, forced, asked and answered; the loop over it
    effects.pxi     how an effect starts, whether its minimum can be done, boosts and Tech
    rounds.pxi      rounds and turns in their order, what follows a turn
    turn.pxi        the turn menu, Main and Executive actions, owners of used Tech, the Colony update
    travel.pxi      travel and the Shuttle phase
    orbit.pxi       Warehouse, Blueprints, learning and developing Technology
    colony.pxi      upgrades, Ships, Scientists and Contracts, the Radar
    construction.pxi  constructing, the Life Support System, displacement
    movement.pxi    Bots and Rovers
    missions.pxi    Missions, Contracts, Private Goals, First Colonist cards
    resources.pxi   Storage, Living Quarters and Depot: gaining, retrieving, producing
    payment.pxi     costs, and what they may be paid with
    map.pxi         what stands where, Complexes, distances
    solo.pxi        Lacerda, the automatic opponent
    scoring.pxi     the end of the game, points and ranks
    evaluate.pxi    evaluate() and the rollout policy
    knowledge.pxi   hide and determinize
    check.pxi       whether a state is safe to play on
    tables.pxi      components to tables
    position.pxi    to_dict and from_dict
    position_defaults.py  what a position written in part leaves out
    names.pxi       actions in words and as data
    observe.pxi     the view as numbers, actions as dense numbers and as features
    board.py        the board as text; Python, since it is drawn from to_dict()
    picture.py      the board as a picture: picture_map.py the map, picture_boards.py a player's board, captions.py words
    catalogue.py    what never changes, as plain data
    components.py, *.toml  the pieces
    conformance.py, search.toml, golden/  what the tests shared by all games need
"""

from libc.string cimport memcmp, memcpy, memmove, memset

from core.bits cimport all_zero, popcount
from core.cards cimport deal_from_pool, from_pool, pool_of, pool_t, shuffle_pool, sort_cards
from core.game cimport GAME_OVER, MAX_ACTIONS, Game, action_t, rules_t
from core.on_mars.state cimport *
from core.observe cimport put_at_least, put_bits, put_number, put_one_of
from core.ranks cimport ranks_by
from core.rng cimport draw, rng_below, rng_next, rng_shuffle, rng_t, stream

from core.errors import BadOption, BadPosition
from core.fields import Field
from core.on_mars import board, components, position_defaults, vocabulary
from core.on_mars.catalogue import catalogue
from core.observation import at_least, each, scaled, which
from core.options import Option

include "decisions.pxi"
include "map.pxi"
include "resources.pxi"
include "payment.pxi"
include "effects.pxi"
include "orbit.pxi"
include "colony.pxi"
include "construction.pxi"
include "movement.pxi"
include "missions.pxi"
include "turn.pxi"
include "travel.pxi"
include "rounds.pxi"
include "solo.pxi"
include "setup.pxi"
include "scoring.pxi"
include "knowledge.pxi"
include "check.pxi"
include "evaluate.pxi"
include "tables.pxi"
include "names.pxi"
include "position.pxi"
include "observe.pxi"

cdef rules_t RULES = rules_t(
    state_size=sizeof(state_t), max_actions=256, score_scale=20.0,
    deal=deal, to_move=to_move, legal=legal, apply=apply, rollout=rollout,
    scores=scores, ranks=ranks, evaluate=evaluate, hide=hide, determinize=determinize, redraw=redraw,
    observe=observe, features=features, check=check,
)


cdef class OnMars(Game):
    """On Mars: build the first colony, from orbit and on the surface. One player meets the automatic opponent."""

    RULES_VERSION = 1
    SEATS = (1, 4)
    OPTIONS = (
        Option("length", "short", "two Short Missions and one Long, or one Short and two Long",
               choices=("short", "long")),
        Option("first_colonists", False, "the First Colonists variant"),
        Option("space_oddity", False, "the game ends with the Colonization phase in which its end is triggered"),
        Option("round_cap", 30, "after this round's Colonization phase the game is scored", low=1, high=99),
        Option("solo_goal", "any", "what wins a solo game", choices=("any", *components.SOLO_GOALS)),
    )

    def __cinit__(self):
        self.rules = &RULES

    cdef int prepare(self) except -1:
        cdef tables_t* t = <tables_t*>self.allocate_tables(sizeof(tables_t))
        solo = self.players == 1
        if solo and self.options["first_colonists"]:
            raise BadOption("option first_colonists: not with one player.")
        given = components.tables(2 if solo else self.players)
        t.boards, t.seats, t.solo = 2 if solo else self.players, self.players, solo
        t.short_missions = 2 if self.options["length"] == "short" else 1
        t.first_colonists, t.space_oddity = self.options["first_colonists"], self.options["space_oddity"]
        t.round_cap = self.options["round_cap"]
        fill_board(t, given)
        fill_technology(t, given)
        fill_cards(t, given)
        fill_contracts(t, given)
        fill_missions(t, given)
        fill_variants(t, given)
        fill_solo_goals(t, given, self.options["solo_goal"])
        self.max_decisions = 400 * t.boards * t.round_cap
        return 0

    cdef str action_name(self, const void* state, action_t action):
        return name_of(<const tables_t*>self.tables, kind_of(action), arg_a(action), arg_b(action))

    cdef dict list_components(self):
        return catalogue((<const tables_t*>self.tables).boards)

    cdef dict action_data(self, const void* state, action_t action):
        return data_of(<const tables_t*>self.tables, <const state_t*>state, action)

    cdef dict action_seen(self, const void* state, action_t action, int seat):
        return data_seen_by(<const tables_t*>self.tables, <const state_t*>state, action, seat)

    cdef dict describe(self, const void* state, int seat):
        return describe_state(<const tables_t*>self.tables, <const state_t*>state, seat)

    cdef dict fresh(self):
        """Seed 0 after set-up, at seat 0's first turn menu: what a position written by hand starts from."""
        cdef state_t s
        memset(&s, 0, sizeof(state_t))
        deal(self.tables, &s, 0)
        position = describe_state(<const tables_t*>self.tables, &s, -1)
        position.update(round=1, phase="colonization", step=1, turn=0, next=0)
        position["shuttle"] = {"side": "orbit", "space": 1, "travelled": None}
        for seat, board in enumerate(position["boards"]):
            board.update(space=seat + 1 if seat < self.players else board["space"], standing=True)
        return position

    cdef int build(self, dict fields, void* state) except -1:
        cdef const tables_t* t = <const tables_t*>self.tables
        cdef state_t* s = <state_t*>state
        build_state(t, s, position_defaults.complete(fields, self.fresh()))
        self.refuse_unsound(s)
        settle(t, s)
        return 0

    cdef int refuse_unsound(self, state_t* s) except -1:
        """Refuses what could not even be settled. What the pending decision offers is only known afterwards."""
        cdef const tables_t* t = <const tables_t*>self.tables
        cdef const char* problem = check_parts(t, s)
        cdef int i
        if problem != NULL:
            raise BadPosition(f"{problem.decode()}.")
        for i in range(s.depth):
            if not seat_fits(t, &s.frames[i]) or not operands_fit(t, s, &s.frames[i]):
                raise BadPosition(f"stack[{i}]: no such decision.")
        return 0

    cdef dict observation_slices(self):
        return slices_of(<const tables_t*>self.tables)

    cdef list feature_names(self):
        return features_of()

    cdef list every_action(self):
        return actions_of(<const tables_t*>self.tables)

    cdef str draw(self, const void* state, int seat):
        cdef const tables_t* t = <const tables_t*>self.tables
        totals = [total_points(t, <const state_t*>state, i) for i in range(t.boards)]
        return board.board(describe_state(t, <const state_t*>state, seat), totals, self.players)

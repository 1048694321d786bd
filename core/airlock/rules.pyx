"""Airlock behind the contract of core/game.pxd. Numbers such as L4 are those of docs/rules/airlock.md.

    state.pxd       the structs
    setup.pxi       the deal
    decisions.pxi   what is asked, what is legal, what an answer does
    knowledge.pxi   hide and determinize
    scoring.pxi     points and ranks
    evaluate.pxi    what a seat can expect
    observe.pxi     the view and the actions as numbers, for learning
    check.pxi       whether a state is safe to play on
    position.pxi    to_dict and from_dict
    names.pxi       actions in words and as data
    board.pxi       the board as text
    picture.py      the board as a picture
"""
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

from core.airlock.state cimport *
from core.bits cimport all_zero, has_bit, popcount
from core.cards cimport add_to_pool, deal_from_pool, from_pool, pool_t, shuffle_pool
from core.game cimport GAME_OVER, Game, action_t, rules_t
from core.observe cimport put_bits, put_number, put_one_of
from core.ranks cimport ranks_by
from core.rng cimport rng_shuffle, rng_t, stream

from core.airlock.components import catalogue, own_components, read_cards
from core.fields import Field
from core.observation import each, scaled, which
from core.options import Option

include "setup.pxi"
include "decisions.pxi"
include "knowledge.pxi"
include "scoring.pxi"
include "evaluate.pxi"
include "observe.pxi"
include "check.pxi"

cdef rules_t RULES = rules_t(
    state_size=sizeof(state_t), max_actions=KINDS, score_scale=2.0,
    deal=deal, to_move=to_move, legal=legal, apply=apply, rollout=NULL,
    scores=scores, ranks=ranks, evaluate=evaluate, hide=hide, determinize=determinize, redraw=redraw,
    observe=observe, features=features, check=check,
)


cdef class Airlock(Game):
    """Airlock: keep the highest card, and find out what the others keep. Hidden hands in their smallest form."""

    RULES_VERSION = 1
    SEATS = (2, 4)
    OPTIONS = (Option("set_aside", 1, "so many cards stay in the deck unseen", low=0, high=3),)
    cdef list cards             # the kinds, the lowest first
    cdef list names             # of the kinds

    def __cinit__(self):
        self.rules = &RULES

    cdef int prepare(self) except -1:
        cdef tables_t* t = <tables_t*>self.allocate_tables(sizeof(tables_t))
        t.players = self.players
        t.set_aside = self.options["set_aside"]
        self.cards = read_cards(own_components(), t.players + t.set_aside + 1)
        self.names = [card.name for card in self.cards]
        t.kinds = len(self.cards)
        for kind, card in enumerate(self.cards, 1):
            t.effect[kind] = card.effect
            t.count[kind] = card.count
            t.cards += card.count
        self.max_decisions = 3 * t.cards
        return 0

    cdef str action_name(self, const void* state, action_t action):
        return name_action(self, action)

    cdef dict describe(self, const void* state, int seat):
        return describe_state(self, <const tables_t*>self.tables, <const state_t*>state)

    cdef int build(self, dict fields, void* state) except -1:
        return build_state(self, <const tables_t*>self.tables, fields, <state_t*>state)

    cdef str draw(self, const void* state, int seat):
        return draw_board(self, describe_state(self, <const tables_t*>self.tables, <const state_t*>state))

    cdef dict list_components(self):
        return catalogue(self.cards)

    cdef dict action_data(self, const void* state, action_t action):
        return data_of(self, <const state_t*>state, action)

    cdef dict action_seen(self, const void* state, action_t action, int seat):
        return data_seen_by(self, <const state_t*>state, action, seat)

    cdef dict observation_slices(self):
        return slices_of(self)

    cdef list feature_names(self):
        return features_of(self)

    cdef list every_action(self):
        return actions_of(self)


include "position.pxi"
include "names.pxi"
include "board.pxi"

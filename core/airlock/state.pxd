# cython: language_level=3
"""The structs. A card is its kind, which is also its points: 1 to t.kinds; 0 is no card, or one that is hidden."""
from libc.stdint cimport uint8_t

cdef enum:
    SEATS = 4
    CARDS = 24
    KINDS = 8               # kinds are numbered from 1

cdef enum:                  # what is asked
    PLAY
    TARGET
    NAME

cdef enum:                  # what a card does
    NO_EFFECT
    GUESS
    PEEK
    SWAP

cdef enum:                  # actions: a kind, TO_SEAT + a seat, or NAMED + a kind
    TO_SEAT = 16
    NAMED = 32


ctypedef struct state_t:
    uint8_t deck[CARDS]         # in the order of drawing; drawn cards are 0
    uint8_t next                # how many have been drawn
    uint8_t held[SEATS]         # the card each seat holds between its turns; 0 for a seat that is out
    uint8_t drawn               # the second card of the seat to move, until it has played one
    uint8_t alive               # bits of the seats that are not out
    uint8_t known[SEATS]        # bits of the seats that know what this seat holds
    uint8_t excluded[SEATS]     # bits of the kinds that everybody knows this seat does not hold
    uint8_t played[KINDS]       # face up, by kind
    uint8_t turn                # the seat to move
    uint8_t asked               # PLAY, TARGET or NAME
    uint8_t card                # the card whose effect is being decided
    uint8_t target              # 1 + the seat it was aimed at
    uint8_t over


ctypedef struct tables_t:
    uint8_t players
    uint8_t kinds
    uint8_t cards
    uint8_t set_aside
    uint8_t effect[KINDS]
    uint8_t count[KINDS]

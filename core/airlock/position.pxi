# Positions as plain data, both ways.

ASKED = ("play", "target", "name")
FIELDS = ("turn", "asked", "card", "target", "held", "drawn", "alive", "known", "excluded", "played", "deck", "over")


cdef card_name(Airlock game, int card):
    return game.names[card - 1] if card else None


cdef list names_in(Airlock game, int kinds):
    return [name for kind, name in enumerate(game.names, 1) if kinds >> <int>kind & 1]


cdef list seats_in(int seats):
    return [seat for seat in range(SEATS) if seats >> <int>seat & 1]


cdef dict describe_state(Airlock game, const tables_t* t, const state_t* s):
    cdef int i
    return {
        "turn": s.turn,
        "asked": ASKED[s.asked],
        "card": card_name(game, s.card),
        "target": s.target - 1 if s.target else None,
        "held": [card_name(game, s.held[i]) for i in range(t.players)],
        "drawn": card_name(game, s.drawn),
        "alive": seats_in(s.alive),
        "known": [seats_in(s.known[i]) for i in range(t.players)],
        "excluded": [names_in(game, s.excluded[i]) for i in range(t.players)],
        "played": {name: s.played[i] for i, name in enumerate(game.names, 1)},
        "deck": [card_name(game, s.deck[i]) for i in range(s.next, t.cards)],
        "over": bool(s.over),
    }


cdef int read_card(Airlock game, field) except -1:
    return 0 if field.value is None else 1 + <int>field.index(game.names)


cdef int read_seats(const tables_t* t, field) except -1:
    return sum({1 << <int>seat.number(0, t.players - 1) for seat in field.entries()})


cdef int build_state(Airlock game, const tables_t* t, dict position, state_t* s) except -1:
    given = Field(position).table(FIELDS)
    nobody = [[]] * t.players
    s.turn = given.get("turn", 0).number(0, t.players - 1)
    s.asked = given.get("asked", "play").index(ASKED)
    s.card = read_card(game, given.get("card"))
    target = given.get("target")
    s.target = 0 if target.value is None else 1 + <int>target.number(0, t.players - 1)
    s.drawn = read_card(game, given.get("drawn"))
    s.over = given.get("over", False).flag()
    for i, card in enumerate(given["held"].entries(t.players, t.players)):
        s.held[i] = read_card(game, card)
        s.alive |= (s.held[i] != 0) << i
    s.alive = read_seats(t, given.get("alive", seats_in(s.alive)))
    for i, seats in enumerate(given.get("known", nobody).entries(t.players, t.players)):
        s.known[i] = read_seats(t, seats)
    for i, kinds in enumerate(given.get("excluded", nobody).entries(t.players, t.players)):
        s.excluded[i] = sum({1 << read_card(game, kind) for kind in kinds.entries()})
    for i, count in enumerate(given.get("played", {}).counts(game.names, CARDS), 1):
        s.played[i] = count
    deck = given["deck"].entries(0, t.cards)
    s.next = t.cards - len(deck)
    for i, card in enumerate(deck, s.next):
        s.deck[i] = read_card(game, card)
    return 0

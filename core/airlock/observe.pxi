# The view as numbers, and the features of an action. The names follow the writing, entry for entry. A view may come from
# a bot's process: its cards are written with put_one_of, which survives any number, and never used as an index.

cdef void observe(const void* tables, const void* memory, int seat, float* out) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef const state_t* s = <const state_t*>memory
    cdef int i
    out = put_one_of(out, seat, t.players)
    out = put_one_of(out, s.asked, 3)
    out = put_number(out, s.over)
    out = put_one_of(out, s.card - 1, t.kinds)
    out = put_number(out, (t.cards - s.next) / <float>t.cards)
    for i in range(1, t.kinds + 1):
        out = put_number(out, s.played[i] / <float>t.count[i])
        out = put_number(out, unseen(t, s, i) / <float>t.count[i])
    for i in range(t.players):
        out = observe_seat(t, s, (seat + i) % t.players, out)
    out = put_one_of(out, s.drawn - 1, t.kinds)
    for i in range(t.players):
        out = put_one_of(out, s.held[(seat + i) % t.players] - 1, t.kinds)


cdef inline float* observe_seat(const tables_t* t, const state_t* s, int owner, float* out) noexcept nogil:
    """What everybody sees of a seat."""
    out = put_number(out, s.alive >> owner & 1)
    out = put_number(out, s.turn == owner)
    out = put_number(out, s.target == owner + 1)
    return put_bits(out, s.excluded[owner] >> 1, t.kinds)


cdef dict slices_of(Airlock game):
    cdef const tables_t* t = <const tables_t*>game.tables
    turn = [*which("own seat", range(t.players)), *which("asked", ASKED), "game over", *which("card in use", game.names)]
    cards = scaled("deck", t.cards)
    for kind, name in enumerate(game.names, 1):
        cards += scaled(f"{name} played", t.count[<int>kind]) + scaled(f"{name} unseen", t.count[<int>kind])
    seat = ["in the game", "its turn", "pointed at", *each("is not", game.names)]
    hands = {f"hand of seat {i}": which("card", game.names) for i in range(t.players)}
    seats = {f"seat {i}": seat for i in range(t.players)}
    return {"turn": turn, "cards": cards, **seats, "drawn": which("card", game.names), **hands}


cdef void features(const void* tables, const void* memory, const action_t* actions, int count, float* out) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef const state_t* s = <const state_t*>memory
    cdef int i, played, kept, seat, seen, named
    for i in range(count):
        played = kept = seat = seen = named = 0
        if s.asked == PLAY:
            played = actions[i]
            kept = s.held[s.turn] + s.drawn - played
        elif s.asked == TARGET:
            seat = (actions[i] - TO_SEAT + t.players - s.turn) % t.players
            seen = s.held[actions[i] - TO_SEAT]
        else:
            named = actions[i] - NAMED
        out = put_one_of(out, played - 1, t.kinds)
        out = put_one_of(out, kept - 1, t.kinds)
        out = put_one_of(out, seat - 1, t.players - 1)
        out = put_one_of(out, seen - 1, t.kinds)
        out = put_one_of(out, named - 1, t.kinds)
        out = put_number(out, chance(t, s, named) if named else 0)


cdef inline float chance(const tables_t* t, const state_t* s, int kind) noexcept nogil:
    """How likely the seat that was pointed at holds this kind, as far as its own exclusions tell."""
    cdef int owner = s.target - 1, i, left = 0
    if not 0 <= owner < t.players or s.excluded[owner] >> kind & 1:
        return 0
    if s.held[owner]:
        return s.held[owner] == kind
    for i in range(1, t.kinds + 1):
        left += 0 if s.excluded[owner] >> i & 1 else unseen(t, s, i)
    return unseen(t, s, kind) / <float>max(left, 1)


cdef list features_of(Airlock game):
    return [
        *which("played card", game.names), *which("kept card", game.names),
        *which("seat pointed at", range(1, game.players)), *which("its card", game.names),
        *which("named card", game.names), "chance to be right",
    ]


cdef list actions_of(Airlock game):
    kinds = range(1, len(game.names) + 1)
    return [*kinds, *range(TO_SEAT, TO_SEAT + game.players), *[NAMED + kind for kind in kinds]]

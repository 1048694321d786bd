# Whether a state is safe to play on.

cdef const char* check(const void* tables, const void* memory) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef const state_t* s = <const state_t*>memory
    cdef const char* problem = check_seats(t, s)
    if problem == NULL:
        problem = check_turn(t, s)
    return check_cards(t, s) if problem == NULL else problem


cdef const char* check_seats(const tables_t* t, const state_t* s) noexcept nogil:
    cdef int seat, bit
    if s.alive == 0 or s.alive >> t.players:
        return b"alive: some seats at the table, at least one"
    for seat in range(SEATS):
        bit = 1 << seat
        if (s.alive & bit != 0) != (s.held[seat] != 0):
            return b"held: a card for every seat that is not out"
        if s.known[seat] & (~((1 << t.players) - 1) | bit) or (s.known[seat] and not s.held[seat]):
            return b"known: other seats at the table, for a card that is held"
        if s.excluded[seat] & ~((2 << t.kinds) - 2) or (s.excluded[seat] and not s.held[seat]):
            return b"excluded: kinds of cards, for a card that is held"
        if has_bit(s.excluded[seat], s.held[seat]):
            return b"excluded: the seat holds that card"
    return NULL


cdef const char* check_turn(const tables_t* t, const state_t* s) noexcept nogil:
    cdef bint ended = popcount(s.alive) == 1 or t.cards - s.next <= t.set_aside
    if not has_bit(s.alive, s.turn):
        return b"turn: a seat that is not out"
    if s.asked > NAME or s.over > 1 or (s.over and (s.asked != PLAY or not ended)):
        return b"over: when one seat is left or the deck has run out, and nothing is asked any more"
    if (s.drawn != 0) != (s.asked == PLAY and not s.over):
        return b"drawn: the seat to move has a second card until it has played one"
    if (s.card != 0) != (s.asked != PLAY) or s.card > t.kinds or (s.card and t.effect[s.card] == NO_EFFECT):
        return b"card: one with an effect, while a seat or a card is asked for"
    if s.card and (popcount(s.alive) == 1 or not s.played[s.card]):
        return b"card: one that was played, while there is another seat"
    if s.asked == NAME and t.effect[s.card] != GUESS:
        return b"asked: only who guesses names a card"
    if (s.target != 0) != (s.asked == NAME) or (s.target and not has_bit(s.alive, s.target - 1)):
        return b"target: a seat that is not out, while a card is named"
    if s.target == s.turn + 1:
        return b"target: another seat than the one to move"
    if s.asked == PLAY and not s.over and popcount(s.alive) == 1:
        return b"over: one seat is left"
    return NULL


cdef const char* check_cards(const tables_t* t, const state_t* s) noexcept nogil:
    """Every card of the deck is in one place, and there are no others."""
    cdef int seen[256]
    cdef int i, cards = 0
    memset(seen, 0, sizeof(seen))
    if s.next > t.cards or not all_zero(s.deck, s.next) or not all_zero(s.deck + t.cards, CARDS - t.cards):
        return b"deck: drawn cards are not in the deck"
    for i in range(s.next, t.cards):
        seen[s.deck[i]] += 1
    for i in range(SEATS):
        seen[s.held[i]] += s.held[i] != 0
    seen[s.drawn] += s.drawn != 0
    for i in range(KINDS):
        seen[i] += s.played[i]
        if seen[i] != t.count[i]:
            return b"deck: with hands and played cards it is the whole deck"
    for i in range(KINDS, 256):
        if seen[i]:
            return b"deck: there is no such card"
    return NULL

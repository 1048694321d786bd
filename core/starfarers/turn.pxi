# The start and the end of a turn, and of the game.


cdef void settle_start_turn(const tables_t* t, state_t* s, frame_t frame) noexcept nogil:
    cdef int seat = s.active
    s.dice[0] = 1 + draw(s.seed, FROM_DICE, 2 * s.turn, 6)
    s.dice[1] = 1 + draw(s.seed, FROM_DICE, 2 * s.turn + 1, 6)
    push(s, END_TURN, seat, 0, 0)
    push(s, FLIGHT, seat, 0, 0)
    push(s, SHAKE, seat, 0, 0)
    push(s, TRADE_BUILD, seat, 0, 0)
    push(s, FREE_SHIPS, seat, 0, 0)
    push(s, RESERVE_DRAW, seat, 0, 0)
    if s.dice[0] + s.dice[1] == 7:
        begin_seven(t, s)
    else:
        produce(t, s, s.dice[0] + s.dice[1])


cdef void settle_end_turn(const tables_t* t, state_t* s, frame_t frame) noexcept nogil:
    cdef int i
    for i in range(TRANSPORTS):
        s.ships[s.active][i].flags = 0
    s.dice[0] = 0
    s.dice[1] = 0
    s.pair = 0
    s.base_speed = 0
    s.offers = 0
    s.spent = 0
    s.jump = 0
    if s.turn >= t.max_turns:
        end_game(s, NONE)
        return
    s.turn += 1
    s.active = (s.active + 1) % t.players
    push(s, START_TURN, s.active, 0, 0)


cdef void end_game(state_t* s, int winner) noexcept nogil:
    s.over = 1
    s.winner = winner
    while s.depth:
        pop(s)

# Encounters: the cards are trees of nodes; a node has effects and then perhaps a check or a question.

ctypedef void (*effect_t)(const tables_t*, state_t*, int) noexcept nogil
cdef effect_t EFFECT_OF[OPS]


cdef void draw_encounter(const tables_t* t, state_t* s) noexcept nogil:
    """The next card; it stays with the reader until a result or check is read (R88)."""
    cdef int ask
    if s.deck_next == CARDS:            # never with the printed cards: Q26
        shuffle_encounters(s)
    s.card = s.deck[s.deck_next]
    s.deck_next += 1
    s.family = t.card_family[s.card]
    s.card_public = 0
    memset(s.gift, 0, sizeof(s.gift))
    memset(s.swap, 0, sizeof(s.swap))
    ask = t.family_ask[s.family]
    if ask == ASK_NOTHING:
        push(s, BRANCH, s.active, 0, 0)
    else:
        push(s, GIFT if ask == ASK_AMOUNT else YESNO, s.active, 0, 0)


cdef void settle_encounter_over(const tables_t* t, state_t* s, frame_t frame) noexcept nogil:
    s.card = NONE
    s.family = NONE
    s.card_public = 0
    memset(s.gift, 0, sizeof(s.gift))
    memset(s.swap, 0, sizeof(s.swap))


cdef inline int count_cards(const uint8_t* cards) noexcept nogil:
    return cards[0] + cards[1] + cards[2] + cards[3] + cards[4]


cdef void settle_branch(const tables_t* t, state_t* s, frame_t frame) noexcept nogil:
    """Reads the box the choice leads to. On a false merchant that is a second question."""
    cdef int node = t.branch[s.card][frame.a]
    if t.nodes[node].check == QUESTION:
        s.family = t.nodes[node].family
        push(s, YESNO, s.active, 1, 0)
        return
    read_box(t, s, node)


cdef void read_box(const tables_t* t, state_t* s, int node) noexcept nogil:
    cdef int i
    s.card_public = 1
    if t.nodes[node].check != NO_CHECK:
        push(s, CHECK, s.active, node, 0)
    for i in range(t.nodes[node].count - 1, -1, -1):
        push(s, EFFECT, s.active, t.nodes[node].ops[i], <uint8_t>t.nodes[node].args[i])


cdef void settle_effect(const tables_t* t, state_t* s, frame_t frame) noexcept nogil:
    EFFECT_OF[frame.a](t, s, <int8_t>frame.b)


# ---- choices

cdef int ask_gift(const tables_t* t, const state_t* s, const frame_t* frame, action_t* actions) noexcept nogil:
    cdef int amount, most = min(3, s.hand_size[frame.seat])
    for amount in range(most + 1):
        actions[amount] = act(A_GIVE_COUNT, amount)
    return most + 1


cdef void answer_gift(const tables_t* t, state_t* s, frame_t frame, action_t action) noexcept nogil:
    push(s, BRANCH, frame.seat, operand(action), 0)
    if operand(action):
        push(s, PAY, frame.seat, operand(action), 0)


cdef int ask_yesno(const tables_t* t, const state_t* s, const frame_t* frame, action_t* actions) noexcept nogil:
    cdef int count = 0
    if s.hand_size[frame.seat] >= t.family_needs[s.family]:         # Q10
        actions[0] = act(A_YES, 0)
        count = 1
    actions[count] = act(A_NO, 0)
    return count + 1


cdef void answer_yesno(const tables_t* t, state_t* s, frame_t frame, action_t action) noexcept nogil:
    cdef int yes = verb(action) == A_YES
    if frame.a == 0:
        read_box(t, s, t.branch[s.card][yes])
    else:
        read_box(t, s, t.nodes[t.branch[s.card][count_cards(s.gift)]].next[yes])


cdef int ask_pay(const tables_t* t, const state_t* s, const frame_t* frame, action_t* actions) noexcept nogil:
    return list_payments(s, frame, A_PAY, actions)


cdef void answer_pay(const tables_t* t, state_t* s, frame_t frame, action_t action) noexcept nogil:
    pay_to_supply(s, frame.seat, operand(action), 1)
    s.gift[operand(action)] += 1
    if frame.a > 1:
        push(s, PAY, frame.seat, frame.a - 1, operand(action))


cdef int ask_gain(const tables_t* t, const state_t* s, const frame_t* frame, action_t* actions) noexcept nogil:
    return list_supply(s, frame.b - 1, actions)


cdef void answer_gain(const tables_t* t, state_t* s, frame_t frame, action_t action) noexcept nogil:
    take_from_supply(s, frame.seat, operand(action), 1)
    if frame.b:
        s.swap[operand(action)] += 1
    if frame.a > 1:
        push(s, GAIN, frame.seat, frame.a - 1, frame.b)


cdef int ask_hand_over(const tables_t* t, const state_t* s, const frame_t* frame, action_t* actions) noexcept nogil:
    cdef int kind, count = 0
    for kind in range(RESOURCES):
        if s.hand[frame.seat][kind]:
            actions[count] = act(A_GIVE, kind)
            count += 1
    return count


cdef void answer_hand_over(const tables_t* t, state_t* s, frame_t frame, action_t action) noexcept nogil:
    pass_unseen(s, frame.seat, s.active, operand(action))


cdef int ask_lock(const tables_t* t, const state_t* s, const frame_t* frame, action_t* actions) noexcept nogil:
    """Q17: a ship that blocks a spaceport site is spared while another does not."""
    cdef int i, pass_no, count = 0
    for pass_no in range(2):
        for i in range(TRANSPORTS):
            if s.ships[frame.seat][i].kind and blocks_port(t, s, frame.seat, s.ships[frame.seat][i].at) == pass_no:
                actions[count] = act(A_LOCK, s.ships[frame.seat][i].at)
                count += 1
        if count:
            return count
    return 0


cdef void answer_lock(const tables_t* t, state_t* s, frame_t frame, action_t action) noexcept nogil:
    s.ships[frame.seat][ship_at(s, frame.seat, operand(action))].flags |= LOCKED


cdef int ask_upgrade(const tables_t* t, const state_t* s, const frame_t* frame, action_t* actions) noexcept nogil:
    cdef int kind, count = 0
    for kind in range(UPGRADES):
        if has_room(t, s, frame.seat, kind):
            actions[count] = act(A_ADD, kind)
            count += 1
    return count


cdef void answer_upgrade(const tables_t* t, state_t* s, frame_t frame, action_t action) noexcept nogil:
    s.upgrades[frame.seat][operand(action)] += 1
    conquer_specials(t, s)


cdef int ask_downgrade(const tables_t* t, const state_t* s, const frame_t* frame, action_t* actions) noexcept nogil:
    cdef int kind, count = 0
    for kind in range(UPGRADES):
        if s.upgrades[frame.seat][kind]:
            actions[count] = act(A_REMOVE, kind)
            count += 1
    return count


cdef void answer_downgrade(const tables_t* t, state_t* s, frame_t frame, action_t action) noexcept nogil:
    s.upgrades[frame.seat][operand(action)] -= 1


# ---- checks

cdef inline int rival_of(const tables_t* t, const state_t* s, int rival) noexcept nogil:
    cdef int seats = 1 if rival == LEFT1 or rival == RIGHT1 else 2
    if rival == RIGHT1 or rival == RIGHT2:
        seats = t.players - seats
    return (s.active + seats) % t.players


cdef inline int combat_strength(const tables_t* t, state_t* s, int seat, bint scientists) noexcept nogil:
    return t.pair_total[shake_ship(s, seat)] + cannons_of(s, seat, scientists)


cdef inline int compared_speed(const tables_t* t, state_t* s, int seat) noexcept nogil:
    cdef int pair = shake_ship(s, seat)
    return (t.speed_black if t.pair_black[pair] else t.pair_total[pair]) + boosters_of(s, seat, True)


cdef bint succeeds(const tables_t* t, state_t* s, int kind, int rival) noexcept nogil:
    """A tie is a success: R90, R92."""
    cdef int own
    if kind == FLEE:
        return (boosters_of(s, s.active, t.flee_scientists) >= boosters_of(s, rival, t.flee_scientists))
    if kind == COMBAT:
        own = combat_strength(t, s, s.active, True)
        return own >= combat_strength(t, s, rival, t.pirate_scientists)
    own = compared_speed(t, s, s.active)
    return own >= compared_speed(t, s, rival)


cdef void settle_check(const tables_t* t, state_t* s, frame_t frame) noexcept nogil:
    cdef const node_t* node = &t.nodes[frame.a]
    if node.check == ROLL:
        read_box(t, s, node.next[t.pair_total[shake_ship(s, s.active)]])
    else:
        read_box(t, s, node.next[succeeds(t, s, node.check, rival_of(t, s, node.rival))])


# ---- effects

cdef void change_fame(const tables_t* t, state_t* s, int seat, int change) noexcept nogil:
    if change > 0:
        s.fame[seat] += min(change, fame_left(t, s))
    else:
        s.fame[seat] -= min(-change, s.fame[seat])
    count_points(t, s, seat)


cdef void effect_fame(const tables_t* t, state_t* s, int amount) noexcept nogil:
    change_fame(t, s, s.active, amount)


cdef void effect_gain(const tables_t* t, state_t* s, int packed) noexcept nogil:
    """Q3: what the supply has."""
    take_from_supply(s, s.active, packed & 0x0F, min(packed >> 4, s.supply[packed & 0x0F]))


cdef void effect_gain_any(const tables_t* t, state_t* s, int amount) noexcept nogil:
    push(s, GAIN, s.active, amount, 0)


cdef void effect_swap(const tables_t* t, state_t* s, int amount) noexcept nogil:
    """Q11: others than the kind just paid."""
    cdef int kind
    for kind in range(RESOURCES):
        if s.gift[kind]:
            push(s, GAIN, s.active, amount, kind + 1)
            return


cdef void effect_pay(const tables_t* t, state_t* s, int amount) noexcept nogil:
    push(s, PAY, s.active, amount, 0)


cdef void effect_return_gift(const tables_t* t, state_t* s, int amount) noexcept nogil:
    cdef int kind
    for kind in range(RESOURCES):
        take_from_supply(s, s.active, kind, min(s.gift[kind], s.supply[kind]))


cdef void effect_lose_swap(const tables_t* t, state_t* s, int amount) noexcept nogil:
    cdef int kind
    for kind in range(RESOURCES):
        pay_to_supply(s, s.active, kind, min(s.swap[kind], s.hand[s.active][kind]))


cdef void effect_lock(const tables_t* t, state_t* s, int amount) noexcept nogil:
    push(s, LOCK, s.active, 0, 0)


cdef void effect_upgrade(const tables_t* t, state_t* s, int amount) noexcept nogil:
    push(s, UPGRADE, s.active, 0, 0)


cdef void effect_downgrade(const tables_t* t, state_t* s, int amount) noexcept nogil:
    push(s, DOWNGRADE, s.active, 0, 0)


cdef void effect_free_ship(const tables_t* t, state_t* s, int amount) noexcept nogil:
    s.ship_markers[s.active] += s.ship_markers[s.active] < 200
    push(s, FREE_SHIPS, s.active, 0, 0)


cdef void effect_jump(const tables_t* t, state_t* s, int amount) noexcept nogil:
    s.jump = 1


cdef void effect_rob_all(const tables_t* t, state_t* s, int amount) noexcept nogil:
    cdef int i, victim
    for i in range(1, t.players):
        victim = (s.active + i) % t.players
        if s.hand_size[victim]:
            steal(s, s.active, victim)


cdef void effect_opponents_give(const tables_t* t, state_t* s, int amount) noexcept nogil:
    cdef int i
    for i in range(t.players - 1, 0, -1):
        push(s, HAND_OVER, (s.active + i) % t.players, 0, 0)        # Q12: without cards nothing to choose


cdef void effect_wear(const tables_t* t, state_t* s, int limit) noexcept nogil:
    cdef int i, seat
    for i in range(t.players - 1, -1, -1):
        seat = (s.active + i) % t.players
        if s.upgrades[seat][BOOSTER] + s.upgrades[seat][CANNON] + s.upgrades[seat][POD] > limit:
            push(s, DOWNGRADE, seat, 0, 0)


cdef void effect_fame_for_pods(const tables_t* t, state_t* s, int amount) noexcept nogil:
    """Q24: the active player first, who may win by it (Q25)."""
    cdef int i, seat, most = 1
    for seat in range(t.players):
        most = max(most, s.upgrades[seat][POD])
    for i in range(t.players):
        seat = (s.active + i) % t.players
        if s.upgrades[seat][POD] == most and not is_won(t, s):
            change_fame(t, s, seat, amount)


cdef void effect_reshuffle(const tables_t* t, state_t* s, int amount) noexcept nogil:
    shuffle_encounters(s)


cdef void effect_new_encounter(const tables_t* t, state_t* s, int amount) noexcept nogil:
    draw_encounter(t, s)


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

# Trade and build: the supply, the shipyard, offers to other players, Diplomats' favours.


cdef inline bint can_afford(const tables_t* t, const state_t* s, int seat, int what) noexcept nogil:
    return short_of(packed(s.hand[seat]), t.price[what]) == 0


cdef inline bint can_build_colony_ship(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    return (can_afford(t, s, seat, COST_COLONY_SHIP) and transports_left(s, seat) > 0
            and colonies_left(t, s, seat) > 0)


cdef inline bint can_build_trade_ship(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    return (can_afford(t, s, seat, COST_TRADE_SHIP) and transports_left(s, seat) > 0
            and stations_left(t, s, seat) > 0)


cdef inline bint can_build_port(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    return can_afford(t, s, seat, COST_SPACEPORT) and s.ports[seat] < min(t.max_ports, s.colonies[seat])


cdef inline bint has_room(const tables_t* t, const state_t* s, int seat, int kind) noexcept nogil:
    """Room on the mothership and one left in the tray: R48."""
    cdef int other, used = 0
    if s.upgrades[seat][kind] >= t.limit[kind]:
        return False
    for other in range(t.players):
        used += s.upgrades[other][kind]
    return used < t.stock[kind]


cdef inline int fame_left(const tables_t* t, const state_t* s) noexcept nogil:
    cdef int seat, left = t.fame_stock
    for seat in range(t.players):
        left -= s.fame[seat]
    return left


cdef inline bint can_swap(const state_t* s, int seat) noexcept nogil:
    """Enough cards of some kind for one of another, were it in the supply."""
    return short_of(packed(s.hand[seat]), packed(s.derived.rates[seat])) != <uint64_t>0x8080808080


cdef inline bint has_two_kinds(const uint8_t* cards) noexcept nogil:
    cdef uint64_t missing = short_of(packed(cards), <uint64_t>0x0101010101)
    cdef uint64_t there = missing ^ <uint64_t>0x8080808080
    return there & (there - 1) != 0


cdef inline bint has_single_rate(const state_t* s, int seat, int kind) noexcept nogil:
    """The Merchants' rate that holds once per turn."""
    return s.derived.single[seat] >> kind & 1 and not s.spent & SPENT_GOODS


cdef inline bint can_buy_fame(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    return (s.friends[seat][t.fame_card] and not s.spent & SPENT_FAME and fame_left(t, s) > 0
            and can_afford(t, s, seat, COST_FAME))


cdef inline bint can_help(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    """R83: at least two opponents have more points."""
    cdef int other, ahead = 0, own
    if not s.friends[seat][t.help_card] or s.spent & SPENT_HELP:
        return False
    own = s.derived.points[seat]
    for other in range(t.players):
        ahead += s.derived.points[other] > own
    return ahead >= 2


cdef inline int richest_opponent(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    cdef int other, most = 0
    for other in range(t.players):
        if other != seat:
            most = max(most, s.hand_size[other])
    return most


cdef inline bint can_offer(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    return s.offers < t.max_offers and s.hand_size[seat] > 0 and richest_opponent(t, s, seat) > 0


cdef bint has_choice_to_build(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    """A quick yes for the common case that something besides ending is possible; False proves nothing."""
    cdef int kind
    if can_offer(t, s, seat):
        return True
    for kind in range(UPGRADES):
        if can_afford(t, s, seat, COST_BOOSTER + kind) and has_room(t, s, seat, kind):
            return True
    return can_swap(s, seat) and has_two_kinds(s.supply)


cdef int list_ships(const tables_t* t, const state_t* s, int seat, action_t* actions) noexcept nogil:
    cdef uint16_t docks[2 * SITES]
    cdef int kind, i, free, count = 0
    cdef bint colony = can_build_colony_ship(t, s, seat)
    cdef bint trade = can_build_trade_ship(t, s, seat)
    if not colony and not trade:
        return 0
    free = free_docks(t, s, seat, docks)
    if colony:
        for i in range(free):
            actions[count + i] = act(A_BUILD_COLONY_SHIP, docks[i])
        count += free
    if trade:
        for i in range(free):
            actions[count + i] = act(A_BUILD_TRADE_SHIP, docks[i])
        count += free
    return count


cdef int list_upgrades(const tables_t* t, const state_t* s, int seat, action_t* actions) noexcept nogil:
    cdef int kind, count = 0
    for kind in range(UPGRADES):
        if can_afford(t, s, seat, COST_BOOSTER + kind) and has_room(t, s, seat, kind):
            actions[count] = act(A_BUILD_UPGRADE, kind)
            count += 1
    return count


cdef int list_swaps(const state_t* s, int kind, int rate, action_t* actions) noexcept nogil:
    """Cards of one kind for one of each other kind: operand rate << 8 | given << 4 | taken."""
    cdef int taken, count = 0
    for taken in range(RESOURCES):
        actions[count] = act(A_SUPPLY, rate << 8 | kind << 4 | taken)
        count += (taken != kind) & (s.supply[taken] > 0)
    return count


cdef int list_supply_trades(const tables_t* t, const state_t* s, int seat, action_t* actions) noexcept nogil:
    cdef int kind, count = 0
    if not can_swap(s, seat) and not s.derived.single[seat]:
        return 0
    for kind in range(RESOURCES):
        if s.hand[seat][kind] >= s.derived.rates[seat][kind]:
            count += list_swaps(s, kind, s.derived.rates[seat][kind], actions + count)
        if has_single_rate(s, seat, kind) and s.hand[seat][kind] >= t.rate_cards[kind]:
            count += list_swaps(s, kind, t.rate_cards[kind], actions + count)
    return count


cdef int list_leaders(const tables_t* t, const state_t* s, int seat, int but, action_t* actions) noexcept nogil:
    cdef int other, count = 0, own = s.derived.points[seat]
    for other in range(t.players):
        if other != but and s.derived.points[other] > own and s.hand_size[other]:
            actions[count] = act(A_HELP, other)
            count += 1
    return count


cdef int ask_trade_build(const tables_t* t, const state_t* s, const frame_t* frame, action_t* actions) noexcept nogil:
    cdef int kind, seat = frame.seat, count = 1
    actions[0] = act(A_END_BUILD, 0)
    count += list_ships(t, s, seat, actions + count)
    if can_build_port(t, s, seat):
        count += own_plain_colonies(t, s, seat, A_BUILD_SPACEPORT, actions + count)
    count += list_upgrades(t, s, seat, actions + count)
    count += list_supply_trades(t, s, seat, actions + count)
    if can_buy_fame(t, s, seat):
        actions[count] = act(A_BUY_FAME, 0)
        count += 1
    if can_help(t, s, seat):
        count += list_leaders(t, s, seat, seat, actions + count)
    if can_offer(t, s, seat):
        for kind in range(RESOURCES):
            actions[count] = act(A_OFFER, kind)
            count += s.hand[seat][kind] > 0
    return count


# ---- what the actions do; the trade and build frame goes back under what they push

cdef void build_ship(const tables_t* t, state_t* s, int seat, int kind, int spot) noexcept nogil:
    pay_cost(s, seat, t.cost[COST_COLONY_SHIP if kind == COLONY_SHIP else COST_TRADE_SHIP])
    add_ship(t, s, seat, kind, spot, 0)
    conquer_specials(t, s)


cdef void build_port(const tables_t* t, state_t* s, int seat, int site) noexcept nogil:
    pay_cost(s, seat, t.cost[COST_SPACEPORT])
    place_port(t, s, seat, site)
    push(s, FREE_SHIPS, seat, 0, 0)


cdef void build_upgrade(const tables_t* t, state_t* s, int seat, int kind) noexcept nogil:
    pay_cost(s, seat, t.cost[COST_BOOSTER + kind])
    s.upgrades[seat][kind] += 1
    conquer_specials(t, s)


cdef void trade_with_supply(const tables_t* t, state_t* s, int seat, int rate, int given, int taken) noexcept nogil:
    if rate != s.derived.rates[seat][given]:
        s.spent |= SPENT_GOODS
    pay_to_supply(s, seat, given, rate)
    take_from_supply(s, seat, taken, 1)


cdef void buy_fame(const tables_t* t, state_t* s, int seat) noexcept nogil:
    s.spent |= SPENT_FAME
    pay_cost(s, seat, t.cost[COST_FAME])
    s.fame[seat] += 1
    count_points(t, s, seat)


cdef void begin_help(const tables_t* t, state_t* s, int seat, int victim) noexcept nogil:
    s.spent |= SPENT_HELP
    steal(s, seat, victim)
    push(s, HELP_AGAIN, seat, victim, 0)


cdef void begin_offer(state_t* s, int seat, int kind) noexcept nogil:
    s.offers += 1
    add_to_offer(s, seat, kind)
    push(s, OFFER_GIVE, seat, kind, 0)


cdef void answer_trade_build(const tables_t* t, state_t* s, frame_t frame, action_t action) noexcept nogil:
    cdef int kind = verb(action), seat = frame.seat, it = operand(action)
    if kind == A_END_BUILD:
        return
    push_back(s, frame)
    if kind == A_BUILD_COLONY_SHIP:
        build_ship(t, s, seat, COLONY_SHIP, it)
    elif kind == A_BUILD_TRADE_SHIP:
        build_ship(t, s, seat, TRADE_SHIP, it)
    elif kind == A_BUILD_SPACEPORT:
        build_port(t, s, seat, t.site_at[it])
    elif kind == A_BUILD_UPGRADE:
        build_upgrade(t, s, seat, it)
    elif kind == A_SUPPLY:
        trade_with_supply(t, s, seat, it >> 8, it >> 4 & 0x0F, it & 0x0F)
    elif kind == A_BUY_FAME:
        buy_fame(t, s, seat)
    elif kind == A_HELP:
        begin_help(t, s, seat, it)
    else:
        begin_offer(s, seat, it)


cdef int ask_help_again(const tables_t* t, const state_t* s, const frame_t* frame, action_t* actions) noexcept nogil:
    cdef int count = list_leaders(t, s, frame.seat, frame.a, actions)
    actions[count] = act(A_STOP, 0)
    return count + 1


cdef void answer_help_again(const tables_t* t, state_t* s, frame_t frame, action_t action) noexcept nogil:
    if verb(action) == A_HELP:
        steal(s, frame.seat, operand(action))


# ---- offers

cdef inline void add_to_offer(state_t* s, int seat, int kind) noexcept nogil:
    """Naming a card shows it."""
    s.give[kind] += 1
    learn_holding(s, seat, kind, s.give[kind])


cdef int ask_offer_give(const tables_t* t, const state_t* s, const frame_t* frame, action_t* actions) noexcept nogil:
    cdef int kind, count = 0
    for kind in range(frame.a, RESOURCES):
        actions[count] = act(A_AND, kind)
        count += s.hand[frame.seat][kind] > s.give[kind]
    actions[count] = act(A_NO_MORE, 0)
    return count + 1


cdef void answer_offer_give(const tables_t* t, state_t* s, frame_t frame, action_t action) noexcept nogil:
    if verb(action) == A_AND:
        add_to_offer(s, frame.seat, operand(action))
    push(s, OFFER_WANT, frame.seat, 0, 0)


cdef int ask_offer_want(const tables_t* t, const state_t* s, const frame_t* frame, action_t* actions) noexcept nogil:
    cdef int kind, count = 0
    for kind in range(RESOURCES):
        actions[count] = act(A_WANT, kind)
        count += s.give[kind] == 0
    return count


cdef void answer_offer_want(const tables_t* t, state_t* s, frame_t frame, action_t action) noexcept nogil:
    s.want[operand(action)] += 1
    push(s, OFFER_WANT_MORE, frame.seat, operand(action), 0)


cdef int ask_offer_want_more(const tables_t* t, const state_t* s, const frame_t* frame,
                             action_t* actions) noexcept nogil:
    cdef int kind, count = 0
    if richest_opponent(t, s, frame.seat) >= 2:
        for kind in range(frame.a, RESOURCES):
            actions[count] = act(A_AND, kind)
            count += s.give[kind] == 0
    actions[count] = act(A_NO_MORE, 0)
    return count + 1


cdef void answer_offer_want_more(const tables_t* t, state_t* s, frame_t frame, action_t action) noexcept nogil:
    """The offer is complete: everybody answers, from the left."""
    cdef int i
    if verb(action) == A_AND:
        s.want[operand(action)] += 1
    push(s, CLOSE, frame.seat, 0, 0)
    for i in range(t.players - 1, 0, -1):
        push(s, OFFER_REPLY, (frame.seat + i) % t.players, 0, 0)


cdef int ask_offer_reply(const tables_t* t, const state_t* s, const frame_t* frame, action_t* actions) noexcept nogil:
    cdef int count = can_pay(s, frame.seat, s.want)
    actions[0] = act(A_ACCEPT, 0)
    actions[count] = act(A_DECLINE, 0)
    return count + 1


cdef void answer_offer_reply(const tables_t* t, state_t* s, frame_t frame, action_t action) noexcept nogil:
    cdef int kind
    s.answers[frame.seat] = DECLINED
    if verb(action) == A_ACCEPT:
        s.answers[frame.seat] = ACCEPTED
        for kind in range(RESOURCES):
            learn_holding(s, frame.seat, kind, s.want[kind])


cdef int ask_close(const tables_t* t, const state_t* s, const frame_t* frame, action_t* actions) noexcept nogil:
    cdef int seat, count = 0
    for seat in range(t.players):
        actions[count] = act(A_DEAL, seat)
        count += s.answers[seat] == ACCEPTED
    actions[count] = act(A_WITHDRAW, 0)
    return count + 1


cdef void answer_close(const tables_t* t, state_t* s, frame_t frame, action_t action) noexcept nogil:
    cdef int kind
    if verb(action) == A_DEAL:
        for kind in range(RESOURCES):
            if s.give[kind]:
                pass_seen(s, frame.seat, operand(action), kind, s.give[kind])
            if s.want[kind]:
                pass_seen(s, operand(action), frame.seat, kind, s.want[kind])
    memset(s.give, 0, sizeof(s.give))
    memset(s.want, 0, sizeof(s.want))
    memset(s.answers, 0, sizeof(s.answers))


# ---- free trade ships

cdef void settle_free_ships(const tables_t* t, state_t* s, frame_t frame) noexcept nogil:
    """R98: a marker becomes a ship at the first chance; Q22: without a station left the gift lapses."""
    cdef uint16_t docks[2 * SITES]
    if not s.ship_markers[frame.seat] or s.flying_kind:
        return
    if stations_left(t, s, frame.seat) <= 0:
        s.ship_markers[frame.seat] = 0
    elif transports_left(s, frame.seat) > 0 and free_docks(t, s, frame.seat, docks):
        push_back(s, frame)
        push(s, PLACE_SHIP, frame.seat, 0, 0)


cdef int ask_place_ship(const tables_t* t, const state_t* s, const frame_t* frame, action_t* actions) noexcept nogil:
    cdef uint16_t docks[2 * SITES]
    cdef int i, free
    if not s.ship_markers[frame.seat] or transports_left(s, frame.seat) <= 0 or stations_left(t, s, frame.seat) <= 0:
        return 0
    free = free_docks(t, s, frame.seat, docks)
    for i in range(free):
        actions[i] = act(A_TRADE_SHIP_AT, docks[i])
    return free


cdef void answer_place_ship(const tables_t* t, state_t* s, frame_t frame, action_t action) noexcept nogil:
    s.ship_markers[frame.seat] -= 1
    add_ship(t, s, frame.seat, TRADE_SHIP, operand(action), 0)
    conquer_specials(t, s)

# Judging a position: the points so far, and what the things on the board are likely to bring by the end.

cdef inline double least(double a, double b) noexcept nogil:
    return a if a < b else b


cdef double time_left(T t, C s) noexcept nogil:
    """From 1 (the start) to 0 (the last turn): missions and levels to go, or rounds up to the cap."""
    cdef double done = 0, left
    cdef int i
    if s.end == LAST_ROUND or s.phase == OVER:
        return 0.0
    if s.end == TRIGGERED:
        return 0.05
    for i in range(3):
        if s.mission_left[i]:
            done += 1.0 - <double>s.mission_left[i] / t.mission_need[s.mission[i]]
    left = (s.remaining - 0.6 * done) / 3.0
    left = least(left, (t.round_cap - s.round) / 10.0)
    return left if left > 0.05 else 0.05


cdef double colonists_worth(T t, C s, int seat, double time) noexcept nogil:
    """All come home in the end as far as there is room; those at home can be used at once."""
    cdef const board_t* board = &s.boards[seat]
    cdef int count = board.quarters + board.working, limit = quarters_limit(s, seat), i
    for i in range(RED_ACTIONS):
        count += board.slots[i]
    if count > limit:
        count = limit
    # Half-way between the rungs of the ladder: each Colonist counts.
    return (0.5 * (t.quarters_points[count] + t.quarters_points[count + 1 if count < 12 else 12])
            - t.quarters_points[board.quarters] + 0.5 * least(1.0, 3 * time) * board.quarters)


cdef double stock_worth(C s, int seat, double time) noexcept nogil:
    cdef const board_t* board = &s.boards[seat]
    cdef double worth = 0.3 * board.resources[MINERAL]
    cdef int item, room = depot_limit(s, seat) - board.crystals
    for item in range(5):
        worth += 0.75 * board.resources[item] - 0.08 * board.resources[item] * board.resources[item]
    worth += 0.7 * board.crystals + 0.6 * (board.waiting if board.waiting < room else room)
    worth += (0.45 if goal_completed(s, seat) else 0.95) * goals_in_hand(s, seat)
    return worth * least(1.0, 3 * time)


cdef bint complex_exists(T t, C s, int seat, int type_, int size) noexcept nogil:
    cdef hexset_t kind = of_type(s, type_, seat), left = kind, it
    while left:
        it = connected(t, kind, hs_bit(hs_first(left)))
        if hs_count(it) >= size:
            return True
        left &= ~it
    return False


cdef double plans_worth(T t, C s, int seat, double time) noexcept nogil:
    """Unbuilt Blueprints cost points now and will probably be built; near a Bot more probably."""
    cdef double worth = 0, chance, weight = 1.0
    cdef hexset_t zone = bot_zone(t, s, seat)
    cdef int card
    for card in range(1, 25):
        if s.card[card] != OWNED + seat:
            continue
        chance = least(0.65, 2.0 * time)
        if upgrade_hexes(t, s, seat, card, zone):
            chance += 0.1
        elif t.card_complex[card] > 1 and not complex_exists(t, s, seat, t.card_type[card], t.card_complex[card]):
            chance *= 0.6
        worth += 2 * t.card_points[card] * chance * weight
        weight *= 0.8
    return worth


cdef double works_worth(T t, C s, int seat, double time) noexcept nogil:
    """Shelters, Miners, Advanced Buildings, Bots, Techs: they go on working."""
    cdef const board_t* board = &s.boards[seat]
    cdef double worth = 2.2 * (board.shelters - 1) + 1.6 * hs_count(hs_load(s.miners[seat]))
    worth += 1.2 * hs_count(hs_load(s.advanced[seat])) + 1.6 * (bots_on_map(s, seat) - 1)
    worth += 0.5 * (5 - popcount(board.ships)) + 0.5 * techs_of(s, seat)
    worth += 1.2 * popcount(board.research) + 1.0 * popcount(board.discoveries)
    worth += 0.3 * (tech_level(t, s, seat, UPGRADE_TECH) + tech_level(t, s, seat, ROVER_TECH))
    if colony_level(s) < 3:         # the cubes score again at the next updates
        worth += 0.8 * t.progress_points[popcount(board.progress)] * (3 - colony_level(s))
    return worth * least(1.0, 2 * time)


cdef double sites_worth(T t, C s, int seat) noexcept nogil:
    """Wanted Buildings for which a Bot stands ready."""
    cdef hexset_t free = sites(t, s, seat), kind, adjacent
    cdef double worth = 0
    cdef int type_
    for type_ in range(GENERATOR, OXYGEN_CONDENSER + 1):
        if s.lss[type_ - 1] >= s.colony_row or s.tile_next[type_] == 6:
            continue
        kind = hs_load(s.buildings[type_])
        adjacent = hs_load(s.beside[set_of(type_, seat)])
        if hs_load(s.in_two[set_of(type_, seat)]) & free & ~adjacent or (adjacent & free and best_level(t, s, seat, type_)):
            worth += 0.7
    return worth


cdef double rover_worth(T t, C s, int seat) noexcept nogil:
    """The tile most worth going for."""
    cdef hexset_t hexes = hs_load(s.grounds)
    cdef int here = rover_hex(t, s, seat), hex, what
    cdef double best = 0, value
    while hexes:
        hex = hs_first(hexes)
        hexes &= hexes - 1
        what = s.ground[hex]
        if what >= RESEARCH_THERE:
            value = 0.0 if s.boards[seat].research >> (what - RESEARCH_THERE) & 1 else 6.0
        else:
            value = 0.9 if what == CRYSTAL_THERE else 4.0
        value /= 1.5 + t.distance[here][hex]
        if value > best:
            best = value
    return best


cdef double scientists_worth(T t, C s, int seat, double time) noexcept nogil:
    cdef double worth = 0
    cdef int i, card, planned
    for i in range(6):
        if s.scientist_owner[i] != seat:
            continue
        planned = 0
        for card in range(1, 25):
            planned += t.card_type[card] == t.scientist_scores[i] and OWNED <= s.card[card] < BUILT
        worth += 1.2 + t.scientist_points * (0.6 * planned + 0.7)
    return worth * least(1.0, 2 * time)


cdef double delivery_chance(T t, C s, int seat, int contract, double time) noexcept nogil:
    cdef const contract_t* it = &t.contract[contract]
    cdef const board_t* board = &s.boards[seat]
    cdef int missing = 0, item, lack, have
    for item in range(6):
        lack = lacking(t, s, contract, item)
        have = board.crystals + board.waiting if item == CRYSTAL else board.resources[item]
        missing += lack - have if lack > have else 0
    if missing == 0:
        return 0.97
    return least(0.9, 1.5 * time) * (1.0 - 0.13 * missing)


cdef double contracts_worth(T t, C s, int seat, double time) noexcept nogil:
    cdef double worth = 0, chance
    cdef const contract_t* it
    cdef int contract
    for contract in range(1, 13):
        if s.contract_owner[contract] != seat or s.contracts_done >> contract & 1:
            continue
        it = &t.contract[contract]
        if it.building == NONE:
            chance = delivery_chance(t, s, seat, contract, time)
        else:
            chance = least(0.5, time)
            if complex_exists(t, s, seat, it.building, 3):
                chance += 0.2
        worth += chance * (it.done - it.failed)
    return worth


cdef double goals_worth(T t, C s, int seat, double time) noexcept nogil:
    cdef int i
    if goal_completed(s, seat):
        return 3.0 * least(1.0, 4 * time)
    for i in range(3):
        if s.boards[seat].goal_status[i] == IN_HAND and s.boards[seat].goal[i] != NONE:
            if goal_holds(t, s, seat, s.boards[seat].goal[i]):
                return 2.0 * least(1.0, 4 * time)
    return 0.0


cdef double progress_worth(T t, C s) noexcept nogil:
    """The same for all: carrying the colony on brings the game nearer to its end."""
    cdef double worth = 3.0 * (3 - s.remaining) + 1.5 * colony_level(s)
    cdef int i
    for i in range(3):
        worth += 5.0 * (1.0 - <double>s.mission_left[i] / t.mission_need[s.mission[i]])
    for i in range(4):
        worth += 0.5 * (s.lss[i] if s.lss[i] < s.colony_row else s.colony_row)
    return worth


cdef int mission_count(T t, C s, int seat, int mission) noexcept nogil:
    """How much of what a Mission asks for a player has."""
    cdef const board_t* board = &s.boards[seat]
    if mission == M_RESEARCH:
        return popcount(board.research)
    if mission == M_BLUEPRINTS:
        return cards_owned(s, seat)
    if mission == M_ADVANCED:
        return hs_count(hs_load(s.advanced[seat]))
    if mission == M_BOTS:
        return bots_on_map(s, seat) - 1
    if mission == M_DISCOVERIES:
        return popcount(board.discoveries)
    if mission == M_TECHS:
        return techs_of(s, seat) - 1
    if mission == M_PROGRESS:
        return popcount(board.progress)
    return scientists_of(s, seat) if mission == M_SCIENTISTS else contracts_completed(s, seat)


cdef double missions_worth(T t, C s, int seat) noexcept nogil:
    """Having a part in the Missions: it pays, and who carries the game on decides when it ends."""
    cdef double worth = 0
    cdef int i
    for i in range(3):
        worth += 12.0 * mission_count(t, s, seat, s.mission[i]) / t.mission_need[s.mission[i]]
    return worth


cdef double PENDING[64]     # what a pending decision will still bring, roughly
PENDING[K_WAREHOUSE], PENDING[K_CHOOSE], PENDING[K_BLUEPRINT], PENDING[K_LEARN] = 0.8, 0.8, 2.0, 2.0
PENDING[K_DEVELOP], PENDING[K_UPGRADE], PENDING[K_CONSTRUCT], PENDING[K_SHIP] = 1.8, 5.0, 5.0, 5.0
PENDING[K_HIRE], PENDING[K_PLACE_BUILDING], PENDING[K_AFTER_BUILDING], PENDING[K_LSS] = 4.0, 5.0, 4.0, 1.0
PENDING[K_PLACE_TECH], PENDING[K_DO_DEVELOP], PENDING[K_DO_UPGRADE], PENDING[K_DO_HIRE] = 2.0, 1.5, 6.0, 4.0
PENDING[K_SHIP_REWARD], PENDING[K_BOT_PLACE], PENDING[K_CLAIM], PENDING[K_TRAVEL_HOME] = 3.0, 2.0, 2.0, 3.0
PENDING[K_GOAL_REWARD], PENDING[K_RETRIEVE], PENDING[K_RADAR], PENDING[K_USE_BUILDING] = 3.0, 0.5, 2.0, 2.0
PENDING[K_MOVE], PENDING[K_OWNER], PENDING[K_BUY_COLONIST], PENDING[K_TASK] = 0.3, 0.8, 0.8, 0.7


cdef double pending_worth(C s, int seat) noexcept nogil:
    cdef double worth = 0
    cdef int i, kind
    for i in range(s.depth):
        if s.frames[i].seat != seat:
            continue
        kind = s.frames[i].kind
        if kind <= K_TRAVEL and s.frames[i].left == 0 and kind != K_CONSTRUCT and kind != K_HIRE:
            continue
        worth += PENDING[kind]
    return worth


cdef double rounds_worth(C s) noexcept nogil:
    """Two points a round up to the usual end: the same for all, whatever they do."""
    return 2.0 * (24 - s.round) if s.round < 24 else 0.0


cdef double expected_points(T t, C s, int seat) noexcept nogil:
    cdef double time = time_left(t, s)
    cdef double worth = total_points(t, s, seat)
    if s.phase == OVER:
        return worth
    if is_lacerda(t, seat):
        return worth + rounds_worth(s)
    worth += colonists_worth(t, s, seat, time) + stock_worth(s, seat, time) + plans_worth(t, s, seat, time)
    worth += works_worth(t, s, seat, time) + scientists_worth(t, s, seat, time) + contracts_worth(t, s, seat, time)
    worth += goals_worth(t, s, seat, time) + missions_worth(t, s, seat) + pending_worth(s, seat)
    if s.end == RUNNING:
        worth += sites_worth(t, s, seat) + rover_worth(t, s, seat)
    return worth + progress_worth(t, s) + rounds_worth(s)


cdef double evaluate(const void* tables, const void* memory, int seat) noexcept nogil:
    cdef T t = <T>tables
    cdef C s = <C>memory
    if t.solo:
        return expected_points(t, s, 0) - expected_points(t, s, LACERDA)
    return expected_points(t, s, seat)


# ---- playouts: a move drawn by rough weights, so that they build and finish

cdef int MAIN_WEIGHT[10]
MAIN_WEIGHT[:] = [2, 12, 14, 10, 6, 8, 40, 60, 40, 24]


cdef int menu_weight(action_t action) noexcept nogil:
    if kind_of(action) == A_MAIN:
        return MAIN_WEIGHT[arg_a(action)]
    if kind_of(action) == A_EXECUTIVE:
        return 6
    return 60 if kind_of(action) == A_GOAL or kind_of(action) == A_DELIVER else 8


cdef int move_weight(T t, C s, action_t action) noexcept nogil:
    """What lies where a Rover goes, and whether a Bot comes beside a Building."""
    if kind_of(action) == A_MOVE_ROVER:
        return 20 if s.ground[arg_a(action)] else 4
    if kind_of(action) == A_MOVE_BOT:
        return 1 if is_tile(s.ground[arg_b(action)]) else 3
    return 2 if kind_of(action) == A_STOP else 1


cdef int type_weight(C s, int type_) noexcept nogil:
    if type_ == MINE:
        return 6
    if type_ == SHELTER:
        return 12
    return 24 if s.lss[type_ - 1] < s.colony_row else 8


cdef int weight_of(T t, C s, action_t action) noexcept nogil:
    cdef int kind = s.frames[s.depth - 1].kind
    if kind == K_MENU:
        return menu_weight(action)
    if kind == K_MOVE:
        return move_weight(t, s, action)
    if kind_of(action) == A_TYPE:
        return type_weight(s, arg_a(action))
    if kind_of(action) == A_STOP:
        return 2
    if kind_of(action) == A_SEND:
        return 3
    if kind_of(action) == A_LEAVE or kind_of(action) == A_KEEP or kind_of(action) == A_PAY_GOAL:
        return 1
    return 6


cdef action_t rollout(const void* tables, const void* memory, const action_t* actions, int count,
                      rng_t* rng) noexcept nogil:
    cdef int weights[MAX_ACTIONS]
    cdef int total = 0, i, picked
    for i in range(count):
        weights[i] = weight_of(<T>tables, <C>memory, actions[i])
        total += weights[i]
    picked = rng_below(rng, total)
    for i in range(count):
        picked -= weights[i]
        if picked < 0:
            return actions[i]
    return actions[count - 1]

# The end of the game and its points (R159-R168, R195).

cdef int tech_points(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    cdef int points = 0, tech
    for tech in range(TECHS):
        points += t.lab_points[tech_level(t, s, seat, tech)]
    return points


cdef int blueprint_points(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    cdef int points = 0, card
    for card in range(1, 25):
        if s.card[card] == BUILT + seat:
            points += t.card_points[card]
        elif s.card[card] == OWNED + seat:
            points -= t.card_points[card]
    return points


cdef int advanced_of_type(const tables_t* t, const state_t* s, int type_) noexcept nogil:
    """Advanced Buildings of a type, whoever owns them."""
    cdef int count = 0, seat
    for seat in range(t.boards):
        count += hs_count(hs_load(s.advanced[seat]) & of_type(s, type_, seat))
    return count


cdef int scientist_points(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    cdef int points = 0, i
    for i in range(6):
        if s.scientist_owner[i] == seat:
            points += t.scientist_points * advanced_of_type(t, s, t.scientist_scores[i])
    return points


cdef int contract_points(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    cdef int points = 0, contract
    for contract in range(1, 13):
        if s.contract_owner[contract] == seat:
            points += t.contract[contract].done if s.contracts_done >> contract & 1 else t.contract[contract].failed
    return points


cdef int quarters_points(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    return t.quarters_points[quarters_limit(s, seat) if is_lacerda(t, seat) else s.boards[seat].quarters]


cdef int total_points(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    cdef const board_t* board = &s.boards[seat]
    return (board.points + t.progress_points[popcount(board.progress)] + 3 * board.hangar
            + quarters_points(t, s, seat) + tech_points(t, s, seat) + blueprint_points(t, s, seat)
            + scientist_points(t, s, seat) + contract_points(t, s, seat))


# ---- final deliveries (R167, ruling 22)

cdef bint deliverable(const tables_t* t, const state_t* s, int seat, int mask, int* crystals) noexcept nogil:
    """Whether the open Contracts of the mask can all be filled; what that takes in Crystals."""
    cdef int need[6]
    cdef int contract, item
    memset(need, 0, sizeof(need))
    for contract in range(7, 13):
        if mask >> contract & 1:
            for item in range(6):
                need[item] += lacking(t, s, contract, item)
    crystals[0] = need[CRYSTAL]
    for item in range(5):
        if need[item] > s.boards[seat].resources[item]:
            return False
    return need[CRYSTAL] <= s.boards[seat].crystals


cdef int best_deliveries(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    """Most Contracts, then fewest Crystals. A mask of Contracts."""
    cdef int open_ = 0, best = 0, best_crystals = 0, contract, mask, crystals = 0
    for contract in range(7, 13):
        if s.contract_owner[contract] == seat and not s.contracts_done >> contract & 1:
            open_ |= 1 << contract
    mask = open_
    while mask:
        if deliverable(t, s, seat, mask, &crystals):
            if popcount(mask) > popcount(best) or (popcount(mask) == popcount(best) and crystals < best_crystals):
                best, best_crystals = mask, crystals
        mask = (mask - 1) & open_
    return best


cdef void deliver_all(const tables_t* t, state_t* s, int seat, int contract) noexcept nogil:
    cdef int item, count
    for item in range(6):
        count = lacking(t, s, contract, item)
        if item == CRYSTAL:
            s.boards[seat].crystals -= count
        else:
            s.boards[seat].resources[item] -= count
    s.delivered[contract][0] = t.contract[contract].count
    s.delivered[contract][1] = t.contract[contract].minerals
    s.contracts_done |= 1 << contract


cdef void finish(const tables_t* t, state_t* s) noexcept nogil:
    """Waiting Crystals enter, Colonists of the own side come home, Contracts are filled (R160, R163, R167)."""
    cdef int seat, contract, mask
    s.phase = OVER
    s.step = NEXT
    for seat in range(t.boards):
        store_waiting(s, seat)
        if is_lacerda(t, seat):
            continue
        colonists_return(s, seat, side_of(s, seat))
        mask = best_deliveries(t, s, seat)
        for contract in range(7, 13):
            if mask >> contract & 1:
                deliver_all(t, s, seat, contract)


# ---- results

cdef void scores(const void* tables, const void* memory, double* out) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef const state_t* s = <const state_t*>memory
    cdef int seat
    if t.solo:
        out[0] = total_points(t, s, 0) - total_points(t, s, LACERDA)
        return
    for seat in range(t.seats):
        out[seat] = total_points(t, s, seat)


cdef int64_t standing_value(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    """Points, then Crystals, Advanced Buildings, Progress cubes (R168), as one number."""
    cdef int64_t value = total_points(t, s, seat) + 1000
    value = value * 32 + s.boards[seat].crystals
    value = value * 32 + hs_count(hs_load(s.advanced[seat]))
    return value * 8 + popcount(s.boards[seat].progress)


cdef void ranks(const void* tables, const void* memory, int* out) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef const state_t* s = <const state_t*>memory
    cdef int64_t values[BOARDS]
    cdef int seat
    if t.solo:
        out[0] = 1 if solo_won(t, s) else 2
        return
    for seat in range(t.seats):
        values[seat] = standing_value(t, s, seat)
    ranks_by(values, t.seats, out)


# ---- solo goals (R195)

cdef int contracts_of_kind(const tables_t* t, const state_t* s, bint upgrade_contract) noexcept nogil:
    cdef int count = 0, contract
    for contract in range(1, 13):
        if s.contract_owner[contract] == 0 and (t.contract[contract].building != NONE) == upgrade_contract:
            count += s.contracts_done >> contract & 1
    return count


cdef int techs_at_level_6(const tables_t* t, const state_t* s) noexcept nogil:
    return s.boards[0].lab >> (SPACES - 1) & 1


cdef int largest_complex(const tables_t* t, const state_t* s, int type_) noexcept nogil:
    cdef hexset_t kind = of_type(s, type_, 0), left = kind, it
    cdef int best = 0
    while left:
        it = connected(t, kind, hs_bit(hs_first(left)))
        left &= ~it
        best = max(best, hs_count(it))
    return best


cdef bint solo_goal_met(const tables_t* t, const state_t* s, const solo_goal_t* goal) noexcept nogil:
    cdef const board_t* board = &s.boards[0]
    if total_points(t, s, 0) - total_points(t, s, LACERDA) < goal.margin or colony_level(s) < goal.colony_level:
        return False
    if contracts_completed(s, 0) < goal.contracts or goal_completed(s, 0) < goal.private_goals:
        return False
    if min(contracts_of_kind(t, s, True), contracts_of_kind(t, s, False)) < goal.contracts_of_each_type:
        return False
    if techs_at_level_6(t, s) < goal.techs_at_level_6 or popcount(board.research) < goal.research_tiles:
        return False
    if board.shelters < goal.shelters or own_mines(s, 0) < goal.mines:
        return False
    if hs_count(hs_load(s.advanced[0])) < goal.advanced_buildings:
        return False
    return potato_met(t, s, goal)


cdef bint potato_met(const tables_t* t, const state_t* s, const solo_goal_t* goal) noexcept nogil:
    """What only the survival scenario asks for."""
    cdef int contract
    for contract in range(1, 13):
        if goal.contract_ids >> contract & 1:
            if s.contract_owner[contract] != 0 or not s.contracts_done >> contract & 1:
                return False
    if goal.scientist != NONE and s.scientist_owner[goal.scientist] != 0:
        return False
    if hs_count(hs_load(s.advanced[0]) & hs_load(s.buildings[GREENHOUSE])) < goal.advanced_greenhouses:
        return False
    if largest_complex(t, s, GREENHOUSE) < goal.greenhouse_complex or s.boards[0].resources[PLANT] < goal.plants:
        return False
    if tech_level(t, s, 0, GREENHOUSE) < goal.greenhouse_tech:
        return False
    return not goal.in_orbit or side_of(s, 0) == ORBIT


cdef bint solo_won(const tables_t* t, const state_t* s) noexcept nogil:
    cdef int i
    for i in range(4):
        if t.solo_goal[i].wanted and solo_goal_met(t, s, &t.solo_goal[i]):
            return True
    return False

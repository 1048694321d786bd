# A turn: its menu, the Main and Executive actions. Menu frame: x[0] Main done, x[1] Executive done.

# ---- Main actions (R39-R53, ruling 20)

cdef int clearing(const tables_t* t, const state_t* s, int slot) noexcept nogil:
    """Players whose Colonists leave because all slots are full: those with the most there (R50). A mask."""
    cdef int total = 0, most = 0, mask = 0, seat
    if slot == HIRE_SLOT:
        return 0
    for seat in range(t.boards):
        total += s.boards[seat].slots[slot]
        most = max(most, s.boards[seat].slots[slot])
    if total < t.slot_count:
        return 0
    for seat in range(t.boards):
        if s.boards[seat].slots[slot] == most:
            mask |= 1 << seat
    return mask


cdef int extra_cost(const tables_t* t, const state_t* s, int seat, int slot, int cleared) noexcept nogil:
    """With 2 players every Colonist there counts (R49), otherwise every other colour (R48)."""
    cdef int cost = 0, other
    for other in range(t.boards):
        if cleared >> other & 1:
            continue
        if t.boards == 2:
            cost += s.boards[other].slots[slot]
        elif other != seat and s.boards[other].slots[slot]:
            cost += 1
    return cost


cdef int entry_cost(const tables_t* t, const state_t* s, int seat, int slot) noexcept nogil:
    """The extra cost of a slot, once full ones are cleared."""
    cdef int total = 0, colours = 0, other, there
    for other in range(t.boards):
        there = s.boards[other].slots[slot]
        total += there
        colours += (there != 0) & (other != seat)
    if total >= t.slot_count and slot != HIRE_SLOT:
        return extra_cost(t, s, seat, slot, clearing(t, s, slot))
    return total if t.boards == 2 else colours


cdef bint main_possible(const tables_t* t, const state_t* s, int seat, int action, const means_t* means,
                        int extra) noexcept nogil:
    """Whether some way of paying the extra cost leaves the action's minimum payable."""
    cdef means_t after
    cdef int crystals
    for crystals in range(extra + 1):
        after = means[0]
        after.purse -= crystals
        after.quarters -= extra - crystals
        if after.purse >= 0 and after.quarters >= 0 and can_effect(t, s, seat, &t.main_effect[action], &after):
            return True
    return False


cdef bint main_open(const tables_t* t, const state_t* s, int seat, int action, const means_t* all_means) noexcept nogil:
    cdef int slot = t.main_slot[action]
    cdef means_t means
    if action == LANDING_POD or action == CONTROL_CENTER:
        return True
    if slot == NONE:
        return can_effect(t, s, seat, &t.main_effect[action], all_means)
    if all_means.quarters == 0 or (slot == HIRE_SLOT and s.boards[seat].slots[slot]):
        return False
    means = all_means[0]
    means.quarters -= 1
    return main_possible(t, s, seat, action, &means, entry_cost(t, s, seat, slot))


cdef void clear_slots(const tables_t* t, state_t* s, int slot, int cleared) noexcept nogil:
    cdef int seat
    for seat in range(t.boards):
        if cleared >> seat & 1:
            if not is_lacerda(t, seat):
                s.boards[seat].working += s.boards[seat].slots[slot]
            s.boards[seat].slots[slot] = 0


cdef void push_extra_cost(state_t* s, int seat, int action, int cost) noexcept nogil:
    cdef frame_t* f
    cdef int i
    if cost == 0:
        return
    f = push(s, K_PAY, seat)
    f.left = cost
    f.flags = 1 + action
    for i in range(cost):
        f.x[i] = EXTRA


cdef void do_main(const tables_t* t, state_t* s, int seat, int action) noexcept nogil:
    """Clear full slots, own Colonist, extra cost, effect, boosts (ruling 20)."""
    cdef int slot = t.main_slot[action], cleared, cost
    if action == LANDING_POD:
        pop(s)              # no menu follows (R55)
        travel(s, seat, True)
        return
    top(s).x[0] = 1
    if t.first_colonists and action == RESEARCH_DEVELOPMENT:
        push(s, K_REVEAL, seat).x[0] = T_RND
    if t.first_colonists and action == CONTROL_CENTER:
        push(s, K_REVEAL, seat).x[0] = T_CONTROL
    start(s, seat, &t.main_effect[action], 0)
    if slot != NONE:
        cleared = clearing(t, s, slot)
        cost = extra_cost(t, s, seat, slot, cleared)
        clear_slots(t, s, slot, cleared)
        s.boards[seat].quarters -= 1
        s.boards[seat].slots[slot] += 1
        push_extra_cost(s, seat, action, cost)


cdef void settle_reveal(const tables_t* t, state_t* s) noexcept nogil:
    """The end of a Main action that is itself a First Colonist task."""
    cdef frame_t f = top(s)[0]
    pop(s)
    offer_task(t, s, f.seat, f.x[0])


# ---- Executive actions (R136-R141)

cdef bint executive_open(const tables_t* t, const state_t* s, int seat, int slot,
                         const means_t* all_means) noexcept nogil:
    cdef means_t means
    if all_means.purse < t.executive_cost[slot] or (slot <= 5 and s.boards[seat].ships >> (slot - 1) & 1):
        return False
    means = all_means[0]
    means.purse -= t.executive_cost[slot]
    return can_effect(t, s, seat, &t.executive[slot], &means)


cdef enum:                  # ways to use an Advanced Building
    USE_FREE, USE_PAID, USE_MOVING


cdef int write_card_uses(const tables_t* t, const state_t* s, int seat, int card, const means_t* means, action_t* out,
                         int count) noexcept nogil:
    """Free, for 2 Crystals, or with the Scientist moved there (R139)."""
    cdef int scientist = t.card_type[card]      # Scientists and types share their order
    cdef bint own = s.card[card] == BUILT + seat, mine = s.scientist_owner[scientist] == seat
    cdef bint there, possible
    cdef means_t after
    if not own and not mine:
        return count
    there = s.scientist_at[scientist] == card and s.scientist_owner[scientist] != NONE
    possible = can_effect(t, s, seat, &t.card_effect[card], means)
    after = means[0]
    if possible and there:
        out[count] = act(A_USE, card, USE_FREE, 0)
        count += 1
    after.purse -= t.executive_cost[8]
    if own and not there and after.purse >= 0 and can_effect(t, s, seat, &t.card_effect[card], &after):
        out[count] = act(A_USE, card, USE_PAID, 0)
        count += 1
    if possible and mine and not there:
        out[count] = act(A_USE, card, USE_MOVING, 0)
        count += 1
    return count


cdef bint can_use_building(const tables_t* t, const state_t* s, int seat, const means_t* means) noexcept nogil:
    cdef action_t uses[3]
    cdef int card
    if not all_advanced(s) or not (hs_load(s.advanced[seat]) or scientists_of(s, seat)):
        return False
    for card in range(1, 25):
        if s.card[card] >= BUILT and write_card_uses(t, s, seat, card, means, uses, 0):
            return True
    return False


cdef int ask_use_building(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    cdef means_t means = means_of(s, f.seat)
    cdef int count = 0, card
    for card in range(1, 25):
        if s.card[card] >= BUILT:
            count = write_card_uses(t, s, f.seat, card, &means, out, count)
    return count


cdef void answer_use_building(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    cdef int seat = top(s).seat, card = arg_a(action)
    pop(s)
    if arg_b(action) == USE_MOVING:
        s.scientist_at[t.card_type[card]] = card
    start(s, seat, &t.card_effect[card], 0)
    if arg_b(action) == USE_PAID:
        push_crystals(s, seat, t.executive_cost[8])


cdef void do_executive(const tables_t* t, state_t* s, int seat, int slot) noexcept nogil:
    top(s).x[1] = 1
    if slot == 8:
        push(s, K_USE_BUILDING, seat)
        return
    start(s, seat, &t.executive[slot], 0)
    push_crystals(s, seat, t.executive_cost[slot])


# ---- the menu (ruling 16)

cdef int write_deliveries(const tables_t* t, const state_t* s, int seat, action_t* out, int count) noexcept nogil:
    cdef const board_t* board = &s.boards[seat]
    cdef int contract, item
    if not any_of_8(s.contract_owner + 5, seat):
        return count
    for contract in range(7, 13):
        if s.contract_owner[contract] != seat:
            continue
        for item in range(6):
            if lacking(t, s, contract, item) <= 0:
                continue
            if (board.crystals if item == CRYSTAL else board.resources[item]) > 0:
                out[count] = act(A_DELIVER, item, contract, 0)
                count += 1
            if item == CRYSTAL and board.waiting:
                out[count] = act(A_DELIVER_WAITING, item, contract, 0)
                count += 1
    return count


cdef int write_mains(const tables_t* t, const state_t* s, int seat, const means_t* means, action_t* out) noexcept nogil:
    cdef const uint8_t* mains = t.mains[side_of(s, seat)]
    cdef int count = 0, i
    for i in range(MAINS):
        if mains[i] == NONE:
            break
        if main_open(t, s, seat, mains[i], means):
            out[count] = act(A_MAIN, mains[i], 0, 0)
            count += 1
    return count


cdef int write_executives(const tables_t* t, const state_t* s, int seat, const means_t* means, action_t* out,
                          int count) noexcept nogil:
    cdef int slot
    if means.purse >= t.executive_least:
        for slot in range(1, 8):
            if executive_open(t, s, seat, slot, means):
                out[count] = act(A_EXECUTIVE, slot, 0, 0)
                count += 1
    if can_use_building(t, s, seat, means):
        out[count] = act(A_EXECUTIVE, 8, 0, 0)
        count += 1
    return count


cdef int ask_menu(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    cdef means_t means = means_of(s, f.seat)
    cdef int count = 0
    if not f.x[0]:
        count = write_mains(t, s, f.seat, &means, out)
    if not f.x[1]:
        count = write_executives(t, s, f.seat, &means, out, count)
    count = write_goals(t, s, f.seat, out, count)
    count = write_deliveries(t, s, f.seat, out, count)
    if f.x[0]:
        out[count] = act(A_END, 0, 0, 0)
        count += 1
    return count


cdef void do_delivery(const tables_t* t, state_t* s, int seat, action_t action) noexcept nogil:
    if kind_of(action) == A_DELIVER_WAITING:
        s.boards[seat].waiting -= 1
    else:
        pay_item(s, seat, arg_a(action))
    deliver(s, t, arg_b(action), arg_a(action))


cdef void answer_menu(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    cdef int kind = kind_of(action), seat = top(s).seat
    if kind == A_MAIN:
        do_main(t, s, seat, arg_a(action))
    elif kind == A_EXECUTIVE:
        do_executive(t, s, seat, arg_a(action))
    elif kind == A_GOAL:
        complete_goal(s, seat, arg_a(action))
    elif kind == A_END:
        pop(s)
    else:
        do_delivery(t, s, seat, action)


# ---- owners of used Tech (R75-R77)

cdef int ask_owner(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    cdef int count = write_tile_moves(t, s, f.seat, f.x[0], out, 0)
    out[count] = act(A_OXYGEN, 0, 0, 0)
    return count + 1


cdef void answer_owner(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    cdef int seat = top(s).seat
    pop(s)
    if kind_of(action) == A_OXYGEN:
        gain_resource(t, s, seat, OXYGEN, 1)
        return
    push(s, K_SWEEP, seat)
    push_develop(s, seat, arg_a(action), arg_b(action))


cdef void settle_sweep(const tables_t* t, state_t* s) noexcept nogil:
    """A Bot moved out of turn destroys at the end of that benefit (ruling 17)."""
    cdef int seat = top(s).seat
    pop(s)
    sweep(s, seat)


# ---- Colony Status Update (R110-R117)

cdef bint update_due(const state_t* s) noexcept nogil:
    cdef int column
    if s.colony_row > 5:
        return False
    for column in range(4):
        if s.lss[column] < s.colony_row:
            return False
    return True


cdef void remove_displayed(const tables_t* t, state_t* s, bint all_levels) noexcept nogil:
    cdef int card
    for card in range(1, 25):
        if s.card[card] == DISPLAYED and (all_levels or t.card_level[card] == 1):
            leave_display(s, card)
            s.card[card] = GONE


cdef void display_cards(state_t* s, int row, int count) noexcept nogil:
    cdef int i
    for i in range(count):
        if s.deck_next < 24:
            s.display[row][i] = s.deck[s.deck_next]
            s.card[s.deck[s.deck_next]] = DISPLAYED
            s.deck[s.deck_next] = 0
            s.deck_next += 1


cdef void new_blueprints(const tables_t* t, state_t* s) noexcept nogil:
    """Level 2: all are replaced by twelve; level 3: the last six join the level-3 cards (R111, R112, ruling 31)."""
    if colony_level(s) == 2:
        remove_displayed(t, s, True)
        display_cards(s, 1, 6)
        display_cards(s, 0, 6)
    elif colony_level(s) == 3:
        remove_displayed(t, s, False)
        display_cards(s, 1, 6)


cdef void refill_grid(const tables_t* t, state_t* s) noexcept nogil:
    cdef int i, space
    for i in range(8):
        space = t.grid_refill[i]
        if s.grid[space] == 0 and s.tech_next < 8:
            s.grid[space] = s.tech_deck[s.tech_next]
            s.tech_deck[s.tech_next] = 0
            s.tech_next += 1


cdef void refill_warehouse(const tables_t* t, state_t* s) noexcept nogil:
    cdef int item
    for item in range(BATTERY, CRYSTAL + 1):
        s.warehouse[item] = t.warehouse


cdef void colony_update(const tables_t* t, state_t* s) noexcept nogil:
    cdef int seat
    s.colony_row += 1
    new_blueprints(t, s)
    refill_grid(t, s)
    refill_warehouse(t, s)
    if colony_level(s) <= 3:
        for seat in range(t.boards):
            s.boards[seat].points += t.progress_points[popcount(s.boards[seat].progress)]
    if colony_level(s) >= 3 and s.remaining:
        s.remaining -= 1
    if t.solo:
        lacerda_levels_up(t, s)

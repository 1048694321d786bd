# Bots and Rovers (R81-R91, rulings 18, 19, 27, 28). A grant: left = Bot points, x[0] = Rover points, x[1] = the hex
# of the Bot in transit (NONE: the Rover).

cdef void push_move(state_t* s, int seat, int flags, int bot_points, int rover_points) noexcept nogil:
    cdef frame_t* f = push(s, K_MOVE, seat)
    f.flags = flags
    f.left = bot_points
    f.x[0] = rover_points
    f.x[1] = NONE


cdef void settle_bots(const tables_t* t, state_t* s) noexcept nogil:
    cdef frame_t f = top(s)[0]
    pop(s)
    push_move(s, f.seat, MV_BOTS | (MV_COLLECT if f.flags & F_PLUS else 0), f.left, 0)


cdef int best_rover_tech(const tables_t* t, const state_t* s) noexcept nogil:
    cdef int best = 0, owner
    for owner in range(t.boards):
        best = max(best, tech_level(t, s, owner, ROVER_TECH))
    return best


cdef void settle_rover(const tables_t* t, state_t* s) noexcept nogil:
    cdef frame_t f = top(s)[0]
    pop(s)
    push_move(s, f.seat, MV_ROVER | (MV_TECH if f.flags & F_TECH else 0), 0,
              best_rover_tech(t, s) if f.flags & F_PLUS else f.left)


cdef void settle_control(const tables_t* t, state_t* s) noexcept nogil:
    cdef frame_t f = top(s)[0]
    pop(s)
    push_move(s, f.seat, MV_BOTS | MV_ROVER | MV_TECH, f.left, f.left)


# ---- where a piece may stop

cdef hexset_t beside_rover(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    """Hexes of all other pieces, of one on the Rover's own hex too."""
    cdef hexset_t hexes = all_miners(s) | all_advanced(s)
    cdef int other
    for other in range(t.boards):
        hexes |= bots_of(t, s, other)
        if other != seat:
            hexes |= t.only[s.boards[other].rover]
    return hexes


cdef hexset_t beside_bot(const tables_t* t, const state_t* s, int seat, int origin) noexcept nogil:
    """Hexes of all other pieces, of one on the Bot's own hex too."""
    cdef hexset_t hexes = all_miners(s) | all_advanced(s)
    cdef int other, i
    cdef bint left_out = False
    for other in range(t.boards):
        if other != seat:
            hexes |= bots_of(t, s, other)
        hexes |= t.only[s.boards[other].rover]
    for i in range(4):
        if s.boards[seat].bots[i] == origin and not left_out:
            left_out = True
        else:
            hexes |= t.only[s.boards[seat].bots[i]]
    return hexes


cdef inline hexset_t blocked_for_bot(const tables_t* t, const state_t* s, const frame_t* f, int origin) noexcept nogil:
    return beside_bot(t, s, f.seat, origin) if s.sharing else all_pieces(s) & ~t.only[origin]


cdef inline hexset_t blocked_for_rover(const tables_t* t, const state_t* s, const frame_t* f) noexcept nogil:
    return beside_rover(t, s, f.seat) if s.sharing else all_pieces(s) & ~t.only[s.boards[f.seat].rover]


cdef bint claimable(const tables_t* t, const state_t* s, int seat, int what, const means_t* means) noexcept nogil:
    """A tile that may be taken: not a Research type already held, and part of its benefit can be had (R88-R90)."""
    if what >= RESEARCH_THERE:
        if s.boards[seat].research >> (what - RESEARCH_THERE) & 1:
            return False
        return can_effect(t, s, seat, &t.research_effect, means)
    return can_effect(t, s, seat, &t.discovery_effect[what - DISCOVERY_THERE], means)


cdef inline bint rover_may_stop(const tables_t* t, const state_t* s, int seat, int hex, hexset_t blocked,
                                const means_t* means) noexcept nogil:
    return not hs_has(blocked, hex) and (not is_tile(s.ground[hex]) or claimable(t, s, seat, s.ground[hex], means))


cdef bint rover_can_reach_stop(const tables_t* t, const state_t* s, int seat, int hex, hexset_t blocked, int points,
                               const means_t* means) noexcept nogil:
    """Whether a Rover in transit can still get to a legal stop, keeping the Crystals a claim there needs."""
    cdef means_t after = means[0]
    cdef hexset_t reach
    cdef int goal
    if points + means.purse < 0:
        return False
    reach = t.reach[hex][min(points + means.purse, FARTHEST - 1)] & ~blocked
    if reach & ~hs_load(s.grounds):
        return True
    while reach:
        goal = hs_first(reach)
        reach &= reach - 1
        after.purse = means.purse - max(0, t.distance[hex][goal] - points)
        if rover_may_stop(t, s, seat, goal, blocked, &after):
            return True
    return False


cdef inline bint bot_can_reach_stop(const tables_t* t, int hex, hexset_t blocked, int points) noexcept nogil:
    return t.reach[hex][min(points, FARTHEST - 1)] & ~blocked != 0


# ---- legal moves

cdef inline bint in_transit(const frame_t* f) noexcept nogil:
    return f.flags & MV_TRANSIT != 0


cdef inline bint rover_in_transit(const frame_t* f) noexcept nogil:
    return in_transit(f) and f.x[1] == NONE


cdef inline int spare_tech(const tables_t* t, const state_t* s, const frame_t* f) noexcept nogil:
    return best_level(t, s, f.seat, ROVER_TECH) if f.flags & MV_TECH else 0


cdef inline int write_steps(const tables_t* t, int origin, const action_t* steps, hexset_t barred, action_t* out,
                            int count) noexcept nogil:
    """To every neighbour but the barred ones; there is always room for six."""
    cdef int i
    if not barred:
        memcpy(out + count, steps, 6 * sizeof(action_t))
        return count + t.neighbours[origin]
    for i in range(t.neighbours[origin]):
        out[count] = steps[i]
        count += not barred & t.only[t.near[origin][i]]
    return count


cdef int write_bot_steps(const tables_t* t, const state_t* s, const frame_t* f, int origin, int purse, action_t* out,
                         int count) noexcept nogil:
    cdef hexset_t blocked = blocked_for_bot(t, s, f, origin)
    cdef hexset_t doubtful = t.around[origin] & blocked, barred = 0
    while doubtful:
        if not bot_can_reach_stop(t, hs_first(doubtful), blocked, f.left - 1 + purse):
            barred |= doubtful & -doubtful
        doubtful &= doubtful - 1
    return write_steps(t, origin, t.bot_steps[origin], barred, out, count)


cdef inline int write_all_bot_steps(const tables_t* t, const state_t* s, const frame_t* f, int purse,
                                    action_t* out) noexcept nogil:
    cdef int i, origin, count = 0
    for i in range(4):
        origin = s.boards[f.seat].bots[i]
        if origin == NONE:
            break
        count = write_bot_steps(t, s, f, origin, purse, out, count)
    return count


cdef int write_rover_steps(const tables_t* t, const state_t* s, const frame_t* f, const means_t* means, action_t* out,
                           int count) noexcept nogil:
    cdef int origin = rover_hex(t, s, f.seat), points = NONE, hex
    cdef hexset_t blocked = blocked_for_rover(t, s, f)
    cdef hexset_t doubtful = t.around[origin] & (blocked | hs_load(s.grounds)), barred = 0
    while doubtful:
        hex = hs_first(doubtful)
        if not rover_may_stop(t, s, f.seat, hex, blocked, means):
            if points == NONE:
                points = f.x[0] - 1 + spare_tech(t, s, f)
            if not rover_can_reach_stop(t, s, f.seat, hex, blocked, points, means):
                barred |= doubtful & -doubtful
        doubtful &= doubtful - 1
    return write_steps(t, origin, t.rover_steps[origin], barred, out, count)


cdef bint transit_ends(const tables_t* t, const state_t* s, const frame_t* f, int points,
                       const means_t* means) noexcept nogil:
    """Whether the Rover in transit can still stop legally with these points and means."""
    return rover_can_reach_stop(t, s, f.seat, rover_hex(t, s, f.seat), blocked_for_rover(t, s, f), points, means)


cdef bint move_remains_legal(const tables_t* t, const state_t* s, const frame_t* f,
                             const means_t* means) noexcept nogil:
    """A bought point is not paid with what the only stop in reach needs (ruling 19)."""
    return not rover_in_transit(f) or transit_ends(t, s, f, f.x[0] + spare_tech(t, s, f), means)


cdef int write_rover_tech(const tables_t* t, const state_t* s, const frame_t* f, const means_t* means, action_t* out,
                          int count) noexcept nogil:
    cdef int owner, level
    for owner in range(t.boards):
        level = usable_level(t, s, f.seat, owner, ROVER_TECH)
        out[count] = act(A_TECH, owner, 0, 0)
        count += level != 0 and (not in_transit(f) or transit_ends(t, s, f, f.x[0] + level, means))
    return count


cdef bint move_surely_open(const tables_t* t, const state_t* s, const frame_t* f) noexcept nogil:
    """Stop, and a step onto a hex without a piece or tile."""
    if in_transit(f):
        return False
    if f.left and f.flags & MV_BOTS and s.boards[f.seat].bots[0] != NONE:
        if t.around[s.boards[f.seat].bots[0]] & ~all_pieces(s):
            return True
    return (f.x[0] and f.flags & MV_ROVER
            and t.around[rover_hex(t, s, f.seat)] & ~(all_pieces(s) | hs_load(s.grounds)) != 0)


cdef int write_bot_in_transit(const tables_t* t, const state_t* s, const frame_t* f, const means_t* means,
                              action_t* out) noexcept nogil:
    cdef int count = 0
    if f.left:
        count = write_bot_steps(t, s, f, f.x[1], means.purse, out, 0)
    if not f.left and means.purse and bot_can_reach_stop(t, f.x[1], blocked_for_bot(t, s, f, f.x[1]), means.purse):
        out[count] = act(A_BUY, 0, 0, 0)
        count += 1
    return count


cdef int write_rover_in_transit(const tables_t* t, const state_t* s, const frame_t* f, const means_t* means,
                                action_t* out) noexcept nogil:
    cdef means_t after = means[0]
    cdef int count = 0
    if f.x[0]:
        count = write_rover_steps(t, s, f, means, out, 0)
    after.purse -= 1
    if not f.x[0] and means.purse and transit_ends(t, s, f, 1 + spare_tech(t, s, f), &after):
        out[count] = act(A_BUY, 1, 0, 0)
        count += 1
    return write_rover_tech(t, s, f, means, out, count) if f.flags & MV_TECH else count


cdef int ask_move(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    cdef means_t means = means_of(s, f.seat)
    cdef bint bots = f.flags & MV_BOTS != 0, rover = f.flags & MV_ROVER != 0
    cdef int count = 0
    if in_transit(f):
        if f.x[1] == NONE:
            return write_rover_in_transit(t, s, f, &means, out)
        return write_bot_in_transit(t, s, f, &means, out)
    if bots & (f.left != 0):
        count = write_all_bot_steps(t, s, f, means.purse, out)
    if rover & (f.x[0] != 0):
        count = write_rover_steps(t, s, f, &means, out, count)
    out[count] = act(A_BUY, 0, 0, 0)
    count += bots & (f.left == 0) & (means.purse > 0)
    out[count] = act(A_BUY, 1, 0, 0)
    count += rover & (f.x[0] == 0) & (means.purse > 0)
    if rover & (f.flags & MV_TECH != 0):
        count = write_rover_tech(t, s, f, &means, out, count)
    out[count] = act(A_STOP, 0, 0, 0)
    return count + 1


# ---- moving

cdef void collect_crystal(state_t* s, int seat, int hex) noexcept nogil:
    if s.ground[hex] == CRYSTAL_THERE:
        clear_ground(s, hex)
        gain_crystals(s, seat, 1)


cdef inline void set_transit(frame_t* f, bint standing, int hex) noexcept nogil:
    f.flags &= ~MV_TRANSIT
    f.x[1] = NONE
    if not standing:
        f.flags |= MV_TRANSIT
        f.x[1] = hex


cdef void step_bot(const tables_t* t, state_t* s, frame_t* f, int origin, int hex) noexcept nogil:
    cdef hexset_t blocked = blocked_for_bot(t, s, f, origin)
    f.left -= 1
    move_bot(&s.boards[f.seat], origin, hex)
    note_step(t, s, origin, hex, blocked)
    if f.flags & MV_COLLECT:
        collect_crystal(s, f.seat, hex)
    set_transit(f, not hs_has(blocked, hex), hex)


cdef void step_rover(const tables_t* t, state_t* s, frame_t* f, int hex) noexcept nogil:
    cdef hexset_t blocked = blocked_for_rover(t, s, f)
    cdef means_t means = means_of(s, f.seat)
    cdef int origin = s.boards[f.seat].rover
    f.x[0] -= 1
    s.boards[f.seat].rover = hex
    note_step(t, s, origin, hex, blocked)
    collect_crystal(s, f.seat, hex)
    set_transit(f, rover_may_stop(t, s, f.seat, hex, blocked, &means), NONE)


cdef void answer_move(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    cdef frame_t* f = top(s)
    cdef int kind = kind_of(action)
    if kind == A_MOVE_BOT:
        step_bot(t, s, f, arg_a(action), arg_b(action))
    elif kind == A_MOVE_ROVER:
        step_rover(t, s, f, arg_a(action))
    elif kind == A_BUY:
        if arg_a(action):
            f.x[0] += 1
        else:
            f.left += 1
        push_crystals(s, f.seat, 1)
    elif kind == A_TECH:
        f.x[0] += tech_level(t, s, arg_a(action), ROVER_TECH)
        f.flags &= ~MV_TECH
        use_tech(s, f.seat, arg_a(action), ROVER_TECH)
    else:
        end_move(s, f)


cdef void end_move(state_t* s, frame_t* f) noexcept nogil:
    """Tiles are claimed after all movement."""
    cdef int flags = f.flags, seat = f.seat, rover = s.boards[seat].rover
    pop(s)
    if flags & MV_ROVER:
        if rover != NONE and is_tile(s.ground[rover]):
            push(s, K_CLAIM, seat)
    elif flags & MV_COLLECT:
        push(s, K_CLAIM_BOTS, seat)


# ---- claiming tiles

cdef bint claimable_at(const tables_t* t, const state_t* s, int seat, int hex) noexcept nogil:
    cdef means_t means
    if hex == NONE or not is_tile(s.ground[hex]):
        return False
    means = means_of(s, seat)
    return claimable(t, s, seat, s.ground[hex], &means)


cdef int ask_claim(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    if not claimable_at(t, s, f.seat, s.boards[f.seat].rover):
        return 0
    out[0] = act(A_CLAIM, 0, 0, 0)
    out[1] = act(A_LEAVE, 0, 0, 0)
    return 2


cdef void answer_claim(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    cdef int seat = top(s).seat
    pop(s)
    if kind_of(action) == A_CLAIM:
        claim(t, s, seat, s.boards[seat].rover)


cdef void take_tile(const tables_t* t, state_t* s, int seat, int hex) noexcept nogil:
    """The tile leaves the map and counts (Mission)."""
    cdef int what = s.ground[hex]
    clear_ground(s, hex)
    if what >= RESEARCH_THERE:
        s.boards[seat].research |= 1 << (what - RESEARCH_THERE)
        contribute(t, s, seat, M_RESEARCH)
    else:
        s.boards[seat].discoveries |= <uint32_t>1 << (what - DISCOVERY_THERE)
        contribute(t, s, seat, M_DISCOVERIES)


cdef void claim(const tables_t* t, state_t* s, int seat, int hex) noexcept nogil:
    cdef int what = s.ground[hex]
    take_tile(t, s, seat, hex)
    if what >= RESEARCH_THERE:
        start(s, seat, &t.research_effect, 0)
    else:
        start(s, seat, &t.discovery_effect[what - DISCOVERY_THERE], 0)
        offer_task(t, s, seat, T_COLLECT)


cdef int ask_claim_bots(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    cdef int count = 0, i, hex
    for i in range(4):
        hex = s.boards[f.seat].bots[i]
        if claimable_at(t, s, f.seat, hex):
            out[count] = act(A_CLAIM_AT, hex, 0, 0)
            count += 1
    out[count] = act(A_STOP, 0, 0, 0)
    return count + 1


cdef void answer_claim_bots(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    cdef int seat = top(s).seat
    if kind_of(action) == A_STOP:
        pop(s)
    else:
        claim(t, s, seat, arg_a(action))

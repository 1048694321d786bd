# Effects: how one starts, whether its minimum can be done, and what those made step by step share.

cdef inline frame_t frame_of(const effect_t* effect, int seat) noexcept nogil:
    cdef frame_t frame
    memcpy(&frame, effect, sizeof(frame_t))
    frame.seat = seat
    return frame


cdef void start(state_t* s, int seat, const effect_t* effect, int flags) noexcept nogil:
    """Pushes an effect; F_OPTIONAL in flags lets its owner stop before the first step."""
    cdef frame_t frame = frame_of(effect, seat)
    if effect.kind == K_NONE:
        return
    frame.flags |= flags
    if frame.kind == K_CONSTRUCT:
        frame.x[1] = NONE
    push(s, K_NONE, seat)[0] = frame


# ---- whether the minimum can be done

cdef bint can_effect(const tables_t* t, const state_t* s, int seat, const effect_t* effect,
                     const means_t* means) noexcept nogil:
    cdef frame_t frame = frame_of(effect, seat)
    return can_step(t, s, &frame, means)


cdef inline bint can_step(const tables_t* t, const state_t* s, const frame_t* f, const means_t* means) noexcept nogil:
    """One step of this effect, paid from these means. Crystals, points and movement can always be had (ruling 18)."""
    return CAN[f.kind] == NULL or CAN[f.kind](t, s, f, means)


cdef bint can_nothing(const tables_t* t, const state_t* s, const frame_t* f, const means_t* means) noexcept nogil:
    return False


cdef bint can_gain_resource(const tables_t* t, const state_t* s, const frame_t* f, const means_t* means) noexcept nogil:
    return resource_room(t, s, f.seat, f.x[0])


cdef bint can_gain_colonists(const tables_t* t, const state_t* s, const frame_t* f,
                             const means_t* means) noexcept nogil:
    return colonist_room(s, f.seat)


cdef bint can_buy_colonist(const tables_t* t, const state_t* s, const frame_t* f, const means_t* means) noexcept nogil:
    return colonist_room(s, f.seat) and means.resources[WATER] + means.resources[PLANT] + means.resources[MINERAL]


cdef bint can_travel(const tables_t* t, const state_t* s, const frame_t* f, const means_t* means) noexcept nogil:
    return f.x[0] == NONE or side_of(s, f.seat) != f.x[0]


ctypedef bint (*can_t)(const tables_t* t, const state_t* s, const frame_t* f, const means_t* means) noexcept nogil
cdef can_t CAN[KINDS]
CAN[K_NONE] = can_nothing
CAN[K_WAREHOUSE] = can_warehouse
CAN[K_RESOURCE] = can_gain_resource
CAN[K_CHOOSE] = can_choose
CAN[K_UPGRADE] = can_upgrade
CAN[K_BLUEPRINT] = can_blueprint
CAN[K_DEVELOP] = can_develop
CAN[K_LEARN] = can_learn
CAN[K_CONSTRUCT] = can_construct
CAN[K_SHIP] = can_ship
CAN[K_HIRE] = can_hire
CAN[K_COLONISTS] = can_gain_colonists
CAN[K_BUY_COLONIST] = can_buy_colonist
CAN[K_RETRIEVE] = can_retrieve
CAN[K_PRODUCE] = can_produce
CAN[K_TRADE] = can_trade
CAN[K_RADAR] = can_radar
CAN[K_MOVE] = move_remains_legal
CAN[K_TRAVEL] = can_travel


# ---- stop, boost, Tech

cdef inline bint may_stop(const frame_t* f) noexcept nogil:
    return f.flags & (F_OPTIONAL | F_DONE) != 0 and f.flags & F_MUST == 0


cdef inline void step_made(frame_t* f) noexcept nogil:
    if f.left:
        f.left -= 1
    f.flags = (f.flags | F_DONE) & ~F_MUST


cdef inline int write_stop(const frame_t* f, action_t* out, int count) noexcept nogil:
    if may_stop(f):
        out[count] = act(A_STOP, 0, 0, 0)
        count += 1
    return count


cdef bint boost_possible(const tables_t* t, const state_t* s, const frame_t* f) noexcept nogil:
    """A Colonist may be sent if the step he buys can then still be done (ruling 16)."""
    cdef means_t means
    cdef frame_t paid = f[0]
    if f.flags & F_BOOST == 0 or s.boards[f.seat].quarters == 0:
        return False
    if f.kind == K_SHIP and s.boards[f.seat].quarters <= s.boards[f.seat].gained:   # R127
        return False
    paid.flags &= ~F_FREE
    means = means_of(s, f.seat)
    means.quarters -= 1
    return can_step(t, s, &paid, &means)


cdef int write_boost(const tables_t* t, const state_t* s, const frame_t* f, action_t* out, int count) noexcept nogil:
    """When the granted steps are used up: Colonists, then Tech, or stop."""
    if boost_possible(t, s, f):
        out[count] = act(A_SEND, 0, 0, 0)
        count += 1
    count = write_extra_tech(t, s, f, out, count)
    out[count] = act(A_STOP, 0, 0, 0)
    return count + 1


cdef inline int extra_tech(int kind) noexcept nogil:
    """The Tech that adds steps to an effect, or NONE."""
    return UPGRADE_TECH if kind == K_UPGRADE else SHIP_TECH if kind == K_SHIP else NONE


cdef int write_extra_tech(const tables_t* t, const state_t* s, const frame_t* f, action_t* out,
                          int count) noexcept nogil:
    """Upgrade and Ship Tech, once per effect, if one more paid step is possible (ruling 21)."""
    cdef int tech = extra_tech(f.kind), owner
    cdef frame_t paid
    cdef means_t means
    if tech == NONE or f.flags & F_TECH:
        return count
    for owner in range(t.boards):
        if usable_level(t, s, f.seat, owner, tech):
            break
    else:
        return count
    paid = f[0]
    paid.flags &= ~F_FREE
    means = means_of(s, f.seat)
    if not can_step(t, s, &paid, &means):
        return count
    return write_tech(t, s, f.seat, tech, out, count)


cdef int write_tech(const tables_t* t, const state_t* s, int seat, int tech, action_t* out, int count) noexcept nogil:
    cdef int owner
    for owner in range(t.boards):
        if usable_level(t, s, seat, owner, tech):
            out[count] = act(A_TECH, owner, 0, 0)
            count += 1
    return count


cdef inline int tech_level(const tables_t* t, const state_t* s, int owner, int tech) noexcept nogil:
    """The column of an owner's Tech tile, 0 if he has none (R73)."""
    return t.lab_column[s.boards[owner].tech[tech]]


cdef inline int usable_level(const tables_t* t, const state_t* s, int seat, int owner, int tech) noexcept nogil:
    cdef int level = tech_level(t, s, owner, tech)
    return 0 if level and owner != seat and s.use_count == USES else level


cdef inline int best_level(const tables_t* t, const state_t* s, int seat, int tech) noexcept nogil:
    cdef int level = 0, owner
    for owner in range(t.boards):
        level = max(level, usable_level(t, s, seat, owner, tech))
    return level


cdef void use_tech(state_t* s, int seat, int owner, int tech) noexcept nogil:
    """Another's tile: its owner will choose at the end of the turn (R75)."""
    if owner != seat and s.use_count < USES:
        s.uses[s.use_count][0] = owner
        s.uses[s.use_count][1] = tech
        s.use_count += 1


cdef bint answer_common(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    """stop, send colonist and use tech mean the same in every stepwise effect."""
    cdef frame_t* f = top(s)
    cdef int tech
    if kind_of(action) == A_STOP:
        pop(s)
    elif kind_of(action) == A_SEND:
        pay_item(s, f.seat, COLONIST)
        f.left = 1
        f.flags = (f.flags | F_MUST) & ~F_FREE
    elif kind_of(action) == A_TECH:
        tech = UPGRADE_TECH if f.kind == K_UPGRADE else SHIP_TECH
        f.left = tech_level(t, s, arg_a(action), tech)
        f.flags = (f.flags | F_MUST | F_TECH) & ~F_FREE
        use_tech(s, f.seat, arg_a(action), tech)
    else:
        return False
    return True

# Construction (R92-R109) and displacement.

cdef inline bint in_stock(const state_t* s, int seat, int kind) noexcept nogil:
    return s.boards[seat].shelters < 5 if kind == SHELTER else s.tile_next[kind] < 6


cdef inline int needed_level(const tables_t* t, hexset_t kind, int hex) noexcept nogil:
    """How many Buildings of the type a new one on this hex would be connected to (R95)."""
    return hs_count(connected(t, kind, t.around[hex]))


cdef inline int spare_colonists(int kind, int flags, const means_t* means) noexcept nogil:
    """Colonists that may raise the Tech level; a Mine keeps one for its Miner (ruling 25)."""
    return means.quarters - (kind == MINE) if flags & F_BOOST else 0


cdef inline int standing_buildings(const state_t* s, int seat, int kind) noexcept nogil:
    """With the starting one, which is not from the stack."""
    return s.boards[seat].shelters if kind == SHELTER else s.tile_next[kind] + 1


cdef hexset_t complex_hexes(const tables_t* t, hexset_t kind, hexset_t hexes, int level) noexcept nogil:
    """Those of the hexes where a Tech of this level may extend a Complex."""
    cdef hexset_t result = 0
    cdef int hex
    while hexes:
        hex = hs_first(hexes)
        hexes &= hexes - 1
        if needed_level(t, kind, hex) <= level:
            result |= hs_bit(hex)
    return result


cdef inline hexset_t sites(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    """Hexes of the Bot zones without a Building (R94)."""
    return bot_zone(t, s, seat) & ~all_buildings(s)


cdef hexset_t construct_hexes(const tables_t* t, const state_t* s, const frame_t* f, int type_, const means_t* means,
                              hexset_t free) noexcept nogil:
    """Which of these sites a player may construct a type on with these means."""
    cdef int index = set_of(type_, f.seat), level
    cdef hexset_t adjacent
    free &= hs_load(s.in_two[index])    # R97
    if not free or not cost_payable(means, &t.building_cost[type_]) or not in_stock(s, f.seat, type_):
        return 0
    adjacent = free & hs_load(s.beside[index])
    if not adjacent:
        return free
    level = best_level(t, s, f.seat, type_)
    if level:
        level += spare_colonists(type_, f.flags, means)
        if level >= standing_buildings(s, f.seat, type_):
            return free
        return (free & ~adjacent) | complex_hexes(t, hs_load(s.buildings[index]), adjacent, level)
    return free & ~adjacent


cdef bint can_construct(const tables_t* t, const state_t* s, const frame_t* f, const means_t* means) noexcept nogil:
    cdef hexset_t free = sites(t, s, f.seat)
    cdef int type_
    if f.x[0] != NONE:
        return construct_hexes(t, s, f, f.x[0], means, free) != 0
    for type_ in range(6):
        if construct_hexes(t, s, f, type_, means, free):
            return True
    return False


cdef int ask_construct(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    cdef means_t means = means_of(s, f.seat)
    cdef hexset_t free
    cdef int count = 0, type_
    if f.x[1] != NONE:
        return write_construct_tech(t, s, f, &means, out)
    free = sites(t, s, f.seat)
    if f.x[0] != NONE:
        return write_hexes(construct_hexes(t, s, f, f.x[0], &means, free), A_AT, out)
    for type_ in range(6):
        if construct_hexes(t, s, f, type_, &means, free):
            out[count] = act(A_TYPE, type_, 0, 0)
            count += 1
    return count


cdef int write_construct_tech(const tables_t* t, const state_t* s, const frame_t* f, const means_t* means,
                              action_t* out) noexcept nogil:
    """Tiles that suffice, with the lacking Colonists (ruling 25)."""
    cdef int need = needed_level(t, of_type(s, f.x[0], f.seat), f.x[1])
    cdef int spare = spare_colonists(f.x[0], f.flags, means), count = 0, owner, level, lack
    for owner in range(t.boards):
        level = usable_level(t, s, f.seat, owner, f.x[0])
        lack = need - level if need > level else 0
        if level and lack <= spare:
            out[count] = act(A_WITH, owner, lack, 0)
            count += 1
    return count


cdef void answer_construct(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    cdef frame_t* f = top(s)
    cdef int i
    if kind_of(action) == A_TYPE:
        f.x[0] = arg_a(action)
        return
    if kind_of(action) == A_AT:
        f.x[1] = arg_a(action)
        if t.around[f.x[1]] & of_type(s, f.x[0], f.seat):
            return
    if kind_of(action) == A_WITH:
        use_tech(s, f.seat, arg_a(action), f.x[0])
        for i in range(arg_b(action)):
            pay_item(s, f.seat, COLONIST)
    f.kind = K_PLACE_BUILDING
    f.flags = 0
    f.left = 0
    if f.x[0] != MINE:      # a Mine's Colonist is placed later, as its Miner
        push_cost(s, f.seat, &t.building_cost[f.x[0]])


cdef void settle_place_building(const tables_t* t, state_t* s) noexcept nogil:
    cdef frame_t f = top(s)[0]
    pop(s)
    if in_stock(s, f.seat, f.x[0]) and not hs_has(all_buildings(s), f.x[1]):
        place_building(t, s, f.seat, f.x[0], f.x[1])


cdef void place_building(const tables_t* t, state_t* s, int seat, int type_, int hex) noexcept nogil:
    """Tile placed; Crystal or tile removed; pieces displaced; the rest follows (ruling 25)."""
    cdef frame_t* frame = push(s, K_AFTER_BUILDING, seat)
    frame.x[0] = type_
    frame.x[1] = hex
    if type_ == SHELTER:
        s.boards[seat].shelters += 1
    else:
        frame.x[2] = draw_tile(s, type_)
    add_building(t, s, set_of(type_, seat), hex)
    if s.ground[hex] != BARE:
        destroy_ground(s, hex)
    note_contracts(t, s)
    displace(t, s, hex)


cdef int draw_tile(state_t* s, int type_) noexcept nogil:
    cdef int tile = s.tiles[type_][s.tile_next[type_]]
    s.tiles[type_][s.tile_next[type_]] = 0
    s.tile_next[type_] += 1
    s.tile_used[type_] |= 1 << tile
    return tile


cdef void lay_crystals(const tables_t* t, state_t* s, int hex, int tile) noexcept nogil:
    """A Crystal on each empty hex an arrow points to (R99)."""
    cdef int direction, there
    for direction in range(6):
        there = t.neighbour[hex][direction]
        if t.arrows[tile] >> direction & 1 and there != NONE and hs_has(empty_hexes(t, s), there):
            lay(s, there, CRYSTAL_THERE)


cdef void settle_after_building(const tables_t* t, state_t* s) noexcept nogil:
    """Arrows, gain, Miner, Progress cube, First Colonists, LSS (ruling 25)."""
    cdef frame_t f = top(s)[0]
    cdef int type_ = f.x[0], hex = f.x[1]
    cdef int size = complex_size(t, of_type(s, type_, f.seat), hex)
    pop(s)
    if f.x[2]:
        lay_crystals(t, s, hex, f.x[2])
    produce(t, s, f.seat, type_, size)
    if type_ == MINE:
        place_miner(t, s, f.seat, hex)
    if size > 1 and type_ != SHELTER:
        place_cube(t, s, f.seat, type_)
    raise_lss(t, s, f.seat, type_)
    if type_ == SHELTER:
        offer_task(t, s, f.seat, T_SHELTER)
    if is_lacerda(t, f.seat) and type_ != SHELTER:
        s.icon = (type_ + 1) % 5        # R190
    s.boards[f.seat].constructed |= 1 << type_
    reveal_a(t, s, f.seat, type_)


cdef void place_miner(const tables_t* t, state_t* s, int seat, int hex) noexcept nogil:
    if not is_lacerda(t, seat):
        if s.boards[seat].quarters == 0:
            return
        s.boards[seat].quarters -= 1
    hs_store(s.miners[seat], hs_load(s.miners[seat]) | hs_bit(hex))
    note_pieces(t, s)


cdef void place_cube(const tables_t* t, state_t* s, int seat, int type_) noexcept nogil:
    if not s.boards[seat].progress >> type_ & 1:
        s.boards[seat].progress |= 1 << type_
        contribute(t, s, seat, M_PROGRESS)


# ---- Life Support System (R103, R106-R109)

cdef void raise_lss(const tables_t* t, state_t* s, int seat, int type_) noexcept nogil:
    cdef int column = type_ - 1, row
    if not GENERATOR <= type_ <= OXYGEN_CONDENSER or s.lss[column] == 5:
        return
    row = s.lss[column]
    s.lss[column] += 1
    if row == 1:
        s.boards[seat].points += 2
    if row < s.colony_row:
        s.boards[seat].points += reward_points(t, s, seat, s.rewards[column])
        if is_lacerda(t, seat):
            lacerda_lss(s)
        else:
            push(s, K_LSS, seat)


cdef int own_mines(const state_t* s, int seat) noexcept nogil:
    """Mines with an own Colonist or marker."""
    return hs_count((hs_load(s.miners[seat]) | hs_load(s.advanced[seat])) & hs_load(s.buildings[MINE]))


cdef int best_tech(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    cdef int best = 0, tech
    for tech in range(TECHS):
        best = max(best, tech_level(t, s, seat, tech))
    return best


cdef int reward_points(const tables_t* t, const state_t* s, int seat, int tile) noexcept nogil:
    cdef const board_t* board = &s.boards[seat]
    cdef int per = t.reward_per[tile], count = 0
    if per == PER_TECH_LEVEL:
        count = best_tech(t, s, seat)
    elif per == PER_SHIP:
        count = board.hangar
    elif per == PER_ADVANCED:
        count = hs_count(hs_load(s.advanced[seat]))
    elif per == PER_MINE:
        count = own_mines(s, seat)
    elif per == PER_BOT:
        count = lacerda_bots(s) if is_lacerda(t, seat) else bots_on_map(s, seat)
    elif per == PER_DISCOVERY:
        count = popcount(board.discoveries)
    elif per == PER_SHELTER:
        count = board.shelters
    elif per == PER_COLONIST:
        count = quarters_limit(s, seat) if is_lacerda(t, seat) else board.quarters
    return count * t.reward_each[tile]


cdef int ask_lss(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    cdef int count = 1
    cdef frame_t retrieve
    out[0] = act(A_BENEFIT, K_BOTS, 0, 0)
    memset(&retrieve, 0, sizeof(frame_t))
    retrieve.seat = f.seat
    retrieve.x[0] = FROM_SLOTS | FROM_WORKING_AREA
    if can_retrieve(t, s, &retrieve, NULL):
        out[count] = act(A_BENEFIT, K_RETRIEVE, 0, 0)
        count += 1
    out[count] = act(A_BENEFIT, K_CRYSTALS, 0, 0)
    count += 1
    if resource_room(t, s, f.seat, MINERAL):
        out[count] = act(A_BENEFIT, K_RESOURCE, 0, 0)
        count += 1
    return count


cdef void answer_lss(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    cdef int seat = top(s).seat
    cdef frame_t* f
    pop(s)
    f = push(s, arg_a(action), seat)
    f.left = 2 if f.kind == K_BOTS else 1
    f.x[0] = FROM_SLOTS | FROM_WORKING_AREA if f.kind == K_RETRIEVE else MINERAL


# ---- displacement (R104)

cdef void displace(const tables_t* t, state_t* s, int hex) noexcept nogil:
    """The Bot or Rover on the hex is moved away by its owner."""
    cdef int owner
    for owner in range(t.boards):
        if hs_has(bots_of(t, s, owner), hex):
            push_displacement(t, s, owner, hex, False)
        if s.boards[owner].rover == hex:
            push_displacement(t, s, owner, hex, True)


cdef void push_displacement(const tables_t* t, state_t* s, int owner, int hex, bint rover) noexcept nogil:
    cdef frame_t* frame
    if is_lacerda(t, owner):
        move_displaced(t, s, owner, hex, rover, lacerda_pick(t, s, closest(t, without_piece(t, s), hex)))
        return
    frame = push(s, K_DISPLACE, owner)
    frame.x[0] = hex
    frame.x[1] = rover


cdef void move_displaced(const tables_t* t, state_t* s, int owner, int hex, bint rover, int target) noexcept nogil:
    if target == NONE:
        return
    if rover:
        s.boards[owner].rover = target
    else:
        move_bot(&s.boards[owner], hex, target)
    note_pieces(t, s)


cdef int ask_displace(const tables_t* t, const state_t* s, const frame_t* f, action_t* out) noexcept nogil:
    return write_hexes(closest(t, without_piece(t, s), f.x[0]), A_DISPLACE, out)


cdef void answer_displace(const tables_t* t, state_t* s, action_t action) noexcept nogil:
    cdef frame_t f = top(s)[0]
    pop(s)
    move_displaced(t, s, f.seat, f.x[0], f.x[1], arg_a(action))

# The map: what stands where, Complexes, closest hexes.

cdef inline int colony_level(const state_t* s) noexcept nogil:
    return s.colony_row - 1


cdef inline int side_of(const state_t* s, int seat) noexcept nogil:
    return ORBIT if s.boards[seat].space <= 4 else COLONY


cdef inline int set_of(int kind, int seat) noexcept nogil:
    """Index of a player's Buildings of a type: Shelters of different players are different types (R98)."""
    return SHELTER + seat if kind == SHELTER else kind


cdef inline hexset_t of_type(const state_t* s, int kind, int seat) noexcept nogil:
    return hs_load(s.buildings[set_of(kind, seat)])


cdef inline hexset_t all_buildings(const state_t* s) noexcept nogil:
    return hs_load(s.built)


cdef void add_building(const tables_t* t, state_t* s, int index, int hex) noexcept nogil:
    hs_store(s.buildings[index], hs_load(s.buildings[index]) | hs_bit(hex))
    hs_store(s.beside[index], hs_load(s.beside[index]) | t.zone[hex])
    hs_store(s.in_two[index], hs_load(s.in_two[index]) | t.within_two[hex])
    hs_store(s.built, hs_load(s.built) | hs_bit(hex))


cdef inline hexset_t all_advanced(const state_t* s) noexcept nogil:
    return hs_union(s.advanced[0], 4)


cdef inline hexset_t all_miners(const state_t* s) noexcept nogil:
    return hs_union(s.miners[0], 4)


cdef inline hexset_t bots_of(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    cdef const uint8_t* bots = s.boards[seat].bots
    return (t.only[bots[0]] | t.only[bots[1]]) | (t.only[bots[2]] | t.only[bots[3]])


cdef inline int bots_on_map(const state_t* s, int seat) noexcept nogil:
    cdef int count = 0, i
    for i in range(4):
        count += s.boards[seat].bots[i] != NONE
    return count


cdef inline hexset_t vehicles(const tables_t* t, const state_t* s) noexcept nogil:
    """Hexes with a Bot or a Rover; an unplaced Rover is no piece."""
    cdef hexset_t hexes = 0
    cdef int seat
    for seat in range(t.boards):
        hexes |= bots_of(t, s, seat) | t.only[s.boards[seat].rover]
    return hexes


cdef inline hexset_t all_pieces(const state_t* s) noexcept nogil:
    return hs_load(s.pieces)


cdef hexset_t standing_pieces(const tables_t* t, const state_t* s) noexcept nogil:
    return vehicles(t, s) | all_miners(s) | all_advanced(s)


cdef int piece_count(const tables_t* t, const state_t* s) noexcept nogil:
    cdef int count = hs_count(all_miners(s)) + hs_count(all_advanced(s)), seat
    for seat in range(t.boards):
        count += bots_on_map(s, seat) + (s.boards[seat].rover != NONE)
    return count


cdef void note_pieces(const tables_t* t, state_t* s) noexcept nogil:
    """After every change of a piece's place."""
    hs_store(s.pieces, standing_pieces(t, s))
    s.sharing = piece_count(t, s) - hs_count(all_pieces(s))


cdef inline void note_step(const tables_t* t, state_t* s, int origin, int hex, hexset_t others) noexcept nogil:
    """The same for one step, given the hexes of all other pieces."""
    s.sharing += (others & t.only[hex] != 0) - (others & t.only[origin] != 0)
    hs_store(s.pieces, others | t.only[hex])


cdef inline hexset_t empty_hexes(const tables_t* t, const state_t* s) noexcept nogil:
    """Hexes with nothing at all (R37)."""
    return t.all & ~(all_buildings(s) | hs_load(s.grounds) | all_pieces(s))


cdef inline hexset_t without_piece(const tables_t* t, const state_t* s) noexcept nogil:
    """Where a displaced piece may go: empty hexes, and Buildings without a piece (R104)."""
    return t.all & ~all_pieces(s) & (all_buildings(s) | ~hs_load(s.grounds))


cdef inline hexset_t bot_zone(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    cdef hexset_t hexes = 0
    cdef int i
    for i in range(4):
        if s.boards[seat].bots[i] != NONE:
            hexes |= t.zone[s.boards[seat].bots[i]]
    return hexes


cdef inline hexset_t grown(const tables_t* t, hexset_t hexes) noexcept nogil:
    """The hexes and all their neighbours."""
    cdef hexset_t result = hexes
    while hexes:
        result |= t.around[hs_first(hexes)]
        hexes &= hexes - 1
    return result


cdef inline hexset_t within_two(const tables_t* t, hexset_t hexes) noexcept nogil:
    cdef hexset_t result = 0
    while hexes:
        result |= t.within_two[hs_first(hexes)]
        hexes &= hexes - 1
    return result


cdef inline hexset_t connected(const tables_t* t, hexset_t kind, hexset_t start) noexcept nogil:
    """All hexes of `kind` connected to those of `start`."""
    cdef hexset_t found = start & kind, fresh = start & kind
    while fresh:
        fresh = grown(t, fresh) & kind & ~found
        found |= fresh
    return found


cdef inline int complex_size(const tables_t* t, hexset_t kind, int hex) noexcept nogil:
    return hs_count(connected(t, kind, hs_bit(hex)))


cdef inline int rover_hex(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    """An unplaced Rover counts as standing on the starting Mine (R24)."""
    return s.boards[seat].rover if s.boards[seat].rover != NONE else t.mine_hex


cdef inline hexset_t closest(const tables_t* t, hexset_t candidates, int hex) noexcept nogil:
    """Those candidates other than the hex itself that are nearest to it."""
    cdef int d
    for d in range(1, FARTHEST):
        if candidates & t.at_distance[hex][d]:
            return candidates & t.at_distance[hex][d]
    return 0


cdef inline hexset_t closest_to_any(const tables_t* t, hexset_t candidates, hexset_t places) noexcept nogil:
    cdef hexset_t reach = places
    cdef int d
    for d in range(FARTHEST):
        if candidates & reach:
            return candidates & reach
        reach = grown(t, reach)
    return 0


cdef inline void lay(state_t* s, int hex, int what) noexcept nogil:
    s.ground[hex] = what
    hs_store(s.grounds, hs_load(s.grounds) | hs_bit(hex))


cdef inline void clear_ground(state_t* s, int hex) noexcept nogil:
    s.ground[hex] = BARE
    hs_store(s.grounds, hs_load(s.grounds) & ~hs_bit(hex))


cdef inline bint is_discovery(int what) noexcept nogil:
    return DISCOVERY_THERE < what < RESEARCH_THERE


cdef inline bint is_tile(int what) noexcept nogil:
    return what > DISCOVERY_THERE


cdef void destroy_ground(state_t* s, int hex) noexcept nogil:
    """Crystals return to the supply, tiles leave the game (R85, R104)."""
    if is_discovery(s.ground[hex]):
        s.discoveries_gone |= <uint32_t>1 << (s.ground[hex] - DISCOVERY_THERE)
    clear_ground(s, hex)


cdef void move_bot(board_t* board, int origin, int hex) noexcept nogil:
    """Moves one Bot; origin NONE takes it from the reserve."""
    cdef int i
    for i in range(4):
        if board.bots[i] == origin:
            board.bots[i] = hex
            break
    sort_cards(board.bots, 4)      # Bots of one colour are alike


cdef void sweep(state_t* s, int seat) noexcept nogil:
    """Bots destroy the Crystals and tiles they stand on (R85)."""
    cdef int i, hex
    for i in range(4):
        hex = s.boards[seat].bots[i]
        if hex == NONE:
            return
        if s.ground[hex] != BARE:
            destroy_ground(s, hex)

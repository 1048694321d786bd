# What stands between forged bytes and a crash: every index in range, nothing lost or doubled, the stack well-formed.

cdef inline const char* wrong_if(bint wrong, const char* message) noexcept nogil:
    return message if wrong else NULL


cdef bint ranked(const uint8_t* values, int count, int low, int high) noexcept nogil:
    cdef int i
    for i in range(count):
        if not low <= values[i] <= high:
            return False
    return True


cdef inline bint hex_or_none(int hex) noexcept nogil:
    return hex < HEXES or hex == NONE


cdef const char* check_deck(const uint8_t* cards, int next_, int count, int low, int high) noexcept nogil:
    """Drawn cards are 0, the others different numbers from low to high."""
    cdef uint64_t seen = 0
    cdef int i
    if next_ > count:
        return b"more drawn than there are"
    for i in range(count):
        if i < next_:
            if cards[i]:
                return b"a drawn card is still there"
        elif not low <= cards[i] <= high or seen >> cards[i] & 1:
            return b"a card is unknown or there twice"
        else:
            seen |= <uint64_t>1 << cards[i]
    return NULL


# ---- the map

cdef bint pieces_fit(const tables_t* t, const state_t* s) noexcept nogil:
    return hs_load(s.pieces) == standing_pieces(t, s) and s.sharing == piece_count(t, s) - hs_count(all_pieces(s))


cdef const char* check_sets(const tables_t* t, const state_t* s) noexcept nogil:
    cdef hexset_t seen = 0, hexes
    cdef int i
    if hs_load(s.built) != hs_union(s.buildings[0], 9) or not pieces_fit(t, s):
        return b"buildings: the sets of all Buildings and of all pieces do not fit"
    for i in range(9):
        if hs_load(s.beside[i]) != grown(t, hs_load(s.buildings[i]) & t.all):
            return b"buildings: the hexes beside them do not fit"
        if hs_load(s.in_two[i]) != within_two(t, hs_load(s.buildings[i]) & t.all):
            return b"buildings: the hexes within two of them do not fit"
    for i in range(9):
        hexes = hs_load(s.buildings[i])
        if hexes & ~t.all or hexes & seen or (i >= SHELTER + t.boards and hexes):
            return b"buildings: off the map, two on one hex, or of nobody"
        seen |= hexes
    for i in range(MINE, OXYGEN_CONDENSER + 1):
        if hs_count(hs_load(s.buildings[i])) > 7:
            return b"buildings: more than seven of a type"
    seen = 0
    for i in range(BOARDS):
        hexes = hs_load(s.miners[i])
        if hexes & ~hs_load(s.buildings[MINE]) or hexes & seen or (i >= t.boards and hexes):
            return b"markers: a Miner stands on a Mine, alone"
        seen |= hexes
        hexes = hs_load(s.advanced[i])
        if hexes & ~all_buildings(s) or hexes & seen or (i >= t.boards and hexes):
            return b"markers: an Advanced marker stands on a Building, alone"
        seen |= hexes
    return NULL


cdef const char* check_ground(const tables_t* t, const state_t* s) noexcept nogil:
    cdef hexset_t grounds = hs_load(s.grounds)
    cdef int research[4]
    cdef uint32_t seen = 0
    cdef int hex, what
    memset(research, 0, sizeof(research))
    if grounds & (all_buildings(s) | ~t.all):
        return b"ground: nothing lies on a Building or off the map"
    for hex in range(HEXES):
        what = s.ground[hex]
        if hs_has(grounds, hex) != (what != BARE):
            return b"ground: the set of hexes does not fit"
        if what > RESEARCH_THERE + 3 or what == DISCOVERY_THERE or DISCOVERY_THERE + 19 < what < RESEARCH_THERE:
            return b"ground: an unknown thing"
        if is_discovery(what):
            if seen >> (what - DISCOVERY_THERE) & 1:
                return b"ground: a Discovery tile is there twice"
            seen |= <uint32_t>1 << (what - DISCOVERY_THERE)
        elif what >= RESEARCH_THERE:
            research[what - RESEARCH_THERE] += 1
    for hex in range(BOARDS):
        for what in range(4):
            research[what] += s.boards[hex].research >> what & 1
    for what in range(4):
        if research[what] > 2:
            return b"ground: more than two Research tiles of a type"
    return NULL


cdef const char* check_discoveries(const tables_t* t, const state_t* s) noexcept nogil:
    """Each of the 19 tiles in exactly one place."""
    cdef uint32_t seen = s.discoveries_gone
    cdef int total = popcount(s.discoveries_gone), i
    if check_deck(s.discovery, s.discovery_next, 19, 1, 19) != NULL:
        return b"discovery_deck: different tiles from 1 to 19"
    for i in range(s.discovery_next, 19):
        seen |= <uint32_t>1 << s.discovery[i]
        total += 1
    for i in range(BOARDS):
        seen |= s.boards[i].discoveries
        total += popcount(s.boards[i].discoveries)
    for i in range(2):
        if s.exploration[i] > 19:
            return b"exploration: no such tile"
        seen |= <uint32_t>1 << s.exploration[i]
        total += s.exploration[i] != 0
    if s.radar > 19:
        return b"radar: no such tile"
    seen |= <uint32_t>1 << s.radar
    total += s.radar != 0
    for i in range(HEXES):
        if is_discovery(s.ground[i]):
            seen |= <uint32_t>1 << (s.ground[i] - DISCOVERY_THERE)
            total += 1
    if total != 19 or (seen & ~<uint32_t>1) != 0xFFFFE:
        return b"discovery_deck: each of the 19 Discovery tiles is in exactly one place"
    return NULL


cdef const char* check_stacks(const tables_t* t, const state_t* s) noexcept nogil:
    cdef int i, j, used
    for i in range(5):
        if check_deck(s.tiles[i], s.tile_next[i], 6, 1, 6) != NULL:
            return b"stacks: different tiles from 1 to 6"
        used = s.tile_used[i]
        if used & 0x81 or popcount(used) != s.tile_next[i]:
            return b"stacks: a tile is lost or doubled"
        for j in range(s.tile_next[i], 6):
            if used >> s.tiles[i][j] & 1:
                return b"stacks: a tile is lost or doubled"
        if hs_count(hs_load(s.buildings[i])) != s.tile_next[i] + 1:
            return b"stacks: the Buildings on the map are the starting one and those drawn from the stack"
    return NULL


# ---- cards

cdef const char* check_blueprints(const tables_t* t, const state_t* s) noexcept nogil:
    cdef int row, i, card, displayed = 0, in_deck = 0
    if check_deck(s.deck, s.deck_next, 24, 1, 24) != NULL:
        return b"blueprint_deck: different cards from 1 to 24"
    for i in range(s.deck_next, 24):
        if s.card[s.deck[i]] != IN_DECK:
            return b"blueprint_deck: a card is elsewhere too"
        if i > s.deck_next and t.card_level[s.deck[i]] < t.card_level[s.deck[i - 1]]:
            return b"blueprint_deck: level-1 cards lie above level-3 cards"
    for row in range(2):
        for i in range(6):
            card = s.display[row][i]
            if card > 24 or (card and s.card[card] != DISPLAYED) or (card and i and not s.display[row][i - 1]):
                return b"blueprint_display: different cards from 1 to 24, without gaps"
            displayed += card != 0
    for card in range(1, 25):
        i = s.card[card]
        displayed -= i == DISPLAYED
        in_deck += i == IN_DECK
        if i == 3 or i >= BUILT + t.boards or (i >= OWNED + t.boards and i < BUILT):
            return b"blueprints: a card is owned by nobody"
    if displayed or in_deck != 24 - s.deck_next or s.card[0]:
        return b"blueprint_display: a card is lost or doubled"
    return NULL


cdef const char* check_techs(const tables_t* t, const state_t* s) noexcept nogil:
    cdef int out[TECHS]
    cdef int i, tech
    memset(out, 0, sizeof(out))
    if check_deck(s.tech_deck, s.tech_next, 8, 1, TECHS) != NULL:
        return b"tech_deck: different techs"
    for i in range(8):
        if s.grid[i] > TECHS:
            return b"tech_grid: no such tech"
        if s.grid[i]:
            out[s.grid[i] - 1] += 1
        if s.tech_deck[i]:
            out[s.tech_deck[i] - 1] += 1
    for i in range(t.boards):
        for tech in range(TECHS):
            out[tech] += s.boards[i].tech[tech] != NONE
    for tech in range(TECHS):
        if out[tech] != (t.boards if tech == SHELTER else 1 if t.boards == 2 else 2):
            return b"tech_grid: a Tech tile is lost or doubled"
    return NULL


cdef const char* check_display(const tables_t* t, const state_t* s) noexcept nogil:
    cdef uint32_t seen = 0
    cdef int i, owner
    for i in range(6):
        if (s.slots[i] > 18 or (s.slots[i] and seen >> s.slots[i] & 1)
                or (s.slots[i] <= 6 and s.slots[i] not in (0, i + 1))):
            return b"display: an unknown card, a card twice, or a Scientist out of place"
        seen |= <uint32_t>1 << s.slots[i]
    for i in range(6):
        owner = s.scientist_owner[i]
        if (owner == NONE) != (seen >> (i + 1) & 1) or (owner != NONE and owner >= t.boards):
            return b"scientists: each is on the display or with one player"
        if s.scientist_at[i] > 24 or (s.scientist_at[i] and (owner == NONE or s.card[s.scientist_at[i]] < BUILT
                                                            or t.card_type[s.scientist_at[i]] != i)):
            return b"scientists_at: a hired Scientist works on a built Blueprint of his speciality"
    for i in range(13):
        owner = s.contract_owner[i]
        if owner != NONE and (i == 0 or owner >= t.boards or seen >> (i + 6) & 1):
            return b"contracts: each is in the pile, on the display or with one player"
        if s.delivered[i][0] > (t.contract[i].count if i and t.contract[i].building == NONE else 0):
            return b"contracts: more delivered than needed"
        if s.delivered[i][1] > (t.contract[i].minerals if i and t.contract[i].building == NONE else 0):
            return b"contracts: more delivered than needed"
        if owner == NONE and (s.delivered[i][0] or s.delivered[i][1] or s.contracts_done >> i & 1):
            return b"contracts: only a taken Contract is filled or completed"
    return wrong_if(s.contracts_done >> 13 or s.contracts_done & 1, b"contracts: no such Contract")


cdef const char* check_goals(const tables_t* t, const state_t* s) noexcept nogil:
    cdef uint32_t seen = 0
    cdef int seat, i, status, completed
    for seat in range(BOARDS):
        completed = 0
        for i in range(3):
            status = s.boards[seat].goal_status[i]
            if status > DISCARDED or (status == NO_GOAL) != (seat >= t.seats):
                return b"goals: every player was dealt three"
            if status == NO_GOAL:
                if s.boards[seat].goal[i]:
                    return b"goals: a card of nobody"
                continue
            if not 1 <= s.boards[seat].goal[i] <= 16 or seen >> s.boards[seat].goal[i] & 1:
                return b"goals: different cards from 1 to 16"
            seen |= <uint32_t>1 << s.boards[seat].goal[i]
            completed += status == COMPLETED
            if i and (32 * status + s.boards[seat].goal[i]
                      < 32 * s.boards[seat].goal_status[i - 1] + s.boards[seat].goal[i - 1]):
                return b"goals: a hand is in order"
        if completed > 1:
            return b"goals: a player completes at most one"
    return NULL


cdef const char* check_first_colonists(const tables_t* t, const state_t* s) noexcept nogil:
    cdef uint32_t a_seen = <uint32_t>s.a_gone << 1, b_seen = <uint32_t>s.b_gone << 1
    cdef int seat, i, card, total = popcount(s.b_gone)
    if not t.first_colonists:
        for seat in range(BOARDS):
            if s.boards[seat].a_card or s.boards[seat].b_cards[0] or s.boards[seat].b_cards[1]:
                return b"a: no First Colonist cards in this game"
        return wrong_if(s.b_next or s.b_gone or s.a_gone or not all_zero(s.b_deck, 8),
                        b"b_deck: no First Colonist cards in this game")
    if check_deck(s.b_deck, s.b_next, 8, 1, 8) != NULL or s.a_gone > 15:
        return b"b_deck: different cards from B1 to B8"
    for i in range(s.b_next, 8):
        b_seen |= <uint32_t>1 << s.b_deck[i]
        total += 1
    for seat in range(t.seats):
        card = s.boards[seat].a_card
        if card > 4 or (card and (a_seen >> card & 1 or not fits_builder(t, s, seat, card))):
            return b"a: different cards from A1 to A4, none that shows a type its holder has built"
        a_seen |= <uint32_t>1 << card
        for i in range(2):
            card = s.boards[seat].b_cards[i]
            if card > 8:
                return b"b: no such card"
            b_seen |= <uint32_t>1 << card
            total += card != 0
        if s.boards[seat].b_cards[1] and not 0 < s.boards[seat].b_cards[0] < s.boards[seat].b_cards[1]:
            return b"b: a hand is in order"
    if total != 8 or (b_seen & ~<uint32_t>1) != 0x1FE:
        return b"b_deck: each B card is in exactly one place"
    return NULL


# ---- the boards

cdef const char* check_lab(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    cdef int tech, space
    cdef uint32_t lab = 0
    for tech in range(TECHS):
        space = s.boards[seat].tech[tech]
        if space == NONE:
            continue
        if space >= SPACES or lab >> space & 1:
            return b"techs: one tile on a space"
        lab |= <uint32_t>1 << space
    return wrong_if(lab != s.boards[seat].lab, b"techs: the Laboratory does not fit")


cdef const char* check_pieces(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    cdef const board_t* board = &s.boards[seat]
    cdef int i
    for i in range(4):
        if not hex_or_none(board.bots[i]) or (i and board.bots[i] < board.bots[i - 1]):
            return b"bots: hexes of the map, ascending"
    if not hex_or_none(board.rover):
        return b"rover: a hex of the map"
    if board.shelters != hs_count(of_type(s, SHELTER, seat)) or board.shelters > 5:
        return b"buildings: at most five Shelters each"
    if hs_count(hs_load(s.advanced[seat])) != cards_where(s, BUILT + seat):
        return b"advanced: a built Blueprint has its marker on the map"
    return wrong_if(cards_where(s, OWNED + seat) + cards_where(s, BUILT + seat) + board.markers != MARKERS,
                    b"blueprints: each has one of eight markers")


cdef int cards_where(const state_t* s, int where) noexcept nogil:
    cdef int count = 0, card
    for card in range(1, 25):
        count += s.card[card] == where
    return count


cdef const char* check_colonists(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    cdef const board_t* board = &s.boards[seat]
    cdef int total = board.quarters + board.working + board.supply + hs_count(hs_load(s.miners[seat])), i
    if is_lacerda(t, seat):
        return wrong_if(board.quarters + board.working + board.supply, b"quarters: Lacerda's Colonists are not counted")
    for i in range(RED_ACTIONS):
        total += board.slots[i]
    if board.quarters > quarters_limit(s, seat):
        return b"quarters: more Colonists than fit"
    return wrong_if(not (total == 12), b"quarters: a player has 12 Colonists in all")


cdef const char* check_board(const tables_t* t, const state_t* s, int seat) noexcept nogil:
    cdef const board_t* board = &s.boards[seat]
    cdef const char* problem
    cdef int i
    for i in range(5):
        if board.resources[i] > storage_limit(s, seat):
            return b"resources: more than Storage holds"
    if board.ships > 31 or board.hangar + popcount(board.ships) > 5:
        return b"ships: five in all, on Depot slots 1 to 5"
    if board.crystals > depot_limit(s, seat) or board.waiting > 200:
        return b"crystals: more than the Depot holds"
    if board.progress > 31 or board.research > 15 or board.constructed > 63 or board.standing > 1 or board.b_done > 1:
        return b"progress: no such type"
    if not all_zero(board.unused, 3):
        return b"unused: padding must be zero"
    if board.space > 8 or board.gained > 12 or not -1000 <= board.points <= 2000:
        return b"space: 1 to 8"
    problem = check_lab(t, s, seat)
    if problem == NULL:
        problem = check_pieces(t, s, seat)
    return problem if problem != NULL else check_colonists(t, s, seat)


cdef const char* check_absent(const state_t* s, int seat) noexcept nogil:
    """The board of nobody is as it was dealt."""
    cdef board_t blank_board
    memset(&blank_board, 0, sizeof(board_t))
    memset(blank_board.tech, NONE, 9)
    memset(blank_board.bots, NONE, 4)
    blank_board.rover = NONE
    return wrong_if(not (memcmp(&s.boards[seat], &blank_board, sizeof(board_t)) == 0), b"boards: nobody sits there")


cdef const char* check_boards(const tables_t* t, const state_t* s) noexcept nogil:
    cdef const char* problem
    cdef int seat, other, slot, total
    for seat in range(BOARDS):
        problem = check_board(t, s, seat) if seat < t.boards else check_absent(s, seat)
        if problem != NULL:
            return problem
        for other in range(seat):
            if s.boards[seat].space and s.boards[seat].space == s.boards[other].space:
                return b"space: two markers on one space"
    for slot in range(RED_ACTIONS):
        total = 0
        for seat in range(t.boards):
            total += s.boards[seat].slots[slot]
            if slot == HIRE_SLOT and s.boards[seat].slots[slot] > 1:
                return b"slots: one Colonist of each player at hire_or_contract"
        if slot != HIRE_SLOT and total > t.slot_count:
            return b"slots: more Colonists than slots"
    return NULL


# ---- everything else

cdef const char* check_tracks(const tables_t* t, const state_t* s) noexcept nogil:
    cdef int i
    if not ranked(s.lss, 4, 1, 5) or not ranked(s.rewards, 4, 1, 8) or not 2 <= s.colony_row <= 6:
        return b"lss: rows 1 to 5, reward tiles 1 to 8, Colony level 1 to 5"
    if not ranked(s.mission, 3, 0, MISSIONS - 1) or s.remaining > 3:
        return b"missions: no such Mission"
    for i in range(3):
        if s.mission_left[i] > t.mission_need[s.mission[i]]:
            return b"missions: more left than the card asks for"
    if not ranked(s.warehouse, 6, 0, t.warehouse) or s.warehouse[MINERAL]:
        return b"warehouse: more than it holds"
    if s.shuttle_side > COLONY or s.shuttle_space > 3 or (s.travelled > COLONY and s.travelled != NONE):
        return b"shuttle: spaces 1 to 3 of either side"
    return NULL


cdef const char* check_clock(const tables_t* t, const state_t* s) noexcept nogil:
    cdef int i
    if s.phase > OVER or s.step > UPDATE or s.end > LAST_ROUND or s.round > t.round_cap:
        return b"phase: no such phase, step or round"
    if s.turn != NONE and s.turn >= t.boards:
        return b"turn: nobody sits there"
    if s.turn == NONE and s.phase != OVER and s.step != NEXT:
        return b"turn: a turn is somebody's"
    if s.next > t.boards or not ranked(s.order, t.boards, 0, t.boards - 1):
        return b"order: seats of this game"
    if not all_zero(s.order + t.boards, BOARDS - t.boards) or s.unused or s.spare:
        return b"order: nothing behind its end"
    if s.phase in (COLONIZATION, SHUTTLE) and (s.shuttle_space == 0 or s.round == 0):
        return b"shuttle: it stands on a space once the set-up is over"
    if s.phase != SETUP:
        for i in range(t.boards):
            if s.boards[i].space == 0:
                return b"space: every marker stands on a space once the set-up is over"
    if s.use_count > USES or s.refill_count > 6 or not ranked(s.refills, s.refill_count, 0, 5):
        return b"refills: display slots 1 to 6"
    if not all_zero(s.refills + s.refill_count, 6 - s.refill_count):
        return b"refills: nothing behind their end"
    for i in range(USES):
        if s.uses[i][0] >= t.boards or s.uses[i][1] >= TECHS or (i >= s.use_count and (s.uses[i][0] or s.uses[i][1])):
            return b"uses: a Tech of a player"
    return NULL


cdef const char* check_solo(const tables_t* t, const state_t* s) noexcept nogil:
    cdef int i
    if s.icon > 4 or s.bots_taken > 3 or s.travels > 1 or s.solo_seen & 0xE001:
        return b"lacerda: no such icon, Bot or card"
    if not t.solo:
        return wrong_if(s.solo_next or s.passes or s.solo_seen or s.ties or s.icon or s.bots_taken or s.travels
                        or not all_zero(s.solo_deck, 12), b"lacerda: only in a solo game")
    if check_deck(s.solo_deck, s.solo_next, 12, 1, 12) != NULL or popcount(s.solo_seen) != s.solo_next:
        return b"lacerda.deck: different cards from 1 to 12"
    for i in range(s.solo_next, 12):
        if s.solo_seen >> s.solo_deck[i] & 1:
            return b"lacerda.deck: a card is seen and still in the deck"
    return NULL


cdef bint operands_fit(const tables_t* t, const state_t* s, const frame_t* f) noexcept nogil:
    """Each operand of a pending decision is an index that may be used."""
    cdef int kind = f.kind
    if kind == K_PAY:
        return 1 <= f.left <= 4 and ranked(f.x, 4, 0, COLONIST) and (f.flags == FOR_EFFECT or f.flags <= MAINS)
    if kind == K_CONSTRUCT:
        return (f.x[0] <= SHELTER or f.x[0] == NONE) and (f.x[1] == NONE or (f.x[1] < HEXES and f.x[0] <= SHELTER))
    if kind == K_MOVE:
        return hex_or_none(f.x[1]) and f.x[0] <= 40 and f.left <= 40 and f.flags < 32
    if kind == K_PLACE_BUILDING or kind == K_AFTER_BUILDING:
        return f.x[0] <= SHELTER and f.x[1] < HEXES and f.x[2] <= 6
    if kind == K_DISPLACE:
        return f.x[0] < HEXES and f.x[1] <= 1
    if kind == K_PLACE_TECH:
        return f.x[0] < 8
    if kind == K_DO_DEVELOP:
        return f.x[0] < TECHS and f.x[1] < SPACES
    if kind == K_DO_UPGRADE:
        return 1 <= f.x[0] <= 24 and f.x[1] < HEXES
    if kind == K_DO_HIRE or kind == K_REFILL:
        return f.x[0] < 6
    if kind == K_RESOURCE:
        return f.x[0] < CRYSTAL
    if kind == K_OWNER:
        return f.x[0] < TECHS
    if kind == K_TASK:
        return t.first_colonists and f.x[0] in (s.boards[f.seat].b_cards[0], s.boards[f.seat].b_cards[1]) and f.x[0]
    if kind == K_GOAL_REWARD:
        return 1 <= f.x[0] <= 16
    if kind == K_LACERDA_BUILD:
        return is_lacerda(t, f.seat) and (f.x[0] <= SHELTER or f.x[0] == NONE)
    if kind == K_LACERDA_DEVELOP or kind == K_LACERDA_UPGRADE or kind == K_LACERDA_SHIP:
        return is_lacerda(t, f.seat)
    return kind != K_NONE and kind < KINDS


cdef bint seat_fits(const tables_t* t, const frame_t* f) noexcept nogil:
    """Lacerda has nothing to choose: what is pending for him runs by itself."""
    if f.seat < t.seats:
        return True
    return is_lacerda(t, f.seat) and f.kind in (K_AFTER_BUILDING, K_LACERDA_BUILD, K_LACERDA_DEVELOP,
                                               K_LACERDA_UPGRADE, K_LACERDA_SHIP)


cdef const char* check_stack(const tables_t* t, const state_t* s) noexcept nogil:
    cdef action_t actions[MAX_ACTIONS]
    cdef int i
    if s.depth > STACK:
        return b"stack: too deep"
    if (s.depth == 0) != (s.phase == OVER):
        return b"stack: a decision is pending until the game is over"
    for i in range(s.depth):
        if not seat_fits(t, &s.frames[i]) or not operands_fit(t, s, &s.frames[i]):
            return b"stack: no such decision"
    if not all_zero(s.frames + s.depth, (STACK - s.depth) * sizeof(frame_t)):
        return b"stack: something above its top"
    if s.depth == 0:
        return NULL
    if s.frames[s.depth - 1].seat >= t.seats or not asks(&s.frames[s.depth - 1]):
        return b"stack: nothing is to be decided"
    if legal(t, s, actions) < (1 if s.frames[s.depth - 1].kind == K_MENU else 2):
        return b"stack: the pending decision leaves no choice"
    return NULL


ctypedef const char* (*check_t)(const tables_t* t, const state_t* s) noexcept nogil
cdef check_t CHECKS[13]
CHECKS[:] = [check_sets, check_ground, check_clock, check_tracks, check_blueprints, check_boards, check_discoveries,
             check_stacks, check_techs, check_display, check_goals, check_first_colonists, check_solo]


cdef const char* check_parts(const tables_t* t, const state_t* s) noexcept nogil:
    """Everything but the stack."""
    cdef const char* problem
    cdef int i
    for i in range(<int>(sizeof(CHECKS) // sizeof(check_t))):
        problem = CHECKS[i](t, s)
        if problem != NULL:
            return problem
    return NULL


cdef const char* check(const void* tables, const void* memory) noexcept nogil:
    cdef const char* problem = check_parts(<const tables_t*>tables, <const state_t*>memory)
    return problem if problem != NULL else check_stack(<const tables_t*>tables, <const state_t*>memory)

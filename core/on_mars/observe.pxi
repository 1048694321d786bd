# The view as numbers, and the features of an action. The names follow the writing, part for part.

cdef enum:
    FRAME_NUMBERS = 8
    DISPLAY_CARDS = 19          # Scientists and Contracts, from 1


cdef inline int boards_on(const tables_t* t, int seat, int observer) noexcept nogil:
    """How many boards after the observer's; -1 for nobody."""
    return -1 if seat >= t.boards else (seat - observer + t.boards) % t.boards


cdef inline float* put_hexes(const uint64_t* hexes, float* out) noexcept nogil:
    out = put_bits(out, hexes[0], 64)
    return put_bits(out, hexes[1], HEXES - 64)


cdef list hexes_names(const tables_t* t, str what):
    cdef int hex
    return [f"{what} {hex_name(t, hex)}" for hex in range(HEXES)]


# ---- rounds and tracks

cdef inline float* observe_tracks(const tables_t* t, const state_t* s, int seat, float* out) noexcept nogil:
    cdef int i
    out = put_one_of(out, seat, t.boards)
    out = put_one_of(out, boards_on(t, s.turn, seat), t.boards)
    out = put_one_of(out, -1 if s.depth == 0 else boards_on(t, s.frames[s.depth - 1].seat, seat), t.boards)
    out = put_one_of(out, s.phase, 4)
    out = put_one_of(out, s.end, 3)
    out = put_number(out, s.round / <float>t.round_cap)
    out = put_number(out, s.step / <float>8)
    out = put_number(out, s.next / <float>4)
    out = put_one_of(out, s.shuttle_side, 2)
    out = put_number(out, s.shuttle_space / <float>4)
    out = put_one_of(out, s.travelled, 2)
    out = put_at_least(out, s.colony_row, 6)
    for i in range(4):
        out = put_at_least(out, s.lss[i], 5)
        out = put_one_of(out, s.rewards[i], 9)
    out = put_number(out, s.remaining / <float>3)
    for i in range(3):
        out = put_one_of(out, s.mission[i], MISSIONS)
        out = put_number(out, s.mission_left[i] / <float>10)
    return out


cdef list tracks_names(const tables_t* t):
    boards = each("seat", range(t.boards))
    names = [
        *which("own seat", range(t.boards)), *which("turn of", boards), *which("to decide", boards),
        *which("phase", vocabulary.PHASES), *which("end", vocabulary.ENDS), *scaled("round", t.round_cap),
        *scaled("step", 8), *scaled("next", 4), *which("shuttle", vocabulary.SIDES), *scaled("shuttle space", 4),
        *which("shuttle left", vocabulary.SIDES), *at_least("colony row", 6),
    ]
    for name in LSS:
        names += at_least(f"life support {name}", 5) + which(f"reward {name}", range(9))
    names += scaled("missions remaining", 3)
    for i in range(1, 4):
        names += which(f"mission {i}", vocabulary.MISSION_CARDS) + scaled(f"left of mission {i}", 10)
    return names


cdef inline float* observe_lists(const tables_t* t, const state_t* s, int seat, float* out) noexcept nogil:
    """Uses of others' Tech and refills of the display, in their order."""
    cdef int i
    for i in range(s.use_count):
        out[2 * i] = (1 + boards_on(t, s.uses[i][0], seat)) / <float>BOARDS
        out[2 * i + 1] = (1 + s.uses[i][1]) / <float>TECHS
    out += 2 * USES
    for i in range(s.refill_count):
        out[i] = (1 + s.refills[i]) / <float>6
    return out + 6


cdef list lists_names():
    uses = [f"use {i}: {what}" for i in range(USES) for what in (f"owner / {BOARDS}", f"tech / {TECHS}")]
    return uses + [f"refill {i}: slot / 6" for i in range(6)]


# ---- what lies beside the map

cdef inline float* observe_decks(const tables_t* t, const state_t* s, float* out) noexcept nogil:
    cdef int i, row, card
    for i in range(6):
        out = put_number(out, s.warehouse[i] / <float>4)
    for i in range(2):
        out = put_one_of(out, s.exploration[i], DISCOVERIES + 1)
    out = put_one_of(out, s.radar, DISCOVERIES + 1)
    out = put_bits(out, s.discoveries_gone, DISCOVERIES + 1)
    out = put_number(out, s.discovery_next / <float>DISCOVERIES)
    for i in range(8):
        out = put_one_of(out, s.grid[i] - 1, TECHS)
    out = put_number(out, s.tech_next / <float>8)
    out = put_number(out, s.deck_next / <float>BLUEPRINTS)
    for row in range(2):
        for i in range(6):
            card = s.display[row][i]
            if card:
                out[card - 1] = (1 + i) / <float>6
        out += BLUEPRINTS
    for card in range(1, BLUEPRINTS + 1):
        out = put_number(out, s.card[card] == GONE)
    return out


cdef list decks_names():
    discoveries = range(DISCOVERIES + 1)
    cards = range(1, BLUEPRINTS + 1)
    names = [f"warehouse {item} / 4" for item in vocabulary.ITEMS]
    names += which("exploration tile 1", discoveries) + which("exploration tile 2", discoveries)
    names += which("radar tile", discoveries) + each("discovery gone:", discoveries) + scaled("discoveries drawn", DISCOVERIES)
    for i in range(1, 9):
        names += which(f"tech grid {i}", vocabulary.TECH_TILES)
    names += scaled("tech tiles drawn", 8) + scaled("blueprints drawn", BLUEPRINTS)
    names += each("place / 6 in the top row of blueprint", cards) + each("place / 6 in the bottom row of blueprint", cards)
    return names + each("gone: blueprint", cards)


cdef inline float* observe_display(const tables_t* t, const state_t* s, float* out) noexcept nogil:
    cdef int i
    for i in range(6):
        out = put_one_of(out, s.slots[i], DISPLAY_CARDS)
        out = put_number(out, s.scientist_at[i] / <float>BLUEPRINTS)
    for i in range(5):
        out = put_number(out, s.tile_next[i] / <float>6)
        out = put_number(out, s.tiles[i][s.tile_next[i]] / <float>6 if s.tile_next[i] < 6 else 0)
    out = put_number(out, s.b_next / <float>8)
    out = put_bits(out, s.b_gone, 8)
    out = put_bits(out, s.a_gone, 4)
    out = put_one_of(out, s.icon if t.solo else -1, 5)
    out = put_number(out, s.bots_taken / <float>4)
    out = put_number(out, s.solo_next / <float>12)
    out = put_bits(out, s.solo_seen, 16)
    out = put_number(out, s.passes / <float>4)
    return put_number(out, s.travels)


cdef list display_names():
    names = []
    for i in range(6):
        names += which(f"display {i + 1}", range(DISPLAY_CARDS))
        names += scaled(f"blueprint of the {components.SCIENTISTS[i]}", BLUEPRINTS)
    for type_ in vocabulary.BUILDINGS[:5]:
        names += scaled(f"{type_} tiles drawn", 6) + scaled(f"{type_} tile on top", 6)
    names += scaled("B cards drawn", 8) + each("gone: B", range(1, 9)) + each("gone: A", range(1, 5))
    names += which("Lacerda's bot", vocabulary.BUILDINGS[:5]) + scaled("Lacerda's bots", 4) + scaled("solo cards drawn", 12)
    return names + each("solo card seen:", range(16)) + scaled("passes of the solo deck", 4) + ["Lacerda travels"]


# ---- the map

cdef inline float* observe_map(const tables_t* t, const state_t* s, float* out) noexcept nogil:
    cdef int type_, hex, what
    for type_ in range(SHELTER):
        out = put_hexes(s.buildings[type_], out)
    for hex in range(HEXES):
        what = s.ground[hex]
        if what:
            out[hex] = what / <float>36
            if what == CRYSTAL_THERE:
                out[HEXES + hex] = 1
            elif what >= RESEARCH_THERE:
                out[2 * HEXES + hex] = 1
    return out + 3 * HEXES


cdef list map_names(const tables_t* t):
    names = []
    for type_ in vocabulary.BUILDINGS[:SHELTER]:
        names += hexes_names(t, f"{type_} at")
    return names + hexes_names(t, "what / 36 lies at") + hexes_names(t, "crystal at") + hexes_names(t, "research at")


# ---- what is pending

cdef inline float* observe_pending(const tables_t* t, const state_t* s, int seat, float* out) noexcept nogil:
    cdef const frame_t* f = &s.frames[max(0, s.depth - 1)]
    cdef int i
    out = put_one_of(out, f.kind if s.depth else -1, KINDS)
    out = put_bits(out, f.flags, 8)
    out = put_at_least(out, f.left, 6)
    out = put_number(out, s.depth / <float>STACK)
    for i in range(s.depth):
        observe_frame(t, &s.frames[s.depth - 1 - i], seat, out + i * FRAME_NUMBERS)
    return out + STACK * FRAME_NUMBERS


cdef inline void observe_frame(const tables_t* t, const frame_t* f, int seat, float* out) noexcept nogil:
    cdef int i
    out[0] = f.kind / <float>KINDS
    out[1] = (1 + boards_on(t, f.seat, seat)) / <float>BOARDS
    out[2] = f.flags / <float>256
    out[3] = f.left / <float>128
    for i in range(4):
        out[4 + i] = f.x[i] / <float>256


cdef list pending_names():
    frame = [*scaled("kind", KINDS), *scaled("seat", BOARDS), *scaled("flags", 256), *scaled("left", 128),
             *(f"x[{i}] / 256" for i in range(4))]
    return [*which("pending", vocabulary.FRAMES), *each("flag", range(8)), *at_least("left", 6), *scaled("depth", STACK),
            *(f"frame {i} from the top: {name}" for i in range(STACK) for name in frame)]


# ---- a board, as everybody sees it

cdef inline float* observe_stores(const tables_t* t, const state_t* s, int seat, float* out) noexcept nogil:
    cdef const board_t* board = &s.boards[seat]
    cdef int i
    out = put_number(out, board.points / <float>100)
    out = put_number(out, total_points(t, s, seat) / <float>150)
    for i in range(5):
        out = put_at_least(out, board.resources[i], 4)
        out = put_number(out, board.resources[i] / <float>8)
    out = put_at_least(out, board.crystals, 6)
    out = put_number(out, board.crystals / <float>8)
    out = put_number(out, board.waiting / <float>8)
    out = put_at_least(out, board.quarters, 6)
    out = put_number(out, board.quarters / <float>12)
    out = put_number(out, board.working / <float>12)
    out = put_number(out, board.gained / <float>12)
    for i in range(RED_ACTIONS):
        out = put_number(out, board.slots[i] / <float>4)
    out = put_bits(out, board.ships, 5)
    out = put_number(out, board.hangar / <float>5)
    out = put_at_least(out, board.shelters, 6)
    out = put_bits(out, board.progress, 5)
    return put_bits(out, board.constructed, 6)


cdef list stores_names():
    names = scaled("points so far", 100) + scaled("points if it ended now", 150)
    for item in vocabulary.ITEMS[:5]:
        names += at_least(item, 4) + scaled(item, 8)
    names += at_least("crystals", 6) + scaled("crystals", 8) + scaled("crystals waiting", 8) + at_least("quarters", 6)
    names += scaled("quarters", 12) + scaled("working", 12) + scaled("gained", 12)
    names += [f"colonists / 4 on {action}" for action in vocabulary.RED]
    names += each("ship", range(1, 6)) + scaled("hangar", 5) + at_least("shelters", 6)
    return names + each("progress", vocabulary.BUILDINGS[:5]) + each("constructed", vocabulary.BUILDINGS)


cdef inline float* observe_knowhow(const tables_t* t, const state_t* s, int seat, float* out) noexcept nogil:
    cdef const board_t* board = &s.boards[seat]
    cdef int i
    for i in range(TECHS):
        out = put_at_least(out, tech_level(t, s, seat, i), 6)
        out = put_number(out, 0 if board.tech[i] == NONE else (1 + board.tech[i]) / <float>SPACES)
    for i in range(1, BLUEPRINTS + 1):
        out[i - 1] = s.card[i] == OWNED + seat
        out[BLUEPRINTS + i - 1] = s.card[i] == BUILT + seat
    out += 2 * BLUEPRINTS
    out = put_bits(out, board.discoveries, DISCOVERIES + 1)
    out = put_bits(out, board.research, 4)
    for i in range(6):
        out = put_number(out, s.scientist_owner[i] == seat)
    for i in range(1, CONTRACTS + 1):
        if s.contract_owner[i] == seat:
            out[4 * (i - 1)] = 1
            out[4 * (i - 1) + 1] = s.contracts_done >> i & 1
            out[4 * (i - 1) + 2] = s.delivered[i][0] / <float>4
            out[4 * (i - 1) + 3] = s.delivered[i][1] / <float>4
    return out + 4 * CONTRACTS


cdef list knowhow_names():
    names = []
    cards = range(1, BLUEPRINTS + 1)
    for tech in vocabulary.TECH_TILES:
        names += at_least(f"level of {tech}", 6) + scaled(f"space of {tech}", SPACES)
    names += each("blueprint", cards) + each("advanced building", cards) + each("discovery", range(DISCOVERIES + 1))
    names += each("research", "ABCD") + each("scientist", components.SCIENTISTS)
    for i in range(1, CONTRACTS + 1):
        names += [f"contract {i}", f"contract {i} done", f"delivered / 4 to contract {i}", f"minerals / 4 to contract {i}"]
    return names


cdef inline float* observe_cards(const tables_t* t, const state_t* s, int seat, float* out) noexcept nogil:
    cdef const board_t* board = &s.boards[seat]
    cdef int i, hand = 0, discarded = 0, completed = -1
    for i in range(3):
        hand += board.goal_status[i] == IN_HAND
        discarded += board.goal_status[i] == DISCARDED
        if board.goal_status[i] == COMPLETED:
            completed = board.goal[i]
    out = put_at_least(out, hand, 3)
    out = put_at_least(out, discarded, 3)
    out = put_one_of(out, completed, GOALS + 1)
    out = put_one_of(out, board.space, 9)
    out = put_number(out, board.standing)
    out = put_number(out, board.a_card != 0)
    out = put_number(out, ((board.b_cards[0] != 0) + (board.b_cards[1] != 0)) / <float>2)
    out = put_number(out, board.b_done)
    for i in range(t.boards):
        if s.order[i] == seat:
            out[i] = 1
    return out + t.boards


cdef list cards_names(const tables_t* t):
    return [
        *at_least("goals in hand", 3), *at_least("goals discarded", 3), *which("goal completed", range(GOALS + 1)),
        *which("turn order space", range(9)), "standing", "A card", *scaled("B cards", 2), "B card done this turn",
        *which("place in the order", range(1, t.boards + 1)),
    ]


cdef inline float* observe_pieces(const tables_t* t, const state_t* s, int seat, float* out) noexcept nogil:
    cdef const board_t* board = &s.boards[seat]
    cdef int i
    out = put_hexes(s.buildings[SHELTER + seat], out)
    out = put_hexes(s.miners[seat], out)
    out = put_hexes(s.advanced[seat], out)
    for i in range(4):
        if board.bots[i] != NONE:
            out[board.bots[i]] += 0.5
    out += HEXES
    if board.rover != NONE:
        out[0] = 1
        out[1] = (1 + board.rover) / <float>HEXES
        out[2] = t.q[board.rover] / <float>5
        out[3] = t.r[board.rover] / <float>5
    return out + 4


cdef list pieces_names(const tables_t* t):
    return [
        *hexes_names(t, "shelter at"), *hexes_names(t, "miner at"), *hexes_names(t, "advanced at"),
        *hexes_names(t, "bots / 2 at"), "rover on the map", *scaled("rover's hex", HEXES), *scaled("rover's q", 5),
        *scaled("rover's r", 5),
    ]


# ---- cards of a seat that the observer knows

cdef inline float* observe_known(const state_t* s, int seat, float* out) noexcept nogil:
    cdef const board_t* board = &s.boards[seat]
    cdef int i
    for i in range(3):
        if board.goal[i] <= GOALS:
            if board.goal_status[i] == IN_HAND:
                out[board.goal[i]] = 1
            elif board.goal_status[i] == DISCARDED:
                out[GOALS + 1 + board.goal[i]] = 1
    out += 2 * (GOALS + 1)
    out = put_one_of(out, board.a_card, 5)
    for i in range(2):
        if board.b_cards[i] <= 8:
            out[board.b_cards[i]] += 0.5
    return out + 9


cdef list known_names():
    goals = range(GOALS + 1)
    return [*each("goal in hand:", goals), *each("goal discarded:", goals), *which("A card", range(5)),
            *each("B cards / 2:", range(9))]


cdef void observe(const void* tables, const void* memory, int seat, float* out) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef const state_t* s = <const state_t*>memory
    cdef int i, board
    out = observe_tracks(t, s, seat, out)
    out = observe_lists(t, s, seat, out)
    out = observe_decks(t, s, out)
    out = observe_display(t, s, out)
    out = observe_map(t, s, out)
    out = observe_pending(t, s, seat, out)
    for i in range(t.boards):
        board = (seat + i) % t.boards
        out = observe_stores(t, s, board, out)
        out = observe_knowhow(t, s, board, out)
        out = observe_cards(t, s, board, out)
        out = observe_pieces(t, s, board, out)
    for i in range(t.boards):
        out = observe_known(s, (seat + i) % t.boards, out)


cdef dict slices_of(const tables_t* t):
    board = [*stores_names(), *knowhow_names(), *cards_names(t), *pieces_names(t)]
    return {
        "tracks": tracks_names(t), "lists": lists_names(), "decks": decks_names(), "display": display_names(),
        "map": map_names(t), "pending": pending_names(),
        **{f"seat {i}": board for i in range(t.boards)}, **{f"known of seat {i}": known_names() for i in range(t.boards)},
    }


# ---- actions: all that can occur, and what tells one from another

cdef list pairs(firsts, seconds):
    return [(first, second) for first in firsts for second in seconds]


cdef dict operands_of(const tables_t* t):
    """By kind of action its operands: numbers, or pairs of them. A kind that is missing has none."""
    hexes, cards, items, goals = range(HEXES), range(1, BLUEPRINTS + 1), range(6), range(1, GOALS + 1)
    tiles, boards = range(1, DISCOVERIES + 1), range(t.boards)
    return {
        A_SPACE: range(1, 9), A_SHUTTLE: range(2), A_MAIN: range(MAINS), A_EXECUTIVE: range(9), A_GOAL: goals,
        A_DELIVER: pairs(items, range(7, 13)), A_DELIVER_WAITING: pairs((CRYSTAL,), range(7, 13)),
        A_USE: pairs(cards, range(3)), A_PAY: [*items, COLONIST], A_PAY_GOAL: goals, A_TAKE: items, A_GAIN: items,
        A_BLUEPRINT: cards, A_LEARN: pairs(range(TECHS), range(8)), A_PLACE: range(SPACES),
        A_DEVELOP: pairs(range(TECHS), range(SPACES)), A_TYPE: range(6), A_AT: hexes, A_WITH: pairs(boards, range(8)),
        A_UPGRADE: pairs(cards, hexes), A_SHIP: range(1, 6), A_WELCOME: pairs(range(8), range(2)), A_BOT: hexes,
        A_HIRE: pairs(range(6), range(6)), A_CONTRACT: pairs(range(1, CONTRACTS + 1), range(6)), A_TECH: boards,
        A_PRODUCE: items, A_RETRIEVE: range(RED_ACTIONS + 1),
        A_BENEFIT: (K_BOTS, K_RETRIEVE, K_CRYSTALS, K_RESOURCE), A_MOVE_ROVER: hexes, A_BUY: range(2),
        A_MOVE_BOT: [(hex, near) for hex in hexes for near in hexes if t.distance[<int>hex][<int>near] == 1],
        A_CLAIM_AT: hexes, A_DISPLACE: hexes, A_RADAR: pairs(tiles, (0, 1, NONE)), A_REWARD: pairs(range(2), range(GOALS + 1)),
        A_DISPLAY: range(1, CONTRACTS + 1), A_REVEAL: range(1, 9), A_KEEP: range(1, 9),
    }


cdef list actions_of(const tables_t* t):
    operands = operands_of(t)
    actions = []
    for kind in range(A_KINDS):
        if kind == A_TILE:
            actions += [act(kind, tile, hex, i) for tile in range(1, DISCOVERIES + 1) for hex in range(HEXES) for i in range(2)]
            continue
        for it in operands.get(kind, (0,)):
            a, b = it if isinstance(it, tuple) else (it, 0)
            actions.append(act(kind, a, b, 0))
    return actions


cdef inline int hex_meant(int kind, action_t action) noexcept nogil:
    """The hex an action is about, or NONE."""
    if kind == A_UPGRADE or kind == A_MOVE_BOT or kind == A_TILE:
        return arg_b(action)
    if (kind == A_AT or kind == A_BOT or kind == A_MOVE_ROVER or kind == A_CLAIM_AT or kind == A_DISPLACE):
        return arg_a(action)
    return NONE


cdef inline float* put_hex(const tables_t* t, const state_t* s, int hex, float* out) noexcept nogil:
    cdef int type_
    if hex != NONE:
        out[0] = t.q[hex] / <float>5
        out[1] = t.r[hex] / <float>5
        out[2] = s.ground[hex] == CRYSTAL_THERE
        out[3] = CRYSTAL_THERE < s.ground[hex] < RESEARCH_THERE
        out[4] = s.ground[hex] >= RESEARCH_THERE
        for type_ in range(9):
            out[5 + type_] = hs_has(hs_load(s.buildings[type_]), hex)
    return out + 14


cdef inline bint is_item(int kind) noexcept nogil:
    return (kind == A_PAY or kind == A_TAKE or kind == A_GAIN or kind == A_DELIVER or kind == A_DELIVER_WAITING
            or kind == A_PRODUCE)


cdef inline float* put_card(const tables_t* t, int kind, int a, float* out) noexcept nogil:
    """A Blueprint, or the type of a building."""
    if kind == A_TYPE:
        put_one_of(out, a, 6)
    elif kind == A_BLUEPRINT or kind == A_UPGRADE or kind == A_USE:
        put_one_of(out, t.card_type[a], 6)
        out[6] = t.card_points[a] / <float>10
        out[7] = t.card_level[a] / <float>3
        out[8] = t.card_complex[a] / <float>5
        put_one_of(out + 9, t.card_effect[a].kind, LAST_EFFECT + 1)
    return out + 9 + LAST_EFFECT + 1


cdef inline float* put_features(const tables_t* t, const state_t* s, int seat, action_t action, float* out) noexcept nogil:
    cdef int kind = kind_of(action), a = arg_a(action), b = arg_b(action), tech = -1, space = NONE, contract = 0
    if kind == A_LEARN or kind == A_DEVELOP:
        tech = a
        space = b if kind == A_DEVELOP else NONE
    elif kind == A_PLACE:
        space = a
    elif kind == A_CONTRACT or kind == A_DISPLAY or kind == A_DELIVER or kind == A_DELIVER_WAITING:
        contract = b if kind == A_DELIVER or kind == A_DELIVER_WAITING else a
    out = put_one_of(out, kind, A_KINDS)
    out = put_number(out, a / <float>128)
    out = put_number(out, b / <float>128)
    out = put_number(out, arg_c(action))
    out = put_hex(t, s, hex_meant(kind, action), out)
    out = put_one_of(out, a if is_item(kind) else -1, COLONIST + 1)
    out = put_one_of(out, tech, TECHS)
    out = put_number(out, t.lab_column[space] / <float>6)
    out = put_card(t, kind, a, out)
    out = put_one_of(out, boards_on(t, a, seat) if kind == A_WITH or kind == A_TECH else -1, BOARDS)
    out = put_one_of(out, a if kind == A_MAIN else -1, MAINS)
    out = put_number(out, t.contract[contract].done / <float>10 if contract else 0)
    return put_number(out, t.executive_cost[a] / <float>4 if kind == A_EXECUTIVE else 0)


cdef void features(const void* tables, const void* memory, const action_t* actions, int count, float* out) noexcept nogil:
    cdef const state_t* s = <const state_t*>memory
    cdef int i
    for i in range(count):
        out = put_features(<const tables_t*>tables, s, s.frames[s.depth - 1].seat, actions[i], out)


cdef list ACTION_KINDS = """
    stop space shuttle main executive goal deliver deliver_waiting end use pay pay_goal take gain blueprint learn place develop
    type at with upgrade ship welcome bot hire contract send tech produce retrieve benefit move_bot move_rover buy claim leave
    claim_at displace radar reward display oxygen travel stay tile reveal keep
""".split()


cdef list features_of():
    buildings = [*vocabulary.BUILDINGS[:5], *(f"shelter {i}" for i in range(BOARDS))]
    return [
        *which("kind", ACTION_KINDS), *scaled("a", 128), *scaled("b", 128), "c", *scaled("q", 5), *scaled("r", 5),
        "crystal there", "discovery there", "research there", *each("there:", buildings),
        *which("item", vocabulary.UNITS), *which("tech", vocabulary.TECH_TILES), *scaled("level", 6),
        *which("building", vocabulary.BUILDINGS), *scaled("card's points", 10), *scaled("card's level", 3),
        *scaled("card's complex", 5), *which("card's effect", vocabulary.EFFECTS),
        *which("owner", each("seat", range(BOARDS))), *which("main action", vocabulary.MAIN_ACTIONS),
        *scaled("contract's points", 10), *scaled("executive cost", 4),
    ]

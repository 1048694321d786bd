# The view as numbers, and the features of an action. The names follow the writing, part for part.

cdef enum:
    SHOWN_FRAMES = MAX_STACK - 1
    FRAME_NUMBERS = 11
    BOARD_UNARY = 3             # settlers of a colour at a place, as thresholds


cdef inline int turned(int seats, int observer, int players) noexcept nogil:
    """A set of seats, counted from the observer on."""
    return (seats >> observer | seats << (players - observer)) & ((1 << players) - 1)


ctypedef struct tally_t:        # what ships may count on a board, by scoring, then by what is counted
    uint8_t count[6][TYPES]
    uint8_t sets


cdef inline void count_symbols(const tables_t* t, int deck, cards_t shuttles, settlers_t* symbols) noexcept nogil:
    while shuttles:
        symbols[0] += t.card[deck][lowest(shuttles)].cost
        shuttles &= shuttles - 1


cdef inline tally_t tally_of(const tables_t* t, const board_t* board) noexcept nogil:
    """Once for all ships: asking each what it counts is slower."""
    cdef tally_t tally
    cdef settlers_t symbols = 0
    cdef int i
    count_symbols(t, EARTH_DECK, board.shuttles[0], &symbols)
    count_symbols(t, MARS_DECK, board.shuttles[1], &symbols)
    tally.sets = sets_of_five(board)
    for i in range(TYPES):
        tally.count[FLAT][i] = 1
        tally.count[PER_SHUTTLE][i] = board.column[i]
        tally.count[PER_SYMBOL][i] = of_colour(symbols, i) if i < COLOURS else 0
        tally.count[REPUTATION_AGAIN][i] = t.track_points[board.reputation]
        tally.count[PER_TILE][i] = board.tile_count
        tally.count[PER_SET][i] = tally.sets
    return tally


cdef inline int tallied_points(const tables_t* t, const tally_t* tally, int card) noexcept nogil:
    """The same as ship_points."""
    cdef const ship_t* ship = &t.ship[card]
    return ship.worth * min(<int>ship.times, <int>tally.count[ship.scoring][ship.of])


# ---- the turn, and what lies open

cdef inline float* observe_turn(const tables_t* t, const state_t* state, int seat, float* out) noexcept nogil:
    out = put_one_of(out, state.phase, 3)
    out = put_one_of(out, seat, t.players)
    out = put_one_of(out, (state.seat - seat + t.players) % t.players, t.players)
    out = put_number(out, state.round / <float>t.max_rounds)
    out = put_number(out, turns_left(t, state) / <float>20)
    return put_number(out, end_is_near(t, state))


cdef list turn_names(int players, const tables_t* t):
    return [
        *which("phase", PHASES), *which("own seat", range(players)),
        *which("turn of", each("seat", range(players))), *scaled("round", t.max_rounds),
        *scaled("turns left, about", 20), "last round",
    ]


cdef inline float* observe_market(const tables_t* t, const state_t* state, float* out) noexcept nogil:
    cdef int i, full = of_colour(t.supply, 0)
    for i in range(COLOURS):
        out = put_at_least(out, of_colour(state.supply, i), BOARD_UNARY)
        out = put_number(out, of_colour(state.supply, i) / <float>full)
    for i in range(DECKS):
        out = put_bits(out, state.row[i], t.size[i])
        out = put_at_least(out, state.pile_size[i], 4)
        out = put_number(out, state.pile_size[i] / <float>t.size[i])
    out = put_bits(out, state.discards, t.size[TILES])
    return put_number(out, state.rebuilds / <float>8)


cdef list market_names(Ganymede game):
    cdef const tables_t* t = <const tables_t*>game.tables
    names = []
    for colour in COLOUR_NAMES:
        names += at_least(f"supply of {colour}", BOARD_UNARY) + scaled(f"supply of {colour}", of_colour(t.supply, 0))
    for i, deck in enumerate(DECK_NAMES):
        names += each("in the row:", game.ids[i])
        names += at_least(f"pile of {deck}", 4) + scaled(f"pile of {deck}", t.size[<int>i])
    return [*names, *each("discarded", game.ids[TILES]), *scaled("times the tile pile was rebuilt", 8)]


cdef inline float* observe_ship_pile(const tables_t* t, const state_t* state, int seat, float* out) noexcept nogil:
    """By ship how high it lies, if the seat knows; by place from the bottom who knows what lies there."""
    cdef int i
    for i in range(state.pile_size[SHIPS]):
        if state.pile_known[i]:
            out[t.size[SHIPS] + i] = turned(state.pile_known[i], seat, t.players) / <float>16
            if state.pile[SHIPS][i] < t.size[SHIPS]:
                out[state.pile[SHIPS][i]] = (i + 1) / <float>MAX_CARDS
    return out + 2 * t.size[SHIPS]


cdef list ship_pile_names(Ganymede game):
    cdef const tables_t* t = <const tables_t*>game.tables
    return [*each(f"height / {MAX_CARDS} in the pile of", game.ids[SHIPS]),
            *each("who knows, as seats / 16, the ship pile's place", range(1, t.size[SHIPS] + 1))]


# ---- what is pending: the top frame in full, all of them in short

cdef inline float* observe_effect(const effect_t* effect, float* out) noexcept nogil:
    out = put_bits(out, effect.recruits, COLOURS)
    out = put_bits(out, effect.pairs, 16)
    return put_bits(out, effect.flags, 6)


cdef list effect_names(str what):
    pairs = [f"{old} to {new}" for old in COLOUR_NAMES for new in COLOUR_NAMES]
    flags = ("move", "reputation", "draw", "turn into a basic action", "joint gain", "turn two into a basic action")
    return [*each(f"{what} recruit", COLOUR_NAMES), *each(f"{what} adapt", pairs), *each(what, flags)]


cdef inline const effect_t* pending_effect(const tables_t* t, const frame_t* frame) noexcept nogil:
    if frame.kind == EFFECT:
        return effect_of(t, frame)
    if frame.kind == LAUNCH:
        return &t.ship[frame.card].effects[frame.part]
    return &ANY_BASIC if frame.kind == BASIC else NULL


cdef inline float* observe_pending(const tables_t* t, const state_t* state, float* out) noexcept nogil:
    cdef const frame_t* frame = &state.stack[state.depth]
    cdef const effect_t* effect = pending_effect(t, frame)
    cdef int i
    out = put_one_of(out, frame.kind if state.phase == PLAY else -1, FRAMES)
    out = put_at_least(out, frame.left, 5)
    if effect != NULL:
        observe_effect(effect, out)
    out += COLOURS + 16 + 6
    out = put_number(out, state.depth / <float>MAX_STACK)
    for i in range(1, state.depth + 1):
        observe_frame(&state.stack[i], out + (i - 1) * FRAME_NUMBERS)
    return out + SHOWN_FRAMES * FRAME_NUMBERS


cdef inline void observe_frame(const frame_t* frame, float* out) noexcept nogil:
    cdef int i
    out = put_number(out, frame.kind / <float>FRAMES)
    out = put_number(out, frame.deck / <float>DECKS)
    out = put_number(out, frame.card / <float>MAX_CARDS)
    out = put_number(out, frame.site)
    out = put_number(out, frame.left / <float>8)
    out = put_number(out, frame.part / <float>MAX_PARTS)
    out = put_number(out, frame.stopped)
    for i in range(COLOURS):
        out = put_number(out, of_colour(frame.payers, i) / <float>8)


cdef list pending_names():
    frame = [*scaled("kind", FRAMES), *scaled("deck", DECKS), *scaled("card", MAX_CARDS), "site B", *scaled("left", 8),
             *scaled("part", MAX_PARTS), "stopped", *each("payers / 8:", COLOUR_NAMES)]
    return [
        *which("pending", FRAME_NAMES), *at_least("applications left", 5), *effect_names("may"),
        *scaled("depth", MAX_STACK),
        *(f"frame {i + 1}: {name}" for i in range(SHOWN_FRAMES) for name in frame),
    ]


# ---- what the seat can pay, and what ships would bring it

cdef inline float* observe_means(const tables_t* t, const state_t* state, int seat, float* out) noexcept nogil:
    cdef const board_t* board = &state.board[seat]
    cdef cards_t ships = state.row[SHIPS] | board.hand
    cdef tally_t tally = tally_of(t, board)
    cdef int site
    out = put_bits(out, state.row[EARTH_DECK] & payable(t, board, EARTH_DECK), t.size[EARTH_DECK])
    out = put_bits(out, state.row[MARS_DECK] & payable(t, board, MARS_DECK), t.size[MARS_DECK])
    for site in range(2):
        if board.ship[site] < MAX_CARDS:
            ships |= bit(board.ship[site])
    while ships:
        out[lowest(ships)] = tallied_points(t, &tally, lowest(ships)) * (<float>1 / 12)
        ships &= ships - 1
    out += t.size[SHIPS]
    for site in range(2):
        out = put_one_of(out, board.ship[site] if state.phase == SETUP else NO_SHIP, t.size[SHIPS])
    return out


cdef list means_names(Ganymede game):
    return [
        *each("can pay", game.ids[EARTH_DECK]), *each("can pay", game.ids[MARS_DECK]),
        *each("points / 12 now for", game.ids[SHIPS]),
        *(f"kept for {site}: {ship}" for site in SITES for ship in game.ids[SHIPS]),
    ]


# ---- a seat's board, as everybody sees it

cdef inline float* observe_settlers(settlers_t settlers, int room, float* out) noexcept nogil:
    cdef int i
    for i in range(COLOURS):
        out = put_at_least(out, of_colour(settlers, i), BOARD_UNARY)
        out = put_number(out, of_colour(settlers, i) / <float>8)
    return put_at_least(out, room, 4)


cdef list settlers_names(str place):
    names = []
    for colour in COLOUR_NAMES:
        names += at_least(f"{colour} on {place}", BOARD_UNARY) + scaled(f"{colour} on {place}", 8)
    return names + at_least(f"room on {place}", 4)


cdef inline float* observe_site(const tables_t* t, const board_t* board, const tally_t* tally, int site, bint setup,
                                float* out) noexcept nogil:
    cdef int ship = board.ship[site], room = 0
    cdef bint known = ship < MAX_CARDS and not setup
    out = put_number(out, ship != NO_SHIP)
    out = put_one_of(out, ship if known else NO_SHIP, t.size[SHIPS])
    if known:
        room = max(0, site_size(t, board, site) - heads(board.place[SITE_A + site]))
        out[0] = tallied_points(t, tally, ship) * (<float>1 / 12)
        out[1 + t.ship[ship].scoring] = 1
        observe_launch(&t.ship[ship], out + 7)
    out += 11
    return observe_settlers(board.place[SITE_A + site], room, out)


cdef inline void observe_launch(const ship_t* ship, float* out) noexcept nogil:
    """What a ship's launch brings besides points."""
    cdef int part, flags = 0
    cdef bint adapts = False, recruits = False
    for part in range(ship.parts):
        flags |= ship.effects[part].flags
        adapts |= ship.effects[part].pairs != 0
        recruits |= ship.effects[part].recruits != 0
    out = put_number(out, recruits | adapts)
    out = put_number(out, (flags & MOVE) != 0)
    out = put_number(out, (flags & REPUTATION) != 0)
    out = put_number(out, (flags & DRAW) != 0)


cdef list site_names(Ganymede game, str site):
    return [
        f"ship on {site}", *each(f"on {site}:", game.ids[SHIPS]), f"points / 12 now for the ship on {site}",
        *which(f"ship on {site}", SCORING),
        *(f"launch of {site} does {what}" for what in ("recruit or adapt", "move", "reputation", "draw")),
        *settlers_names(f"site {site}"),
    ]


cdef inline float* observe_board(const tables_t* t, const state_t* state, int seat, float* out) noexcept nogil:
    cdef const board_t* board = &state.board[seat]
    cdef tally_t tally = tally_of(t, board)
    cdef cards_t launched = board.launched
    cdef int i, total = t.track_points[board.reputation] + heads(board.place[SITE_A]) + heads(board.place[SITE_B])
    out = put_bits(out, board.tiles, t.size[TILES])
    out = put_bits(out, board.shuttles[0], t.size[EARTH_DECK])
    out = put_bits(out, board.shuttles[1], t.size[MARS_DECK])
    out = put_bits(out, board.launched, t.size[SHIPS])
    out = put_at_least(out, board.tile_count, t.tile_slots)
    out = put_at_least(out, board.launched_count, t.end_ships)
    out = put_at_least(out, board.reputation, t.last_space)
    out = put_at_least(out, board.hand_size, 4)
    out = put_number(out, board.hand_size / <float>8)
    for i in range(TYPES):
        out = put_at_least(out, board.column[i], 4)
        out = put_at_least(out, board.tiles_of[i], 3)
    out = put_at_least(out, tally.sets, 3)
    for i in range(2):
        out = observe_settlers(board.place[i], t.capacity[i] - heads(board.place[i]), out)
        out = observe_site(t, board, &tally, i, state.phase == SETUP, out)
        out = put_at_least(out, card_count(state.row[i + 1] & payable(t, board, i + 1)), 4)
    while launched:
        total += tallied_points(t, &tally, lowest(launched))
        launched &= launched - 1
    return put_number(out, total * (<float>1 / 50))


cdef list board_names(Ganymede game):
    cdef const tables_t* t = <const tables_t*>game.tables
    names = [
        *each("tile", game.ids[TILES]), *each("shuttle", game.ids[EARTH_DECK]), *each("shuttle", game.ids[MARS_DECK]),
        *each("launched", game.ids[SHIPS]), *at_least("tiles", t.tile_slots), *at_least("ships launched", t.end_ships),
        *at_least("reputation", t.last_space), *at_least("hand", 4), *scaled("hand", 8),
    ]
    for type_ in TYPE_NAMES:
        names += at_least(f"shuttles of {type_}", 4) + at_least(f"tiles of {type_}", 3)
    names += at_least("sets of five", 3)
    for i in range(2):
        names += settlers_names(PLACE_NAMES[i]) + site_names(game, SITES[i])
        names += at_least(f"shuttles payable on {PLACE_NAMES[i]}", 4)
    return names + scaled("points", 50)


# ---- what the observer knows of a seat's hand

cdef inline float* observe_hand(const tables_t* t, const state_t* state, int owner, int seat, float* out) noexcept nogil:
    cdef cards_t hand = state.board[owner].hand
    cdef int i
    while hand:
        i = lowest(hand)
        hand &= hand - 1
        out[i] = 1
        out[t.size[SHIPS] + i] = turned(state.hand_known[i], seat, t.players) / <float>16
    out += 2 * t.size[SHIPS]
    for i in range(1, 1 << t.players):
        if state.unseen[owner][i]:
            out[turned(i, seat, t.players)] = state.unseen[owner][i] / <float>4
    return out + (1 << t.players)


cdef list hand_names(Ganymede game):
    knowers = [" and ".join(str(seat) for seat in range(game.players) if i >> seat & 1) or "nobody"
               for i in range(1 << game.players)]
    return [*each("holds", game.ids[SHIPS]), *each("who knows, as seats / 16, that it holds", game.ids[SHIPS]),
            *each("ships unseen / 4, known to seats", knowers)]


cdef void observe(const void* tables, const void* memory, int seat, float* out) noexcept nogil:
    cdef const tables_t* t = <const tables_t*>tables
    cdef const state_t* state = <const state_t*>memory
    cdef int i
    out = observe_turn(t, state, seat, out)
    out = observe_market(t, state, out)
    out = observe_ship_pile(t, state, seat, out)
    out = observe_pending(t, state, out)
    out = observe_means(t, state, seat, out)
    for i in range(t.players):
        out = observe_board(t, state, (seat + i) % t.players, out)
    for i in range(t.players):
        out = observe_hand(t, state, (seat + i) % t.players, seat, out)


cdef dict slices_of(Ganymede game):
    board, hand = board_names(game), hand_names(game)
    return {
        "turn": turn_names(game.players, <const tables_t*>game.tables), "market": market_names(game),
        "ship pile": ship_pile_names(game), "pending": pending_names(), "means": means_names(game),
        **{f"seat {i}": board for i in range(game.players)}, **{f"hand of seat {i}": hand for i in range(game.players)},
    }


# ---- actions: all that can occur, and what tells one from another

cdef list discard_actions(const tables_t* t):
    """Every set of tiles that fits on a board."""
    actions = []
    for size in range(1, t.tile_slots + 1):
        for tiles in combinations(range(t.size[TILES]), size):
            action = discard_alone(tiles[0])
            for tile in tiles[1:]:
                action = discard_also(action, tile)
            actions.append(action)
    return actions


cdef list actions_of(const tables_t* t):
    ships = range(t.size[SHIPS])
    operands = {
        DO_RECRUIT: range(COLOURS), DO_PAY: range(COLOURS), DO_MOVE: range(20), DO_LAUNCH: range(2),
        DO_ADAPT: [place << 4 | pair for place in range(PLACES) for pair in range(16) if FREE_ADAPTS >> <int>pair & 1],
        DO_DRAW: [*ships, PILE], DO_TILE: range(t.size[TILES]), DO_UNDER: ships,
        DO_SHUTTLE: [deck << 6 | card for deck in (EARTH_DECK, MARS_DECK) for card in range(t.size[<int>deck])],
        DO_SITE: [site << 6 | ship for site in range(2) for ship in ships],
    }
    actions = []
    for kind in range(KINDS):
        if kind == DO_DISCARD:
            actions += discard_actions(t)
        else:
            actions += [act(kind, operand) for operand in operands.get(kind, (0,))]
    return actions


cdef inline float* put_card(const tables_t* t, const board_t* board, int deck, int card, float* out) noexcept nogil:
    """A tile or shuttle: what it costs, what it does, how often."""
    cdef const card_t* it
    cdef int i, times
    if card >= 0:
        it = &t.card[deck][card]
        times = 1 + (board.tiles_of[it.type] if deck == TILES else board.column[it.type])
        put_one_of(out, it.type, TYPES)
        for i in range(COLOURS):
            out[TYPES + i] = of_colour(it.cost, i) / <float>3
        out[TYPES + COLOURS] = it.symbols / <float>4
        out[TYPES + COLOURS + 1] = it.discards
        out[TYPES + COLOURS + 2] = it.parts / <float>MAX_PARTS
        put_at_least(out + TYPES + COLOURS + 3, times, 4)
        out[TYPES + COLOURS + 7] = deck != TILES and completes_set(board, it.type)
        for i in range(it.parts):
            observe_effect(&it.effects[i], out + TYPES + COLOURS + 8)
    return out + TYPES + COLOURS + 8 + COLOURS + 16 + 6


cdef inline bint completes_set(const board_t* board, int type) noexcept nogil:
    """One more of this type would be the last to have so many (G25)."""
    cdef int other
    for other in range(TYPES):
        if other != type and board.column[other] < board.column[type] + 1:
            return False
    return True


cdef list card_feature_names():
    return [
        *which("type", TYPE_NAMES), *each("cost / 3:", COLOUR_NAMES), *scaled("symbols", 4), "costs a tile",
        *scaled("parts", MAX_PARTS), *at_least("times", 4), "completes a set", *effect_names("does"),
    ]


cdef inline float* put_ship_card(const tables_t* t, const board_t* board, int card, float* out) noexcept nogil:
    cdef const ship_t* ship
    if 0 <= card < MAX_CARDS:
        ship = &t.ship[card]
        put_one_of(out, ship.scoring, 6)
        put_one_of(out + 6, ship.of, 5)
        out[11] = ship.worth / <float>8
        out[12] = ship.less
        out[13] = ship_points(t, board, card) / <float>12
        observe_launch(ship, out + 14)
    return out + 18


cdef list ship_feature_names():
    return [
        *which("scoring", SCORING), *which("counts", range(5)), *scaled("worth", 8), "needs one settler less",
        *scaled("points now", 12),
        *(f"launch does {what}" for what in ("recruit or adapt", "move", "reputation", "draw")),
    ]


cdef inline int ship_meant(const board_t* board, int kind, int operand) noexcept nogil:
    if kind == DO_DRAW or kind == DO_UNDER:
        return operand if operand < MAX_CARDS else -1
    if kind == DO_SITE:
        return operand & 63
    return board.ship[operand] if kind == DO_LAUNCH else -1


cdef inline float* put_cards_meant(const tables_t* t, int kind, action_t action, int ship, float* out) noexcept nogil:
    cdef int operand = action & 0xFFFFFF
    cdef cards_t tiles = 0
    if kind == DO_DISCARD:
        tiles = discarded(action)
    elif kind == DO_TILE:
        tiles = bit(operand)
    out = put_bits(out, tiles, t.size[TILES])
    out = put_at_least(out, card_count(tiles), t.tile_slots)
    out = put_one_of(out, operand & 63 if kind == DO_SHUTTLE and operand >> 6 == EARTH_DECK else -1, t.size[EARTH_DECK])
    out = put_one_of(out, operand & 63 if kind == DO_SHUTTLE and operand >> 6 == MARS_DECK else -1, t.size[MARS_DECK])
    return put_one_of(out, ship, t.size[SHIPS])


cdef inline float* put_places(int kind, int operand, float* out) noexcept nogil:
    """Colour before and after, and the places before and after."""
    cdef int old = -1, new = -1, source = -1, target = -1
    if kind == DO_RECRUIT:
        new, target = operand, EARTH
    elif kind == DO_PAY:
        old = operand
    elif kind == DO_ADAPT:
        old, new, source, target = operand >> 2 & 3, operand & 3, operand >> 4, operand >> 4
    elif kind == DO_MOVE:
        old, new, source, target = operand & 3, operand & 3, ROUTE_FROM[operand >> 2], ROUTE_TO[operand >> 2]
    elif kind == DO_LAUNCH:
        source = SITE_A + operand
    elif kind == DO_SITE:
        target = SITE_A + (operand >> 6)
    out = put_one_of(out, old, COLOURS)
    out = put_one_of(out, new, COLOURS)
    out = put_one_of(out, source, PLACES)
    return put_one_of(out, target, PLACES)


cdef inline bint fills_site(const tables_t* t, const board_t* board, int kind, int operand) noexcept nogil:
    """The last settler a ship waits for."""
    cdef int site
    if kind != DO_MOVE or ROUTE_TO[operand >> 2] < SITE_A:
        return False
    site = ROUTE_TO[operand >> 2] - SITE_A
    return (board.ship[site] < MAX_CARDS
            and heads(board.place[SITE_A + site]) + 1 >= site_size(t, board, site))


cdef inline float* put_features(const tables_t* t, const state_t* state, action_t action, float* out) noexcept nogil:
    cdef const board_t* board = &state.board[state.seat]
    cdef int kind = action >> 24, operand = action & 0xFFFFFF
    cdef int ship = ship_meant(board, kind, operand)
    cdef int deck = operand >> 6 if kind == DO_SHUTTLE else TILES
    out = put_one_of(out, kind, KINDS)
    out = put_places(kind, operand, out)
    out = put_number(out, fills_site(t, board, kind, operand))
    out = put_cards_meant(t, kind, action, ship, out)
    out = put_card(t, board, deck, operand & 63 if kind == DO_SHUTTLE or kind == DO_TILE else -1, out)
    return put_ship_card(t, board, ship, out)


cdef void features(const void* tables, const void* memory, const action_t* actions, int count, float* out) noexcept nogil:
    cdef int i
    for i in range(count):
        out = put_features(<const tables_t*>tables, <const state_t*>memory, actions[i], out)


cdef list features_of(Ganymede game):
    cdef const tables_t* t = <const tables_t*>game.tables
    kinds = ("recruit", "adapt", "move", "reputation", "draw", "tile", "shuttle", "discard", "pay", "basic", "pass",
             "bonus", "give up", "launch", "site", "under")
    return [
        *which("kind", kinds), *which("colour before", COLOUR_NAMES), *which("colour after", COLOUR_NAMES),
        *which("from", PLACE_NAMES), *which("to", PLACE_NAMES), "fills a ship",
        *each("tile", game.ids[TILES]), *at_least("tiles", t.tile_slots), *each("shuttle", game.ids[EARTH_DECK]),
        *each("shuttle", game.ids[MARS_DECK]), *each("ship", game.ids[SHIPS]),
        *card_feature_names(), *ship_feature_names(),
    ]

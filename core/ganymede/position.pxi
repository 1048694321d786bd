# Positions as plain data (docs/ganymede.md), and back.

cdef list ids_of(Ganymede game, int deck, cards_t cards):
    return [card for i, card in enumerate(game.ids[deck]) if cards >> <int>i & 1]


cdef list texts_of(Ganymede game, int deck, cards_t cards):
    return [text for i, text in enumerate(game.texts[deck]) if cards >> <int>i & 1]


cdef dict settlers_dict(settlers_t settlers):
    return {name: of_colour(settlers, i) for i, name in enumerate(COLOUR_NAMES)}


cdef list seats_in(int seats):
    return [seat for seat in range(4) if seats >> <int>seat & 1]


# ---- describing

cdef dict describe_state(Ganymede game, const state_t* state, int seat):
    cdef int i
    return {
        "phase": PHASES[state.phase],
        "round": state.round,
        "seat": state.seat,
        "supply": settlers_dict(state.supply),
        "rows": {DECK_NAMES[i]: ids_of(game, i, state.row[i]) for i in range(DECKS)},
        "piles": {DECK_NAMES[i]: describe_pile(game, state, i) for i in range(DECKS)},
        "discards": ids_of(game, TILES, state.discards),
        "rebuilds": state.rebuilds,
        "pile_known_to": [seats_in(state.pile_known[i]) for i in reversed(range(state.pile_size[SHIPS]))],
        "boards": [describe_board(game, state, i) for i in range(game.players)],
        "pending": [describe_frame(game, &state.stack[0] + i) for i in range(1, state.depth + 1)],
        "seed": state.seed if seat == NOBODY else None,
    }


cdef describe_card(Ganymede game, int deck, int card):
    return None if card >= HIDDEN else game.ids[deck][card]


cdef list describe_pile(Ganymede game, const state_t* state, int deck):
    return [describe_card(game, deck, state.pile[deck][i]) for i in reversed(range(state.pile_size[deck]))]


cdef dict describe_board(Ganymede game, const state_t* state, int seat):
    cdef const board_t* board = &state.board[seat]
    cdef const tables_t* t = <const tables_t*>game.tables
    cdef bint setup = state.phase == SETUP
    hand, known = describe_hand(game, state, seat)
    kept = [describe_card(game, SHIPS, board.ship[i]) for i in range(2) if setup and board.ship[i] != NO_SHIP]
    return {
        "tiles": ids_of(game, TILES, board.tiles),
        "earth": settlers_dict(board.place[EARTH]),
        "mars": settlers_dict(board.place[MARS]),
        "sites": {SITES[i]: describe_site(game, board, i, setup) for i in range(2)},
        "columns": {name: describe_column(game, t, board, i) for i, name in enumerate(TYPE_NAMES)},
        "reputation": board.reputation,
        "hand": [] if setup else hand,
        "hand_known_to": [] if setup else known,
        "launched": ids_of(game, SHIPS, board.launched),
        "dealt": hand if setup else [],
        "kept": kept,
    }


cdef tuple describe_hand(Ganymede game, const state_t* state, int seat):
    """The ships in sight, then None for each other; and who knows each."""
    cdef cards_t cards = state.board[seat].hand
    cdef int i
    hand = ids_of(game, SHIPS, cards)
    known = [seats_in(state.hand_known[i]) for i in range(MAX_CARDS) if cards >> i & 1]
    for i in range(16):
        hand += [None] * state.unseen[seat][i]
        known += [seats_in(i)] * state.unseen[seat][i]
    return hand, known


cdef dict describe_site(Ganymede game, const board_t* board, int site, bint setup):
    ship = None if setup else describe_card(game, SHIPS, board.ship[site])
    return {"ship": ship, "settlers": settlers_dict(board.place[SITE_A + site])}


cdef list describe_column(Ganymede game, const tables_t* t, const board_t* board, int type):
    return (ids_of(game, EARTH_DECK, board.shuttles[0] & t.of_type[EARTH_DECK][type])
            + ids_of(game, MARS_DECK, board.shuttles[1] & t.of_type[MARS_DECK][type]))


cdef dict describe_frame(Ganymede game, const frame_t* frame):
    do = FRAME_NAMES[frame.kind]
    fields = {
        "tile": lambda: game.ids[TILES][frame.card],
        "shuttle": lambda: game.ids[frame.deck][frame.card],
        "card": lambda: game.ids[frame.deck][frame.card],
        "ship": lambda: game.ids[SHIPS][frame.card],
        "payers": lambda: settlers_dict(frame.payers),
        "from": lambda: DECK_NAMES[frame.deck],
        "left": lambda: frame.left,
        "part": lambda: frame.part,
        "stopped": lambda: bool(frame.stopped),
        "site": lambda: SITES[frame.site],
    }
    return {"do": do, **{name: fields[name]() for name in FRAME_FIELDS[do]}}


# ---- building

cdef int fill_state(Ganymede game, dict position, state_t* state) except -1:
    """From a position with every field, as PositionReader gives it."""
    cdef int i
    state.phase = PHASES.index(position["phase"])
    state.round = position["round"]
    state.seat = position["seat"]
    state.rebuilds = position["rebuilds"]
    state.seed = position["seed"]
    state.supply = settlers_from(position["supply"])
    state.discards = cards_from(game, position["discards"])
    for i in range(DECKS):
        state.row[i] = cards_from(game, position["rows"][DECK_NAMES[i]])
        state.row_sizes += card_count(state.row[i]) * one_of(i)
        fill_pile_from(game, position["piles"][DECK_NAMES[i]], state, i)
    for i, seats in enumerate(reversed(position["pile_known_to"])):
        state.pile_known[i] = seats_from(seats)
    for i, board in enumerate(position["boards"]):
        fill_board(game, board, state, i)
    if len(position["pending"]) > MAX_DEPTH:
        raise BadPosition(f"pending: {len(position['pending'])} frames, at most {MAX_DEPTH} can be pending.")
    for frame in position["pending"]:
        fill_frame(game, frame, push(state, FRAME_NAMES.index(frame["do"])))
    return 0


cdef settlers_t settlers_from(dict counts):
    cdef settlers_t settlers = 0
    cdef int i
    for i, name in enumerate(COLOUR_NAMES):
        settlers += <settlers_t>counts[name] * settler(i)
    return settlers


cdef cards_t cards_from(Ganymede game, ids):
    cdef cards_t cards = 0
    for card in ids:
        cards |= bit(game.index[card])
    return cards


cdef int seats_from(seats):
    return sum(1 << seat for seat in set(seats))


cdef int fill_pile_from(Ganymede game, list ids, state_t* state, int deck) except -1:
    cdef int i
    state.pile_size[deck] = len(ids)
    for i, card in enumerate(reversed(ids)):
        state.pile[deck][i] = game.index[card]
    return 0


cdef int fill_board(Ganymede game, dict fields, state_t* state, int seat) except -1:
    cdef board_t* board = &state.board[seat]
    setup = state.phase == SETUP
    if setup and (fields["hand"] or any(fields["sites"][site]["ship"] for site in SITES)):
        raise BadPosition(f"boards[{seat}]: in set-up ships are in dealt and kept, not in hand or on sites.")
    if not setup and (fields["dealt"] or fields["kept"]):
        raise BadPosition(f"boards[{seat}].dealt: only in set-up.")
    board.tiles = cards_from(game, fields["tiles"])
    board.launched = cards_from(game, fields["launched"])
    board.reputation = fields["reputation"]
    for column in fields["columns"].values():
        for card in column:
            board.shuttles[game.deck[card] - 1] |= bit(game.index[card])
    fill_places(fields, board)
    fill_sites(game, fields, board, setup)
    fill_hand_from(game, fields, state, seat, setup)
    count_cards(<const tables_t*>game.tables, board)
    return 0


cdef int fill_places(dict fields, board_t* board) except -1:
    board.place[EARTH] = settlers_from(fields["earth"])
    board.place[MARS] = settlers_from(fields["mars"])
    board.place[SITE_A] = settlers_from(fields["sites"]["A"]["settlers"])
    board.place[SITE_B] = settlers_from(fields["sites"]["B"]["settlers"])
    return 0


cdef int fill_sites(Ganymede game, dict fields, board_t* board, bint setup) except -1:
    cdef int site
    ships = fields["kept"] if setup else [fields["sites"][name]["ship"] for name in SITES]
    for site in range(2):
        ship = ships[site] if site < len(ships) else None
        board.ship[site] = NO_SHIP if ship is None else game.index[ship]
    return 0


cdef int fill_hand_from(Ganymede game, dict fields, state_t* state, int seat, bint setup) except -1:
    hand = fields["dealt"] if setup else fields["hand"]
    known = [[seat]] * len(hand) if setup else fields["hand_known_to"]
    state.board[seat].hand = cards_from(game, hand)
    state.board[seat].hand_size = len(hand)
    for ship, seats in zip(hand, known):
        state.hand_known[<int>game.index[ship]] = seats_from(seats)
    return 0


cdef int fill_frame(Ganymede game, dict fields, frame_t* frame) except -1:
    for name in FRAME_FIELDS[fields["do"]]:
        value = fields[name]
        if name in ("tile", "ship"):
            frame.card = game.index[value]
        elif name in ("shuttle", "card"):
            frame.card = game.index[value]
            frame.deck = game.deck[value]
        elif name == "payers":
            frame.payers = settlers_from(value)
        elif name == "from":
            frame.deck = DECK_NAMES.index(value)
        elif name == "site":
            frame.site = SITES.index(value)
        elif name == "left":
            frame.left = value
        elif name == "part":
            frame.part = value
        else:
            frame.stopped = value
    return 0

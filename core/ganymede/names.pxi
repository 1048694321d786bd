# Actions in words.

ROUTE_NAMES = ("earth to mars", "mars to A", "mars to B", "A to B", "B to A")
PLAIN_WORDS = {DO_REPUTATION: "reputation", DO_BASIC: "basic", DO_BONUS: "bonus", DO_GIVE_UP: "give up"}
CARD_WORDS = {DO_TILE: ("tile", TILES), DO_UNDER: ("under", SHIPS)}
COLOUR_WORDS = {DO_RECRUIT: "recruit", DO_PAY: "pay"}


cdef str word_for(Ganymede game, const state_t* state, action_t action):
    cdef int kind = action >> 24, operand = action & 0xFFFFFF
    if kind == DO_PASS:
        return pass_word(game, state)
    if kind in PLAIN_WORDS:
        return PLAIN_WORDS[kind]
    if kind in COLOUR_WORDS:
        return f"{COLOUR_WORDS[kind]} {COLOUR_NAMES[operand]}"
    if kind in CARD_WORDS:
        word, deck = CARD_WORDS[kind]
        return f"{word} {game.ids[deck][operand]}"
    return longer_word_for(game, action, kind, operand)


cdef str longer_word_for(Ganymede game, action_t action, int kind, int operand):
    if kind == DO_ADAPT:
        old, new = COLOUR_NAMES[operand >> 2 & 3], COLOUR_NAMES[operand & 3]
        return f"adapt {old} to {new} on {PLACE_NAMES[operand >> 4]}"
    if kind == DO_MOVE:
        return f"move {COLOUR_NAMES[operand & 3]} {ROUTE_NAMES[operand >> 2]}"
    if kind == DO_DRAW:
        return "draw pile" if operand == PILE else f"draw {game.ids[SHIPS][operand]}"
    if kind == DO_SHUTTLE:
        return f"shuttle {DECK_NAMES[operand >> 6]} {game.ids[operand >> 6][operand & 63]}"
    if kind == DO_DISCARD:
        tiles = ids_of(game, TILES, discarded(action))
        return f"discard {'tile' if len(tiles) == 1 else 'tiles'} {' '.join(tiles)}"
    if kind == DO_LAUNCH:
        return f"launch {SITES[operand]}"
    return f"site {SITES[operand >> 6]} {game.ids[SHIPS][operand & 63]}"


cdef str pass_word(Ganymede game, const state_t* state):
    """`stop` ends a repeated effect, `decline` leaves out one thing of several."""
    cdef const tables_t* t = <const tables_t*>game.tables
    cdef const frame_t* frame = &state.stack[state.depth]
    if frame.kind == BASIC or (frame.kind == EFFECT and t.card[frame.deck][frame.card].parts == 1):
        return "stop"
    return "decline"


# ---- as plain data (docs/ganymede.md); targets are the data-target attributes of picture.py

ROUTE_ENDS = (("earth", "mars"), ("mars", "A"), ("mars", "B"), ("A", "B"), ("B", "A"))
PLAIN_KINDS = {DO_BASIC: "basic", DO_GIVE_UP: "give up"}


cdef str place_target(int seat, str place):
    return f"seat-{seat}-{place}" if place in ("earth", "mars") else f"seat-{seat}-site-{place}"


cdef dict data_of(Ganymede game, const state_t* state, action_t action):
    cdef int kind = action >> 24, operand = action & 0xFFFFFF, seat = state.seat
    if kind == DO_PASS:
        return {"kind": pass_word(game, state), "targets": []}
    if kind in PLAIN_KINDS:
        return {"kind": PLAIN_KINDS[kind], "targets": []}
    if kind in (DO_REPUTATION, DO_BONUS):
        return {"kind": PLAIN_WORDS[kind], "targets": [f"seat-{seat}-reputation"]}
    if kind == DO_LAUNCH:
        return {"kind": "launch", "site": SITES[operand], "targets": [place_target(seat, SITES[operand])]}
    if kind in (DO_RECRUIT, DO_PAY, DO_ADAPT, DO_MOVE):
        return settler_data(state, kind, operand)
    return card_data(game, action, seat)


cdef dict settler_data(const state_t* state, int kind, int operand):
    cdef int seat = state.seat
    colour = COLOUR_NAMES[operand & 3]
    if kind == DO_RECRUIT:
        return {"kind": "recruit", "colour": colour, "targets": [f"supply-{colour}", f"seat-{seat}-earth"]}
    if kind == DO_PAY:
        place = PLACE_NAMES[state.stack[state.depth].deck - 1]
        return {"kind": "pay", "colour": colour, "place": place, "targets": [f"seat-{seat}-{place}-{colour}"]}
    if kind == DO_ADAPT:
        old, target = COLOUR_NAMES[operand >> 2 & 3], place_target(seat, PLACE_NAMES[operand >> 4])
        return {"kind": "adapt", "old": old, "new": colour, "place": PLACE_NAMES[operand >> 4],
                "targets": [f"{target}-{old}", f"supply-{colour}"]}
    start, end = ROUTE_ENDS[operand >> 2]
    return {"kind": "move", "colour": colour, "from": start, "to": end,
            "targets": [f"{place_target(seat, start)}-{colour}", place_target(seat, end)]}


cdef dict card_data(Ganymede game, action_t action, int seat):
    cdef int kind = action >> 24, operand = action & 0xFFFFFF
    if kind == DO_DRAW and operand == PILE:
        return {"kind": "draw", "ship": None, "targets": ["pile-ships"]}
    if kind == DO_DISCARD:
        tiles = ids_of(game, TILES, discarded(action))
        return {"kind": "discard", "tiles": tiles, "targets": [f"card-{tile}" for tile in tiles]}
    if kind == DO_SHUTTLE:
        deck, card = operand >> 6, game.ids[operand >> 6][operand & 63]
        return {"kind": "shuttle", "deck": DECK_NAMES[deck], "shuttle": card, "targets": [f"card-{card}"]}
    if kind == DO_TILE:
        tile = game.ids[TILES][operand]
        return {"kind": "tile", "tile": tile, "targets": [f"card-{tile}"]}
    ship = game.ids[SHIPS][operand & 63]
    if kind == DO_DRAW:
        return {"kind": "draw", "ship": ship, "targets": [f"card-{ship}"]}
    if kind == DO_UNDER:
        return {"kind": "under", "ship": ship, "targets": [f"card-{ship}", "pile-ships"]}
    site = SITES[operand >> 6]
    return {"kind": "site", "site": site, "ship": ship, "targets": [f"card-{ship}", place_target(seat, site)]}


cdef dict data_seen_by(Ganymede game, const state_t* state, action_t action, int seat):
    """A ship from a hand is pointed at only by those who knew it there. It stays unknown to the others if it goes under
    the pile, or to a site while they still choose."""
    cdef int kind = action >> 24
    data = data_of(game, state, action)
    if kind in (DO_UNDER, DO_SITE) and seat != state.seat and not knows(state.hand_known[action & 63], seat):
        data["targets"].remove(f"card-{data['ship']}")
        if kind == DO_UNDER or state.phase == SETUP:
            data["ship"] = None
    return data

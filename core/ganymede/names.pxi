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

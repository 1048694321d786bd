# The board for a person at a terminal.

# ---- what is printed on a card, in few letters

def effect_text(effect):
    colours = "/".join(colour[0] for colour in effect.colours)
    if len(effect.colours) in (0, 4):
        colours = ""
    return f"{effect.kind} {colours}".strip()


def tile_text(tile):
    joint = " & " if tile.both else " | "
    return f"{tile.id} {tile.type}: {joint.join(effect_text(effect) for effect in tile.effects)}"


def shuttle_text(shuttle):
    cost = "".join(symbol[0] for symbol in shuttle.cost) + "+tile" * shuttle.discard_tiles
    return f"{shuttle.id} {shuttle.type}: {cost} -> {effect_text(shuttle.effect)}"


def ship_text(ship):
    counted = {
        "flat": f"{ship.worth} VP",
        "per_shuttle_of_type": f"{ship.worth} per {ship.of} shuttle",
        "per_cost_symbol_of_color": f"{ship.worth} per {ship.of} symbol",
        "reputation_again": "reputation again",
        "per_settler_tile_held": f"{ship.worth} per tile",
        "per_series": f"{ship.worth} per set",
    }[ship.scoring]
    launch = "".join(f", {effect_text(effect)}" for effect in ship.launch)
    return f"{ship.id}: {counted}{launch}" + (f", {ship.settlers_less} settler less" if ship.settlers_less else "")


# ---- the board

cdef str board_text(Ganymede game, const state_t* state):
    lines = [headline(game, state), *row_lines(game, state)]
    for seat in range(game.players):
        lines += ["", *board_lines(game, state, seat)]
    return "\n".join(lines)


cdef str settlers_text(settlers_t settlers, int places):
    """A letter for each settler, a dot for each free place."""
    letters = "".join("bryp"[colour] * of_colour(settlers, colour) for colour in range(COLOURS))
    return letters.ljust(places, ".")


cdef str column_text(const board_t* board):
    return "  ".join(f"{TYPE_NAMES[i]} {board.column[i]}" for i in range(TYPES))


cdef str site_text(Ganymede game, const board_t* board, int site):
    cdef const tables_t* t = <const tables_t*>game.tables
    name = f"Site {SITES[site]} ({'identical' if site == 0 else 'different'})"
    if board.ship[site] == NO_SHIP:
        return f"{name}: bare"
    if board.ship[site] == HIDDEN:
        return f"{name}: a hidden ship"
    places = settlers_text(board.place[SITE_A + site], site_size(t, board, site))
    return f"{name}: [{places}]  {game.texts[SHIPS][board.ship[site]]}"


cdef list board_lines(Ganymede game, const state_t* state, int seat):
    cdef const tables_t* t = <const tables_t*>game.tables
    cdef const board_t* board = &state.board[seat]
    hidden = board.hand_size - card_count(board.hand)
    hand = texts_of(game, SHIPS, board.hand) + ([f"{hidden} unseen"] if hidden else [])
    turn = "*" if state.phase != OVER and state.seat == seat else " "
    return [
        f"{turn}Seat {seat}   {points(t, board)} points   reputation {board.reputation}/{t.last_space}"
        f"   launched {board.launched_count}",
        f"   Earth [{settlers_text(board.place[EARTH], t.capacity[EARTH])}]"
        f"   Mars [{settlers_text(board.place[MARS], t.capacity[MARS])}]   shuttles: {column_text(board)}",
        f"   {site_text(game, board, 0)}",
        f"   {site_text(game, board, 1)}",
        f"   Tiles: {'; '.join(texts_of(game, TILES, board.tiles)) or 'none'}",
        f"   Hand: {'; '.join(hand) or 'empty'}",
        *([f"   Launched: {'; '.join(texts_of(game, SHIPS, board.launched))}"] if board.launched else []),
    ]


cdef list row_lines(Ganymede game, const state_t* state):
    lines = []
    for deck, name in enumerate(("Tiles", "Earth shuttles", "Mars shuttles", "Ships")):
        lines.append(f"{name} ({state.pile_size[<int>deck]} in the pile)")
        lines += [f"   {text}" for text in texts_of(game, deck, state.row[<int>deck])]
    return lines


cdef str headline(Ganymede game, const state_t* state):
    supply = " ".join(f"{name} {of_colour(state.supply, i)}" for i, name in enumerate(COLOUR_NAMES))
    if state.phase == OVER:
        turn = "the game is over"
    elif state.phase == SETUP:
        turn = f"set-up, seat {state.seat} chooses ships"
    else:
        turn = f"round {state.round}, seat {state.seat}: {pending_text(game, state)}"
    return f"Ganymede ({game.options['edition']}), {turn}.   Supply: {supply}"


cdef str pending_text(Ganymede game, const state_t* state):
    cdef const frame_t* frame
    if state.depth == 0:
        return "tile, shuttle or discard"
    frame = &state.stack[state.depth]
    card = ""
    if frame.kind == EFFECT or frame.kind == PAY:
        card = f" of {game.ids[frame.deck][frame.card]}"
    left = f", {frame.left} left" if frame.left > 1 else ""
    return f"{FRAME_NAMES[frame.kind]}{card}{left}"

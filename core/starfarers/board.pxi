# The position for a person at a terminal: the map with X along the top and Y down the side, then the players.

cdef str LETTERS = "YRWB"
cdef list SHORT = ["Or", "Fu", "Ca", "Fo", "Go"]
cdef list PEOPLE_SHORT = ["green", "diplo", "merch", "scien"]
cdef list ICON_SHORT = ["^", "[", "h", "^", "[", "h"]
cdef int LEFT = 5               # columns before X = -5
cdef int WIDE = 2               # columns per step in X


cdef int put(list rows, int x, int y, str text) except -1:
    """Writes a text whose middle is the point (x, y) of the map."""
    cdef int start = LEFT + WIDE * (x + 5) - (len(text) - 1) // 2
    for i, letter in enumerate(text):
        rows[y + 1][start + i] = letter
    return 0


cdef str planet_text(const tables_t* t, const state_t* s, int planet):
    cdef int area = planet // 3, disc = s.disc[planet]
    name = SHORT[planet_resource(t, s, planet)]
    if s.face[area] != OPEN:
        return f"{name}?{ICON_SHORT[planet_icon(t, s, planet)]}"
    if special_on(s, planet):
        return f"{name}{'P' if disc < ICE else 'I'}{disc & 15}!"
    return f"{name}{DISC_NAMES[disc].lstrip('r')}"


cdef str hex_text(const tables_t* t, const state_t* s, int planet):
    cdef int area = planet // 3
    if area < VACANT and s.face[area] == FACE_DOWN:
        return "*" * s.stars[area]
    if area_kind(t, s, area) == SYSTEM:
        return planet_text(t, s, planet)
    return PEOPLE_SHORT[t.sector_people[s.tile[area]]] if area_kind(t, s, area) == OUTPOST else ""


cdef int draw_map(components, const tables_t* t, const state_t* s, list rows) except -1:
    cdef int seat, i, site, area
    for spot, (x, y) in enumerate(components.board.corners):
        area = t.centre_at[spot]
        if area == NONE:
            put(rows, x, y, ".")
        elif s.face[area] != FACE_DOWN and area_kind(t, s, area) != SYSTEM:
            put(rows, x, y, "o" if area_kind(t, s, area) == OUTPOST else ".")
    for area in range(AREAS):
        for i, (col, row) in enumerate(components.board.areas[area]["hexes"]):
            put(rows, 3 * col, 2 * row + col % 2, hex_text(t, s, area * 3 + i))
    for site in range(SITES):
        if s.site[site]:
            x, y = components.board.corners[t.site_vertex[site]]
            put(rows, x, y, LETTERS[site_owner(s, site)] + ("@" if s.site[site] & PORT else "#"))
    for seat in range(t.players):
        for i in range(TRANSPORTS):
            draw_ship(components, rows, seat, s.ships[seat][i].kind, s.ships[seat][i].at)
    draw_ship(components, rows, s.active, s.flying_kind, s.flying_at)
    return 0


cdef int draw_ship(components, list rows, int seat, int kind, int spot) except -1:
    if kind != NO_SHIP:
        x, y = components.board.corners[spot]
        put(rows, x, y, LETTERS[seat].lower() + (">" if kind == COLONY_SHIP else "$"))
    return 0


cdef list map_lines(components, const tables_t* t, const state_t* s):
    rows = [list(f"{y:3d}".ljust(LEFT + 35 * WIDE)) for y in range(-1, 31)]
    draw_map(components, t, s, rows)
    ruler = [" "] * (LEFT + 36 * WIDE)
    for x in range(-5, 30, 5):
        for i, letter in enumerate(str(x)):
            ruler[LEFT + WIDE * (x + 5) + i] = letter
    return ["".join(ruler).rstrip(), *("".join(row).rstrip() for row in rows)]


cdef str cards_text(const uint8_t* cards):
    return " ".join(f"{cards[kind]} {RESOURCE_NAMES[kind]}" for kind in range(RESOURCES) if cards[kind]) or "nothing"


cdef str player_text(components, const tables_t* t, const state_t* s, int seat, int observer):
    hand = f"{s.hand_size[seat]} cards"
    if observer == NOBODY or observer == seat:
        hand += f" ({cards_text(s.hand[seat])})"
    mark = ">" if s.active == seat and not s.over else " "
    return (f"{mark}{COLOURS[seat]:<7}{s.derived.points[seat]:2d} points, {hand}; {s.upgrades[seat][BOOSTER]} boosters "
            f"{s.upgrades[seat][CANNON]} cannons {s.upgrades[seat][POD]} pods, {s.fame[seat]} fame")


cdef str holdings_text(components, const tables_t* t, const state_t* s, int seat):
    held = [f"{s.stations[seat][i]} at {people}{' (marker)' if s.marker[i] == seat else ''}"
            for i, people in enumerate(PEOPLE_NAMES) if s.stations[seat][i]]
    held += [f"token {token}" for i, token in enumerate(TOKEN_NAMES) if s.token[i] == seat]
    held += [name for i, name in enumerate(components.friends) for _ in range(s.friends[seat][i])]
    if s.ship_markers[seat]:
        held.append(f"{s.ship_markers[seat]} ship markers")
    return ", ".join(held)


cdef list wrapped(str text, int indent):
    import textwrap
    return textwrap.wrap(text, 98, initial_indent=" " * indent, subsequent_indent=" " * indent)


cdef str turn_text(components, const tables_t* t, const state_t* s):
    if s.over:
        return "the game is over" if s.winner == NONE else f"{COLOURS[s.winner]} has won"
    told = "set-up" if s.turn == 0 else f"round {(s.turn - 1) // t.players + 1}, {COLOURS[s.active]}'s turn"
    if s.dice[0]:
        told += f", dice {s.dice[0] + s.dice[1]}"
    if s.pair:
        told += f", balls {' and '.join(components.pairs[s.pair - 1])}"
    if s.flying_kind:
        told += f", a {SHIP_NAMES[s.flying_kind]} ship in flight with {s.flying_steps} steps left"
    if s.family != NONE:
        told += f", encounter: {components.families[s.family]}"
        told += f" (card {s.card + 1})" if s.card != NONE else ""
    top = s.frames[s.depth - 1]
    return f"{told}; {COLOURS[top.seat]} decides: {PENDING_NAMES[top.kind]}"


cdef str board_text(components, const tables_t* t, const state_t* s, int observer):
    lines = map_lines(components, t, s)
    lines += ["", "Y# colony  Y@ spaceport  y> colony ship  y$ trade ship  o dock  * ** face-down tile",
              "Or?^ disc face down  OrP4! pirates  OrI3! ice", ""]
    for seat in range(t.players):
        lines += wrapped(player_text(components, t, s, seat, observer), 0)
        lines += wrapped(holdings_text(components, t, s, seat), 8)
    lines += ["", f"supply: {cards_text(s.supply)}; reserve pile: {s.pile_size}"]
    if count_cards(s.give):
        lines.append(f"offer: {cards_text(s.give)} for {cards_text(s.want)}")
    return "\n".join([*lines, *wrapped(turn_text(components, t, s), 0)])

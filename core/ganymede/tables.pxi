# From the deck file to the tables all states of a game share.

cdef int fill_tables(tables_t* t, components, int players, bint revised, int max_rounds) except -1:
    t.players = players
    t.revised = revised
    t.max_rounds = min(max_rounds, <int>components.max_rounds)
    t.supply = <settlers_t>0x01010101 * <settlers_t>components.supply
    fill_limits(t, components.limits)
    t.site_size[0], t.site_size[1] = components.site_sizes
    fill_track(t, components)
    fill_cards(t, TILES, components.tiles, revised)
    fill_cards(t, EARTH_DECK, components.earth, revised)
    fill_cards(t, MARS_DECK, components.mars, revised)
    fill_ships(t, components.ships, revised)
    fill_payments(t, EARTH_DECK)
    fill_payments(t, MARS_DECK)
    return 0


cdef int fill_limits(tables_t* t, dict limits) except -1:
    for deck, name in enumerate(("tile_row", "earth_row", "mars_row", "ship_row")):
        t.row[<int>deck] = limits[name]
        t.full_rows += t.row[<int>deck] * one_of(deck)
    t.tile_slots = limits["tile_slots"]
    t.capacity[EARTH] = limits["earth_capacity"]
    t.capacity[MARS] = limits["mars_capacity"]
    t.hand_limit = limits["hand_limit"]
    t.end_ships = limits["end_ships"]
    t.ships_dealt = limits["ships_dealt"]
    return 0


cdef int fill_track(tables_t* t, components) except -1:
    t.start = components.start
    t.last_space = len(components.track_points) - 1
    for space in components.bonus_spaces:
        t.bonus_spaces |= bit(space)
    for space, points in enumerate(components.track_points):
        t.track_points[<int>space] = points
    return 0


cdef int fill_cards(tables_t* t, int deck, cards, bint revised) except -1:
    cdef int i
    t.size[deck] = len(cards)
    t.all[deck] = ~<cards_t>0 >> (MAX_CARDS - len(cards))
    for i, card in enumerate(cards):
        t.card[deck][i].type = TYPE_NAMES.index(card.type)
        t.of_type[deck][t.card[deck][i].type] |= bit(i)
        if deck == TILES:
            fill_tile(t, i, card, revised)
        else:
            fill_shuttle(&t.card[deck][i], card, revised)
    return 0


cdef int fill_tile(tables_t* t, int tile, card, bint revised) except -1:
    if card.start:
        t.start_tiles |= bit(tile)
    fill_effects(&t.card[TILES][tile], card, revised)
    return 0


cdef int fill_effects(card_t* tile, card, bint revised) except -1:
    """The parts of an "and" tile; an "or" tile has one part with the ways of all its halves."""
    cdef int i
    cdef bint choice = not card.both and len(card.effects) > 1
    tile.parts = len(card.effects) if card.both else 1
    for i, printed in enumerate(card.effects):
        add_effect(&tile.effects[i if card.both else 0], printed, choice, revised)
    return 0


cdef int fill_shuttle(card_t* shuttle, card, bint revised) except -1:
    shuttle.symbols = len(card.cost)
    shuttle.discards = card.discard_tiles
    for symbol in card.cost:
        if symbol != "white":
            shuttle.cost += settler(COLOUR_NAMES.index(symbol))
    shuttle.parts = 1
    add_effect(&shuttle.effects[0], card.effect, False, revised)
    if revised and card.effect.kind == "adapt":
        shuttle.effects[0].flags |= TWO_FOR_BASIC
    return 0


cdef int fill_payments(tables_t* t, int deck) except -1:
    cdef int card, count, colour
    cdef const card_t* shuttle
    for card in range(t.size[deck]):
        shuttle = &t.card[deck][card]
        if not shuttle.discards:
            t.paid_without_tile[deck - 1] |= bit(card)
        for count in range(MAX_PLACES):
            if count >= shuttle.symbols:
                t.paid_by_all[deck - 1][count] |= bit(card)
            for colour in range(COLOURS):
                if count >= of_colour(shuttle.cost, colour):
                    t.paid_by[deck - 1][colour][count] |= bit(card)
    return 0


cdef int fill_ships(tables_t* t, ships, bint revised) except -1:
    cdef int i, part
    t.size[SHIPS] = len(ships)
    t.all[SHIPS] = ~<cards_t>0 >> (MAX_CARDS - len(ships))
    for i, ship in enumerate(ships):
        t.ship[i].scoring = SCORING.index(ship.scoring)
        t.ship[i].of = TYPE_NAMES.index(ship.of) if ship.of else 0
        t.ship[i].worth = ship.worth
        t.ship[i].times = ship.times
        t.ship[i].less = ship.settlers_less
        t.ship[i].parts = len(ship.launch)
        for part, printed in enumerate(ship.launch):
            add_effect(&t.ship[i].effects[part], printed, False, revised)
    return 0


cdef int add_effect(effect_t* effect, printed, bint choice, bint revised) except -1:
    """Adds the ways of one printed effect. `choice`: as one half of an "or" tile."""
    colours = colour_set(printed.colours)
    if printed.kind == "recruit":
        effect.recruits |= colours
    elif printed.kind == "adapt":
        effect.pairs |= allowed_pairs(ALL_COLOURS if revised else colours)
    elif printed.kind == "basic" and not choice:
        effect[0] = ANY_BASIC
    else:
        effect.flags |= EFFECT_FLAGS[printed.kind]
    return 0


EFFECT_FLAGS = {"move": MOVE, "reputation": REPUTATION | JOINT_GAIN, "draw": DRAW, "basic": TO_BASIC}


cdef int colour_set(colours):
    """As four bits; nothing printed means any."""
    return sum(1 << COLOUR_NAMES.index(colour) for colour in set(colours)) or ALL_COLOURS


cdef int allowed_pairs(int colours):
    """Adapts with the old or the new colour among these (G15)."""
    return FREE_ADAPTS & (OLD_IN[colours] | NEW_IN * colours)


cdef int most_per_turn(const tables_t* t):
    """Decisions one turn can have: applications, two per bonus, six per ship launched, one per ship put under the
    pile, and a few for action, payment and tiles."""
    return t.size[EARTH_DECK] + t.size[MARS_DECK] + 2 * t.last_space + (MAX_PARTS + 3) * t.size[SHIPS] + 64

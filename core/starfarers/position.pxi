# Positions as plain data: docs/starfarers.md has the format.

cdef list PENDING_NAMES = """
    end_turn start_turn setup shake reserve_draw opponents_draw free_ships branch check effect encounter_over
    setup_colony setup_spaceport setup_ship setup_upgrade
    relief discard rob trade_build help_again offer_give offer_want offer_want_more answer close place_ship
    flight target jump_target found friendship
    gift question pay gain hand_over lock upgrade downgrade
""".split()
cdef list SHIP_NAMES = ["none", "colony", "trade"]
cdef list FACES = ["down", "up", "open"]
cdef list ANSWERS = [None, "accept", "decline"]
cdef list SPENDINGS = ["fame", "help", "goods"]
cdef list SYSTEMS = ["alpha", "beta", "gamma", "delta"]


cdef dict cards_dict(const uint8_t* cards):
    return {RESOURCE_NAMES[kind]: cards[kind] for kind in range(RESOURCES)}


cdef object seat_or_none(int seat):
    return None if seat == NONE else seat


cdef str disc_name(int disc):
    return None if disc == NONE else DISC_NAMES[disc]


class Writer:
    """Turns a state into plain data; for a view, what is hidden becomes None."""

    def __init__(self, components, players):
        self.c = components
        self.players = players
        self.spots = components.board.names


cdef dict describe_position(writer, const state_t* s, int seat):
    hidden = seat >= 0
    return {
        "seed": None if hidden else s.seed,
        "starter": s.starter,
        "active": s.active,
        "turn": s.turn,
        "dice": [s.dice[0], s.dice[1]] if s.dice[0] else None,
        "balls": list(writer.c.pairs[s.pair - 1]) if s.pair else None,
        "base_speed": s.base_speed,
        "offers": s.offers,
        "spent": [name for bit, name in enumerate(SPENDINGS) if s.spent >> bit & 1],
        "jump": bool(s.jump),
        "steals": s.steals,
        "supply": cards_dict(s.supply),
        "pile": [None if hidden else RESOURCE_NAMES[s.pile[i]] for i in reversed(range(s.pile_size))],
        "pile_made": cards_dict(s.made),
        "pile_builds": s.builds,
        "seats": [describe_seat(writer, s, other, hidden and other != seat) for other in range(writer.players)],
        "dummy": describe_dummy(writer, s),
        "public": [cards_dict(s.known[PUBLIC][owner]) for owner in range(writer.players)],
        "markers": {people: seat_or_none(s.marker[i]) for i, people in enumerate(PEOPLE_NAMES)},
        "tokens": {token: seat_or_none(s.token[i]) for i, token in enumerate(TOKEN_NAMES)},
        "tiles": {name: describe_tile(writer, s, area) for area, name in enumerate(writer.c.board.area_ids[:VACANT])},
        "systems": {name: describe_discs(s, VACANT + i) for i, name in enumerate(SYSTEMS)},
        "box": None if s.box == NONE else writer.c.sectors[s.box],
        "stacks": {icon: describe_stack(s, i) for i, icon in enumerate(ICON_NAMES)},
        "reserve_discs": describe_stack(s, RESERVE_GROUP),
        "bonus": {name: s.bonus[i] for i, name in enumerate(UPGRADE_KINDS)},
        "encounters": describe_encounters(writer, s),
        "offer": describe_offer(writer, s),
        "flying": describe_flying(writer, s),
        "pending": [describe_frame(&s.frames[i]) for i in range(s.depth)],
        "over": bool(s.over),
        "winner": seat_or_none(s.winner),
    }


cdef dict describe_seat(writer, const state_t* s, int seat, bint hidden):
    return {
        "hand": None if hidden else cards_dict(s.hand[seat]),
        "cards": s.hand_size[seat],
        "drawn": None if hidden else cards_dict(s.drawn[seat]),
        "drawn_cards": s.drawn_cards[seat],
        "knows": None if hidden else [None if owner == seat else cards_dict(s.known[seat][owner])
                                      for owner in range(writer.players)],
        "boosters": s.upgrades[seat][BOOSTER],
        "cannons": s.upgrades[seat][CANNON],
        "pods": s.upgrades[seat][POD],
        "fame": s.fame[seat],
        "friends": [name for i, name in enumerate(writer.c.friends) for _ in range(s.friends[seat][i])],
        "stations": {people: s.stations[seat][i] for i, people in enumerate(PEOPLE_NAMES)},
        "ships": [describe_ship(writer, &s.ships[seat][i]) for i in range(TRANSPORTS) if s.ships[seat][i].kind],
        "colonies": own_sites(writer, s, seat + 1),
        "spaceports": own_sites(writer, s, (seat + 1) | PORT),
        "ship_markers": s.ship_markers[seat],
        "shakes": s.shakes[seat],
    }


cdef list own_sites(writer, const state_t* s, int value):
    sites = writer.c.tables["site_vertex"]
    return [writer.spots[spot] for spot in sorted(sites[site] for site in range(SITES) if s.site[site] == value)]


cdef dict describe_ship(writer, const ship_t* ship):
    return {"kind": SHIP_NAMES[ship.kind], "at": writer.spots[ship.at], "moved": bool(ship.flags & MOVED),
            "locked": bool(ship.flags & LOCKED)}


cdef dict describe_dummy(writer, const state_t* s):
    if writer.players == SEATS or s.colonies[SEATS - 1] == 0:
        return None
    return {"colonies": own_sites(writer, s, SEATS), "spaceports": own_sites(writer, s, SEATS | PORT)}


cdef dict describe_tile(writer, const state_t* s, int area):
    return {
        "sector": None if s.tile[area] == NONE else writer.c.sectors[s.tile[area]],
        "rotation": None if s.rotation[area] == NONE else s.rotation[area],
        "stars": s.stars[area],
        "face": FACES[s.face[area]],
        "discs": describe_discs(s, area),
    }


cdef list describe_discs(const state_t* s, int area):
    return [disc_name(s.disc[area * 3 + place]) for place in range(3)]


cdef list describe_stack(const state_t* s, int group):
    return [disc_name(s.stack[group][i]) for i in reversed(range(s.stack_size[group]))]


cdef dict describe_encounters(writer, const state_t* s):
    drawn = [None if s.deck[i] == NONE else s.deck[i] + 1 for i in range(s.deck_next)]
    return {
        "deck": [None if s.deck[i] == NONE else s.deck[i] + 1 for i in range(s.deck_next, CARDS)],
        "discard": drawn if s.family == NONE else drawn[:len(drawn) - 1],
        "card": None if s.card == NONE else s.card + 1,
        "family": None if s.family == NONE else writer.c.families[s.family],
        "public": bool(s.card_public),
        "shuffles": s.shuffles,
        "gift": cards_dict(s.gift),
        "swap": cards_dict(s.swap),
    }


cdef dict describe_offer(writer, const state_t* s):
    if count_cards(s.give) == 0:
        return None
    return {"give": cards_dict(s.give), "want": cards_dict(s.want),
            "answers": [ANSWERS[s.answers[seat]] for seat in range(writer.players)]}


cdef dict describe_flying(writer, const state_t* s):
    if s.flying_kind == NO_SHIP:
        return None
    return {"kind": SHIP_NAMES[s.flying_kind], "at": writer.spots[s.flying_at], "origin": writer.spots[s.flying_from],
            "steps": s.flying_steps}


cdef dict describe_frame(const frame_t* frame):
    entry = {"do": PENDING_NAMES[frame.kind], "seat": frame.seat}
    if frame.a or frame.b:
        entry["a"] = frame.a
        entry["b"] = frame.b
    return entry


# ---- reading

class Reader:
    """Reads fields that name things of this board."""

    def __init__(self, components, players):
        self.c = components
        self.players = players

    def spot(self, field):
        if not isinstance(field.value, str) or field.value not in self.c.board.by_name:
            field.is_not("an intersection")
        return self.c.board.by_name[field.value]

    def site(self, field):
        site = self.c.tables["site_at"][self.spot(field)]
        if site == NONE:
            field.is_not("a colony site")
        return site

    def seat(self, field):
        return NONE if field.value is None else field.number(0, self.players - 1)

    def disc(self, field):
        if field.value is None:
            return NONE
        if not isinstance(field.value, str) or field.value not in DISC_NAMES.values():
            field.is_not("a number disc")
        return disc_code(field.value)


def completed(reader, base, fields):
    """A hand-written position with everything left out filled in."""
    full = Field(fields).over(base)
    for key in ("markers", "tokens", "systems", "stacks", "bonus", "encounters"):
        full[key] = Field(full[key], key).over(base[key])
    tiles = Field(full["tiles"], "tiles").table(base["tiles"])
    full["tiles"] = {area: tiles.get(area, tile).over(tile) for area, tile in base["tiles"].items()}
    given = Field(full["seats"], "seats").entries(reader.players, reader.players)
    full["seats"] = [seat.over(base["seats"][i]) for i, seat in enumerate(given)]
    complete_cards(reader, fields, full)
    if "pending" not in fields and full["turn"] and not full["over"]:
        full["pending"] = ["end_turn", "flight", "shake", "trade_build"]
        full["offer"] = full["flying"] = None
    return full


def complete_cards(reader, fields, full):
    given = fields.get("seats", [{}] * reader.players)
    if any("hand" in seat for seat in given) and "public" not in fields:
        full["public"] = [{}] * reader.players
        for asked, seat in zip(given, full["seats"]):
            if "knows" not in asked:
                seat["knows"] = [None if other is seat else {} for other in full["seats"]]
    for i, (asked, seat) in enumerate(zip(given, full["seats"])):
        hand = cards(Field(seat["hand"], f"seats[{i}].hand"))
        if "cards" not in asked:
            seat["cards"] = sum(hand)
        if "pile" in fields and "drawn" not in asked:
            seat["drawn"] = {}
            seat["drawn_cards"] = 0
        if "drawn" in asked and "drawn_cards" not in asked:
            seat["drawn_cards"] = sum(cards(Field(seat["drawn"], f"seats[{i}].drawn")))
    complete_supply(reader, fields, full)


def complete_supply(reader, fields, full):
    position = Field(full)
    pile = [card.index(RESOURCE_NAMES) for card in position["pile"].entries()]
    seats = position["seats"].entries()
    if "pile" in fields and "pile_made" not in fields:
        made = [pile.count(kind) + sum(cards(seat["drawn"])[kind] for seat in seats) for kind in range(RESOURCES)]
        full["pile_made"] = dict(zip(RESOURCE_NAMES, made))
    if "supply" not in fields:
        held = [cards(seat["hand"]) for seat in seats]
        every = reader.c.tables["per_resource"]
        left = [every - pile.count(kind) - sum(hand[kind] for hand in held) for kind in range(RESOURCES)]
        for kind, count in enumerate(left):
            if count < 0:
                position["seats"].refuse(f"hands and pile hold {-count} {RESOURCE_NAMES[kind]} more than there are")
        full["supply"] = dict(zip(RESOURCE_NAMES, left))


def cards(field, high=99):
    return field.counts(RESOURCE_NAMES, high)


cdef int put_cards(uint8_t* to, list values) except -1:
    for i, value in enumerate(values):
        to[i] = value
    return 0


cdef int fill_state(components, const tables_t* t, dict fields, state_t* s) except -1:
    reader = Reader(components, t.players)
    seed = Field(fields).get("seed", 0).number(0, (1 << 64) - 1)
    deal(t, s, seed)
    full = Field(completed(reader, describe_position(Writer(components, t.players), s, NOBODY), fields))
    clear_state(t, s, seed)
    fill_turn(reader, full, s)
    fill_pile(reader, full, s)
    fill_tiles(reader, full, s)
    for index, seat in enumerate(full["seats"].entries()):
        fill_seat(reader, seat, s, index)
    fill_dummy(reader, full["dummy"], s)
    fill_public(reader, full["public"], s)
    fill_cards_drawn(reader, full["encounters"], s)
    fill_offer(reader, full["offer"], s)
    fill_flying(reader, full["flying"], s)
    fill_pending(reader, full["pending"], s)
    derive(t, s)
    return 0


cdef int fill_turn(reader, full, state_t* s) except -1:
    s.starter = full["starter"].number(0, reader.players - 1)
    s.active = full["active"].number(0, reader.players - 1)
    s.turn = full["turn"].number(0, 0xFFFF)
    if full["dice"].value is not None:
        s.dice[0], s.dice[1] = full["dice"].numbers(2, 1, 6)
    if full["balls"].value is not None:
        s.pair = 1 + pair_index(reader, full["balls"])
    s.base_speed = full["base_speed"].number(0, 5)
    s.offers = full["offers"].number(0, 255)
    for name in full["spent"].entries():
        s.spent |= 1 << <int>name.index(SPENDINGS)
    s.jump = full["jump"].flag()
    s.steals = full["steals"].number(0, 0xFFFF)
    s.over = full["over"].flag()
    s.winner = reader.seat(full["winner"])
    return 0


cdef int pair_index(reader, balls) except -1:
    pair = tuple(ball.value for ball in balls.entries(2, 2))
    if pair not in reader.c.pairs:
        balls.is_not("a pair of balls")
    return reader.c.pairs.index(pair)


cdef int fill_pile(reader, full, state_t* s) except -1:
    pile = full["pile"].entries(0, PILE)
    put_cards(s.supply, cards(full["supply"]))
    put_cards(s.made, cards(full["pile_made"]))
    s.builds = full["pile_builds"].number(0, 0xFFFF)
    s.pile_size = len(pile)
    for i, card in enumerate(reversed(pile)):
        s.pile[i] = card.index(RESOURCE_NAMES)
    return 0


cdef int fill_tiles(reader, full, state_t* s) except -1:
    s.box = full["box"].index(reader.c.sectors)
    for area, (_, tile) in enumerate(full["tiles"].items()):
        s.tile[area] = tile["sector"].index(reader.c.sectors)
        s.rotation[area] = tile["rotation"].number(0, 2)
        s.stars[area] = tile["stars"].number(1, 2)
        s.face[area] = tile["face"].index(FACES)
        fill_discs(reader, tile["discs"], s, area)
    for i, name in enumerate(SYSTEMS):
        s.face[VACANT + i] = OPEN
        fill_discs(reader, full["systems"][name], s, VACANT + i)
    for i, icon in enumerate(ICON_NAMES):
        fill_stack(reader, full["stacks"][icon], s, i)
    fill_stack(reader, full["reserve_discs"], s, RESERVE_GROUP)
    for i, token in enumerate(TOKEN_NAMES):
        s.token[i] = reader.seat(full["tokens"][token])
    for i, people in enumerate(PEOPLE_NAMES):
        s.marker[i] = reader.seat(full["markers"][people])
    for i, name in enumerate(UPGRADE_KINDS):
        s.bonus[i] = full["bonus"][name].number(0, 9)
    return 0


cdef int fill_discs(reader, discs, state_t* s, int area) except -1:
    for k, disc in enumerate(discs.entries(3, 3)):
        s.disc[area * 3 + k] = reader.disc(disc)
    return 0


cdef int fill_stack(reader, stack, state_t* s, int group) except -1:
    discs = stack.entries(0, GROUP)
    s.stack_size[group] = len(discs)
    memset(s.stack[group], NONE, GROUP)
    for i, disc in enumerate(reversed(discs)):
        s.stack[group][i] = reader.disc(disc)
    return 0


cdef int fill_seat(reader, seat, state_t* s, int index) except -1:
    put_cards(s.hand[index], cards(seat["hand"]))
    s.hand_size[index] = seat["cards"].number(0, 100)
    put_cards(s.drawn[index], cards(seat["drawn"]))
    s.drawn_cards[index] = seat["drawn_cards"].number(0, 100)
    for owner, known in enumerate(seat["knows"].entries(reader.players, reader.players)):
        if owner != index:
            put_cards(s.known[index][owner], cards(known))
    s.upgrades[index][BOOSTER] = seat["boosters"].number(0, 200)
    s.upgrades[index][CANNON] = seat["cannons"].number(0, 200)
    s.upgrades[index][POD] = seat["pods"].number(0, 200)
    s.fame[index] = seat["fame"].number(0, 60)
    s.ship_markers[index] = seat["ship_markers"].number(0, 200)
    s.shakes[index] = seat["shakes"].number(0, 0xFFFF)
    fill_friends_of(reader, seat, s, index)
    fill_pieces(reader, seat, s, index)
    return 0


cdef int fill_friends_of(reader, seat, state_t* s, int index) except -1:
    for name in seat["friends"].entries():
        card = name.index(reader.c.friends)
        s.friends[index][card] = min(200, s.friends[index][card] + 1)
    put_cards(s.stations[index], seat["stations"].counts(PEOPLE_NAMES, 9))
    return 0


cdef int fill_pieces(reader, seat, state_t* s, int index) except -1:
    for ship in seat["ships"].entries(0, TRANSPORTS):
        fill_ship(reader, ship, s, index)
    fill_sites(reader, seat["colonies"], s, index, 0)
    fill_sites(reader, seat["spaceports"], s, index, PORT)
    return 0


cdef int fill_ship(reader, ship, state_t* s, int index) except -1:
    ship.table(("kind", "at", "moved", "locked"))
    kind = ship["kind"].index(SHIP_NAMES[1:]) + 1
    flags = MOVED * ship.get("moved", False).flag() | LOCKED * ship.get("locked", False).flag()
    insert_ship(s, index, kind, reader.spot(ship["at"]), flags)
    return 0


cdef int fill_sites(reader, places, state_t* s, int owner, int flag) except -1:
    for place in places.entries():
        site = reader.site(place)
        place.require(not s.site[site], f"{place.value} is taken already")
        s.site[site] = (owner + 1) | flag
        s.colonies[owner] += 1
        s.ports[owner] += flag != 0
    return 0


cdef int fill_dummy(reader, dummy, state_t* s) except -1:
    if dummy.value is None:
        return 0
    dummy.require(reader.players < SEATS, "with 4 players there is no unused colour")
    dummy.table(("colonies", "spaceports"))
    fill_sites(reader, dummy.get("colonies", []), s, SEATS - 1, 0)
    fill_sites(reader, dummy.get("spaceports", []), s, SEATS - 1, PORT)
    return 0


cdef int fill_public(reader, public, state_t* s) except -1:
    for owner, known in enumerate(public.entries(reader.players, reader.players)):
        put_cards(s.known[PUBLIC][owner], cards(known))
    for observer in range(reader.players, SEATS):
        memcpy(s.known[observer], s.known[PUBLIC], sizeof(s.known[PUBLIC]))
    return 0


cdef int fill_cards_drawn(reader, given, state_t* s) except -1:
    numbers = given["discard"].entries()
    if given["family"].value is not None:
        numbers.append(given["card"])
    s.deck_next = min(len(numbers), CARDS + 1)
    numbers += given["deck"].entries()
    given.require(len(numbers) == CARDS, f"{len(numbers)} cards, there are {CARDS}")
    for i, number in enumerate(numbers):
        s.deck[i] = number.number(1, CARDS) - 1
    if given["family"].value is not None:
        s.family = given["family"].index(reader.c.families)
        s.card = given["card"].number(1, CARDS) - 1
    elif given["card"].value is not None:
        given["family"].refuse("missing for the card")
    s.card_public = given["public"].flag()
    s.shuffles = given["shuffles"].number(0, 0xFFFF)
    put_cards(s.gift, cards(given["gift"], 9))
    put_cards(s.swap, cards(given["swap"], 9))
    return 0


cdef int fill_offer(reader, offer, state_t* s) except -1:
    if offer.value is None:
        return 0
    offer.table(("give", "want", "answers"))
    put_cards(s.give, cards(offer.get("give", {}), 9))
    put_cards(s.want, cards(offer.get("want", {}), 9))
    answers = offer.get("answers", [None] * reader.players).entries(reader.players, reader.players)
    for seat, answer in enumerate(answers):
        s.answers[seat] = 0 if answer.value is None else 1 + <int>answer.index(ANSWERS[1:])
    return 0


cdef int fill_flying(reader, flying, state_t* s) except -1:
    if flying.value is None:
        return 0
    flying.table(("kind", "at", "origin", "steps"))
    s.flying_kind = 1 + <int>flying["kind"].index(SHIP_NAMES[1:])
    s.flying_at = reader.spot(flying["at"])
    s.flying_from = reader.spot(flying["origin" if "origin" in flying else "at"])
    s.flying_steps = flying["steps"].number(0, 40)
    return 0


cdef int fill_pending(reader, pending, state_t* s) except -1:
    for entry in pending.entries(0, DEEPEST):
        if isinstance(entry.value, str):
            entry = Field({"do": entry.value}, entry.path)
        entry.table(("do", "seat", "a", "b"))
        kind = entry["do"].index(PENDING_NAMES)
        seat = entry.get("seat", s.active).number(0, reader.players - 1)
        a, b = (entry.get(name, 0).number(0, 255) for name in ("a", "b"))
        push(s, kind, seat, a, b)
    return 0
